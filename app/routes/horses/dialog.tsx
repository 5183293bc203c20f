import { getInputProps, getSelectProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  DEFAULT_BOARDING,
  DEFAULT_BOARDING_SURCHARGE,
  DEFAULT_TRAINING,
  LOCATION_NAMES,
} from "#app/domain/boarding.ts";
import { formatUsDate, todayInNewYork } from "#app/domain/calendar.ts";
import { formatDollars, inDollars } from "#app/domain/money.ts";
import { openForm, saveForm } from "#app/records/form-route.ts";
import { CheckField, Choice, controlClass, Field } from "#app/ui/controls/field.tsx";
import type { FormField } from "#app/ui/controls/fields.ts";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { horseForm } from "./form.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { idempotencyKey, found, options } = await openForm(args, horseForm);
  return { idempotencyKey, found, customers: options?.customers, today: todayInNewYork(args.context.now) };
}

export const action = (args: ActionFunctionArgs) => saveForm(args, horseForm);

export {
  revalidateOnOtherRecord as shouldRevalidate,
  submitForm as clientAction,
} from "#app/records/client-actions.ts";

/** 'New Horse', and the same for editing one. */
export default function HorseDialog() {
  const { idempotencyKey, found, customers, today } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <RecordDialog
      noun="Horse"
      path="/horses"
      opened={{ idempotencyKey, version: found?.version ?? 0 }}
      answer={answer}
      defaults={{
        name: found?.name ?? "",
        customerId: found?.customerId ?? "",
        checkInDate: found?.checkInDate ?? today,
        checkOutDate: found?.checkOutDate ?? "",
        boarding: inDollars(found?.boarding ?? DEFAULT_BOARDING),
        boardingSurcharge: inDollars(found?.boardingSurcharge ?? DEFAULT_BOARDING_SURCHARGE),
        training: inDollars(found?.training ?? DEFAULT_TRAINING),
        hasBlanket: found?.hasBlanket ? "on" : "",
        isBillable: (found?.isBillable ?? true) ? "on" : "",
        location: found?.location ?? "florida",
      }}
      theirs={answer?.theirs ? described(answer.theirs) : null}
    >
      {(fields) => (
        <>
          <Field label="Name" required field={fields.name}>
            <input {...getInputProps(fields.name, { type: "text" })} className={controlClass} />
          </Field>
          <Field label="Responsible Party" field={fields.customerId}>
            <Choice
              field={fields.customerId}
              placeholder="Select a responsible party"
              options={customers}
              own={found?.customerId ? { id: found.customerId, name: found.responsibleParty } : null}
            />
          </Field>
          <Field label="Check-in Date" required field={fields.checkInDate}>
            <input {...getInputProps(fields.checkInDate, { type: "date" })} className={controlClass} />
          </Field>
          <Field label="Check-out Date" field={fields.checkOutDate}>
            <input {...getInputProps(fields.checkOutDate, { type: "date" })} className={controlClass} />
          </Field>
          <Amount label="Boarding" field={fields.boarding} />
          <Amount label="Boarding Surcharge" field={fields.boardingSurcharge} />
          <Amount label="Training" field={fields.training} />
          <CheckField label="Blanket" field={fields.hasBlanket} />
          <CheckField label="Billable" field={fields.isBillable} />
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

function Amount({ label, field }: { label: string; field: FormField }) {
  return (
    <Field label={label} required field={field}>
      <input {...getInputProps(field, { type: "text" })} inputMode="decimal" className={controlClass} />
    </Field>
  );
}

type Horse = NonNullable<Awaited<ReturnType<typeof loader>>["found"]>;

function described(horse: Horse): [label: string, text: string][] {
  return [
    ["Name", horse.name],
    ["Responsible Party", horse.responsibleParty],
    ["Check-in Date", formatUsDate(horse.checkInDate)],
    ["Check-out Date", horse.checkOutDate ? formatUsDate(horse.checkOutDate) : ""],
    ["Boarding", formatDollars(horse.boarding)],
    ["Boarding Surcharge", formatDollars(horse.boardingSurcharge)],
    ["Training", formatDollars(horse.training)],
    ["Blanket", horse.hasBlanket ? "Yes" : "No"],
    ["Billable", horse.isBillable ? "Yes" : "No"],
    ["Location", LOCATION_NAMES[horse.location]],
  ];
}
