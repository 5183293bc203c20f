import { getInputProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/require-admin.ts";
import { type CheckedField, NO_DATE } from "#app/domain/fields/field-checks.ts";
import { UNKNOWN_LAST_RUN } from "#app/domain/payroll/payroll.ts";
import { type FormAnswer, useCheckedForm } from "#app/ui/controls/fields/checked-form.ts";
import { controlClass, FormField } from "#app/ui/controls/fields/form-field.tsx";
import { Dialog, DialogFoot } from "#app/ui/dialog/dialog.tsx";
import { titled } from "#app/ui/dialog/dialog-title.ts";
import { useListSearch } from "#app/ui/list/list-search.ts";
import { saveLastRun } from "./last-run.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.isPost) await requireAdmin(request, context);
  return { id: crypto.randomUUID() };
}

export const handle = titled("Generate Payroll Items");
export const action = (args: ActionFunctionArgs) => saveLastRun(args);

export { sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

/** Without a reload the dialog has the same key and typed date after each answer. */
export const shouldRevalidate = () => false;

const LABEL = "Last payroll date";
const FIELDS: CheckedField[] = [{ name: "date", label: LABEL, control: "date", required: true, problem: NO_DATE }];

/** Asks for the day of the last payroll run, if that day is not stored. The generation dialog follows. */
export default function LastRunDialog() {
  const { id } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  const listAddress = `/payroll${useListSearch()}`;
  const { fieldset, formProps, focused } = useCheckedForm<{ date: string }>({
    id: "last-run",
    fields: FIELDS,
    lastResult: answer?.result,
    defaultValue: {},
  });
  return (
    <Dialog onClosePath={listAddress}>
      <Form {...formProps} method="post" preventScrollReset className="mt-5 grid gap-y-5">
        <p className="notice">{UNKNOWN_LAST_RUN}</p>
        <p>When did payroll last run? Hayloft adds items for the weeks after that week.</p>
        <input type="hidden" name="idempotencyKey" value={id} />
        <FormField label={LABEL} required field={fieldset.date}>
          <input
            {...getInputProps(fieldset.date, { type: "date" })}
            {...{ autoFocus: focused !== undefined }}
            className={controlClass}
          />
        </FormField>
        <DialogFoot onClosePath={listAddress} problem={answer?.problem} label="Save" />
      </Form>
    </Dialog>
  );
}
