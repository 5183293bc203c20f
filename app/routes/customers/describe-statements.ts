import { hashOf } from "#app/auth/statement-token.ts";
import { formatInNewYork } from "#app/domain/calendar.ts";
import type { Cents } from "#app/domain/money.ts";
import { digestText } from "#app/domain/shared-statement.ts";
import { statementOf } from "#app/domain/statement.ts";
import { isToSend, type StatementState, statementState } from "#app/domain/statement-state.ts";
import type { StatementData } from "#db/queries/customer-statement.ts";
import type { LastLink, StatementRun } from "#db/queries/statement-runs.ts";

/** A customer's statement in the list of a period. The browser gets no lines of it. */
export type StatementRow = {
  id: string;
  name: string;
  emails: string[];
  /** Null of a statement that is too long for one page. */
  amount: Cents | null;
  state: StatementState;
  isToSend: boolean;
  /** Why the mail provider refused, or that it has not answered. */
  problem: string;
  /** When, and by whom: '11/25/2026, 9:10 AM' and 'ann@barn.example'. */
  sent: { when: string; by: string } | null;
  /** The link that was sent last. */
  linkId: string | null;
};

/** The row of a statement. Called by loaders only: the browser does not load the code of time zones. */
export async function describeStatement(found: StatementData, link: LastLink | undefined): Promise<StatementRow> {
  const { customer, bills, opening, amounts, isTooLong } = found;
  const statement = isTooLong ? null : statementOf(bills, opening, customer.id, amounts);
  const state = statementState(link, statement ? await hashOf(digestText(statement)) : "");
  return {
    ...{ id: customer.id, name: customer.name, emails: customer.emails },
    amount: statement?.total ?? null,
    state,
    isToSend: statement !== null && isToSend(state),
    problem: link?.mailProblem ?? "",
    sent: link ? { when: formatInNewYork(new Date(link.mailedAt ?? link.createdAt)), by: link.actor } : null,
    linkId: link?.id ?? null,
  };
}

/** A run with its instant in words. */
export type RunRow = StatementRun & { when: string };

export const describeRuns = (runs: readonly StatementRun[]): RunRow[] =>
  runs.map((run) => ({ ...run, when: formatInNewYork(new Date(run.at)) }));
