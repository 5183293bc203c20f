import { type SQL, sql } from "drizzle-orm";
import { searchWords } from "#app/domain/search-text.ts";
import type { ListSource } from "./list-source.ts";

/*
 * The search of a long list. Each row has one text, normalised by the rule of `normalize` (app/domain/search-text.ts), and the list
 * one FTS5 table of the trigrams of these texts, with `seq` as its rowid.
 */

type Searched = Pick<ListSource<unknown>, "name" | "searchText" | "seq">;

/** The name of the full-text table of a long list. */
export const searchTableOf = (name: string) => `${name}_search`;

/** A word of fewer than three characters has no trigram, and the texts are read for it. */
const hasTrigram = (word: string) => [...word].length >= 3;

/** A select of the `seq` of the rows that have all words of three and more characters; undefined if there is no such word. */
export function indexedHits({ name }: Searched, words: readonly string[]): SQL | undefined {
  // Normalised words have no quotes.
  const query = words.filter(hasTrigram).map((word) => `"${word}"`);
  const table = sql.identifier(searchTableOf(name));
  return query.length > 0
    ? sql`select rowid as seq from ${table} where ${table} match ${query.join(" AND ")}`
    : undefined;
}

/** The conditions that the text of a row has the words. */
export const textHas = ({ searchText }: Searched, words: readonly string[]): SQL[] =>
  words.map((word) => sql`instr(${searchText}, ${word})`);

/** The conditions that the text of a row has the words that no index finds. */
export const textHasShort = (source: Searched, words: readonly string[]) =>
  textHas(
    source,
    words.filter((word) => !hasTrigram(word)),
  );

/** The conditions that a search finds a row, without a limit. */
export function isFound(source: Searched, q: string): SQL[] {
  const words = searchWords(q);
  const hits = indexedHits(source, words);
  return [...(hits ? [sql`${source.seq} in (${hits})`] : []), ...textHasShort(source, words)];
}
