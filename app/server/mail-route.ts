import type { MailMessage } from "#app/domain/statements/statement-mail.ts";
import type { ValidEnv } from "./env.ts";
import { createMailer, type Mailer } from "./mail.ts";

/** How the worker sends e-mails. */
export type MailRoute = {
  /** Gives e-mails to the queue, which sends each once the request has ended (docs/architecture.md, 'One e-mail'). */
  queue: (messages: readonly MailMessage[]) => Promise<void>;
  /** Sends one e-mail at once, to the person who waits for it. */
  sendNow: Mailer;
};

/** How many messages Cloudflare takes at once. */
const AT_ONCE = 100;

/** The route of e-mails; null if the worker lacks the mail provider or the queue. */
export function mailRouteOf(env: ValidEnv): MailRoute | null {
  const [sendNow, queue] = [createMailer(env), env.MAIL_QUEUE];
  if (!sendNow || !queue) return null;
  return {
    sendNow,
    queue: (messages) => sendTo(queue, messages),
  };
}

/** Gives e-mails to the queue. Each must be 'sending' in the database before. */
export async function sendTo(queue: Queue<MailMessage>, messages: readonly MailMessage[]): Promise<void> {
  for (let at = 0; at < messages.length; at += AT_ONCE)
    await queue.sendBatch(messages.slice(at, at + AT_ONCE).map((body) => ({ body, contentType: "json" })));
}
