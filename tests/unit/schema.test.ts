import { getTableColumns, is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteSyncDialect, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import * as schema from "#db/schema.ts";

const dialect = new SQLiteSyncDialect();

/** The tables that admins edit. */
const EDITED = Object.values(schema)
  .filter((each) => is(each, SQLiteTable))
  .filter((table) => "deletedAt" in getTableColumns(table) || table === schema.settings)
  .map(getTableConfig);

const MANAGED = /^(seq|id|version|created_at|updated_at|deleted_at|.*_id)$/;

/** Whether some values of the column's storage class are wrong: for all columns but optional texts and references. */
const canBeWrong = ({ name, dataType, enumValues, notNull, hasDefault }: SQLiteColumn) =>
  !MANAGED.test(name) && (dataType !== "string" || enumValues || /date$|^week$/.test(name) || (notNull && !hasDefault));

test.each(EDITED)("every column of $name that can hold a wrong value has a CHECK", ({ columns, checks }) => {
  const conditions = checks.map(({ value }) => dialect.sqlToQuery(value).sql).join();
  const unchecked = columns.filter((column) => canBeWrong(column) && !conditions.includes(`"${column.name}"`));
  expect(unchecked.map(({ name }) => name)).toEqual([]);
});
