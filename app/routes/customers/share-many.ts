import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { nothingElse, readAsAdmin, requireAdmin, writeAsAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/calendar.ts";
import { isUuid } from "#app/domain/idempotency-key.ts";
import { MAX_FROZEN } from "#app/domain/shared-statement.ts";
import type { Period } from "#app/domain/statement.ts";
import { MAX_RUN, SHARED_AT_ONCE } from "#app/domain/statement-state.ts";
import { byOf } from "#app/records/by.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { statementsToShare } from "#db/queries/customer-statement.ts";
import { type NewLink, shareStatements } from "#db/queries/statement-links.ts";
import { customersOfRun, endRun, lastLinks, linksOfRun, linksToMail } from "#db/queries/statement-runs.ts";
import { deliver } from "./deliver.ts";
import { newLink, readOptions, type ShareOptions } from "./new-link.ts";
import { periodIn } from "./period.ts";

/** A run that has customers left, as its next form sends it. */
export type Run = {
  id: string;
  isMail: boolean;
  /** How many customers were chosen at first, and the ids of those that are left. */
  total: number;
  left: string[];
  options: ShareOptions;
};

export type RunAnswer = { problem: string | null; unreachable: boolean; run: Run | null };

const answer = (status: number, problem: string | null, run: Run | null = null) =>
  data<RunAnswer>({ problem, unreachable: status === 503, run }, status);

/** Shares the chosen statements of a period, some in each request, or takes a run back (docs/product.md, 'Statements of a month'). */
export async function shareMany(args: ActionFunctionArgs) {
  const { request, context } = args;
  const form = await request.formData();
  const period = periodIn(request);
  const wanted = readForm(form);
  try {
    if (!period || typeof wanted === "string") {
      await requireAdmin(request, context);
      return answer(400, typeof wanted === "string" ? wanted : OUT_OF_DATE);
    }
    const page = `/customers/statements?from=${period.first}&to=${period.last}`;
    if ("ended" in wanted) return await takeBack(args, wanted.ended, page);
    const run = wanted;
    const left = await shareSome(args, period, run);
    const unconfirmed = await mailSome(args, run, left.madeIds);
    const next = { ...run, left: left.ids };
    if (unconfirmed > 0) return answer(200, notConfirmed(unconfirmed), next);
    if (left.ids.length > 0) return answer(200, null, next);
    return redirect(`${page}&run=${run.id}&of=${run.total}`, 303);
  } catch (error) {
    if (error instanceof Response && error.status !== 503) throw error;
    const { problem, status } = refusalOf(error);
    // What the form had goes on from where it was: a repetition shares nothing twice.
    const isRun = typeof wanted === "object" && !("ended" in wanted);
    return answer(status, status === 409 ? ENDED : problem, status === 503 && isRun ? wanted : null);
  }
}

const ENDED = "Somebody has changed or ended this run. Load the page again.";
const notConfirmed = (count: number) =>
  `The mail provider does not answer: ${count} of the e-mails ${count === 1 ? "is" : "are"} not confirmed. Press Go on in a while; nothing is sent twice.`;

/** The run that the form goes on with, the id of the one that it ends, or what is wrong. A form that goes on has a total. */
function readForm(form: FormData): Run | { ended: string } | string {
  const id = String(form.get("idempotencyKey") ?? "");
  if (!isUuid(id)) return OUT_OF_DATE;
  if (form.get("intent") === "end") return { ended: id };
  const left = [...new Set(form.getAll("selected").map(String))];
  if (left.length === 0 && !form.has("total")) return "Select at least one customer.";
  if (left.length > MAX_RUN) return `Select at most ${MAX_RUN.toLocaleString("en-US")} customers.`;
  const total = Number(form.get("total") ?? left.length);
  const options = readOptions(form);
  const isMail = form.get("intent") === "mail";
  const isKnown = isMail || form.get("intent") === "share";
  const isCounted = Number.isInteger(total) && total >= left.length && total <= MAX_RUN;
  return isKnown && isCounted && options ? { id, isMail, total, left, options } : OUT_OF_DATE;
}

/** Makes the links of the first customers that are left. Returns the ids of those, and of the customers that are left then. */
async function shareSome({ request, context }: ActionFunctionArgs, period: Period, run: Run) {
  const today = todayInNewYork(context.now);
  const asked = run.left.slice(0, SHARED_AT_ONCE);
  const queries = [statementsToShare(period, asked), lastLinks(period, today), customersOfRun(run.id)] as const;
  const [found, [last], [mine]] = await readAsAdmin(request, context, ...queries);
  const before = new Map(last?.links.map((link) => [link.customerId, link.digest]));
  const done = new Set(mine?.customers.map((each) => each.id));
  const links: NewLink[] = [];
  const rest: string[] = [];
  let size = 0;
  for (const { statement } of found) {
    const { id: customerId, emails, isDeleted } = statement.customer;
    if (done.has(customerId) || isDeleted || statement.bills.length === 0) continue;
    if (size > MAX_FROZEN) {
      rest.push(customerId);
      continue;
    }
    const mailedTo = run.isMail && context.sendMail && emails.length > 0 ? emails : null;
    const link = await newLink(context, statement, { ...run.options, id: crypto.randomUUID(), mailedTo });
    if (!link || link.digest === before.get(customerId)) continue;
    size += link.frozen?.length ?? 0;
    links.push(link);
  }
  const [first] = links;
  if (first) {
    const by = { ...byOf(context), idempotencyKey: `share ${run.id} ${first.customerId}`, runId: run.id, today };
    await writeAsAdmin(request, context, shareStatements(links, by), nothingElse);
  }
  return { madeIds: links.map(({ id }) => id), ids: [...rest, ...run.left.slice(SHARED_AT_ONCE)] };
}

/** Sends the e-mails with the links that this request has made. Returns how many the provider has not confirmed. */
async function mailSome(args: ActionFunctionArgs, run: Run, madeIds: readonly string[]): Promise<number> {
  const { context } = args;
  if (!run.isMail) return 0;
  const [found] = await context.db.read(linksToMail(run.id, madeIds, context.now));
  return deliver(args, found?.links ?? []);
}

/** Ends all links of a run. A run that was taken back before stays as it is. */
async function takeBack({ request, context }: ActionFunctionArgs, id: string, page: string) {
  const [[found]] = await readAsAdmin(request, context, linksOfRun(id));
  const ids = found?.links.map((link) => link.id) ?? [];
  if (ids.length === 0) return answer(400, OUT_OF_DATE);
  await writeAsAdmin(request, context, endRun(id, ids, byOf(context)), nothingElse);
  return redirect(page, 303);
}
