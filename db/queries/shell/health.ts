import { eq, sql } from "drizzle-orm";
import { sessions } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

/*
 * The write with which /health checks that the database saves. Its row is in `sessions`, but no valid session, because
 * it has ended: a table of its own would cost every request, and no backup contains `sessions`.
 */

const ID = "health";
const EVERY_MS = 60_000;

const plus = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/** Another request may have written a moment after `now`; a row of the distant future comes from a wrong clock. */
const isDue = (now: Date) =>
  sql<boolean>`${sessions.lastSeen} not between ${plus(now, -EVERY_MS)} and ${plus(now, EVERY_MS)}`;

/** Selects whether the last such write is more than a minute old; no row if there was none. */
export const lastHealthWrite = (now: Date) =>
  statements
    .select({ isDue: isDue(now).mapWith(Boolean) })
    .from(sessions)
    .where(eq(sessions.id, ID));

/** Writes the row, unless another request has done so within the last minute. */
export function writeHealth(now: Date) {
  const at = now.toISOString();
  return statements
    .insert(sessions)
    .values({ id: ID, email: "", since: at, lastSeen: at, endedAt: at })
    .onConflictDoUpdate({ target: sessions.id, set: { lastSeen: at }, setWhere: isDue(now) });
}
