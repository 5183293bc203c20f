import type { ReactNode } from "react";

/** Looks of a text input, select or textarea. */
export const controlClass =
  "block w-full rounded-lg border border-zinc-300 bg-white px-3 py-2.5 text-base text-zinc-950 aria-invalid:border-red-600 dark:border-zinc-700 dark:bg-zinc-900 dark:text-white";

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
      <label htmlFor={controlId} className="mb-1.5 block text-sm font-medium">
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      {children}
      {errors && (
        <p id={errorId} className="mt-1.5 text-sm text-red-700 dark:text-red-400">
          {errors.join(" ")}
        </p>
      )}
    </div>
  );
}
