import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { ContentDiffers, Stale } from "#db/errors.ts";
import type { Shown } from "#db/list.ts";
import { billTogether, type Due, findRun, readDue, sentWith } from "#db/queries/billing-runs.ts";
import { isOutage, readBehindAnswer, requireAdmin } from "./auth/require-admin.ts";
import { type LocalDate, todayInNewYork } from "./domain/calendar.ts";
import type { Charge } from "./domain/charges.ts";
import { pickFields } from "./form-fields.ts";
import { byOf, isUuid, type ListScreen, shownBy } from "./list-screen.ts";
import { listHref } from "./ui/list/list-state.ts";

/** What 'Bill N Horses' and 'Bill N Shows' differ in. */
export type Billing<Row extends { id: string }, Listed, Sort extends string> = {
  kind: "horses" | "shows";
  /** The list whose rows are billed. */
  screen: ListScreen<Listed, Sort>;
  due: (shown: Shown, today: LocalDate) => Due<Row>;
  /** Whether a row is left out unless it is ticked. */
  isBilled: (row: Row) => boolean;
  /** The bills of a row; none where it cannot be billed. */
  chargesOf: (row: Row) => Charge[];
};

/** How Confirm was answered when nothing was billed. */
export type BillingAnswer = {
  problem: string;
  /** What is to be billed has to be read, and looked at, again. */
  isChanged: boolean;
  /** Where it could not be read again, Confirm sends what it sent. */
  sent: BillingFields;
};

export type BillingFields = {
  /** The id that the run will have. */
  token: string;
  /** A fingerprint of what the person was shown. */
  seen: string;
  /** The ids of those that are billed although they were already. */
  again: string[];
};

/** What the dialog opens with; null behind the answer to Confirm where the database is away. */
export async function openBilling<Row extends { id: string }, Listed, Sort extends string>(
  { request, context }: LoaderFunctionArgs,
  billing: Billing<Row, Listed, Sort>,
): Promise<{ token: string; seen: string; rows: Row[] } | null> {
  const today = todayInNewYork(context.now);
  const { shown } = shownBy(request, billing.screen, today);
  const read = await readBehindAnswer(context, requireAdmin(request, context, readDue(billing.due(shown, today))));
  const due = read?.[0][0];
  if (!due) return null;
  return { token: crypto.randomUUID(), seen: await fingerprint(billing.kind, today, due.state), rows: due.rows };
}

/** Bills what the person was shown, once for each token; what has changed since comes back to be looked at again. */
export async function confirmBilling<Row extends { id: string }, Listed, Sort extends string>(
  { request, context }: ActionFunctionArgs,
  billing: Billing<Row, Listed, Sort>,
) {
  const { kind, screen } = billing;
  const { sent, problem } = readFields(await request.formData());
  const { token: id, seen, again } = sent;
  const refuse = (status: number, why: string, isChanged = false) =>
    data<BillingAnswer>({ problem: why, isChanged, sent }, status);
  const today = todayInNewYork(context.now);
  const { state, shown } = shownBy(request, screen, today);
  const content = { kind, seen, again };
  try {
    const due = billing.due(shown, today);
    const [[found], [before]] = await requireAdmin(request, context, readDue(due), sentWith(id));
    if (problem || !found) return refuse(400, problem ?? OUT_OF_DATE);
    if (before && before.content !== JSON.stringify(content)) return refuse(409, SENT_BEFORE, true);
    if (!before) {
      if (seen !== (await fingerprint(kind, today, found.state))) return refuse(409, CHANGED, true);
      const billed = new Set(found.rows.filter(billing.isBilled).map((row) => row.id));
      if (again.some((each) => !billed.has(each))) return refuse(400, OUT_OF_DATE);
      const chosen = found.rows.filter((row) => !billed.has(row.id) || again.includes(row.id));
      const charges = chosen.flatMap(billing.chargesOf);
      if (charges.length === 0) return refuse(400, `There are no ${kind} to bill.`);
      const run = { id, kind, content, date: today, due, state: found.state, charges };
      await context.db.write(billTogether(run, byOf(context)));
    }
    const back = new URL(listHref(screen.path, state, screen.defaultSort, { place: state.place }), request.url);
    back.searchParams.set("billed", id);
    return redirect(back.pathname + back.search, 303);
  } catch (error) {
    if (error instanceof Stale) return refuse(409, CHANGED, true);
    if (error instanceof ContentDiffers) return refuse(409, SENT_BEFORE, true);
    if (isOutage(error)) return refuse(503, AWAY);
    if (error instanceof Response) throw error;
    console.error(`bill ${kind}:`, error);
    return refuse(500, FAILED);
  }
}

/** What the run named in a list's address has done, for those who come from its dialog. */
export async function readBilled({ request, context }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get("billed") ?? "";
  if (!isUuid(id)) return null;
  const read = await readBehindAnswer(context, requireAdmin(request, context, findRun(id)));
  return read?.[0][0] ?? null;
}

function readFields(form: FormData): { sent: BillingFields; problem?: string | undefined } {
  const again = [...new Set(form.getAll("again").map(String))].sort();
  form.delete("again");
  const { fields, problem } = pickFields(form, ["token", "seen"]);
  const token = String(fields.get("token") ?? "");
  const seen = String(fields.get("seen") ?? "");
  const isOurs = isUuid(token) && /^[\da-f]{64}$/.test(seen);
  if (isOurs && !problem) return { sent: { token, seen, again } };
  return { sent: { token: "", seen: "", again: [] }, problem: problem ?? OUT_OF_DATE };
}

/** Another one for another month, in which nothing is billed yet. */
async function fingerprint(kind: string, today: LocalDate, state: string): Promise<string> {
  const text = new TextEncoder().encode(`${kind} ${today.slice(0, 7)} ${state}`);
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const OUT_OF_DATE = "This page is out of date, so nothing was billed. Close this and open it again.";
const CHANGED =
  "Nothing was billed: since you opened this, somebody else added, removed, changed or billed some of it. Look at it as it is now, then press Confirm.";
const SENT_BEFORE =
  "This was confirmed before with another choice, and that stands. Look at what is left to bill, then press Confirm.";
const AWAY = "The database does not answer. Press Confirm again in a moment: nothing is billed twice.";
const FAILED = "That did not work, and nothing was billed. Press Confirm again.";
