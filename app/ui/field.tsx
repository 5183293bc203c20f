import type { ReactNode } from "react";

/** Looks of a text input, select or textarea. */
export const controlClass = "control";

type FieldProps = {
  label: string;
  /** The id of the control; its errors are at `${controlId}-error`. */
  controlId: string;
  errorId: string;
  errors?: string[] | undefined;
  required?: boolean;
  className?: string;
  children: ReactNode;
};

/** A labelled control with its error beside it; the control names the error by `aria-describedby`. */
export function Field({ label, controlId, errorId, errors, required = false, className = "", children }: FieldProps) {
  return (
    <div className={className}>
      <label htmlFor={controlId} className="mb-2 block text-sm font-medium">
        {label}
        {required && (
          <span aria-hidden="true" className="text-muted">
            *
          </span>
        )}
      </label>
      {children}
      {errors && (
        <p id={errorId} className="mt-2 text-sm text-danger">
          {errors.join(" ")}
        </p>
      )}
    </div>
  );
}
