import { expect, test } from "vitest";
import { payDateFor, weeklyPayDate } from "#app/domain/payroll/pay-dates.ts";
import { everyDay } from "#tests/unit/basics/naive-calendar.ts";

test.each([
  // June 2026 begins with its first Monday.
  ["2026-05-31", "2026-06-01"],
  ["2026-06-01", "2026-06-01"],
  ["2026-06-02", "2026-06-15"],
  ["2026-06-14", "2026-06-15"],
  ["2026-06-15", "2026-06-15"],
  ["2026-06-16", "2026-07-06"],
  ["2026-06-30", "2026-07-06"],
  // In September 2026 the first Monday is the 7th.
  ["2026-08-31", "2026-09-07"],
  ["2026-09-01", "2026-09-07"],
  ["2026-09-06", "2026-09-07"],
  ["2026-09-07", "2026-09-07"],
  ["2026-09-08", "2026-09-21"],
  ["2026-09-20", "2026-09-21"],
  ["2026-09-21", "2026-09-21"],
  ["2026-09-22", "2026-10-05"],
  ["2026-09-30", "2026-10-05"],
  // A fifth Monday is not a pay date.
  ["2026-11-30", "2026-12-07"],
  // Leap days.
  ["2024-02-29", "2024-03-04"],
  ["2028-02-21", "2028-02-21"],
  ["2028-02-29", "2028-03-06"],
  // The next month has fewer days than the date's day.
  ["2026-01-31", "2026-02-02"],
  ["2028-01-31", "2028-02-07"],
  // December into January, also if the new year begins on a Monday.
  ["2026-12-21", "2026-12-21"],
  ["2026-12-22", "2027-01-04"],
  ["2026-12-31", "2027-01-04"],
  ["2027-01-01", "2027-01-04"],
  ["2028-12-18", "2028-12-18"],
  ["2028-12-19", "2029-01-01"],
  ["2028-12-31", "2029-01-01"],
  ["2029-01-01", "2029-01-01"],
  ["2029-01-02", "2029-01-15"],
  // The days of New York's clock changes.
  ["2026-03-08", "2026-03-16"],
  ["2026-11-01", "2026-11-02"],
])("a service of %s is paid on %s", (date, expected) => expect(payDateFor(date)).toBe(expected));

test("every service from 2024 to 2032 is paid on the earliest first or third Monday that is not before its date", () => {
  const days = everyDay();
  const payDates = days
    .filter(({ weekday, day }) => weekday === 1 && (day <= 7 || (day >= 15 && day <= 21)))
    .map(({ date }) => date);
  const wrong = days.filter(({ date }) => {
    const expected = payDates.find((payDate) => payDate >= date) ?? "2033-01-03";
    return payDateFor(date) !== expected;
  });
  expect(wrong.map(({ date }) => date)).toEqual([]);
});

test.each([
  ["2026-11-16", "2026-11-23"],
  ["2026-11-18", "2026-11-23"],
  ["2026-11-22", "2026-11-23"],
  ["2026-12-28", "2027-01-04"],
  ["2027-01-03", "2027-01-04"],
  ["2028-02-29", "2028-03-06"],
])("the salary of the week of %s is paid on %s", (date, expected) => expect(weeklyPayDate(date)).toBe(expected));
