import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  type DismissalKind,
  type FindingKind,
  MAX_SCOPES,
  nameOfDismissed,
  wordsOf,
} from "#app/domain/overview/dismissals.ts";
import { mondayIn } from "#db/queries/payroll/payroll-runs.ts";
import { activity, billItems, dismissals, grooms, horses, isSalaryByHand, payrollItems } from "#db/schema.ts";
import { asList, statements } from "#db/statements.ts";
import type { Change, Precondition } from "#db/write/change.ts";
import { type By, idsInRun } from "#db/write/records.ts";

/* Dismissals: what an admin has marked as needing no action (docs/product.md, 'Dismissals'). */

export type Dismissed = {
  kind: DismissalKind;
  recordId: string;
  /** The month, the Mondays, or what the check saw. */
  scopes: readonly string[];
  /** What the activity and the notice call it: 'Bella, October 2026', or the name of the groom. */
  name: string;
};

/** The condition that something is dismissed. */
export const isDismissed = (kind: DismissalKind, recordId: SQLWrapper, scope: SQLWrapper): SQL =>
  sql`exists (select 1 from ${dismissals} where kind = ${sql.raw(`'${kind}'`)} and record_id = ${recordId} and scope = ${scope} and deleted_at is null)`;

/** The ids of the rows of a dismissal: the first is that of the dismissal. */
const idsOf = (id: string) => [id, ...Array.from({ length: MAX_SCOPES - 1 }, (_, n) => idsInRun(id)(n + 1))];

/** What an admin marked fine or not owed. */
export type FineMark = { id: string; kind: FindingKind; name: string; change: string | null };

/** The key of the change that made a dismissal; null if it was archived. */
const changeOf = (id: SQL) =>
  sql`(select a.id from activity_records r join ${activity} a on a.rowid = r.seq where r.record_id = ${id} order by r.seq limit 1)`;

/**
 * Selects the number of findings that are marked fine, and the newest of them, in one row. Bills that were exported, voided or changed
 * since are left out: the checks do not find them, or find them again.
 */
export function markedFine(limit: number) {
  const standing = sql`from ${dismissals} d left join ${billItems} b on b.id = d.record_id where d.deleted_at is null and d.kind not in ('setup', 'imported')
    and (b.id is null or b.export_id is null and b.deleted_at is null and b.version || '' = d.scope)`;
  const newest = sql`(select d.* ${standing} order by d.created_at desc, d.id limit ${limit})`;
  return statements
    .select({
      count: sql<number>`(select count(*) ${standing})`,
      rows: asList<FineMark>({ id: sql`id`, kind: sql`kind`, name: sql`name`, change: changeOf(sql`id`) }),
    })
    .from(newest);
}

/** The problem of a dismissal that stands already, from another tab or person. */
export const DISMISSED_ALREADY = "This is marked already.";

/**
 * Stores a dismissal; its scopes that are dismissed already stay so. ConflictError if all are, if the horse or groom
 * does not exist, or if the groom has a salary for one of the weeks.
 */
export function dismiss(id: string, dismissed: Dismissed, by: By): Change {
  const { kind, recordId, scopes, name } = dismissed;
  const now = by.at.toISOString();
  const ids = idsOf(id);
  const rows = scopes.map((scope, n) => ({
    ...{ id: ids[n] ?? id, kind, recordId, scope, name: nameOfDismissed(kind, name, scope) },
    ...{ createdAt: now, updatedAt: now },
  }));
  return {
    ...by,
    idempotencyKey: id,
    action: wordsOf(kind).action,
    payload: dismissed,
    preconditions: [...preconditionsOf(dismissed), isNew(dismissed)],
    audited: [{ table: dismissals, ids: ids.slice(0, scopes.length) }],
    mutations: [{ sql: statements.insert(dismissals).values(rows).onConflictDoNothing(), expectRows: "any" }],
  };
}

function isNew({ kind, recordId, scopes }: Dismissed): Precondition {
  const standing = sql`kind = ${kind} and record_id = ${recordId} and scope = value and deleted_at is null`;
  return {
    holds: sql`exists (select 1 from json_each(${JSON.stringify(scopes)}) where not exists (select 1 from ${dismissals} where ${standing}))`,
    otherwise: DISMISSED_ALREADY,
  };
}

function preconditionsOf({ kind, recordId, scopes }: Dismissed): SQL[] {
  const exists = (table: typeof horses | typeof grooms) => sql`exists (select 1 from ${table} where id = ${recordId})`;
  if (kind === "board") return [exists(horses)];
  if (kind !== "salary") return [];
  const isOfWeeks = sql`in (select value from json_each(${JSON.stringify(scopes)}))`;
  const isPaid = sql`week ${isOfWeeks} or (${isSalaryByHand(payrollItems)} and ${mondayIn(payrollItems.date)} ${isOfWeeks})`;
  return [
    exists(grooms),
    sql`not exists (select 1 from ${payrollItems} where groom_id = ${recordId} and deleted_at is null and (${isPaid}))`,
  ];
}
