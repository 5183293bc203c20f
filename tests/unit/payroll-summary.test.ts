import { expect, test } from "vitest";
import { formatUsDate, todayInNewYork } from "#app/domain/calendar.ts";
import {
  checksOf,
  type EmployedGroom,
  type GroomWeek,
  isEmployedIn,
  summarizeWeeks,
  summaryWeeks,
  weekPagesOf,
} from "#app/domain/payroll-summary.ts";
import { everyDay } from "./naive-calendar.ts";

const NOVEMBER = ["10/26/2026", "11/02/2026", "11/09/2026", "11/16/2026"];

/** An instant, its local time in New York, and the weeks that the summary shows then. */
const INSTANTS: [instant: string, inNewYork: string, weeks: string[]][] = [
  ["2026-11-16T05:00:00Z", "Monday 00:00", NOVEMBER],
  ["2026-11-21T17:00:00Z", "a Saturday", NOVEMBER],
  ["2026-11-23T04:59:59Z", "Sunday 23:59", NOVEMBER],
  ["2026-11-23T05:00:00Z", "Monday 00:00", ["11/02/2026", "11/09/2026", "11/16/2026", "11/23/2026"]],
  ["2027-01-01T05:00:00Z", "New Year's Day", ["12/07/2026", "12/14/2026", "12/21/2026", "12/28/2026"]],
  ["2027-01-04T04:59:59Z", "Sunday 23:59", ["12/07/2026", "12/14/2026", "12/21/2026", "12/28/2026"]],
  ["2027-01-04T05:00:00Z", "Monday 00:00", ["12/14/2026", "12/21/2026", "12/28/2026", "01/04/2027"]],
  // Clocks go forward on Sunday, 8 March 2026: the week has 167 hours, and the next Monday begins at 04:00 UTC.
  ["2026-03-02T05:00:00Z", "Monday 00:00", ["02/09/2026", "02/16/2026", "02/23/2026", "03/02/2026"]],
  ["2026-03-09T03:59:59Z", "Sunday 23:59", ["02/09/2026", "02/16/2026", "02/23/2026", "03/02/2026"]],
  ["2026-03-09T04:00:00Z", "Monday 00:00", ["02/16/2026", "02/23/2026", "03/02/2026", "03/09/2026"]],
  // Clocks go back on Sunday, 1 November 2026: the week has 169 hours.
  ["2026-10-26T04:00:00Z", "Monday 00:00", ["10/05/2026", "10/12/2026", "10/19/2026", "10/26/2026"]],
  ["2026-11-02T04:59:59Z", "Sunday 23:59", ["10/05/2026", "10/12/2026", "10/19/2026", "10/26/2026"]],
  ["2026-11-02T05:00:00Z", "Monday 00:00", ["10/12/2026", "10/19/2026", "10/26/2026", "11/02/2026"]],
];

test.each(INSTANTS)("at %s, %s in New York, the summary shows the weeks %j", (instant, _, weeks) => {
  expect(summaryWeeks(todayInNewYork(new Date(instant))).map(formatUsDate)).toEqual(weeks);
});

test("on every day from 2024 to 2032 the summary shows the weeks of the last four Mondays", () => {
  const days = everyDay();
  const wrong = days.filter(({ date }, i) => {
    const mondays = days.slice(0, i + 1).filter(({ weekday }) => weekday === 1);
    // The first three weeks of the naive calendar have fewer than four Mondays.
    return (
      mondays.length >= 4 &&
      summaryWeeks(date).join() !==
        mondays
          .slice(-4)
          .map((day) => day.date)
          .join()
    );
  });
  expect(wrong).toEqual([]);
});

const WEEKS = summaryWeeks("2026-11-21");
const [FIRST = "", SECOND = "", , CURRENT = ""] = WEEKS;
const sum = (groomId: string, name: string, week: string, total: number, unpaid = 0): GroomWeek => ({
  ...{ groomId, name, week, total, unpaid },
});

test("a groom has one row, with 0 in the weeks without an item", () => {
  expect(summarizeWeeks(WEEKS, [sum("a", "Ana", CURRENT, 12_345, 45), sum("a", "Ana", FIRST, 1, 1)])).toEqual({
    weeks: [
      { week: FIRST, total: 1 },
      { week: SECOND, total: 0 },
      { week: WEEKS[2], total: 0 },
      { week: CURRENT, total: 12_345 },
    ],
    rows: [{ id: "a", name: "Ana", sums: [1, 0, 0, 12_345], total: 12_346, unpaid: 46 }],
    all: { total: 12_346, unpaid: 46 },
  });
});

test("grooms are sorted by name, case-insensitively, and two grooms of the same name have two rows", () => {
  const found = [
    sum("4", "ébène", FIRST, 1),
    sum("3", "Zoe", FIRST, 2),
    sum("2", "carl", SECOND, 3),
    sum("6", "Dan", FIRST, 0),
    sum("1", "Carl", FIRST, 4),
    sum("5", "ana", CURRENT, 5),
  ];
  for (const order of [found, found.toReversed()]) {
    expect(summarizeWeeks(WEEKS, order).rows.map(({ id, name }) => `${id} ${name}`)).toEqual([
      ...["5 ana", "1 Carl", "2 carl", "6 Dan", "4 ébène", "3 Zoe"],
    ]);
  }
});

test("without items the summary has no rows, and every total is 0", () => {
  const { rows, weeks } = summarizeWeeks(WEEKS, []);
  expect(rows).toEqual([]);
  expect(weeks.map(({ total }) => total)).toEqual([0, 0, 0, 0]);
});

