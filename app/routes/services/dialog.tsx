import { getInputProps, getTextareaProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatDollars, inDollars } from "#app/domain/money.ts";
import { openForm, saveForm } from "#app/records/form-route.ts";
import { CheckField, controlClass, Field } from "#app/ui/controls/field.tsx";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { serviceForm } from "./form.ts";

export const loader = (args: LoaderFunctionArgs) => openForm(args, serviceForm);
export const action = (args: ActionFunctionArgs) => saveForm(args, serviceForm);

export {
  revalidateOnOtherRecord as shouldRevalidate,
  submitForm as clientAction,
} from "#app/records/client-actions.ts";

/** 'New Service', and the same for editing one. */
export default function ServiceDialog() {
  const { idempotencyKey, found } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const theirs = answer?.theirs;
  return (
    <RecordDialog
      noun="Service"
      path="/services"
      opened={{ idempotencyKey, version: found?.version ?? 0 }}
      answer={answer}
      defaults={{
        productServiceName: found?.productServiceName ?? "",
        price: found ? inDollars(found.price) : "",
        salesDescription: found?.salesDescription ?? "",
        public: found?.public ? "on" : "",
        needsGroom: found?.needsGroom ? "on" : "",
      }}
      theirs={
        theirs
          ? [
              ["Name", theirs.productServiceName],
              ["Price", formatDollars(theirs.price)],
              ["Description", theirs.salesDescription],
              ["Public", theirs.public ? "Yes" : "No"],
              ["Needs Groom", theirs.needsGroom ? "Yes" : "No"],
            ]
          : null
      }
    >
      {(fields) => (
        <>
          <Field label="Name" required field={fields.productServiceName}>
            <input {...getInputProps(fields.productServiceName, { type: "text" })} className={controlClass} />
          </Field>
          <Field label="Price" required field={fields.price}>
            <input {...getInputProps(fields.price, { type: "text" })} inputMode="decimal" className={controlClass} />
          </Field>
          <Field label="Description" field={fields.salesDescription}>
            <textarea {...getTextareaProps(fields.salesDescription)} rows={3} className={controlClass} />
          </Field>
          <CheckField label="Public" field={fields.public} />
          <CheckField label="Needs Groom" field={fields.needsGroom} />
        </>
      )}
    </RecordDialog>
  );
}
