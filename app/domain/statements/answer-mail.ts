/* What became of the e-mail with a reply, as the office reads it (docs/product.md, 'Questions'). */

export const NO_ADDRESS = "The customer has no e-mail address.";

/** The e-mail with the last reply to a question. */
export type AnswerMail = {
  state: "sending" | "accepted" | "refused";
  /** Why it was not sent, or is not confirmed; '' if nothing is known. */
  problem: string;
  to: string[];
  /** Whether it may or may not have been sent. */
  isUnconfirmed: boolean;
  canSendAgain: boolean;
};

/** The state of the e-mail with a reply. */
export function describeAnswerMail({ state, problem, to, isUnconfirmed }: AnswerMail): string {
  if (state === "accepted") return `E-mailed to ${to.join(", ")}`;
  if (state === "refused") return problem === NO_ADDRESS ? "No e-mail address" : `Not e-mailed. ${problem}`;
  return isUnconfirmed
    ? ["Not confirmed.", problem, "It may have arrived."].join(" ").replace("  ", " ")
    : `Sending to ${to.join(", ")}`;
}

/** What an open question says of the e-mail with an answer that was undone; '' if none was sent. */
export function describeUndoneMail({ state, to, isUnconfirmed }: AnswerMail): string {
  if (state === "accepted") return `An earlier answer was e-mailed to ${to.join(", ")}.`;
  return state === "sending" && isUnconfirmed ? `An earlier answer may have been e-mailed to ${to.join(", ")}.` : "";
}
