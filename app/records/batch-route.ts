import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isOutage, readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import type { BatchAnswer, BatchFields, Written } from "#app/domain/basics/answers.ts";
import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { type ListState, listHref } from "#app/domain/fields/list-state.ts";
import type { Notice } from "#app/domain/fields/notices.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";
import type { ListFilter } from "#db/list/list-source.ts";
import { acceptedPayload } from "#db/queries/activity/recorded-changes.ts";
import { type BatchQuery, type ConfirmedBatch, parseRows, readBatch, shownText } from "#db/write/batch.ts";
import type { Change } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { byOf } from "./by.ts";
import { fingerprintOf, isFingerprint } from "./fingerprint.ts";
import { pickFields } from "./forms/form-fields.ts";
import { type ListRoute, listFilterOf } from "./lists/list-route.ts";
import { leadTo, type ScreenRead, writeAndLead } from "./write-and-lead.ts";

/**
 * A dialog in which an admin reviews and confirms a batch: 'Bill N Horses', 'Bill N Shows', 'Add Payroll Items'
 * (docs/architecture.md, 'One batch').
 */
type BatchRoute<Row extends { id: string }, ListRow, Settable> = {
  /** Part of the fingerprint, so that two kinds of batch with the same rows differ. */
  kind: string;
  /** The list behind the dialog. Its filter selects the rows of the batch. */
  list: ListRoute<ListRow, Settable>;
  /** `params` are the search parameters of the dialog, with what the admin chose in it. */
  query: (filter: ListFilter, today: LocalDate, params: URLSearchParams) => BatchQuery<Row>;
  /** Applies the search, filters and order of a short list; absent if the query applies them. */
  search?: (rows: Row[], state: ListState) => Row[];
  /** Whether the batch leaves a row out unless the admin ticks its box. */
  needsOptIn?: (row: Row, period: string, today: LocalDate) => boolean;
  /** Whether the dialog only names a row, with the reason why it is not in the batch. */
  isLeftOut?: (row: Row, period: string, today: LocalDate) => boolean;
  /** The change for the chosen rows, of `all` rows; null if there is nothing to write. */
  changeFor: (batch: ConfirmedBatch<Row>, chosen: Row[], by: By, all: Row[]) => Change | null;
  /** What was done, as a participle: 'nothing was billed'. */
  participle: "billed" | "generated";
  /** The message when `changeFor` returns null: 'There are no horses to bill.' */
  emptyMessage: string;
  /** What the log says of a batch that failed: 'Error billing horses'. */
  failure: string;
  /** The log's note about rows that the batch skips or lacks; undefined if there are none. */
  noteFor?: (rows: Row[]) => string | undefined;
};

/** Infers the type parameters of a batch route from its query and list. */
export const batchRoute = <Row extends { id: string }, ListRow, Settable>(
  route: BatchRoute<Row, ListRow, Settable>,
): BatchRoute<Row, ListRow, Settable> => route;

type OpenedBatch<Row> = {
  idempotencyKey: string;
  fingerprint: string;
  rows: Row[];
  /** The rows that the search and the filters of a short list leave out. */
  unlisted: Row[];
};

function queryOf<Row extends { id: string }, ListRow, Settable>(
  request: Request,
  route: BatchRoute<Row, ListRow, Settable>,
  today: LocalDate,
) {
  const { state, filter } = listFilterOf(request, route.list, today);
  return { state, query: route.query(filter, today, new URL(request.url).searchParams) };
}

/** Reads the rows of the batch in one database request; null after a post while the database does not answer. */
export async function openBatch<Row extends { id: string }, ListRow, Settable>(
  { request, context }: LoaderFunctionArgs,
  route: BatchRoute<Row, ListRow, Settable>,
): Promise<OpenedBatch<Row> | null> {
  const { state, query } = queryOf(request, route, todayInNewYork(context.now));
  const read = await readOrNullAfterPost(context, readAsAdmin(request, context, readBatch(query)));
  const batch = read?.[0][0];
  if (!batch) return null;
  const rows = rowsOf(route, query, state, batch.rowsJson);
  const listed = new Set(rows.map(({ id }) => id));
  const unlisted = parseRows(query, batch.rowsJson).filter(({ id }) => !listed.has(id));
  const fingerprint = await fingerprintOf(route.kind, query.period, shownText(query, rows));
  return { idempotencyKey: crypto.randomUUID(), fingerprint, rows, unlisted };
}

function rowsOf<Row extends { id: string }, ListRow, Settable>(
  { search }: BatchRoute<Row, ListRow, Settable>,
  query: BatchQuery<Row>,
  state: ListState,
  rowsJson: string,
): Row[] {
  const rows = parseRows(query, rowsJson);
  return search ? search(rows, state) : rows;
}

/**
 * Writes the batch that the dialog showed, once per idempotency key, and redirects to the list. Refuses the batch with
 * 409 if its rows changed since the dialog loaded them. `load` is the loader of the list's screen.
 */
