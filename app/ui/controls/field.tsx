import type { ReactNode } from "react";
import { byName } from "#app/domain/names.ts";
import { checkboxProps, type FormField, textProps } from "./fields.ts";

/** Looks of a text input, select or textarea. */
export const controlClass = "control";

type FieldProps = {
  label: string;
  /** Where its control is and what is wrong with it, as its form says. */
  field: { id: string; errorId: string; errors?: string[] | undefined };
  required?: boolean;
  className?: string;
  children: ReactNode;
};

/** A labelled control with its error beside it; the control names the error by `aria-describedby`. */
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

/** A box to tick; absent from what is sent while it is not. */
export function CheckField({ label, field }: { label: string; field: FormField }) {
  return (
    <label htmlFor={field.id} className="-my-2.5 flex min-h-11 items-center gap-3 text-sm font-medium">
      <input {...checkboxProps(field)} className="tick" />
      {label}
    </label>
  );
}

type Option = { id: string; name: string };

type ChoiceProps = {
  field: FormField;
  /** 'Select a horse...' */
  placeholder: string;
  options: readonly Option[] | undefined;
  /** What the record has now, which need not be offered any more. */
  own: Option | null | undefined;
};

/** A choice by name. What was chosen stays chosen, also where it was deleted or the names cannot be read just now. */
export function Choice({ field, placeholder, options = [], own }: ChoiceProps) {
  const { initialText: chosen } = field;
  const known = [...(chosen ? [{ id: chosen, name: "As you chose" }] : []), ...(own ? [own] : []), ...options];
  // By id, the last of which has the name that is so.
  const offered = [...new Map(known.map((option) => [option.id, option])).values()];
  return (
    <select {...textProps(field)} className={controlClass}>
      <option value="">{placeholder}</option>
      {offered.sort(byName).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
