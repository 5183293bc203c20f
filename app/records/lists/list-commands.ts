import { type ActionFunctionArgs, data } from "@remix-run/cloudflare";
import { readAsAdmin, requireAdmin } from "#app/auth/require-admin.ts";
import { describeSalary, describeSaved } from "#app/domain/activity/done.ts";
import type { Written, WrittenAnswer } from "#app/domain/basics/answers.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { parseOptionalDate } from "#app/domain/basics/parse.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { SHORT_PAGE_SIZE, withNotice } from "#app/domain/fields/list-state.ts";
import type { ChangeNotice, UndoAnswer } from "#app/domain/fields/notices.ts";
import { parseInRow } from "#app/domain/fields/parse-field.ts";
import { byOf } from "#app/records/by.ts";
import { pickFields } from "#app/records/forms/form-fields.ts";
import { OUT_OF_DATE, type Refusal, refusalOf } from "#app/records/refusals.ts";
import { undoChange } from "#app/records/undo.ts";
import { leadTo, type ScreenRead, writeAndLead } from "#app/records/write-and-lead.ts";
import { ConflictError } from "#db/errors.ts";
import { findDone } from "#db/queries/activity/done-changes.ts";
import type { Query } from "#db/query.ts";
import type { Change } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { type EditableListRoute, type RowCommand, searchOf } from "./list-route.ts";

/** The answer to a row command; empty after most commands. */
export type RowAnswer = Partial<UndoAnswer> & { notice?: ChangeNotice };

/** The action of the screen of a list: see `actOnList`. */
export const listAction =
  <Row, Settable>(route: EditableListRoute<Row, Settable>, load: ScreenRead["load"]) =>
  (args: ActionFunctionArgs) =>
    actOnList(args, route, load);

/**
 * Writes a command on rows and redirects to the list with its state unchanged (docs/architecture.md, 'One write').
 * `load` is the loader of the screen or page that the command redirects to.
 */
export async function actOnList<Row, Settable>(
  args: ActionFunctionArgs,
  route: EditableListRoute<Row, Settable>,
  load: ScreenRead["load"] | null,
) {
  const { request, context } = args;
  const form = await request.formData();
  const screen = load && { path: route.back ?? route.path, load };
  if (form.get("intent") === "undo")
    return undoChange(args, form, { to: (key, then) => addressAfterUndo(args, route, key, then), screen });
  const command = readCommand(form, route);
  const { intent, ids, text } = command;
  const refuse = (answer: RowAnswer, status: number, error?: unknown) => {
    context.log.fail(failureOf(route, intent, text("field")), error);
    return data<RowAnswer>(answer, status);
  };
  try {
    const written = await writeCommand(args, route, command, screen);
    return "problem" in written
      ? refuse({ problem: written.problem }, written.status)
      : answerTo(args, route, command, written);
  } catch (error) {
    if (error instanceof ConflictError && !(await exists(args, route, ids))) return refuse({ problem: MISSING }, 404);
    const { problem, status } = refusalOfCommand(error, route.conflictMessage, text("field"));
    return refuse({ problem, unreachable: status === 503 }, status, error);
  }
}

/** A submitted command. */
type SentCommand = {
  intent: string;
  ids: string[];
  /** Whether the command is for the selected rows. */
  ofSelected: boolean;
  fields: FormData;
  text: (name: string) => string;
  /** The problem of the form itself: see `pickFields`. */
  problem: string | undefined;
  /** The pasted cells: the id of each row and its new text. */
  cells: readonly Cell[];
  /** The command of the list, if `intent` names one. */
  own: RowCommand | undefined;
};

type Cell = { id: string; value: string };

function readCommand<Row, Settable>(sent: FormData, route: EditableListRoute<Row, Settable>): SentCommand {
  const form = expandRowCommand(sent);
  const selected = takeSelected(form);
  const cells = takeCells(form);
  const { fields, problem } = pickFields(form, FIELDS);
  const text = (name: string) => String(fields.get(name) ?? "");
  const ofSelected = !fields.has("id") || text("id") === SELECTED;
  const intent = text("intent");
  const own = route.commands && Object.hasOwn(route.commands, intent) ? route.commands[intent] : undefined;
  const ids = cells.length > 0 ? cells.map(({ id }) => id) : ofSelected ? selected : [text("id")];
  return { intent, ids, ofSelected, fields, text, problem, cells, own };
}

