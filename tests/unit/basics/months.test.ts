import { expect, test } from "vitest";
import { firstDayOf, formatMonth, lastDayOf, monthBefore, monthOf, wholeMonth } from "#app/domain/basics/months.ts";

test.each([
  ["2026-01-31", "2026-01-01", "2026-01-31", "2025-12", "January 2026"],
  ["2026-02-01", "2026-02-01", "2026-02-28", "2026-01", "February 2026"],
  ["2028-02-29", "2028-02-01", "2028-02-29", "2028-01", "February 2028"],
  ["2026-12-31", "2026-12-01", "2026-12-31", "2026-11", "December 2026"],
])("the month of %s lasts from %s to %s, after %s, and is called %s", (date, first, last, before, text) => {
  const month = monthOf(date);
  expect([firstDayOf(month), lastDayOf(month), monthBefore(month), formatMonth(month)]).toEqual([
    ...[first, last, before, text],
  ]);
});

test.each([
  ["2026-11-01", "2026-11-30", "2026-11"],
  ["2028-02-01", "2028-02-29", "2028-02"],
  ["2027-02-01", "2027-02-27", null],
  ["2026-11-02", "2026-11-30", null],
  ["2026-11-01", "2026-12-31", null],
])("what lasts from %s to %s is the month %s", (first, last, month) => expect(wholeMonth(first, last)).toBe(month));
