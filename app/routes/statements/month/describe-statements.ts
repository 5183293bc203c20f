import { hashOf } from "#app/auth/statement-token.ts";
import { formatInNewYork } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { digestText } from "#app/domain/statements/shared-statement.ts";
import { statementOf } from "#app/domain/statements/statement.ts";
import { isToSend, type StatementState, statementState } from "#app/domain/statements/statement-state.ts";
import type { StatementData } from "#db/queries/statements/customer-statement.ts";
import type { LastLink, StatementMailing } from "#db/queries/statements/mailings.ts";
import { mayBeElsewhere } from "../describe-links.ts";

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
  /** Why the mail provider refused the e-mail, or that the provider has not answered; or that the customer is deleted. */
  problem: string;
  /** When the latest link was e-mailed or, without an e-mail, made: '11/25/2026, 9:10 AM'; '' without a link. */
  sent: string;
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
    isToSend: statement !== null && !customer.isDeleted && isToSend(state),
    problem: problemOf(customer, link, now),
    sent: when(link?.mailedAt ?? link?.createdAt),
    by: link?.actor ?? "",
    opened: link && link.opened > 0 ? when(link.lastOpenedAt) : "",
    linkId: link?.id ?? null,
  };
}

function problemOf({ emails, isDeleted }: StatementData["customer"], link: LastLink | undefined, now: Date): string {
  if (isDeleted) return "This customer is deleted, so nothing is sent.";
  if (!link || !mayBeElsewhere(link, emails, now)) return link?.mailProblem ?? "";
  return `The mail provider did not answer. The e-mail may have gone to ${link.mailedTo.join(", ")}.`;
}

/** A run with its instant in words. */
export type MailingRow = StatementMailing & { when: string };

export const describeMailings = (runs: readonly StatementMailing[]): MailingRow[] =>
  runs.map((run) => ({ ...run, when: formatInNewYork(new Date(run.at)) }));

/** What the page of a run that has shared statements, or was ended, says; null of any other page. */
export function finishedAt(params: URLSearchParams, runs: readonly StatementMailing[]): string | null {
  if (!params.has("run")) return params.has("ended") ? "The links are turned off." : null;
  const run = runs.find(({ id }) => id === params.get("run"));
  const [of, again, left] = ["of", "again", "left"].map((name) => Number(params.get(name))) as [number, number, number];
  const { links: made = 0, accepted = 0, refused = 0, sending = 0, unconfirmed = 0 } = run ?? {};
  const [waiting, skipped] = [sending - unconfirmed + again, of - made - again - left];
  return [
    `Shared ${pluralize(made, "statement")}.`,
    ...(waiting > 0 ? [`${pluralize(waiting, "e-mail")} on the way: you can close this page.`] : []),
    ...(accepted > 0 ? [`${pluralize(accepted, "e-mail")} sent.`] : []),
    ...(refused > 0 ? [`${refused} refused.`] : []),
    ...(unconfirmed > 0 ? [`${unconfirmed} not confirmed.`] : []),
    ...(left > 0 ? [`${left} are left for the next time: together they are too long.`] : []),
    ...(skipped > 0 ? [`Skipped ${skipped} of ${of}: already shared, or too long for one page.`] : []),
    ...(made > 0 && accepted + refused + sending === 0 ? ["Nothing was e-mailed. Press a name to send its link."] : []),
  ].join(" ");
}
