import { afterEach, expect, test } from "vitest";
import { plusDays } from "#app/domain/basics/calendar.ts";
import { partOfWeek } from "#app/domain/payroll/employment.ts";
import {
  describeWeeks,
  lastScheduledMonday,
  optionalSalaries,
  type PayWeeks,
  payWeeks,
  type RunHistory,
  type SalariedGroom,
  salariesDue,
  salariesOf,
  salaryOf,
  scheduledPayroll,
  scheduleFailure,
  waitingSalaries,
  weeksDue,
} from "#app/domain/payroll/payroll.ts";
import { everyDay } from "#tests/unit/basics/naive-calendar.ts";

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
  createdAt: "2026-01-05T15:00:00.000Z",
  deletedAt: null,
  salaryChanges: [],
  made: [],
  deletedWeeks: [],
  dismissedWeeks: [],
  ...change,
});
const weeksAt = (due: string[], covered: string[] = []): PayWeeks => ({
  ...{ current: "2026-11-16", due, covered, isFirstRun: false },
});
const historyAt = (lastPayroll: string, thisWeek: string): RunHistory => ({
  thisWeek,
  lastPayroll,
  firstRun: "2026-01-05T11:00:00.000Z",
  runBeforeFirst: null,
  lateFrom: null,
  earliest: "2026-09-28",
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
  const salaries = salariesOf(groom(change), weeksAt(WEEKS));
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
  const run = (weeklySalary: number, lastRun: string, thisWeek: string) =>
    salariesDue(
      [
        groom({
          weeklySalary,
          made: thisWeek === "2026-11-16" ? ["2026-11-09"] : [],
        }),
      ],
      payWeeks(historyAt(lastRun, thisWeek)),
    ).map(({ week, value }) => [week, value]);
  expect(run(80_000, "2026-11-02T11:00:00.000Z", "2026-11-09")).toEqual([["2026-11-09", 80_000]]);
  expect(run(82_550, "2026-11-09T11:00:00.000Z", "2026-11-16")).toEqual([["2026-11-16", 82_550]]);
});

test("the salaries of a run are exact to the cent, and a run without grooms generates nothing", () => {
  const all = Array.from({ length: 40 }, (_, n) =>
    groom({ id: `g${n}`, weeklySalary: 70_001 + n * 333, startDate: n % 3 ? null : "2026-11-10" }),
  );
  const weeks = payWeeks({ ...historyAt("2026-10-26T10:00:00.000Z", "2026-11-16"), firstRun: null });
  const salaries = salariesDue(all, weeks);
  let sum = 0n;
  for (const { weeklySalary, startDate } of all) sum += BigInt(weeklySalary) * (startDate ? 2n : 3n);
  expect(BigInt(salaries.reduce((total, { value }) => total + value, 0))).toBe(sum);
  expect(salariesDue([], weeks)).toEqual([]);
});

const histories: [name: string, change: Partial<RunHistory>, due: string[], covered: string[]][] = [
  [
    "after years of runs, from the first week that is looked at",
    {},
    [],
    "2026-09-28 2026-10-05 2026-10-12 2026-10-19 2026-10-26 2026-11-02 2026-11-09 2026-11-16".split(" "),
  ],
  ["with no run of Hayloft's", { firstRun: null }, [], []],
  ["after the first run, which covered its own week", { firstRun: "2026-11-16T11:00:00Z" }, [], ["2026-11-16"]],
  [
    "after a first run of three weeks",
    { firstRun: "2026-11-17T11:00:00Z", runBeforeFirst: "2026-10-27T17:00:00Z" },
    [],
    ["2026-11-02", "2026-11-09", "2026-11-16"],
  ],
  [
    "after a first run whose Monday in New York is a Sunday in UTC",
    { firstRun: "2026-11-16T04:59:00Z" },
    [],
    ["2026-11-09", "2026-11-16"],
  ],
  ["in a barn that was upgraded this week", { lateFrom: "2026-11-16" }, [], ["2026-11-16"]],
  [
    "two weeks after the last run",
    { lastPayroll: "2026-11-02T11:00:00Z", firstRun: "2026-10-26T10:00:00Z" },
    ["2026-11-09", "2026-11-16"],
    ["2026-10-26", "2026-11-02"],
  ],
  [
    "half a year after the last run",
    { lastPayroll: "2026-05-18T10:00:00Z" },
    expect.any(Array) as unknown as string[],
    [],
  ],
  ["with the last run in the future", { lastPayroll: "2027-01-04T11:00:00Z" }, [], []],
];

