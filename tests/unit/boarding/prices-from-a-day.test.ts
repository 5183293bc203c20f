import { expect, test } from "vitest";
import { describeChanges } from "#app/domain/activity/changes.ts";
import { factsAsOf, type HorseWithPast, type PastHorse } from "#app/domain/barn/horse-history.ts";
import { NO_NEXT_PRICES, nextPricesProblem } from "#app/domain/barn/next-prices.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import { type BoardBasis, daysInWords } from "#app/domain/boarding/board-parts.ts";
import { boardOf, linesOf } from "#app/domain/boarding/boarding-month.ts";
import { DEFAULT_CHARGES, type HorseFacts, NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";

const FACTS: HorseFacts = {
  ...{ customerId: "maeve", responsibleParty: "Maeve", location: "florida" },
  ...{ checkInDate: "2026-01-01", checkOutDate: null, hasBlanket: false, isBillable: true },
  ...{ ...NEW_HORSE, boarding: 290_000, boardingSurcharge: 0, training: 0 },
};

type Past = Pick<PastHorse, "held"> & Partial<HorseFacts> & { at: string };

/** A horse with $2,900.00 of boarding but for `now`, and as it was before each change, the newest first; a day stands for its noon. */
function horseOf(now: Partial<HorseWithPast>, ...past: Past[]): HorseWithPast {
  const changes = past.map(({ at, ...change }, n) => ({
    ...{ ...FACTS, ...change, seq: past.length - n, actor: null },
    at: at.length === 10 ? `${at}T17:00:00.000Z` : at,
  }));
  return { ...FACTS, ...NO_NEXT_PRICES, createdAt: "2026-01-01T15:00:00.000Z", deletedAt: null, ...now, changes };
}

const next = (pricesFrom: string, boarding = 350_000) => ({ pricesFrom, nextBoarding: boarding });
const held = (from: string, boarding = 350_000) => ({
  held: { from, boarding, boardingSurcharge: null, training: null },
});
const RAISED = { boarding: 350_000 };

test.each<[what: string, horse: HorseWithPast, amounts: [day: string, boarding: number][]]>([
  [
    "next prices",
    horseOf(next("2026-12-01")),
    [
      ["2026-11-30", 290_000],
      ["2026-12-01", 350_000],
      ["2027-01-15", 350_000],
    ],
  ],
  [
    "next prices, and another price at once after they were given: they stay",
    horseOf({ ...next("2026-12-01"), boarding: 300_000 }, { at: "2026-11-20" }),
    [
      ["2026-11-19", 290_000],
      ["2026-11-20", 300_000],
      ["2026-12-01", 350_000],
    ],
  ],
  [
    "next prices that became the prices two nights late",
    horseOf(RAISED, { at: "2026-12-03", ...held("2026-12-01") }),
    [
      ["2026-11-30", 290_000],
      ["2026-12-01", 350_000],
      ["2026-12-03", 350_000],
    ],
  ],
  [
    "another price on the day from which the next ones hold: the newest counts",
    horseOf(
      { boarding: 360_000 },
      { at: "2026-12-01T20:00:00.000Z", ...RAISED },
      { at: "2026-12-01T10:00:00.000Z", ...held("2026-12-01") },
    ),
    [
      ["2026-11-30", 290_000],
      ["2026-12-01", 360_000],
    ],
  ],
  [
    "prices from a day that is over",
    horseOf(RAISED, { at: "2026-11-10", ...held("2026-11-01") }),
    [
      ["2026-10-31", 290_000],
      ["2026-11-01", 350_000],
      ["2026-11-10", 350_000],
    ],
  ],
  [
    "a price whose day was given later",
    horseOf(RAISED, { at: "2026-11-12", ...RAISED, ...held("2026-11-01") }, { at: "2026-11-10" }),
    [
      ["2026-10-31", 290_000],
      ["2026-11-01", 350_000],
      ["2026-11-11", 350_000],
    ],
  ],
  [
    "prices from a day before another change: the newest change counts",
    horseOf(RAISED, { at: "2026-11-12", boarding: 300_000, ...held("2026-11-01") }, { at: "2026-11-05" }),
    [
      ["2026-10-31", 290_000],
      ["2026-11-01", 350_000],
      ["2026-11-05", 350_000],
    ],
  ],
  [
    "prices from two days, the later one given first",
    horseOf(
      { boarding: 310_000 },
      { at: "2026-11-12", ...RAISED, ...held("2026-11-01", 310_000) },
      { at: "2026-11-10", ...held("2026-11-08") },
    ),
    [
      ["2026-10-31", 290_000],
      ["2026-11-01", 310_000],
      ["2026-11-08", 310_000],
    ],
  ],
  [
    "prices from a day, and another price since",
    horseOf({ boarding: 370_000 }, { at: "2026-11-20", ...RAISED }, { at: "2026-11-10", ...held("2026-11-01") }),
    [
      ["2026-11-01", 350_000],
      ["2026-11-19", 350_000],
      ["2026-11-20", 370_000],
    ],
  ],
  [
    "prices from a day that were undone: they hold on the days between, as any change that was undone",
    horseOf({}, { at: "2026-11-12", ...RAISED }, { at: "2026-11-10", held: null }),
    [
      ["2026-11-01", 290_000],
      ["2026-11-10", 350_000],
      ["2026-11-12", 290_000],
    ],
  ],
  [
    "prices from a day before the horse was entered",
    { ...horseOf(RAISED, { at: "2026-11-12", ...held("2026-11-05") }), createdAt: "2026-11-10T17:00:00.000Z" },
    [
      ["2026-11-04", 290_000],
      ["2026-11-05", 350_000],
    ],
  ],
  [
    "next prices that came with summer time's end, saved in the hour that comes twice",
    horseOf(RAISED, { at: "2026-11-01T06:30:00.000Z", ...held("2026-11-01") }),
    [
      ["2026-10-31", 290_000],
      ["2026-11-01", 350_000],
    ],
  ],
])("%s", (_, horse, amounts) => {
  expect(amounts.map(([day]) => [day, factsAsOf(horse, day).boarding])).toEqual(amounts);
});

test("a price without a next one stays, and so does its own history", () => {
  const horse = horseOf(
    { ...RAISED, training: 20_000 },
    { at: "2026-11-12", training: 20_000, ...held("2026-11-01") },
    { at: "2026-11-05" },
  );
  expect(factsAsOf(horse, "2026-11-01")).toMatchObject({ boarding: 350_000, training: 0 });
  expect(factsAsOf(horse, "2026-11-05")).toMatchObject({ boarding: 350_000, training: 20_000 });
});

const SOLD = { customerId: "priya", responsibleParty: "Priya" };
const PRORATED = { ...DEFAULT_CHARGES, isProrated: true };

test.each<[what: string, month: string, horse: HorseWithPast & BoardBasis, bills: string[], sum: number]>([
  [
    "from the first day of the next month",
    "2026-12",
    { ...horseOf(next("2026-12-01")), asOf: "2026-11-20" },
    ["12/01 to 12/31: 350000"],
    350_000,
  ],
  [
    "from the first day of the next month, this month",
    "2026-11",
    { ...horseOf(next("2026-12-01")), asOf: "2026-11-20" },
    ["11/01 to 11/30: 290000"],
    290_000,
  ],
  [
    "from a day of the running month that is still to come",
    "2026-11",
    { ...horseOf(next("2026-11-25")), asOf: "2026-11-20" },
    ["11/01 to 11/30: 290000"],
    290_000,
  ],
  [
    "from a day of the running month that is still to come, the others chosen",
    "2026-11",
    { ...horseOf(next("2026-11-25")), asOf: "2026-11-20", usesOtherPrices: true },
    ["11/01 to 11/30: 350000"],
    350_000,
  ],
  [
    "from a day of the running month that has come, before the nightly schedule",
    "2026-11",
    { ...horseOf(next("2026-11-15")), asOf: "2026-11-20" },
    ["11/01 to 11/30: 350000"],
    350_000,
  ],
  [
    "from a day within a month that is over",
    "2026-11",
    { ...horseOf(next("2026-11-15")), asOf: "2026-12-02", isOver: true },
    ["11/01 to 11/30: 290000"],
    290_000,
  ],
  [
    "from the first day of a month that is over, given later",
    "2026-11",
    { ...horseOf(RAISED, { at: "2026-11-03", ...held("2026-11-01") }), isOver: true },
    ["11/01 to 11/30: 350000"],
    350_000,
  ],
  [
    "from a day of today's facts, before the nightly schedule",
    "2026-11",
    { ...horseOf(next("2026-12-01")), asOf: "2026-12-02", isOver: true, usesToday: true },
    ["11/01 to 11/30: 350000"],
    350_000,
  ],
  [
    "from a day of today's facts that is still to come",
    "2026-11",
    { ...horseOf(next("2026-12-01")), asOf: "2026-11-30", usesToday: true },
    ["11/01 to 11/30: 290000"],
    290_000,
  ],
  [
    "from a day on which the horse is away",
    "2026-11",
    {
      ...horseOf(
        { ...RAISED, checkInDate: "2026-11-20" },
        { at: "2026-11-20", checkOutDate: "2026-11-10", ...RAISED },
        { at: "2026-11-15", checkOutDate: "2026-11-10", ...held("2026-11-15") },
        { at: "2026-11-09" },
      ),
      isOver: true,
    },
    ["11/01 to 11/10: 290000", "11/20 to 11/30: 350000"],
    225_000,
  ],
  [
    "from the day on which it is sold",
    "2026-11",
    {
      ...horseOf(
        { ...RAISED, ...SOLD },
        { at: "2026-11-16T18:00:00.000Z", ...RAISED },
        { at: "2026-11-16", ...held("2026-11-16") },
      ),
      isOver: true,
    },
    ["11/01 to 11/15: 290000", "11/16 to 11/30: 350000"],
    320_000,
  ],
])("a price %s", (_, month, horse, bills, sum) => {
  const board = boardOf({ ...PRORATED, ...horse }, month);
  expect(board.parts.map((part) => `${daysInWords(part)}: ${part.facts.boarding}`)).toEqual(bills);
  expect(totalOf(linesOf(board, PRORATED))).toBe(sum);
});

test("a price from a day within the month is marked from that day, not from the one when it was saved", () => {
  const marks = ({ changedPrices }: ReturnType<typeof boardOf>) =>
    changedPrices.flatMap(({ amounts }) => amounts.map((each) => `${daysInWords(each)} ${each.value}`));
  const expected = ["11/01 to 11/14 290000", "11/15 to 11/30 350000"];
  expect(marks(boardOf({ ...PRORATED, ...horseOf(next("2026-11-15")), asOf: "2026-11-02" }, "2026-11"))).toEqual(
    expected,
  );
  expect(
    marks(boardOf({ ...PRORATED, ...horseOf(RAISED, { at: "2026-11-18", ...held("2026-11-15") }) }, "2026-11")),
  ).toEqual(expected);
});

test.each<[day: string | null, problem: string | undefined]>([
  [null, undefined],
  ["2025-11-26", "Choose a day from 11/27/2025 to 11/27/2027."],
  ["2025-11-27", undefined],
  ["2027-11-27", undefined],
  ["2027-11-28", "Choose a day from 11/27/2025 to 11/27/2027."],
])("on 11/27/2026 a price from %s: %s", (day, problem) => {
  expect(nextPricesProblem(day, "2026-11-27")).toBe(problem);
});

test("Activity says next prices in dollars, and the day from which prices hold", () => {
  const of = (record: object) => [{ table: "horses", id: "pia", ...record }];
  const [before, after] = [
    of({ next_boarding: null, prices_since: null }),
    of({ next_boarding: 350_000, prices_since: "2026-11-01" }),
  ];
  expect(describeChanges(before, after, {})).toBe("Next Boarding: none → $3,500.00; Prices From: none → 11/01/2026");
});
