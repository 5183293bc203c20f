import { controlClass, FormField } from "./form-field.tsx";

type NoteFieldProps = {
  id: string;
  name: string;
  label: string;
  rows: number;
  maxLength: number;
  required?: boolean;
  placeholder?: string;
  /** What was typed, and why it was refused; undefined before the form was sent. */
  refused: { text: string; problem: string } | undefined;
};

/** A text of some lines in a form without a schema. What was typed survives every refusal. */
export function NoteField({ id, name, label, refused, ...textarea }: NoteFieldProps) {
  const errorId = `${id}-error`;
  return (
    <FormField label={label} field={{ id, errorId }} required={textarea.required ?? false}>
      <textarea
        {...textarea}
        id={id}
        name={name}
        defaultValue={refused?.text}
        aria-invalid={refused ? true : undefined}
        aria-describedby={refused && errorId}
        className={controlClass}
      />
      {refused && (
        <p id={errorId} role="alert" className="mt-2 text-sm text-danger">
          {refused.problem}
        </p>
      )}
    </FormField>
  );
}
