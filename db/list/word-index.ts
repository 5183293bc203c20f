import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { facets, totals } from "#db/schema.ts";
import { allOf, unionAll } from "./clauses.ts";
import type { KeptColumns, ListFilter, WordIndex } from "./list-source.ts";
import { hasTrigram, hasWords } from "./search.ts";

/*
 * The search of a long list (docs/decisions/facets.md). Its index has, for each row, a word for each facet, such as
 * `horse_<hex of its key>`, one for its state, and one for each three characters of the other cells. SQLite intersects these words
 * without reading rows. The rowids of the index are in the order of the days, and of `seq` on each day, so that a page in this order
 * is the first hits after a place.
 */

/** A rowid has the number of the day, and in its lower 32 bits the `seq`. */
const PLACES_OF_A_DAY = 2 ** 32;
const MS_OF_A_DAY = 86_400_000;

/** The rowid of a row of the list's table in its index. */
export const placeOf = ({ date, seq }: WordIndex): SQL => sql`(unixepoch(${date}) / 86400 * 4294967296 + ${seq})`;

/** In the text of the query: FTS5 ignores a limit that comes as a number with a fraction, as parameters do. */
const firstPlaceOf = (day: string) => sql.raw(String((Date.parse(day) / MS_OF_A_DAY) * PLACES_OF_A_DAY));

const hex = (text: string) => Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, "0"));

/** The word of each three characters of a text; for a shorter text, of all that begin with it. */
function partsOf(text: string): string {
  const characters = [...text].map((character) => hex(character).join(""));
  if (characters.length < 3) return `t_${characters.join("")}*`;
  const parts = characters.slice(2).map((_, i) => `t_${characters.slice(i, i + 3).join("")}`);
  return `"${parts.join(" ")}"`;
}

/** The rows that a search finds: `ctes` that the others refer to, the tables to select from, and the condition. */
export type WordHits = { ctes: SQL[]; seq: SQL; place: SQL; from: SQL; where: SQL };

/** The hits of a search among the rows that pass a filter. */
export function searchHits(
  index: WordIndex,
  filter: ListFilter,
  words: readonly string[],
  kept?: KeptColumns,
): WordHits {
  const { restrictions = [] } = filter;
  const name = sql.identifier(index.words);
  const place = sql`${name}.rowid`;
  const others = restrictions.flatMap((each) => ("condition" in each && !each.word ? each : []));
  // The index is asked anew for each of these rows, which takes milliseconds for a word without three characters.
  const driver = words.every(hasTrigram) ? others.find(({ rows }) => rows)?.rows : undefined;
  const days = restrictions.flatMap((each) =>
    "days" in each ? sql`${place} between ${firstPlaceOf(each.from)} and ${firstPlaceOf(each.to)} + 4294967295` : [],
  );
  const passing = others.flatMap(({ rows }) =>
    rows && !driver ? sql`${seqOf(place)} in (select ${index.seq} from ${rows})` : [],
  );
  const tests = others.flatMap(({ condition, rows }) => (rows && !driver ? [] : condition));
  if (filter.view && filter.view !== index.current?.view) tests.push(filter.view);
  const joined = tests.length > 0 ? sql`${name} cross join ${index.table} on ${index.seq} = ${seqOf(place)}` : name;
  return {
    ctes: [
      sql`matching as materialized (${unionAll(words.map((word, i) => matchingFacets(index, word, i, kept)))})`,
      sql`search as materialized (select ${queryOf(words, wordsOf(index, filter))} as query)`,
    ],
    seq: seqOf(place),
    place,
    from: driver ? sql`${driver} cross join ${name} on ${place} = ${placeOf(index)}` : sql`${joined}`,
    where: allOf([sql`${name} match (select query from search)`, ...days, ...passing, ...tests]),
  };
}

const seqOf = (place: SQLWrapper): SQL => sql`(${place} & 4294967295)`;

/** The words that all rows of a filter have. */
function wordsOf({ current }: WordIndex, { view, restrictions = [] }: ListFilter): string[] {
  const ofFilters = restrictions.flatMap((each) => {
    if ("facet" in each) return `${each.facet}_${hex(each.key).join("")}`;
    return ("condition" in each && each.word) || [];
  });
  return [...(current && view === current.view ? [current.word] : []), ...ofFilters];
}

/** The query of the index: each word of the search is in a facet or in the text of another cell. */
function queryOf(words: readonly string[], ofFilter: readonly string[]): SQL {
  const each = words.map((word, i) => {
    const inFacets = sql`coalesce((select group_concat(word, ' OR ') || ' OR ' from matching where number = ${numberOf(i)}), '')`;
    return sql`'(' || ${inFacets} || ${partsOf(word)} || ')'`;
  });
  const all = [...each, ...ofFilter.map((word) => sql`${word}`)];
  return sql`'(' || ${sql.join(all, sql` || ' AND ' || `)} || ')'`;
}

const numberOf = (i: number) => sql.raw(String(i));

/** A row for each facet whose name has word number `i`: its word in the index, and the number and the sum of its rows. */
function matchingFacets({ list, named }: WordIndex, word: string, i: number, kept?: KeptColumns): SQL {
  const isOfFacet = sql`${totals.list} = ${list} and ${totals.kind} = ${facets.kind} and ${totals.key} = ${facets.key}`;
  // Facets of other lists have no totals in this one.
  return sql`select ${numberOf(i)} as number, ${facets.kind} as kind, ${facets.kind} || '_' || hex(${facets.key}) as word, ${kept?.rows ?? totals.rows} as rows, ${kept?.sum ?? 0} as sum
    from names_search cross join ${facets} on ${facets.seq} = names_search.rowid cross join ${totals} on ${isOfFacet}
    where ${hasWords(sql`names_search`, [word])} and ${facets.kind} in ${named}`;
}

/**
 * The facets of one kind whose texts have all words, and which have the most rows together: `totals` knows their number and sum, so
 * only the other hits have to be counted. One row, or none.
 */
export const wholeFacets = (words: readonly string[]): SQL =>
  sql`whole as materialized (select group_concat(word, ' OR ') as words, sum(rows) as rows, sum(sum) as sum from (select kind, word, rows, sum from matching group by kind, word having count(*) = ${numberOf(words.length)}) group by kind order by 2 desc limit 1)`;

/** The condition of the hits that do not belong to `wholeFacets`. */
export const isOtherHit = (index: WordIndex): SQL =>
  sql`${sql.identifier(index.words)} match (select query || coalesce(' NOT (' || (select words from whole) || ')', '') from search)`;
