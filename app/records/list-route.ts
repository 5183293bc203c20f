import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { readAsAdmin, readOrNullAfterPost, requireAdmin, writeAsAdmin } from "#app/auth/require-admin.ts";
import { type LocalDate, todayInNewYork } from "#app/domain/calendar.ts";
import { type Dependents, describeDependents } from "#app/domain/dependents.ts";
import { type BoundField, type Description, sortableColumns } from "#app/domain/field.ts";
import { isUuid } from "#app/domain/idempotency-key.ts";
import { type ListState, listSearch, type Notice, readListState, withNotice } from "#app/domain/list-state.ts";
import { parseInRow } from "#app/domain/parse-field.ts";
import { pluralize } from "#app/domain/pluralize.ts";
import type { ScreenPath } from "#app/domain/screens.ts";
import { normalize, searchWords } from "#app/domain/search-text.ts";
import type { Query } from "#db/connection.ts";
import { ConflictError } from "#db/errors.ts";
import { chosenNames, restrictionsOf } from "#db/list/filters.ts";
import { type ListPageRead, listPage, pageOf } from "#db/list/list-page.ts";
import type { ListFilter, ListSource, RowSource } from "#db/list/list-source.ts";
import { PAGE_SIZE } from "#db/list/order.ts";
import { type GroupBy, groupRows } from "#db/list/restricted.ts";
import { shortList } from "#db/list/short-list.ts";
import { filtersAt } from "#db/queries/list-filters.ts";
import {
  type By,
  type Changed,
  findChanged,
  hiddenColumns,
  nameOfRecord,
  type RecordSource,
  type RecordTable,
  removeRecords,
  restoreRecord,
  setFields,
  undoChanged,
  type Values,
} from "#db/records.ts";
import type { Change } from "#db/write.ts";
import { describeFilters } from "./filters.ts";
import { pickFields } from "./form-fields.ts";
import { OUT_OF_DATE, type Refusal, refusalOf } from "./refusals.ts";
import { pageOfShortList, type Summary } from "./short-list.ts";
import { visibleColumns } from "./visible-columns.ts";

/** A list: its source, its columns and its default order (docs/architecture.md, 'One list'). */
export type ListRoute<Row, Settable = unknown> = {
  path: ScreenPath;
  /** A `RowSource` makes a short list: the rows are read whole, then searched, sorted and divided into pages in memory. */
  source: RowSource<Row> | ListSource<Row>;
  /** What the page of a short list sums up. The source of a long list has its summary. */
  summary?: Summary<Row>;
  description: Pick<Description<Row, unknown, Settable>, "fields" | "settableNames">;
  /** The id of the sort column while the address names none, with a `-` before it to sort in descending order. */
  defaultSort: string;
  /** The condition of the default view, on screens with a view toggle. */
  current?: (today: LocalDate) => ListFilter["view"];
  /** The columns by which the filter `group` groups the rows, if the list has it. */
  groups?: { readonly [group: string]: GroupBy["column"] };
  /** Columns that only the download has: what a row shows by its look. */
  extraColumns?: readonly { heading: string; text: (row: Row) => string }[];
};

/** A list whose rows an admin edits, deletes and restores. */
export type EditableListRoute<Row, Settable> = ListRoute<Row, Settable> & {
  /** The kind of the records, in the notice of what was changed: 'horse'. */
  noun?: string;
  /** The name of a record, even if it was deleted. */
  nameOf: (id: string) => Query<{ name: string }[]>;
  set?: (ids: readonly string[], values: Partial<Settable>, by: By) => Change;
  /** What a `set`, or a deletion of several rows, has changed, and its Undo; without them no notice offers one. */
  findChanged?: (key: string) => Query<Changed[]>;
  undoChanged?: (key: string, changed: Changed, by: By) => Change;
  /** Both absent if the rows of the list are not deleted. */
  remove?: (ids: readonly string[], by: By) => Change;
  restore?: (id: string, by: By) => Change;
  /** Further commands of a row's menu or of a notice, by the `intent` of their form. */
  commands?: Record<string, RowCommand>;
  /** Reads what stays of a deleted record, or of those that a change has deleted. `noun` is that of its `records`. */
  dependents?: {
    noun: string;
    find: (deleted: { id: string; changeKey: string }) => Query<Dependents[]>;
    /** The address of the record's pending bills. */
    billsOf: (id: string) => string;
  };
  /** The message if a record cannot be deleted; undefined if it can. */
  deleteRefusal?: (id: string) => string | undefined;
  /** The message for a conflict where the general one would mislead. `field` is the field that the command set, or ''. */
  conflictMessage?: string | ((field: string) => string | undefined);
};

