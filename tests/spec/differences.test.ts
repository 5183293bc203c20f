import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/* What Hayloft does otherwise than the specification, from the one table that has it, in docs/product.md. */

const [, section = ""] = readFileSync("docs/product.md", "utf8").split("## Differences from the specification\n");
const [table = ""] = section.split("\n## ");
const ROWS = table
  .split("\n")
  .filter((line) => line.startsWith("| §"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, where = "", theirs = "", ours = "", why = ""]) => ({ where, theirs, ours, why }));

test.each(ROWS)("$where: not '$theirs', but '$ours'", ({ where, theirs, ours, why }) => {
  expect(where).toMatch(/^§[2-9] \w/);
  // Each has both sides, and a reason.
  for (const text of [theirs, ours, why]) expect(text).toMatch(/^[(A-Z].{10,}/);
});

test("a difference is named once", () => {
  expect(ROWS.length).toBeGreaterThan(20);
  expect(new Set(ROWS.map(({ where, ours }) => `${where} ${ours}`)).size).toBe(ROWS.length);
});