test.each(histories)("the weeks of a run %s", (_, change, due, covered) => {
  const weeks = payWeeks({ ...historyAt("2026-11-16T11:00:00.000Z", "2026-11-16"), ...change });
  const isFirstRun = change.firstRun === null;
  expect(weeks).toEqual({ current: "2026-11-16", due, covered, isFirstRun });
});

const COVERED = ["2026-11-02", "2026-11-09", "2026-11-16"];
const WEDNESDAY = "2026-11-18T15:00:00Z";
/** A change of the start date at an instant, from `startDateBefore` on; '' is none. */
/** A change of the dates at an instant, with both before it. */
const moved = (at: string, startDateBefore: string | null, endDateBefore: string | null = null) => ({
  ...{ at, before: 82_551, startDateBefore, endDateBefore },
});

/** Of weeks that runs have covered, the current one being 11/16: those that the next run makes, and those that wait for an admin. */
const late: [name: string, change: Partial<SalariedGroom>, made: string[], waiting: string[]][] = [
  ["who was there, and has all items", { made: COVERED }, [], []],
  ["added today without a start date", { createdAt: WEDNESDAY }, ["2026-11-16"], []],
  [
    "added without a start date on Sunday evening, which is Monday in UTC",
    { createdAt: "2026-11-16T04:30:00Z" },
    ["2026-11-09", "2026-11-16"],
    [],
  ],
  [
    "added without a start date two weeks ago",
    { createdAt: "2026-11-06T15:00:00Z" },
    ["2026-11-16"],
    ["2026-11-02", "2026-11-09"],
  ],
  ["added today who starts next week", { createdAt: WEDNESDAY, startDate: "2026-11-23" }, [], []],
  [
    "added today who started in the week before",
    { createdAt: WEDNESDAY, startDate: "2026-11-11" },
    ["2026-11-09", "2026-11-16"],
    [],
  ],
  [
    "who started on the Sunday of the week before",
    { createdAt: WEDNESDAY, startDate: "2026-11-15" },
    ["2026-11-09", "2026-11-16"],
    [],
  ],
  [
    "who started on the Sunday before it",
    { createdAt: WEDNESDAY, startDate: "2026-11-08" },
    ["2026-11-16"],
    ["2026-11-02", "2026-11-09"],
  ],
  [
    "added today who started years ago",
    { createdAt: WEDNESDAY, startDate: "2020-01-06" },
    ["2026-11-16"],
    ["2026-11-02", "2026-11-09"],
  ],
  [
    "added today who came and left in the week before",
    { createdAt: WEDNESDAY, startDate: "2026-11-10", endDate: "2026-11-13" },
    ["2026-11-09"],
    [],
  ],
  ["who came back this week", { made: ["2026-11-02"], startDate: "2026-11-16" }, ["2026-11-16"], []],
  ["whose end date was removed", { made: ["2026-11-02"] }, ["2026-11-16"], ["2026-11-09"]],
  [
    "whose start date was set two weeks back",
    { startDate: "2026-11-04", salaryChanges: [moved(WEDNESDAY, "2026-11-16")], made: ["2026-11-16"] },
    [],
    ["2026-11-02", "2026-11-09"],
  ],
  [
    "who comes back after this week, for the weeks before",
    { startDate: "2026-11-30", salaryChanges: [moved(WEDNESDAY, "2026-01-05", "2026-11-13")] },
    [],
    ["2026-11-02", "2026-11-09"],
  ],
  [
    "who left this week, and comes back after it",
    { startDate: "2026-11-30", salaryChanges: [moved(WEDNESDAY, "2026-01-05", "2026-11-17")] },
    ["2026-11-16"],
    ["2026-11-02", "2026-11-09"],
  ],
  [
    "whose return was entered in two steps, the end date first",
    {
      startDate: "2026-11-30",
      salaryChanges: [moved(WEDNESDAY, "2026-01-05", "2026-11-06"), moved("2026-11-18T15:01:00Z", "2026-01-05")],
    },
    [],
    ["2026-11-02"],
  ],
  [
    "who came back after a stay without a start date, which began when the groom was added",
    {
      startDate: "2026-11-16",
      createdAt: "2026-11-09T15:00:00Z",
      salaryChanges: [moved(WEDNESDAY, "", "2026-11-13")],
    },
    ["2026-11-16"],
    ["2026-11-09"],
  ],
  [
    "whose dates were changed before the first day, which is no stay",
    { startDate: "2026-12-07", salaryChanges: [moved(WEDNESDAY, "2026-11-23", "2026-12-04")] },
    [],
    [],
  ],
  [
    "whose start date was corrected within the stay",
    { startDate: "2026-11-13", salaryChanges: [moved(WEDNESDAY, "2026-01-05", "2026-11-13")], made: ["2026-11-09"] },
    ["2026-11-16"],
    [],
  ],
  ["whose item an admin deleted", { made: ["2026-11-02", "2026-11-16"], deletedWeeks: ["2026-11-09"] }, [], []],
  ["who is not owed a week", { dismissedWeeks: ["2026-11-09"] }, ["2026-11-16"], ["2026-11-02"]],
  ["who is not owed the current week", { made: COVERED.slice(0, 2), dismissedWeeks: ["2026-11-16"] }, [], []],
  ["who was deleted", { deletedAt: WEDNESDAY }, [], []],
];

