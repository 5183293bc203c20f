import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import type { LocalDate } from "#app/domain/calendar.ts";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass, Field } from "#app/ui/controls/field.tsx";
import { type FormField, textProps, useFields } from "#app/ui/controls/fields.ts";
import { CONFIRMED, REPLACES, UNDO } from "./entry-fields.ts";
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
  /** The id of the form, which those of its controls begin with. */
  form: "service" | "kept";
  /** The kept entry that the form edits. */
  replaces?: string;
  onCancel?: () => void;
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
export function EntryForm({ form, idempotencyKey, today, options, prefill, ...rest }: EntryFormProps) {
  const { replaces, onCancel, result, question, isRepetition, outage } = rest;
  const { field, firstInvalid, errors } = useFields({
    form,
    names: NAMES,
    result,
    defaults: { date: today, quantity: "1", ...prefill },
    constraint: CONSTRAINT,
  });
  const { state, formData } = useNavigation();
  const saving = state === "submitting" && !formData?.has(UNDO);
  const problems = outage ? [outage] : errors;
  return (
    <Form
      method="post"
      action="/?index"
      id={form}
      noValidate
      className="mt-8 grid grid-cols-1 gap-x-5 gap-y-6 sm:grid-cols-6"
    >
      <input type="hidden" name="id" value={idempotencyKey} />
      {question && <input type="hidden" name={CONFIRMED} value={question} />}
      {replaces && <input type="hidden" name={REPLACES} value={replaces} />}
      <EntryFields field={field} focused={firstInvalid ?? (prefill ? "serviceId" : undefined)} options={options} />
      <div className="entry-foot">
        {problems && (
          <p role="alert" className="alert mb-4">
            {problems.join(" ")}
          </p>
        )}
        <div className="flex gap-3">
          {onCancel && (
            <button type="button" className={button.secondary} onClick={onCancel}>
              Cancel
            </button>
          )}
          <button type="submit" aria-disabled={saving} className={`${button.primary} grow sm:w-32 sm:grow-0`}>
            {saving ? "Submitting..." : isRepetition ? "Log it again" : "Submit"}
          </button>
        </div>
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
