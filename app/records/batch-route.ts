import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { isOutage, readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import type { BatchAnswer, BatchFields } from "#app/domain/answers.ts";
import { type LocalDate, todayInNewYork } from "#app/domain/calendar.ts";
import { isUuid } from "#app/domain/idempotency-key.ts";
import { listHref } from "#app/domain/list-state.ts";
import { type BatchQuery, type ConfirmedBatch, parseRows, readBatch } from "#db/batch.ts";
import type { Query } from "#db/connection.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";
import type { ListFilter } from "#db/list/list-page.ts";
import { acceptedPayload } from "#db/queries/activity.ts";
import type { By } from "#db/records.ts";
import type { Change } from "#db/write.ts";
import { pickFields } from "./form-fields.ts";
import { byOf, type ListRoute, listFilterOf } from "./list-route.ts";

/** A dialog in which an admin reviews and confirms a batch: 'Bill N Horses', 'Bill N Shows', 'Add Payroll Items'. */
export type BatchRoute<Row extends { id: string }, Listed, Settable> = {
  /** Part of the fingerprint: two batches with the same rows differ. */
  kind: string;
  /** The list behind the dialog; its filter selects the rows. */
  list: ListRoute<Listed, Settable>;
  query: (filter: ListFilter, today: LocalDate) => BatchQuery<Row>;
  /** Whether a row is left out unless its box is ticked. */
  needsOptIn?: (row: Row) => boolean;
  /** The change for the chosen rows; null if it would write nothing. */
  changeFor: (batch: ConfirmedBatch<Row>, chosen: Row[], by: By) => Change | null;
  /** The participle in messages, and the search parameter that carries the batch's id back to the list. */
  done: "billed" | "generated";
  /** The message when `changeFor` returns null: 'There are no horses to bill.' */
  nothing: string;
};

/** Checks a batch route, with the types of its query and list. */
export const batchRoute = <Row extends { id: string }, Listed, Settable>(
  route: BatchRoute<Row, Listed, Settable>,
): BatchRoute<Row, Listed, Settable> => route;

type OpenedBatch<Row> = { idempotencyKey: string; fingerprint: string; rows: Row[] };

/** Loads what the dialog shows; null after a post while the database does not answer. */
export async function openBatch<Row extends { id: string }, Listed, Settable>(
  { request, context }: LoaderFunctionArgs,
  route: BatchRoute<Row, Listed, Settable>,
): Promise<OpenedBatch<Row> | null> {
  const today = todayInNewYork(context.now);
  const query = route.query(listFilterOf(request, route.list, today).filter, today);
  const read = await readOrNullAfterPost(context, readAsAdmin(request, context, readBatch(query)));
  const found = read?.[0][0];
  if (!found) return null;
  return {
    idempotencyKey: crypto.randomUUID(),
    fingerprint: await fingerprintOf(route.kind, query, found.rowsJson),
    rows: parseRows(query, found.rowsJson),
  };
}

/** Writes the batch that the dialog showed, once for each idempotency key; refuses it if the rows changed since. */
export async function confirmBatch<Row extends { id: string }, Listed, Settable>(
  { request, context }: ActionFunctionArgs,
  route: BatchRoute<Row, Listed, Settable>,
) {
  const { kind, list, done } = route;
  const messages = messagesFor(done);
  const { sent, isValid, problem } = readFields(await request.formData());
  const refuse = (status: number, why: string, isChanged = false) =>
    data<BatchAnswer>({ problem: why, isChanged, sent, unreachable: status === 503 }, status);
  const today = todayInNewYork(context.now);
  const { state, filter } = listFilterOf(request, list, today);
  try {
    const query = route.query(filter, today);
    const { idempotencyKey, ...fields } = sent;
    const payload = { kind, ...fields };
    const [[found], [accepted]] = await readAsAdmin(
      request,
      context,
      readBatch(query),
      acceptedPayload(idempotencyKey),
    );
    if (problem || !isValid || !found) return refuse(400, problem ?? messages.outOfDate);
    if (accepted && accepted.payload !== JSON.stringify(payload)) return refuse(409, messages.sentBefore, true);
    if (!accepted) {
      const { rowsJson } = found;
      if (sent.fingerprint !== (await fingerprintOf(kind, query, rowsJson))) return refuse(409, messages.changed, true);
      const chosen = chooseRows(route, parseRows(query, rowsJson), sent.optedIn);
      if (!chosen) return refuse(400, messages.outOfDate);
      const change = route.changeFor({ idempotencyKey, payload, query, rowsJson }, chosen, byOf(context));
      if (!change) return refuse(400, route.nothing);
      await context.db.write(change);
    }
    const back = new URL(listHref(list.path, state, list.defaultSort, { place: state.place }), request.url);
    back.searchParams.set(done, idempotencyKey);
    return redirect(back.pathname + back.search, 303);
  } catch (error) {
    if (error instanceof ConflictError) return refuse(409, messages.changed, true);
    if (error instanceof IdempotencyMismatchError) return refuse(409, messages.sentBefore, true);
    if (isOutage(error)) return refuse(503, messages.unreachable);
    if (error instanceof Response) throw error;
    console.error(`${done} ${kind}:`, error);
    return refuse(500, messages.failed);
  }
}

/** The result of the batch that the list's address names, for the notice after Confirm. */
export async function readBatchResult<Result>(
  { request, context }: LoaderFunctionArgs,
  done: "billed" | "generated" | "marked",
  find: (id: string) => Query<Result[]>,
): Promise<Result | null> {
  const id = new URL(request.url).searchParams.get(done) ?? "";
  if (!isUuid(id)) return null;
  const read = await readOrNullAfterPost(context, readAsAdmin(request, context, find(id)));
  return read?.[0][0] ?? null;
}

/** The rows without those that need an opt-in and have none; null if an opt-in is for another row. */
function chooseRows<Row extends { id: string }, Listed, Settable>(
  { needsOptIn }: BatchRoute<Row, Listed, Settable>,
  rows: Row[],
  optedIn: string[],
): Row[] | null {
  const optional = new Set(rows.filter((row) => needsOptIn?.(row)).map(({ id }) => id));
  if (optedIn.some((id) => !optional.has(id))) return null;
  return rows.filter(({ id }) => !optional.has(id) || optedIn.includes(id));
}

function readFields(form: FormData): { sent: BatchFields; isValid: boolean; problem: string | undefined } {
  const optedIn = [...new Set(form.getAll("optedIn").map(String))].sort();
  form.delete("optedIn");
  const { fields, problem } = pickFields(form, ["idempotencyKey", "fingerprint"]);
  const idempotencyKey = String(fields.get("idempotencyKey") ?? "");
  const fingerprint = String(fields.get("fingerprint") ?? "");
  const isValid = isUuid(idempotencyKey) && /^[\da-f]{64}$/.test(fingerprint);
  const sent = isValid
    ? { idempotencyKey, fingerprint, optedIn }
    : { idempotencyKey: "", fingerprint: "", optedIn: [] };
  return { sent, isValid, problem };
}

/** Covers the period too: the same rows in another month are another batch. */
async function fingerprintOf(kind: string, { period }: { period: string }, rowsJson: string): Promise<string> {
  const text = new TextEncoder().encode(`${kind} ${period} ${rowsJson}`);
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const messagesFor = (done: string) => ({
  outOfDate: `This page is out of date, so nothing was ${done}. Close this and open it again.`,
  changed: `Nothing was ${done}: since you opened this, somebody else added, removed, changed or ${done} some of it. Look at it as it is now, then press Confirm.`,
  sentBefore:
    "This was confirmed before with another choice, and that stands. Look at what is left, then press Confirm.",
  unreachable: `The database does not answer. Press Confirm again in a moment: nothing is ${done} twice.`,
  failed: `That did not work, and nothing was ${done}. Press Confirm again.`,
});
