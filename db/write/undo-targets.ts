import { eq, getTableColumns, getTableName, is, type SQL, sql } from "drizzle-orm";
import { type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { storedColumn } from "#app/domain/fields/field.ts";
import { barnSettings } from "#app/domain/records/settings.ts";
import { payingCustomer } from "#db/queries/barn/merged-customers.ts";
import * as schema from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import { type Audited, type Mutation, ofAnyRows, setOf } from "./change.ts";
import type { By } from "./records.ts";
import { nextVersion } from "./versions.ts";

const { admins, billItems, billingRuns, exportLines, exports, payrollItems, payrollRuns, settings, shows } = schema;
const { activity, grooms, horseChanges, horses, salaryChanges } = schema;

/** What goes when a record is deleted at the instant `to`, and comes back, `to` null, when it was deleted at `from`. */
type Children = (record: { id: string; from: Value; to: string | null; by: By }) => Mutation[];
type Value = string | number | null;

/** How an undo treats the records of a table. */
export type UndoTarget = {
  table: SQLiteTable;
  /** The column that identifies a record; `id` by default. */
  key?: string;
  /** The columns that go back; all by default. */
  columns?: ReadonlySet<string>;
  /** Columns that other changes set without regard to the rest of the record: an undo compares these alone. */
  comparedAlone?: ReadonlySet<string>;
  /** What a deleted record has, the instant first; absent if the records of the table stay once they are added. */
  removed?: (by: By) => Readonly<Record<string, Value>>;
  children?: Children;
};

const deleted = ({ at }: By) => ({ deleted_at: at.toISOString() });
const undone = ({ at, actor }: By) => ({ taken_back_at: at.toISOString(), taken_back_by: actor });

/** The settings that a form or the first payroll date sets. */
const SETTINGS = new Set([
  ...barnSettings.inputNames.map(storedColumn),
  "is_amounts_chosen",
  "is_dates_chosen",
  "is_invoice_number_chosen",
  "last_payroll",
  "late_from",
]);

/** The tables that admins edit, by name. */
const RECORDS = Object.values(schema)
  .filter((each) => is(each, SQLiteTable))
  .filter((table) => "deletedAt" in getTableColumns(table))
  .map((table): [string, UndoTarget] => [getTableName(table), { table, removed: deleted }]);

/** The condition that a payroll item is of a bill of billing runs. */
export const isPayOfRun = (runs: SQL) =>
  sql`bill_item_id in (select id from ${billItems} where billing_run_id ${runs} and groom_id is not null)`;

/** The bills of a run keep their versions, and those that were voided before stay voided. */
const billsOfRun: Children = ({ id, from, to, by }) => [
  ofAnyRows(
    statements.update(billItems).set({ deletedAt: to }).where(sql`billing_run_id = ${id} and deleted_at is ${from}`),
  ),
  ofAnyRows(
    statements
      .update(payrollItems)
      .set({ deletedAt: to, ...nextVersion(payrollItems, by.at) })
      .where(sql`${isPayOfRun(sql`= ${id}`)} and deleted_at is ${from}`),
  ),
];

const itemsOfRun: Children = ({ id, from, to, by }) => {
  const set = statements.update(payrollItems).set({ deletedAt: to, ...nextVersion(payrollItems, by.at) });
  return [ofAnyRows(set.where(sql`payroll_run_id = ${id} and deleted_at is ${from}`))];
};

/** The bills get another export later, to the customer who pays today, and a bill has one line that is not voided. */
const billsOfExport: Children = ({ id }) => [
  ofAnyRows(statements.update(exportLines).set({ isVoided: true }).where(eq(exportLines.exportId, id))),
  ofAnyRows(
    statements
      .update(billItems)
      .set({ exportId: null, customerId: payingCustomer(billItems.customerId) })
      .where(eq(billItems.exportId, id)),
  ),
];

/** Not the e-mail with the answer: it stays sent, and its next one needs another key. */
const OF_ANSWER = new Set(["reply", "answered_at", "answered_by"]);
const OF_LINK = new Set(["customer_id", "by_hand_at"]);

/** The tables whose changes can be undone, by name. A change of any other table cannot. */
export const TARGETS: { readonly [table: string]: UndoTarget } = {
  ...Object.fromEntries(RECORDS),
  admins: { table: admins, key: "email" },
  shows: { table: shows, removed: deleted, comparedAlone: new Set(["billed"]) },
  bill_items: {
    table: billItems,
    comparedAlone: new Set(["period"]),
    removed: ({ at }) => ({ deleted_at: at.toISOString(), voided_at: at.toISOString() }),
  },
  billing_runs: { table: billingRuns, removed: undone, children: billsOfRun },
  payroll_runs: { table: payrollRuns, removed: undone, children: itemsOfRun },
  exports: {
    table: exports,
    removed: ({ at, actor }) => ({ voided_at: at.toISOString(), voided_by: actor }),
    children: billsOfExport,
  },
  settings: { table: settings, columns: SETTINGS, comparedAlone: SETTINGS },
  statement_questions: { table: schema.statementQuestions, columns: OF_ANSWER, comparedAlone: OF_ANSWER },
  // A merge moves links, and an admin says that one was sent by hand. Nothing else of a link is undone: its frozen statement is gone once it is turned off.
  statement_links: { table: schema.statementLinks, columns: OF_LINK, comparedAlone: OF_LINK },
};

/** The tables whose triggers record each change, with those records. */
const HISTORIES: Readonly<
  Record<string, { table: typeof horses | typeof grooms; history: History; recordId: SQLiteColumn }>
> = {
  horses: { table: horses, history: horseChanges, recordId: horseChanges.horseId },
  grooms: { table: grooms, history: salaryChanges, recordId: salaryChanges.groomId },
};
type History = typeof horseChanges | typeof salaryChanges;

/**
 * What a change of horses or grooms has recorded counts for no day after its undo, and again after the undo of that; what the undo itself has
 * recorded never does. If a record was changed between the two, or the change was archived, both count. `key`: that of the undone change;
 * `name`: that of the table.
 */
export function followUndone(key: string, name: string, ids: readonly string[], { at }: By): Mutation[] {
  const found = HISTORIES[name];
  if (!found) return [];
  const { table, history, recordId } = found;
  const now = at.toISOString();
  const [undos = ""] = key.match(/^(undo (others of )?)*/) ?? [];
  const isUndone = undos.split("undo ").length % 2 === 1;
  const changedAt = sql`(select at from ${activity} where ${activity.id} = ${key.slice(undos.length)})`;
  const wentBack = sql`exists (select 1 from ${table} where ${table.id} = ${recordId} and ${table.updatedAt} = ${now})`;
  const changedBetween = sql`exists (select 1 from ${history} other where other.${sql.identifier(recordId.name)} = ${recordId}
    and other.at > ${changedAt} and other.at < ${now} and other.undone_at is null)`;
  const set = statements
    .update(history)
    .set({ undoneAt: sql`iif(${history.at} = ${now} or ${isUndone}, ${now}, null)` });
  return [
    ofAnyRows(
      set.where(
        sql`${recordId} in ${setOf({ ids })} and ${history.at} in (${changedAt}, ${now}) and ${wentBack} and ${changedAt} is not null and not ${changedBetween}`,
      ),
    ),
  ];
}

/** The shows of these ids, and those of the bills of runs. */
export type BilledShows = { showIds: readonly string[]; runIds: readonly string[] };

export const auditedShows = ({ showIds, runIds }: BilledShows): Audited => ({
  table: shows,
  ids: showIds,
  also: sql`select show_id from ${billItems} where billing_run_id in ${setOf({ ids: runIds })} and show_id is not null`,
});

/** Marks shows billed that have a bill, and unbilled that have none, after bills of theirs were deleted or restored. */
export function followBills(of: BilledShows, { at }: By): Mutation {
  const isBilled = sql`exists (select 1 from ${billItems} where show_id = ${shows.id} and deleted_at is null)`;
  const set = statements.update(shows).set({ billed: isBilled, ...nextVersion(shows, at) });
  return ofAnyRows(set.where(sql`id in ${setOf(auditedShows(of))} and billed <> ${isBilled}`));
}
