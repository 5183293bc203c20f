import { controlClass, Field } from "#app/ui/controls/field.tsx";
import { type FormField, textProps } from "#app/ui/controls/fields.ts";
import { HorsePicker } from "./horse-picker.tsx";
import type { EntryOptions } from "./options.ts";
import { Options, StickySelect } from "./sticky-select.tsx";

/** The names of the fields, in the order of the page. */
export const NAMES = ["date", "horseId", "rider", "serviceId", "quantity", "groomId", "comments"] as const;

type Name = (typeof NAMES)[number];

type EntryControlsProps = {
  options: EntryOptions;
  /** The texts of the options that were chosen, for those that are gone. */
  labels: Record<string, string> | undefined;
  field: (name: Name) => FormField;
  focused: Name | undefined;
};

/** The fields of an entry (docs/product.md, 'Service form'). */
export function EntryControls({ field, focused, options, labels = {} }: EntryControlsProps) {
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
        <HorsePicker {...select("horseId")} options={horses} />
      </Field>
      <Field label="Rider" className="sm:col-span-6" field={field("rider")}>
        <StickySelect {...select("rider")} options={riders} label={labels.rider}>
          <option value="">Select a rider...</option>
          <Options options={riders} />
        </StickySelect>
      </Field>
      <Field label="Service" required className="sm:col-span-4" field={field("serviceId")}>
        <StickySelect {...select("serviceId")} options={services} label={labels.serviceId}>
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
        <StickySelect {...select("groomId")} options={grooms} label={labels.groomId}>
          <option value="">Select a groom...</option>
          <Options options={grooms} />
        </StickySelect>
      </Field>
      <Field label="Comments" className="sm:col-span-6" field={field("comments")}>
        <textarea {...textProps(field("comments"))} {...control("comments")} rows={3} />
      </Field>
    </>
  );
}
