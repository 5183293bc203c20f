import { expect, test } from "vitest";
import { parseImportedJson } from "#app/domain/import/import-firestore.ts";

/* What JSON.parse takes without a word, and an import refuses (docs/product.md, 'Import'). */

test.each<[what: string, text: string, problem: string]>([
  ["a key twice", '{"h1": {"name": "A"},\n "h2": {},\n "h1": {}}', "has the key 'h1' twice in one object, in line 3."],
  [
    "a key twice within a record",
    '[{"a": 1, "b": [{"a": 2}, "a"], "a" : 3}]',
    "has the key 'a' twice in one object, in line 1.",
  ],
  ["200,000 levels", "[".repeat(200_000) + "]".repeat(200_000), "has values that are nested more than 100 deep."],
  ["200,000 levels of objects", '{"a":'.repeat(200_000), "has values that are nested more than 100 deep."],
])("%s is refused in words", (_, text, problem) => {
  expect(parseImportedJson(text)).toEqual({ problem });
});

test.each(["", "[", '"', '"\\', '{"a"', '{"a":1}}', "nul", "[1,]"])("%j is not JSON", (text) => {
  expect(parseImportedJson(text)).toEqual({ problem: expect.stringMatching(/^is not JSON: /) });
});

test.each([
  { h1: { name: 'quo"te', note: "a: {[" }, h2: { name: "\\", emails: ["a", "a"] } },
  [{ a: 1 }, { a: 1 }],
  [["a", "a"], "a", { a: { a: { a: {} } } }],
  { "": 1, " ": 2, '"': 3 },
])("%j stays as it is", (value) => {
  expect(parseImportedJson(JSON.stringify(value, null, 1))).toEqual({ value });
});
