import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { AdminRow } from "#app/domain/records/admin.ts";
import type { RowSource } from "#db/list/list-source.ts";
import { endSessions, isValidSession } from "#db/queries/shell/sessions.ts";
import { admins, sessions } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import type { Change } from "#db/write/change.ts";
import { nextVersion } from "#db/write/versions.ts";

/** Selects an admin by e-mail address in lower case. Returns no row if the address is not an admin's. */
export function findAdmin(email: string) {
  return statements
    .select({ email: admins.email })
    .from(admins)
    .where(and(eq(admins.email, email), isNull(admins.deletedAt)))
    .limit(1);
}

/** Selects one row if the database has an admin. */
export function anyAdmin() {
  return statements.select({ found: sql`1` }).from(admins).where(isNull(admins.deletedAt)).limit(1);
}

const isDeleted = (email: string) => and(eq(admins.email, email), isNotNull(admins.deletedAt));

/** Selects the e-mail addresses of all admins. */
export function listAdmins() {
  return statements
    .select({ email: admins.email })
    .from(admins)
    .where(isNull(admins.deletedAt))
    .orderBy(asc(admins.email));
}

type NewAdmin = { id: string; actor: string; at: Date; email: string };

/**
 * Adds an admin by e-mail address in lower case, or restores a deleted admin and ends the sessions of the address
 * (docs/product.md, 'Accounts').
 */
export function addAdmin({ id, actor, at, email }: NewAdmin): Change {
  const now = at.toISOString();
  return {
    idempotencyKey: id,
    actor,
    at,
    action: "invite admin",
    payload: { email },
    audited: [{ table: admins, ids: [email] }],
    mutations: [
      endSessions(sql`${eq(sessions.email, email)} and exists (select 1 from ${admins} where ${isDeleted(email)})`, at),
      {
        sql: statements
          .insert(admins)
          .values({ email, createdAt: now, updatedAt: now })
          .onConflictDoUpdate({
            target: admins.email,
            set: { deletedAt: null, ...nextVersion(admins, at) },
          }),
        expectRows: 1,
      },
    ],
  };
}

/**
 * Makes the user of a session the first admin (docs/product.md, 'The first admin'). ConflictError if there is an admin,
 * NotAuthorizedError if the session is not valid.
 */
export const addFirstAdmin = (admin: NewAdmin, sessionId: string): Change => ({
  ...addAdmin(admin),
  action: "become first admin",
  authorized: isValidSession(sessionId, admin.at),
  preconditions: [sql`not exists ${anyAdmin()}`],
});

export const adminsSource: RowSource<AdminRow> = {
  table: admins,
  joins: sql``,
  where: sql`${isNull(admins.deletedAt)}`,
  seq: admins.seq,
  row: { id: admins.email, seq: admins.seq, email: admins.email, access: sql`'Admin'` },
  parse: (json) => JSON.parse(json),
};

/** Selects the display name of an admin, deleted or not. */
export function adminName(email: string) {
  return statements.select({ name: admins.email }).from(admins).where(eq(admins.email, email));
}

const isKnown = (email: string) => sql`exists (select 1 from ${admins} where ${admins.email} = ${email})`;

/** Deletes an admin and ends the sessions of the address. ConflictError if no other admin would remain. */
export function removeAdmin({ actor, at, email }: { actor: string; at: Date; email: string }): Change {
  return {
    idempotencyKey: crypto.randomUUID(),
    actor,
    at,
    action: "delete admin",
    payload: { email },
    audited: [{ table: admins, ids: [email] }],
    preconditions: [
      isKnown(email),
      sql`exists (select 1 from ${admins} where ${admins.deletedAt} is null and ${admins.email} <> ${email})`,
    ],
    mutations: [
      {
        sql: statements
          .update(admins)
          .set({ deletedAt: at.toISOString(), ...nextVersion(admins, at) })
          .where(and(eq(admins.email, email), isNull(admins.deletedAt))),
        expectRows: "any",
      },
      endSessions(eq(sessions.email, email), at),
    ],
  };
}
