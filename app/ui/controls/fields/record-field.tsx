import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps, useField } from "@conform-to/react";
import type { ReactNode } from "react";
import { byName } from "#app/domain/basics/names.ts";
import { ADDITION, type BoundField, type BoundInput, type Option } from "#app/domain/fields/field.ts";
import { DateInput } from "./date-input.tsx";
import { controlClass, FormField } from "./form-field.tsx";
import { ListField } from "./list-field.tsx";
import { PartsField, SharesField } from "./shares-field.tsx";
import { WeekdaysField } from "./weekdays-field.tsx";

type RecordFieldProps<Row> = {
  description: BoundField<Row>;
  /** The options of a reference; undefined if they could not be loaded. */
  options: readonly Option[] | undefined;
  /** The record's current reference. */
  current: Option | null;
  /** The browser moves the focus to the field when it loads the page, also without JavaScript. */
  isFocused: boolean;
};

/** A field of a record dialog, with the control of its description (docs/architecture.md, 'One field'). */
export function RecordField<Row>({ description, isFocused, ...choice }: RecordFieldProps<Row>) {
  const { name, label, listed, input } = description;
  const [field] = useField<string>(name);
  if (!input) return null;
  if (input.control === "checkbox") return <CheckField label={label} field={field} isSwitch={!listed.isCheckbox} />;
  if (input.control === "weekdays") return <WeekdaysField name={name} label={label} />;
  if (input.control === "lines")
    return <ListField {...{ name, label, isFocused }} entry={input.entry ?? label} placeholder={input.placeholder} />;
  if (input.kind === "parts")
    return (
      <PartsField {...{ name, label }} one={input.entry ?? label} note={input.placeholder} options={choice.options} />
    );
  if (input.control === "shares")
    return <SharesField {...{ name, label }} first={input.entry ?? label} options={choice.options} />;
  return (
    <FormField label={label} required={input.required} field={field} className={`field-${name}`}>
      {controlOf(input, field, isFocused, choice)}
    </FormField>
  );
}

function controlOf<Row>(
  { kind, control, placeholder, addition, options: fixedOptions }: BoundInput<Row>,
  field: FieldMetadata<string>,
  autoFocus: boolean,
  { options, current }: Pick<RecordFieldProps<Row>, "options" | "current">,
): ReactNode {
  const common = { placeholder, className: controlClass, autoFocus };
  switch (control) {
    case "reference":
      return <ReferenceSelect {...{ field, options, current, autoFocus, addition }} placeholder={placeholder ?? ""} />;
    case "choice":
      return (
        <select {...getSelectProps(field)} {...common}>
          {fixedOptions.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      );
    case "multiline":
      return <textarea {...getTextareaProps(field)} rows={3} {...common} />;
    case "date":
      return <DateInput {...getInputProps(field, { type: control })} {...common} />;
    case "tel":
      return <input {...getInputProps(field, { type: control })} {...common} />;
    case "quantity":
      return <input {...getInputProps(field, { type: "text" })} inputMode="numeric" autoComplete="off" {...common} />;
    case "amount":
      return (
        <span className={kind === "percent" ? undefined : "dollars"}>
          <input {...getInputProps(field, { type: "text" })} inputMode="decimal" {...common} />
        </span>
      );
    case "email":
      return <input {...getInputProps(field, { type: "text" })} inputMode="email" {...common} />;
    default:
      return <input {...getInputProps(field, { type: "text" })} {...common} />;
  }
}

/** A checkbox or, with `isSwitch`, a switch. An unticked one is absent from the form data. */
function CheckField({ label, field, isSwitch }: { label: string; field: FieldMetadata<string>; isSwitch: boolean }) {
  return (
    <label htmlFor={field.id} className="-my-2.5 flex min-h-11 items-center gap-3 text-sm font-medium">
      <input
        {...getInputProps(field, { type: "checkbox" })}
        {...(isSwitch ? { role: "switch", className: "toggle" } : { className: "tick" })}
      />
      <span>{label}</span>
    </label>
  );
}

type ReferenceSelectProps = {
  field: FieldMetadata<string>;
  /** 'Select a horse...' */
  placeholder: string;
  addition: string | undefined;
  options: readonly Option[] | undefined;
  /** The record's current reference, which may no longer be among the options. */
  current: Option | null | undefined;
  autoFocus: boolean;
};

/**
 * A select of records by name. The selected record stays an option, even if it was deleted or the options could not be
 * loaded.
 */
function ReferenceSelect({ field, placeholder, addition, options = [], current, ...rest }: ReferenceSelectProps) {
  const { initialValue: selected } = field;
  const known = [
    ...(selected && selected !== ADDITION ? [{ id: selected, name: "As you chose" }] : []),
    ...(current ? [current] : []),
    ...options,
  ];
  // The map keeps the last option of each id, which has the most recent name.
  const unique = [...new Map(known.map((option) => [option.id, option])).values()];
  return (
    <select {...getSelectProps(field)} {...rest} translate="no" className={controlClass}>
      <option value="" translate="yes">
        {placeholder}
      </option>
      {addition && (
        <option value={ADDITION} translate="yes">
          {addition}
        </option>
      )}
      {unique.sort(byName).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