const mondaysOf = (salaries: { week: string }[]) => salaries.map(({ week }) => week);

test.each(late)("of the weeks that runs have covered, for a groom %s", (_, change, made, waiting) => {
  const weeks = weeksAt([], COVERED);
  expect(mondaysOf(salariesOf(groom(change), weeks))).toEqual(made);
  expect(mondaysOf(waitingSalaries(groom(change), weeks))).toEqual(waiting);
});

/** Of three weeks due, after two missed Mondays: those that the run makes, and those that wait. Changes after the first week are moved(…). */
const missedMondays: [name: string, change: Partial<SalariedGroom>, made: string[], waiting: string[]][] = [
  ["who was there", {}, WEEKS, []],
  ["who was there, with a start date", { startDate: "2026-05-04" }, WEEKS, []],
  ["added on the last Monday without a start date", { createdAt: "2026-11-16T15:00:00Z" }, ["2026-11-16"], []],
  [
    "added today with a start date of years ago",
    { createdAt: WEDNESDAY, startDate: "2020-01-06" },
    ["2026-11-16"],
    ["2026-11-02", "2026-11-09"],
  ],
  [
    "added on the Sunday of the first week, 23:59 in New York",
    { createdAt: "2026-11-09T04:59:59Z", startDate: "2020-01-06" },
    WEEKS,
    [],
  ],
  [
    "added on the Monday after, 00:00 in New York",
    { createdAt: "2026-11-09T05:00:00Z", startDate: "2020-01-06" },
    ["2026-11-09", "2026-11-16"],
    ["2026-11-02"],
  ],
  [
    "whose start date was moved back today",
    { startDate: "2026-11-02", salaryChanges: [moved(WEDNESDAY, "2026-11-23")] },
    ["2026-11-16"],
    ["2026-11-02", "2026-11-09"],
  ],
  [
    "whose start date was moved back to the week before",
    { startDate: "2026-11-10", salaryChanges: [moved(WEDNESDAY, "2026-11-23")] },
    ["2026-11-09", "2026-11-16"],
    [],
  ],
  [
    "whose start date was moved back on the Sunday of the second week",
    { startDate: "2026-11-02", salaryChanges: [moved("2026-11-15T15:00:00Z", "2026-11-23")] },
    ["2026-11-09", "2026-11-16"],
    ["2026-11-02"],
  ],
  [
    "whose start date was moved today, and moved back",
    {
      startDate: "2026-11-02",
      salaryChanges: [moved(WEDNESDAY, "2026-11-02"), moved("2026-11-18T15:01:00Z", "2026-12-07")],
    },
    WEEKS,
    [],
  ],
  [
    "who came back this week, for a week of the stay before",
    { startDate: "2026-11-16", salaryChanges: [moved(WEDNESDAY, "2026-01-05", "2026-11-06")] },
    ["2026-11-16"],
    ["2026-11-02"],
  ],
  [
    "whose end date was removed today: the run makes the week in which it still lay",
    { salaryChanges: [moved(WEDNESDAY, "", "2026-11-06")] },
    ["2026-11-02", "2026-11-16"],
    ["2026-11-09"],
  ],
  [
    "whose end date was removed in the second week",
    { salaryChanges: [moved("2026-11-15T15:00:00Z", "", "2026-11-01")] },
    ["2026-11-09", "2026-11-16"],
    ["2026-11-02"],
  ],
  [
    "whose start date was removed today",
    { salaryChanges: [moved(WEDNESDAY, "2026-11-16")] },
    ["2026-11-16"],
    ["2026-11-02", "2026-11-09"],
  ],
  ["who had no start date until today", { startDate: "2026-11-03", salaryChanges: [moved(WEDNESDAY, "")] }, WEEKS, []],
  [
    "whose salary was changed today, before start dates were kept",
    { startDate: "2026-11-02", salaryChanges: [moved(WEDNESDAY, null)] },
    WEEKS,
    [],
  ],
  [
    "whose salary was changed before start dates were kept, and whose start date was moved back today",
    { startDate: "2026-11-02", salaryChanges: [moved("2026-11-17T15:00:00Z", null), moved(WEDNESDAY, "2026-11-23")] },
    ["2026-11-16"],
    ["2026-11-02", "2026-11-09"],
  ],
  ["whose end date was removed", { made: ["2026-11-02"] }, ["2026-11-09", "2026-11-16"], []],
  [
    "who is not owed a week",
    { dismissedWeeks: ["2026-11-02"], createdAt: WEDNESDAY, startDate: "2020-01-06" },
    ["2026-11-16"],
    ["2026-11-09"],
  ],
  [
    "whose item an admin deleted before the run was undone",
    { deletedWeeks: ["2026-11-02"], createdAt: WEDNESDAY, startDate: "2020-01-06" },
    ["2026-11-16"],
    ["2026-11-09"],
  ],
  ["who was deleted", { deletedAt: WEDNESDAY }, [], []],
];

