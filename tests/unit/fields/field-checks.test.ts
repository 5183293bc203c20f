import { expect, test } from "vitest";
import { parseDollars, parsePercent } from "#app/domain/basics/parse.ts";
import { type CheckedField, constraintOf, parseQuantity, problemOf } from "#app/domain/fields/field-checks.ts";

/* What the parser of a field accepts, its control accepts, too: the browser would not send it otherwise. */

const TEXTS = ["0", "1", "1000", "1,000", "45", "$45", "$ 2,900.5", " 2900.50 ", ".5", "5.", "100", "8.63", "8.63 %"];

test.each([
  ["dollars", parseDollars],
  ["percent", parsePercent],
] as const)("the pattern of %s matches every text that the parser accepts", (kind, parse: typeof parsePercent) => {
  const field: CheckedField = { name: "amount", label: "Amount", control: "amount", kind };
  // As browsers read a pattern.
  const pattern = new RegExp(`^(?:${constraintOf(field).pattern})$`, "v");
  const accepted = TEXTS.filter((text) => "value" in parse(text));
  expect(accepted.length).toBeGreaterThan(3);
  expect(accepted.filter((text) => !pattern.test(text))).toEqual([]);
  expect(pattern.test("much")).toBe(false);
});

test.each([
  ["1", undefined],
  [" 999 ", undefined],
  ["007", undefined],
  ["0", "Quantity must be at least 1."],
  ["-3", "Quantity must be at least 1."],
  ["1000", "Quantity can be at most 999."],
  [" 1,000 ", "Quantity can be at most 999."],
  ["1.5", "Quantity must be a whole number, such as 1."],
  ["3o", "Quantity must be a whole number, such as 1."],
])("a quantity of '%s' is found %s by the browser, as by the parser", (value, problem) => {
  const field: CheckedField = { name: "quantity", label: "Quantity", control: "quantity" };
  const valid = new RegExp(`^(?:${constraintOf(field).pattern})$`, "v").test(value);
  const validity = { valid, valueMissing: false, badInput: false } as ValidityState;
  expect(problemOf(field, { validity, value })).toBe(problem);
  expect("problem" in parseQuantity(value)).toBe(problem !== undefined);
});
