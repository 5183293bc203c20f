import { expect, test } from "vitest";
import { parseEmail } from "#app/domain/basics/parse.ts";
import {
  readCredit,
  readDollars,
  readFlag,
  readLocation,
  readLongText,
  readName,
  readPhone,
  readQuantity,
  readTexts,
} from "#app/domain/import/import-values.ts";

/* Values as other systems write them (docs/product.md, 'Import'). `null` stands for a value that cannot come in. */

const MAX = 100_000_000;
const ROUNDED = "It is rounded to the cent.";

test.each<[unknown, number | null, string?]>([
  [2900, 290_000],
  [0, 0],
  ["0", 0],
  ["2,900.50", 290_050],
  ["$ 2900", 290_000],
  [".5", 50],
  ["$2,900", 290_000],
  ["$ 2,900.00 ", 290_000],
  ["$\u00a02,900.00\u00a0", 290_000],
  ["-", 0],
  [" $ -   ", 0],
  ["$\u00a0-", 0],
  ["-0.00", 0],
  ["(0.00)", 0],
  ["(100.00)", null],
  ["$ (100.00)", null],
  ["($100.00)", null],
  ["-$100", null],
  ["(100.00", null],
  ["--5", null],
  ["(-5)", null],
  ["$", null],
  [250.27, 25_027],
  [250.27000000000004, 25_027],
  [250.26999999999998, 25_027],
  [2900 * 0.0863, 25_027],
  [1.005, 101, ROUNDED],
  [1.004, 100, ROUNDED],
  ["1.239", 124, ROUNDED],
  ["2.500", 250, "Its point is read as that of cents, and not of thousands."],
  [2.5, 250],
  [1_000_000, MAX],
  [1_000_000.01, null],
  ["999999999999999999", null],
  [-1, null],
  ["-0.01", null],
  ["1,23", null],
  ["12 dollars", null],
  ["", null],
  [".", null],
  [null, null],
  [true, null],
  [1e21, null],
  [Number.NaN, null],
  [{ amount: 1 }, null],
])("the amount %j is %j cents", (raw, cents, note) => {
  const read = readDollars(raw, MAX);
  if (cents === null) expect(read).toHaveProperty("problem");
  else
    expect(read).toEqual({
      value: cents,
      ...(note && { note, ...(note === ROUNDED && { lost: expect.any(Number) }) }),
    });
});

test.each<[unknown, number]>([
  [-1, 100],
  ["-2,900.50", 290_050],
  ["(100.00)", 10_000],
  ["($ 100.00)", 10_000],
  ["$ (100.00)", 10_000],
  ["-$ 1", 100],
  ["$-1", 100],
  [0, 0],
  [-0, 0],
  ["-0.00", 0],
  ["-", 0],
  [5, 0],
  ["(a lot)", 0],
  ["-1,23", 0],
  [-1_000_000.01, 0],
  [null, 0],
])("the amount %j is %j cents below 0", (raw, cents) => {
  expect(readCredit(raw, MAX)).toBe(cents);
});

test.each<[unknown, boolean | null]>([
  [true, true],
  ["TRUE", true],
  ["yes", true],
  [1, true],
  ["x", true],
  ["Y", true],
  ["N ", false],
  [false, false],
  ["no", false],
  [0, false],
  ["", null],
  ["maybe", null],
  [2, null],
  [null, null],
  [[], null],
])("the flag %j is %j", (raw, flag) => {
  const read = readFlag(raw);
  expect("value" in read ? read.value : null).toBe(flag);
});

test.each<[unknown, number | null]>([
  [1, 1],
  ["3", 3],
  ["1,000", 1_000],
  ["1,5", null],
  [2.0, 2],
  ["2.0", 2],
  [0, null],
  [-1, null],
  [1.5, null],
  [1_001, null],
  ["two", null],
  [null, null],
])("the quantity %j is %j", (raw, quantity) => {
  const read = readQuantity(raw, 1_000);
  expect("value" in read ? read.value : null).toBe(quantity);
});

test.each<[unknown, string | null]>([
  ["florida", "florida"],
  ["Florida ", "florida"],
  ["Long Island", "long-island"],
  ["long_island", "long-island"],
  ["FL", "florida"],
  ["NY", "long-island"],
  [" li ", "long-island"],
  ["TX", null],
  ["Texas", null],
  ["constructor", null],
  [null, null],
])("the location %j is %j", (raw, location) => {
  const read = readLocation(raw);
  expect("value" in read ? read.value : null).toBe(location);
});

test.each<[unknown, string | null]>([
  [" Bella ", "Bella"],
  [42, "42"],
  ["", null],
  ["=1+1", null],
  ["a\0b", null],
  ["\ud800", null],
  ["x".repeat(201), null],
  [{ name: "x" }, null],
])("the name %j is %j", (raw, name) => {
  const read = readName(raw);
  expect("value" in read ? read.value : null).toBe(name);
});

test.each<[unknown, string]>([
  ["5.16555E+09", ""],
  ["5,1e9", ""],
  ["516-555-0101", "516-555-0101"],
  [5_165_550_101, "5165550101"],
])("the telephone number %j is %j", (raw, phone) => {
  expect(readPhone(raw)).toEqual({ value: phone, ...(phone === "" && { note: expect.stringContaining("rounded") }) });
});

test("a long text is cut off, and the note says so", () => {
  expect(readLongText("x".repeat(2_500), 2_000)).toEqual({
    value: "x".repeat(2_000),
    note: "Only its first 2,000 characters come in.",
  });
  expect(readLongText(null, 10)).toEqual({ value: "" });
  expect(readLongText({}, 10)).toHaveProperty("problem");
});

test.each<[unknown, string[] | null, boolean?]>([
  [["A@b.co", "a@b.co"], ["a@b.co"]],
  ["a@b.co; c@d.co,", ["a@b.co", "c@d.co"]],
  [null, []],
  [["nobody", "a@b.co"], ["a@b.co"], true],
  [[1, {}], [], true],
  [{}, null],
])("the list %j is %j", (raw, list, hasNote = false) => {
  const read = readTexts(raw, /[,;]/, parseEmail, 2);
  if (list === null) expect(read).toHaveProperty("problem");
  else expect(read).toEqual({ value: list, ...(hasNote && { note: expect.any(String) }) });
});
