import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import type { LocalDate } from "#app/domain/calendar.ts";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass, Field } from "#app/ui/controls/field.tsx";
import { type FormField, textProps, useFields } from "#app/ui/controls/fields.ts";
import { HorsePicker } from "./horse-picker.tsx";
import type { EntryOptions } from "./options.ts";
import type { Prefill } from "./prefill.ts";
import { GroupedOptions, Options, StickySelect } from "./sticky-select.tsx";

/** The names of the fields, in the order of the page. */
const NAMES = ["date", "horseId", "rider", "serviceId", "quantity", "groomId", "comments"] as const;

type Name = (typeof NAMES)[number];

const CONSTRAINT = {
  date: { required: true },
  horseId: { required: true },
  serviceId: { required: true },
  quantity: { required: true, min: 1, step: 1 },
  groomId: { required: true },
  comments: { maxLength: 2_000 },
};

type EntryFormProps = {
  /** The id of the bill item that the form creates. */
  idempotencyKey: string;
  today: LocalDate;
  options: EntryOptions;
  /** The fields that the form takes over from the entry before; null for an empty form. */
  prefill: Prefill | null;
  result: SubmissionResult<string[]> | undefined;
  /** What the post confirms: an unusual date or quantity, or an entry logged before, that was asked about. */
  question: string | undefined;
  /** The same was logged before. */
  isRepetition: boolean | undefined;
  /** Why no entry can be saved at the moment, such as a lost connection. */
  outage: string | undefined;
};

/** The form of docs/product.md, 'Service form'. Only the server validates it; each message is shown below its field. */
export function EntryForm({ idempotencyKey, today, options, prefill, ...answer }: EntryFormProps) {
  const { result, question, isRepetition, outage } = answer;
  const { field, firstInvalid, errors } = useFields({
    form: "service",
    names: NAMES,
    result,
    defaults: { date: today, quantity: "1", ...prefill },
    constraint: CONSTRAINT,
  });
  const { state, formData } = useNavigation();
  const saving = state === "submitting" && !formData?.has("undo");
  const problems = outage ? [outage] : errors;
  return (
    <Form method="post" action="/?index" id="service" noValidate className="mt-8 grid gap-x-5 gap-y-6 sm:grid-cols-6">
      <input type="hidden" name="id" value={idempotencyKey} />
      {question && <input type="hidden" name="confirmed" value={question} />}
      <EntryFields field={field} focused={firstInvalid ?? (prefill ? "serviceId" : undefined)} options={options} />
      <div className="entry-foot">
        {problems && (
          <p role="alert" className="alert mb-4">
            {problems.join(" ")}
          </p>
        )}
        <button type="submit" aria-disabled={saving} className={`${button.primary} w-full sm:w-32`}>
          {saving ? "Submitting..." : isRepetition ? "Log it again" : "Submit"}
        </button>
      </div>
    </Form>
  );
}

type EntryFieldsProps = { field: (name: Name) => FormField; focused: Name | undefined; options: EntryOptions };

function EntryFields({ field, focused, options }: EntryFieldsProps) {
  const control = (name: Name) => ({
    className: controlClass,
    // Without JavaScript an answer is a new page, which opens with the focus on the first invalid field.
    autoFocus: name === focused,
  });
  const select = (name: Name) => ({ ...textProps(field(name)), ...control(name) });
  const { horses, riders, services, grooms } = options;
  return (
    <>
      <Field label="Date" required className="sm:col-span-2" field={field("date")}>
        <input type="date" {...textProps(field("date"))} {...control("date")} />
      </Field>
      <Field label="Horse" required className="sm:col-span-4" field={field("horseId")}>
        <HorsePicker {...select("horseId")} groups={horses} />
      </Field>
      <Field label="Rider" className="sm:col-span-6" field={field("rider")}>
        <StickySelect {...select("rider")} options={riders}>
          <option value="">Select a rider...</option>
          <Options options={riders} />
        </StickySelect>
      </Field>
      <Field label="Service" required className="sm:col-span-4" field={field("serviceId")}>
        <StickySelect {...select("serviceId")} options={services}>
          <option value="">Select a service...</option>
          {services.map(({ id, name, needsGroom }) => (
            <option key={id} value={id} data-needs-groom={needsGroom || undefined}>
              {name}
            </option>
          ))}
        </StickySelect>
      </Field>
      <Field label="Quantity" required className="sm:col-span-2" field={field("quantity")}>
        <input type="number" {...textProps(field("quantity"))} {...control("quantity")} inputMode="numeric" />
      </Field>
      <Field label="Groom" required className="groom-field sm:col-span-6" field={field("groomId")}>
        <StickySelect {...select("groomId")} options={[...grooms.current, ...grooms.others]}>
          <option value="">Select a groom...</option>
          <GroupedOptions groups={grooms} currentLabel="Active" othersLabel="Other grooms" />
        </StickySelect>
      </Field>
      <Field label="Comments" className="sm:col-span-6" field={field("comments")}>
        <textarea {...textProps(field("comments"))} {...control("comments")} rows={3} />
      </Field>
    </>
  );
}

/**
 * The idempotency key of the form: the key that the form opened with, until an answer replaces it. A live update, which loads
 * another key, does not change it.
 */
export function useIdempotencyKey(initial: string, answered: string | undefined): string {
  const [key, setKey] = useState(answered ?? initial);
  if (answered && answered !== key) setKey(answered);
  return answered ?? key;
}
