import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { addHours } from "date-fns";
import { nothingElse, readAsAdmin, writeAsAdmin } from "#app/auth/require-admin.ts";
import { hashOf } from "#app/auth/statement-token.ts";
import { isReachable } from "#app/domain/barn/barn-details.ts";
import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import type { ShareOptions } from "#app/domain/statements/shared-statement.ts";
import { type Period, statementOf } from "#app/domain/statements/statement.ts";
import { byOf } from "#app/records/by.ts";
import { type StatementData, statementsToShare } from "#db/queries/statements/customer-statement.ts";
import { beginMails, type LastLink, lastLinks, madeByMailing } from "#db/queries/statements/mailings.ts";
import { RETRY_HOURS } from "#db/queries/statements/queued-mails.ts";
import { type NewLink, shareStatements } from "#db/queries/statements/statement-links.ts";
import { newLink } from "../new-link.ts";
import { ofLinks, queueMails } from "../queue-mails.ts";

/** A mailing as its form asks for it. */
export type Wanted = { id: string; isMail: boolean; customers: string[]; options: ShareOptions };

/** An e-mail of a mailing. */
type PlannedMail = {
  customerId: string;
  customer: string;
  barn: string;
  emails: string[];
  amount: Cents;
  endsOn: LocalDate;
};

/** What a mailing does. */
export type MailingPlan = {
  links: NewLink[];
  /** The ids of links that are there already, and are to be e-mailed. */
  againIds: string[];
  mails: PlannedMail[];
  /** How many customers are left for another mailing, because their statements are too long for one request. */
  left: number;
  /** The links that the mailing has made before, if its form is sent again. */
  made: { id: string; mailState: string | null }[];
};

/** The most characters of frozen statements, in JSON, that one request writes. */
const MAX_WRITTEN = 3_000_000;

/** Reads the statements of the chosen customers, and plans their links and e-mails; null if owners could not reach the barn. */
export async function planMailing(
  { request, context }: ActionFunctionArgs,
  period: Period,
  { id, isMail, customers, options }: Wanted,
): Promise<MailingPlan | null> {
  const { now } = context;
  const queries = [
    statementsToShare(period, customers, options.hasComments),
    lastLinks(period, now),
    madeByMailing(id),
  ] as const;
  const [found, [last], [mine]] = await readAsAdmin(request, context, ...queries);
  if (found.some(({ statement }) => statement && !isReachable(statement.barn))) return null;
  const before = new Map(last?.links.map((link) => [link.customerId, link]));
  const done = new Set(mine?.links.map(({ customerId }) => customerId));
  const plan: MailingPlan = { links: [], againIds: [], mails: [], left: 0, made: mine?.links ?? [] };
  let size = 0;
  for (const { customerId, statement } of found) {
    if (done.has(customerId)) continue;
    if (!statement || size > MAX_WRITTEN) {
      plan.left += 1;
      continue;
    }
    const { emails, isDeleted } = statement.customer;
    if (isDeleted || statement.bills.length === 0) continue;
    const mailedTo = isMail && context.mail && emails.length > 0 ? emails : null;
    const link = await newLink(context, statement, { ...options, id: crypto.randomUUID(), mailedTo });
    if (!link) continue;
    const previous = before.get(customerId);
    const isSame = previous !== undefined && (!previous.isFrozen || link.digest === previous.digest);
    const isMailed = mailedTo !== null && !(isSame && !isToMail(previous, emails, now));
    if (isMailed) plan.mails.push(mailFor(statement, isSame ? previous.endsOn : link.endsOn));
    if (isSame && isMailed) plan.againIds.push(previous.id);
    if (isSame) continue;
    size += link.frozen?.length ?? 0;
    plan.links.push(link);
  }
  return plan;
}

/** Whether the e-mail with a link may be begun: see `beginMails`. */
function isToMail({ mailState, isUnconfirmed, mailedTo, mailedAt }: LastLink, emails: string[], now: Date): boolean {
  if (mailState !== "sending") return mailState !== "accepted";
  const isRemembered = (mailedAt ?? "") > addHours(now, -RETRY_HOURS).toISOString();
  return isUnconfirmed && (isRemembered || mailedTo.join() !== emails.join());
}

function mailFor(found: StatementData, endsOn: LocalDate): PlannedMail {
  const { barn } = found;
  const { id: customerId, name, emails } = found.customer;
  const amount = statementOf(found, customerId).total;
  return { customerId, customer: name, barn: barn.name, emails, amount, endsOn };
}

/** The fingerprint of the e-mails of a plan: what was shown is what is sent. */
export const fingerprintOfMails = ({ mails }: MailingPlan): Promise<string> =>
  hashOf(JSON.stringify(mails.map(({ customerId, emails, amount }) => [customerId, emails, amount])));

/**
 * Writes the links of a plan, with their e-mails as 'sending', and gives these to the queue. A repeated form writes nothing, and queues
 * what it has written before, in case that the queue did not get it.
 */
export async function carryOut(
  { request, context }: ActionFunctionArgs,
  { links, againIds, made }: MailingPlan,
  { id: runId, isMail }: Wanted,
): Promise<void> {
  const by = byOf(context);
  if (made.length > 0) {
    // The admin has not reviewed what a repeated form would add.
    const queued = made.filter(({ mailState }) => mailState === "sending");
    if (isMail) await queueMails(context, ofLinks(queued.map(({ id }) => id)));
    return;
  }
  const [first] = links;
  if (first) {
    const run = { ...by, idempotencyKey: `share ${runId} ${first.customerId}`, runId, today: todayInNewYork(by.at) };
    await writeAsAdmin(request, context, shareStatements(links, run), nothingElse);
  }
  if (againIds.length > 0) {
    const begun = beginMails(againIds, { ...by, idempotencyKey: crypto.randomUUID() });
    await writeAsAdmin(request, context, begun, nothingElse);
  }
  if (!isMail) return;
  const mailed = links.filter(({ mailedTo }) => mailedTo);
  await queueMails(context, ofLinks([...mailed.map(({ id }) => id), ...againIds]));
}
