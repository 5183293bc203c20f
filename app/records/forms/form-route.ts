import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { failure, readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { type Description, isList, type Option } from "#app/domain/fields/field.ts";
import { withNotice } from "#app/domain/fields/list-state.ts";
import { type Conflict, namesOfActors } from "#app/domain/fields/merge-edits.ts";
import { byOf } from "#app/records/by.ts";
import { searchOf } from "#app/records/lists/list-route.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { leadTo, type ScreenRead, writeAndLead } from "#app/records/write-and-lead.ts";
import type { ScreenPath } from "#app/registry/screens.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";
import { recentActors } from "#db/queries/activity/recorded-changes.ts";
import type { Query } from "#db/query.ts";
import type { Change } from "#db/write/change.ts";
import {
  addRecord,
  type By,
  type Edited,
  findRecord,
  type RecordSource,
  type RecordTable,
  saveRecord,
  type Values,
} from "#db/write/records.ts";
import { pickFields } from "./form-fields.ts";
import {
  choiceNames,
  describeConflict,
  type HiddenFields,
  type MergeRoute,
  mergedLabels,
  openedWith,
  type PlannedEdit,
  planEdit,
  takeHiddenFields,
} from "./merged-edit.ts";
import { type FormRules, schemaOf } from "./record-schema.ts";

/** The options of a form's references, by field name. */
export type ReferenceOptions = { readonly [field: string]: readonly Option[] };

/** The form of a record, for Add and Edit (docs/architecture.md, 'One form'). */
type FormRoute<Row, Entered> = Omit<MergeRoute<Entered>, "description"> & {
  /** The list behind the dialog. */
  path: ScreenPath;
  description: Pick<Description<Row, Entered>, "fields" | "inputNames">;
  /** Rules that involve several fields. */
  rules?: FormRules<Entered>;
  /** The id of a record that exists only once, such as the settings. The address then has no id. */
  id?: string;
  /** Absent, like `save`, if records are only added. */
  find?: (id: string) => Query<{ record: Row }[]>;
  /** Initial values of a new record, in addition to those of the description. */
  initial?: () => Query<Partial<Row>[]>;
  /** The loader of the list's screen; null if a save does not read the screen again. */
  load: ScreenRead["load"] | null;
  /** The address after a save; by default the list with a notice. */
  next?: (request: Request) => string;
  choices?: () => Query<ReferenceOptions[]>;
  /** Absent if records are only edited. */
  add?: (id: string, values: Entered, by: By) => Change;
  save?: (edited: Edited, values: Entered, by: By) => Change;
  /** Replaces `save` if the change depends on the record; `current` is the record as this request read it. */
  saveKnown?: (edited: Edited, values: Entered, by: By, current: Row) => KnownChange;
  /** Why a record cannot be saved whatever its version; undefined if it can. */
  whyFixed?: (current: Row) => string | undefined;
};

/**
 * `problem` is the message if the write fails with a conflict. A repeated post of a saved form succeeds all the same.
 */
type KnownChange = Change & { problem?: string };

/** Infers the type parameters of a form route from its description. */
export const formRoute = <Row, Entered>(route: FormRoute<Row, Entered>): FormRoute<Row, Entered> => route;

/** The `find`, `add` and `save` of a form route, for the records of a source. */
export function editableRecord<Table extends RecordTable, Row>(source: RecordSource<Table, Row>) {
  return {
    find: (id: string) => findRecord(source, id),
    add: (id: string, values: Values<Table>, by: By) => addRecord(source, id, values, by),
    save: (edited: Edited, values: Values<Table>, by: By) => saveRecord(source, edited, values, by),
  };
}

type Versioned = { version: number };

/** The loader data of a record dialog. */
type OpenedForm<Row> = {
  idempotencyKey: string;
  /** The current record; null in Add mode. */
  found: Row | null;
  choices: ReferenceOptions | null;
  /** Initial values of a new record, in addition to those of the description. */
  initial: Partial<Row> | null;
  today: LocalDate;
};

/** The answer to a post that wrote nothing. */
type SaveAnswer = {
  result: SubmissionResult<string[]>;
  /** The fields to decide, if another admin saved the record since the dialog opened. */
  conflict: Conflict | null;
  /** The hidden fields of the next save. */
  idempotencyKey: string;
  version: number;
  base: string;
  /** The database does not answer, so the page must not revalidate. */
  unreachable: boolean;
};

/**
 * Reads the record and the options of its references in one database request.
 * @throws a 404 response if the record does not exist
 */
export async function openForm<Row, Entered>(
  { request, params, context }: LoaderFunctionArgs,
  { id = params.id, find, choices, initial }: FormRoute<Row, Entered>,
): Promise<OpenedForm<Row>> {
  const read = await readOrNullAfterPost(
    context,
    Promise.all([
      choices ? readAsAdmin(request, context, choices()) : null,
      id && find ? readAsAdmin(request, context, find(id)) : readAsAdmin(request, context),
      initial && !id ? readAsAdmin(request, context, initial()) : null,
    ]),
  );
  const [offered, records, values] = read ?? [null, [], null];
  const found = records[0]?.[0]?.record ?? null;
  // After a post the form keeps the submitted texts on screen, even if the record was deleted.
  if (id && !found && !context.isPost) throw failure(context, 404);
  return {
    idempotencyKey: crypto.randomUUID(),
    found,
    choices: offered?.[0][0] ?? null,
    initial: values?.[0][0] ?? null,
    today: todayInNewYork(context.now),
  };
}

/**
 * Saves the record that the address names, or adds a record if it names none, and redirects to the list. If another
 * admin saved the record since the dialog opened, merges both edits, or asks which values to save (docs/product.md,
 * 'Two people').
 */
export async function saveForm<Row extends Versioned, Entered>(
  args: ActionFunctionArgs,
  route: FormRoute<Row, Entered>,
) {
  const { request, params, context } = args;
  const id = route.id ?? params.id ?? null;
  const { fields, problem } = pickOf(route, id, await request.formData());
  const hidden = takeHiddenFields(fields, route);
  const submission = parseWithZod(fields, { schema: schemaOf(route.description, route.rules) });
  const refuse: Refuse = (status, refusal = {}, error) => {
    context.log.fail("Error saving a record", error);
    return answerTo(submission, hidden, status, refusal);
  };
  try {
    const isValid = !problem && submission.status === "success";
    const unread = isValid && (await saveUnread(args, route, id, { hidden, submission }));
    if (unread) return unread;
  } catch (error) {
    const { status, ...refusal } = refusalOfSave(error);
    return refuse(status, refusal, error);
  }
  return saveRead<Row, Entered>(args, route, id, { problem, hidden, submission, refuse });
}

type Refuse = (status: number, refusal?: RefusalDetails, error?: unknown) => ReturnType<typeof answerTo>;

type SentForm<Entered> = {
  problem: string | undefined;
  hidden: HiddenFields;
  submission: Submission<Entered>;
  refuse: Refuse;
};

/** Saves a form after reading the record and the options of its references. */
async function saveRead<Row extends Versioned, Entered>(
  args: ActionFunctionArgs,
  route: FormRoute<Row, Entered>,
  id: string | null,
  { problem, hidden, submission, refuse }: SentForm<Entered>,
) {
  const { request, context } = args;
  const { description, choices, find } = route;
  let current: Row | null = null;
  let plan: PlannedEdit<Entered> | null = null;
  let impossible: string | undefined;
  let offered: ReferenceOptions | undefined;
  try {
    const [[read] = [], [records = []]] = await Promise.all([
      choices ? readAsAdmin(request, context, choices()) : [],
      id && find ? readAsAdmin(request, context, find(id)) : readAsAdmin(request, context),
    ]);
    [offered, current] = [read?.[0], records[0]?.record ?? null];
    if (problem || !isUuid(hidden.idempotencyKey)) return refuse(400, { formErrors: [problem ?? OUT_OF_DATE] });
    // An Add or Remove button of a list field was pressed: the form returns with one entry more or fewer.
    if (submission.status === undefined) return answerTo(submission, hidden, 200);
    if (submission.status !== "success") return refuse(400);
    if (id && !current) return refuse(404, { formErrors: [DELETED] });
    if (current && !isKnown(hidden.version, current)) return refuse(409, { formErrors: [OUT_OF_DATE] });
    plan = current && planEdit(route, hidden, submission.value, current);
    const missing = notOffered(description, plan, submission.payload, offered, current);
    if (missing.length > 0) {
      context.log.fail(`${missing[0]?.label} not found`);
      const messages = missing.map(({ name, label }) => [name, [`${label} not found. Choose another one.`]]);
      return refuse(400, { fieldErrors: Object.fromEntries(messages) });
    }
    if (plan?.isInvalid) return refuse(400, { plan, version: current?.version });
    const by = byOf(context);
    const change: KnownChange | typeof UNSAVABLE =
      id && plan && current
        ? editOf(route, id, plan, { hidden, sent: submission.value, by, current })
        : (route.add?.(hidden.idempotencyKey, submission.value, by) ?? UNSAVABLE);
    impossible = change.problem;
    if (!("mutations" in change)) return refuse(400, { formErrors: [change.problem] });
    const to = addressAfter(request, route, { plan, hidden, current });
    const { written } = await writeAndLead(args, change, to, screenOf(route));
    return leadTo(args, to, written);
  } catch (error) {
    if (!(error instanceof ConflictError && id && plan && current)) {
      const { status, ...refusal } = refusalOfSave(error);
      return refuse(status, refusal, error);
    }
    if (impossible) return refuse(400, { formErrors: [impossible] });
    const read = readAsAdmin(request, context, recentActors(id, plan.since));
    const actors = await read.then(([rows]) => rows.map(({ actor }) => actor)).catch(() => []);
    return refuse(409, refusalOfConflict(route, plan, { current, offered, actors }), error);
  }
}

type Entry<Entered> = { value: Entered; payload: Record<string, unknown> };

/**
 * Saves a form in one database request, without reading the record first. Returns undefined if the form must be saved
 * by `saveRead`: it chooses another reference or merges edits, the route has no `save`, or the record has another
 * version by now.
 */
async function saveUnread<Row extends Versioned, Entered>(
  args: ActionFunctionArgs,
  route: FormRoute<Row, Entered>,
  id: string | null,
  { hidden, submission: { value, payload } }: { hidden: HiddenFields; submission: Entry<Entered> },
) {
  const { idempotencyKey, version } = hidden;
  const opened = id ? openedWith(hidden) : {};
  if (!isUuid(idempotencyKey) || !opened) return undefined;
  const { fields } = route.description;
  const isOther = fields.some(
    ({ name, input }) => input?.mustBeOffered && payload[name] && payload[name] !== opened[name],
  );
  if (isOther) return undefined;
  const by = byOf(args.context);
  const change = id ? route.save?.({ id, version, idempotencyKey }, value, by) : route.add?.(idempotencyKey, value, by);
  if (!change || "problem" in change) return undefined;
  const sent = id ? { ...change, payload: { id, version, ...value } } : change;
  const to = addressAfter(args.request, route, { plan: null, hidden, current: null });
  try {
    const { written } = await writeAndLead(args, sent, to, screenOf(route));
    return leadTo(args, to, written);
  } catch (error) {
    if (error instanceof ConflictError) return undefined;
    throw error;
  }
}

/** The screen that a save reads again. */
const screenOf = <Row, Entered>({ path, load }: FormRoute<Row, Entered>): ScreenRead | null => load && { path, load };

/** Picks the fields that the form of the route has: see `pickFields`. */
function pickOf<Row, Entered>(route: FormRoute<Row, Entered>, id: string | null, form: FormData) {
  const { fields, inputNames } = route.description;
  const lists = fields.flatMap(({ name, input }) => (isList(input) ? [name] : []));
  const names = inputNames.filter((name) => !lists.includes(name));
  return pickFields(form, ["idempotencyKey", "version", "base", ...(id ? choiceNames(route) : []), ...names], lists);
}

/** Whether the record ever had this version. A form without a version or with a later one is from another database. */
const isKnown = (version: number, current: Versioned) => version >= 1 && version <= current.version;

/** The answer if the route can neither add nor save the record. */
const UNSAVABLE = { problem: OUT_OF_DATE };

type Sent<Row, Entered> = { hidden: HiddenFields; sent: Entered; by: By; current: Row };

/** The change for a merged edit. With an undecided conflict the write fails, unless the same form was saved before. */
function editOf<Row extends Versioned, Entered>(
  route: FormRoute<Row, Entered>,
  id: string,
  { merge, entered }: PlannedEdit<Entered>,
  { hidden: { idempotencyKey, version, chosen }, sent, by, current }: Sent<Row, Entered>,
): KnownChange | typeof UNSAVABLE {
  // No record has version 0, so the write fails with a conflict.
  const edited = { id, version: merge.undecided.length > 0 ? 0 : current.version, idempotencyKey };
  const change = route.saveKnown?.(edited, entered, by, current) ?? route.save?.(edited, entered, by) ?? UNSAVABLE;
  if (!("mutations" in change)) return change;
  const labels = mergedLabels(route.description.fields, merge);
  return {
    ...change,
    // The submitted values: a repeated post may merge to other values, and must have the same payload as the first one.
    payload: { id, version, ...sent, ...(Object.keys(chosen).length > 0 && { chosen }) },
    action: labels.length > 0 ? `${change.action}, merged: ${labels.join(", ")}` : change.action,
  };
}

/** Whether the save merges edits that the dialog has not shown. */
const isMergedNow = (plan: PlannedEdit<unknown> | null, { version }: HiddenFields, current: Versioned | null) =>
  plan !== null && plan.merge.merged.length > 0 && version !== current?.version;

/** The address after a save: the list behind the dialog, with its search and page. */
function addressAfter<Row, Entered>(
  request: Request,
  route: FormRoute<Row, Entered>,
  { plan, hidden, current }: { plan: PlannedEdit<Entered> | null; hidden: HiddenFields; current: Versioned | null },
): string {
  const name = isMergedNow(plan, hidden, current) ? "merged" : "done";
  const notice = { [name]: hidden.idempotencyKey };
  if (!route.next) return route.path + withNotice(searchOf(request, route.description), notice);
  const { pathname, search } = new URL(route.next(request), request.url);
  return pathname + withNotice(search, name === "merged" ? notice : {});
}

type RefusalDetails = {
  formErrors?: string[];
  fieldErrors?: Record<string, string[]>;
  conflict?: Conflict;
  /** The merged form, which the dialog shows next, and the version of the record in it. */
  plan?: Pick<PlannedEdit<unknown>, "base" | "submission">;
  version?: number | undefined;
  /** The idempotency key of the next save, if the submitted one is used up. */
  nextKey?: string;
};

/** The answer to a save that writes nothing: the submitted or merged texts, the messages and the hidden fields of the next save. */
function answerTo(
  submitted: Pick<Submission<unknown>, "reply">,
  hidden: HiddenFields,
  status: number,
  { formErrors, fieldErrors, conflict, plan, version = hidden.version, nextKey }: RefusalDetails = {},
) {
  const { submission = submitted, base = hidden.base } = plan ?? {};
  return data<SaveAnswer>(
    {
      result: submission.reply({ ...(formErrors && { formErrors }), ...(fieldErrors && { fieldErrors }) }),
      conflict: conflict ?? null,
      idempotencyKey: nextKey ?? hidden.idempotencyKey,
      version,
      base,
      unreachable: status === 503,
    },
    status,
  );
}

type ConflictDetails<Row> = { current: Row; offered: ReferenceOptions | undefined; actors: string[] };

/** Asks which values to save, or says why the record cannot be saved at all. */
function refusalOfConflict<Row extends Versioned, Entered>(
  route: FormRoute<Row, Entered>,
  plan: PlannedEdit<Entered>,
  { current, offered, actors }: ConflictDetails<Row>,
): RefusalDetails {
  const nextKey = crypto.randomUUID();
  const fixed = route.whyFixed?.(current);
  if (fixed) return { formErrors: [fixed], nextKey };
  if (plan.merge.undecided.length === 0) return { formErrors: [SAME_MOMENT], nextKey };
  const { fields } = route.description;
  const nameOf = (field: string, id: string) => {
    const described = fields.find(({ name }) => name === field);
    if (described?.input?.textOf(current) === id) return described.detail(current);
    return offered?.[field]?.find((option) => option.id === id)?.name;
  };
  const conflict = describeConflict(route, plan, current, nameOf, actors);
  const message = `${actors.length > 0 ? namesOfActors(actors) : "Somebody else"} ${EDIT_CONFLICT}`;
  return { formErrors: [message], conflict, plan, version: current.version, nextKey };
}

/** The status and messages for any other error of a save. */
function refusalOfSave(error: unknown): RefusalDetails & { status: number } {
  if (error instanceof IdempotencyMismatchError) {
    return { status: 409, formErrors: [KEY_REUSED], nextKey: crypto.randomUUID() };
  }
  if (error instanceof Error && /FOREIGN KEY constraint failed/.test(error.message)) {
    return { status: 400, formErrors: [REFERENCE_DELETED] };
  }
  const { status, problem } = refusalOf(error);
  return { status, formErrors: [problem] };
}

/**
 * The submitted references that the form does not offer. An unchanged reference is valid even if its record was
 * deleted.
 */
function notOffered<Row, Entered>(
  { fields }: Pick<Description<Row, Entered>, "fields">,
  plan: Pick<PlannedEdit<Entered>, "merge"> | null,
  payload: Record<string, unknown>,
  choices: ReferenceOptions | undefined,
  current: Row | null,
): { name: string; label: string }[] {
  // The admin decides the conflict first.
  if (plan && plan.merge.undecided.length > 0) return [];
  const entered: Record<string, unknown> = plan?.merge.texts ?? payload;
  return fields.filter(({ name, input }) => {
    const id = entered[name];
    // The schema has refused an empty field that is required.
    if (!input?.mustBeOffered || !choices || !id || (current && input.textOf(current) === id)) return false;
    return !choices[name]?.some((option) => option.id === id);
  });
}

const DELETED = "Somebody has deleted this meanwhile. Close this and use Undo on the list, or add it anew.";
const EDIT_CONFLICT = "saved this while you were editing. Choose what to keep, then save again.";
const SAME_MOMENT = "Somebody else saved this in the same moment, so yours is not saved yet. Press the button again.";
const KEY_REUSED =
  "This form was saved before with other details, and that stands. Press the button again to save what is shown here too.";
const REFERENCE_DELETED = "Something chosen here does not exist any more, so this is not saved. Load the page again.";
