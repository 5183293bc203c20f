import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { nothingElse, readAsAdmin, requireAdmin, writeAsAdmin } from "#app/auth/require-admin.ts";
import { NOT_REACHABLE } from "#app/domain/barn/barn-details.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import type { Period } from "#app/domain/statements/statement.ts";
import { MAX_RUN } from "#app/domain/statements/statement-state.ts";
import { byOf } from "#app/records/by.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { undoChange } from "#app/records/undo.ts";
import { endMailing, linksOfMailing, mailsToQueue, queueAgain } from "#db/queries/statements/mailings.ts";
import { readOptions } from "../new-link.ts";
import { addressOfNext, periodIn } from "../period.ts";
import { ofLinks, queueMails } from "../queue-mails.ts";
import { carryOut } from "./carry-out.ts";
import { fingerprintOfMails, planMailing, type Wanted } from "./plan-mailing.ts";
import { type MailingReview, reviewAfterOutage, reviewOf, sendTest } from "./review-mailing.ts";

export type MailingAnswer = { problem: string | null; unreachable: boolean; review: MailingReview | null };

const answer = (status: number, problem: string | null, review: MailingReview | null = null) =>
  data<MailingAnswer>({ problem, unreachable: status === 503, review }, status);

/**
 * Shares and e-mails the chosen statements of a period, or acts on an earlier mailing (docs/product.md, 'Statements of a
 * month').
 */
export async function shareMany(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const [period, intent, id] = [periodIn(args.request), form.get("intent"), String(form.get("idempotencyKey") ?? "")];
  if (intent === "undo" && period) {
    const page = `/customers/statements?from=${period.first}&to=${period.last}`;
    return undoChange(args, form, { to: (key) => `${page}&${new URLSearchParams({ done: key })}`, screen: null });
  }
  const isOld = intent === "end" || intent === "again";
  const wanted = isOld ? null : readForm(form, args.context.mail !== null);
  try {
    if (!period || !isUuid(id) || typeof wanted === "string") {
      await requireAdmin(args.request, args.context);
      return answer(400, typeof wanted === "string" ? wanted : OUT_OF_DATE);
    }
    const page = `/customers/statements?from=${period.first}&to=${period.last}`;
    if (wanted) return await share(args, form, { period, wanted, page });
    return intent === "end" ? await endRun(args, id, page) : await tryAgain(args, period, page);
  } catch (error) {
    if (error instanceof Response && error.status !== 503) throw error;
    const { problem, status } = refusalOf(error);
    const isEchoed = status === 503 && wanted && typeof wanted === "object";
    const canMail = args.context.mail !== null;
    const review = isEchoed
      ? reviewAfterOutage(wanted, { canMail, fingerprint: String(form.get("fingerprint") ?? "") })
      : null;
    return answer(status, status === 409 ? ENDED : problem, review);
  }
}

const ENDED = "Somebody else shared these statements or turned off their links. Load the page again.";
const NOTHING =
  "Nothing to send: these were sent already, have no e-mail address, are deleted, or are too long for one page.";
const CHANGED =
  "The e-mails have changed since: amounts, addresses or the day they name. Check them, and press Send again.";

const INTENTS = ["review", "mail", "share"];

/** The mailing that a form asks for, or what is wrong with it. The dialog that asks first is about e-mails, if there is a provider. */
function readForm(form: FormData, canMail: boolean): Wanted | string {
  const customers = [...new Set(form.getAll("selected").map(String))];
  if (customers.length === 0) return "Select at least one customer.";
  if (customers.length > MAX_RUN) return `Select at most ${MAX_RUN.toLocaleString("en-US")} customers.`;
  const [intent, options] = [String(form.get("intent")), readOptions(form)];
  const id = String(form.get("idempotencyKey") ?? "");
  const isMail = (intent === "mail" || (intent === "review" && canMail)) && !form.has("links");
  return INTENTS.includes(intent) && options ? { id, isMail, customers, options } : OUT_OF_DATE;
}

type Asked = { period: Period; wanted: Wanted; page: string };

/** Plans the mailing, shows it before it e-mails anything, and carries it out. */
async function share(args: ActionFunctionArgs, form: FormData, { period, wanted, page }: Asked) {
  const { request, context } = args;
  const plan = await planMailing(args, period, wanted);
  if (!plan) return answer(409, NOT_REACHABLE);
  if (wanted.isMail && !context.mail) return answer(409, OUT_OF_DATE);
  const isReview = form.get("intent") === "review";
  // A form that is sent again has done some of it.
  if ((wanted.isMail || isReview) && plan.made.length === 0) {
    const review = await reviewOf(plan, wanted, { args, period });
    if (!review) return answer(409, NOTHING);
    if (form.has("test")) {
      const { said = "", problem = null } = await sendTest(context, plan, { request, period });
      return answer(200, problem, { ...review, said });
    }
    if (isReview) return answer(200, null, review);
    if (form.get("fingerprint") !== (await fingerprintOfMails(plan))) return answer(409, CHANGED, review);
  }
  const next = await carryOut(args, plan, { ...wanted, period }).catch(async (error: unknown) => {
    if (error instanceof Response || refusalOf(error).status !== 409) throw error;
    // The same form, sent twice at once, may have made its links since, and another admin the rest.
    const again = await planMailing(args, period, wanted);
    if (!again?.made.length) throw error;
    return carryOut(args, again, { ...wanted, period });
  });
  if (next && form.has("byHand") && !form.has("links")) return redirect(`${addressOfNext(next, period)}`, 303);
  const counts = { of: wanted.customers.length, again: plan.againIds.length, left: plan.left };
  const at = encodeURIComponent(context.now.toISOString());
  return redirect(
    `${page}&run=${wanted.id}&at=${at}${Object.entries(counts)
      .map(([name, n]) => `&${name}=${n}`)
      .join("")}`,
    303,
  );
}

/** Gives the e-mails of a period without an answer to the queue again. */
async function tryAgain({ request, context }: ActionFunctionArgs, period: Period, page: string) {
  const { now } = context;
  const [[found]] = await readAsAdmin(request, context, mailsToQueue(period, now));
  const ids = found?.links.map(({ id }) => id) ?? [];
  if (ids.length > 0 && context.mail) {
    const by = byOf(context);
    const change = queueAgain(ids, { ...by, idempotencyKey: crypto.randomUUID(), mailedBy: by.actor });
    await writeAsAdmin(request, context, change, nothingElse);
    await queueMails(context, ofLinks(ids));
  }
  return redirect(page, 303);
}

/** Ends all links of a run. A run that was ended before does not change. */
async function endRun({ request, context }: ActionFunctionArgs, id: string, page: string) {
  const [[found]] = await readAsAdmin(request, context, linksOfMailing(id));
  const ids = found?.links.map((link) => link.id) ?? [];
  if (ids.length === 0) return answer(400, OUT_OF_DATE);
  await writeAsAdmin(request, context, endMailing(id, ids, byOf(context)), nothingElse);
  return redirect(`${page}&ended=${id}`, 303);
}
