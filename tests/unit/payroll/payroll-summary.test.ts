import { expect, test } from "vitest";
import { formatUsDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import {
  type EmployedGroom,
  formatColumn,
  type GroomSum,
  isEmployedIn,
  monthRange,
  paychecksOf,
  rangeProblem,
  summarizeWeeks,
  summaryWeeks,
  weekPagesOf,
  yearRange,
} from "#app/domain/payroll/payroll-summary.ts";
import { everyDay } from "#tests/unit/basics/naive-calendar.ts";

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
const sum = (groomId: string, name: string, column: string, total: number, unpaid = 0): GroomSum => ({
  ...{ groomId, name, column, total, unpaid },
});

test("a groom has one row, with 0 in the weeks without an item", () => {
  expect(summarizeWeeks(WEEKS, [sum("a", "Ana", CURRENT, 12_345, 45), sum("a", "Ana", FIRST, 1, 1)])).toEqual({
    columns: [
      { key: FIRST, total: 1 },
      { key: SECOND, total: 0 },
      { key: WEEKS[2], total: 0 },
      { key: CURRENT, total: 12_345 },
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
  const { rows, columns } = summarizeWeeks(WEEKS, []);
  expect(rows).toEqual([]);
  expect(columns.map(({ total }) => total)).toEqual([0, 0, 0, 0]);
});

test("sums and totals are exact to the cent, also for sums of dollars that doubles would round", () => {
  const found: GroomSum[] = [];
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
  const { rows, columns } = summarizeWeeks(WEEKS, found);
  expect(columns.map(({ total }) => BigInt(total))).toEqual(expected);
  expect(rows.flatMap(({ sums }) => sums).filter((cents) => !Number.isSafeInteger(cents))).toEqual([]);
  const cells = found.map(({ groomId, column, total }) => `${groomId} ${column} ${total}`);
  const shown = rows.flatMap(({ id, sums }) =>
    sums.flatMap((cents, column) => (cents > 0 ? [`${id} ${WEEKS[column]} ${cents}`] : [])),
  );
  expect(shown.sort()).toEqual(cells.sort());
});

const TODAY = "2026-11-21";

test.each<[from: string, to: string, first: string, last: string, count: number]>([
  ["", "", "2026-10-26", "2026-11-16", 4],
  ["2026-10-26", "2026-11-22", "2026-10-26", "2026-11-16", 4],
  ["2026-11-18", "2026-11-18", "2026-11-16", "2026-11-16", 1],
  // Any day of a week stands for it.
  ["2026-11-01", "2026-11-02", "2026-10-26", "2026-11-02", 2],
  ["2026-11-02", "2026-11-08", "2026-11-02", "2026-11-02", 1],
  // With one day alone: until the current week, and four weeks.
  ["2026-10-01", "", "2026-09-28", "2026-11-16", 8],
  ["", "2026-10-01", "2026-09-07", "2026-09-28", 4],
  // Over New Year and the changes of the clocks.
  ["2025-12-31", "2026-01-01", "2025-12-29", "2025-12-29", 1],
  ["2026-03-07", "2026-03-10", "2026-03-02", "2026-03-09", 2],
  ["2026-10-31", "2026-11-02", "2026-10-26", "2026-11-02", 2],
  // At most 53 weeks, the last ones.
  ["2025-11-17", "2026-11-21", "2025-11-17", "2026-11-16", 53],
  ["2025-11-16", "2026-11-21", "2025-11-17", "2026-11-16", 53],
  ["2000-01-01", "2099-12-31", "2098-12-29", "2099-12-28", 53],
  ["2027-01-04", "2027-02-01", "2027-01-04", "2027-02-01", 5],
  // No range: the weeks by default.
  ["2026-11-10", "2026-11-01", "2026-10-26", "2026-11-16", 4],
  ["2026-11-11", "2026-11-10", "2026-10-26", "2026-11-16", 4],
  ["2027-01-04", "", "2026-10-26", "2026-11-16", 4],
  ["2026-02-30", "nonsense", "2026-10-26", "2026-11-16", 4],
])("from %s to %s the weeks are those of %s to %s: %i", (from, to, first, last, count) => {
  const weeks = summaryWeeks(TODAY, { from, to });
  expect([weeks[0], weeks.at(-1), weeks.length]).toEqual([first, last, count]);
  expect(new Set(weeks).size).toBe(count);
});

test.each([
  ["", "", null],
  ["2026-11-01", "2026-11-21", null],
  ["2026-11-21", "2026-11-21", null],
  ["2026-11-22", "2026-11-21", "From is after To."],
  ["2025-11-17", "2026-11-21", null],
  ["2025-11-16", "2026-11-21", "A summary has at most 53 weeks: these are the last 53."],
  ["nonsense", "2026-11-21", null],
])("a summary from %s to %s says: %s", (from, to, problem) => {
  expect(rangeProblem({ from, to })).toBe(problem);
});

test("the weeks that begin in a month or a year are all its Mondays, at most 53", () => {
  const mondays = everyDay().filter(({ weekday }) => weekday === 1);
  for (const month of ["2026-02", "2026-06", "2026-11", "2026-12"]) {
    const weeks = summaryWeeks(TODAY, monthRange(month));
    expect(weeks).toEqual(mondays.map(({ date }) => date).filter((date) => date.startsWith(month)));
  }
  for (let year = 2025; year < 2032; year += 1) {
    const weeks = summaryWeeks(TODAY, yearRange(year));
    expect(weeks).toEqual(mondays.map(({ date }) => date).filter((date) => date.startsWith(`${year}`)));
    expect(rangeProblem(yearRange(year))).toBe(null);
  }
});

test.each<[from: string, to: string, pages: ReturnType<typeof weekPagesOf>]>([
  ["", "", { range: null, earlier: { from: "2026-09-28", to: "2026-10-25" }, later: undefined }],
  [
    "2026-09-28",
    "2026-10-25",
    {
      range: { from: "2026-09-28", to: "2026-10-25" },
      earlier: { from: "2026-08-31", to: "2026-09-27" },
      later: null,
    },
  ],
  // Later ends with the current week.
  [
    "2026-10-19",
    "2026-11-09",
    {
      range: { from: "2026-10-19", to: "2026-11-15" },
      earlier: { from: "2026-09-21", to: "2026-10-18" },
      later: null,
    },
  ],
  [
    "2026-11-02",
    "2026-11-09",
    {
      range: { from: "2026-11-02", to: "2026-11-15" },
      earlier: { from: "2026-10-19", to: "2026-11-01" },
      later: { from: "2026-11-09", to: "2026-11-22" },
    },
  ],
  [
    "2026-11-16",
    "2026-12-01",
    {
      range: { from: "2026-11-16", to: "2026-12-06" },
      earlier: { from: "2026-10-26", to: "2026-11-15" },
      later: undefined,
    },
  ],
])("beside the weeks from %s to %s there are %j", (from, to, pages) => {
  expect(weekPagesOf(summaryWeeks(TODAY, { from, to }), TODAY)).toEqual(pages);
});

test("Earlier and Later lead through the same weeks back and forth", () => {
  const seen: string[] = [];
  let weeks = summaryWeeks(TODAY);
  for (let n = 0; n < 20; n += 1) {
    seen.push(...weeks.toReversed());
    weeks = summaryWeeks(TODAY, weekPagesOf(weeks, TODAY).earlier ?? {});
  }
  expect(seen).toEqual([...new Set(seen)].sort().reverse());
  for (let n = 0; n < 20; n += 1) weeks = summaryWeeks(TODAY, weekPagesOf(weeks, TODAY).later ?? {});
  expect(weeks).toEqual(summaryWeeks(TODAY));
});

test("up to eight weeks have a column each, and more are summed up by the month in which they begin", () => {
  const eight = summaryWeeks(TODAY, { from: "2026-09-28", to: TODAY });
  expect(summarizeWeeks(eight, []).columns.map(({ key }) => key)).toEqual(eight);
  const nine = summaryWeeks(TODAY, { from: "2026-09-21", to: TODAY });
  const { columns, rows, all } = summarizeWeeks(nine, [
    sum("a", "Ana", "2026-09", 7, 2),
    sum("a", "Ana", "2026-11", 5),
  ]);
  expect(columns).toEqual([
    { key: "2026-09", total: 7 },
    { key: "2026-10", total: 0 },
    { key: "2026-11", total: 5 },
  ]);
  expect(rows).toEqual([{ id: "a", name: "Ana", sums: [7, 0, 5], total: 12, unpaid: 2 }]);
  expect(all).toEqual({ total: 12, unpaid: 2 });
  expect(["2026-09-28", "2026-09"].map(formatColumn)).toEqual(["09/28/2026", "Sep 2026"]);
  expect(summarizeWeeks(summaryWeeks(TODAY, yearRange(2026)), []).columns).toHaveLength(12);
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
  expect(paychecksOf(rows, checks)).toEqual({
    rows: [
      { id: "1", name: "Ana", items: 1, sum: 2, total: 9, unpaid: 0 },
      { id: "3", name: "Bob", items: 0, sum: 0, total: 7, unpaid: 3 },
      { id: "2", name: "zoe", items: 2, sum: 100_000_001, total: 0, unpaid: 0 },
    ],
    items: 3,
    sum: 100_000_003,
  });
});
