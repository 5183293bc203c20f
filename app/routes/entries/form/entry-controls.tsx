import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps } from "@conform-to/react";
import { GROOM_REQUIRED } from "#app/domain/entries/service-entry.ts";
import type { CheckedField } from "#app/domain/fields/field-checks.ts";
import { controlClass, FormField } from "#app/ui/controls/fields/form-field.tsx";
import { useTexts } from "../language/use-texts.ts";
import { HorsePicker } from "./horse-picker.tsx";
import type { EntryOptions } from "./options.ts";
import type { Recent } from "./recent.ts";
import { RecentChips } from "./recent-chips.tsx";
import { NotChosen, Options, StickySelect } from "./sticky-select.tsx";

export type Entered = Record<(typeof FIELDS)[number]["name"], string>;

/** The fields, in the order of the page. Their English labels are in messages, which the form translates. */
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
  const shown = (name: keyof Entered, label: string) => ({ label, field: fields[name], messages: texts.messages });
  const select = (name: keyof Entered) => ({ ...getSelectProps(fields[name]), ...control(name) });
  const { horses, riders, services, grooms } = options;
  const texts = useTexts();
  return (
    <>
      <FormField {...shown("date", texts.date)} required className="sm:col-span-2">
        <input {...getInputProps(fields.date, { type: "date" })} {...control("date")} defaultValue={date} />
      </FormField>
      <FormField {...shown("horseId", texts.horse)} required className="sm:col-span-4">
        <RecentChips name="horseId" options={horses} ids={recent.horses} />
        <HorsePicker {...select("horseId")} options={horses} />
      </FormField>
      <FormField {...shown("rider", texts.rider)} className="sm:col-span-6">
        <StickySelect {...select("rider")} options={riders} label={labels.rider}>
          <NotChosen text={texts.selectRider} />
          <Options options={riders} />
        </StickySelect>
      </FormField>
      <FormField {...shown("serviceId", texts.service)} required className="sm:col-span-4">
        <RecentChips name="serviceId" options={services} ids={recent.services} />
        <StickySelect {...select("serviceId")} options={services} label={labels.serviceId}>
          <NotChosen text={texts.selectService} />
          {services.map(({ id, name, needsGroom }) => (
            <option key={id} value={id} data-needs-groom={needsGroom || undefined}>
              {name}
            </option>
          ))}
        </StickySelect>
      </FormField>
      <FormField {...shown("quantity", texts.quantity)} required className="sm:col-span-2">
        <input
          {...getInputProps(fields.quantity, { type: "text" })}
          {...control("quantity")}
          inputMode="numeric"
          autoComplete="off"
        />
      </FormField>
      <FormField {...shown("groomId", texts.groom)} required className="groom-field sm:col-span-6">
        <RecentChips name="groomId" options={grooms.filter(({ note }) => !note)} ids={recent.grooms} />
        <StickySelect {...select("groomId")} options={grooms} label={labels.groomId}>
          <NotChosen text={texts.selectGroom} />
          <Options options={grooms} />
        </StickySelect>
      </FormField>
      <FormField {...shown("comments", texts.comments)} className="sm:col-span-6">
        <textarea {...getTextareaProps(fields.comments)} {...control("comments")} rows={3} />
      </FormField>
    </>
  );
}
