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
import { button } from "#app/ui/button.tsx";
import { controlClass, Field } from "#app/ui/field.tsx";
import type { EntryOptions, Grouped } from "./options.ts";

/** In the order of the page. */
const FIELDS = ["date", "horseId", "rider", "serviceId", "quantity", "groomId", "comments"] as const;

/** What the fields hold: text, as typed. */
type EntryFields = Record<(typeof FIELDS)[number], string | undefined>;

type EntryFormProps = {
  formId: string;
  today: LocalDate;
  options: EntryOptions;
  result: SubmissionResult<string[]> | undefined;
  /** The last send never left: there was no connection. */
  offline: boolean;
};

/** The fields of spec section 2 'Service Form'. The server checks them; every message stands beside its field. */
export function EntryForm({ formId, today, options, result, offline }: EntryFormProps) {
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
  const firstInvalid = FIELDS.find((name) => fields[name].errors);
  const attributesOf = (name: (typeof FIELDS)[number]) => ({
    key: fields[name].key,
    className: controlClass,
    // Without JavaScript an answer is a new page: it opens where there is something to mend.
    autoFocus: name === firstInvalid,
  });
  const problems = offline ? [NO_CONNECTION] : form.errors;

  return (
    <Form
      method="post"
      action="/?index"
      {...getFormProps(form)}
      noValidate
      className="mt-8 grid gap-x-5 gap-y-6 sm:grid-cols-6"
    >
      <input type="hidden" name="id" value={id} />
      <Field label="Date" required className="sm:col-span-2" {...describe(fields.date)}>
        <input {...getInputProps(fields.date, { type: "date" })} {...attributesOf("date")} />
      </Field>
      <Field label="Horse" required className="sm:col-span-4" {...describe(fields.horseId)}>
        <select {...getSelectProps(fields.horseId)} {...attributesOf("horseId")}>
          <option value="">Select a horse...</option>
          <Groups options={options.horses} current="In the property" others="Other horses" />
        </select>
      </Field>
      <Field label="Rider" className="sm:col-span-6" {...describe(fields.rider)}>
        <select {...getSelectProps(fields.rider)} {...attributesOf("rider")}>
          <option value="">Select a rider...</option>
          {options.riders.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Service" required className="sm:col-span-4" {...describe(fields.serviceId)}>
        <select {...getSelectProps(fields.serviceId)} {...attributesOf("serviceId")}>
          <option value="">Select a service...</option>
          {options.services.map(({ id, name, needsGroom }) => (
            <option key={id} value={id} data-needs-groom={needsGroom || undefined}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Quantity" required className="sm:col-span-2" {...describe(fields.quantity)}>
        <input
          {...getInputProps(fields.quantity, { type: "number" })}
          {...attributesOf("quantity")}
          inputMode="numeric"
        />
      </Field>
      <Field label="Groom" required className="groom-field sm:col-span-6" {...describe(fields.groomId)}>
        <select {...getSelectProps(fields.groomId)} {...attributesOf("groomId")}>
          <option value="">Select a groom...</option>
          <Groups options={options.grooms} current="Active" others="Other grooms" />
        </select>
      </Field>
      <Field label="Comments" className="sm:col-span-6" {...describe(fields.comments)}>
        <textarea {...getTextareaProps(fields.comments)} {...attributesOf("comments")} rows={3} />
      </Field>
      {problems && (
        <p id={form.errorId} role="alert" className="alert sm:col-span-6">
          {problems.join(" ")}
        </p>
      )}
      <div className="pt-2 sm:col-span-6">
        <button type="submit" aria-disabled={saving} className={`${button.primary} w-full sm:w-32`}>
          {saving ? "Submitting..." : "Submit"}
        </button>
      </div>
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
