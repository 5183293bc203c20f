import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import type { LocalDate } from "#app/domain/calendar.ts";
import { button } from "#app/ui/controls/button.tsx";
import { useFields } from "#app/ui/controls/fields.ts";
import { EntryControls, NAMES } from "./entry-controls.tsx";
import { CONFIRMED, REPLACES, UNDO } from "./entry-fields.ts";
import type { EntryOptions } from "./options.ts";
import type { Prefill } from "./prefill.ts";

const CONSTRAINT = {
  date: { required: true },
  horseId: { required: true },
  serviceId: { required: true },
  quantity: { required: true, min: 1, step: 1 },
  groomId: { required: true },
  comments: { maxLength: 2_000 },
};

type EntryFormProps = {
  /** The id of the form, which those of its controls begin with. */
  form: "service" | "kept";
  /** The kept entry that the form edits. */
  replaces?: string;
  onCancel?: () => void;
  /** The id of the bill item that the form creates. */
  idempotencyKey: string;
  today: LocalDate;
  options: EntryOptions;
  /** The texts of the options that were chosen, for those that are gone. */
  labels?: Record<string, string> | undefined;
  /** The fields that the form takes over from the entry before; null for an empty form. */
  prefill: Prefill | null;
  result: SubmissionResult<string[]> | undefined;
  /** What the post confirms: an unusual date or quantity that was asked about. */
  question: string | undefined;
  /** Why no entry can be saved at the moment, such as a lost connection. */
  outage: string | undefined;
};

/** The form of docs/product.md, 'Service form'. Only the server validates it; each message is shown below its field. */
export function EntryForm({ form, idempotencyKey, today, options, prefill, ...rest }: EntryFormProps) {
  const { labels, replaces, onCancel, result, question, outage } = rest;
  const { field, firstInvalid, errors } = useFields({
    form,
    names: NAMES,
    result,
    defaults: { date: today, quantity: "1", ...prefill },
    constraint: CONSTRAINT,
  });
  const { state, formData } = useNavigation();
  const saving = state === "submitting" && !formData?.has(UNDO);
  const problems = outage ? [outage] : errors;
  return (
    <Form
      method="post"
      action="/?index"
      id={form}
      noValidate
      className="mt-8 grid grid-cols-1 gap-x-5 gap-y-6 sm:grid-cols-6"
    >
      <input type="hidden" name="id" value={idempotencyKey} />
      {question && <input type="hidden" name={CONFIRMED} value={question} />}
      {replaces && <input type="hidden" name={REPLACES} value={replaces} />}
      <EntryControls
        field={field}
        focused={firstInvalid ?? (prefill ? "serviceId" : undefined)}
        options={options}
        labels={labels}
      />
      <div className="entry-foot">
        {problems && (
          <p role="alert" className="alert mb-4">
            {problems.join(" ")}
          </p>
        )}
        <div className="flex gap-3">
          {onCancel && (
            <button type="button" className={button.secondary} onClick={onCancel}>
              Cancel
            </button>
          )}
          <button type="submit" aria-disabled={saving} className={`${button.primary} grow sm:w-32 sm:grow-0`}>
            {saving ? "Submitting..." : "Submit"}
          </button>
        </div>
      </div>
    </Form>
  );
}
