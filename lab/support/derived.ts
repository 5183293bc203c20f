import { normalize, orderKey } from "#app/domain/basics/search-text.ts";
import { SORT_KEYS } from "#db/write/sort-keys.ts";
import { LONG_LISTS, type LongRow } from "./long-lists.ts";
import type { Rows } from "./rows.ts";

/* What the database derives from its rows: sort keys, search texts, full-text tables and totals. */

/** A sentence for each sort key, search text, full-text table and total that is not that of the rows. */
export async function findStale(rows: Rows): Promise<string[]> {
  const found: string[] = [];
  for (const [table, [text, key] = []] of Object.entries(SORT_KEYS)) {
    const keys = await rows(`select distinct coalesce(${text}, '') as text, ${key} as key from ${table}`);
    const wrong = keys.filter((each) => orderKey(String(each.text)) !== each.key);
    found.push(...wrong.map(({ text: name }) => `'${name}' in ${table} has another sort key.`));
  }
  for (const [table, list] of Object.entries(LONG_LISTS)) {
    const all = await list.read(rows);
    const wrong = all.filter((row) => row.searchText === null || !hasLines(row.searchText, row.cells));
    found.push(
      ...wrong.map((row) => `${table} ${row.seq} has '${row.searchText}' instead of '${row.cells.join("\n")}'.`),
    );
    if (!(await isIndexed(rows, table))) found.push(`${table}_search differs from the search texts of its rows.`);
    const [totals] = await rows(`select rows, sum, current_rows, current_sum from totals where list = '${table}'`);
    const counted = totalsOf(all);
    if (JSON.stringify(totals) !== JSON.stringify(counted))
      found.push(`The totals of ${table} are not those of its rows.`);
  }
  return found;
}

/** Whether a search text has the lines of the cells. */
function hasLines(searchText: string, cells: string[]): boolean {
  const sorted = (text: string) => text.split("\n").sort().join("\n");
  return sorted(searchText) === sorted(normalize(cells.join("\n")));
}

/** SQLite compares the full-text table with the rows. */
const isIndexed = (rows: Rows, table: string): Promise<boolean> =>
  rows(`insert into ${table}_search (${table}_search, rank) values ('integrity-check', 1)`).then(
    () => true,
    (error) => {
      if (!/CORRUPT|malformed/i.test(String(error))) throw error;
      return false;
    },
  );

/** The totals of a list, counted from its rows. */
function totalsOf(all: LongRow[]) {
  const listed = all.filter(({ isListed }) => isListed);
  const current = listed.filter(({ isCurrent }) => isCurrent);
  return {
    rows: listed.length,
    sum: derivedSumOf(listed),
    current_rows: current.length,
    current_sum: derivedSumOf(current),
  };
}

export const derivedSumOf = (rows: LongRow[]) => rows.reduce((sum, { term }) => sum + term, 0);
