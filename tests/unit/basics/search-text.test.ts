import { expect, test } from "vitest";
import { normalize, readSearch, searchWords } from "#app/domain/basics/search-text.ts";
import { ROW_STATES } from "#app/domain/fields/row-states.ts";

test.each([
  ["", ""],
  ["Élan", "elan"],
  ["E\u0301lan", "elan"],
  ["O'Brien O’Brien OʼBrien", "obrien obrien obrien"],
  ["Elizabeth Thornton-Hayes", "elizabeth thorntonhayes"],
  ["$2,900.00", "$2900.00"],
  ["Ingrid Sørensen", "ingrid sorensen"],
  ["Straße Łódź Æsir Œuvre İstanbul ısı", "strasse lodz aesir oeuvre istanbul isi"],
  ["a\u00a0b", "a b"],
  ["Ёлка Ω", "елка ω"],
  ["100% a_b (x)", "100% a_b (x)"],
  ["馬 ქ Ａ", "馬 ქ Ａ"],
])("the text '%s' is normalised to '%s'", (text, expected) => {
  expect(normalize(text)).toBe(expected);
});

test.each([
  ["", []],
  ["   ", []],
  ["- ' , \" “”", []],
  // An amount from its beginning, as opposed to `$1,200.00`.
  ["$200", ["$200"]],
  ["maeve 11/", ["maeve", "11/"]],
  ["  Bella   HAROLD ", ["bella", "harold"]],
  ["bella bell bella", ["bella"]],
  ['"lila cole" 11/', ["lila cole", "11/"]],
  ["“lila  cole”", ["lila cole"]],
  // While the phrase is typed, its second quote is missing.
  ['11/ "lila co', ["11/", "lila co"]],
  ['""', []],
  ['" OR "', ["or"]],
  ['5"x "', ["5x"]],
  ['"a"b', ["a", "b"]],
  ["2,900", ["2900"]],
  ["* NOT x:y ^", ["*", "not", "x:y", "^"]],
  ["a b c d e f", ["a", "b", "c", "d", "e", "f"]],
  ["a b c d e f g h", ["a", "b", "c", "d", "e", "f g h"]],
  ["x".repeat(100), ["x".repeat(100)]],
])("the words of %s are %j", (q, expected) => {
  expect(searchWords(q)).toEqual(expected);
});

test.each<[q: string, words: string[], whole: string | null]>([
  ["", [], null],
  ["bella", ["bella"], null],
  ["Long Island surcharge", ["long", "island", "surcharge"], "long island surcharge"],
  ['"lila cole" 11/', ["lila cole", "11/"], null],
  // A text keeps both spaces around a hyphen, so that its whole name would not be found.
  ["Training - half day", ["training", "half", "day"], null],
  ["in the future", ["in the future"], null],
  ["in the future bella", ["in the future", "bella"], "in the future bella"],
  ["bella due today", ["bella", "due today"], "bella due today"],
])("a search for '%s' is for the words %j, or the whole text %j", (q, words, whole) => {
  expect(readSearch(q)).toEqual({ words, whole });
});

test("the name of each state is one word of a search", () => {
  for (const state of ROW_STATES) expect(readSearch(`${state} bella`).words).toContain(normalize(state));
});
