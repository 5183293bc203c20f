import { getInputProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatUsDate } from "#app/domain/calendar.ts";
import { formatDollars, inDollars } from "#app/domain/money.ts";
import { openForm, saveForm } from "#app/records/form-route.ts";
import { CheckField, Choice, controlClass, Field } from "#app/ui/controls/field.tsx";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { payrollForm } from "./form.ts";

export const loader = (args: LoaderFunctionArgs) => openForm(args, payrollForm);
export const action = (args: ActionFunctionArgs) => saveForm(args, payrollForm);

export {
  revalidateOnOtherRecord as shouldRevalidate,
  submitForm as clientAction,
} from "#app/records/client-actions.ts";

/** 'New Payroll Item', and the same for editing one. */
export default function PayrollDialog() {
  const { idempotencyKey, found, options } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const theirs = answer?.theirs;
  return (
    <RecordDialog
      noun="Payroll Item"
      path="/payroll"
      opened={{ idempotencyKey, version: found?.version ?? 0 }}
      answer={answer}
      defaults={{
        groomId: found?.groomId ?? "",
        item: found?.item ?? "",
        date: found?.date ?? "",
        paymentDate: found?.paymentDate ?? "",
        value: found ? inDollars(found.value) : "",
        paid: found?.paid ? "on" : "",
      }}
      theirs={
        theirs
          ? [
              ["Groom", theirs.groom],
              ["Item", theirs.item],
              ["Date", formatUsDate(theirs.date)],
              ["Payment Date", theirs.paymentDate ? formatUsDate(theirs.paymentDate) : ""],
              ["Value", formatDollars(theirs.value)],
              ["Paid", theirs.paid ? "Yes" : "No"],
            ]
          : null
      }
    >
      {(fields) => (
        <>
          <Field label="Groom" required field={fields.groomId}>
            <Choice
              field={fields.groomId}
              placeholder="Select a groom..."
              options={options?.grooms}
              own={found && { id: found.groomId, name: found.groom }}
            />
          </Field>
          <Field label="Item" required field={fields.item}>
            <input {...getInputProps(fields.item, { type: "text" })} className={controlClass} />
          </Field>
          <Field label="Date" required field={fields.date}>
            <input {...getInputProps(fields.date, { type: "date" })} className={controlClass} />
          </Field>
          <Field label="Payment Date" field={fields.paymentDate}>
            <input {...getInputProps(fields.paymentDate, { type: "date" })} className={controlClass} />
          </Field>
          <Field label="Value" required field={fields.value}>
            <input {...getInputProps(fields.value, { type: "text" })} inputMode="decimal" className={controlClass} />
          </Field>
          <CheckField label="Paid" field={fields.paid} />
        </>
      )}
    </RecordDialog>
  );
}
