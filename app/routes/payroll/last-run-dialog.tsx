import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/require-admin.ts";
import { UNKNOWN_LAST_RUN } from "#app/domain/payroll.ts";
import { controlClass, Field } from "#app/ui/controls/field.tsx";
import { Dialog, DialogFoot } from "#app/ui/dialog/dialog.tsx";
import { useListSearch } from "#app/ui/list/list-search.ts";
import { type LastRunAnswer, saveLastRun } from "./last-run.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.isPost) await requireAdmin(request, context);
  return { id: crypto.randomUUID() };
}

export const action = (args: ActionFunctionArgs) => saveLastRun(args);

export { sendForm as clientAction } from "#app/records/client-actions.ts";

/** The dialog keeps its key, and what was entered, after each answer. */
export const shouldRevalidate = () => false;

/** Asks for the day of the last payroll run if none is on record. The generation dialog follows. */
export default function LastRunDialog() {
  const { id } = useLoaderData<typeof loader>();
  const answer = useActionData<LastRunAnswer>();
  const listAddress = `/payroll${useListSearch()}`;
  const field = { id: "last-run", errorId: "last-run-error", errors: answer && [answer.problem] };
  return (
    <Dialog title="Generate Payroll Items" onClosePath={listAddress}>
      <Form method="post" noValidate preventScrollReset className="mt-5 grid gap-y-5">
        <p className="alert">{UNKNOWN_LAST_RUN}</p>
        <p>Say when payroll was last run: items are generated for the weeks after the one of that day.</p>
        <input type="hidden" name="idempotencyKey" value={id} />
        <Field label="Last payroll date" required field={field}>
          <input
            id={field.id}
            type="date"
            name="date"
            required
            defaultValue={answer?.date}
            aria-invalid={answer ? true : undefined}
            aria-describedby={answer ? field.errorId : undefined}
            className={controlClass}
          />
        </Field>
        <DialogFoot onClosePath={listAddress} label="Save" />
      </Form>
    </Dialog>
  );
}
