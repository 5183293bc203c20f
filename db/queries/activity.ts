import { eq, sql } from "drizzle-orm";
import type { ChangeNumbers } from "#app/domain/screens.ts";
import { activity } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

/** Selects the payload, in JSON, that was accepted with an idempotency key. Returns no row if the key is unused. */
export function acceptedPayload(idempotencyKey: string) {
  return statements.select({ payload: activity.content }).from(activity).where(eq(activity.id, idempotencyKey));
}

/** The number of the last change, or 0 if there is none. Every change by any actor has a higher number than the one before. */
export const lastChange = sql<number>`(select coalesce(max(rowid), 0) from ${activity})`;

/** The maximum number of changes that `changesSince` reads. */
const MAX_CHANGES = 5_000;

/**
 * Selects the topics that changed after change number `since`, each with the number of its last change; the number of the
 * last change of all; and `from`, the number after which changes were read. It is above `since` if there were more than 5,000.
 */
export function changesSince(since: number) {
  const from = sql<number>`max(cast(${since} as integer), ${lastChange} - ${MAX_CHANGES}, 0)`;
  return statements
    .select({
      last: lastChange,
      from,
      numbers: sql`(select json_group_object(topic, number) from
      (select changed.value as topic, max(${activity}.rowid) as number from ${activity}, json_each(${activity.topics}) as changed
       where ${activity}.rowid > ${from} group by changed.value))`.mapWith(
        (json: string) => JSON.parse(json) as ChangeNumbers,
      ),
    })
    .from(sql`(select 1)`);
}
