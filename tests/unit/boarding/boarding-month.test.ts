import { expect, test } from "vitest";
import { describeDifferences, type PastHorse } from "#app/domain/barn/horse-history.ts";
import { NO_NEXT_PRICES } from "#app/domain/barn/next-prices.ts";
import type { BilledLine } from "#app/domain/boarding/board-parts.ts";
import { prorated } from "#app/domain/boarding/boarding.ts";
import { asOfWords, billingStateOf, boardOf, type HorseOfMonth, linesOf } from "#app/domain/boarding/boarding-month.ts";
import { DEFAULT_CHARGES, type HorseFacts, NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";

const TODAY = "2026-11-22";
const HORSE: HorseOfMonth = {
  customerId: "ana",
  responsibleParty: "Ana",
  createdAt: "2026-01-01T15:00:00.000Z",
  deletedAt: null,
  changes: [],
  usesToday: false,
  isNotOwed: false,
  ...NEW_HORSE,
  hasBlanket: true,
  location: "long-island",
  ...DEFAULT_CHARGES,
  checkInDate: "2026-01-01",
  checkOutDate: null,
  isBillable: true,
  isListed: true,
  isProrated: true,
  ...{ payer: null, isOver: false, usesOtherPrices: false, asOf: null },
  billed: [],
  logged: [],
  billedLately: null,
};

const billed = (change: Partial<BilledLine> = {}): BilledLine => ({
  ...{ serviceId: null, first: "2026-11-01", last: "2026-11-30", date: "2026-11-12" },
  ...change,
});

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
  expect(boardOf({ ...HORSE, checkInDate: from, checkOutDate: to }, month).part).toEqual({ days, of });
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
  const board = boardOf({ ...HORSE, checkInDate: "2026-11-21" }, "2026-11");
  expect(linesOf(board, HORSE).map(({ value }) => value)).toEqual([96_667, 5_000, 8_342, 10_000, 58_333]);
  const whole = linesOf(board, { ...HORSE, isProrated: false }).map(({ value }) => value);
  expect(whole).toEqual([290_000, 15_000, 25_027, 10_000, 175_000]);
});

test.each<[what: string, month: string, change: Partial<HorseOfMonth>, kind: string, reasons: string[]]>([
  ["a horse of the whole month", "2026-11", {}, "billed", []],
  ["a horse that is not billable", "2026-11", { isBillable: false }, "left out", ["not billable"]],
  ["a horse that came on the first day", "2026-11", { checkInDate: "2026-11-01" }, "billed", ["first month"]],
  ["the same horse a month later", "2026-12", { checkInDate: "2026-11-01" }, "billed", []],
  ["a horse whose board is not owed", "2026-11", { isNotOwed: true }, "optional", ["marked not to bill"]],
  [
    "a billed horse",
    "2026-11",
    { billed: [billed({ date: "2026-11-03" })] },
    "optional",
    ["already billed 11/03/2026"],
  ],
  [
    "a horse that came this month",
    "2026-11",
    { checkInDate: "2026-11-21" },
    "billed",
    ["on the property since 11/21/2026"],
  ],
  [
    "the same horse for the last month",
    "2026-10",
    { checkInDate: "2026-11-21" },
    "left out",
    ["on the property since 11/21/2026"],
  ],
  [
    "a horse that left this month",
    "2026-11",
    { checkOutDate: "2026-11-12", isListed: false },
    "optional",
    ["checked out 11/12/2026"],
  ],
  [
    "a horse that was deleted this month",
    "2026-11",
    { deletedAt: "2026-11-12T17:00:00.000Z", isListed: false },
    "optional",
    ["deleted 11/12/2026"],
  ],
  [
    "a horse that was deleted before",
    "2026-11",
    { deletedAt: "2026-10-12T17:00:00.000Z", isListed: false },
    "left out",
    ["on the property since 01/01/2026"],
  ],
  [
    "a horse that was billed and deleted",
    "2026-11",
    { deletedAt: "2026-11-12T17:00:00.000Z", isListed: false, billed: [billed()] },
    "optional",
    ["already billed 11/12/2026", "deleted 11/12/2026"],
  ],
  [
    "a horse that left, in the list of all",
    "2026-11",
    { checkOutDate: "2026-11-12" },
    "billed",
    ["on the property until 11/12/2026"],
  ],
  ["a horse that left before", "2026-11", { checkOutDate: "2026-10-31" }, "left out", ["checked out 10/31/2026"]],
  [
    "a horse that comes later this month",
    "2026-11",
    { checkInDate: "2026-11-28", isListed: false },
    "optional",
    ["arrives 11/28/2026"],
  ],
  ["a horse that comes next month", "2026-11", { checkInDate: "2026-12-01" }, "left out", ["arrives 12/01/2026"]],
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
    { checkInDate: "2026-11-02", checkOutDate: "2026-11-12", billed: [billed()] },
    "optional",
    ["already billed 11/12/2026", "on the property since 11/02/2026, until 11/12/2026"],
  ],
])("%s, billed for %s: %j is %s", (_, month, change, kind, reasons) => {
  const horse = { ...HORSE, ...change };
  expect(billingStateOf(horse, boardOf(horse, month), month, TODAY)).toMatchObject({ kind, reasons });
});

