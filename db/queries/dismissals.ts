import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type DismissalKind, dismissalAction } from "#app/domain/dismissals.ts";
import type { Change } from "#db/change.ts";
import type { By } from "#db/records.ts";
import { dismissals, grooms, horses } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

/* What an admin has said needs nothing (docs/product.md, 'Dismissals'). */

export type Dismissed = {
  kind: DismissalKind;
  recordId: string;
  /** The month, the Monday, or what the check saw. */
  scope: string;
  /** What the activity and the notice call it: 'Bella, October 2026'. */
  name: string;
};

/** The condition that something is dismissed. */
export const isDismissed = (kind: DismissalKind, recordId: SQLWrapper, scope: SQLWrapper): SQL =>
  sql`exists (select 1 from ${dismissals} where kind = ${sql.raw(`'${kind}'`)} and record_id = ${recordId} and scope = ${scope} and deleted_at is null)`;

/** Selects a dismissal that stands; no row if there is none. */
export function findDismissal(id: string) {
  const { kind, name } = dismissals;
  return statements
    .select({ id: dismissals.id, kind: sql<DismissalKind>`${kind}`, name })
    .from(dismissals)
    .where(sql`${eq(dismissals.id, id)} and ${dismissals.deletedAt} is null`);
}

/** Remembers that something needs nothing; what is dismissed already stays so. ConflictError if the horse or groom does not exist. */
export function dismiss(id: string, dismissed: Dismissed, by: By): Change {
  const { kind, recordId } = dismissed;
  const now = by.at.toISOString();
  const tables = { board: horses, salary: grooms };
  const table = kind === "board" || kind === "salary" ? tables[kind] : null;
  return {
    ...by,
    idempotencyKey: id,
    action: dismissalAction(kind),
    payload: dismissed,
    preconditions: table ? [sql`exists (select 1 from ${table} where id = ${recordId})`] : [],
    audited: [{ table: dismissals, ids: [id] }],
    mutations: [
      {
        sql: statements
          .insert(dismissals)
          .values({ id, ...dismissed, createdAt: now, updatedAt: now })
          .onConflictDoNothing(),
        expectRows: "any",
      },
    ],
  };
}

/** Makes something that was dismissed need attention again. ConflictError if that was done already. */
export function restoreDismissed(idempotencyKey: string, id: string, kind: DismissalKind, by: By): Change {
  const now = by.at.toISOString();
  return {
    ...by,
    idempotencyKey,
    action: `undo ${dismissalAction(kind)}`,
    payload: { id },
    audited: [{ table: dismissals, ids: [id] }],
    mutations: [
      {
        sql: sql`update ${dismissals} set deleted_at = ${now}, updated_at = ${now}, version = version + 1 where id = ${id} and deleted_at is null`,
        expectRows: 1,
      },
    ],
  };
}
