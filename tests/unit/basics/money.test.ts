import { expect, test } from "vitest";
import { billValue, formatDollars, inDollars, MAX_AMOUNT, MAX_QUANTITY } from "#app/domain/basics/money.ts";

test.each([
  [0, "$0.00"],
  [1, "$0.01"],
  [10, "$0.10"],
  [99, "$0.99"],
  [100, "$1.00"],
  [10_000, "$100.00"],
  [25_027, "$250.27"],
  [99_999, "$999.99"],
  [100_000, "$1,000.00"],
  [290_000, "$2,900.00"],
  [MAX_AMOUNT, "$1,000,000.00"],
  [MAX_AMOUNT * MAX_QUANTITY, "$999,000,000.00"],
  [-1_050, "-$10.50"],
])("%i cents are displayed as %s", (cents, expected) => expect(formatDollars(cents)).toBe(expected));

test.each([
  [0, "0"],
  [5, "0.05"],
  [290_000, "2900"],
  [275_050, "2750.50"],
  [MAX_AMOUNT, "1000000"],
])("in a form field, %i cents are %s", (cents, expected) => expect(inDollars(cents)).toBe(expected));

test("every amount is displayed to the cent", () => {
  const wrong: number[] = [];
  // The last one is the total of a million bills of $100,000.
  for (const start of [0, 28_999_000, MAX_AMOUNT - 2_000, MAX_AMOUNT * MAX_QUANTITY - 2_000, 10_000_000_000_000]) {
    for (let cents = start; cents <= start + 2_000; cents += 1) {
      const digits = `${cents}`.padStart(3, "0");
      const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",");
      if (formatDollars(cents) !== `$${whole}.${digits.slice(-2)}`) wrong.push(cents);
    }
  }
  expect(wrong).toEqual([]);
});

test.each([
  [0, 1, 0],
  [0, 7, 0],
  [1, 1, 1],
  [3_275, 1, 3_275],
  [3_275, 3, 9_825],
  [4_599, 1_000, 4_599_000],
  [1, MAX_QUANTITY, 999],
])("%i cents times %i are %i cents", (price, quantity, value) => expect(billValue(price, quantity)).toBe(value));

test("the value of the largest bill and the sum of 50,000 such bills are exact integers", () => {
  const largest = billValue(MAX_AMOUNT, MAX_QUANTITY);
  expect(BigInt(largest)).toBe(BigInt(MAX_AMOUNT) * BigInt(MAX_QUANTITY));
  expect(Number.isSafeInteger(largest * 50_000)).toBe(true);
});