/** A list that is read, with what it needs for its notices. */
type ReadListRoute<Row, Settable> = ListRoute<Row, Settable> &
  Partial<Pick<EditableListRoute<Row, Settable>, "nameOf" | "noun" | "findChanged" | "dependents">>;

/** The fields of a command's form; `ids` are those of the selected rows, or the one of the row. */
export type CommandFields = { id: string; ids: string[]; idempotencyKey: string; value: string };

/** A command on a row other than Edit, Delete and setting a field. */
export type RowCommand = {
  /** Reads the records that the command depends on, and returns the change or the problem. */
  prepare: (
    fields: CommandFields,
    read: <Row>(query: Query<Row[]>) => Promise<Row[]>,
    by: By,
  ) => Promise<Change | { problem: string }>;
  /** The search parameter that carries the command's idempotency key back to the list, which then shows a notice. */
  noticeParam?: Notice;
};

/** Infers the type parameters of a list route from its description. */
export const editableList = <Row, Settable>(
  route: EditableListRoute<Row, Settable>,
): EditableListRoute<Row, Settable> => route;

/** The source, `nameOf`, `set`, `remove` and `restore` of a list route, for the records of a source. */
export function editableRows<Table extends RecordTable, Row>(source: RecordSource<Table, Row>) {
  return {
    source,
    noun: source.noun,
    nameOf: (id: string) => nameOfRecord(source, id),
    set: (ids: readonly string[], values: Partial<Values<Table>>, by: By) => setFields(source, ids, values, by),
    findChanged: (key: string) => findChanged(source, key),
    undoChanged: (key: string, changed: Changed, by: By) => undoChanged(source, key, changed, by),
    remove: (ids: readonly string[], by: By) => removeRecords(source, ids, by),
    restore: (id: string, by: By) => restoreRecord(source, id, by),
  };
}

/** What a command has changed, for a notice with Undo; `recordId` is that of the first record. */
export type ChangedNotice = { id: string; recordId: string; text: string };

/** The answer to a row command; empty after most commands. */
export type RowAnswer = { problem?: string; unreachable?: boolean; changed?: ChangedNotice };

/** The list state in the address of a list or of a dialog over it, and the filter that selects the list's rows. */
export function listFilterOf<Row, Settable>(
  { url }: Request,
  { path, description, defaultSort, current }: ListRoute<Row, Settable>,
  today: LocalDate,
): { state: ListState; filter: ListFilter } {
  const filters = filtersAt(path);
  const state = readListState(new URL(url).searchParams, sortableColumns(description), defaultSort, filters);
  const view = state.view === "current" ? current?.(today) : undefined;
  // A text in SQL cannot contain a NUL or a lone surrogate.
  const q = state.q.replaceAll("\0", " ").toWellFormed();
  return { state, filter: { view, q, restrictions: restrictionsOf(filters, state.filters) } };
}

/** The search of the list's address, for a request to the list or to a dialog over it: see `listSearch`. */
export function searchOf<Row>({ url }: Request, description: Pick<Description<Row>, "fields">): string {
  const { pathname, searchParams } = new URL(url);
  return listSearch(searchParams, sortableColumns(description), filtersAt(pathname.replace(/\.data$/, "")));
}

/**
 * Reads one page of a list and the admin check in one database request; without `data` after a post while the database does not
 * answer (docs/architecture.md, 'One read').
 */
