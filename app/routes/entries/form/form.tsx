import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { button } from "#app/ui/controls/button.tsx";
import { useCheckedForm } from "#app/ui/controls/fields/checked-form.ts";
import { sayAll } from "#app/ui/controls/fields/form-field.tsx";
import { useTexts } from "../language/use-texts.ts";
import { type Entered, EntryControls, FIELDS } from "./entry-controls.tsx";
import { CONFIRMED, REPLACES, UNDO } from "./entry-fields.ts";
import type { EntryOptions } from "./options.ts";
import type { Recent } from "./recent.ts";

type EntryFormProps = {
  /** The id of the form, and the prefix of the ids of its controls. */
  id: "service" | "kept";
  /** The id of the queued entry that the form edits. */
  replaces?: string;
  onCancel?: () => void;
  /** The id of the bill item that the form creates; empty while the form cannot be submitted. */
  idempotencyKey: string;
  today: LocalDate;
  options: EntryOptions;
  recent: Recent;
  /** The texts of the chosen options by field, in case an option is no longer offered. */
  labels?: Record<string, string> | undefined;
  /** The initial texts of the form: of the entry that it edits, or of the previous entry. */
  prefill: Partial<Entered> | null;
  result: SubmissionResult<string[]> | undefined;
  /** The unusual date or quantity that the next post confirms. */
  question: string | undefined;
  /** Why no entry can be saved at the moment, such as a lost connection. */
  outage: string | undefined;
};

/** The form of docs/product.md, 'Service form'. */
export function EntryForm({ id, idempotencyKey, today, options, recent, prefill, ...rest }: EntryFormProps) {
  const { labels, replaces, onCancel, result, question, outage } = rest;
  const texts = useTexts();
  const { form, fieldset, formProps, focused } = useCheckedForm<Entered>({
    id,
    fields: FIELDS,
    lastResult: result,
    defaultValue: { date: today, quantity: "1", ...prefill },
  });
  const { state, formData } = useNavigation();
  const saving = state === "submitting" && !formData?.has(UNDO);
  const problems = outage ? [outage] : form.errors;
  return (
    <Form
      {...formProps}
      method="post"
      action="/?index"
      className="mt-6 grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-6 sm:gap-y-6"
    >
      <input type="hidden" name="id" value={idempotencyKey} />
      {question && <input type="hidden" name={CONFIRMED} value={question} />}
      {replaces && <input type="hidden" name={REPLACES} value={replaces} />}
      <EntryControls
        fields={fieldset}
        // After midnight, a date that the user has not entered becomes that of the new day.
        date={result ? fieldset.date.value : (prefill?.date ?? today)}
        focused={focused ?? (prefill && !replaces ? (prefill.horseId ? "serviceId" : "horseId") : undefined)}
        options={options}
        recent={recent}
        labels={labels}
      />
      <div className="entry-foot">
        {problems && (
          <p role="alert" className="alert mb-4">
            {sayAll(problems, texts.messages)}
          </p>
        )}
        <div className="flex gap-3">
          {onCancel && (
            <button type="button" className={button.secondary} onClick={onCancel}>
              {texts.cancel}
            </button>
          )}
          <button
            type="submit"
            // biome-ignore lint/a11y/noAutofocus: it brings the alert of a refused form into sight in a page without JavaScript.
            autoFocus={Boolean(form.errors)}
            disabled={!idempotencyKey}
            aria-disabled={saving}
            className={`${button.primary} grow sm:w-32 sm:grow-0`}
          >
            {saving ? texts.submitting : texts.submit}
          </button>
        </div>
      </div>
    </Form>
  );
}