test.each(missedMondays)("after two missed Mondays, for a groom %s", (_, change, made, waiting) => {
  expect(mondaysOf(salariesOf(groom(change), weeksAt(WEEKS)))).toEqual(made);
  expect(mondaysOf(waitingSalaries(groom(change), weeksAt(WEEKS)))).toEqual(waiting);
});

test("Hayloft's first run makes all weeks due for every groom, whenever the groom was added", () => {
  const weeks = { ...weeksAt(WEEKS), isFirstRun: true };
  for (const change of [{}, { startDate: "2020-01-06" }]) {
    const added = groom({ createdAt: WEDNESDAY, ...change });
    expect(mondaysOf(salariesOf(added, weeks))).toEqual(WEEKS);
    expect(waitingSalaries(added, weeks)).toEqual([]);
  }
});

test.each<[name: string, current: string, change: Partial<SalariedGroom>, made: string[]]>([
  ["when clocks went back", "2026-11-02", { startDate: "2026-11-01" }, ["2026-10-26", "2026-11-02"]],
  ["when clocks went forward", "2026-03-09", { startDate: "2026-03-08" }, ["2026-03-02", "2026-03-09"]],
  [
    "added in the last hour before clocks went back",
    "2026-11-02",
    { createdAt: "2026-11-02T04:59:59Z" },
    ["2026-10-26", "2026-11-02"],
  ],
  [
    "added in the last hour of the week in which clocks went forward",
    "2026-03-09",
    { createdAt: "2026-03-09T03:59:59Z" },
    ["2026-03-02", "2026-03-09"],
  ],
  ["over New Year", "2027-01-04", { startDate: "2027-01-01" }, ["2026-12-28", "2027-01-04"]],
  ["before New Year", "2027-01-04", { startDate: "2026-12-27" }, ["2027-01-04"]],
])("a groom who started in the week before the current one is paid for it, %s", (_, current, change, made) => {
  const covered = [-14, -7, 0].map((days) => plusDays(current, days));
  const weeks = { current, due: [], covered, isFirstRun: false };
  expect(mondaysOf(salariesOf(groom({ createdAt: `${current}T18:00:00Z`, ...change }), weeks))).toEqual(made);
});

