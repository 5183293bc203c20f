import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { readSearch } from "#app/domain/basics/search-text.ts";
import { isStateName } from "#app/domain/fields/row-states.ts";
import { allOf } from "./clauses.ts";
import { conditionsOf, type ListFilter, type ListSource, MAX_COUNTED } from "./list-source.ts";

/*
 * The search of a long list. Each row has one text, normalised by the rule of `normalize` (app/domain/basics/search-text.ts), and the list
 * one FTS5 table of the trigrams of these texts, with `seq` as its rowid.
 */

/** How many rows the index is asked for: more than are counted, since some may be deleted, or not in the view. */
export const MAX_FOUND = 1.2 * MAX_COUNTED;

/** The name of the full-text table of a long list. */
export const searchTableOf = (name: string) => `${name}_search`;

/** A word of fewer than three characters has no trigram: the texts are searched for it instead. */
const hasTrigram = (word: string) => [...word].length >= 3;

/** Quoted for a full-text query: normalised words have no quotes. */
const queryOf = (words: readonly string[]) => words.map((word) => `"${word}"`).join(" AND ");

const hitsOf = (name: string, query: SQLWrapper | string): SQL => {
  const table = sql.identifier(searchTableOf(name));
  return sql`select rowid as seq from ${table} where ${table} match ${query}`;
};

/** A select of the `seq` of the rows that have all words of three and more characters; undefined if there is no such word. */
export function indexedHits({ name }: Pick<ListSource<unknown>, "name">, words: readonly string[]): SQL | undefined {
  const query = queryOf(words.filter(hasTrigram));
  return query ? hitsOf(name, query) : undefined;
}

const hasInText = (searchText: SQLWrapper, word: string) => sql`instr(${searchText}, ${word})`;

/** The conditions that the text of a row has the words that no index finds. */
export const textHasShort = ({ searchText }: Pick<ListSource<unknown>, "searchText">, words: readonly string[]) =>
  words.filter((word) => !hasTrigram(word)).map((word) => hasInText(searchText, word));

type Searched = Pick<ListSource<unknown>, "counts" | "name" | "searchText" | "seq" | "states" | "table" | "where">;

/** The conditions of a search in SQL. */
type RowSearch = {
  /** A select of the `seq` of the rows that an index finds; undefined if no index helps. */
  hits: SQL | undefined;
  /** The conditions that the index does not cover; `tests` are all conditions. */
  beside: SQL[];
  tests: SQL[];
};

/**
 * The conditions of the words of a search. A word in the name of a state is looked for in the state's badge, too, which
 * no index has.
 */
function searchFor({ searchText, states, counts }: Searched, words: readonly string[], today: LocalDate) {
  const stateTests = (word: string) =>
    Object.entries(states?.(today) ?? {}).flatMap(([state, test]) => (isStateName(word, state) ? [test] : []));
  const test = (word: string) => {
    const tests = stateTests(word);
    const inText = hasInText(searchText, word);
    return tests.length > 0 ? sql`(${sql.join([inText, ...tests], sql` or `)})` : inText;
  };
  const isIndexed = (word: string) => !counts && hasTrigram(word) && stateTests(word).length === 0;
  return {
    query: queryOf(words.filter(isIndexed)),
    beside: words.filter((word) => !isIndexed(word)).map(test),
    tests: words.map(test),
    states: words.flatMap(stateTests),
  };
}

/**
 * The condition that a row of the list, among the newest that the index finds, has the whole text of a search in one
 * cell; undefined if the search has no such text. It is the same in each view and with each filter, so that a batch
 * takes the rows that its list shows.
 */
export function isWholeFound(source: Searched, { q, today = "" }: ListFilter): SQL | undefined {
  const { whole } = readSearch(q);
  if (whole === null || !hasTrigram(whole)) return undefined;
  const { table, seq, name, counts, searchText } = source;
  const { states } = searchFor(source, [whole], today);
  const conditions = conditionsOf(source, {});
  const newest = sql`${hitsOf(name, queryOf([whole]))} order by rowid desc limit ${MAX_FOUND}`;
  const inText = counts
    ? sql`exists (select 1 from ${table} where ${allOf([...conditions, hasInText(searchText, whole)])})`
    : sql`exists (select 1 from (${newest}) hit cross join ${table} on ${seq} = hit.seq where ${allOf(conditions)})`;
  const inStates = states.map((state) => sql`exists (select 1 from ${table} where ${allOf([...conditions, state])})`);
  return sql.join([inText, ...inStates], sql` or `);
}

/** The search of a filter in SQL. `isWhole` is `isWholeFound`, or the column that has its result. */
export function searchIn(source: Searched, { q, today = "" }: ListFilter, isWhole: SQL | undefined): RowSearch {
  const { words, whole } = readSearch(q);
  const each = searchFor(source, words, today);
  if (!isWhole || whole === null) return { ...each, hits: each.query ? hitsOf(source.name, each.query) : undefined };
  const one = searchFor(source, [whole], today);
  const either = (part: "beside" | "tests") =>
    one[part].length + each[part].length > 0 ? [sql`iif(${isWhole}, ${allOf(one[part])}, ${allOf(each[part])})`] : [];
  const isIndexed = one.query !== "" && each.query !== "";
  return {
    hits: isIndexed ? hitsOf(source.name, sql`iif(${isWhole}, ${one.query}, ${each.query})`) : undefined,
    beside: either("beside"),
    tests: either("tests"),
  };
}

/** The conditions that a search finds a row, without a limit. */
export function isFound(source: Searched, filter: ListFilter): SQL[] {
  const { hits, beside, tests } = searchIn(source, filter, isWholeFound(source, filter));
  return hits ? [sql`${source.seq} in (${hits})`, ...beside] : tests;
}
