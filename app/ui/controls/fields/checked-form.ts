import { type DefaultValue, getFormProps, parse, type SubmissionResult, useForm } from "@conform-to/react";
import { type CheckedField, constraintOf, problemOf } from "#app/domain/fields/field-checks.ts";

/** The texts of a form's controls, by the names of its fields; those of a list are an array. */
type Texts = Record<string, string | string[]>;

/** The answer to a form that wrote nothing: conform's reply, or why the form did not reach the server. */
export type FormAnswer = { result?: SubmissionResult<string[]>; problem?: string; unreachable: boolean };

type FormOptions<Entered extends Texts> = {
  /** The id of the form, and the prefix of its controls' ids. */
  id: string;
  /** The fields that the browser checks, in the order of the page. */
  fields: readonly CheckedField[];
  /** conform's reply from the server: the messages and the submitted texts. */
  lastResult: SubmissionResult<string[]> | undefined;
  defaultValue: DefaultValue<Entered>;
};

/**
 * conform's form, which every form of the product is (docs/decisions/forms.md). The browser gives the messages that the
 * attributes of the controls give rise to, as a field is left; the server checks everything. `focused` is the field that has
 * the focus in the page that answers a post without JavaScript: the first invalid one, or the list that was changed.
 */
export function useCheckedForm<Entered extends Texts>({ id, fields, lastResult, defaultValue }: FormOptions<Entered>) {
  const [form, fieldset] = useForm<Entered>({
    id,
    lastResult,
    defaultValue,
    constraint: Object.fromEntries(fields.map((field) => [field.name, constraintOf(field)])),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    // A hidden field does not make the form dirty.
    shouldDirtyConsider: (name) => fields.some((field) => field.name === name),
    onValidate: ({ form, formData }) => checkControls<Entered>(form, formData, fields),
  });
  const invalid = Object.keys(lastResult?.error ?? {});
  const focused =
    lastResult?.intent?.payload.name ?? fields.find(({ name }) => invalid.some((each) => isPartOf(name, each)))?.name;
  // `LeaveGuard` asks before a dirty form is dropped.
  const formProps = { ...getFormProps(form, { ariaAttributes: false }), "data-dirty": form.dirty || undefined };
  return { form, fieldset, formProps, focused };
}

/** Whether the name of a control is that of a field or of an entry of a list. */
const isPartOf = (field: string, name: string) => name === field || name.startsWith(`${field}[`);

const isControl = (element: Element): element is HTMLInputElement => "validity" in element;

/**
 * The messages of the browser's checks: of all controls or, when one is left or a list is changed, of that one alone.
 */
function checkControls<Entered extends Texts>(
  form: HTMLFormElement,
  formData: FormData,
  fields: readonly CheckedField[],
) {
  return parse<Entered, string[]>(formData, {
    resolve: (_, intent) => {
      const controls = [...form.elements].filter(isControl);
      const isChecked = (name: string) => !intent || isPartOf(intent.payload.name ?? "", name);
      const problems = controls.flatMap((control) => {
        const { name, parentElement } = control;
        const field = fields.find((each) => each.name === name);
        // The groom is required only while its field shows.
        const isShown = parentElement?.getClientRects().length;
        const problem = field && isShown && isChecked(name) && problemOf(field, control);
        return problem ? [[name, [problem]]] : [];
      });
      // With null, conform leaves the message of a control as it is.
      const kept = ["", ...[...fields, ...controls].map(({ name }) => name)].filter((name) => !isChecked(name));
      const error = Object.fromEntries([...kept.map((name) => [name, null]), ...problems]);
      return Object.keys(error).length > 0 ? { error } : {};
    },
  });
}
