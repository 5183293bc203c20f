import type { FieldMetadata, SubmissionResult } from "@conform-to/react";
import { useEffect } from "react";

/** The metadata of one text field, for conform's `getInputProps`, `getSelectProps` and `getTextareaProps`. */
export type FormField = FieldMetadata<string | undefined>;

type Constraint = Pick<FormField, "required" | "min" | "step" | "maxLength">;

type FieldsOptions<Name extends string> = {
  /** The id of the form. */
  form: string;
  /** In the order of the page. */
  names: readonly Name[];
  /** The server's last answer: messages, and what was entered. */
  result: SubmissionResult<string[]> | undefined;
  /** The initial texts of the fields. */
  defaults: Partial<Record<Name, string>>;
  constraint?: Partial<Record<Name, Constraint>>;
};

/**
 * The fields of a form that only the server checks, from its last answer. conform's `useForm` would add 8 kB gzipped for
 * validation in the browser, which no form here uses (docs/decisions/forms.md).
 */
export function useFields<Name extends string>({ form, names, result, defaults, constraint }: FieldsOptions<Name>) {
  const fieldOf = (name: Name): FormField => {
    const entered = result?.initialValue?.[name];
    const text = result?.initialValue ? (typeof entered === "string" ? entered : undefined) : defaults[name];
    const errors = result?.error?.[name] ?? undefined;
    return { ...metadataOf(form, name, text, errors), ...constraint?.[name] };
  };
  const fields = new Map(names.map((name) => [name, fieldOf(name)]));
  const firstInvalid = names.find((name) => fields.get(name)?.errors);

  useEffect(() => {
    if (result && firstInvalid) document.getElementById(`${form}-${firstInvalid}`)?.focus();
  }, [form, result, firstInvalid]);

  return {
    field: (name: Name): FormField => fields.get(name) ?? fieldOf(name),
    firstInvalid,
    errors: result?.error?.[""] ?? undefined,
  };
}

function metadataOf(form: string, name: string, text: string | undefined, errors: string[] | undefined): FormField {
  const id = `${form}-${name}`;
  return {
    key: undefined,
    id,
    name,
    formId: form,
    errorId: `${id}-error`,
    descriptionId: `${id}-description`,
    defaultValue: text,
    defaultOptions: undefined,
    defaultChecked: text === "on",
    initialValue: text,
    value: text,
    errors,
    allErrors: errors ? { [name]: errors } : {},
    valid: errors === undefined,
    dirty: false,
  };
}
