import { expect, test } from "vitest";
import { MAX_AMOUNT } from "#app/domain/basics/money.ts";
import { KNOWN_FIELDS } from "#app/domain/import/import-columns.ts";
import { columnStyleOf, readCredit, readField } from "#app/domain/import/import-values.ts";

/* Values as other systems write them, read for a field of the form (docs/moving-in.md, 'Tables'). `null` stands for a value that cannot come in. */

const ROUNDED = "It is rounded to the cent.";
const POINT = "Its point is read as that of cents, and not of thousands.";
const CUT = "Only its first 50 characters are imported.";
const LOST = "A spreadsheet has rounded it, so no number is imported.";
const SOME = "Some of its entries cannot be imported.";

function read(of: string, raw: unknown) {
  const [table, name] = of.split(".");
  const field = KNOWN_FIELDS[table as keyof typeof KNOWN_FIELDS].find((each) => each.name === name);
  if (!field) throw new Error(`There is no field ${of}`);
  return readField(field, raw, columnStyleOf([raw], "2026-11-21T12:00:00.000Z"));
}

type Values = readonly (readonly [raw: unknown, value: unknown, note?: string])[];

const CASES: { [field: string]: Values } = {
  "horses.boarding": [
    ...([2900, "2,900.00", "$ 2900", "$2,900", "$\u00a02,900.00\u00a0"] as const).map((raw) => [raw, 290_000] as const),
    ...(["0", 0, "-", " $ -   ", "$\u00a0-", "-0.00", "(0.00)"] as const).map((raw) => [raw, 0] as const),
    ...([".5", 0.5] as const).map((raw) => [raw, 50] as const),
    ...([250.27, 250.27000000000004, 250.26999999999998, 2900 * 0.0863] as const).map((raw) => [raw, 25_027] as const),
    [1.005, 101, ROUNDED],
    [1.004, 100, ROUNDED],
    ["1.239", 124, ROUNDED],
    ["2.500", 250, POINT],
    [1_000_000, MAX_AMOUNT],
    ...(
      [
        "(100.00)",
        "$ (100.00)",
        "-$100",
        "(100.00",
        "--5",
        "(-5)",
        "$",
        ".",
        "1,23",
        "12 dollars",
        `5${" ".repeat(9_000)}x`,
      ] as const
    ).map((raw) => [raw, null] as const),
    ...[1_000_000.01, "999999999999999999", -1, true, 1e21, Number.NaN, { amount: 1 }].map(
      (raw) => [raw, null] as const,
    ),
  ],
  "horses.isBillable": [
    ...[true, "TRUE", "yes", 1, "x", "Y", "$100.00"].map((raw) => [raw, true] as const),
    ...[false, "no", 0, "N ", "$0.00"].map((raw) => [raw, false] as const),
    ...["maybe", 2, []].map((raw) => [raw, null] as const),
  ],
  "horses.location": [
    ...["florida", "Florida ", "FL"].map((raw) => [raw, "florida"] as const),
    ...["Long Island", "long_island", "NY", " li "].map((raw) => [raw, "long-island"] as const),
    ...["TX", "Wellington", "f", "constructor", {}].map((raw) => [raw, null] as const),
  ],
  "horses.checkInDate": [
    ["1/3/26", "2026-01-03"],
    ["1/3/1999", "2000-01-01", "It is before 01/01/2000, the first day of Hayloft, which is used."],
    ["last spring", null],
  ],
  "customers.name": [
    [" Bella ", "Bella"],
    [42, "42"],
    ...["", "=1+1", "a\0b", "\ud800", "x".repeat(201), { name: "x" }].map((raw) => [raw, null] as const),
  ],
  "customers.phone": [
    [5_165_550_101, "5165550101"],
    ["5.16555E+09", "", LOST],
    ["5,1e9", "", LOST],
    ["x".repeat(60), "x".repeat(50), CUT],
    [{}, null],
  ],
  "customers.emails": [
    [["A@b.co", "a@b.co"], ["a@b.co"]],
    ["a@b.co; c@d.co,", ["a@b.co", "c@d.co"]],
    [["nobody", "a@b.co"], ["a@b.co"], SOME],
    [[1, {}], [], SOME],
    [{}, null],
  ],
  "customers.riders": [["Bo, Cy;\nBo", ["Bo", "Cy"]]],
};

type Case = [field: string, ...Values[number]];

test.each<Case>(Object.entries(CASES).flatMap(([field, all]) => all.map((each): Case => [field, ...each])))(
  "the value of %s in %j is %j",
  (field, raw, value, note) => {
    const result = read(field, raw);
    if (value === null) expect(result).toEqual({ problem: expect.stringMatching(/\.$/) });
    else expect(result).toEqual({ value, ...(note && { note }) });
  },
);

test.each<[unknown, number]>([
  [-1, 100],
  ["-2,900.50", 290_050],
  ["(100.00)", 10_000],
  ["($ 100.00)", 10_000],
  ["-$ 1", 100],
  ["$-1", 100],
  [-0, 0],
  ["-0.00", 0],
  ["-", 0],
  [5, 0],
  ["(a lot)", 0],
  [-1_000_000.01, 0],
  [null, 0],
])("the amount %j is %j cents below 0", (raw, cents) => {
  expect(readCredit(raw, MAX_AMOUNT)).toBe(cents);
});