/**
 * The fields of a command. The last four hold the new value in the bar of the selected rows, by the control of the
 * field, and the day from which it holds.
 */
const FIELDS = ["intent", "id", "field", "value", "idempotencyKey", "amount", "date", "checkbox", "from"] as const;

/** The value of `id` that stands for all selected rows. */
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

/** Removes the ids of the selected rows from a form, and returns them in order: at most a page of rows. */
function takeSelected(form: FormData): string[] {
  const ids = form.getAll("selected").map(String);
  form.delete("selected");
  return [...new Set(ids)].slice(0, SHORT_PAGE_SIZE).sort();
}

/** Removes the cells of a paste from a form, and returns them: '<id> <value>', one for each row, at most a page of rows. */
function takeCells(form: FormData): Cell[] {
  const cells = form.getAll("cell").map(String);
  form.delete("cell");
  const byId = new Map(cells.slice(0, SHORT_PAGE_SIZE).map((cell) => cell.split(/ (.*)/s) as [string, string]));
  return [...byId].map(([id, value = ""]) => ({ id, value }));
}

/** A written command. `to` is the address of the list with a notice; undefined if the page does not navigate. */
type Done = {
  key: string;
  name: string;
  /** What else the notice says of a change in the row. */
  since?: string;
  to: string | undefined;
  written: Written;
};

/**
 * Writes the change of a command. A change that depends on no record takes one database request, with the admin check.
 */
async function writeCommand<Row, Settable>(
  args: ActionFunctionArgs,
  route: EditableListRoute<Row, Settable>,
  command: SentCommand,
  screen: ScreenRead | null,
): Promise<Done | Refusal> {
  const { request, context } = args;
  const { own, problem, ids } = command;
  const named = route.nameOf(ids[0] ?? "");
  const read = async <Found>(query: Query<Found[]>) => (await readAsAdmin(request, context, query))[0];
  if (own && !problem) {
    const [[record], change] = await Promise.all([read(named), prepare(own, command, read, byOf(context))]);
    // Report a missing record first: the problem of the command may only follow from it.
    if (!record && ids.length > 0) return { problem: MISSING, status: 404 };
    if ("problem" in change) return { problem: change.problem, status: 400 };
    const to = addressAfter(args, route, command, change.idempotencyKey);
    const { written } = await writeAndLead(args, change, to ?? listOf(args, route), screen);
    return { key: change.idempotencyKey, name: record?.name ?? "", to, written };
  }
  const change = problem ? { problem } : changeFor(route, command, byOf(context));
  if ("problem" in change) {
    await requireAdmin(request, context);
    return { problem: change.problem, status: 400 };
  }
  const to = addressAfter(args, route, command, change.idempotencyKey);
  const done = findDone(change.idempotencyKey);
  const { rows, written } = await writeAndLead(args, change, to ?? listOf(args, route), screen, named, done);
  const [[record], [found]] = rows;
  const since = found ? describeSalary(found.done, todayInNewYork(context.now)) : "";
  return { key: change.idempotencyKey, name: record?.name ?? "", since, to, written };
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
  { ids, ofSelected, fields, text, cells }: SentCommand,
  by: By,
): Change | { problem: string } {
  if (ids.length === 0) return { problem: "Select at least one row first." };
  switch (text("intent")) {
    case "delete": {
      const [problem] = ids.flatMap((id) => route.deleteRefusal?.(id) ?? []);
      if (problem) return { problem };
      if (!route.remove) break;
      return route.remove(ids, by);
    }
    case "set": {
      const field = text("field");
      const { input, listed } = route.description.fields.find(({ name }) => name === field) ?? {};
      const value = text(fields.has("value") ? "value" : (input?.control ?? ""));
      const parsed = parseInRow(route.description, field, value, ofSelected);
      if (!parsed || !route.set) return { problem: `This list has no field ${field.slice(0, 40)}.` };
      if ("problem" in parsed) return parsed;
      const from = ofSelected && listed?.hasDay && route.setFrom ? parseOptionalDate(text("from")) : { value: null };
      if ("problem" in from) return from;
      return (from.value && route.setFrom?.(from.value, ids, parsed.value, by)) || route.set(ids, parsed.value, by);
    }
    case "paste":
      return pasted(route, text("field"), cells, by);
  }
  return { problem: "This list cannot do that." };
}

