import { hashOf } from "#app/auth/statement-token.ts";
import { formatInNewYork } from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
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
  emails: string[];
  /** Whether the customer is deleted: the statement is then neither shared nor e-mailed. */
  isDeleted: boolean;
  /** Null if the statement is too long for one page. */
  amount: Cents | null;
  state: StatementState;
  isToSend: boolean;
  /** Whether the mail provider has accepted the e-mail with the latest link. */
  isMailed: boolean;
  /** Why no e-mail can be sent, why the mail provider refused it, or that the provider has not answered. */
  problem: string;
  /** The time and the admin: '11/25/2026, 9:10 AM' and 'ann@barn.example'. */
  sent: { when: string; by: string } | null;
  /** The id of the latest link. */
  linkId: string | null;
};

/** The row of a statement. Called by loaders only: the browser does not load the code of time zones. */
export async function describeStatement(
  found: StatementData,
  link: LastLink | undefined,
  now: Date,
): Promise<StatementRow> {
  const { customer, bills, opening, amounts, isTooLong } = found;
  const statement = isTooLong ? null : statementOf(bills, opening, customer.id, amounts);
  const state = statementState(link, statement ? await hashOf(digestText(statement)) : "");
  return {
    ...{ id: customer.id, name: customer.name, emails: customer.emails, isDeleted: customer.isDeleted },
    amount: statement?.total ?? null,
    state,
    isToSend: statement !== null && !customer.isDeleted && isToSend(state),
    isMailed: link?.mailState === "accepted",
    problem: problemOf(customer, link, now),
    sent: link ? { when: formatInNewYork(new Date(link.mailedAt ?? link.createdAt)), by: link.actor } : null,
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

/** '45 customers, $1,234.00. 11 not shared, 34 shared, none e-mailed, 1 refused.' */
export function summaryOf(rows: readonly StatementRow[]): string {
  const count = (state: StatementRow["state"]) => rows.filter((row) => row.state === state).length;
  const total = formatDollars(rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0));
  const [open, changed, refused] = [count("Not shared"), count("Changed since"), count("Refused")];
  const shared = rows.length - open;
  const mailed = rows.filter(({ isMailed }) => isMailed).length;
  const states = [
    ...(open ? [`${open} not shared`] : []),
    ...(shared ? [`${shared} shared`, `${mailed || "none"} e-mailed`] : []),
    ...(changed ? [`${changed} changed since`] : []),
    ...(refused ? [`${refused} refused`] : []),
  ];
  return `${pluralize(rows.length, "customer")}, ${total}. ${states.join(", ")}.`;
}

/** What a run has done, of how many chosen customers; `again` are links that were there and were e-mailed. */
export function finishedText(run: StatementMailing | undefined, of: number, again: number): string {
  const { links: made = 0, accepted = 0, refused = 0 } = run ?? {};
  const left = of - made - again;
  const isMailed = accepted + refused > 0;
  return [
    `Shared ${pluralize(made, "statement")}.`,
    ...(isMailed ? [`${pluralize(accepted, "e-mail")} sent, ${refused} refused.`] : []),
    ...(again > 0 ? [`E-mailed ${pluralize(again, "link")} shared before.`] : []),
    ...(left > 0 ? [`Skipped ${left} of ${of}: already shared, or too long for one page.`] : []),
    ...(made > 0 && !isMailed ? ["Nothing was e-mailed. Press Send in a row to e-mail its link."] : []),
  ].join(" ");
}
