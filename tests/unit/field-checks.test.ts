import { expect, test } from "vitest";
import { type CheckedField, constraintOf } from "#app/domain/field-checks.ts";
import { parseDollars, parsePercent, parseQuantity } from "#app/domain/parse.ts";

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

test("a quantity has the bounds of its parser", () => {
  const { min = 0, max = 0 } = constraintOf({ name: "quantity", label: "Quantity", control: "quantity" });
  for (const each of [min, max]) expect(parseQuantity(String(each))).toEqual({ value: each });
  for (const each of [Number(min) - 1, Number(max) + 1]) expect(parseQuantity(String(each))).toHaveProperty("problem");
});
