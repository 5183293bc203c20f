import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { failure, nothingElse, readAsAdmin, requireAdmin, writeAsAdmin } from "#app/auth/require-admin.ts";
import { isReachable, NOT_REACHABLE } from "#app/domain/barn/barn-details.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import type { Period } from "#app/domain/statements/statement.ts";
import { byOf } from "#app/records/by.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { undoChange } from "#app/records/undo.ts";
import { leadTo, type ScreenRead, writeAndLead } from "#app/records/write-and-lead.ts";
import { ConflictError } from "#db/errors.ts";
import { customerStatement } from "#db/queries/statements/customer-statement.ts";
import { beginMail, linksByHand, markByHand } from "#db/queries/statements/mailings.ts";
import { shareStatements, stopLink } from "#db/queries/statements/statement-links.ts";
import { newLink, readOptions } from "../new-link.ts";
import { addressOfNext, periodIn } from "../period.ts";
import { ofLinks, queueMails } from "../queue-mails.ts";

type Answer = { problem: string; unreachable: boolean };
const refuse = (status: number, problem: string) => data<Answer>({ problem, unreachable: status === 503 }, status);

const TOO_LONG = "This statement is too long to be shared. Choose a part of the period.";
const DELETED = "This customer is deleted. Undo its deletion in Activity to share a statement.";
const NOT_SENT = "This customer is deleted, so nothing was sent. Undo its deletion in Activity to send the link.";

const INTENTS: readonly unknown[] = ["share", "send", "by hand", "stop"];

/** Shares the statement, sends a link to it, or stops to share it (docs/product.md, 'Shared statements'). `load` reads the page. */
export async function actOnLinks(args: ActionFunctionArgs, load: ScreenRead["load"]) {
  const { request, params, context } = args;
  const form = await request.formData();
  if (form.get("intent") === "undo")
    return undoChange(args, form, { to: (key) => addressOf(args, { done: key }), screen: null });
  const [intent, key] = [form.get("intent"), String(form.get("idempotencyKey") ?? "")];
  const { id: customerId = "" } = params;
  const period = periodIn(request);
  if (!isUuid(key) || !period || !INTENTS.includes(intent)) {
    await requireAdmin(request, context);
    return refuse(400, OUT_OF_DATE);
  }
  const screen = { path: `/customers/${customerId}/statement`, load };
  const page = `${screen.path}?from=${period.first}&to=${period.last}`;
  try {
    if (intent === "share") return await share(args, form, { customerId, key, page, period, screen });
    const link = String(form.get("link") ?? "");
    if (intent === "send") {
      await send(args, form, { link, key, customerId });
      return redirect(`${page}&shared=${link}`, 303);
    }
    if (intent === "by hand") return await sendByHand(args, form, { period, link, key, customerId });
    const change = stopLink(link, { ...byOf(context), idempotencyKey: `stop ${key}`, customerId });
    const { written } = await writeAndLead(args, change, page, screen);
    return leadTo(args, page, written);
  } catch (error) {
    if (error instanceof Response) throw error;
    const { problem, status } = refusalOf(error);
    return refuse(status, intent === "send" && error instanceof ConflictError ? NOT_SENT : problem);
  }
}

/**
 * E-mails a link. An unconfirmed e-mail is sent again with its idempotency key. If the customer's addresses have
 * changed since, it is sent only after the page has said so (`toldAttempt`).
 */
async function send(
  args: ActionFunctionArgs,
  form: FormData,
  { link, key, customerId }: { link: string; key: string; customerId: string },
) {
  const { request, context } = args;
  const toldAttempt = form.has("toldAttempt") ? Number(form.get("toldAttempt")) : null;
  const begun = beginMail(link, { ...byOf(context), idempotencyKey: `send ${key}`, customerId, toldAttempt });
  if (!context.mail) return;
  await writeAsAdmin(request, context, begun, nothingElse);
  await queueMails(context, ofLinks([link]));
}

/** The address of the page, with other parameters. */
function addressOf({ request }: ActionFunctionArgs, change: Record<string, string>): string {
  const { pathname, searchParams } = new URL(request.url);
  return `${pathname}?${new URLSearchParams({ ...Object.fromEntries(searchParams), ...change })}`;
}

/**
 * Says that a link was sent by hand, and leads to the next link of the period, or to the list after the last one. With `stays`
 * the page of the link stays.
 */
async function sendByHand(
  args: ActionFunctionArgs,
  form: FormData,
  { period, link, key, customerId }: { period: Period; link: string; key: string; customerId: string },
) {
  const { request, context } = args;
  const change = markByHand(link, { ...byOf(context), idempotencyKey: `by hand ${key}`, customerId });
  const [found] = await writeAsAdmin(request, context, change, (read) =>
    read(linksByHand(period, context.now, customerId)),
  );
  const next = form.has("stays") ? { id: link, customerId } : found?.links[0];
  const done = { done: change.idempotencyKey };
  const list = { from: period.first, to: period.last, ...done };
  return redirect(next ? addressOfNext(next, period, done) : `/customers/statements?${new URLSearchParams(list)}`, 303);
}

type Wanted = {
  customerId: string;
  key: string;
  page: string;
  period: Period;
  screen: ScreenRead;
};

/** Makes a link. Its id is the idempotency key of the form, so that a repeated post makes no second link. */
async function share(args: ActionFunctionArgs, form: FormData, { customerId, key, page, period, screen }: Wanted) {
  const { request, context } = args;
  const today = todayInNewYork(context.now);
  const options = readOptions(form);
  const hasComments = options?.hasComments ?? false;
  const [[found]] = await readAsAdmin(request, context, customerStatement(customerId, period, today, hasComments));
  if (!found) throw failure(context, 404);
  if (found.statement.customer.isDeleted) return refuse(409, DELETED);
  if (!options) return refuse(400, OUT_OF_DATE);
  if (!isReachable(found.statement.barn)) return refuse(409, NOT_REACHABLE);
  const link = await newLink(context, found.statement, { ...options, id: key });
  if (!link) return refuse(409, TOO_LONG);
  const by = { ...byOf(context), idempotencyKey: key, runId: null, today };
  const to = `${page}&shared=${key}`;
  const { written } = await writeAndLead(args, shareStatements([link], by), to, screen);
  return leadTo(args, to, written);
}
