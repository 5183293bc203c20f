import { getInputProps, getTextareaProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openForm, saveForm } from "#app/records/form-route.ts";
import { controlClass, Field } from "#app/ui/controls/field.tsx";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { customerForm } from "./form.ts";
import { RiderChips } from "./rider-chips.tsx";

export const loader = (args: LoaderFunctionArgs) => openForm(args, customerForm);
export const action = (args: ActionFunctionArgs) => saveForm(args, customerForm);

export {
  revalidateOnOtherRecord as shouldRevalidate,
  submitForm as clientAction,
} from "#app/records/client-actions.ts";

/** 'New Customer', and the same for editing one. */
export default function CustomerDialog() {
  const { idempotencyKey, found } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const theirs = answer?.theirs;
  return (
    <RecordDialog
      noun="Customer"
      path="/customers"
      opened={{ idempotencyKey, version: found?.version ?? 0 }}
      answer={answer}
      defaults={{
        name: found?.name ?? "",
        emails: found?.emails.join(", ") ?? "",
        phone: found?.phone ?? "",
        riders: found?.riders.join("\n") ?? "",
      }}
      theirs={
        theirs
          ? [
              ["Name", theirs.name],
              ["Email(s)", theirs.emails.join(", ")],
              ["Phone", theirs.phone],
              ["Riders", theirs.riders.join("\n")],
            ]
          : null
      }
    >
      {(fields) => (
        <>
          <Field label="Name" required field={fields.name}>
            <input {...getInputProps(fields.name, { type: "text" })} className={controlClass} />
          </Field>
          <Field label="Email(s)" field={fields.emails}>
            <input
              {...getInputProps(fields.emails, { type: "text" })}
              inputMode="email"
              placeholder="anna@example.com, ben@example.com"
              className={controlClass}
            />
          </Field>
          <Field label="Phone" field={fields.phone}>
            <input {...getInputProps(fields.phone, { type: "tel" })} className={controlClass} />
          </Field>
          <Field label="Riders" field={fields.riders}>
            <RiderChips attributes={getTextareaProps(fields.riders)} />
          </Field>
        </>
      )}
    </RecordDialog>
  );
}
