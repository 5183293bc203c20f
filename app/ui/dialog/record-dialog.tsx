import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation, useParams } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import type { LocalDate } from "#app/domain/calendar.ts";
import type { BoundField, Option } from "#app/domain/field.ts";
import { button } from "#app/ui/controls/button.tsx";
import { type FormField, useFields } from "#app/ui/controls/fields.ts";
import { RecordField } from "#app/ui/controls/record-field.tsx";
import { useFormAddress, useListSearch } from "#app/ui/list/list-search.ts";
import { Dialog, DialogButtons } from "./dialog.tsx";

/** The loader data of the dialog. */
type Opened<Row> = {
  /** The idempotency key of the save, which is also the id of a new record. */
  idempotencyKey: string;
  /** The record as loaded; null in Add mode. */
  found: Row | null;
  choices: { readonly [field: string]: readonly Option[] } | null;
  today: LocalDate;
};

type Answer<Row> =
  | { result: SubmissionResult<string[]>; theirs: Row | null; idempotencyKey: string; version: number }
  | { unreachable: true; problem: string };

type RecordDialogProps<Row> = {
  /** 'Service': the dialog is 'New Service' or 'Edit Service'. */
  noun: string;
  /** Another word for Edit and Save: 'Correct'. */
  verb?: string;
  /** What the dialog says above its fields. */
  note?: ReactNode;
  /** The list behind the dialog. */
  path: string;
  description: { fields: readonly BoundField<Row>[] };
  opened: Opened<Row>;
  answer: Answer<Row> | undefined;
  /** The names of the fields in the order of the dialog, if that is not the order of the list. */
  order?: readonly string[];
  /** Custom controls, by field name. */
  controls?: { readonly [field: string]: (field: FormField) => ReactNode };
};

/** The dialog of a record, in Add or Save mode. The entered texts survive every answer (docs/product.md, 'Dialogs'). */
export function RecordDialog<Row extends { version: number }>(props: RecordDialogProps<Row>) {
  const { noun, verb, note, description, opened, order, controls } = props;
  const { answer, problem } = splitAnswer(props.answer);
  // The list behind the dialog keeps its search and its page.
  const search = useListSearch();
  const address = useFormAddress();
  const path = props.path + search;
  const { idempotencyKey, version } = useHiddenFields(opened, answer);
  const inputs = formFields(description.fields, order);
  const { field, errors } = useFields({
    form: "record",
    names: inputs.map(({ name }) => name),
    result: answer?.result,
    defaults: Object.fromEntries(inputs.map((each) => [each.name, textOf(each, opened)])),
  });
  const isNew = useParams().id === undefined;
  const problems = problem ? [problem] : errors;
  const saving = useNavigation().state === "submitting";
  return (
    <Dialog title={`${isNew ? "New" : (verb ?? "Edit")} ${noun}`} onClosePath={path}>
      <Form method="post" action={address} id="record" noValidate className="mt-5 grid gap-y-5">
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        {!isNew && <input type="hidden" name="version" value={version} />}
        {problems && (
          <p role="alert" className="alert">
            {problems.join(" ")}
          </p>
        )}
        {note}
        {answer?.theirs && <ConflictView fields={inputs} row={answer.theirs} />}
        {inputs.map((each) => (
          <RecordField
            key={each.name}
            description={each}
            field={field(each.name)}
            options={opened.choices?.[each.name]}
            current={currentOption(each, opened.found)}
            control={controls?.[each.name]}
          />
        ))}
        <DialogButtons onClosePath={path}>
          <button type="submit" aria-disabled={saving} className={button.primary}>
            {isNew ? "Add" : (verb ?? "Save")}
          </button>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

function formFields<Row>(fields: readonly BoundField<Row>[], order?: readonly string[]): BoundField<Row>[] {
  const inputs = fields.filter(({ input }) => input?.inForm);
  return order ? order.flatMap((name) => inputs.find((each) => each.name === name) ?? []) : inputs;
}

/** The initial text of a field's control. */
function textOf<Row>({ input }: BoundField<Row>, { found, today }: Opened<Row>): string {
  if (!input) return "";
  return found ? input.textOf(found) : input.initialText(today);
}

/** The record's current reference as an option. */
function currentOption<Row>({ input, text }: BoundField<Row>, found: Row | null): Option | null {
  const id = found && input?.textOf(found);
  return id ? { id, name: text(found) } : null;
}

type HiddenFields = { idempotencyKey: string; version: number };

/** The hidden fields: from the data that the dialog opened with, until an answer replaces them. */
function useHiddenFields<Row extends { version: number }>(
  { idempotencyKey, found }: Opened<Row>,
  answer: HiddenFields | undefined,
): HiddenFields {
  const [held, hold] = useState<HiddenFields>({ idempotencyKey, version: found?.version ?? 0 });
  const next = answer ?? held;
  if (next.idempotencyKey !== held.idempotencyKey || next.version !== held.version) hold(next);
  return next;
}

function splitAnswer<Row>(answer: Answer<Row> | undefined) {
  if (!answer) return {};
  return "problem" in answer ? { problem: answer.problem } : { answer };
}

/** The record as another admin saved it since the dialog opened (docs/product.md, 'Two people'). */
function ConflictView<Row>({ fields, row }: { fields: BoundField<Row>[]; row: Row }) {
  return (
    <section aria-label="Their version" className="rounded-lg border border-line p-4 text-sm">
      <h3 className="font-medium">Their version</h3>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {fields.map(({ name, label, detail }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{detail(row) || "–"}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