// The week from Monday 11/23 to Sunday 11/29.
test.each<[startDate: string | null, endDate: string | null, part: ReturnType<typeof partOfWeek>]>([
  [null, null, null],
  ["2026-11-23", "2026-11-29", null],
  ["2020-01-06", "2027-01-01", null],
  [null, "2026-11-28", { parts: [{ from: null, until: "2026-11-28" }], days: 6 }],
  [null, "2026-11-25", { parts: [{ from: null, until: "2026-11-25" }], days: 3 }],
  [null, "2026-11-23", { parts: [{ from: null, until: "2026-11-23" }], days: 1 }],
  ["2026-11-24", null, { parts: [{ from: "2026-11-24", until: null }], days: 6 }],
  ["2026-11-29", null, { parts: [{ from: "2026-11-29", until: null }], days: 1 }],
  ["2026-11-25", "2026-11-26", { parts: [{ from: "2026-11-25", until: "2026-11-26" }], days: 2 }],
])("of the week of 11/23/2026, from %s until %s, these days count: %j", (startDate, endDate, part) => {
  expect(partOfWeek({ startDate, endDate, salaryChanges: [] }, "2026-11-23")).toEqual(part);
});

test.each([
  ["2026-11-30", "2026-11-24", [{ from: null, until: "2026-11-24" }], 2],
  [
    "2026-11-27",
    "2026-11-24",
    [
      { from: null, until: "2026-11-24" },
      { from: "2026-11-27", until: null },
    ],
    5,
  ],
  ["2026-11-25", "2026-11-24", null, 7],
])(
  "of a groom who came back on %s after %s, the parts of the week of 11/23/2026 are %j",
  (startDate, left, parts, days) => {
    const groom = { startDate, endDate: null, salaryChanges: [moved("2026-11-24T15:00:00Z", "2026-01-05", left)] };
    expect(partOfWeek(groom, "2026-11-23")).toEqual(parts && { parts, days });
  },
);

test("the days of a week in which clocks change are seven", () => {
  const startDate = "2026-10-27";
  const salaryChanges: [] = [];
  expect(partOfWeek({ startDate, endDate: null, salaryChanges }, "2026-10-26")?.days).toBe(6);
  expect(partOfWeek({ startDate: null, endDate: "2026-03-07", salaryChanges }, "2026-03-02")?.days).toBe(6);
});

