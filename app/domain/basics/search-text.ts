/*
 * What a search regards as the same text, and the order of names (docs/product.md, 'Lists'). The database keeps `orderKey` of each
 * name, and makes the search texts of long lists from these (docs/architecture.md, 'One list').
 */

/** Latin, Greek and Cyrillic letters and marks, white space, quotes and hyphens beyond ASCII. */
const FOLDED = /[\u00a0-\u058f\u1e00-\u206f\u2212]/g;

/** Letters that Unicode normalisation does not decompose, with their plain forms. */
const PLAIN = new Map(
  "ßss æae œoe þth øo łl đd ðd ħh ŧt ıi ŋn ſs".split(" ").map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

const HYPHENS = /[\u00ad\u2010-\u2015\u2212]/;
const QUOTES = /[\u00ab\u00b4\u00bb\u02b9-\u02bd\u2018-\u201f\u2032-\u2037]/;

/** The characters that a search ignores, after `orderKey`. */
export const IGNORED = ["-", ",", "'", '"', "`"] as const;
const IGNORED_PATTERN = new RegExp(`[${IGNORED.join("")}]`, "g");

/** A character in lower case without accents. All kinds of hyphens and apostrophes become the plain one. */
function fold(character: string): string {
  if (HYPHENS.test(character)) return "-";
  if (QUOTES.test(character)) return "'";
  if (/\s/.test(character)) return " ";
  const base = character.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  const lower = base.toLowerCase().replace(/[\u0300-\u036f]/g, "");
  return PLAIN.get(lower) ?? lower;
}

/** The text in lower case and without accents: two texts compare by it, code unit by code unit (docs/product.md, 'Lists'). */
export function orderKey(text: string): string {
  // Capitals of other alphabets stay different from small letters, as they do in the database.
  return text.replace(FOLDED, fold).replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** As `orderKey`, with numbers in the order of their values: 'Stall 2' before 'Stall 10'. */
export const naturalKey = (text: string) => orderKey(text).replace(/\d+/g, (digits) => digits.padStart(12, "0"));

/**
 * The text in lower case, without accents, apostrophes, quotes, hyphens and commas. Dollar signs stay: amounts begin
 * with one.
 */
export function normalize(text: string): string {
  return orderKey(text).replace(IGNORED_PATTERN, "");
}

/**
 * A parsed search. A row matches if each of the `words` is in one of its cells. If rows have the `whole` text in one
 * cell, only these match. `whole` is null if it would find the same as the words, or if the search has quotes.
 */
export type Search = { words: readonly string[]; whole: string | null };

export function readSearch(q: string): Search {
  if (QUOTED.test(q)) return { words: searchWords(q), whole: null };
  const words = searchWords(q.replace(STATE_OF_WORDS, '"$&"'));
  const whole = normalize(q).trim();
  // Ignoring a hyphen leaves the spaces around it. Such a text is searched by its words.
  const isSame = (words.length === 1 && words[0] === whole) || /\s\s/.test(whole);
  return { words, whole: words.length > 0 && !isSame ? whole : null };
}

/** The names of states (app/domain/fields/row-states.ts) that have several words. */
const STATE_OF_WORDS = /(?<!\S)(in the future|due today)(?!\S)/gi;

const QUOTE = '"\u201c\u201d\u201e';
const TOKEN = new RegExp(`(?<!\\S)[${QUOTE}]([^${QUOTE}]*)[${QUOTE}]?|\\S+`, "g");
const QUOTED = new RegExp(`[${QUOTE}]`);

/** Each word makes the query of a long list longer. */
const MAX_WORDS = 6;

/**
 * The words and quoted phrases of a search, normalised. A row matches if each of them is in one of its cells. Leaves
 * out a word that is part of another, and joins the words from the sixth on to one phrase. A search of only punctuation
 * has no words and finds all rows.
 */
export function searchWords(q: string): string[] {
  const words = [...q.matchAll(TOKEN)].map(([token, phrase]) =>
    normalize(phrase ?? token)
      .replace(/\s+/g, " ")
      .trim(),
  );
  const longest = [...new Set(words)].filter((word) => word !== "");
  const needed = longest.filter((word) => !longest.some((other) => other !== word && other.includes(word)));
  const rest = needed.slice(MAX_WORDS - 1).join(" ");
  return rest ? [...needed.slice(0, MAX_WORDS - 1), rest] : needed;
}
