import type { AppLoadContext } from "@remix-run/cloudflare";
import { byOf } from "#app/records/by.ts";
import { logFailure } from "#app/server/log.ts";
import { recordMails } from "#db/queries/statements/mailings.ts";

const NOT_QUEUED = "The e-mail could not be queued.";

/**
 * Gives e-mails with links to the queue, once they are written as 'sending'. If the queue does not take them, their rows say so and offer
 * to try again.
 */
export async function queueMails(context: AppLoadContext, linkIds: readonly string[]): Promise<void> {
  if (!context.mail || linkIds.length === 0) return;
  try {
    await context.mail.queue(linkIds.map((id) => ({ kind: "statement", id })));
  } catch (error) {
    logFailure("E-mails were not queued", error);
    const records = linkIds.map((id) => ({ id, state: "sending" as const, problem: NOT_QUEUED }));
    await context.connect().write(recordMails(records, { ...byOf(context), idempotencyKey: crypto.randomUUID() }));
  }
}
