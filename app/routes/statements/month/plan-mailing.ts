import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { hashOf } from "#app/auth/statement-token.ts";
import { isReachable } from "#app/domain/barn/barn-details.ts";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { optionsOf, type ShareOptions } from "#app/domain/statements/shared-statement.ts";
import { type Period, statementOf } from "#app/domain/statements/statement.ts";
import { isSameKind, stepFor } from "#app/domain/statements/statement-state.ts";
import { type StatementData, statementsToShare } from "#db/queries/statements/customer-statement.ts";
import { type LastLink, lastLinks, madeByMailing } from "#db/queries/statements/mailings.ts";
import type { NewLink } from "#db/queries/statements/statement-links.ts";
import { newLink } from "../new-link.ts";

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
  /** The sum of the statements of the new links. */
  amount: Cents;
  /** How many of the e-mails are sent again as they were, though the mailing asks for another kind of link: they may have arrived. */
  asBefore: number;
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
  const plan: MailingPlan = {
    ...{ links: [], againIds: [], mails: [], amount: 0, asBefore: 0, left: 0 },
    made: mine?.links ?? [],
  };
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
    const previous = before.get(customerId);
    const ids = { id: crypto.randomUUID(), replacedId: previous?.id ?? null };
    const link = await newLink(context, statement, { ...options, ...ids, mailedTo });
    if (!link) continue;
    const step = previous ? stepOf(previous, { ...options, digest: link.digest }, emails) : "replace";
    const isMailed = mailedTo !== null && step !== "leave";
    const mail = mailFor(statement, previous && step !== "replace" ? previous.endsOn : link.endsOn);
    if (isMailed) plan.mails.push(mail);
    if (previous && step === "e-mail it" && isMailed) {
      plan.againIds.push(previous.id);
      plan.asBefore += Number(!isSameKind(optionsOf(previous), options));
    }
    if (step !== "replace") continue;
    size += link.frozen?.length ?? 0;
    plan.amount += mail.amount;
    plan.links.push(link);
  }
  return plan;
}

/** The step for a customer with a link. An e-mail without an answer may be begun again as `beginMails` says. */
const stepOf = (previous: LastLink, wanted: ShareOptions & { digest: string }, emails: string[]) =>
  stepFor(
    { ...previous, ...optionsOf(previous) },
    wanted,
    previous.isRetriable || (previous.isUnconfirmed && previous.mailedTo.join() !== emails.join()),
  );

function mailFor(found: StatementData, endsOn: LocalDate): PlannedMail {
  const { barn } = found;
  const { id: customerId, name, emails } = found.customer;
  const amount = statementOf(found, customerId).total;
  return { customerId, customer: name, barn: barn.name, emails, amount, endsOn };
}

/** The fingerprint of the e-mails of a plan: what was shown is what is sent. */
export const fingerprintOfMails = ({ mails }: MailingPlan): Promise<string> =>
  hashOf(JSON.stringify(mails.map(({ customerId, emails, amount, endsOn }) => [customerId, emails, amount, endsOn])));