export async function readList<Row extends { seq: number }, Settable>(
  { request, context }: LoaderFunctionArgs,
  route: ReadListRoute<Row, Settable>,
) {
  const today = todayInNewYork(context.now);
  const { state, filter } = listFilterOf(request, route, today);
  const params = new URL(request.url).searchParams;
  const [deletedId = "", changedKey = "", addedId = "", editedId = ""] = NOTICES_OF_LISTS.map(
    (name) => params.get(name) ?? "",
  );
  const savedId = addedId || editedId;
  const group = state.filters.group ?? "";
  const column = route.groups?.[group];
  const names = chosenNames(filtersAt(route.path), state.filters);
  const read = await readOrNullAfterPost(
    context,
    Promise.all([
      readPage({ request, context }, route, { state, filter, isGrouped: column !== undefined }),
      route.nameOf && deletedId ? readAsAdmin(request, context, route.nameOf(deletedId)) : null,
      route.findChanged && changedKey ? readAsAdmin(request, context, route.findChanged(changedKey)) : null,
      readStaying({ request, context }, route, { id: deletedId, changeKey: changedKey }),
      route.nameOf && savedId ? readAsAdmin(request, context, route.nameOf(savedId)) : null,
      Object.keys(state.filters).length > 0 ? readAsAdmin(request, context, names) : null,
      column && isLong(route.source)
        ? readAsAdmin(request, context, groupRows(route.source, filter, { group, column }))
        : null,
    ]),
  );
  const list = {
    path: route.path,
    defaultSort: route.defaultSort,
    state,
    search: searchOf(request, route.description),
    today,
  };
  const { fields } = route.description;
  if (!read) {
    const nothing = { data: null, shown: visibleColumns(fields, null), deleted: null, changed: null, saved: null };
    return { ...list, ...nothing, filters: null, grouped: null };
  }
  const [{ page, hidden }, named, changes, staying, savedNames, filterNames, groups] = read;
  const deleted = named?.[0][0];
  const changed = changes?.[0][0];
  return {
    ...list,
    data: { ...page, rows: withUnseenHits(page.rows, route.description, hidden, filter.q) },
    shown: visibleColumns(fields, hidden),
    filters: describeFilters(list, filterNames?.[0][0]?.names ?? {}),
    grouped: groups?.[0][0] ?? null,
    deleted: deleted ? { id: deletedId, name: deleted.name, ...staying } : null,
    changed: changed && !changed.isUndone ? describeChanged(route, changedKey, changed, staying.staying) : null,
    saved: describeSaved(route, { id: savedId, name: savedNames?.[0][0]?.name, verb: addedId ? "added" : "saved" }),
  };
}

export const isLong = <Row>(source: RowSource<Row> | ListSource<Row>): source is ListSource<Row> => "sorts" in source;

type Shown = { state: ListState; filter: ListFilter; isGrouped: boolean };

/** Reads one page of a list, and the columns that the admin has hidden. */
async function readPage<Row extends { seq: number }, Settable>(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  { source, path, description, summary }: ListRoute<Row, Settable>,
  { state, filter, isGrouped }: Shown,
): Promise<{ page: ListPageRead<Row>; hidden: readonly string[] | null }> {
  const columns = hiddenColumns(context.session?.user.email ?? "", path);
  if (isLong(source)) {
    const { sort, descending, place } = state;
    const query = listPage(source, { ...filter, sort, descending, place, ...(isGrouped && { size: 0 }) });
    const [[read], [chosen]] = await readAsAdmin(request, context, query, columns);
    return { page: pageOf(read, place), hidden: chosen?.hidden ?? null };
  }
  const [[read], [chosen]] = await readAsAdmin(request, context, shortList(source, filter), columns);
  const page = pageOfShortList(description.fields, read, state, summary);
  return { page, hidden: chosen?.hidden ?? null };
}

/** Reads what stays of a deleted record, or of those that a change has deleted, in words, and where that record's is listed. */
async function readStaying(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  { path, dependents }: Pick<EditableListRoute<unknown, unknown>, "path" | "dependents">,
  deleted: { id: string; changeKey: string },
): Promise<{ staying: string; stayingAt: string }> {
  if (!dependents || !(deleted.id || deleted.changeKey)) return { staying: "", stayingAt: "" };
  const [[found]] = await readAsAdmin(request, context, dependents.find(deleted));
  return {
    staying: found ? describeDependents(found, dependents.noun) : "",
    stayingAt: found?.bills ? dependents.billsOf(deleted.id) : `${path}/${deleted.id}`,
  };
}

