import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import type { Query } from "#db/client.ts";
import type { Change } from "#db/door.ts";
import { ContentDiffers, Stale } from "#db/errors.ts";
import type { Shown } from "#db/list.ts";
import type { By } from "#db/queries/records.ts";
import { type Due, type Run, readDue, sentWith } from "#db/queries/runs.ts";
import { isOutage, readBehindAnswer, requireAdmin } from "./auth/require-admin.ts";
import { type LocalDate, todayInNewYork } from "./domain/calendar.ts";
import { pickFields } from "./form-fields.ts";
import { byOf, isUuid, type ListScreen, shownBy } from "./list-screen.ts";
import { listHref } from "./ui/list/list-state.ts";

/** What the runs that somebody looks at and confirms differ in: 'Bill N Horses', 'Bill N Shows', 'Add Payroll Items'. */
export type RunKind<Row extends { id: string }, Listed, Sort extends string> = {
  kind: "horses" | "shows" | "payroll";
  /** The list that it is about, and goes back to. */
  screen: ListScreen<Listed, Sort>;
  due: (shown: Shown, today: LocalDate) => Due<Row>;
  /** Whether a row is left out unless it is ticked. */
  isSetApart?: (row: Row) => boolean;
  /** What is written for the rows that were chosen; null where that is nothing. */
  changeFor: (run: Run<Row>, chosen: Row[], by: By) => Change | null;
  /** What is done: by this word messages say so, and the list's address tells it. */
  done: "billed" | "generated";
  /** 'There are no horses to bill.' */
  nothing: string;
};

/** How Confirm was answered when nothing was done. */
export type RunAnswer = {
  problem: string;
  /** What is to be done has to be read, and looked at, again. */
  isChanged: boolean;
  /** Where it could not be read again, Confirm sends what it sent. */
  sent: RunFields;
  /** The database is away: what is on screen is not to be read again. */
  unreachable: boolean;
};

export type RunFields = {
  /** The id that the run will have. */
  token: string;
  /** A fingerprint of what the person was shown. */
  seen: string;
  /** The ids of those that were set apart and are taken all the same. */
  again: string[];
};

/** What the dialog opens with; null behind the answer to Confirm where the database is away. */
export async function openRun<Row extends { id: string }, Listed, Sort extends string>(
  { request, context }: LoaderFunctionArgs,
  run: RunKind<Row, Listed, Sort>,
): Promise<{ token: string; seen: string; rows: Row[] } | null> {
  const today = todayInNewYork(context.now);
  const { shown } = shownBy(request, run.screen, today);
  const due = run.due(shown, today);
  const read = await readBehindAnswer(context, requireAdmin(request, context, readDue(due)));
  const found = read?.[0][0];
  if (!found) return null;
  return { token: crypto.randomUUID(), seen: await fingerprint(run.kind, due, found.state), rows: found.rows };
}

/** Does what the person was shown, once for each token; what has changed since comes back to be looked at again. */
export async function confirmRun<Row extends { id: string }, Listed, Sort extends string>(
  { request, context }: ActionFunctionArgs,
  run: RunKind<Row, Listed, Sort>,
) {
  const { kind, screen, done } = run;
  const words = wordsOf(done);
  const { sent, isOurs, problem } = readFields(await request.formData());
  const { token: id, seen, again } = sent;
  const refuse = (status: number, why: string, isChanged = false) =>
    data<RunAnswer>({ problem: why, isChanged, sent, unreachable: status === 503 }, status);
  const today = todayInNewYork(context.now);
  const { state, shown } = shownBy(request, screen, today);
  const content = { kind, seen, again };
  try {
    const due = run.due(shown, today);
    const [[found], [before]] = await requireAdmin(request, context, readDue(due), sentWith(id));
    if (problem || !isOurs || !found) return refuse(400, problem ?? words.outOfDate);
    if (before && before.content !== JSON.stringify(content)) return refuse(409, words.sentBefore, true);
    if (!before) {
      if (seen !== (await fingerprint(kind, due, found.state))) return refuse(409, words.changed, true);
      const apart = new Set(found.rows.filter((row) => run.isSetApart?.(row)).map((row) => row.id));
      if (again.some((each) => !apart.has(each))) return refuse(400, words.outOfDate);
      const chosen = found.rows.filter((row) => !apart.has(row.id) || again.includes(row.id));
      const change = run.changeFor({ id, content, due, state: found.state }, chosen, byOf(context));
      if (!change) return refuse(400, run.nothing);
      await context.db.write(change);
    }
    const back = new URL(listHref(screen.path, state, screen.defaultSort, { place: state.place }), request.url);
    back.searchParams.set(done, id);
    return redirect(back.pathname + back.search, 303);
  } catch (error) {
    if (error instanceof Stale) return refuse(409, words.changed, true);
    if (error instanceof ContentDiffers) return refuse(409, words.sentBefore, true);
    if (isOutage(error)) return refuse(503, words.away);
    if (error instanceof Response) throw error;
    console.error(`${done} ${kind}:`, error);
    return refuse(500, words.failed);
  }
}

/** What the run named in a list's address has done, for those who come from its dialog. */
export async function readRun<Run>(
  { request, context }: LoaderFunctionArgs,
  done: "billed" | "generated" | "marked",
  find: (id: string) => Query<Run[]>,
): Promise<Run | null> {
  const id = new URL(request.url).searchParams.get(done) ?? "";
  if (!isUuid(id)) return null;
  const read = await readBehindAnswer(context, requireAdmin(request, context, find(id)));
  return read?.[0][0] ?? null;
}

function readFields(form: FormData): { sent: RunFields; isOurs: boolean; problem: string | undefined } {
  const again = [...new Set(form.getAll("again").map(String))].sort();
  form.delete("again");
  const { fields, problem } = pickFields(form, ["token", "seen"]);
  const token = String(fields.get("token") ?? "");
  const seen = String(fields.get("seen") ?? "");
  const isOurs = isUuid(token) && /^[\da-f]{64}$/.test(seen);
  return { sent: isOurs ? { token, seen, again } : { token: "", seen: "", again: [] }, isOurs, problem };
}

/** Another one for another period. */
async function fingerprint(kind: string, { period }: { period: string }, state: string): Promise<string> {
  const text = new TextEncoder().encode(`${kind} ${period} ${state}`);
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const wordsOf = (done: string) => ({
  outOfDate: `This page is out of date, so nothing was ${done}. Close this and open it again.`,
  changed: `Nothing was ${done}: since you opened this, somebody else added, removed, changed or ${done} some of it. Look at it as it is now, then press Confirm.`,
  sentBefore:
    "This was confirmed before with another choice, and that stands. Look at what is left, then press Confirm.",
  away: `The database does not answer. Press Confirm again in a moment: nothing is ${done} twice.`,
  failed: `That did not work, and nothing was ${done}. Press Confirm again.`,
});
