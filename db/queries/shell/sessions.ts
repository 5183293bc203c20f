import { and, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { lastChange } from "#db/queries/activity/recorded-changes.ts";
import { sessions } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import { type Change, type Mutation, setOf } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";

/* The sign-ins (docs/product.md, 'Sign-in'). The id of a session is in the signed cookie of its browser. */

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A session ends when it was not used for this long. */
const IDLE_MS = 14 * DAY_MS;

/** A session ends at this age, used or not. */
export const SESSION_MAX_AGE_MS = 30 * DAY_MS;

/** A session that was seen within this time is not marked as seen again. */
const SEEN_MS = DAY_MS;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();

const isValid = (now: Date) =>
  and(
    isNull(sessions.endedAt),
    gt(sessions.lastSeen, before(now, IDLE_MS)),
    gt(sessions.since, before(now, SESSION_MAX_AGE_MS)),
  );

// Plain SQL: drizzle leaves out the table of a column in a select from one table, and both tables have `email`.
const isAdmin = sql<boolean>`exists (select 1 from admins a where a.email = sessions.email and a.deleted_at is null)`;

/**
 * Selects whether the user of a session is an admin, the number of the last change, and whether the session should be marked
 * as seen. Returns no row if the session is not valid now. All reads of the same request include that change.
 */
export function checkSession(id: string, now: Date) {
  return statements
    .select({
      isAdmin: isAdmin.mapWith(Boolean),
      changeNumber: lastChange,
      isDueToBeSeen: sql`${sessions.lastSeen} < ${before(now, SEEN_MS)}`.mapWith(Boolean),
    })
    .from(sessions)
    .where(and(eq(sessions.id, id), isValid(now)));
}

/** Selects the id of a session if it is valid now and belongs to an admin. */
export function validAdminSession(id: string, now: Date) {
  return statements
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), isValid(now), isAdmin));
}

/** The condition that a session is valid now. */
export const isValidSession = (id: string, now: Date): SQL =>
  sql`exists (select 1 from ${sessions} where ${and(eq(sessions.id, id), isValid(now))})`;

/** The condition that a session is valid now and belongs to an admin. */
export const isAdminSession = (id: string, now: Date): SQL => sql`exists ${validAdminSession(id, now)}`;

/** Selects the ids of those sessions that are valid now and belong to an admin. */
export function validAdminSessions(ids: readonly string[], now: Date) {
  return statements
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, setOf({ ids })), isValid(now), isAdmin));
}

/** Starts a session, and ends the one that the browser had before, if any. Deletes the user's sessions of the distant past. */
export function startSession(session: { id: string; email: string; replaces?: string | undefined }, at: Date): Change {
  const { id, email, replaces = "" } = session;
  const now = at.toISOString();
  return sessionChange("sign in", { actor: email, at }, [
    { sql: statements.insert(sessions).values({ id, email, since: now, lastSeen: now }), expectRows: 1 },
    endSessions(eq(sessions.id, replaces), at),
    {
      sql: statements
        .delete(sessions)
        .where(and(eq(sessions.email, email), sql`${sessions.lastSeen} <= ${before(at, SESSION_MAX_AGE_MS)}`)),
      expectRows: "any",
    },
  ]);
}

/** Ends one session. */
export const signOut = (id: string, by: By) => sessionChange("sign out", by, [endSessions(eq(sessions.id, id), by.at)]);

/** Ends every session of the user of a session, if that session is still valid. */
export function signOutEverywhere(id: string, by: By): Change {
  const email = sql`(select email from ${sessions} where ${and(eq(sessions.id, id), isValid(by.at))})`;
  return sessionChange("sign out everywhere", by, [endSessions(sql`${sessions.email} = ${email}`, by.at)]);
}

/** Marks a session as seen now. */
export function markSeen(id: string, by: By): Change {
  const set = statements.update(sessions).set({ lastSeen: by.at.toISOString() });
  return sessionChange("use session", by, [{ sql: set.where(eq(sessions.id, id)), expectRows: "any" }]);
}

/** The mutation that ends the sessions of a condition. */
export function endSessions(condition: SQL, at: Date): Mutation {
  const set = statements.update(sessions).set({ endedAt: at.toISOString() });
  return { sql: set.where(and(condition, isNull(sessions.endedAt))), expectRows: "any" };
}

/** The activity does not hold the ids of sessions. */
const sessionChange = (action: string, by: By, mutations: Mutation[]): Change => ({
  ...by,
  idempotencyKey: crypto.randomUUID(),
  action,
  payload: {},
  audited: [],
  mutations,
});
