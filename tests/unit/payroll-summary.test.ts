import { expect, test } from "vitest";
import { formatUsDate, todayInNewYork } from "#app/domain/calendar.ts";
import { type GroomWeek, summarize, summaryWeeks } from "#app/domain/payroll-summary.ts";
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
const sum = (groomId: string, name: string, week: string, total: number): GroomWeek => ({ groomId, name, week, total });

test("a groom has one row, with 0 in the weeks without an item", () => {
  expect(summarize(WEEKS, [sum("a", "Ana", CURRENT, 12_345), sum("a", "Ana", FIRST, 1)])).toEqual({
    weeks: [
      { week: FIRST, total: 1 },
      { week: SECOND, total: 0 },
      { week: WEEKS[2], total: 0 },
      { week: CURRENT, total: 12_345 },
    ],
    rows: [{ id: "a", name: "Ana", sums: [1, 0, 0, 12_345] }],
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
    expect(summarize(WEEKS, order).rows.map(({ id, name }) => `${id} ${name}`)).toEqual([
      ...["5 ana", "1 Carl", "2 carl", "6 Dan", "4 ébène", "3 Zoe"],
    ]);
  }
});

test("without items the summary has no rows, and every total is 0", () => {
  const { rows, weeks } = summarize(WEEKS, []);
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
  const { rows, weeks } = summarize(WEEKS, found);
  expect(weeks.map(({ total }) => BigInt(total))).toEqual(expected);
  expect(rows.flatMap(({ sums }) => sums).filter((cents) => !Number.isSafeInteger(cents))).toEqual([]);
  const cells = found.map(({ groomId, week, total }) => `${groomId} ${week} ${total}`);
  const shown = rows.flatMap(({ id, sums }) =>
    sums.flatMap((cents, column) => (cents > 0 ? [`${id} ${WEEKS[column]} ${cents}`] : [])),
  );
  expect(shown.sort()).toEqual(cells.sort());
});
