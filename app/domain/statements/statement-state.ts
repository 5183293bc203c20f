/* The state of a customer's statement of a period (docs/product.md, 'Statements of a month'). */

/** The fields that decide the state, from the latest working link of the customer and period. */
type Sent = { digest: string; mailState: "sending" | "accepted" | "refused" | null; opened: number };

export type StatementState = "Not shared" | "Changed since" | "Opened" | "Refused" | "Sending" | "E-mailed" | "Shared";

const OF_MAIL = { sending: "Sending", accepted: "E-mailed", refused: "Refused" } as const;

/** The state follows from the latest link of the statement and its present digest. A statement that was opened has arrived, whatever the mail provider said. */
export function statementState(link: Sent | undefined, digest: string): StatementState {
  if (!link) return "Not shared";
  if (link.digest !== digest) return "Changed since";
  if (link.opened > 0) return "Opened";
  return link.mailState ? OF_MAIL[link.mailState] : "Shared";
}

/** Whether a statement is to be sent: it was not, was refused, or has changed since. */
export const isToSend = (state: StatementState) => ["Not shared", "Changed since", "Refused"].includes(state);

/** How many statements one request shares. */
export const SHARED_AT_ONCE = 20;

/** How many statements one run shares: their ids are in each of its forms. */
export const MAX_RUN = 1_000;
