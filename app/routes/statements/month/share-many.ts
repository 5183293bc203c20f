import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { nothingElse, readAsAdmin, requireAdmin, writeAsAdmin } from "#app/auth/require-admin.ts";
import { NOT_REACHABLE } from "#app/domain/barn/barn-details.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { MAX_RUN } from "#app/domain/statements/statement-state.ts";
import { byOf } from "#app/records/by.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { endMailing, linksOfMailing } from "#db/queries/statements/mailings.ts";
import { readOptions } from "../new-link.ts";
import { periodIn } from "../period.ts";
import { type Mailing, mailSome, shareSome } from "../share-some.ts";

export type MailingAnswer = { problem: string | null; unreachable: boolean; run: Mailing | null };

const answer = (status: number, problem: string | null, run: Mailing | null = null) =>
  data<MailingAnswer>({ problem, unreachable: status === 503, run }, status);

/**
 * Shares the chosen statements of a period, some in each request, or ends a run (docs/product.md, 'Statements of a
 * month').
 */
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
    if ("ended" in wanted) return await endRun(args, wanted.ended, page);
    const run = wanted;
    const shared = await shareSome(args, period, run);
    if (!shared) return answer(409, NOT_REACHABLE);
    const { left, madeIds, againIds } = shared;
    const next = { ...run, left, again: run.again + againIds.length };
    const unconfirmed = run.isMail ? await mailSome(args, run.id, [...madeIds, ...againIds]) : 0;
    if (unconfirmed > 0) return answer(200, notConfirmed(unconfirmed), next);
    if (left.length > 0) return answer(200, null, next);
    return redirect(`${page}&run=${run.id}&of=${run.total}&again=${next.again}`, 303);
  } catch (error) {
    if (error instanceof Response && error.status !== 503) throw error;
    const { problem, status } = refusalOf(error);
    // After an outage the form can go on with the same run: a repeated request shares nothing twice.
    const isRun = typeof wanted === "object" && !("ended" in wanted);
    return answer(status, status === 409 ? ENDED : problem, status === 503 && isRun ? wanted : null);
  }
}

const ENDED = "Somebody else shared these statements or turned off their links. Load the page again.";
const notConfirmed = (count: number) =>
  `The mail provider does not answer, so ${count === 1 ? "1 e-mail is" : `${count} e-mails are`} not confirmed. Press Continue later: nothing is sent twice.`;

/** The run that the form goes on with, the id of the one that it ends, or what is wrong. A form that goes on has a total. */
function readForm(form: FormData): Mailing | { ended: string } | string {
  const id = String(form.get("idempotencyKey") ?? "");
  if (!isUuid(id)) return OUT_OF_DATE;
  if (form.get("intent") === "end") return { ended: id };
  const left = [...new Set(form.getAll("selected").map(String))];
  if (left.length === 0 && !form.has("total")) return "Select at least one customer.";
  if (left.length > MAX_RUN) return `Select at most ${MAX_RUN.toLocaleString("en-US")} customers.`;
  const total = Number(form.get("total") ?? left.length);
  const again = Number(form.get("again") ?? 0);
  const options = readOptions(form);
  const isMail = form.get("intent") === "mail";
  const isKnown = isMail || form.get("intent") === "share";
  const isCounted = Number.isInteger(total) && total >= left.length && total <= MAX_RUN && Number.isInteger(again);
  return isKnown && isCounted && options ? { id, isMail, total, left, again, options } : OUT_OF_DATE;
}

/** Ends all links of a run. A run that was ended before does not change. */
async function endRun({ request, context }: ActionFunctionArgs, id: string, page: string) {
  const [[found]] = await readAsAdmin(request, context, linksOfMailing(id));
  const ids = found?.links.map((link) => link.id) ?? [];
  if (ids.length === 0) return answer(400, OUT_OF_DATE);
  await writeAsAdmin(request, context, endMailing(id, ids, byOf(context)), nothingElse);
  return redirect(`${page}&ended=${id}`, 303);
}
