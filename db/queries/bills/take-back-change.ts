import { getTableColumns, getTableName, is, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { changedColumns, pairsOf, type StoredRecord } from "#app/domain/activity/activity.ts";
import { orderKey } from "#app/domain/basics/search-text.ts";
import { storedColumn } from "#app/domain/fields/field.ts";
import { barnSettings as described } from "#app/domain/records/settings.ts";
import { restoreAdmin } from "#db/queries/barn/admins.ts";
import { customerHasNoDependents, horseHasNoDependents } from "#db/queries/barn/find-dependents.ts";
import * as schema from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import type { Change, Mutation } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { SORT_KEYS } from "#db/write/sort-keys.ts";
import { isVoiding } from "./mend-bills.ts";

/*
 * Undoes a change of records from the list of activity (docs/product.md, 'Activity'): the records are as before the
 * change, if nothing has changed them since. Runs, exports and corrections are undone elsewhere.
 */

const { activity, admins, billItems, corrections, customers, horses, settings } = schema;

type Target = {
  table: SQLiteTable;
  /** The columns that may be set back; all by default. */
  columns?: readonly string[];
  /** A condition on each record. */
  condition?: SQL;
  /** How to undo an addition: the condition that no other record depends on the new one. */
  removable?: (id: string, removed: SQL) => SQL;
};

/** The settings that a form or the first payroll date sets. */
const SETTINGS = [
  ...described.inputNames.map(storedColumn),
  "is_amounts_chosen",
  "is_dates_chosen",
  "last_payroll",
  "late_from",
];

const ALWAYS = () => sql`1`;

/** The targets of the tables that admins edit, by the name of the table. */
const RECORDS = Object.values(schema)
  .filter((each) => is(each, SQLiteTable))
  .filter((table) => "deletedAt" in getTableColumns(table) && table !== admins)
  .map((table): [string, Target] => [getTableName(table), { table, removable: ALWAYS }]);

/** The targets by table. Tables whose new records others may depend on have an entry of their own. */
const TARGETS: { readonly [table: string]: Target } = {
  ...Object.fromEntries(RECORDS),
  customers: { table: customers, removable: customerHasNoDependents },
  horses: { table: horses, removable: horseHasNoDependents },
  bill_items: {
    table: billItems,
    columns: ["date", "customer_id", "quantity", "value", "is_value_typed", "comments"],
    condition: sql`export_id is null and deleted_at is null`,
  },
  corrections: { table: corrections, columns: ["entered"] },
  settings: { table: settings, columns: SETTINGS },
};

/** Columns that every save of a record sets. */
const STAMPS = new Set(["version", "updated_at"]);

/** The condition that the first record of a snapshot still has the version of the snapshot. */
export function isAsLeft(kind: SQL, after: SQL): SQL {
  const cases = Object.entries({ ...TARGETS, admins: { table: admins } }).map(([name, { table }]) => {
    const key = sql.raw(name === "admins" ? "email" : "id");
    return sql`when ${name} then (select version from ${table} where ${key} = ${after} ->> '$[0].${key}')`;
  });
  return sql`${after} ->> '$[0].version' = case ${kind} ${sql.join(cases, sql` `)} end`;
}

type Part = { table: string; ids: string[]; columns: string[]; isNew: boolean };

/** What to set back, grouped by table and columns; null if the change is of another kind. */
function partsOf(before: readonly StoredRecord[], after: readonly StoredRecord[]): Part[] | null {
  const parts = new Map<string, Part>();
  for (const pair of pairsOf(before, after)) {
    const name = String(pair.after.table);
    const target = TARGETS[name];
    if (!target) return null;
    const isNew = !pair.before;
    const set = pair.before ? changedColumns(pair.before, pair.after) : ["version"];
    if (set.length === 0) continue;
    const columns = isNew ? ["deleted_at"] : set.filter((column) => !STAMPS.has(column));
    const known = Object.values(getTableColumns(target.table)).map((column) => column.name);
    const isAllowed = isNew
      ? target.removable !== undefined && pair.after.deleted_at === null
      : columns.every((column) => known.includes(column) && (target.columns?.includes(column) ?? true));
    if (!isAllowed || !set.includes("version")) return null;
    const key = `${name} ${isNew} ${columns.join(" ")}`;
    const part = parts.get(key) ?? { table: name, ids: [], columns, isNew };
    parts.set(key, { ...part, ids: [...part.ids, String(pair.after.id)] });
  }
  return parts.size > 0 ? [...parts.values()] : null;
}

const isAdminDeletion = (action: string) => action === "delete admin";

/** Whether a change can be undone. */
export const canTakeBack = (action: string, before: readonly StoredRecord[], after: readonly StoredRecord[]): boolean =>
  isAdminDeletion(action) || isVoiding(action) || partsOf(before, after) !== null;

/** A change of the activity, with all its records. */
type FoundChange = { id: string; action: string; before: StoredRecord[]; after: StoredRecord[] };

/** Selects a change by its key. Returns no row if there is none, or if it was archived. */
export function findChange(id: string) {
  const parse = (json: string) => JSON.parse(json) as StoredRecord[];
  return statements
    .select({
      id: activity.id,
      action: activity.action,
      before: sql`${activity.before}`.mapWith(parse),
      after: sql`${activity.after}`.mapWith(parse),
    })
    .from(activity)
    .where(sql`${activity.id} = ${id}`);
}

/** Sets the records of a change back to their values before it. ConflictError if one of them was changed since. */
export function takeBackChange(
  idempotencyKey: string,
  { id, action, before, after }: FoundChange,
  by: By,
): Change | { problem: string } {
  const common = { ...by, idempotencyKey, action: oppositeOf(action), payload: { key: id } };
  if (isAdminDeletion(action)) {
    return { ...restoreAdmin({ ...by, email: String(after[0]?.email) }), ...common };
  }
  const parts = partsOf(before, after);
  if (!parts) return { problem: "This change cannot be undone here." };
  return {
    ...common,
    audited: parts.map(({ table, ids }) => ({ table: tableOf(table), ids })),
    preconditions: parts.flatMap((part) =>
      preconditionsOf(part, listOf(parts.flatMap(({ ids, isNew }) => (isNew ? ids : [])))),
    ),
    mutations: parts.map((part) => setBack(id, part, before, by)),
  };
}

/** The action of the reverse change: 'undo edit horse', and for that 'edit horse again'. */
const oppositeOf = (action: string) => (action.startsWith("undo ") ? `${action.slice(5)} again` : `undo ${action}`);

function tableOf(name: string): SQLiteTable {
  const target = TARGETS[name];
  if (!target) throw new TypeError(`There is no way to undo a change of ${name}`);
  return target.table;
}

const listOf = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

/** `removed`: the ids of all records that the change had added. */
function preconditionsOf({ table, ids, isNew }: Part, removed: SQL): SQL[] {
  const { condition, removable } = TARGETS[table] ?? {};
  const all = condition
    ? [sql`select count(*) = ${ids.length} from ${tableOf(table)} where id in ${listOf(ids)} and ${condition}`]
    : [];
  return isNew && removable ? [...all, ...ids.map((id) => removable(id, removed))] : all;
}

/** Sets columns of the records back to the values in the snapshot before a change; a record that the change has added is deleted. */
function setBack(
  key: string,
  { table: name, ids, columns, isNew }: Part,
  before: readonly StoredRecord[],
  { at }: By,
): Mutation {
  const table = tableOf(name);
  const now = at.toISOString();
  const snapshot = sql.raw(isNew ? '"after"' : '"before"');
  const values = columns.map((column) => sql`, value ->> ${sql.raw(`'${column}'`)} as ${sql.identifier(column)}`);
  // The id of the settings is a number.
  const was = sql`select cast(value ->> 'id' as text) as id, value ->> 'version' as version${sql.join(values, sql``)} from json_each((select ${snapshot} from ${activity} where id = ${key}))
    where value ->> 'table' = ${getTableName(table)} and cast(value ->> 'id' as text) in ${listOf(ids)}`;
  const sets = isNew
    ? [sql`deleted_at = ${now}`]
    : columns.map((column) => sql`${sql.identifier(column)} = was.${sql.identifier(column)}`);
  const [text = "", sortKey = ""] = SORT_KEYS[name] ?? [];
  if (columns.includes(text)) {
    const keys = before.map((record) => [record.id, orderKey(String(record[text] ?? ""))]);
    sets.push(
      sql`${sql.identifier(sortKey)} = (select value from json_each(${JSON.stringify(Object.fromEntries(keys))}) where key = was.id)`,
    );
  }
  if ("updatedAt" in getTableColumns(table)) sets.push(sql`updated_at = ${now}`);
  sets.push(sql`version = ${table}.version + 1`);
  const isLeft = sql`${table}.id = was.id and ${table}.version = was.version${sql.raw(isNew ? "" : " + 1")}`;
  return {
    sql: sql`update ${table} set ${sql.join(sets, sql`, `)} from (${was}) was where ${isLeft}`,
    expectRows: ids.length,
  };
}
