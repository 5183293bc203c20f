import type { ShareOptions } from "./shared-statement.ts";

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
 * has arrived, also if the mail provider refused or did not answer. Without an e-mail address a link waits to be sent by hand.
 */
export function statementState(link: Sent | undefined, digest: string, hasAddress: boolean): StatementState {
  if (!link) return hasAddress ? "Not shared" : "No e-mail address";
  const isSame = link.digest === digest;
  if (link.isFrozen && !isSame) return "Changed since";
  if (link.opened > 0) return isSame ? "Opened" : "Updated since opened";
  if (link.byHandAt !== null && link.mailState !== "accepted") return "Sent by hand";
  if (link.isUnconfirmed) return "Not confirmed";
  if (link.mailState) return OF_MAIL[link.mailState];
  return hasAddress ? "Shared" : "No e-mail address";
}

/** Whether a statement is to be sent: it was not, was refused, or its frozen version has changed since. */
export const isToSend = (state: StatementState, hasLink: boolean) =>
  state === "No e-mail address"
    ? !hasLink
    : ["Not shared", "Changed since", "Refused", "Not confirmed"].includes(state);

/** A number of statements in words: '1 refused'. */
export type CountedState = { state: StatementState; text: string };

/** The statements in words, the exceptions first: '1 refused', '1 has no e-mail address', '31 sent'. */
export const countStates = (states: readonly StatementState[]): CountedState[] =>
  (Object.keys(STATEMENT_STATES) as StatementState[]).flatMap((state) => {
    const count = states.filter((each) => each === state).length;
    return count > 0 ? { state, text: STATEMENT_STATES[state](count) } : [];
  });

/** '2 refused, 1 not confirmed', of e-mails. */
export const describeUnsent = ({ refused, unconfirmed }: { refused: number; unconfirmed: number }): string =>
  [
    ...(refused > 0 ? [STATEMENT_STATES.Refused(refused)] : []),
    ...(unconfirmed > 0 ? [STATEMENT_STATES["Not confirmed"](unconfirmed)] : []),
  ].join(", ");

/** What a link shows, and what became of it. */
type LinkBefore = ShareOptions & {
  digest: string;
  mailState: "sending" | "accepted" | "refused" | null;
  byHandAt: string | null;
  opened: number;
};

/** What a mailing does with the latest working link of a customer: it leaves it, e-mails it, or makes another one in its place. */
export type MailingStep = "leave" | "e-mail it" | "replace";

/**
 * The step of a mailing for a customer who has a link. A link that the customer got, or may have got, stays the customer's link while it
 * shows the statement as it is now. A link that was not sent yet is replaced if the mailing asks for another kind of link:
 * what is e-mailed is what the dialog says. `canMail` tells whether its e-mail may be begun (`beginMails`).
 */
export function stepFor(before: LinkBefore, wanted: ShareOptions & { digest: string }, canMail: boolean): MailingStep {
  if (before.isFrozen && before.digest !== wanted.digest) return "replace";
  if (before.mailState === "accepted" || before.byHandAt !== null || before.opened > 0) return "leave";
  if (before.mailState === "sending") return canMail ? "e-mail it" : "leave";
  return isSameKind(before, wanted) ? "e-mail it" : "replace";
}

export const isSameKind = (one: ShareOptions, other: ShareOptions) =>
  one.isFrozen === other.isFrozen && one.hasComments === other.hasComments && one.days === other.days;

/** How many statements one mailing shares: their ids are in its form. */
export const MAX_RUN = 1_000;