/** Adds to each row the texts that a search found in columns that are not shown, or in what a cell abbreviates. */
function withUnseenHits<Row>(
  rows: Row[],
  { fields }: Pick<Description<Row>, "fields">,
  hidden: readonly string[] | null,
  q: string,
): Row[] {
  const words = searchWords(q);
  if (words.length === 0) return rows;
  const isHidden = ({ column, listed }: BoundField<Row>) => hidden?.includes(column) ?? listed.hidden === true;
  const searched = fields.filter(({ listed }) => listed.searchable !== false);
  return rows.map((row) => {
    const seen = normalize(searched.map((field) => (isHidden(field) ? "" : field.cellText(row))).join("\n"));
    const missing = words.filter((word) => !seen.includes(word));
    if (missing.length === 0) return row;
    const found = searched.filter(({ text }) => missing.some((word) => normalize(text(row)).includes(word)));
    return { ...row, unseen: found.map(({ heading, text }) => `${heading}: ${text(row)}`).join(" · ") };
  });
}

const NOTICES_OF_LISTS = ["deleted", "changed", "added", "saved"] as const satisfies Notice[];

/** The notice of a record that a dialog has added or saved, with an address of the list that finds it by its name. */
function describeSaved<Row, Settable>(
  { path, description }: Pick<ListRoute<Row, Settable>, "path" | "description">,
  { id, name, verb }: { id: string; name: string | undefined; verb: string },
) {
  if (name === undefined) return null;
  const isNamed = description.fields[0]?.input?.kind === "name";
  return {
    id,
    text: `${name} ${verb}`,
    shownAt: isNamed ? `${path}?${new URLSearchParams({ view: "all", q: name })}` : "",
  };
}

/** Runs a command on rows and redirects to the list with its state unchanged (docs/architecture.md, 'One write'). */
export async function actOnList<Row, Settable>(args: ActionFunctionArgs, route: EditableListRoute<Row, Settable>) {
  const { request, context } = args;
  const command = readCommand(await request.formData(), route);
  const { intent, ids, text } = command;
  const refuse = (answer: RowAnswer, status: number, error?: unknown) => {
    context.log.fail(failureOf(route, intent, text("field")), error);
    return data<RowAnswer>(answer, status);
  };
  try {
    const written = await writeCommand(args, route, command);
    return "problem" in written
      ? refuse({ problem: written.problem }, written.status)
      : answerTo(args, route, command, written);
  } catch (error) {
    if (error instanceof ConflictError && !(await exists(args, route, ids))) return refuse({ problem: MISSING }, 404);
    const { problem, status } = refusalOfCommand(error, route.conflictMessage, text("field"));
    return refuse({ problem, unreachable: status === 503 }, status, error);
  }
}

/** A command as its form states it. */
type SentCommand = {
  intent: string;
  ids: string[];
  /** Whether it is about the selected rows. */
  ofSelected: boolean;
  fields: FormData;
  text: (name: string) => string;
  /** What is wrong with the form itself. */
  problem: string | undefined;
  /** The command of the list, if `intent` names one. */
  own: RowCommand | undefined;
};

function readCommand<Row, Settable>(sent: FormData, route: EditableListRoute<Row, Settable>): SentCommand {
  const form = expandRowCommand(sent);
  const selected = takeSelected(form);
  const { fields, problem } = pickFields(form, FIELDS);
  const text = (name: string) => String(fields.get(name) ?? "");
  const ofSelected = !fields.has("id") || text("id") === SELECTED;
  const intent = text("intent");
  const commands: Record<string, RowCommand> = { ...undoCommand(route), ...route.commands };
  const own = Object.hasOwn(commands, intent) ? commands[intent] : undefined;
  return { intent, ids: ofSelected ? selected : [text("id")], ofSelected, fields, text, problem, own };
}

type Written = { key: string; name: string };

