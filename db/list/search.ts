import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { allOf } from "./clauses.ts";
import type { TextIndex } from "./list-source.ts";

/*
 * The search of a list whose rows have an FTS5 trigram index of their displayed text, with `seq` as its rowid. The words come
 * from `searchWords` (app/domain/search-text.ts), and the search texts in the database are normalised by the same rule, so a word is
 * found as it is. Lists that may be long have a `WordIndex` instead: see word-index.ts.
 */

/** The rows that have all words: tables to select from, a condition, and the number of the row. */
export function rowsWithTexts({ texts }: TextIndex, words: readonly string[], table: SQLWrapper, seq: SQLWrapper) {
  const name = sql.identifier(texts);
  return {
    seq: sql`${name}.rowid`,
    // SQLite drops the left join if no condition uses the columns of the table.
    from: sql`${name} left join ${table} on ${seq} = ${name}.rowid`,
    where: hasWords(name, words),
  };
}

/** The condition that a row has all words. */
export const hasTexts = ({ texts }: TextIndex, words: readonly string[], seq: SQLWrapper): SQL =>
  sql`${seq} in (select rowid from ${sql.identifier(texts)} where ${hasWords(sql.identifier(texts), words)})`;

/** The condition that the text of an index has all words. Normalised words have no quotes. */
export function hasWords(index: SQLWrapper, words: readonly string[]): SQL {
  const inIndex = words.filter(hasTrigram).map((word) => `"${word}"`);
  const inText = words.filter((word) => !hasTrigram(word)).map((word) => sql`instr(${index}.text, ${word})`);
  return allOf(inIndex.length > 0 ? [sql`${index} match ${inIndex.join(" AND ")}`, ...inText] : inText);
}

/** A word of fewer than three characters has no trigram, and the texts are read for it. */
export const hasTrigram = (word: string) => [...word].length >= 3;
