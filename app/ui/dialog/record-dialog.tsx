import { FormProvider, type SubmissionResult, useField } from "@conform-to/react";
import { Form, Link, useActionData, useLoaderData, useLocation, useParams } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { type BoundField, isList, type Option } from "#app/domain/fields/field.ts";
import type { Conflict } from "#app/domain/fields/merge-edits.ts";
import { shareControls } from "#app/domain/fields/shares.ts";
import { useCheckedForm } from "#app/ui/controls/fields/checked-form.ts";
import { RecordField } from "#app/ui/controls/fields/record-field.tsx";
import { useFormAddress, useListSearch } from "#app/ui/list/list-search.ts";
import { ConflictChoices } from "./conflict-choices.tsx";
import { Dialog, DialogFoot } from "./dialog.tsx";
import { useIsPosting } from "./dialog-link.tsx";

type Choices = { readonly [field: string]: readonly Option[] };

/** The loader data of the dialog. */
type Opened<Row> = {
  /** The idempotency key of the save, which is also the id of a new record. */
  idempotencyKey: string;
  /** The record as loaded; null in Add mode. */
  found: Row | null;
  choices: Choices | null;
  initial: Partial<Row> | null;
  today: LocalDate;
};

type FormAnswer = { result: SubmissionResult<string[]>; conflict: Conflict | null } & HiddenFields;
type Answer = FormAnswer | { unreachable: true; problem: string };

type FormDialogProps<Row> = {
  /** The id of the record; by default that of the address. */
  id?: string;
  /** The address of the record's history; by default the activity of its id. */
  history?: string;
  /** Another word for Save: 'Save correction'. */
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
  /** Lays out the fields, each by its name; by default they stand one after the other. */
  layout?: (field: (name: string) => ReactNode) => ReactNode;
  /** Why the record cannot be saved: the dialog then says only that. */
  obstacle?: string | null | undefined;
  /** The address of the form, if it has other parameters than those of the list. */
  address?: string;
  /** Texts that the form suggests instead of those of the record, by field name. */
  suggested?: Record<string, string>;
};

/** More fields than these stand in two columns, where there is room. */
const MOST_IN_A_COLUMN = 5;

type RecordDialogProps<Row> = Pick<FormDialogProps<Row>, "order" | "layout"> & {
  description: FormDialogProps<Row>["description"] & { path: string };
  /** What the dialog of an existing record says above its fields. */
  noteOf?: (found: Row) => ReactNode;
};

/** The dialog of a record of a list, which its description names. It shows the data and the answer of its route. */
export function RecordDialog<Row extends { version: number }>({ noteOf, ...shown }: RecordDialogProps<Row>) {
  const { path } = shown.description;
  const opened = useLoaderData() as Opened<Row>;
  const note = opened.found && noteOf?.(opened.found);
  return <FormDialog {...shown} {...{ path, opened, note }} answer={useActionData<Answer>()} />;
}

/** The dialog of a form, in Add or Save mode. The entered texts survive every answer (docs/product.md, 'Dialogs'). */
export function FormDialog<Row extends { version: number }>(props: FormDialogProps<Row>) {
  const { choices, hasFailed } = useArrived(props.opened.choices);
  const opened = { ...props.opened, choices };
  const { answer, problem = hasFailed ? NO_CHOICES : undefined } = splitAnswer(props.answer);
  const obstacle = props.answer ? null : props.obstacle;
  const inputs = obstacle ? [] : formFields(props.description.fields, props.order);
  const preset = new URLSearchParams(useLocation().search);
  const texts = Object.fromEntries(inputs.map((each) => [each.name, textOf(each, opened, preset)]));
  const hidden = useHiddenFields(opened, texts, answer);
  const { path, address } = useAddresses(props);
  const params = useParams();
  const { id = params.id ?? "" } = props;
  return (
    <Dialog onClosePath={path} className={inputs.length > MOST_IN_A_COLUMN ? "w-2xl" : ""}>
      {/* After a merge the form has other texts. */}
      <RecordForm
        key={hidden.version}
        {...props}
        {...{ opened, id, path, address, inputs, hidden, answer, problem, obstacle }}
        texts={{ ...texts, ...props.suggested }}
      />
    </Dialog>
  );
}

type Arriving = { choices: Choices | null; hasFailed: boolean };

/**
 * The choices once their promise resolves, null until then: a dialog that opens from the row of a list gets its choices
 * later.
 */
function useArrived(choices: Choices | Promise<Choices | null> | null): Arriving {
  const [arrived, setArrived] = useState<Arriving & { of: unknown }>();
  useEffect(() => {
    if (!(choices instanceof Promise)) return;
    const arrive = (found: Choices | null, hasFailed: boolean) =>
      setArrived({ of: choices, choices: found, hasFailed });
    choices.then(
      (found) => arrive(found, found === null),
      () => arrive(null, true),
    );
  }, [choices]);
  if (!(choices instanceof Promise)) return { choices, hasFailed: false };
  return arrived?.of === choices ? arrived : { choices: null, hasFailed: false };
}