/** Sets a field of several rows, each to its own value: all of them or, if one value is refused, none. */
function pasted<Row, Settable>(
  route: EditableListRoute<Row, Settable>,
  field: string,
  cells: readonly Cell[],
  by: By,
): Change | { problem: string } {
  const changes: Change[] = [];
  for (const [at, { id, value }] of cells.entries()) {
    const parsed = parseInRow(route.description, field, value);
    if (!parsed || !route.set) return { problem: `This list has no field ${field.slice(0, 40)}.` };
    if ("problem" in parsed)
      return { problem: `Nothing was pasted. Value ${at + 1}, "${value.slice(0, 40)}": ${parsed.problem}` };
    changes.push(route.set([id], parsed.value, by));
  }
  return asOne(changes);
}

/** Joins changes that set the same field of different records. */
function asOne(changes: readonly Change[]): Change | { problem: string } {
  const [first] = changes;
  if (!first) return { problem: "Nothing was pasted: there is no value." };
  const [audited] = first.audited;
  const all = changes.flatMap((change) => change.audited.flatMap(({ ids }) => ids));
  return {
    ...first,
    payload: { ...Object(first.payload), ids: all, values: changes.map(({ payload }) => payload) },
    audited: audited ? [{ ...audited, ids: all }] : [],
    preconditions: changes.flatMap(({ preconditions = [] }) => preconditions),
    mutations: changes.flatMap(({ mutations }) => mutations),
  };
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

/** The address of the list with its search, order and page. */
const listOf = <Row, Settable>(
  { request }: ActionFunctionArgs,
  { path, back, description }: EditableListRoute<Row, Settable>,
) => (back ?? path) + searchOf(request, description);

/**
 * The address after a command: the list with its notice. Undefined after a `set` or paste with JavaScript: the row shows
 * it.
 */
function addressAfter<Row, Settable>(
  args: ActionFunctionArgs,
  route: EditableListRoute<Row, Settable>,
  { intent }: SentCommand,
  key: string,
): string | undefined {
  const isSet = intent === "set" || intent === "paste";
  return args.context.isDataRequest && isSet ? undefined : withDone(args, route, key);
}

const withDone = <Row, Settable>(
  { request }: ActionFunctionArgs,
  route: EditableListRoute<Row, Settable>,
  done: string,
) => (route.back ?? route.path) + withNotice(searchOf(request, route.description), { done });

/** The list with the notice of the undo, or the dialog of the record, whose id is `then`, that the undo brought back. */
function addressAfterUndo<Row, Settable>(
  args: ActionFunctionArgs,
  route: EditableListRoute<Row, Settable>,
  key: string,
  then: string,
): string {
  if (isUuid(then)) return `${route.path}/${then}/edit${withNotice(searchOf(args.request, route.description), {})}`;
  return withDone(args, route, key);
}

/** The answer to a written command: a redirect to `to`, or what the command has set. */
function answerTo<Row, Settable>(
  args: ActionFunctionArgs,
  { description, noun = "row" }: EditableListRoute<Row, Settable>,
  { ids, text }: SentCommand,
  { key, name, since = "", to, written }: Done,
) {
  if (to !== undefined) return leadTo(args, to, written);
  const labels = description.fields.filter((field) => field.name === text("field")).map(({ label }) => label);
  const notice: ChangeNotice = {
    key,
    recordId: ids[0] ?? "",
    text: describeSaved(labels, ids.length === 1 ? name : pluralize(ids.length, noun)) + since,
    canUndo: true,
    isUndo: false,
    others: null,
  };
  return data<RowAnswer & WrittenAnswer>({ notice, written });
}

const MISSING = "There is no such record. Load the list again.";

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
  return intent === "delete" ? "Error deleting a record" : "Error in a command of a row";
}

function refusalOfCommand(
  error: unknown,
  conflictMessage: EditableListRoute<unknown, unknown>["conflictMessage"],
  field: string,
): Refusal {
  const { problem, status } = refusalOf(error);
  if (error instanceof ConflictError && error.problem) return { problem, status };
  const message = typeof conflictMessage === "function" ? conflictMessage(field) : conflictMessage;
  return { problem: (status === 409 && message) || problem, status };
}
