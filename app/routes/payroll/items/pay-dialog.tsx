import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
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

export { revalidateIfChanged as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

/** 'Mark due payments as paid': the unpaid items up to a payment date (docs/product.md, 'Payroll'). */
export default function PayDialog() {
  const { idempotencyKey, today, due } = useLoaderData<typeof loader>();
  const answer = useActionData<PayAnswer>();
  const search = useListSearch();
  const isRunning = useIsPosting();
  const sent = answer && "sent" in answer && !answer.isChanged ? answer.sent : null;
  const fields = due ? { idempotencyKey, until: due.until, fingerprint: due.fingerprint } : sent;
  const { paidOn = today, ...hidden } = { ...sent, ...fields };
  return (
    <Dialog onClosePath={`/payroll${search}`} isLocked={isRunning}>
      <Form action="/payroll/pay" preventScrollReset className="mt-5 flex items-end gap-3">
        {[...new URLSearchParams(search)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <FormField label="Due by" field={{ id: "until", errorId: "" }} className="grow">
          <input
            key={fields?.until}
            id="until"
            type="date"
            name="until"
            defaultValue={fields?.until}
            className={controlClass}
          />
        </FormField>
        <button type="submit" className={button.secondary}>
          Apply
        </button>
      </Form>
      <Form method="post" preventScrollReset className="mt-5 grid gap-4">
        {due && <p className="tabular-nums">{due.text}</p>}
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {fields && (!due || due.label) && (
          <FormField label="Paid On" field={{ id: "paidOn", errorId: "" }}>
            <input id="paidOn" type="date" name="paidOn" required defaultValue={paidOn} className={controlClass} />
          </FormField>
        )}
        <DialogFoot
          onClosePath={`/payroll${search}`}
          isLocked={isRunning}
          problem={answer?.problem}
          label={fields && (due ? due.label : "Mark them paid")}
          runningLabel="Marking..."
        />
      </Form>
    </Dialog>
  );
}
