import { getTableColumns, getTableName, is } from "drizzle-orm";
import { type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
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

const MANAGED = new Set(["id", "seq", "version", "created_at", "updated_at", "deleted_at", "key", "kind"]);
const TABLES = Object.values(schema).filter((each) => is(each, SQLiteTable));

/**
 * Changes every column of every table of records, one after the other, in all rows or, if it is a reference, in one. Returns
 * the columns that no change was possible of.
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
