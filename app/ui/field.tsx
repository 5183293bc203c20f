import { getInputProps } from "@conform-to/react";
import type { ReactNode } from "react";
import type { FormField } from "./fields.ts";

/** Looks of a text input, select or textarea. */
export const controlClass = "control";

type FieldProps = {
  label: string;
  /** Where its control is and what is wrong with it, as conform's field metadata say. */
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
    <label htmlFor={field.id} className="flex min-h-11 items-center gap-3 text-sm font-medium">
      <input {...getInputProps(field, { type: "checkbox" })} className="checkbox" />
      {label}
    </label>
  );
}
