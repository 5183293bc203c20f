import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, type ShouldRevalidateFunctionArgs, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass, FormField } from "#app/ui/controls/fields/form-field.tsx";
import { Dialog, DialogFoot } from "#app/ui/dialog/dialog.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";
import { titled } from "#app/ui/dialog/dialog-title.ts";
import { useListSearch } from "#app/ui/list/list-search.ts";
import { openPayments, type PayAnswer, payItems } from "./pay-items.ts";

export const loader = (args: LoaderFunctionArgs) => openPayments(args);
export const handle = titled("Mark due payments as paid");
export const action = (args: ActionFunctionArgs) => payItems(args);

export { sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

/** 'Apply' posts, too, and leads to another day. */
export const shouldRevalidate = (step: ShouldRevalidateFunctionArgs) =>
  step.actionResult?.isChanged === true || step.currentUrl.search !== step.nextUrl.search;

/** 'Mark due payments as paid': the unpaid items up to a payment date (docs/product.md, 'Payroll'). */
export default function PayDialog() {
  const { idempotencyKey, today, due } = useLoaderData<typeof loader>();
  const answer = useActionData<PayAnswer>();
  const search = useListSearch();
  const isRunning = useIsPosting();
  const isApplying = useNavigation().formData?.get("intent") === "apply";
  const sent = answer && "sent" in answer && !answer.isChanged ? answer.sent : null;
  const fields = due ? { idempotencyKey, shown: due.until, fingerprint: due.fingerprint } : sent;
  const { until = fields?.shown, paidOn = today, ...hidden } = { ...sent, ...fields };
  const label = fields && (due ? due.label : "Mark them paid");
  return (
    <Dialog onClosePath={`/payroll${search}`} isLocked={isRunning}>
      <Form method="post" preventScrollReset className="mt-5 grid gap-4">
        <div className="flex items-end gap-3">
          <FormField label="Due by" field={{ id: "until", errorId: "" }} className="grow">
            <input
              key={fields?.shown}
              id="until"
              type="date"
              name="until"
              defaultValue={until}
              className={controlClass}
            />
          </FormField>
          <button type="submit" name="intent" value="apply" formNoValidate className={button.secondary}>
            Apply
          </button>
        </div>
        {due && <p className="tabular-nums">{due.text}</p>}
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {label && (
          <FormField label="Paid On" field={{ id: "paidOn", errorId: "" }}>
            <input
              id="paidOn"
              type="date"
              name="paidOn"
              required
              max={today}
              defaultValue={paidOn}
              className={controlClass}
            />
          </FormField>
        )}
        <DialogFoot
          onClosePath={`/payroll${search}`}
          isLocked={isRunning}
          problem={answer?.problem}
          label={label}
          runningLabel={isApplying ? label || undefined : "Marking..."}
        />
      </Form>
    </Dialog>
  );
}
