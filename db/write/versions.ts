import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** What each save of a record sets beside its values. */
export const nextVersion = ({ version }: { version: SQLiteColumn }, at: Date) => ({
  version: sql`${version} + 1`,
  updatedAt: at.toISOString(),
});

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
