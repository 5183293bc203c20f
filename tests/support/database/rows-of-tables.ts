import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#db/schema.ts";
import { DERIVED } from "#db/write/sort-keys.ts";

const TABLES = Object.values(schema).filter((each) => is(each, SQLiteTable));

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
    const columns = Object.values(getTableColumns(table)).filter(({ name: column }) => !LEFT_OUT.has(column));
    const values = columns.map((column) => sampleOf(table, column));
    await rows(`insert into ${name} (${columns.map((column) => `"${column.name}"`)}) values (${values})`);
  }
}

/** The database numbers the rows, and a record that is deleted is in no list. */
const LEFT_OUT = new Set(["seq", "version", "deleted_at", ...DERIVED]);

/** Inserts a row; a value that is null is left to its default. */
export async function insertRow(
  { rows }: { rows: (sql: string, args: (string | number)[]) => Promise<unknown> },
  table: string,
  values: Record<string, string | number | null>,
): Promise<void> {
  const entries = Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] !== null);
  await rows(
    `insert into ${table} (${entries.map(([name]) => name)}) values (${entries.map(() => "?")})`,
    entries.map(([, value]) => value),
  );
}
