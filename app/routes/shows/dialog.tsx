import { getInputProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatUsDate } from "#app/domain/calendar.ts";
import { openForm, saveForm } from "#app/records/form-route.ts";
import { Choice, controlClass, Field } from "#app/ui/controls/field.tsx";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { showForm } from "./form.ts";

export const loader = (args: LoaderFunctionArgs) => openForm(args, showForm);
export const action = (args: ActionFunctionArgs) => saveForm(args, showForm);

export {
  revalidateOnOtherRecord as shouldRevalidate,
  submitForm as clientAction,
} from "#app/records/client-actions.ts";

/** 'New Show', and the same for editing one. */
export default function ShowDialog() {
  const { idempotencyKey, found, options } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const theirs = answer?.theirs;
  return (
    <RecordDialog
      noun="Show"
      path="/shows"
      opened={{ idempotencyKey, version: found?.version ?? 0 }}
      answer={answer}
      defaults={{
        name: found?.name ?? "",
        date: found?.date ?? "",
        horseId: found?.horseId ?? "",
        serviceId: found?.serviceId ?? "",
        quantity: String(found?.quantity ?? 1),
      }}
      theirs={
        theirs
          ? [
              ["Show Name", theirs.name],
              ["Date", formatUsDate(theirs.date)],
              ["Horse", theirs.horse],
              ["Service", theirs.service],
              ["Quantity", String(theirs.quantity)],
            ]
          : null
      }
    >
      {(fields) => (
        <>
          <Field label="Show Name" required field={fields.name}>
            <input {...getInputProps(fields.name, { type: "text" })} className={controlClass} />
          </Field>
          <Field label="Date" required field={fields.date}>
            <input {...getInputProps(fields.date, { type: "date" })} className={controlClass} />
          </Field>
          <Field label="Horse" required field={fields.horseId}>
            <Choice
              field={fields.horseId}
              placeholder="Select a horse..."
              options={options?.horses}
              own={found && { id: found.horseId, name: found.horse }}
            />
          </Field>
          <Field label="Service" required field={fields.serviceId}>
            <Choice
              field={fields.serviceId}
              placeholder="Select a service..."
              options={options?.services}
              own={found && { id: found.serviceId, name: found.service }}
            />
          </Field>
          <Field label="Quantity" required field={fields.quantity}>
            <input
              {...getInputProps(fields.quantity, { type: "number" })}
              min={1}
              inputMode="numeric"
              className={controlClass}
            />
          </Field>
        </>
      )}
    </RecordDialog>
  );
}
