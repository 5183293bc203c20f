import { afterEach, expect, test } from "vitest";
import {
  lastScheduledMonday,
  type SalariedGroom,
  salariesDue,
  salariesOf,
  scheduledPayroll,
  weeksDue,
} from "#app/domain/payroll.ts";
import { everyDay } from "./naive-calendar.ts";

const weeks: [name: string, lastRun: string, now: string, due: string[]][] = [
  ["twice in a week", "2026-11-16T11:00:00Z", "2026-11-21T15:00:00Z", []],
  ["within a minute", "2026-11-16T11:00:00Z", "2026-11-16T11:01:00Z", []],
  ["a week later", "2026-11-09T11:00:00Z", "2026-11-16T11:00:00Z", ["2026-11-16"]],
  ["after a run on a Sunday evening", "2026-11-16T04:59:00Z", "2026-11-16T05:00:00Z", ["2026-11-16"]],
  ["on Sunday at 23:59", "2026-11-09T11:00:00Z", "2026-11-16T04:59:59Z", []],
  ["on Monday at 00:00", "2026-11-09T11:00:00Z", "2026-11-16T05:00:00Z", ["2026-11-16"]],
  ["on Sunday at 23:59 in summer", "2026-07-06T10:00:00Z", "2026-07-13T03:59:59Z", []],
  ["on Monday at 00:00 in summer", "2026-07-06T10:00:00Z", "2026-07-13T04:00:00Z", ["2026-07-13"]],
  [
    "after three missed weeks",
    "2026-10-26T10:00:00Z",
    "2026-11-17T20:00:00Z",
    ["2026-11-02", "2026-11-09", "2026-11-16"],
  ],
  ["over New Year", "2026-12-21T11:00:00Z", "2027-01-04T11:00:00Z", ["2026-12-28", "2027-01-04"]],
  ["when clocks went forward", "2026-03-02T11:00:00Z", "2026-03-09T10:00:00Z", ["2026-03-09"]],
  ["when clocks went back", "2026-10-26T10:00:00Z", "2026-11-02T11:00:00Z", ["2026-11-02"]],
  ["over a leap day", "2028-02-21T11:00:00Z", "2028-02-29T15:00:00Z", ["2028-02-28"]],
  ["with the last run in the future", "2027-05-03T10:00:00Z", "2026-11-16T11:00:00Z", []],
  ["with the last run later in this week", "2026-11-20T15:00:00Z", "2026-11-16T11:00:00Z", []],
];

const ownZone = process.env.TZ;
afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

test.each(["America/Los_Angeles", "Asia/Tokyo", "Pacific/Kiritimati", "UTC"])(
  "a server in %s computes the weeks of New York",
  (zone) => {
    process.env.TZ = zone;
    for (const [name, lastRun, now, due] of weeks) {
      expect([name, weeksDue(new Date(lastRun), new Date(now))]).toEqual([name, due]);
    }
    for (const [trigger, scheduled] of times)
      expect([trigger, scheduledPayroll(new Date(trigger))]).toEqual([trigger, scheduled && new Date(scheduled)]);
  },
);

test.each(weeks)("the weeks that are due for a run %s", (_, lastRun, now, due) => {
  expect(weeksDue(new Date(lastRun), new Date(now))).toEqual(due);
});

test("each Monday of nine years is due exactly once, for runs at any interval", () => {
  const days = everyDay();
  for (const every of [1, 3, 7, 20]) {
    const generated: string[] = [];
    let last = `${days[0]?.date}T17:00:00Z`;
    for (let n = 0; n < days.length; n += every) {
      const now = `${days[n]?.date}T17:00:00Z`;
      generated.push(...weeksDue(new Date(last), new Date(now)));
      last = now;
    }
    const mondays = days
      .filter(({ weekday, date }) => weekday === 1 && date <= last.slice(0, 10))
      .map(({ date }) => date);
    expect(generated).toEqual(mondays.slice(1));
  }
});

const groom = (change: Partial<SalariedGroom>): SalariedGroom => ({
  id: "ana",
  startDate: null,
  endDate: null,
  weeklySalary: 82_551,
  made: [],
  ...change,
});
const WEEKS = ["2026-11-02", "2026-11-09", "2026-11-16"];

const grooms: [name: string, change: Partial<SalariedGroom>, paid: string[]][] = [
  ["without dates", {}, WEEKS],
  ["who starts on a Sunday", { startDate: "2026-11-08" }, WEEKS],
  ["who starts in the middle of a week", { startDate: "2026-11-11" }, WEEKS.slice(1)],
  ["who starts on a Monday", { startDate: "2026-11-09" }, WEEKS.slice(1)],
  ["who leaves on a Monday", { endDate: "2026-11-09" }, WEEKS.slice(0, 2)],
  ["who left on a Sunday", { endDate: "2026-11-08" }, WEEKS.slice(0, 1)],
  ["who works for one day", { startDate: "2026-11-12", endDate: "2026-11-12" }, ["2026-11-09"]],
  ["who starts after the last week", { startDate: "2026-11-23" }, []],
  ["who left before the first", { endDate: "2026-11-01" }, []],
  ["who already has an item for a week", { made: ["2026-11-09"] }, ["2026-11-02", "2026-11-16"]],
  ["with a salary of 0", { weeklySalary: 0 }, WEEKS],
];

