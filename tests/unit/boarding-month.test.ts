import { expect, test } from "vitest";
import { prorated } from "#app/domain/boarding.ts";
import { billingStateOf, type HorseOfMonth, linesOfMonth, partOfMonth } from "#app/domain/boarding-month.ts";
import { DEFAULT_CHARGES } from "#app/domain/fixed-services.ts";

const TODAY = "2026-11-22";
const HORSE: HorseOfMonth = {
  boarding: 290_000,
  boardingSurcharge: 15_000,
  training: 175_000,
  hasBlanket: true,
  location: "long-island",
  ...DEFAULT_CHARGES,
  checkInDate: "2026-01-01",
  checkOutDate: null,
  isBillable: true,
  isListed: true,
  isProrated: true,
  billedOn: null,
  billedLately: null,
};

test.each<[month: string, from: string, to: string | null, days: number, of: number]>([
  ["2026-11", "2026-01-01", null, 30, 30],
  ["2026-11", "2026-11-01", null, 30, 30],
  ["2026-11", "2026-11-02", null, 29, 30],
  ["2026-11", "2026-11-21", null, 10, 30],
  ["2026-11", "2026-11-30", null, 1, 30],
  ["2026-11", "2026-12-01", null, 0, 30],
  ["2026-11", "2026-01-01", "2026-10-31", 0, 30],
  ["2026-11", "2026-01-01", "2026-11-01", 1, 30],
  ["2026-11", "2026-01-01", "2026-11-30", 30, 30],
  ["2026-11", "2026-01-01", "2026-12-24", 30, 30],
  ["2026-11", "2026-11-05", "2026-11-05", 1, 30],
  ["2026-11", "2026-11-05", "2026-11-14", 10, 30],
  ["2026-12", "2026-12-31", null, 1, 31],
  ["2026-02", "2026-02-28", null, 1, 28],
  ["2026-02", "2026-01-01", null, 28, 28],
  ["2028-02", "2028-02-28", null, 2, 29],
  ["2028-02", "2028-02-29", "2028-03-05", 1, 29],
])("in %s, a horse that is in the property from %s to %s is there %i of %i days", (month, from, to, days, of) => {
  expect(partOfMonth({ checkInDate: from, checkOutDate: to }, month)).toEqual({ days, of });
});

test.each([
  [290_000, 10, 30, 96_667],
  [290_000, 20, 30, 193_333],
  [290_000, 30, 30, 290_000],
  [1, 1, 2, 1],
  [1, 14, 29, 0],
  [1, 15, 29, 1],
  [3, 5, 30, 1],
  [3, 4, 30, 0],
  [25_027, 1, 31, 807],
  [0, 5, 30, 0],
  [99_999_999_999, 30, 31, 96_774_193_547],
])("of %i cents, %i of %i days are %i cents", (amount, days, of, expected) => {
  expect(prorated(amount, { days, of })).toBe(expected);
});

test("every part of every amount is the exact quotient, half a cent up", () => {
  for (const of of [28, 29, 30, 31]) {
    for (let days = 1; days <= of; days += 1) {
      for (const amount of [0, 1, 2, 3, 14, 15, 16, 99_999, 275_050, 290_000]) {
        const exact = BigInt(amount) * BigInt(days) * 2n + BigInt(of);
        expect([amount, days, of, prorated(amount, { days, of })]).toEqual([
          ...[amount, days, of, Number(exact / (2n * BigInt(of)))],
        ]);
      }
    }
  }
});

test("a part month has a part of boarding, surcharge, Long Island surcharge and training, and the whole blanket", () => {
  const horse = { ...HORSE, checkInDate: "2026-11-21" };
  expect(linesOfMonth(horse, "2026-11").map(({ value }) => value)).toEqual([96_667, 5_000, 8_342, 10_000, 58_333]);
  const whole = linesOfMonth({ ...horse, isProrated: false }, "2026-11").map(({ value }) => value);
  expect(whole).toEqual([290_000, 15_000, 25_027, 10_000, 175_000]);
});

test.each<[what: string, month: string, change: Partial<HorseOfMonth>, kind: string, reasons: string[]]>([
  ["a horse of the whole month", "2026-11", {}, "billed", []],
  ["a horse that is not billable", "2026-11", { isBillable: false }, "left out", ["not billable"]],
  ["a billed horse", "2026-11", { billedOn: "2026-11-03" }, "optional", ["already billed 11/03/2026"]],
  [
    "a horse that came this month",
    "2026-11",
    { checkInDate: "2026-11-21" },
    "billed",
    ["in the property since 11/21/2026"],
  ],
  [
    "the same horse for the last month",
    "2026-10",
    { checkInDate: "2026-11-21" },
    "left out",
    ["in the property since 11/21/2026"],
  ],
  [
    "a horse that left this month",
    "2026-11",
    { checkOutDate: "2026-11-12", isListed: false },
    "optional",
    ["checked out 11/12/2026"],
  ],
  ["a horse that left, in the list of all", "2026-11", { checkOutDate: "2026-11-12" }, "billed", ["until 11/12/2026"]],
  ["a horse that left before", "2026-11", { checkOutDate: "2026-10-31" }, "left out", ["checked out 10/31/2026"]],
  [
    "a horse that comes later this month",
    "2026-11",
    { checkInDate: "2026-11-28", isListed: false },
    "optional",
    ["not in the property until 11/28/2026"],
  ],
  [
    "a horse that comes next month",
    "2026-11",
    { checkInDate: "2026-12-01" },
    "left out",
    ["not in the property until 12/01/2026"],
  ],
  [
    "a horse that was billed for another month a day before",
    "2026-11",
    { billedLately: { date: "2026-11-21", month: "2026-10" } },
    "billed",
    ["billed 11/21/2026 for October"],
  ],
  [
    "a horse that came and left this month, and was billed",
    "2026-11",
    { checkInDate: "2026-11-02", checkOutDate: "2026-11-12", billedOn: "2026-11-12" },
    "optional",
    ["already billed 11/12/2026", "in the property since 11/02/2026, until 11/12/2026"],
  ],
])("%s, billed for %s: %j is %s", (_, month, change, kind, reasons) => {
  expect(billingStateOf({ ...HORSE, ...change }, month, TODAY)).toMatchObject({ kind, reasons });
});
