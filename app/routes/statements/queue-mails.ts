import type { AppLoadContext } from "@remix-run/cloudflare";
import type { MailMessage } from "#app/domain/statements/statement-mail.ts";
import { byOf } from "#app/records/by.ts";
import { logAlert } from "#app/server/log.ts";
import { recordMails } from "#db/queries/statements/queued-mails.ts";

const NOT_QUEUED = "The e-mail could not be queued.";

/**
 * Gives e-mails to the queue, once they are written as 'sending'. If the queue does not take them, their rows say so and offer
 * to try again.
 */
export async function queueMails(context: AppLoadContext, mails: readonly MailMessage[]): Promise<void> {
  if (!context.mail || mails.length === 0) return;
  try {
    await context.mail.queue(mails);
  } catch (error) {
    logAlert("mail", "E-mails were not queued", error);
    const records = mails.map((mail) => ({ ...mail, state: "sending" as const, problem: NOT_QUEUED }));
    for (const change of recordMails(records, byOf(context))) await context.connect().write(change);
  }
}

/** The messages of e-mails with links. */
export const ofLinks = (ids: readonly string[]): MailMessage[] => ids.map((id) => ({ kind: "statement", id }));
