import {
  getFormProps,
  getInputProps,
  getSelectProps,
  getTextareaProps,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import type { LocalDate } from "#app/domain/calendar.ts";
import { controlClass, Field } from "#app/ui/field.tsx";
import type { EntryOptions, Grouped } from "./options.ts";

/** What the fields hold: text, as typed. */
type EntryFields = Record<
  "date" | "horseId" | "rider" | "serviceId" | "quantity" | "groomId" | "comments",
  string | undefined
>;

type EntryFormProps = {
  formId: string;
  today: LocalDate;
  options: EntryOptions;
  result: SubmissionResult<string[]> | undefined;
  unreachable: boolean;
};

/** The fields of spec section 2 'Service Form'. The server checks them; every message stands beside its field. */
export function EntryForm({ formId, today, options, result, unreachable }: EntryFormProps) {
  const [form, fields] = useForm<EntryFields>({
    id: "service",
    lastResult: result ?? null,
    defaultValue: { date: today, quantity: "1" },
    constraint: REQUIRED,
    shouldValidate: "onSubmit",
  });
  const id = useStable(formId, result);
  const saving = useNavigation().state === "submitting";
  const describe = (field: { errorId: string; id: string; errors?: string[] | undefined }) => ({
    controlId: field.id,
    errorId: field.errorId,
    errors: field.errors,
  });
  const problems = unreachable ? [NO_CONNECTION] : form.errors;

  return (
    <Form method="post" {...getFormProps(form)} noValidate>
      <input type="hidden" name="id" value={id} />
      <Field label="Date" required {...describe(fields.date)}>
        <input {...getInputProps(fields.date, { type: "date" })} key={fields.date.key} className={controlClass} />
      </Field>
      <Field label="Horse" required {...describe(fields.horseId)}>
        <select {...getSelectProps(fields.horseId)} key={fields.horseId.key} className={controlClass}>
          <option value="">Select a horse...</option>
          <Groups options={options.horses} current="In the property" others="Other horses" />
        </select>
      </Field>
      <Field label="Rider" {...describe(fields.rider)}>
        <select {...getSelectProps(fields.rider)} key={fields.rider.key} className={controlClass}>
          <option value="">Select a rider...</option>
          {options.riders.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Service" required {...describe(fields.serviceId)}>
        <select {...getSelectProps(fields.serviceId)} key={fields.serviceId.key} className={controlClass}>
          <option value="">Select a service...</option>
          {options.services.map(({ id, name, needsGroom }) => (
            <option key={id} value={id} data-needs-groom={needsGroom || undefined}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Quantity" required {...describe(fields.quantity)}>
        <input
          {...getInputProps(fields.quantity, { type: "number" })}
          key={fields.quantity.key}
          inputMode="numeric"
          className={controlClass}
        />
      </Field>
      <Field label="Groom" required className="groom-field" {...describe(fields.groomId)}>
        <select {...getSelectProps(fields.groomId)} key={fields.groomId.key} className={controlClass}>
          <option value="">Select a groom...</option>
          <Groups options={options.grooms} current="Active" others="Other grooms" />
        </select>
      </Field>
      <Field label="Comments" {...describe(fields.comments)}>
        <textarea {...getTextareaProps(fields.comments)} key={fields.comments.key} rows={3} className={controlClass} />
      </Field>
      {problems && (
        <p id={form.errorId} role="alert">
          {problems.join(" ")}
        </p>
      )}
      <button type="submit" aria-disabled={saving}>
        {saving ? "Submitting..." : "Submit"}
      </button>
    </Form>
  );
}

const NO_CONNECTION =
  "Hayloft cannot be reached, so this entry is not saved yet. What you typed is kept: press Submit again when you are back online.";

const REQUIRED = {
  date: { required: true },
  horseId: { required: true },
  serviceId: { required: true },
  quantity: { required: true, min: 1, step: 1 },
  comments: { maxLength: 2_000 },
};

/** Options under two headings; none where there is nothing to set apart. */
function Groups({ options, current, others }: { options: Grouped; current: string; others: string }) {
  const list = (group: Grouped["current"]) =>
    group.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ));
  if (options.others.length === 0) return list(options.current);
  return (
    <>
      <optgroup label={current}>{list(options.current)}</optgroup>
      <optgroup label={others}>{list(options.others)}</optgroup>
    </>
  );
}

/** Keeps the id that the form was made with while lists are refreshed around it; an answer may hand out a new one. */
function useStable(formId: string, result: unknown): string {
  const [kept, keep] = useState({ formId, result });
  if (kept.result !== result) keep({ formId, result });
  return kept.formId;
}
