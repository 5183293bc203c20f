import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { facets, totals } from "#db/schema.ts";
import { allOf, unionAll } from "./clauses.ts";
import type { KeptColumns, Search, SearchPart } from "./list-source.ts";

/*
 * The words come from `searchWords` (app/domain/search-text.ts), and the search texts in the database are normalised by the same
 * rule, so a word is found as it is.
 */

/** Searches an FTS5 trigram index of the displayed text of each row, with `seq` as its rowid. */
export function searchRows(index: string, table: SQLWrapper, seq: SQLWrapper) {
  return (words: readonly string[]): Search => {
    const name = sql.identifier(index);
    const where = hasWords(name, words);
    const matchesRow = sql`${seq} in (select rowid from ${name} where ${where})`;
    return { ctes: [], parts: [{ ...rowsOfIndex(index, table, seq), where, matchesRow }] };
  };
}

type FacetColumns = {
  /** The name of the list in `totals`. */
  list: string;
  table: SQLWrapper;
  seq: SQLWrapper;
  /** The column of each facet, indexed. */
  columns: Record<string, SQLWrapper>;
  /** The facets whose texts have no letters: dates and numbers. */
  numeric: readonly string[];
  /** A column of free text, if the table has one, and its trigram index. */
  text?: { column: SQLWrapper; index: string };
};

/** Searches the texts in `facets`, the values that many rows share, and a column of free text. */
export function searchFacets(list: FacetColumns) {
  return (words: readonly string[], kept?: KeptColumns): Search => {
    const ctes = [
      sql`matching as materialized (${unionAll(words.map((word, i) => matchingFacets(list, word, i, kept)))})`,
    ];
    const [first = "", ...others] = words;
    if (others.length === 0) return { ctes, parts: partsOfWord(list, first, numberOf(0)) };
    // The rows of the rarest word are found by indexes, and tested for the others.
    const candidates = words.some(hasTrigram) ? words.filter(hasTrigram) : words;
    ctes.push(rarestWord(list, words, candidates));
    const parts = facetParts(list, sql`(select word from rarest)`);
    const rarestText = list.text && [textOfRarest(list, list.text.index, candidates.every(hasTrigram))];
    return {
      ctes,
      parts: [...parts, ...(rarestText ?? [])],
      every: allOf(words.map((each, i) => anyOf(partsOfWord(list, each, numberOf(i))))),
    };
  };
}

const numberOf = (i: number) => sql.raw(String(i));
const anyOf = (parts: SearchPart[]) =>
  sql`(${sql.join(
    parts.map(({ matchesRow }) => matchesRow),
    sql` or `,
  )})`;

/**
 * One row for each kind of facet that matches word number `i`: the keys as a JSON array, the number and the sum of their rows,
 * and whether no other kind has more rows. Words without a letter are searched in all facets, others only in those with letters.
 */
function matchingFacets({ list, columns, numeric }: FacetColumns, word: string, i: number, kept?: KeptColumns): SQL {
  const isOfFacet = sql`${totals.list} = ${list} and ${totals.kind} = ${facets.kind} and ${totals.key} = ${facets.key}`;
  const kinds = Object.keys(columns).filter((facet) => /^[\d/$.]*$/.test(word) || !numeric.includes(facet));
  // Facets of other lists have no totals in this one.
  const from = hasTrigram(word)
    ? sql`facets_search cross join ${facets} on ${facets.seq} = facets_search.rowid cross join ${totals} on ${isOfFacet}
      where ${hasWords(sql`facets_search`, [word])} and ${totals.kind} in ${kinds}`
    : sql`${totals} cross join ${facets} on ${isOfFacet} cross join facets_search on facets_search.rowid = ${facets.seq}
      where ${totals.list} = ${list} and ${totals.kind} in ${kinds} and ${hasWords(sql`facets_search`, [word])}`;
  const rows = kept?.rows ?? totals.rows;
  return sql`select ${numberOf(i)} as word, ${facets.kind} as kind, json_group_array(${facets.key}) as keys, sum(${rows}) as rows, sum(${kept?.sum ?? 0}) as sum, row_number() over (order by sum(${rows}) desc) = 1 as is_largest from ${from} group by ${facets.kind}`;
}

