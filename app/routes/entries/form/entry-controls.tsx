import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps } from "@conform-to/react";
import { GROOM_REQUIRED } from "#app/domain/entries/service-entry.ts";
import type { CheckedField } from "#app/domain/fields/field-checks.ts";
import { controlClass, FormField } from "#app/ui/controls/fields/form-field.tsx";
import { HorsePicker } from "./horse-picker.tsx";
import type { EntryOptions } from "./options.ts";
import type { Recent } from "./recent.ts";
import { RecentChips } from "./recent-chips.tsx";
import { NotChosen, Options, StickySelect } from "./sticky-select.tsx";

export type Entered = Record<(typeof FIELDS)[number]["name"], string>;

/** The fields, in the order of the page. */
export const FIELDS = [
  { name: "date", label: "Date", control: "date", required: true },
  { name: "horseId", label: "Horse", control: "reference", required: true },
  { name: "rider", label: "Rider", control: "reference" },
  { name: "serviceId", label: "Service", control: "reference", required: true },
  { name: "quantity", label: "Quantity", control: "quantity", required: true },
  { name: "groomId", label: "Groom", control: "reference", required: true, problem: GROOM_REQUIRED },
  { name: "comments", label: "Comments", control: "multiline", maxLength: 2_000 },
] as const satisfies readonly CheckedField[];

type EntryControlsProps = {
  options: EntryOptions;
  recent: Recent;
  /** The texts of the chosen options by field, in case an option is no longer offered. */
  labels: Record<string, string> | undefined;
  fields: { [Name in keyof Entered]: FieldMetadata<string> };
  focused: string | undefined;
  /** The date in the form until the user enters another one. */
  date: string | undefined;
};

/** The fields of an entry (docs/product.md, 'Service form'). */
export function EntryControls({ fields, focused, date, options, recent, labels = {} }: EntryControlsProps) {
  const control = (name: keyof Entered) => ({
    className: controlClass,
    // Without JavaScript an answer is a new page, which opens with the focus on the first invalid field.
    autoFocus: name === focused,
  });
  const select = (name: keyof Entered) => ({ ...getSelectProps(fields[name]), ...control(name) });
  const { horses, riders, services, grooms } = options;
  return (
    <>
      <FormField label="Date" required className="sm:col-span-2" field={fields.date}>
        <input {...getInputProps(fields.date, { type: "date" })} {...control("date")} defaultValue={date} />
      </FormField>
      <FormField label="Horse" required className="sm:col-span-4" field={fields.horseId}>
        <RecentChips name="horseId" options={horses} ids={recent.horses} />
        <HorsePicker {...select("horseId")} options={horses} />
      </FormField>
      <FormField label="Rider" className="sm:col-span-6" field={fields.rider}>
        <StickySelect {...select("rider")} options={riders} label={labels.rider}>
          <NotChosen text="Select a rider..." />
          <Options options={riders} />
        </StickySelect>
      </FormField>
      <FormField label="Service" required className="sm:col-span-4" field={fields.serviceId}>
        <RecentChips name="serviceId" options={services} ids={recent.services} />
        <StickySelect {...select("serviceId")} options={services} label={labels.serviceId}>
          <NotChosen text="Select a service..." />
          {services.map(({ id, name, needsGroom }) => (
            <option key={id} value={id} data-needs-groom={needsGroom || undefined}>
              {name}
            </option>
          ))}
        </StickySelect>
      </FormField>
      <FormField label="Quantity" required className="sm:col-span-2" field={fields.quantity}>
        <input
          {...getInputProps(fields.quantity, { type: "text" })}
          {...control("quantity")}
          inputMode="numeric"
          autoComplete="off"
        />
      </FormField>
      <FormField label="Groom" required className="groom-field sm:col-span-6" field={fields.groomId}>
        <RecentChips name="groomId" options={grooms.filter(({ note }) => !note)} ids={recent.grooms} />
        <StickySelect {...select("groomId")} options={grooms} label={labels.groomId}>
          <NotChosen text="Select a groom..." />
          <Options options={grooms} />
        </StickySelect>
      </FormField>
      <FormField label="Comments" className="sm:col-span-6" field={fields.comments}>
        <textarea {...getTextareaProps(fields.comments)} {...control("comments")} rows={3} />
      </FormField>
    </>
  );
}
