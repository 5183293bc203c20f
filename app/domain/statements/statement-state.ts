/* The state of a customer's statement of a period (docs/product.md, 'Statements of a month'). */

/** The fields that decide the state, from the latest working link of the customer and period. */
type Sent = {
  /** Of the statement when it was shared or, of a live link, when it was opened last. */
  digest: string;
  isFrozen: boolean;
  mailState: "sending" | "accepted" | "refused" | null;
  /** Whether the e-mail may or may not have been sent. */
  isUnconfirmed: boolean;
  byHandAt: string | null;
  opened: number;
};

/** The states, each with what the head of the list says of it, in that order: what needs the office comes first. */
const STATEMENT_STATES = {
  Refused: (n: number) => `${n} refused`,
  "Not confirmed": (n: number) => `${n} not confirmed`,
  "No e-mail address": (n: number) => `${n} ${n === 1 ? "has" : "have"} no e-mail address`,
  "Changed since": (n: number) => `${n} changed since`,
  "Not shared": (n: number) => `${n} not shared`,
  Sending: (n: number) => `${n} sending`,
  Shared: (n: number) => `${n} shared, not e-mailed`,
  Sent: (n: number) => `${n} sent`,
  "Sent by hand": (n: number) => `${n} sent by hand`,
  Opened: (n: number) => `${n} opened`,
  "Updated since opened": (n: number) => `${n} updated since opened`,
} as const;

export type StatementState = keyof typeof STATEMENT_STATES;

const OF_MAIL = { sending: "Sending", accepted: "Sent", refused: "Refused" } as const;

/**
 * The state follows from the latest link of the statement and its present digest. A live link always shows the
 * statement as it is, so it says only that this is another one than the customer has read. A statement that was opened
 * has arrived, also if the mail provider refused or did not answer.
 */
export function statementState(link: Sent | undefined, digest: string, hasAddress: boolean): StatementState {
  if (!link) return hasAddress ? "Not shared" : "No e-mail address";
  const isSame = link.digest === digest;
  if (link.isFrozen && !isSame) return "Changed since";
  if (link.opened > 0) return isSame ? "Opened" : "Updated since opened";
  if (link.byHandAt !== null && link.mailState !== "accepted") return "Sent by hand";
  if (link.isUnconfirmed) return "Not confirmed";
  return link.mailState ? OF_MAIL[link.mailState] : "Shared";
}

/** Whether a statement is to be sent: it was not, was refused, or its frozen version has changed since. */
export const isToSend = (state: StatementState) =>
  ["Not shared", "No e-mail address", "Changed since", "Refused", "Not confirmed"].includes(state);

/** The statements in words, the exceptions first: '1 refused · 1 has no e-mail address · 31 sent'. */
export const describeStates = (states: readonly StatementState[]): string =>
  Object.entries(STATEMENT_STATES)
    .flatMap(([state, inWords]) => {
      const count = states.filter((each) => each === state).length;
      return count > 0 ? inWords(count) : [];
    })
    .join(" · ");

/** How many statements one mailing shares: their ids are in its form. */
export const MAX_RUN = 1_000;
