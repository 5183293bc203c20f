import type { ReactNode } from "react";
import type { BoundField, BoundInput, Option } from "#app/domain/field.ts";
import { CheckField, controlClass, Field, ReferenceSelect } from "./field.tsx";
import { type FormField, textProps } from "./fields.ts";

type RecordFieldProps<Row> = {
  description: BoundField<Row>;
  field: FormField;
  /** The options of a reference; undefined if they could not be loaded. */
  options: readonly Option[] | undefined;
  /** The record's current reference. */
  current: Option | null;
  /** A custom control in place of the description's. */
  control: ((field: FormField) => ReactNode) | undefined;
};

/** A field of a record dialog, with the control of its description (docs/architecture.md, 'One field'). */
export function RecordField<Row>({ description, field, options, current, control }: RecordFieldProps<Row>) {
  const { label, listed, input } = description;
  if (!input) return null;
  if (input.control === "checkbox") return <CheckField label={label} field={field} isSwitch={!listed.isCheckbox} />;
  return (
    <Field label={label} required={input.required} field={field}>
      {control ? control(field) : controlOf(input, field, options, current)}
    </Field>
  );
}

function controlOf<Row>(
  { control, placeholder, options: fixedOptions }: BoundInput<Row>,
  field: FormField,
  options: readonly Option[] | undefined,
  current: Option | null,
): ReactNode {
  const common = { placeholder, className: controlClass };
  switch (control) {
    case "reference":
      return <ReferenceSelect field={field} placeholder={placeholder ?? ""} options={options} current={current} />;
    case "choice":
      return (
        <select {...textProps(field)} className={controlClass}>
          {fixedOptions.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      );
    case "multiline":
    case "lines":
      return <textarea {...textProps(field)} rows={3} {...common} />;
    case "date":
      return <input type="date" {...textProps(field)} {...common} />;
    case "tel":
      return <input type="tel" {...textProps(field)} {...common} />;
    case "quantity":
      return <input type="number" {...textProps(field)} min={1} inputMode="numeric" {...common} />;
    case "amount":
      return <input type="text" {...textProps(field)} inputMode="decimal" {...common} />;
    case "email":
      return <input type="text" {...textProps(field)} inputMode="email" {...common} />;
    default:
      return <input type="text" {...textProps(field)} {...common} />;
  }
}
