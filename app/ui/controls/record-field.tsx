import type { ReactNode } from "react";
import type { BoundField, BoundInput, Option } from "#app/domain/field.ts";
import { CheckField, Choice, controlClass, Field } from "./field.tsx";
import { type FormField, textProps } from "./fields.ts";

type RecordFieldProps<Row> = {
  described: BoundField<Row>;
  field: FormField;
  /** What a reference offers; undefined if that could not be read. */
  offered: readonly Option[] | undefined;
  /** What the record refers to now. */
  own: Option | null;
  /** The dialog's own control, in place of the one that the description names. */
  control: ((field: FormField) => ReactNode) | undefined;
};

/** One field of a record's dialog, with the control that its description names. */
export function RecordField<Row>({ described, field, offered, own, control }: RecordFieldProps<Row>) {
  const { label, input } = described;
  if (!input) return null;
  if (input.control === "checkbox") return <CheckField label={label} field={field} />;
  return (
    <Field label={label} required={input.required} field={field}>
      {control ? control(field) : controlOf(input, field, offered, own)}
    </Field>
  );
}

function controlOf<Row>(
  { control, placeholder, options }: BoundInput<Row>,
  field: FormField,
  offered: readonly Option[] | undefined,
  own: Option | null,
): ReactNode {
  const common = { placeholder, className: controlClass };
  switch (control) {
    case "reference":
      return <Choice field={field} placeholder={placeholder ?? ""} options={offered} own={own} />;
    case "choice":
      return (
        <select {...textProps(field)} className={controlClass}>
          {options.map(({ id, name }) => (
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