test.each([
  [["2026-11-09"], "2026-11-18", "week of 11/09"],
  [["2025-12-29"], "2026-01-05", "week of 12/29/2025"],
  [["2026-09-28", "2026-10-05", "2026-10-19"], "2026-11-23", "3 weeks since 09/28"],
  [["2025-12-22", "2025-12-29"], "2026-01-05", "2 weeks since 12/22/2025"],
])("the weeks %j are called on %s '%s'", (weeks, today, text) => {
  expect(describeWeeks(weeks, today)).toBe(text);
});

test("a week whose run was undone is due for everyone, whatever was deleted in it", () => {
  const weeks = salariesOf(
    groom({ deletedWeeks: ["2026-11-09", "2026-11-16"] }),
    weeksAt(["2026-11-16"], ["2026-11-09"]),
  );
  expect(weeks.map(({ week }) => week)).toEqual(["2026-11-16"]);
});

const optional: [name: string, change: Partial<SalariedGroom>, due: string[], covered: string[], offered: string[]][] =
  [
    ["of a groom with all items", { made: COVERED }, [], COVERED, []],
    ["of a groom without an item, which the run makes anyway", {}, [], COVERED, []],
    [
      "that was deleted this week",
      { made: COVERED.slice(0, 2), deletedWeeks: ["2026-11-16"] },
      [],
      COVERED,
      ["2026-11-16"],
    ],
    ["that was deleted in an earlier week", { made: COVERED.slice(1), deletedWeeks: ["2026-11-02"] }, [], COVERED, []],
    ["that was deleted, and entered again", { made: COVERED, deletedWeeks: ["2026-11-16"] }, [], COVERED, []],
    ["that was deleted by an undo of this week", { deletedWeeks: ["2026-11-16"] }, ["2026-11-16"], [], []],
    [
      "of a groom deleted on Wednesday before the run",
      { deletedAt: "2026-11-18T15:00:00Z" },
      ["2026-11-16"],
      [],
      ["2026-11-16"],
    ],
    [
      "of a groom deleted on Sunday evening, which is Monday in UTC",
      { deletedAt: "2026-11-16T04:30:00Z" },
      ["2026-11-09", "2026-11-16"],
      [],
      ["2026-11-09"],
    ],
    [
      "of a groom deleted in the week before, unpaid since",
      { deletedAt: "2026-11-13T15:00:00Z", made: ["2026-11-02"] },
      [],
      COVERED,
      ["2026-11-09"],
    ],
    [
      "of a groom who had ended before being deleted",
      { deletedAt: "2026-11-18T15:00:00Z", endDate: "2026-11-08" },
      ["2026-11-09", "2026-11-16"],
      ["2026-11-02"],
      ["2026-11-02"],
    ],
    [
      "of a groom deleted seconds after being entered with an earlier start date, of the week of both",
      { startDate: "2026-11-02", createdAt: "2026-11-18T15:00:00Z", deletedAt: "2026-11-18T15:00:20Z" },
      COVERED,
      [],
      ["2026-11-16"],
    ],
    [
      "of a groom deleted the day after being entered",
      { startDate: "2026-11-09", createdAt: "2026-11-17T15:00:00Z", deletedAt: "2026-11-18T15:00:00Z" },
      COVERED,
      [],
      ["2026-11-09", "2026-11-16"],
    ],
    ["of a groom deleted after all items", { deletedAt: "2026-11-18T15:00:00Z", made: COVERED }, [], COVERED, []],
  ];

test.each(optional)("a run leaves out a salary %s unless it is ticked", (_, change, due, covered, offered) => {
  const salaries = optionalSalaries(groom(change), weeksAt(due, covered));
  expect(salaries.map(({ week }) => week)).toEqual(offered);
});

