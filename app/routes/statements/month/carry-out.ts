import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { nothingElse, readAsAdmin, writeAsAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { Period } from "#app/domain/statements/statement.ts";
import { byOf } from "#app/records/by.ts";
import { beginMails, type LinkByHand, linksByHand } from "#db/queries/statements/mailings.ts";
import { shareStatements } from "#db/queries/statements/statement-links.ts";
import { ofLinks, queueMails } from "../queue-mails.ts";
import type { MailingPlan, Wanted } from "./plan-mailing.ts";

/**
 * Writes the links of a plan, with their e-mails as 'sending', and gives these to the queue. A repeated form writes nothing, and queues
 * what it has written before, in case that the queue did not get it. Returns the first link of the period that is to be sent by hand.
 */
export async function carryOut(
  { request, context }: ActionFunctionArgs,
  { links, againIds, made }: MailingPlan,
  { id: runId, isMail, period }: Wanted & { period: Period },
): Promise<LinkByHand | undefined> {
  const by = byOf(context);
  const byHand = linksByHand(period, by.at);
  const [first] = links;
  let left: { links: LinkByHand[] }[];
  if (made.length > 0 || !first) [left] = await readAsAdmin(request, context, byHand);
  else {
    const run = { ...by, idempotencyKey: `share ${runId} ${first.customerId}`, runId, today: todayInNewYork(by.at) };
    left = await writeAsAdmin(request, context, shareStatements(links, run), (read) => read(byHand));
  }
  // The admin has not reviewed what a repeated form would add.
  if (made.length === 0 && againIds.length > 0) {
    const begun = beginMails(againIds, { ...by, idempotencyKey: crypto.randomUUID() });
    await writeAsAdmin(request, context, begun, nothingElse);
  }
  const queued =
    made.length > 0
      ? made.filter(({ mailState }) => mailState === "sending").map(({ id }) => id)
      : [...links.flatMap(({ id, mailedTo }) => (mailedTo ? id : [])), ...againIds];
  if (isMail) await queueMails(context, ofLinks(queued));
  return left[0]?.links[0];
}
