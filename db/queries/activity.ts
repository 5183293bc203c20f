import { eq, sql } from "drizzle-orm";
import type { ChangeNumbers } from "#app/domain/screens.ts";
import { activity } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

/** The payload that was accepted with an idempotency key, as JSON; no row if the key is unused. */
export function acceptedPayload(idempotencyKey: string) {
  return statements.select({ payload: activity.content }).from(activity).where(eq(activity.id, idempotencyKey));
}

/** The number of the last change, 0 where there was none. It grows with every change, by whoever it is made. */
export const lastChange = sql<number>`(select coalesce(max(rowid), 0) from ${activity})`;

/** So many changes are looked back to at most. */
const LOOKED_BACK = 5_000;

/**
 * The topics that changed after change number `since`, of the last 5,000 changes, each with the number of its last; and the
 * number of the last change of all, with the one that was not looked back beyond.
 */
export function changesSince(since: number) {
  const from = sql<number>`max(cast(${since} as integer), ${lastChange} - ${LOOKED_BACK}, 0)`;
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
