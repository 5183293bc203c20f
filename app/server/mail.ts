import { isPlainAddress } from "#app/domain/basics/mail-address.ts";
import { type Env, invalidMailVariables, type MAIL_VARIABLES } from "./env.ts";
import { logFailure, logLine } from "./log.ts";

/** `key` is the idempotency key: 1 to 256 printable ASCII characters without blanks. The provider sends one mail for each. */
export type Mail = { to: string[]; subject: string; text: string; key: string };

/**
 * `unknown`: the provider may or may not have sent the mail. The same mail with the same key can be sent again within 24 hours;
 * after that the provider has forgotten the key. `problem` is one line of at most 300 characters.
 */
export type MailOutcome = { state: "accepted" } | { state: "refused"; problem: string } | { state: "unknown" };

export type Mailer = (mail: Mail) => Promise<MailOutcome>;

const TIMEOUT_MS = 10_000;
const LONGEST_PROBLEM = 300;

/** Statuses of 4xx that say nothing about the mail: a later attempt may succeed. */
const TRANSIENT = [408, 409, 425, 429];

/**
 * The provider has sent a mail with this key whose text differs (https://resend.com/docs/dashboard/emails/idempotency-keys): the answer
 * to that attempt was lost, and a name was changed since.
 */
const SENT_BEFORE = "invalid_idempotent_request";

/**
 * Returns the function that sends a mail through the provider of the environment, or null if there is none. The interface is that
 * of Resend (https://resend.com/docs/api-reference/emails/send-email). The function never throws.
 */
export function createMailer(env: Pick<Env, (typeof MAIL_VARIABLES)[number]>, timeoutMs = TIMEOUT_MS): Mailer | null {
  const { MAIL_URL: url, MAIL_KEY: secret, MAIL_FROM: from } = env;
  if (!url || !secret || !from || invalidMailVariables(env).length > 0) return null;
  return async ({ to, subject, text, key }) => {
    const problem = problemOf(to, key);
    if (problem) return { state: "refused", problem };
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json", "Idempotency-Key": key },
        body: JSON.stringify({ from, to, subject: onOneLine(subject), text }),
        // A redirect could take the mail and the key elsewhere.
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      return await outcomeOf(response, secret);
    } catch (error) {
      logFailure("The mail provider did not answer", error, "warn");
      return { state: "unknown" };
    }
  };
}

/** Why no provider may get a mail: an address could be read as several, or the key does not fit into a header. */
function problemOf(to: string[], key: string): string | undefined {
  if (to.length === 0) return "The mail has no recipient.";
  if (!to.every(isPlainAddress)) return "A recipient is not a plain e-mail address.";
  return /^[\x21-\x7e]{1,256}$/.test(key) ? undefined : "The mail has no valid idempotency key.";
}

async function outcomeOf(response: Response, secret: string): Promise<MailOutcome> {
  const { status } = response;
  if (response.ok) {
    await response.body?.cancel();
    return { state: "accepted" };
  }
  const { name, message } = await readAnswer(response);
  if (status === 409 && name === SENT_BEFORE) return { state: "accepted" };
  const isRefused = status >= 400 && status < 500 && !TRANSIENT.includes(status);
  if (!isRefused) {
    logLine({ level: "warn", message: "The mail provider may not have sent a mail", status });
    return { state: "unknown" };
  }
  logLine({ level: "warn", message: "The mail provider refused a mail", status });
  const said = onOneLine(message).replaceAll(secret, "…");
  const problem = [...(said || `The mail provider answered ${status}.`)].slice(0, LONGEST_PROBLEM).join("");
  return { state: "refused", problem };
}

/**
 * The name and message of a provider's answer; empty if it has another form or breaks off, since the status says
 * enough.
 */
async function readAnswer(response: Response): Promise<{ name: string; message: string }> {
  const answer: unknown = await response.json().catch(() => null);
  const { name, message } = Object(answer) as { name?: unknown; message?: unknown };
  return { name: String(name ?? ""), message: typeof message === "string" ? message : "" };
}

/** The text without line breaks, other control characters and halves of characters. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
