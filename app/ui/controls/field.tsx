import type { ReactNode } from "react";
import type { Option } from "#app/domain/field.ts";
import { byName } from "#app/domain/names.ts";
import { checkboxProps, type FormField, textProps } from "./fields.ts";

/** The class name of a text input, select or textarea. */
export const controlClass = "control";

type FieldProps = {
  label: string;
  /** The id of the control, and the id and texts of its error. */
  field: { id: string; errorId: string; errors?: string[] | undefined };
  required?: boolean;
  className?: string;
  children: ReactNode;
};

/** A labelled control with its error below. The control refers to the error by `aria-describedby`. */
export function Field({ label, field, required = false, className = "", children }: FieldProps) {
  return (
    <div className={className}>
      <label htmlFor={field.id} className="mb-2 block text-sm font-medium">
        {label}
        {required && (
          <span aria-hidden="true" className="text-muted">
            *
          </span>
        )}
      </label>
      {children}
      {field.errors && (
        <p id={field.errorId} className="mt-2 text-sm text-danger">
          {field.errors.join(" ")}
        </p>
      )}
    </div>
  );
}

/** A checkbox or, with `isSwitch`, a switch. An unticked one is absent from the form data. */
export function CheckField({ label, field, isSwitch }: { label: string; field: FormField; isSwitch: boolean }) {
  return (
    <label htmlFor={field.id} className="-my-2.5 flex min-h-11 items-center gap-3 text-sm font-medium">
      <input
        {...checkboxProps(field)}
        {...(isSwitch ? { role: "switch", className: "toggle" } : { className: "tick" })}
      />
      {label}
    </label>
  );
}

type ReferenceSelectProps = {
  field: FormField;
  /** 'Select a horse...' */
  placeholder: string;
  options: readonly Option[] | undefined;
  /** The record's current reference, which may no longer be among the options. */
  current: Option | null | undefined;
};

/**
 * A select of records by name. It keeps the selected record, even if that record was deleted or the options could not be
 * loaded.
 */
export function ReferenceSelect({ field, placeholder, options = [], current }: ReferenceSelectProps) {
  const { initialText: selected } = field;
  const known = [
    ...(selected ? [{ id: selected, name: "As you chose" }] : []),
    ...(current ? [current] : []),
    ...options,
  ];
  // The map keeps the last option of each id, which has the most recent name.
  const unique = [...new Map(known.map((option) => [option.id, option])).values()];
  return (
    <select {...textProps(field)} className={controlClass}>
      <option value="">{placeholder}</option>
      {unique.sort(byName).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
