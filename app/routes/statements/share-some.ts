import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { nothingElse, readAsAdmin, writeAsAdmin } from "#app/auth/require-admin.ts";
import { isReachable } from "#app/domain/barn/barn-details.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { MAX_FROZEN, type ShareOptions } from "#app/domain/statements/shared-statement.ts";
import type { Period } from "#app/domain/statements/statement.ts";
import { SHARED_AT_ONCE } from "#app/domain/statements/statement-state.ts";
import { byOf } from "#app/records/by.ts";
import { statementsToShare } from "#db/queries/statements/customer-statement.ts";
import {
  beginMails,
  customersOfMailing,
  type LastLink,
  lastLinks,
  linksToMail,
} from "#db/queries/statements/mailings.ts";
import { type NewLink, shareStatements } from "#db/queries/statements/statement-links.ts";
import { deliver } from "./deliver.ts";
import { newLink } from "./new-link.ts";

/** A run that has customers left, as its next form sends it. */
export type Mailing = {
  id: string;
  isMail: boolean;
  /** The number of customers chosen at first, and the ids of the customers left. */
  total: number;
  left: string[];
  /** The number of existing links that the run has e-mailed. */
  again: number;
  options: ShareOptions;
};

/**
 * Makes links for the first customers that are left. Returns the ids of the new links, the ids of existing links to
 * e-mail again, and the customers left after this request; null if owners could not reach the barn.
 */
export async function shareSome({ request, context }: ActionFunctionArgs, period: Period, run: Mailing) {
  const today = todayInNewYork(context.now);
  const asked = run.left.slice(0, SHARED_AT_ONCE);
  const queries = [
    statementsToShare(period, asked, run.options.hasComments),
    lastLinks(period, today),
    customersOfMailing(run.id),
  ] as const;
  const [found, [last], [mine]] = await readAsAdmin(request, context, ...queries);
  if (found.some(({ statement }) => statement && !isReachable(statement.barn))) return null;
  const before = new Map(last?.links.map((link) => [link.customerId, link]));
  const done = new Set(mine?.customers.map((each) => each.id));
  const links: NewLink[] = [];
  const againIds: string[] = [];
  const rest: string[] = [];
  let size = 0;
  for (const { customerId, statement } of found) {
    if (done.has(customerId)) continue;
    if (!statement || size > MAX_FROZEN) {
      rest.push(customerId);
      continue;
    }
    const { emails, isDeleted } = statement.customer;
    if (isDeleted || statement.bills.length === 0) continue;
    const mailedTo = run.isMail && context.sendMail && emails.length > 0 ? emails : null;
    const link = await newLink(context, statement, { ...run.options, id: crypto.randomUUID(), mailedTo });
    const previous = before.get(customerId);
    const isSame = link !== null && previous !== undefined && (!previous.isFrozen || link.digest === previous.digest);
    if (isSame && mailedTo && isToMail(previous)) againIds.push(previous.id);
    if (!link || isSame) continue;
    size += link.frozen?.length ?? 0;
    links.push(link);
  }
  const [first] = links;
  if (first) {
    const by = { ...byOf(context), idempotencyKey: `share ${run.id} ${first.customerId}`, runId: run.id, today };
    await writeAsAdmin(request, context, shareStatements(links, by), nothingElse);
  }
  if (againIds.length > 0) {
    const by = { ...byOf(context), idempotencyKey: crypto.randomUUID() };
    await writeAsAdmin(request, context, beginMails(againIds, by), nothingElse);
  }
  return { madeIds: links.map(({ id }) => id), againIds, left: [...rest, ...run.left.slice(SHARED_AT_ONCE)] };
}

/** Whether a link should be e-mailed: it was not, or the provider refused the e-mail or did not answer. */
const isToMail = ({ mailState, mailProblem }: LastLink) =>
  mailState !== "accepted" && (mailState !== "sending" || mailProblem !== "");

/**
 * Sends this request's e-mails and those that earlier requests of the run left unsent. Returns the number of
 * unconfirmed ones.
 */
export async function mailSome(args: ActionFunctionArgs, runId: string, begunIds: readonly string[]): Promise<number> {
  const { context } = args;
  const [found] = await context.db.read(linksToMail(runId, begunIds, context.now));
  return deliver(args, found?.links ?? []);
}
