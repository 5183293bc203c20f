import { sql } from "drizzle-orm";

/** The idempotency key that undoes the change with a key, once. */
export const undoKeyOf = (idempotencyKey: string) => `undo ${idempotencyKey}`;

/** The condition that the change with a key was undone. */
export const isUndone = (idempotencyKey: string) =>
  sql`exists (select 1 from activity undone where undone.id = ${undoKeyOf(idempotencyKey)})`;
