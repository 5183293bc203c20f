import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Change } from "../door.ts";
import { admins } from "../schema.ts";
import { statements } from "../statements.ts";

/** One row when the address, in lower case, is an admin's. */
export function findAdmin(email: string) {
  return statements
    .select({ email: admins.email })
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
    id,
    actor,
    at,
    action: "invite admin",
    content: { email },
    topics: ["admins"],
    touches: [{ table: admins, ids: [email] }],
    mutations: [
      {
        sql: statements
          .insert(admins)
          .values({ email, createdAt: now, updatedAt: now })
          .onConflictDoUpdate({
            target: admins.email,
            set: { deletedAt: null, updatedAt: now, version: sql`${admins.version} + 1` },
          }),
        changes: "one",
      },
    ],
  };
}
