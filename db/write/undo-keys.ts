import { type SQL, sql } from "drizzle-orm";
import { activity } from "#db/schema.ts";

/** The idempotency key that undoes the change with a key, once. */
export const undoKeyOf = (idempotencyKey: string) => `undo ${idempotencyKey}`;

/**
 * The key under which a change is in force: its own or, after its undo was undone, that of the last redo ('undo undo <key>'), which is
 * undone in its place.
 */
export const keyInForce = (key: SQL): SQL =>
  sql`(with recursive redone(key) as (select ${key} union all select 'undo undo ' || redone.key from redone
    where exists (select 1 from activity again where again.id = 'undo undo ' || redone.key)) select key from redone order by length(key) desc limit 1)`;

/** The condition that the change with a key was undone, and not made again. */
export const isUndone = (idempotencyKey: string) =>
  sql`exists (select 1 from activity undone where undone.id = 'undo ' || ${keyInForce(sql`${idempotencyKey}`)})`;

/** The number of the change with a key; null if there is none. */
export const changeNumberOf = (key: SQL) => sql`(select rowid from ${activity} where ${activity.id} = ${key})`;
