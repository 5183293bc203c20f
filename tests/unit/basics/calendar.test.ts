import { afterEach, expect, test } from "vitest";
import {
  firstMondayOfMonth,
  formatInNewYork,
  formatUsDate,
  isLocalDate,
  mondayOf,
  nextMonday,
  plusDays,
  plusMonths,
  todayInNewYork,
  weekNumber,
} from "#app/domain/basics/calendar.ts";
import { everyDay } from "./naive-calendar.ts";

/** Time zones, each with its offset from UTC in minutes on 1 January 2026, to check that the zone is in effect. */
const ZONES = [
  ["UTC", 0],
  ["America/Los_Angeles", 480],
  ["Pacific/Kiritimati", -840],
] as const;

const ownZone = process.env.TZ;

function setZone(zone: string, offset: number) {
  process.env.TZ = zone;
  expect(new Date(2026, 0, 1, 12).getTimezoneOffset()).toBe(offset);
}

afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

const INSTANTS: [instant: string, today: string][] = [
  // Winter: midnight in New York is 05:00 UTC.
  ["2026-01-16T04:59:59Z", "2026-01-15"],
  ["2026-01-16T05:00:00Z", "2026-01-16"],
  ["2026-01-16T05:00:01Z", "2026-01-16"],
  // Summer: 04:00 UTC.
  ["2026-07-05T03:59:59Z", "2026-07-04"],
  ["2026-07-05T04:00:00Z", "2026-07-05"],
  ["2026-07-05T04:00:01Z", "2026-07-05"],
  // Clocks go forward on 8 March 2026 at 07:00 UTC: a day of 23 hours.
  ["2026-03-08T04:59:59Z", "2026-03-07"],
  ["2026-03-08T05:00:01Z", "2026-03-08"],
  ["2026-03-08T06:59:59Z", "2026-03-08"],
  ["2026-03-08T07:00:00Z", "2026-03-08"],
  ["2026-03-09T03:59:59Z", "2026-03-08"],
  ["2026-03-09T04:00:01Z", "2026-03-09"],
  // Clocks go back on 1 November 2026 at 06:00 UTC: a day of 25 hours, in which 01:30 comes twice.
  ["2026-11-01T03:59:59Z", "2026-10-31"],
  ["2026-11-01T04:00:01Z", "2026-11-01"],
  ["2026-11-01T05:30:00Z", "2026-11-01"],
  ["2026-11-01T06:30:00Z", "2026-11-01"],
  ["2026-11-02T04:59:59Z", "2026-11-01"],
  ["2026-11-02T05:00:01Z", "2026-11-02"],
  // Clocks change on 14 March and on 7 November 2027.
  ["2027-03-14T04:59:59Z", "2027-03-13"],
  ["2027-03-14T05:00:01Z", "2027-03-14"],
  ["2027-03-15T03:59:59Z", "2027-03-14"],
  ["2027-03-15T04:00:01Z", "2027-03-15"],
  ["2027-11-07T03:59:59Z", "2027-11-06"],
  ["2027-11-07T04:00:01Z", "2027-11-07"],
  ["2027-11-08T04:59:59Z", "2027-11-07"],
  ["2027-11-08T05:00:01Z", "2027-11-08"],
  // New Year, and a leap day.
  ["2027-01-01T04:59:59Z", "2026-12-31"],
  ["2027-01-01T05:00:01Z", "2027-01-01"],
  ["2028-02-29T04:59:59Z", "2028-02-28"],
  ["2028-02-29T05:00:01Z", "2028-02-29"],
  ["2028-03-01T04:59:59Z", "2028-02-29"],
];

test.each([
  ["2026-01-16T04:59:59Z", "01/15/2026, 11:59 PM"],
  ["2026-01-16T05:00:00Z", "01/16/2026, 12:00 AM"],
  ["2026-01-16T16:59:59Z", "01/16/2026, 11:59 AM"],
  ["2026-01-16T17:00:00Z", "01/16/2026, 12:00 PM"],
  ["2026-07-05T17:05:00Z", "07/05/2026, 1:05 PM"],
])("%s is %s in New York", (instant, text) => {
  expect(formatInNewYork(new Date(instant))).toBe(text);
});

test.each(ZONES)("today is the date in New York to the second, on a machine in %s", (zone, offset) => {
  setZone(zone, offset);
  expect(INSTANTS.map(([instant]) => [instant, todayInNewYork(new Date(instant))])).toEqual(INSTANTS);
});

const WEEKS: [date: string, monday: string, next: string, week: number][] = [
  ["2020-12-31", "2020-12-28", "2021-01-04", 53],
  ["2021-01-01", "2020-12-28", "2021-01-04", 53],
  ["2021-01-03", "2020-12-28", "2021-01-04", 53],
  ["2021-01-04", "2021-01-04", "2021-01-11", 1],
  ["2024-12-29", "2024-12-23", "2024-12-30", 52],
  ["2024-12-30", "2024-12-30", "2025-01-06", 1],
  ["2026-12-27", "2026-12-21", "2026-12-28", 52],
  ["2026-12-28", "2026-12-28", "2027-01-04", 53],
  ["2027-01-01", "2026-12-28", "2027-01-04", 53],
  ["2027-01-03", "2026-12-28", "2027-01-04", 53],
  ["2027-01-04", "2027-01-04", "2027-01-11", 1],
  ["2027-12-31", "2027-12-27", "2028-01-03", 52],
  ["2028-01-02", "2027-12-27", "2028-01-03", 52],
  ["2028-01-03", "2028-01-03", "2028-01-10", 1],
  ["2028-02-29", "2028-02-28", "2028-03-06", 9],
  // The weeks in which New York's clocks change.
  ["2026-03-08", "2026-03-02", "2026-03-09", 10],
  ["2026-11-01", "2026-10-26", "2026-11-02", 44],
  // The first and the last date that the product accepts.
  ["2000-01-01", "1999-12-27", "2000-01-03", 52],
  ["2099-12-31", "2099-12-28", "2100-01-04", 53],
];