/** Writes the change of a command. A change that depends on no record costs one request to the database, its guard included. */
async function writeCommand<Row, Settable>(
  { request, context }: ActionFunctionArgs,
  route: EditableListRoute<Row, Settable>,
  command: SentCommand,
): Promise<Written | Refusal> {
  const { own, problem, ids } = command;
  const named = route.nameOf(ids[0] ?? "");
  const read = async <Found>(query: Query<Found[]>) => (await readAsAdmin(request, context, query))[0];
  if (own && !problem) {
    const [[record], change] = await Promise.all([read(named), prepare(own, command, read, byOf(context))]);
    // A missing record takes precedence over a command's own problem, which may only be its consequence.
    if (!record && ids.length > 0) return { problem: MISSING, status: 404 };
    if ("problem" in change) return { problem: change.problem, status: 400 };
    await writeAsAdmin(request, context, change);
    return { key: change.idempotencyKey, name: record?.name ?? "" };
  }
  const change = problem ? { problem } : changeFor(route, command, byOf(context));
  if ("problem" in change) {
    await requireAdmin(request, context);
    return { problem: change.problem, status: 400 };
  }
  const [[record]] = await writeAsAdmin(request, context, change, named);
  return { key: change.idempotencyKey, name: record?.name ?? "" };
}

/** Whether the first record of a command exists, deleted or not. True if the database does not answer. */
async function exists<Row, Settable>(
  { request, context }: ActionFunctionArgs,
  { nameOf }: EditableListRoute<Row, Settable>,
  [id = ""]: readonly string[],
): Promise<boolean> {
  const read = readAsAdmin(request, context, nameOf(id));
  return read.then(
    ([named]) => named.length > 0,
    () => true,
  );
}

/** The answer to a command that was written: what it changed, or the list with a notice. */
function answerTo<Row, Settable>(
  { request, context }: ActionFunctionArgs,
  route: EditableListRoute<Row, Settable>,
  { intent, ids, text, own }: SentCommand,
  { key, name }: Written,
) {
  const search = searchOf(request, route.description);
  const toList = (notice: Partial<Record<Notice, string>>) => redirect(route.path + withNotice(search, notice), 303);
  if ((intent === "set" || (intent === "delete" && ids.length > 1)) && route.findChanged) {
    if (!context.isDataRequest || intent === "delete") return toList({ changed: key });
    return data<RowAnswer>({ changed: describeChanged(route, key, { ids, name, fields: [text("field")] }) });
  }
  // 'Set an end date instead': the record is back, and its dialog opens.
  if (intent === "restore" && text("value") === "edit")
    return redirect(`${route.path}/${text("id")}/edit${search}`, 303);
  if (intent === "delete") return toList({ deleted: ids[0] ?? "" });
  return toList(own?.noticeParam ? { [own.noticeParam]: text("idempotencyKey") } : {});
}

const MISSING = "There is no such record. Load the list again.";

/** The fields of a command. The last three are the values that the bar of the selected rows offers, by the control of the field. */
const FIELDS = ["intent", "id", "field", "value", "idempotencyKey", "amount", "date", "checkbox"] as const;

/** In the place of an id: all selected rows. */
const SELECTED = "selected";

/** A button in a row carries its whole command, 'set <id> <field> <value>', so that all rows share one form. */
function expandRowCommand(form: FormData): FormData {
  const command = form.get("row");
  if (typeof command !== "string") return form;
  form.delete("row");
  const [intent = "", id = "", field = "", ...value] = command.split(" ");
  for (const [name, text] of Object.entries({ intent, id, field, value: value.join(" ") })) form.set(name, text);
  return form;
}

/** The command of the notice that offers Undo. */
function undoCommand<Row, Settable>({ findChanged, undoChanged }: EditableListRoute<Row, Settable>) {
  if (!findChanged || !undoChanged) return {};
  const prepare: RowCommand["prepare"] = async ({ idempotencyKey }, read, by) => {
    const [changed] = await read(findChanged(idempotencyKey));
    return changed ? undoChanged(idempotencyKey, changed, by) : { problem: "There is nothing to undo." };
  };
  return { undoChanged: { prepare } };
}