/** The horse before changes at instants, the newest first. */
const before = (...changes: ({ at: string } & Partial<HorseFacts>)[]): PastHorse[] =>
  changes.map((change, i) => ({ ...HORSE, ...change, seq: 9 - i, actor: null }));

/** In on 10/01, out on 11/10, back on 11/20. */
const RETURNED = {
  checkInDate: "2026-11-20",
  changes: before(
    { at: "2026-11-20T14:00:00.000Z", checkInDate: "2026-10-01" },
    { at: "2026-11-20T13:59:00.000Z", checkInDate: "2026-10-01", checkOutDate: "2026-11-10" },
    { at: "2026-11-09T14:00:00.000Z", checkInDate: "2026-10-01" },
  ),
};

test.each<[what: string, change: Partial<HorseOfMonth>, month: string, days: number, reasons: string[]]>([
  [
    "two stays, in the month of both",
    RETURNED,
    "2026-11",
    21,
    ["on the property until 11/10/2026 and since 11/20/2026"],
  ],
  [
    "a blanket since",
    { changes: before({ at: "2026-11-12T15:00:00.000Z", hasBlanket: false }) },
    "2026-11",
    30,
    ["blanket changed 11/12/2026"],
  ],
  ["two stays, in the month before", RETURNED, "2026-10", 31, ["first month"]],
  ["two stays, before the first", RETURNED, "2026-09", 0, ["on the property since 11/20/2026"]],
  [
    "three stays in one month",
    {
      checkInDate: "2026-11-25",
      changes: before(
        { at: "2026-11-25T14:00:00.000Z", checkInDate: "2026-11-15", checkOutDate: "2026-11-16" },
        { at: "2026-11-15T14:00:00.000Z", checkInDate: "2026-01-01", checkOutDate: "2026-11-01" },
      ),
    },
    "2026-11",
    1 + 2 + 6,
    ["on the property until 11/01/2026 and since 11/15/2026, until 11/16/2026 and since 11/25/2026"],
  ],
  [
    "a check-out date that was corrected is no stay of its own",
    { checkOutDate: "2026-11-12", changes: before({ at: "2026-11-10T14:00:00.000Z", checkOutDate: "2026-11-10" }) },
    "2026-11",
    12,
    ["on the property until 11/12/2026"],
  ],
  [
    "a stay that was planned and moved before it began",
    {
      checkInDate: "2026-12-03",
      isListed: false,
      changes: before({ at: "2026-10-28T14:00:00.000Z", checkInDate: "2026-11-05", checkOutDate: "2026-11-10" }),
    },
    "2026-11",
    0,
    ["arrives 12/03/2026"],
  ],
  [
    "a return that is planned for the next month",
    {
      checkInDate: "2026-12-05",
      isListed: false,
      changes: before({ at: "2026-11-11T14:00:00.000Z", checkInDate: "2026-10-01", checkOutDate: "2026-11-10" }),
    },
    "2026-11",
    10,
    ["arrives 12/05/2026"],
  ],
])("%s", (_, change, month, days, reasons) => {
  const horse = { ...HORSE, ...change };
  const board = boardOf(horse, month);
  expect([board.part.days, billingStateOf(horse, board, month, TODAY).reasons]).toEqual([days, reasons]);
});

const raised = (at: string) => before({ at, boarding: 250_000 });