test.each(ZONES)("weeks run from Monday to Sunday and are numbered by ISO 8601, on a machine in %s", (zone, offset) => {
  setZone(zone, offset);
  expect(WEEKS.map(([date]) => [date, mondayOf(date), nextMonday(date), weekNumber(date)])).toEqual(WEEKS);
});

test.each(ZONES)(
  "every day from 2024 to 2032 has the week of a calendar counted day by day, on a machine in %s",
  (zone, offset) => {
    setZone(zone, offset);
    const days = everyDay();
    const wrong = days.filter(({ date, weekday }, i) => {
      const monday = days[i - weekday + 1]?.date;
      const next = days[i - weekday + 8]?.date ?? "2033-01-03";
      // ISO 8601: a week belongs to the year of its Thursday, and week 1 has the first Thursday of the year.
      const week = Math.ceil((days[i - weekday + 4]?.ordinal ?? Number.NaN) / 7);
      return mondayOf(date) !== monday || nextMonday(date) !== next || weekNumber(date) !== week;
    });
    expect(wrong.map(({ date }) => date)).toEqual([]);
  },
);

test.each(ZONES)(
  "plusDays counts across every month, leap day and clock change, on a machine in %s",
  (zone, offset) => {
    setZone(zone, offset);
    const days = everyDay();
    const wrong = days.filter(
      ({ date }, i) =>
        plusDays("2024-01-01", i) !== date || plusDays(date, -i) !== "2024-01-01" || plusDays(date, 0) !== date,
    );
    expect(wrong.map(({ date }) => date)).toEqual([]);
  },
);

test.each([
  ["2026-11-21", 1, "2026-12-21"],
  ["2026-12-31", 1, "2027-01-31"],
  ["2027-01-31", -1, "2026-12-31"],
  ["2026-01-31", 1, "2026-02-28"],
  ["2028-01-31", 1, "2028-02-29"],
  ["2028-02-29", 12, "2029-02-28"],
  ["2028-02-29", -12, "2027-02-28"],
  ["2028-03-31", -1, "2028-02-29"],
  ["2026-05-31", 6, "2026-11-30"],
  ["2026-11-21", 0, "2026-11-21"],
])("%s plus %i months is %s", (date, months, expected) => {
  for (const [zone, offset] of ZONES) {
    setZone(zone, offset);
    expect(plusMonths(date, months)).toBe(expected);
  }
});

test("firstMondayOfMonth returns the first Monday for any day of the month", () => {
  const days = everyDay();
  const wrong = days.filter(({ date, year, month }) => {
    const expected = days.find((each) => each.year === year && each.month === month && each.weekday === 1);
    return firstMondayOfMonth(date) !== expected?.date;
  });
  expect(wrong.map(({ date }) => date)).toEqual([]);
});

test.each(["2000-01-01", "2000-02-29", "2026-11-21", "2028-02-29", "2099-12-31", "2026-01-31", "2026-12-01"])(
  "%s is a date",
  (text) => expect(isLocalDate(text)).toBe(true),
);

test.each([
  "",
  "2026",
  "2026-11",
  "2026-02-29",
  "2100-02-29",
  "2026-02-30",
  "2026-04-31",
  "2026-13-01",
  "2026-00-10",
  "2026-11-00",
  "2026-11-32",
  "2026-1-1",
  "26-01-01",
  "0026-01-01",
  "1999-12-31",
  "2100-01-01",
  "9999-12-31",
  "12026-01-01",
  "-2026-01-01",
  "+002026-01-01",
  "2026-11-21 ",
  " 2026-11-21",
  "2026-11-21\n",
  "2026-11-21\u0000",
  "2026-11-21T00:00:00Z",
  "2026/11/21",
  "11/21/2026",
  "20261121",
  "2026\u201011\u201021",
  "٢٠٢٦-١١-٢١",
  "२०२६-११-२१",
  "today",
  "NaN-aN-aN",
])("%j is not a date that the product accepts", (text) => expect(isLocalDate(text)).toBe(false));

test("isLocalDate accepts the days from 2024 to 2032 and no other", () => {
  const days = new Set(everyDay().map(({ date }) => date));
  const two = (number: number) => `${number}`.padStart(2, "0");
  const wrong: string[] = [];
  for (let year = 2024; year <= 2032; year += 1) {
    for (let month = 0; month <= 13; month += 1) {
      for (let day = 0; day <= 32; day += 1) {
        const text = `${year}-${two(month)}-${two(day)}`;
        if (isLocalDate(text) !== days.has(text)) wrong.push(text);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test.each([
  ["2026-11-21", "11/21/2026"],
  ["2026-01-02", "01/02/2026"],
  ["2028-02-29", "02/29/2028"],
])("%s is displayed as %s", (date, expected) => expect(formatUsDate(date)).toBe(expected));