function describeChanged<Row, Settable>(
  { description, noun = "row" }: Pick<EditableListRoute<Row, Settable>, "description" | "noun">,
  id: string,
  { ids, name, fields }: Pick<Changed, "ids" | "name" | "fields">,
  staying = "",
): ChangedNotice {
  const labels = description.fields.filter((field) => fields.includes(field.name)).map(({ label }) => label);
  const of = ids.length === 1 ? name : pluralize(ids.length, noun);
  const text =
    labels.length === 0
      ? `${of} ${ids.length === 1 ? "was" : "were"} deleted. ${staying}`
      : `Saved: ${labels.join(", ")} of ${of}`;
  return { id, recordId: ids[0] ?? "", text: text.trim() };
}

/** What the log says of a command that failed: 'Error updating check-in date', 'Error toggling billable status'. */
function failureOf<Row, Settable>(
  { description }: EditableListRoute<Row, Settable>,
  intent: string,
  field: string,
): string {
  const set = intent === "set" ? description.fields.find(({ name }) => name === field) : undefined;
  if (set) {
    const label = set.label.toLowerCase();
    return set.input?.control === "checkbox" ? `Error toggling ${label} status` : `Error updating ${label}`;
  }
  const known: Record<string, string> = { delete: "Error deleting a record", restore: "Error restoring a record" };
  return (Object.hasOwn(known, intent) && known[intent]) || "Error in a command of a row";
}

function refusalOfCommand(
  error: unknown,
  conflictMessage: EditableListRoute<unknown, unknown>["conflictMessage"],
  field: string,
): Refusal {
  const { problem, status } = refusalOf(error);
  const message = typeof conflictMessage === "function" ? conflictMessage(field) : conflictMessage;
  return { problem: (status === 409 && message) || problem, status };
}

/** The author and time of a change: the signed-in user's e-mail address or 'visitor', and the instant of the request. */
export function byOf({ session, now }: AppLoadContext): By {
  return { actor: session?.user.email ?? "visitor", at: now };
}

/** Removes the ids of the selected rows from a form, and returns them in order: at most a page of rows. */
function takeSelected(form: FormData): string[] {
  const ids = form.getAll("selected").map(String);
  form.delete("selected");
  return [...new Set(ids)].slice(0, PAGE_SIZE).sort();
}

async function prepare(
  command: RowCommand,
  { text, ids }: SentCommand,
  read: Parameters<RowCommand["prepare"]>[1],
  by: By,
): Promise<Change | { problem: string }> {
  const idempotencyKey = text("idempotencyKey");
  const [id] = ids;
  if (!isUuid(idempotencyKey)) return { problem: OUT_OF_DATE };
  if (id === undefined) return { problem: "Select at least one row first." };
  return command.prepare({ id, ids, idempotencyKey, value: text("value") }, read, by);
}

function changeFor<Row, Settable>(
  route: EditableListRoute<Row, Settable>,
  { ids, ofSelected, fields, text }: SentCommand,
  by: By,
): Change | { problem: string } {
  if (ids.length === 0) return { problem: "Select at least one row first." };
  switch (text("intent")) {
    case "delete": {
      const [problem] = ids.flatMap((id) => route.deleteRefusal?.(id) ?? []);
      if (problem) return { problem };
      // Without Undo for several rows, they are deleted one by one.
      if (!route.remove || (ids.length > 1 && !route.findChanged)) break;
      return route.remove(ids, by);
    }
    case "restore":
      if (route.restore && ids[0] !== undefined) return route.restore(ids[0], by);
      break;
    case "set": {
      const field = text("field");
      const control = route.description.fields.find(({ name }) => name === field)?.input?.control ?? "";
      const value = text(fields.has("value") ? "value" : control);
      const parsed = parseInRow(route.description, field, value, ofSelected);
      if (!parsed || !route.set) return { problem: `This list has no field ${field.slice(0, 40)}.` };
      return "problem" in parsed ? parsed : route.set(ids, parsed.value, by);
    }
  }
  return { problem: "This list cannot do that." };
}
