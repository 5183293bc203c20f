import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { statements } from "#db/statements.ts";
import { setOf } from "./change.ts";
import { withSortKeyOf } from "./sort-keys.ts";

/** Values of a row, each of which may be an SQL expression. */
export type OrSql<Row> = { [Name in keyof Row]: Row[Name] | SQL };

type Versioned = SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn };

/** What each save of a record sets beside its values. */
export const nextVersion = ({ version }: { version: SQLiteColumn }, at: Date) => ({
  version: sql`${version} + 1`,
  updatedAt: at.toISOString(),
});

/** The values of a row with the sort key of its text. @throws TypeError for a value that has no column, which drizzle would leave out */
export function storedValues<Values extends object>(table: SQLiteTable, values: Values): Values {
  const columns = getTableColumns(table);
  const unknown = Object.keys(values).find((name) => !(name in columns));
  if (unknown !== undefined) throw new TypeError(`The table has no column ${unknown}`);
  return withSortKeyOf(table, values);
}

/** An update of those of the records that meet a condition, with the sort key of a text that has one. */
export function updateRecords<Table extends Versioned>(
  table: Table,
  ids: readonly string[],
  values: Partial<OrSql<Table["$inferInsert"]>>,
  at: Date,
  condition?: SQL,
) {
  const [id] = ids;
  const isChosen = ids.length === 1 ? eq(table.id, id) : inArray(table.id, setOf({ ids }));
  const saved = { ...storedValues(table, values), ...nextVersion(table, at) };
  return statements.update<Versioned>(table).set(saved).where(and(isChosen, condition));
}

/**
 * The numbers and versions of the rows that a dialog shows, as one text: another text means that a row was added, removed
 * or saved since (docs/decisions/fingerprints.md). `from` is the clause of the rows, and `tables` are its tables or
 * their aliases: first that of the rows, then those of the records whose names the rows show.
 */
export function versionsOf(from: SQL, tables: readonly [string, ...string[]]): SQL<string> {
  const seq = sql.raw(`${tables[0]}.seq`);
  const versions = sql.raw(tables.map((table) => `'.' || coalesce(${table}.version, '')`).join(" || "));
  return sql`(select coalesce(group_concat(row, ' '), '') from (select ${seq} || ${versions} as row ${from} order by ${seq}))`;
}
