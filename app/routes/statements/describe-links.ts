import type { AppLoadContext } from "@remix-run/cloudflare";
import { addHours, addMinutes } from "date-fns";
import { hashOf } from "#app/auth/statement-token.ts";
import { formatInNewYork, formatUsDate, type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { nameOfPeriod } from "#app/domain/statements/statement.ts";
import { mailOf, mailtoOf } from "#app/domain/statements/statement-mail.ts";
import type { StatementData } from "#db/queries/statements/customer-statement.ts";
import { RETRY_HOURS, SLOW_MINUTES, STALE_MINUTES } from "#db/queries/statements/queued-mails.ts";
import type { StatementLink } from "#db/queries/statements/statement-links.ts";

/** A link in words, for its row in the list. */
export type LinkRow = {
  id: string;
  period: string;
  /** 'Shared 11/25/2026, 1:08 PM by ann@barn.example'. */
  shared: string;
  /** 'Opened 3 times, last 11/25/2026, 1:09 PM. Expires 02/23/2027.' */
  state: string;
  isWorking: boolean;
};

export const isWorkingLink = ({ stoppedAt, endsOn }: StatementLink, today: LocalDate) =>
  stoppedAt === null && endsOn >= today;

/** The links of a customer in words. Only loaders call it: the browser does not load the code of time zones. */
export function describeLinks(
  links: readonly StatementLink[],
  { now, isDeleted }: { now: Date; isDeleted: boolean },
): LinkRow[] {
  const today = todayInNewYork(now);
  return links.map((link) => {
    const last = link.lastOpenedAt && `, last ${formatInNewYork(new Date(link.lastOpenedAt))}`;
    const opened = link.opened === 0 ? "Not opened" : `Opened ${pluralize(link.opened, "time")}${last}`;
    const shows = `${link.isFrozen ? "as of that day" : "always the latest"}${link.hasComments ? ", with comments" : ""}`;
    return {
      id: link.id,
      period: `${nameOfPeriod(link)}, ${shows}`,
      shared: `Shared ${formatInNewYork(new Date(link.createdAt))} by ${link.actor}`,
      state: [describeMail(link, now), opened, describeEnd(link, today, isDeleted)]
        .flatMap((text) => (text ? `${text}.` : []))
        .join(" "),
      isWorking: isWorkingLink(link, today),
    };
  });
}

function describeEnd(link: StatementLink, today: LocalDate, isDeleted: boolean): string {
  if (link.stoppedAt) return `Turned off ${formatInNewYork(new Date(link.stoppedAt))} by ${link.stoppedBy}`;
  if (isDeleted && isWorkingLink(link, today)) return "Shows nothing while the customer is deleted";
  return `${isWorkingLink(link, today) ? "Expires" : "Expired"} ${formatUsDate(link.endsOn)}`;
}

/** A link to send: its address, and the e-mail with it. */
export type LinkToSend = {
  id: string;
  url: string;
  subject: string;
  text: string;
  mailto: string;
  period: string;
  /** The state of its e-mail in words; '' if Hayloft has sent none. */
  mailed: string;
  /**
   * The addresses that Hayloft can e-mail the link to; '' without a mail provider or an address, or if it was sent
   * already.
   */
  sendTo: string;
  /** Whether the customer has an e-mail address. */
  hasAddress: boolean;
  /** Whether an admin can mark the link as sent by hand: no admin has, and Hayloft has neither e-mailed it nor queued its e-mail. */
  canMark: boolean;
  /** The number of the attempt that may have gone to the customer's earlier addresses; null if there is none. */
  toldAttempt: number | null;
};

type Mailed = Pick<StatementLink, "mailState" | "mailProblem" | "mailedAt" | "queuedAt" | "mailedTo">;

/** Whether the queue has given up an e-mail, or lost it: the same as the condition of `mailings.ts`. */
const isUnconfirmedMail = ({ mailState, mailProblem, mailedAt, queuedAt }: Mailed, now: Date) =>
  mailState === "sending" &&
  (mailProblem !== "" || (queuedAt ?? mailedAt ?? "") < addMinutes(now, -STALE_MINUTES).toISOString());

/** Whether an e-mail has waited for an answer so long that it can be given to the queue again: see `SLOW_MINUTES`. */
const isSlowMail = ({ mailState, mailProblem, mailedAt, queuedAt }: Mailed, now: Date) =>
  mailState === "sending" &&
  (mailProblem !== "" || (queuedAt ?? mailedAt ?? "") < addMinutes(now, -SLOW_MINUTES).toISOString());

/** 'since 10:42 AM', of an e-mail in the queue. */
export function sinceQueued({ queuedAt, mailedAt }: Pick<Mailed, "queuedAt" | "mailedAt">): string {
  const at = queuedAt ?? mailedAt;
  return at ? `since ${formatInNewYork(new Date(at)).split(", ").at(-1)}` : "";
}

/** Whether an unconfirmed e-mail may have gone to the customer's earlier addresses. */
export const mayBeElsewhere = (mailed: Mailed, emails: readonly string[], now: Date) =>
  isUnconfirmedMail(mailed, now) && mailed.mailedTo.join() !== emails.join();

/** The state of the e-mail with a link, in words; '' if none was sent. */
function describeMail(link: StatementLink, now: Date): string {
  const { mailState, mailedAt, mailedTo, mailProblem, byHandAt } = link;
  const at = mailedAt ? formatInNewYork(new Date(mailedAt)) : "";
  if (mailState === "accepted") return `E-mailed ${at} to ${mailedTo.join(", ")}`;
  if (byHandAt) return `Sent by hand ${formatInNewYork(new Date(byHandAt))}`;
  if (mailState === "refused") return `The e-mail of ${at} was refused: ${mailProblem.replace(/\.$/, "")}`;
  if (mailState === null) return "";
  return isUnconfirmedMail(link, now)
    ? `The mail provider did not confirm the e-mail of ${at} to ${mailedTo.join(", ")}. It may have arrived`
    : `Sending to ${mailedTo.join(", ")} ${sinceQueued(link)}`;
}

/**
 * The address of a link and the e-mail for it; null if the worker's secret has changed since, so that the address is
 * lost.
 */
export async function linkToSend(
  { request, context }: { request: Request; context: AppLoadContext },
  { customer, barn }: Pick<StatementData, "customer" | "barn">,
  link: StatementLink,
): Promise<LinkToSend | null> {
  const token = await context.tokenOf(link.id);
  if ((await hashOf(token)) !== link.tokenHash) return null;
  const url = new URL(`/s/${token}`, request.url).href;
  const period = nameOfPeriod(link);
  const mail = mailOf({ barn: barn.name, customer: customer.name, period, url, endsOn: link.endsOn });
  const isElsewhere = mayBeElsewhere(link, customer.emails, context.now);
  const isForgotten =
    link.mailState === "sending" && (link.mailedAt ?? "") < addHours(context.now, -RETRY_HOURS).toISOString();
  const isToSame = isSlowMail(link, context.now) && link.mailedTo.join() === customer.emails.join() && !isForgotten;
  const isNotSent = (link.mailState ?? "refused") === "refused";
  const isToSend = context.mail !== null && link.byHandAt === null && (isNotSent || isElsewhere || isToSame);
  return {
    ...{ id: link.id, url, period, ...mail, mailto: customer.emails.length > 0 ? mailtoOf(customer.emails, mail) : "" },
    mailed: describeMail(link, context.now),
    sendTo: isToSend ? customer.emails.join(", ") : "",
    hasAddress: customer.emails.length > 0,
    canMark: link.byHandAt === null && (isNotSent || isUnconfirmedMail(link, context.now)),
    toldAttempt: isElsewhere ? link.mailAttempt : null,
  };
}
