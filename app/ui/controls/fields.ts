import type { SubmissionResult } from "@conform-to/react";
import { useEffect } from "react";

type Constraint = { required?: boolean; min?: number; step?: number; maxLength?: number };

/** One field of a form: the ids of its control and error, its initial text, and the server's messages. */
export type FormField = {
  id: string;
  name: string;
  form: string;
  errorId: string;
  errors: string[] | undefined;
  initialText: string | undefined;
  /** The browser moves the focus to it when it loads the page, also without JavaScript. */
  isFirstInvalid: boolean;
  constraint: Constraint;
};

type FieldsOptions<Name extends string> = {
  /** The id of the form. */
  form: string;
  /** The names of the fields, in the order of the page. */
  names: readonly Name[];
  /** conform's reply from the server: the messages and the submitted texts. */
  result: SubmissionResult<string[]> | undefined;
  /** The initial texts of the fields. */
  defaults: Partial<Record<Name, string>>;
  constraint?: Partial<Record<Name, Constraint>>;
};

/**
 * The fields of a form, from conform's reply, with the focus on the first invalid field. Only the server validates, so the
 * browser loads none of conform's code (docs/decisions/forms.md).
 */
export function useFields<Name extends string>({ form, names, result, defaults, constraint }: FieldsOptions<Name>) {
  const field = (name: Name): FormField => {
    const id = `${form}-${name}`;
    const entered = result?.initialValue?.[name];
    return {
      id,
      name,
      form,
      errorId: `${id}-error`,
      errors: result?.error?.[name] ?? undefined,
      initialText: result?.initialValue ? (typeof entered === "string" ? entered : undefined) : defaults[name],
      isFirstInvalid: name === firstInvalid,
      constraint: constraint?.[name] ?? {},
    };
  };
  const firstInvalid = names.find((name) => result?.error?.[name]);

  useEffect(() => {
    if (result && firstInvalid) document.getElementById(`${form}-${firstInvalid}`)?.focus();
  }, [form, result, firstInvalid]);

  return { field, firstInvalid, errors: result?.error?.[""] ?? undefined };
}

/** The attributes of a field's control, which refers to its error by `aria-describedby`. */
function controlProps({ id, name, form, errorId, errors, isFirstInvalid, constraint }: FormField) {
  const isInvalid = errors !== undefined;
  return {
    id,
    name,
    form,
    "aria-invalid": isInvalid || undefined,
    "aria-describedby": isInvalid ? errorId : undefined,
    autoFocus: isFirstInvalid,
    ...constraint,
  };
}

/** The attributes of an input, a select or a textarea. */
export const textProps = (field: FormField) => ({ ...controlProps(field), defaultValue: field.initialText });

/** The attributes of a checkbox, which sends 'on' while it is ticked. */
export const checkboxProps = (field: FormField) => ({
  ...controlProps(field),
  type: "checkbox",
  value: "on",
  defaultChecked: field.initialText === "on",
});