/** The parts that find the rows with a word in a facet. `number` is an expression of the number of the word. */
function facetParts({ columns, table, seq }: FacetColumns, number: SQL): SearchPart[] {
  return Object.entries(columns).map(([facet, column]) => {
    const matches = sql`matching cross join json_each(matching.keys) facet on matching.word = ${number} and matching.kind = ${facet}`;
    const keys = sql`select facet.value from ${matches}`;
    return {
      facet,
      seq,
      from: sql`${matches} cross join ${table} on ${column} = facet.value`,
      where: sql`1`,
      matchesRow: sql`${column} in (${keys})`,
      keys,
    };
  });
}

function partsOfWord(list: FacetColumns, word: string, number: SQL): SearchPart[] {
  const parts = facetParts(list, number);
  if (!list.text) return parts;
  const { column, index } = list.text;
  const name = sql.identifier(index);
  const isFound = sql`exists (select 1 from ${name} where ${name}.rowid = ${list.seq} and ${contains(name, word)})`;
  return [
    ...parts,
    {
      ...rowsOfIndex(index, list.table, list.seq),
      where: hasWords(name, [word]),
      // Most rows have no text, so that the index is seldom read.
      matchesRow: sql`(${column} <> '' and ${isFound})`,
    },
  ];
}

/** How many rows with a word in their text are counted, to find the rarest word. */
const MAX_ESTIMATED = 1_000;

/** The number of the word that the fewest rows have, about, and its query of the index. */
function rarestWord({ text }: FacetColumns, words: readonly string[], candidates: readonly string[]): SQL {
  const estimates = candidates.map((word) => {
    const i = words.indexOf(word);
    const index = text && sql.identifier(text.index);
    const inText =
      index && hasTrigram(word)
        ? sql` + (select count(*) from (select 1 from ${index} where ${hasWords(index, [word])} limit ${MAX_ESTIMATED}))`
        : sql``;
    return sql`select ${numberOf(i)} as word, ${hasTrigram(word) ? phrase(word) : word} as query, 0${inText} as in_text`;
  });
  const inFacets = sql`select word, sum(rows) as in_facets from matching group by word`;
  // SQLite takes the other columns from the row with the minimum.
  return sql`rarest as materialized (select word, query, min(in_text + coalesce(in_facets, 0)) as rows from (${unionAll(estimates)}) left join (${inFacets}) using (word))`;
}

function textOfRarest({ table, seq }: FacetColumns, index: string, isInIndex: boolean): SearchPart {
  const name = sql.identifier(index);
  const query = sql`(select query from rarest)`;
  const where = isInIndex ? sql`${name} match ${query}` : sql`instr(${name}.text, ${query})`;
  return { ...rowsOfIndex(index, table, seq), where, matchesRow: sql`1` };
}

/** The left join gives access to the columns of the table. SQLite drops it if no condition uses them. */
function rowsOfIndex(index: string, table: SQLWrapper, seq: SQLWrapper) {
  const name = sql.identifier(index);
  return { seq: sql`${name}.rowid`, from: sql`${name} left join ${table} on ${seq} = ${name}.rowid` };
}

/** A word of fewer than three characters has no trigram, and the texts are read for it. */
const hasTrigram = (word: string) => [...word].length >= 3;

const phrase = (word: string) => `"${word}"`;
const contains = (index: SQLWrapper, word: string) => sql`instr(${index}.text, ${word})`;

/** The condition that the text of an index has all words. Normalised words have no quotes. */
export function hasWords(index: SQLWrapper, words: readonly string[]): SQL {
  const inIndex = words.filter(hasTrigram).map(phrase);
  const inText = words.filter((word) => !hasTrigram(word)).map((word) => contains(index, word));
  return allOf(inIndex.length > 0 ? [sql`${index} match ${inIndex.join(" AND ")}`, ...inText] : inText);
}
