import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#db/schema.ts";

/** SQL expressions for a new value of a column, of which the CHECK constraints should allow one. */
function changesOf({ name, dataType, columnType, enumValues }: SQLiteColumn): string[] {
  const column = `"${name}"`;
  if (columnType === "SQLiteBoolean") return [`1 - ${column}`];
  if (dataType === "number") return [`${column} + 1`];
  if (dataType === "custom") return [`json_insert(${column}, '$[#]', 'x')`];
  if (enumValues?.length) return [`iif(${column} = '${enumValues[0]}', '${enumValues[1]}', '${enumValues[0]}')`];
  if (name.endsWith("_id")) return [`(select ${column} from %table% where ${column} is not null order by seq limit 1)`];
  if (name === "period") return [`strftime('%Y-%m', ${column} || '-01', '+1 month')`];
  if (/date$|^week$/.test(name)) return [`date(${column}, '+1 day')`, `date(${column}, '-1 day')`];
  return [`'x' || ${column}`];
}

const MANAGED = new Set(["id", "seq", "version", "created_at", "updated_at", "key", "kind"]);
const TABLES = Object.values(schema).filter((each) => is(each, SQLiteTable));

/**
 * Changes every column of every table of records, one after the other, in all rows or, if it is a reference, in one; records
 * are deleted, and restored. Returns the columns that no change was possible of.
 */
export async function changeEveryColumn(
  rows: (sql: string) => Promise<unknown>,
  afterEach: (column: string) => Promise<void>,
): Promise<string[]> {
  const unchanged: string[] = [];
  for (const table of [schema.settings, ...TABLES.filter((each) => "seq" in getTableColumns(each))]) {
    const name = getTableName(table);
    if (name === "facets") continue;
    for (const column of Object.values(getTableColumns(table))) {
      if (MANAGED.has(column.name)) continue;
      if (column.name === "deleted_at") {
        // The records are restored, so that later changes meet them. `or ignore`, because fixed services cannot be deleted.
        const toggle = `update or ignore ${name} set deleted_at = iif(deleted_at is null, '2026-11-22T12:00:00.000Z', null)`;
        for (const state of ["deleted", "restored"]) {
          await rows(toggle);
          await afterEach(`${name}.${state}`);
        }
        continue;
      }
      let isChanged = false;
      for (const change of changesOf(column)) {
        // One row of a reference, since a unique index may span it.
        const where = column.name.endsWith("_id")
          ? `where seq = (select max(seq) from ${name} where "${column.name}" is not null)`
          : "";
        isChanged ||= await rows(
          `update ${name} set "${column.name}" = ${change.replace("%table%", name)} ${where}`,
        ).then(
          () => true,
          () => false,
        );
      }
      if (!isChanged) unchanged.push(`${name}.${column.name}`);
      await afterEach(`${name}.${column.name}`);
    }
  }
  return unchanged;
}

/** A value in SQL for a column of a new record, which its CHECK constraints should allow. */
function sampleOf(table: SQLiteTable, column: SQLiteColumn): string {
  const { name, dataType, columnType, enumValues } = column;
  const reference = getTableConfig(table).foreignKeys.find((key) => key.reference().columns.includes(column));
  if (reference) return `(select id from ${getTableName(reference.reference().foreignTable)} order by seq limit 1)`;
  if (columnType === "SQLiteBoolean") return "0";
  if (dataType === "number") return "1";
  if (dataType === "custom") return "'[]'";
  if (enumValues?.length) return `'${enumValues[0]}'`;
  if (name === "id") return `'${crypto.randomUUID()}'`;
  return /date$/.test(name) ? "'2026-11-21'" : `'Sample of ${name}'`;
}

/**
 * Inserts a record into each table of records that is empty, so that a new table needs none in the demo barn.
 * @throws if a CHECK refuses the samples: then the demo barn needs records of the table
 */
export async function fillEmptyTables(rows: (sql: string) => Promise<Record<string, unknown>[]>): Promise<void> {
  for (const table of TABLES.filter((each) => "deletedAt" in getTableColumns(each))) {
    const name = getTableName(table);
    if ((await rows(`select 1 from ${name} limit 1`)).length > 0) continue;
    const columns = Object.values(getTableColumns(table)).filter((column) => !LEFT_OUT.has(column.name));
    const values = columns.map((column) => sampleOf(table, column));
    await rows(`insert into ${name} (${columns.map((column) => `"${column.name}"`)}) values (${values})`);
  }
}

/** The database numbers the rows, and a record that is deleted is in no list. */
const LEFT_OUT = new Set(["seq", "version", "deleted_at"]);
