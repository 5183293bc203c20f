import { hashOf } from "#app/auth/statement-token.ts";
import { formatInNewYork } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { digestText } from "#app/domain/statements/shared-statement.ts";
import { statementOf } from "#app/domain/statements/statement.ts";
import { isToSend, type StatementState, statementState } from "#app/domain/statements/statement-state.ts";
import type { StatementData } from "#db/queries/statements/customer-statement.ts";
import type { LastLink, StatementMailing } from "#db/queries/statements/mailings.ts";
import { mayBeElsewhere, sinceQueued } from "../describe-links.ts";

/** A customer's statement in the list of a period, without its lines. */
export type StatementRow = {
  id: string;
  name: string;
  /** Whether the customer is deleted: the statement is then neither shared nor e-mailed. */
  isDeleted: boolean;
  /** Null if the statement is too long for one page. */
  amount: Cents | null;
  state: StatementState;
  /** Whether the row is ticked at first. */
  isToSend: boolean;
  /** Why the mail provider refused the e-mail, since when there is no answer, or that the customer is deleted. */
  problem: string;
  /** Whether the e-mail can be given to the queue again. */
  isRetriable: boolean;
  /** Whether an admin is to send the link by hand: it was not sent yet, and its e-mail is not in the queue. */
  isForHand: boolean;
  /** When the latest link was sent or, if it was not sent yet, made: '11/25/2026, 9:10 AM'; '' without a link, or while it is in the queue. */
  shared: string;
  /** The admin who made it. */
  by: string;
  /** When it was opened last; '' if it was not. */
  opened: string;
  /** The id of the latest link. */
  linkId: string | null;
};

/** The row of a statement. Called by loaders only: the browser does not load the code of time zones. */
export async function describeStatement(
  found: StatementData,
  link: LastLink | undefined,
  now: Date,
): Promise<StatementRow> {
  const { customer, isTooLong } = found;
  const statement = isTooLong ? null : statementOf(found, customer.id);
  const digest = statement ? await hashOf(digestText(statement)) : "";
  const state = statementState(link, digest, customer.emails.length > 0);
  const when = (instant: string | null | undefined) => (instant ? formatInNewYork(new Date(instant)) : "");
  return {
    ...{ id: customer.id, name: customer.name, isDeleted: customer.isDeleted, state },
    amount: statement?.total ?? null,
    isToSend: statement !== null && !customer.isDeleted && isToSend(state, link !== undefined),
    problem: problemOf(customer, link, now),
    isRetriable: link?.isRetriable ?? false,
    isForHand: link !== undefined && !customer.isDeleted && isForHand(link),
    shared: state === "Sending" ? "" : when(link?.byHandAt ?? link?.mailedAt ?? link?.createdAt),
    by: link?.actor ?? "",
    opened: link && link.opened > 0 ? when(link.lastOpenedAt) : "",
    linkId: link?.id ?? null,
  };
}

/** The same as the condition of `linksByHand`. */
const isForHand = ({ mailState, byHandAt, opened }: LastLink) =>
  (mailState ?? "refused") === "refused" && byHandAt === null && opened === 0;

function problemOf({ emails, isDeleted }: StatementData["customer"], link: LastLink | undefined, now: Date): string {
  if (isDeleted) return "This customer is deleted, so nothing is sent.";
  if (!link || link.byHandAt !== null) return "";
  if (link.mailState === "sending" && !link.isUnconfirmed) return sinceQueued(link);
  if (!mayBeElsewhere(link, emails, now)) return link.mailProblem;
  return `The mail provider did not answer. The e-mail may have gone to ${link.mailedTo.join(", ")}.`;
}

/** A run with its instant in words. */
export type MailingRow = StatementMailing & { when: string };

export const describeMailings = (runs: readonly StatementMailing[]): MailingRow[] =>
  runs.map((run) => ({ ...run, when: formatInNewYork(new Date(run.at)) }));

/**
 * What the page of a run that has shared statements, or was ended, says; null of any other page. Its e-mails are those of the links that the
 * run has made, and of older links that were queued at the same instant.
 */
export function finishedAt(
  params: URLSearchParams,
  { runs, links }: { runs: readonly StatementMailing[]; links: readonly LastLink[] },
): string | null {
  if (!params.has("run")) return params.has("ended") ? "The links are turned off." : null;
  const id = params.get("run");
  const made = runs.find((run) => run.id === id)?.links ?? 0;
  const [of, again, left] = ["of", "again", "left"].map((name) => Number(params.get(name))) as [number, number, number];
  const mails = links.filter(({ runId, queuedAt }) => runId === id || queuedAt === params.get("at"));
  const count = (state: LastLink["mailState"]) => mails.filter(({ mailState }) => mailState === state).length;
  const [sending, accepted, refused] = [count("sending"), count("accepted"), count("refused")];
  const unconfirmed = mails.filter((mail) => mail.isUnconfirmed).length;
  const [waiting, skipped] = [sending - unconfirmed, of - made - again - left];
  return [
    ...(made > 0 ? [`Shared ${pluralize(made, "statement")}.`] : []),
    ...(waiting > 0 ? [`${pluralize(waiting, "e-mail")} on the way: you can close this page.`] : []),
    ...(accepted > 0 ? [`${pluralize(accepted, "e-mail")} sent.`] : []),
    ...(refused > 0 ? [`${refused} refused.`] : []),
    ...(unconfirmed > 0 ? [`${unconfirmed} not confirmed.`] : []),
    ...(left > 0 ? [`${left} are left for the next time: together they are too long.`] : []),
    ...(skipped > 0 ? [`Skipped ${skipped} of ${of}: already shared, or too long for one page.`] : []),
    ...(accepted + refused + sending === 0 ? ["Nothing was e-mailed. Press a name to send its link."] : []),
  ].join(" ");
}