const NO_CHOICES = "What can be chosen here could not be loaded. Close this and open it again.";

type RecordFormProps<Row> = Pick<
  FormDialogProps<Row>,
  "verb" | "note" | "opened" | "history" | "layout" | "obstacle"
> & {
  /** The record's id; '' in Add mode. */
  id: string;
  path: string;
  address: string;
  inputs: BoundField<Row>[];
  texts: Record<string, string>;
  hidden: HiddenFields;
  answer: FormAnswer | undefined;
  problem: string | undefined;
};

function RecordForm<Row>({ id, verb = "Save", note, path, inputs, texts, hidden, ...rest }: RecordFormProps<Row>) {
  const { address, opened, answer, problem, layout, obstacle } = rest;
  const { form, formProps, focused } = useCheckedForm({
    id: "record",
    fields: inputs.flatMap(({ name, label, input }) => (input ? [{ ...input, name, label }] : [])),
    lastResult: answer?.result,
    defaultValue: Object.fromEntries(
      inputs.map(({ name, input }) => [name, isList(input) ? entriesOf(input, texts[name]) : texts[name]]),
    ),
  });
  const isPosting = useIsPosting();
  const conflict = answer?.conflict;
  const asked = conflict?.choices.flatMap(({ fields }) => fields);
  const fieldOf = (each: BoundField<Row>) =>
    asked?.includes(each.name) ? (
      <KeptText key={each.name} name={each.name} />
    ) : (
      <RecordField
        key={each.name}
        description={each}
        options={opened.choices?.[each.input?.offeredBy ?? each.name]}
        current={currentOption(each, opened.found)}
        isFocused={each.name === focused}
      />
    );
  return (
    <FormProvider context={form.context}>
      <Form
        {...formProps}
        method="post"
        preventScrollReset
        action={address}
        noValidate={!asked?.length}
        onSubmit={(event) => (isPosting ? event.preventDefault() : form.onSubmit(event))}
        className={`record-form ${inputs.length > MOST_IN_A_COLUMN ? "in-columns" : ""}`}
      >
        <input type="hidden" name="idempotencyKey" value={hidden.idempotencyKey} />
        {note}
        {conflict && <ConflictChoices {...conflict} />}
        {layout ? layout((name) => inputs.filter((each) => each.name === name).map(fieldOf)) : inputs.map(fieldOf)}
        {id && <OfEdited history={rest.history ?? `/activity?record=${id}`} {...hidden} />}
        <DialogFoot
          onClosePath={path}
          problem={obstacle ?? problem ?? form.errors?.join(" ")}
          label={!obstacle && (id ? verb : "Add")}
        />
      </Form>
    </FormProvider>
  );
}

/** The entries of a list field, and an empty one to type into. */
const entriesOf = (input: { control: string } | null, text = "") =>
  // Without those of the empty controls, a form that opens would count as changed.
  input?.control === "shares" ? shareControls(text.split("\n")) : [...text.split("\n").filter(Boolean), ""];

/** The page behind the dialog, and where the form is sent to. A list keeps its search and its page. */
function useAddresses({ id, path, address }: { id?: string; path: string; address?: string }) {
  const [search, ofList, { pathname, search: own }] = [useListSearch(), useFormAddress(), useLocation()];
  return id ? { path, address: pathname + own } : { path: path + search, address: address ?? ofList };
}

/** What only the form of an existing record has: the version that it edits, and the record's history. */
const OfEdited = ({ history, version, base }: { history: string; version: number; base: string }) => (
  <>
    <input type="hidden" name="version" value={version} />
    <input type="hidden" name="base" value={base} />
    <Link to={history} className="link justify-self-start text-sm">
      History
    </Link>
  </>
);

/** My text of a field while the dialog asks which text to save. An unticked box is absent from the form. */
function KeptText({ name }: { name: string }) {
  const [{ initialValue }] = useField<string | (string | undefined)[]>(name);
  const texts = Array.isArray(initialValue)
    ? initialValue.map((text = "", index) => [`${name}[${index}]`, text] as const)
    : [[name, initialValue] as const];
  return texts.map(([name, text]) => text !== undefined && <input key={name} type="hidden" name={name} value={text} />);
}

function formFields<Row>(fields: readonly BoundField<Row>[], order?: readonly string[]): BoundField<Row>[] {
  const inputs = fields.filter(({ input }) => input?.inForm);
  return order ? order.flatMap((name) => inputs.find((each) => each.name === name) ?? []) : inputs;
}

/** The initial text of a field's control. A new record has the references that the list is filtered by. */
function textOf<Row>(
  { name, input, listed, column }: BoundField<Row>,
  { found, initial, today, choices }: Opened<Row>,
  params: URLSearchParams,
): string {
  if (!input) return "";
  const chosen = found ? null : params.get(listed.filter ?? column);
  if (chosen && choices?.[name]?.some(({ id }) => id === chosen)) return chosen;
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
