import { expect, test } from "vitest";
import { inDollars, MAX_BILL_VALUE } from "#app/domain/basics/money.ts";
import { parseDate, parseDollars } from "#app/domain/basics/parse.ts";
import { parseQuantity } from "#app/domain/fields/field-checks.ts";
import { parseField } from "#app/domain/fields/parse-field.ts";
import { billForm } from "#app/domain/records/bill-form.ts";
import { correctionForm } from "#app/domain/records/correction-form.ts";

test.each([
  ["2900", 290_000],
  [" 2900 ", 290_000],
  ["2,900", 290_000],
  ["$2,900.00", 290_000],
  ["$ 2900", 290_000],
  ["2900.5", 290_050],
  ["2900.", 290_000],
  [".5", 50],
  ["0", 0],
  ["1.15", 115],
  ["4.35", 435],
  ["1,000,000", 100_000_000],
  ["0002900", 290_000],
])("the amount %j is parsed as %i cents", (text, value) => {
  expect(parseDollars(text)).toEqual({ value });
});

test.each([
  ["", "Enter an amount"],
  ["abc", "Enter an amount"],
  ["-1", "An amount cannot be below 0."],
  ["-0", "An amount cannot be below 0."],
  ["1e9", "Enter an amount"],
  ["1.234", "Enter an amount"],
  ["2,90", "Enter an amount"],
  ["2900,00", "Enter an amount"],
  ["1.000,50", "Enter an amount"],
  ["$", "Enter an amount"],
  [".", "Enter an amount"],
  ["NaN", "Enter an amount"],
  ["Infinity", "Enter an amount"],
  ["٢٩٠٠", "Enter an amount"],
  ["1000000.01", "Enter at most $1,000,000.00."],
  ["9".repeat(400), "Enter at most $1,000,000.00."],
])("the amount %j is refused", (text, problem) => {
  expect(parseDollars(text)).toEqual({ problem: expect.stringContaining(problem) });
});

test.each([
  ["1", 1],
  [" 7 ", 7],
  ["007", 7],
  ["999", 999],
])("the quantity %j is parsed as %i", (text, value) => {
  expect(parseQuantity(text)).toEqual({ value });
});

test.each(["", "0", "-1", "1.5", "1e3", "0x10", "1,00", "one", "1000", "9".repeat(400), "١"])(
  "the quantity %j is refused",
  (text) => {
    expect(parseQuantity(text)).toHaveProperty("problem");
  },
);

test.each(["2026-02-29", "2026-13-01", "26-11-21", "11/21/2026", "2026-11-21T00:00", "1999-12-31", "2100-01-01", ""])(
  "the date %j is refused",
  (text) => {
    expect(parseDate(text)).toHaveProperty("problem");
  },
);

test("a date with spaces around it is accepted", () => {
  expect(parseDate(" 2028-02-29 ")).toEqual({ value: "2028-02-29" });
});

test.each([
  [MAX_BILL_VALUE, { value: MAX_BILL_VALUE }],
  [MAX_BILL_VALUE + 1, { problem: "Enter at most $1,000,000,000.00." }],
])(
  "Edit Bill and Correct Bill accept every value that a price times a quantity can have: %d cents",
  (cents, expected) => {
    const value = billForm.fields.find(({ name }) => name === "value");
    const amount = correctionForm.fields.find(({ name }) => name === "amount");
    expect(value?.input && parseField(value, value.input, inDollars(cents))).toEqual(expected);
    expect(amount?.input && parseField(amount, amount.input, inDollars(cents))).toEqual(expected);
  },
);
