import type { ReactNode } from "react";

/** The class name of a text input, select or textarea. */
export const controlClass = "control";

/** Translations of English messages; a message without one stays English. */
type Translations = { readonly [english: string]: string } | undefined;

export const sayAll = (messages: readonly string[], translations: Translations = {}) =>
  messages.map((each) => translations[each] ?? each).join(" ");

type FieldProps = {
  label: string;
  /** The id of the control, and the id and texts of its error. */
  field: { id: string; errorId: string; errors?: string[] | undefined };
  required?: boolean;
  className?: string;
  messages?: Translations;
  children: ReactNode;
};

/** A labelled control with its error below. The control refers to the error by `aria-describedby`. */
export function FormField({ label, field, required = false, className = "", messages, children }: FieldProps) {
  return (
    <div className={className}>
      <label htmlFor={field.id} className="mb-2 block text-sm font-medium">
        <span>{label}</span>
        {required && (
          <span aria-hidden="true" className="text-muted">
            *
          </span>
        )}
      </label>
      {children}
      <FieldErrors field={field} messages={messages} />
    </div>
  );
}

export const FieldErrors = ({ field: { errorId, errors }, messages }: Pick<FieldProps, "field" | "messages">) =>
  errors && (
    <p id={errorId} className="mt-2 text-sm text-danger">
      {sayAll(errors, messages)}
    </p>
  );
