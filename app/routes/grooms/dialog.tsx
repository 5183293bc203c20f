import { getInputProps, getSelectProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LOCATION_NAMES } from "#app/domain/boarding.ts";
import { formatUsDate } from "#app/domain/calendar.ts";
import { formatDollars, inDollars } from "#app/domain/money.ts";
import { openForm, saveForm } from "#app/records/form-route.ts";
import { controlClass, Field } from "#app/ui/controls/field.tsx";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { groomForm } from "./form.ts";

export const loader = (args: LoaderFunctionArgs) => openForm(args, groomForm);
export const action = (args: ActionFunctionArgs) => saveForm(args, groomForm);

export {
  revalidateOnOtherRecord as shouldRevalidate,
  submitForm as clientAction,
} from "#app/records/client-actions.ts";

/** 'New Groom', and the same for editing one. */
export default function GroomDialog() {
  const { idempotencyKey, found } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const theirs = answer?.theirs;
  return (
    <RecordDialog
      noun="Groom"
      path="/grooms"
      opened={{ idempotencyKey, version: found?.version ?? 0 }}
      answer={answer}
      defaults={{
        name: found?.name ?? "",
        startDate: found?.startDate ?? "",
        endDate: found?.endDate ?? "",
        weeklySalary: found ? inDollars(found.weeklySalary) : "",
        location: found?.location ?? "florida",
      }}
      theirs={
        theirs
          ? [
              ["Name", theirs.name],
              ["Start Date", theirs.startDate ? formatUsDate(theirs.startDate) : ""],
              ["End Date", theirs.endDate ? formatUsDate(theirs.endDate) : ""],
              ["Weekly Salary", formatDollars(theirs.weeklySalary)],
              ["Location", LOCATION_NAMES[theirs.location]],
            ]
          : null
      }
    >
      {(fields) => (
        <>
          <Field label="Name" required field={fields.name}>
            <input {...getInputProps(fields.name, { type: "text" })} className={controlClass} />
          </Field>
          <Field label="Start Date" field={fields.startDate}>
            <input {...getInputProps(fields.startDate, { type: "date" })} className={controlClass} />
          </Field>
          <Field label="End Date" field={fields.endDate}>
            <input {...getInputProps(fields.endDate, { type: "date" })} className={controlClass} />
          </Field>
          <Field label="Weekly Salary" required field={fields.weeklySalary}>
            <input
              {...getInputProps(fields.weeklySalary, { type: "text" })}
              inputMode="decimal"
              className={controlClass}
            />
          </Field>
          <Field label="Location" required field={fields.location}>
            <select {...getSelectProps(fields.location)} className={controlClass}>
              <option value="florida">Florida</option>
              <option value="long-island">Long Island</option>
            </select>
          </Field>
        </>
      )}
    </RecordDialog>
  );
}