test.each(grooms)("a groom %s is paid for each week with a day of employment", (_, change, paid) => {
  const salaries = salariesOf(groom(change), WEEKS);
  expect(salaries.map(({ week }) => week)).toEqual(paid);
  for (const salary of salaries) {
    expect(salary).toEqual({
      groomId: "ana",
      week: salary.week,
      paymentDate: PAYDAYS[salary.week],
      value: groom(change).weeklySalary,
    });
  }
});
/** The Monday after each week. */
const PAYDAYS: Record<string, string> = {
  "2026-11-02": "2026-11-09",
  "2026-11-09": "2026-11-16",
  "2026-11-16": "2026-11-23",
};

test("a salary that changes between two runs applies to the second run only", () => {
  const run = (weeklySalary: number, lastRun: string, now: string) =>
    salariesDue([groom({ weeklySalary })], lastRun, new Date(now)).map(({ week, value }) => [week, value]);
  expect(run(80_000, "2026-11-02T11:00:00.000Z", "2026-11-09T11:00:00Z")).toEqual([["2026-11-09", 80_000]]);
  expect(run(82_550, "2026-11-09T11:00:00.000Z", "2026-11-16T11:00:00Z")).toEqual([["2026-11-16", 82_550]]);
});

test("the salaries of a run are exact to the cent, and a run without grooms generates nothing", () => {
  const all = Array.from({ length: 40 }, (_, n) =>
    groom({ id: `g${n}`, weeklySalary: 70_001 + n * 333, startDate: n % 3 ? null : "2026-11-10" }),
  );
  const salaries = salariesDue(all, "2026-10-26T10:00:00.000Z", new Date("2026-11-16T11:00:00Z"));
  let sum = 0n;
  for (const { weeklySalary, startDate } of all) sum += BigInt(weeklySalary) * (startDate ? 2n : 3n);
  expect(BigInt(salaries.reduce((total, { value }) => total + value, 0))).toBe(sum);
  expect(salariesDue([], "2026-10-26T10:00:00.000Z", new Date("2026-11-16T11:00:00Z"))).toEqual([]);
});

const times: [trigger: string, scheduled: string | null][] = [
  // In winter 06:00 in New York is 11:00 UTC.
  ["2026-11-16T10:00:00Z", null],
  ["2026-11-16T11:00:00Z", "2026-11-16T11:00:00Z"],
  ["2026-11-16T12:00:00Z", "2026-11-16T11:00:00Z"],
  ["2026-07-13T10:00:00Z", "2026-07-13T10:00:00Z"],
  ["2026-07-13T11:00:00Z", "2026-07-13T10:00:00Z"],
  ["2026-07-13T12:00:00Z", null],
  // The Mondays before and after each change of the clocks.
  ["2026-03-02T11:00:00Z", "2026-03-02T11:00:00Z"],
  ["2026-03-09T10:00:00Z", "2026-03-09T10:00:00Z"],
  ["2026-03-09T12:00:00Z", null],
  ["2026-10-26T10:00:00Z", "2026-10-26T10:00:00Z"],
  ["2026-11-02T10:00:00Z", null],
  ["2026-11-02T12:00:00Z", "2026-11-02T11:00:00Z"],
  // A Tuesday and a Sunday.
  ["2026-11-17T11:00:00Z", null],
  ["2026-11-15T11:00:00Z", null],
];

test.each(times)("the cron trigger at %s stands for the payroll of %s", (trigger, scheduled) => {
  expect(scheduledPayroll(new Date(trigger))).toEqual(scheduled && new Date(scheduled));
});

test("two of the three cron triggers of a Monday stand for its payroll, an hour apart", () => {
  const mondays = everyDay().filter(({ weekday }) => weekday === 1);
  for (const { date } of mondays) {
    const triggers = ["10", "11", "12"].map((hour) => new Date(`${date}T${hour}:00:00Z`));
    const scheduled = triggers.flatMap((trigger) => scheduledPayroll(trigger)?.getTime() ?? []);
    expect([date, scheduled.length, new Set(scheduled).size]).toEqual([date, 2, 1]);
  }
});

test.each([
  ["2026-11-16T11:59:00Z", "2026-11-09"],
  ["2026-11-16T12:00:00Z", "2026-11-16"],
  ["2026-11-16T05:00:00Z", "2026-11-09"],
  ["2026-11-23T04:59:00Z", "2026-11-16"],
  ["2026-11-18T20:00:00Z", "2026-11-16"],
])("at %s the last scheduled run is that of %s", (now, monday) => {
  expect(lastScheduledMonday(new Date(now))).toBe(monday);
});
