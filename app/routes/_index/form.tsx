import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import type { LocalDate } from "#app/domain/calendar.ts";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass, Field } from "#app/ui/controls/field.tsx";
import { type FormField, textProps, useFields } from "#app/ui/controls/fields.ts";
import { Choice, Groups, Options } from "./choice.tsx";
import type { EntryOptions } from "./options.ts";

/** In the order of the page. */
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
  /** The id of the bill item that the form will create, from the page or from the last answer. */
  idempotencyKey: string;
  today: LocalDate;
  options: EntryOptions;
  result: SubmissionResult<string[]> | undefined;
  /** What stands in the way of saving, whatever is typed. */
  obstacle: string | undefined;
};

/** The form of spec section 2 'Service Form'. The server checks it; every message stands beside its field. */
export function EntryForm({ idempotencyKey, today, options, result, obstacle }: EntryFormProps) {
  const { field, firstInvalid, errors } = useFields({
    form: "service",
    names: NAMES,
    result,
    defaults: { date: today, quantity: "1" },
    constraint: CONSTRAINT,
  });
  const saving = useNavigation().state === "submitting";
  const problems = obstacle ? [obstacle] : errors;
  return (
    <Form method="post" action="/?index" id="service" noValidate className="mt-8 grid gap-x-5 gap-y-6 sm:grid-cols-6">
      <input type="hidden" name="id" value={idempotencyKey} />
      <EntryFields field={field} firstInvalid={firstInvalid} options={options} />
      {problems && (
        <p role="alert" className="alert sm:col-span-6">
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

type EntryFieldsProps = { field: (name: Name) => FormField; firstInvalid: Name | undefined; options: EntryOptions };

function EntryFields({ field, firstInvalid, options }: EntryFieldsProps) {
  const control = (name: Name) => ({
    className: controlClass,
    // Without JavaScript an answer is a new page: it opens where there is something to mend.
    autoFocus: name === firstInvalid,
  });
  const select = (name: Name) => ({ ...textProps(field(name)), ...control(name) });
  const { horses, riders, services, grooms } = options;
  return (
    <>
      <Field label="Date" required className="sm:col-span-2" field={field("date")}>
        <input type="date" {...textProps(field("date"))} {...control("date")} />
      </Field>
      <Field label="Horse" required className="sm:col-span-4" field={field("horseId")}>
        <Choice {...select("horseId")} offered={[...horses.current, ...horses.others]}>
          <option value="">Select a horse...</option>
          <Groups options={horses} current="In the property" others="Other horses" />
        </Choice>
      </Field>
      <Field label="Rider" className="sm:col-span-6" field={field("rider")}>
        <Choice {...select("rider")} offered={riders}>
          <option value="">Select a rider...</option>
          <Options options={riders} />
        </Choice>
      </Field>
      <Field label="Service" required className="sm:col-span-4" field={field("serviceId")}>
        <Choice {...select("serviceId")} offered={services}>
          <option value="">Select a service...</option>
          {services.map(({ id, name, needsGroom }) => (
            <option key={id} value={id} data-needs-groom={needsGroom || undefined}>
              {name}
            </option>
          ))}
        </Choice>
      </Field>
      <Field label="Quantity" required className="sm:col-span-2" field={field("quantity")}>
        <input type="number" {...textProps(field("quantity"))} {...control("quantity")} inputMode="numeric" />
      </Field>
      <Field label="Groom" required className="groom-field sm:col-span-6" field={field("groomId")}>
        <Choice {...select("groomId")} offered={[...grooms.current, ...grooms.others]}>
          <option value="">Select a groom...</option>
          <Groups options={grooms} current="Active" others="Other grooms" />
        </Choice>
      </Field>
      <Field label="Comments" className="sm:col-span-6" field={field("comments")}>
        <textarea {...textProps(field("comments"))} {...control("comments")} rows={3} />
      </Field>
    </>
  );
}

/**
 * The id with which a form is sent: the one that it was made with, whatever the lists around it are refreshed with, until
 * an answer says which to go on with.
 */
export function useIdempotencyKey(made: string, answered: string | undefined): string {
  const [id, setId] = useState(answered ?? made);
  if (answered && answered !== id) setId(answered);
  return answered ?? id;
}
