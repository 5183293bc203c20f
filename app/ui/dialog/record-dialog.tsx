import type { SubmissionResult } from "@conform-to/react";
import { Form, Link, useLocation, useParams } from "@remix-run/react";
import { Fragment, type ReactNode, useState } from "react";
import type { LocalDate } from "#app/domain/calendar.ts";
import type { BoundField, Option } from "#app/domain/field.ts";
import type { Conflict } from "#app/domain/merge-edits.ts";
import { type FormField, useFields } from "#app/ui/controls/fields.ts";
import { RecordField } from "#app/ui/controls/record-field.tsx";
import { useFormAddress, useListSearch } from "#app/ui/list/list-search.ts";
import { ConflictChoices } from "./conflict-choices.tsx";
import { Dialog, DialogFoot } from "./dialog.tsx";

/** The loader data of the dialog. */
type Opened<Row> = {
  /** The idempotency key of the save, which is also the id of a new record. */
  idempotencyKey: string;
  /** The record as loaded; null in Add mode. */
  found: Row | null;
  choices: { readonly [field: string]: readonly Option[] } | null;
  initial: Partial<Row> | null;
  today: LocalDate;
};

type Answer =
  | ({ result: SubmissionResult<string[]>; conflict: Conflict | null } & HiddenFields)
  | { unreachable: true; problem: string };

type RecordDialogProps<Row> = {
  /** The title, if it is not 'New <noun>' or 'Edit <noun>'. */
  title?: string;
  /** The id of the record; by default that of the address. */
  id?: string;
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
  answer: Answer | undefined;
  /** The names of the fields in the order of the dialog, if that is not the order of the list. */
  order?: readonly string[];
  /** Custom controls, by field name. */
  controls?: { readonly [field: string]: (field: FormField) => ReactNode };
};

/** The dialog of a record, in Add or Save mode. The entered texts survive every answer (docs/product.md, 'Dialogs'). */
export function RecordDialog<Row extends { version: number }>(props: RecordDialogProps<Row>) {
  const { noun, verb, note, description, opened, order, controls } = props;
  const { answer, problem } = splitAnswer(props.answer);
  const { path, address } = useAddresses(props);
  const inputs = formFields(description.fields, order);
  const defaults = Object.fromEntries(inputs.map((each) => [each.name, textOf(each, opened)]));
  const { idempotencyKey, version, base } = useHiddenFields(opened, defaults, answer);
  const { field, errors } = useFields({
    form: "record",
    names: inputs.map(({ name }) => name),
    result: answer?.result,
    defaults,
  });
  const params = useParams();
  const { id = params.id ?? "" } = props;
  const isNew = !id;
  const conflict = answer?.conflict;
  const asked = conflict?.choices.flatMap(({ fields }) => fields);
  return (
    <Dialog title={props.title ?? `${isNew ? "New" : (verb ?? "Edit")} ${noun}`} onClosePath={path}>
      <Form
        method="post"
        preventScrollReset
        action={address}
        id="record"
        noValidate={!asked?.length}
        className="mt-5 grid gap-y-5"
      >
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        {note}
        {/* After a merge the controls have other texts. */}
        <Fragment key={version}>
          {conflict && <ConflictChoices {...conflict} />}
          {inputs.map((each) =>
            asked?.includes(each.name) ? (
              <KeptText key={each.name} {...field(each.name)} />
            ) : (
              <RecordField
                key={each.name}
                description={each}
                field={field(each.name)}
                options={opened.choices?.[each.name]}
                current={currentOption(each, opened.found)}
                control={controls?.[each.name]}
              />
            ),
          )}
        </Fragment>
        {!isNew && <OfEdited {...{ id, version, base }} />}
        <DialogFoot
          onClosePath={path}
          problem={problem ?? errors?.join(" ")}
          label={isNew ? "Add" : (verb ?? "Save")}
        />
      </Form>
    </Dialog>
  );
}

/** The page behind the dialog, and where the form is sent to. A list keeps its search and its page. */
function useAddresses({ id, path }: { id?: string; path: string }) {
  const [search, ofList, { pathname, search: own }] = [useListSearch(), useFormAddress(), useLocation()];
  return id ? { path, address: pathname + own } : { path: path + search, address: ofList };
}

/** What only the form of an existing record has: the version that it edits, and the record's history. */
const OfEdited = ({ id, version, base }: { id: string; version: number; base: string }) => (
  <>
    <input type="hidden" name="version" value={version} />
    <input type="hidden" name="base" value={base} />
    <Link to={`/activity?record=${id}`} className="link justify-self-start text-sm">
      History
    </Link>
  </>
);

/** My text of a field while the dialog asks what to keep. An unticked box is absent from the form. */
const KeptText = ({ name, initialText }: FormField) =>
  initialText === undefined ? null : <input type="hidden" name={name} value={initialText} />;

function formFields<Row>(fields: readonly BoundField<Row>[], order?: readonly string[]): BoundField<Row>[] {
  const inputs = fields.filter(({ input }) => input?.inForm);
  return order ? order.flatMap((name) => inputs.find((each) => each.name === name) ?? []) : inputs;
}

/** The initial text of a field's control. */
function textOf<Row>({ name, input }: BoundField<Row>, { found, initial, today }: Opened<Row>): string {
  if (!input) return "";
  const known = found ?? (initial && name in initial ? (initial as Row) : null);
  return known ? input.textOf(known) : input.initialText(today);
}

/** The record's current reference as an option. */
function currentOption<Row>({ input, text }: BoundField<Row>, found: Row | null): Option | null {
  const id = found && input?.textOf(found);
  return id ? { id, name: text(found) } : null;
}

type HiddenFields = { idempotencyKey: string; version: number; base: string };

/** The hidden fields: from the data that the dialog opened with, until an answer replaces them. */
function useHiddenFields<Row extends { version: number }>(
  { idempotencyKey, found }: Opened<Row>,
  defaults: Record<string, string>,
  answer: HiddenFields | undefined,
): HiddenFields {
  const base = JSON.stringify(defaults);
  const [held, hold] = useState<HiddenFields>({ idempotencyKey, version: found?.version ?? 0, base });
  const next = answer ?? held;
  if (next.idempotencyKey !== held.idempotencyKey || next.version !== held.version) hold(next);
  return next;
}

function splitAnswer(answer: Answer | undefined) {
  if (!answer) return {};
  return "problem" in answer ? { problem: answer.problem } : { answer };
}