test("sums and totals are exact to the cent, also for sums of dollars that doubles would round", () => {
  const found: GroomWeek[] = [];
  const expected = WEEKS.map(() => 0n);
  for (let groom = 0; groom < 1_000; groom += 1) {
    for (const [column, week] of WEEKS.entries()) {
      if ((groom + column) % 7 === 0) continue;
      // Up to a billion dollars, with odd cents.
      const total = (groom * 7_919 * 104_729 + column * 13 + 1) % 100_000_000_003;
      found.push(sum(`${groom}`, `Groom ${groom}`, week, total));
      expected[column] = (expected[column] ?? 0n) + BigInt(total);
    }
  }
  const { rows, weeks } = summarizeWeeks(WEEKS, found);
  expect(weeks.map(({ total }) => BigInt(total))).toEqual(expected);
  expect(rows.flatMap(({ sums }) => sums).filter((cents) => !Number.isSafeInteger(cents))).toEqual([]);
  const cells = found.map(({ groomId, week, total }) => `${groomId} ${week} ${total}`);
  const shown = rows.flatMap(({ id, sums }) =>
    sums.flatMap((cents, column) => (cents > 0 ? [`${id} ${WEEKS[column]} ${cents}`] : [])),
  );
  expect(shown.sort()).toEqual(cells.sort());
});

test.each([
  ["", "2026-10-26", null, "2026-10-26", undefined],
  ["2026-10-26", "2026-09-28", "2026-10-26", "2026-09-28", null],
  // Any day of a week stands for its Monday.
  ["2026-10-28", "2026-09-28", "2026-10-26", "2026-09-28", null],
  ["2026-09-28", "2026-08-31", "2026-09-28", "2026-08-31", "2026-10-26"],
  // The four weeks after these end with the current week at the latest.
  ["2026-11-16", "2026-10-19", "2026-11-16", "2026-10-19", null],
  ["2026-11-17", "2026-10-26", null, "2026-10-26", undefined],
  ["2099-01-01", "2026-10-26", null, "2026-10-26", undefined],
  ["2026-02-30", "2026-10-26", null, "2026-10-26", undefined],
  ["nonsense", "2026-10-26", null, "2026-10-26", undefined],
])("with before=%s the first week is %s", (before, first, shown, earlier, later) => {
  const weeks = summaryWeeks("2026-11-21", before);
  expect(weeks[0]).toBe(first);
  expect(weekPagesOf(weeks, "2026-11-21")).toEqual({ before: shown, earlier, later });
});

test("Earlier and Later lead through the same weeks back and forth", () => {
  const seen: string[] = [];
  let weeks = summaryWeeks("2026-11-21");
  for (let n = 0; n < 20; n += 1) {
    seen.push(...weeks.toReversed());
    weeks = summaryWeeks("2026-11-21", weekPagesOf(weeks, "2026-11-21").earlier);
  }
  expect(seen).toEqual([...new Set(seen)].sort().reverse());
  for (let n = 0; n < 20; n += 1) weeks = summaryWeeks("2026-11-21", weekPagesOf(weeks, "2026-11-21").later ?? "");
  expect(weeks).toEqual(summaryWeeks("2026-11-21"));
});

const EMPLOYED: EmployedGroom = {
  id: "a",
  name: "Ana",
  startDate: null,
  endDate: null,
  createdAt: "2026-01-05T17:00:00Z",
};

// The weeks are those from Monday 10/26 to Sunday 11/22.
test.each<[string, Partial<EmployedGroom>, boolean]>([
  ["without dates, added before", {}, true],
  ["who starts on the last Sunday", { startDate: "2026-11-22" }, true],
  ["who starts on the Monday after", { startDate: "2026-11-23" }, false],
  ["who left on the first Monday", { endDate: "2026-10-26" }, true],
  ["who left on the Sunday before", { endDate: "2026-10-25" }, false],
  ["added on the last Sunday, 23:59 in New York", { createdAt: "2026-11-23T04:59:59Z" }, true],
  ["added on the Monday after, 00:00 in New York", { createdAt: "2026-11-23T05:00:00Z" }, false],
  ["added later, with a start date before", { startDate: "2026-11-02", createdAt: "2026-11-23T05:00:00Z" }, true],
])("a groom %s: has a row is %j", (_, change, hasRow) => {
  const groom = { ...EMPLOYED, ...change };
  expect(isEmployedIn(groom, WEEKS)).toBe(hasRow);
  const { rows } = summarizeWeeks(WEEKS, [], [groom]);
  expect(rows).toEqual(hasRow ? [{ id: "a", name: "Ana", sums: [0, 0, 0, 0], total: 0, unpaid: 0 }] : []);
  // Items keep the row in any case.
  expect(summarizeWeeks(WEEKS, [sum("a", "Ana", FIRST, 7, 3)], [groom]).rows).toEqual([
    { id: "a", name: "Ana", sums: [7, 0, 0, 0], total: 7, unpaid: 3 },
  ]);
});

test("the table of checks has the grooms of the summary and those with a check, by name, and an exact sum", () => {
  const checks = [
    { id: "2", name: "zoe", items: 2, sum: 100_000_001 },
    { id: "1", name: "Ana", items: 1, sum: 2 },
  ];
  const rows = [
    { id: "3", name: "Bob", sums: [7], total: 7, unpaid: 3 },
    { id: "1", name: "Ana", sums: [9], total: 9, unpaid: 0 },
    { id: "4", name: "Carl", sums: [0], total: 0, unpaid: 0 },
  ];
  expect(checksOf(rows, checks)).toEqual({
    rows: [
      { id: "1", name: "Ana", items: 1, sum: 2, total: 9, unpaid: 0 },
      { id: "3", name: "Bob", items: 0, sum: 0, total: 7, unpaid: 3 },
      { id: "2", name: "zoe", items: 2, sum: 100_000_001, total: 0, unpaid: 0 },
    ],
    items: 3,
    sum: 100_000_003,
  });
});