export async function confirmBatch<Row extends { id: string }, ListRow, Settable>(
  { request, context }: ActionFunctionArgs,
  route: BatchRoute<Row, ListRow, Settable>,
  load: ScreenRead["load"],
) {
  const { kind, list, participle } = route;
  const messages = messagesFor(participle);
  const { sent, isValid, problem } = readFields(await request.formData());
  const refuse = (status: number, reason: string, isChanged = false) => {
    context.log.fail(route.failure);
    return data<BatchAnswer>({ problem: reason, isChanged, sent, unreachable: status === 503 }, status);
  };
  const today = todayInNewYork(context.now);
  const { state, query } = queryOf(request, route, today);
  try {
    const { idempotencyKey, ...fields } = sent;
    const payload = { kind, ...fields };
    const listUrl = new URL(listHref(list.path, state, list.defaultSort, { place: state.place }), request.url);
    listUrl.searchParams.set("done" satisfies Notice, idempotencyKey);
    const to = listUrl.pathname + listUrl.search;
    let written: Written | undefined;
    const [[batch], [accepted]] = await readAsAdmin(
      request,
      context,
      readBatch(query),
      acceptedPayload(idempotencyKey),
    );
    if (problem || !isValid || !batch) return refuse(400, problem ?? messages.outOfDate);
    if (accepted && accepted.payload !== JSON.stringify(payload)) return refuse(409, messages.keyReused, true);
    if (!accepted) {
      const { rowsJson } = batch;
      const rows = rowsOf(route, query, state, rowsJson);
      const shown = await fingerprintOf(kind, query.period, shownText(query, rows));
      if (sent.fingerprint !== shown) return refuse(409, messages.changed, true);
      const considered = rows.filter((row) => !route.isLeftOut?.(row, query.period, today));
      const needsOptIn = (row: Row) => route.needsOptIn?.(row, query.period, today) ?? false;
      const chosen = chooseRows(considered, needsOptIn, sent.optedIn);
      if (!chosen) return refuse(400, messages.outOfDate);
      const note = route.noteFor?.(rows);
      if (note) context.log.note(note);
      const change = route.changeFor({ idempotencyKey, payload, query, rowsJson }, chosen, byOf(context), rows);
      if (!change) return refuse(400, route.emptyMessage);
      ({ written } = await writeAndLead({ request, context }, change, to, { path: list.path, load }));
    }
    return leadTo({ context }, to, written);
  } catch (error) {
    const { status, reason, isChanged } = refusalOfBatch(error, messages);
    context.log.fail(route.failure, error);
    return refuse(status, reason, isChanged);
  }
}

/** The status and message for the error of a batch. */
function refusalOfBatch(error: unknown, messages: ReturnType<typeof messagesFor>) {
  if (error instanceof ConflictError) return { status: 409, reason: messages.changed, isChanged: true };
  if (error instanceof IdempotencyMismatchError) return { status: 409, reason: messages.keyReused, isChanged: true };
  if (isOutage(error)) return { status: 503, reason: messages.unreachable, isChanged: false };
  if (error instanceof Response) throw error;
  return { status: 500, reason: messages.failed, isChanged: false };
}

/** The rows to write: all but those that need an opt-in and have none. Null if an opt-in names any other row. */
function chooseRows<Row extends { id: string }>(
  rows: Row[],
  needsOptIn: (row: Row) => boolean,
  optedIn: string[],
): Row[] | null {
  const optInIds = new Set(rows.filter(needsOptIn).map(({ id }) => id));
  if (optedIn.some((id) => !optInIds.has(id))) return null;
  return rows.filter(({ id }) => !optInIds.has(id) || optedIn.includes(id));
}

function readFields(form: FormData): { sent: BatchFields; isValid: boolean; problem: string | undefined } {
  const optedIn = [...new Set(form.getAll("optedIn").map(String))].sort();
  form.delete("optedIn");
  const { fields, problem } = pickFields(form, ["idempotencyKey", "fingerprint"]);
  const idempotencyKey = String(fields.get("idempotencyKey") ?? "");
  const fingerprint = String(fields.get("fingerprint") ?? "");
  const isValid = isUuid(idempotencyKey) && isFingerprint(fingerprint);
  const sent = isValid
    ? { idempotencyKey, fingerprint, optedIn }
    : { idempotencyKey: "", fingerprint: "", optedIn: [] };
  return { sent, isValid, problem };
}

const messagesFor = (participle: string) => ({
  outOfDate: `This page is out of date, so nothing was ${participle}. Close this and open it again.`,
  changed: `Nothing was ${participle}: somebody else changed or ${participle} some of it since you opened this. Check it again, then press Confirm.`,
  keyReused: "You confirmed this before with other choices, and those stand. Check what is left, then press Confirm.",
  unreachable: `The database does not answer. Press Confirm again in a moment: nothing is ${participle} twice.`,
  failed: `That did not work, and nothing was ${participle}. Press Confirm again.`,
});
