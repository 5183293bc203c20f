import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { orderKey } from "#app/domain/basics/search-text.ts";
import * as schema from "#db/schema.ts";

const TABLES = Object.values(schema).filter((each) => is(each, SQLiteTable));

/**
 * The texts that have a sort key, by the name of their table: the column of the text, and that of its key. 'name_sort' is the key of
 * the column whose name is, or ends with, 'name'.
 */
export const SORT_KEYS: { readonly [table: string]: readonly [text: string, key: string] | undefined } =
  Object.fromEntries(
    TABLES.flatMap((table) => {
      const names = Object.values(getTableColumns(table)).map(({ name }) => name);
      const key = names.find((name) => name.endsWith("_sort"));
      const text = key && names.find((name) => name.endsWith(key.replace(/_sort$/, "")));
      return text ? [[getTableName(table), [text, key]]] : [];
    }),
  );

/** The columns that are made from others: no form has them, and no snapshot stores them. */
export const DERIVED: ReadonlySet<string> = new Set(["name_sort", "comments_sort", "item_sort", "search_text"]);

const folded = (text: unknown) => orderKey(typeof text === "string" ? text : "");

/** The values of a row, by their columns, with the sort key of its text if it has that. */
export function withSortKey<Row extends Readonly<Record<string, unknown>>>(table: string, row: Row): Row {
  const [text, key] = SORT_KEYS[table] ?? [];
  return text && key && text in row ? { ...row, [key]: folded(row[text]) } : row;
}

/** As `withSortKey`, for values that have the names of drizzle's columns. */
export function withSortKeyOf<Values extends object>(table: SQLiteTable, values: Values): Values {
  const columns = Object.entries(getTableColumns(table));
  const [text, key] = SORT_KEYS[getTableName(table)] ?? [];
  const [textName, keyName] = [text, key].map((of) => columns.find(([, { name }]) => name === of)?.[0] ?? "");
  if (!textName || !keyName || !(textName in values)) return values;
  return { ...values, [keyName]: folded((values as Record<string, unknown>)[textName]) };
}