test.each<[what: string, change: Partial<HorseOfMonth>, month: string, boarding: number, asOf: string]>([
  ["a price that was never changed", {}, "2026-10", 290_000, "October"],
  [
    "raised on the last day of the month",
    { changes: raised("2026-10-31T16:00:00.000Z") },
    "2026-10",
    290_000,
    "October",
  ],
  [
    "raised a minute before midnight in New York",
    { changes: raised("2026-11-01T03:59:00.000Z") },
    "2026-10",
    290_000,
    "October",
  ],
  ["raised at midnight in New York", { changes: raised("2026-11-01T04:00:00.000Z") }, "2026-10", 250_000, "October"],
  ["raised in the middle of the month", { changes: raised("2026-10-15T16:00:00.000Z") }, "2026-10", 290_000, "October"],
  ["raised after the month", { changes: raised("2026-11-15T16:00:00.000Z") }, "2026-10", 250_000, "October"],
  ["raised this month", { changes: raised("2026-11-15T16:00:00.000Z") }, "2026-11", 290_000, "November"],
  [
    "raised after the horse left",
    { changes: raised("2026-11-15T16:00:00.000Z"), checkOutDate: "2026-11-14" },
    "2026-11",
    250_000,
    "11/14/2026",
  ],
  [
    "raised on the day when the horse left",
    { changes: raised("2026-11-15T16:00:00.000Z"), checkOutDate: "2026-11-15" },
    "2026-11",
    290_000,
    "11/15/2026",
  ],
  [
    "raised twice since",
    {
      changes: before(
        { at: "2026-11-20T16:00:00.000Z", boarding: 270_000 },
        { at: "2026-11-10T16:00:00.000Z", boarding: 250_000 },
      ),
    },
    "2026-10",
    250_000,
    "October",
  ],
  [
    "raised on the day when the horse was added late",
    { createdAt: "2026-11-10T16:00:00.000Z", changes: raised("2026-11-10T17:00:00.000Z") },
    "2026-10",
    290_000,
    "October",
  ],
  [
    "raised a day after the horse was added late",
    { createdAt: "2026-11-10T16:00:00.000Z", changes: raised("2026-11-11T17:00:00.000Z") },
    "2026-10",
    250_000,
    "October",
  ],
  [
    "raised after a leap February",
    { createdAt: "2024-01-01T16:00:00.000Z", checkInDate: "2024-01-01", changes: raised("2024-03-01T05:00:00.000Z") },
    "2024-02",
    250_000,
    "February",
  ],
  [
    "raised on a leap day",
    { createdAt: "2024-01-01T16:00:00.000Z", checkInDate: "2024-01-01", changes: raised("2024-03-01T04:59:00.000Z") },
    "2024-02",
    290_000,
    "February",
  ],
  [
    "raised at the turn of the year",
    { createdAt: "2025-01-01T16:00:00.000Z", checkInDate: "2025-01-01", changes: raised("2026-01-01T05:00:00.000Z") },
    "2025-12",
    250_000,
    "December",
  ],
  [
    "billed at today's price",
    { changes: raised("2026-11-15T16:00:00.000Z"), usesToday: true },
    "2026-10",
    290_000,
    "October",
  ],
])("%s", (_, change, month, boarding, asOf) => {
  const board = boardOf({ ...HORSE, ...change }, month);
  expect([board.facts.boarding, asOfWords(board, month)]).toEqual([boarding, asOf]);
});

test("owner, location, training, blanket and billable are those of the month, too, and the line says what is other today", () => {
  const then = {
    customerId: "ben",
    responsibleParty: "Ben",
    location: "florida",
    training: 0,
    hasBlanket: false,
    isBillable: false,
  } as const;
  const horse = { ...HORSE, changes: before({ at: "2026-11-15T16:00:00.000Z", ...then }) };
  const board = boardOf(horse, "2026-10");
  expect(board.facts).toMatchObject(then);
  const shown = { ...horse, ...NO_NEXT_PRICES, shares: [], id: "bella", seq: 1, version: 1, name: "Bella" };
  expect(describeDifferences(shown, board.facts, "October")).toEqual([
    "Responsible Party Ben as of October; Ana today",
    "Training $0.00 as of October; $1,750.00 today",
    "Blanket No as of October; Yes today",
    "Billable No as of October; Yes today",
    "Location Florida as of October; Long Island today",
  ]);
  expect(billingStateOf(horse, board, "2026-10", TODAY).why).toBe("not billable");
  const today = boardOf({ ...horse, usesToday: true }, "2026-10");
  expect(billingStateOf(horse, today, "2026-10", TODAY).kind).toBe("billed");
});
