import type { FieldMetadata, SubmissionResult } from "@conform-to/react";
import { useEffect } from "react";

/** A field of a form, as conform's `getInputProps` and its like read it. */
export type FormField = FieldMetadata<string | undefined>;

type Constraint = { required?: boolean; min?: number; step?: number; maxLength?: number };

type FieldsOptions<Name extends string> = {
  /** The id of the form. */
  form: string;
  /** In the order of the page. */
  names: readonly Name[];
  /** The server's last answer: messages, and what was typed. */
  result: SubmissionResult<string[]> | undefined;
  /** What the fields hold at first, as text. */
  defaults: Partial<Record<Name, string>>;
  constraint?: Partial<Record<Name, Constraint>>;
};

/**
 * The fields of a form that the server alone checks. It needs no more than the server's answer, so it stands in for
 * conform's `useForm`, which brings 10 kB of what checks forms in the browser.
 */
export function useFields<Name extends string>({ form, names, result, defaults, constraint }: FieldsOptions<Name>) {
  const fieldOf = (name: Name): FormField => {
    const id = `${form}-${name}`;
    const typed = result?.initialValue ? result.initialValue[name] : defaults[name];
    const field: Pick<FormField, "id" | "name" | "formId" | "errorId" | "errors" | "initialValue"> & Constraint = {
      id,
      name,
      formId: form,
      errorId: `${id}-error`,
      errors: result?.error?.[name] ?? undefined,
      initialValue: typeof typed === "string" ? typed : undefined,
      ...constraint?.[name],
    };
    return field as FormField;
  };
  const fields = Object.fromEntries(names.map((name) => [name, fieldOf(name)])) as Record<Name, FormField>;
  const firstInvalid = names.find((name) => fields[name].errors);

  useEffect(() => {
    if (result && firstInvalid) document.getElementById(`${form}-${firstInvalid}`)?.focus();
  }, [form, result, firstInvalid]);

  return { fields, firstInvalid, errors: result?.error?.[""] ?? undefined };
}
