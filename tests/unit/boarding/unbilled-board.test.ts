import { expect, test } from "vitest";
import { DEFAULT_CHARGES, type HorseFacts, NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";
import { daysOf } from "#app/domain/boarding/owed-charges.ts";
import {
  type BoardIn,
  boardMonths,
  earliestMonth,
  monthDue,
  monthNotBilled,
  monthsOffered,
  offeredMonth,
  type UnbilledHorse,
  unbilledBoard,
} from "#app/domain/boarding/unbilled-board.ts";

const FACTS: HorseFacts = {
  customerId: "ana",
  responsibleParty: "Ana",
  checkInDate: "2026-01-01",
  checkOutDate: null,
  ...NEW_HORSE,
  hasBlanket: false,
  isBillable: true,
  location: "florida",
};
const HORSE: UnbilledHorse = {
  ...FACTS,
  ...DEFAULT_CHARGES,
  isProrated: false,
  createdAt: "2026-01-01T15:00:00.000Z",
  deletedAt: null,
  changes: [],
  months: [{ month: "2026-10", billed: [] }],
};
const before = (at: string, change: Partial<HorseFacts>) => [{ ...FACTS, ...change, at, seq: 1, actor: null }];

test.each<[what: string, change: Partial<UnbilledHorse>, found: string[]]>([
  ["a horse of the whole month", {}, ["2026-10 31"]],
  ["a horse that left on the 1st", { checkOutDate: "2026-10-01" }, ["2026-10 1"]],
  ["a horse that left before", { checkOutDate: "2026-09-30" }, []],
  ["a horse that came on the last day", { checkInDate: "2026-10-31" }, ["2026-10 1"]],
  ["a horse that came after", { checkInDate: "2026-11-01" }, []],
  ["a horse that was deleted since", { deletedAt: "2026-11-05T17:00:00.000Z" }, ["2026-10 31"]],
  ["a horse that was deleted in the month", { deletedAt: "2026-10-12T17:00:00.000Z" }, ["2026-10 12"]],
  ["a horse that was deleted before", { deletedAt: "2026-09-12T17:00:00.000Z" }, []],
  ["a horse that is not billable", { isBillable: false }, []],
  [
    "a horse that became not billable after the month",
    { isBillable: false, changes: before("2026-11-05T15:00:00.000Z", { isBillable: true }) },
    ["2026-10 31"],
  ],
  [
    "a horse that became not billable in the month",
    { isBillable: false, changes: before("2026-10-31T15:00:00.000Z", { isBillable: true }) },
    ["2026-10 30"],
  ],
  [
    "a horse that became not billable on the first day",
    { isBillable: false, changes: before("2026-10-01T15:00:00.000Z", { isBillable: true }) },
    [],
  ],
  [
    "a horse that became billable in the month",
    { changes: before("2026-10-12T15:00:00.000Z", { isBillable: false }) },
    ["2026-10 20"],
  ],
  [
    "a horse that becomes billable after the days that are billed",
    {
      changes: before("2026-10-12T15:00:00.000Z", { isBillable: false }),
      months: [
        {
          month: "2026-10",
          billed: [{ serviceId: null, first: "2026-10-12", last: "2026-10-31", date: "2026-10-31" }],
        },
      ],
    },
    [],
  ],
  [
    "a horse that became not billable after it left",
    {
      isBillable: false,
      checkOutDate: "2026-10-10",
      changes: before("2026-10-11T15:00:00.000Z", { isBillable: true, checkOutDate: "2026-10-10" }),
    },
    ["2026-10 10"],
  ],
  [
    "a horse that left in the month and came back in the next one",
    {
      checkInDate: "2026-11-20",
      changes: before("2026-11-20T15:00:00.000Z", { checkInDate: "2026-10-01", checkOutDate: "2026-10-12" }),
    },
    ["2026-10 12"],
  ],
  [
    "a horse that comes today",
    { checkInDate: "2026-11-24", months: [{ month: "2026-11", billed: [] }] },
    ["2026-11 7"],
  ],
  ["a horse that comes tomorrow", { checkInDate: "2026-11-25", months: [{ month: "2026-11", billed: [] }] }, []],
  [
    "a horse that left this month and comes back later in it",
    {
      checkInDate: "2026-11-28",
      months: [{ month: "2026-11", billed: [] }],
      changes: before("2026-11-20T15:00:00.000Z", { checkInDate: "2026-10-01", checkOutDate: "2026-11-12" }),
    },
    ["2026-11 15"],
  ],
  [
    "several months, the last one first",
    { months: ["2026-02", "2026-09"].map((month) => ({ month, billed: [] })) },
    ["2026-09 30", "2026-02 28"],
  ],
])("%s", (_, change, found) => {
  const months = unbilledBoard([{ ...HORSE, ...change }], "2026-11-24");
  expect(months.flatMap(({ month, horses }) => horses.map(({ board }) => `${month} ${daysOf(board.toBill)}`))).toEqual(
    found,
  );
});

test("a month has the sum that a run would bill, at the prices and for the days of the month", () => {
  const whole = { ...HORSE, changes: before("2026-11-05T15:00:00.000Z", { boarding: 100_000 }) };
  const part = { ...HORSE, hasBlanket: true, checkOutDate: "2026-10-10" };
  const [month] = unbilledBoard([whole, part], "2026-11-24");
  expect(month?.horses.map(({ amount }) => amount)).toEqual([290_000, 490_000]);
  expect(month?.sum).toBe(780_000);
  const [prorated] = unbilledBoard([{ ...part, isProrated: true }], "2026-11-24");
  expect(prorated?.sum).toBe(93_548 + 4_839 + 56_452 + 10_000);
});

test.each<[what: string, lines: string[][], charges: string]>([
  [
    "both lack training",
    [
      ["boarding", "boarding-surcharge"],
      ["boarding", "boarding-surcharge"],
    ],
    "Training",
  ],
  [
    "one lacks training, the other another charge",
    [
      ["boarding", "boarding-surcharge"],
      ["boarding", "training"],
    ],
    "",
  ],
  ["one lacks training, the other all", [["boarding", "boarding-surcharge"], []], ""],
])("if %s, the charges that a month lacks are '%s'", (_, lines, charges) => {
  const horses = lines.map((services) => {
    const billed = services.map((serviceId) => ({
      ...{ serviceId, first: "2026-10-01", last: "2026-10-31", date: "2026-10-01" },
    }));
    return { ...HORSE, months: [{ month: "2026-10", billed }] };
  });
  expect(unbilledBoard(horses, "2026-11-24").map((month) => [month.charges, month.horses.length])).toEqual([
    [charges, 2],
  ]);
});

test("a month that is not billed is named with its year if that is another one", () => {
  expect(monthNotBilled("2026-08", 1_940, "2026-11-24")).toBe("August: 1,940 horses not billed");
  expect(monthNotBilled("2025-12", 1, "2026-11-24")).toBe("December 2025: 1 horse not billed");
  const training = monthNotBilled("2026-08", 2, "2026-11-24", "Training");
  expect(training).toBe("August: Training of 2 horses not billed");
});

test.each<[boardIn: BoardIn, unbilled: string[], today: string, offered: string]>([
  ["advance", [], "2026-11-22", "2026-11"],
  ["advance", ["2026-11"], "2026-11-22", "2026-11"],
  ["advance", ["2026-10", "2026-11"], "2026-11-22", "2026-10"],
  ["advance", ["2026-09"], "2026-11-22", "2026-11"],
  ["advance", ["2026-12"], "2027-01-01", "2026-12"],
  ["advance", [], "2027-01-01", "2027-01"],
  ["arrears", [], "2026-11-22", "2026-10"],
  ["arrears", ["2026-10"], "2026-11-22", "2026-10"],
  ["arrears", ["2026-09", "2026-10"], "2026-11-30", "2026-09"],
  ["arrears", ["2026-08"], "2026-11-22", "2026-10"],
  ["arrears", [], "2027-01-31", "2026-12"],
  ["arrears", [], "2024-03-01", "2024-02"],
])("in %s, with board of %j not billed, on %s the dialog offers %s", (boardIn, unbilled, today, offered) => {
  expect(offeredMonth(boardIn, unbilled, today)).toBe(offered);
});

test.each<[today: string, unbilled: string[], chosen: string, offered: string]>([
  ["2026-08-31", [], "2026-08", "July, August, September, October, November"],
  ["2026-11-30", [], "2026-11", "October, November, December, Jan 2027, Feb 2027"],
  ["2026-12-31", [], "2027-03", "November, December, Jan 2027, Feb 2027, Mar 2027"],
  ["2027-01-01", [], "2027-01", "Dec 2026, January, February, March, April"],
  // A chosen month and those with board that was not billed are among them, once.
  [
    "2026-11-30",
    ["2026-09", "2026-11"],
    "2026-02",
    "February, September, October, November, December, Jan 2027, Feb 2027",
  ],
])("on %s, with board of %j not billed, the dialog of %s has the months %s", (today, unbilled, chosen, offered) => {
  const months = monthsOffered(
    unbilled.map((month) => ({ month, horses: [1, 2] })),
    chosen,
    today,
  );
  expect(months.map(({ name }) => name).join(", ")).toBe(offered);
  expect(months.filter((each) => each.unbilled === 2).map(({ month }) => month)).toEqual(unbilled);
});

test("the last 12 months are looked through, up to the one that is due", () => {
  const months = boardMonths("2026-02-28");
  expect([months.length, months[0], months.at(-1)]).toEqual([16, "2025-02", "2026-05"]);
  expect([earliestMonth("advance", "2026-02-28"), earliestMonth("arrears", "2026-02-28")]).toEqual([
    "2025-03",
    "2025-02",
  ]);
  expect([monthDue("advance", "2026-01-01"), monthDue("arrears", "2026-01-01")]).toEqual(["2026-01", "2025-12"]);
});