const RAISED = 70_000;
/** Changes of a salary that is $700.00 today, each with the salary before it. */
const salaries: [
  name: string,
  changes: [at: string, before: number][],
  week: string,
  value: number,
  createdAt?: string,
][] = [
  ["never changed", [], "2026-11-02", RAISED],
  ["raised before the Monday", [["2026-11-01T15:00:00Z", 65_000]], "2026-11-02", RAISED],
  ["raised on the Monday in the morning", [["2026-11-02T14:00:00Z", 65_000]], "2026-11-02", RAISED],
  ["raised on the Monday at 23:59", [["2026-11-03T04:59:59Z", 65_000]], "2026-11-02", RAISED],
  ["raised on the Tuesday at 00:00", [["2026-11-03T05:00:00Z", 65_000]], "2026-11-02", 65_000],
  ["raised on the Sunday of the week", [["2026-11-08T20:00:00Z", 65_000]], "2026-11-02", 65_000],
  ["raised after two missed weeks, in the first", [["2026-11-16T15:00:00Z", 65_000]], "2026-11-02", 65_000],
  ["raised after two missed weeks, in the second", [["2026-11-16T15:00:00Z", 65_000]], "2026-11-09", 65_000],
  ["raised on Wednesday, in the current week", [["2026-11-18T15:00:00Z", 65_000]], "2026-11-16", RAISED],
  [
    "raised twice after the Monday",
    [
      ["2026-11-04T15:00:00Z", 60_000],
      ["2026-11-05T15:00:00Z", 65_000],
    ],
    "2026-11-02",
    60_000,
  ],
  [
    "raised twice, before and after the Monday",
    [
      ["2026-10-30T15:00:00Z", 60_000],
      ["2026-11-05T15:00:00Z", 65_000],
    ],
    "2026-11-02",
    65_000,
  ],
  [
    "raised twice on the Monday",
    [
      ["2026-11-02T15:00:00Z", 60_000],
      ["2026-11-02T16:00:00Z", 65_000],
    ],
    "2026-11-02",
    RAISED,
  ],
  [
    "mistyped and corrected on the day the groom was added",
    [["2026-11-18T15:05:00Z", 6_500]],
    "2026-11-02",
    RAISED,
    "2026-11-18T15:00:00Z",
  ],
  [
    "after a change of the start date alone",
    [
      ["2026-11-04T15:00:00Z", 65_000],
      ["2026-11-05T15:00:00Z", 65_000],
    ],
    "2026-11-02",
    65_000,
  ],
  [
    "raised the day after the groom was added",
    [["2026-11-13T15:05:00Z", 65_000]],
    "2026-11-09",
    65_000,
    "2026-11-12T15:00:00Z",
  ],
];

test.each(salaries)("the salary of a week, %s", (_, changes, week, value, createdAt = "2026-01-05T15:00:00Z") => {
  const salaryChanges = changes.map(([at, before]) => ({ ...moved(at, null), before }));
  expect(salaryOf(groom({ weeklySalary: RAISED, salaryChanges, createdAt }), week, "2026-11-16")).toBe(value);
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

const [BEFORE, THAT_DAY] = ["2026-11-15T20:00:00Z", "2026-11-16T20:00:00Z"];
test.each([
  ["payroll was run the day before", BEFORE, THAT_DAY, "2026-11-16T11:00:00Z", true],
  ["payroll was run by hand on that Monday", THAT_DAY, THAT_DAY, "2026-11-16T11:00:00Z", false],
  ["payroll was never run", null, "2026-11-18T20:00:00Z", "2026-11-16T11:00:00Z", true],
  ["it was the Monday before", BEFORE, THAT_DAY, "2026-11-09T11:00:00Z", false],
])("whether a failed schedule is told if %s", (_, lastPayroll, now, at, isTold) => {
  const text = "Payroll failed to run automatically on Monday 11/16/2026: The database was busy.";
  const state = { lastPayroll, scheduled: { at, failure: "The database was busy" } };
  expect(scheduleFailure(state, new Date(now))).toBe(isTold ? text : null);
});
