import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { ListSource } from "#db/list/list-page.ts";
import { searchRows } from "#db/list/search.ts";
import { admins } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import type { Change } from "#db/write.ts";
import { lastChange } from "./activity.ts";

/** One row when the address, in lower case, is an admin's. */
export function findAdmin(email: string) {
  return statements
    .select({ email: admins.email })
    .from(admins)
    .where(and(eq(admins.email, email), isNull(admins.deletedAt)))
    .limit(1);
}

/** One row when the address, in lower case, is an admin's: the number of the last change that is in what is read with it. */
export function checkAdmin(email: string) {
  return statements
    .select({ changeNumber: lastChange })
    .from(admins)
    .where(and(eq(admins.email, email), isNull(admins.deletedAt)))
    .limit(1);
}

export function listAdmins() {
  return statements
    .select({ email: admins.email })
    .from(admins)
    .where(isNull(admins.deletedAt))
    .orderBy(asc(admins.email));
}

/** Makes an address, in lower case, an admin's; one who was removed is one again. */
export function addAdmin({ id, actor, at, email }: { id: string; actor: string; at: Date; email: string }): Change {
  const now = at.toISOString();
  return {
    idempotencyKey: id,
    actor,
    at,
    action: "invite admin",
    payload: { email },
    audited: [{ table: admins, ids: [email] }],
    mutations: [
      {
        sql: statements
          .insert(admins)
          .values({ email, createdAt: now, updatedAt: now })
          .onConflictDoUpdate({
            target: admins.email,
            set: { deletedAt: null, updatedAt: now, version: sql`${admins.version} + 1` },
          }),
        expectRows: 1,
      },
    ],
  };
}

/** An admin is known by the address. */
export type AdminRow = { id: string; seq: number; email: string; access: "Admin" };

export const adminsList: ListSource<AdminRow> = {
  table: admins,
  joins: sql``,
  where: sql`${isNull(admins.deletedAt)}`,
  seq: admins.seq,
  search: searchRows("admins_search", admins, admins.seq),
  sorts: { email: sql`${admins.email}`, access: sql`'Admin'` },
  row: { id: admins.email, seq: admins.seq, email: admins.email, access: sql`'Admin'` },
  parse: (json) => JSON.parse(json),
};

export function adminName(email: string) {
  return statements.select({ name: admins.email }).from(admins).where(eq(admins.email, email));
}

/** Gives a removed admin access again; nobody who never was one gets it so. */
export function restoreAdmin({ actor, at, email }: { actor: string; at: Date; email: string }): Change {
  const now = at.toISOString();
  return {
    idempotencyKey: crypto.randomUUID(),
    actor,
    at,
    action: "restore admin",
    payload: { email },
    audited: [{ table: admins, ids: [email] }],
    mutations: [
      {
        sql: statements
          .update(admins)
          .set({ deletedAt: null, updatedAt: now, version: sql`${admins.version} + 1` })
          .where(and(eq(admins.email, email), isNotNull(admins.deletedAt))),
        expectRows: "any",
      },
    ],
  };
}

/** Takes an admin's access away; stale where that is the last one. */
export function removeAdmin({ actor, at, email }: { actor: string; at: Date; email: string }): Change {
  const now = at.toISOString();
  return {
    idempotencyKey: crypto.randomUUID(),
    actor,
    at,
    action: "delete admin",
    payload: { email },
    audited: [{ table: admins, ids: [email] }],
    preconditions: [
      sql`exists (select 1 from ${admins} where ${admins.deletedAt} is null and ${admins.email} <> ${email})`,
    ],
    mutations: [
      {
        sql: statements
          .update(admins)
          .set({ deletedAt: now, updatedAt: now, version: sql`${admins.version} + 1` })
          .where(and(eq(admins.email, email), isNull(admins.deletedAt))),
        expectRows: "any",
      },
    ],
  };
}
