/*
 * Which tables a backup has, and how their rows become lines of JSON and rows again. Everything is read from the schema of the
 * database, so that an older or newer version of it can be backed up, too.
 */

import { DERIVED } from "#db/write/sort-keys.ts";
import journal from "../migrations/meta/_journal.json";

/**
 * The tables that a backup lacks. The sessions are secrets of browsers. The last backups are about this database, and
 * not about the one that a file is restored to. The totals, the sort keys, and the search texts with their full-text
 * tables, are made from the rows. The rows of an unfinished import are no data of the barn; versions before 29 have
 * them in `import_parts`.
 */
const LEFT_OUT = [
  "sessions",
  "backups",
  "totals",
  "__drizzle_migrations",
  "import_files",
  "import_rows",
  "import_parts",
];

/** Whether a backup has a column. The files of older versions have the sort keys. */
export const isBackedUp = (column: string) => !DERIVED.has(column);

/** The version of the first migration. The migrations of earlier versions no longer exist. */
export const FIRST_VERSION = 27;
const FIRST_MIGRATION = journal.entries[0]?.when;

/** Added to `__drizzle_migrations` while a restore is going on, as the newest migration of all. */
export const UNFINISHED = "unfinished restore";

/** While a restore is going on, the table `activity` has this name, so that the app can neither read a page nor write. */
export const ACTIVITY_ASIDE = "activity_of_unfinished_restore";

/** A table with the names of its columns in the order of a line. */
export type BackupTable = {
  name: string;
  /** Its name in the database, which is another one for a table that is set aside. */
  source: string;
  columns: string[];
};

export const HAS_VERSION_QUERY = "select count(*) from sqlite_schema where name = '__drizzle_migrations'";

/** Selects the version of the schema, and whether it is that of an unfinished restore. */
export const VERSION_QUERY = `select count(*) filter (where hash <> '${UNFINISHED}') + iif(max(created_at = ${FIRST_MIGRATION}), ${FIRST_VERSION - 1}, 0), count(*) filter (where hash = '${UNFINISHED}') from __drizzle_migrations`;

const listed = (names: Iterable<string>) => [...names].map((name) => `'${name}'`).join(", ");

/** Selects a JSON text for each column of each table that a backup has. */
export const COLUMNS_QUERY = `select json_array(t.name, c.name, c.type, c.pk)
  from pragma_table_list t join pragma_table_info(t.name) c
  where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%' and t.name not like 'libsql_%'
    and t.name not in (${listed(LEFT_OUT)}) and c.name not in (${listed(DERIVED)})
  order by t.name, c.cid`;

type ColumnRow = [table: string, column: string, type: string, placeInKey: number];

/** The tables that `COLUMNS_QUERY` describes. */
export function tablesOf(rows: readonly string[]): BackupTable[] {
  const byName = new Map<string, ColumnRow[]>();
  for (const row of rows.map((each): ColumnRow => JSON.parse(each))) {
    byName.set(row[0], [...(byName.get(row[0]) ?? []), row]);
  }
  return [...byName].map(([name, columns]) => {
    const names = columns.map(([, column]) => column);
    const key = columns.filter(([, , , place]) => place > 0);
    // The numbers of rows are data, too: that of an activity row is its change number.
    const hasOwnNumber = key.length === 1 && key[0]?.[2] === "INTEGER";
    return { name, source: name, columns: hasOwnNumber ? names : ["rowid", ...names] };
  });
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Selects how many rows a table has: it checks the pages, and so does not use their query. */
export const countRows = ({ source }: BackupTable) => `select count(*) from ${quote(source)}`;

/** About how much text one page has, in bytes. sqld makes no text of more than 4 MB, and JSON doubles quotation marks. */
export const PAGE_BYTES = 1_500_000;
const PAGE_ROWS = 10_000;

/**
 * Selects the rows of a table after a place as one text of lines, about `bytes` long, with their number, the place of the last one,
 * and whether more rows follow. A row alone may be longer.
 */
export function selectPage(
  table: BackupTable,
  { after, bytes = PAGE_BYTES }: { after: string | null; bytes?: number },
): string {
  const [from, line] = [quote(table.source), lineOf(table)];
  // A bare name is that of a column before it is that of an alias, so every alias that is read is qualified.
  const isAfter = after === null ? "true" : `rowid > ${after}`;
  const size = table.columns.map((name) => `coalesce(octet_length(${quote(name)}), 0)`).join(" + ");
  const sized = `select rowid as number, sum(${size}) over (order by rowid) as bytes from ${from} where ${isAfter} order by rowid limit ${PAGE_ROWS}`;
  const end = `select coalesce(max(sized.number) filter (where sized.bytes <= ${bytes}), min(sized.number)) from (${sized}) sized`;
  const rows = `select ${line} as line, rowid as number from ${from} where ${isAfter} and rowid <= (${end}) order by rowid`;
  const page = `select group_concat(listed.line, char(10)) as lines, count(*) as rows, max(listed.number) as last from (${rows}) listed`;
  return `select page.lines, page.rows, cast(page.last as text) as last, exists (select 1 from ${from} where rowid > page.last) as hasMore from (${page}) page`;
}

/** A row as JSON, in SQL. The tables are STRICT, and hold nothing but integers and text. */
const lineOf = ({ columns }: BackupTable) => `json_array(${columns.map(quote).join(", ")})`;

/** Inserts the rows of a JSON array of lines, which is the only parameter. Each line is parsed once, and not for each of its columns. */
export function insertLines({ source, columns }: BackupTable): string {
  const values = columns.map((_, i) => `line ->> ${i}`);
  return `with lines as materialized (select jsonb(value) as line from json_each(?))
    insert into ${quote(source)} (${columns.map(quote).join(", ")}) select ${values.join(", ")} from lines`;
}
