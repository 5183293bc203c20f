import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { hashOf } from "#app/auth/statement-token.ts";
import { nameOfPeriod } from "#app/domain/statements/statement.ts";
import { byOf } from "#app/records/by.ts";
import type { Mail, Mailer, MailOutcome } from "#app/server/mail.ts";
import { type LinkToMail, type MailRecord, recordMails } from "#db/queries/statements/mailings.ts";
import { mailOf } from "./statement-mail.ts";

/** The pause before the second try, after no answer from the provider or too many requests. */
const PAUSE_MS = 1_000;

const UNKNOWN: MailOutcome = { state: "unknown" };
/** The outcome if the worker's secret has changed since the link was made, so that its address is lost. */
const LOST: MailOutcome = { state: "refused", problem: "Hayloft no longer knows the address of this link." };
const NO_ANSWER = "The mail provider did not answer.";

/**
 * Sends the e-mails with these links one after the other, and records the outcome of each. After two tries without an
 * answer from the provider, sends no more. Returns the number of unconfirmed e-mails. These can safely be sent again,
 * because each has its idempotency key.
 */
export async function deliver(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  links: readonly LinkToMail[],
): Promise<number> {
  const { sendMail, tokenOf, connect } = context;
  if (!sendMail || links.length === 0) return 0;
  const records: MailRecord[] = [];
  let isDown = false;
  for (const link of links) {
    const { id, tokenHash, mailAttempt, mailedTo, endsOn } = link;
    const token = await tokenOf(id);
    const url = new URL(`/s/${token}`, request.url).href;
    const { subject, text } = mailOf({ ...link, period: nameOfPeriod(link), url, endsOn });
    const mail = { to: mailedTo, subject, text, key: `${id}.${mailAttempt}` };
    const isKnown = (await hashOf(token)) === tokenHash;
    const outcome: MailOutcome = !isKnown ? LOST : isDown ? UNKNOWN : await sendTwice(sendMail, mail);
    isDown ||= outcome.state === "unknown";
    records.push(recordOf(link, outcome));
  }
  // A new connection, because the request's own has the time limit of a page.
  await connect().write(recordMails(records, { ...byOf(context), idempotencyKey: crypto.randomUUID() }));
  return records.filter(({ state }) => state === "sending").length;
}

/** Sends a mail and, if the outcome is unknown, once more with the same key. */
async function sendTwice(send: Mailer, mail: Mail): Promise<MailOutcome> {
  const outcome = await send(mail);
  if (outcome.state !== "unknown") return outcome;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  return send(mail);
}

function recordOf({ id, mailAttempt: attempt }: LinkToMail, outcome: MailOutcome): MailRecord {
  if (outcome.state === "unknown") return { id, attempt, state: "sending", problem: NO_ANSWER };
  return { id, attempt, state: outcome.state, problem: outcome.state === "refused" ? outcome.problem : "" };
}
