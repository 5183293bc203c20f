import { tz } from "@date-fns/tz";
import { addMonths, differenceInMonths, format, getISOWeek } from "date-fns";

/** A calendar day as `YYYY-MM-DD`. A string, so that no time zone can shift it; strings compare in date order. */
export type LocalDate = string;

/** Every date and week of the product is in this time zone. The zones of the server and the browser do not matter (docs/product.md, 'Dates'). */
export const BUSINESS_TIME_ZONE = "America/New_York";

/** The first and last days that the product accepts. */
export const FIRST_DATE: LocalDate = "2000-01-01";
export const LAST_DATE: LocalDate = "2099-12-31";

/** The last payment date: services of December 2099 are paid in January 2100. */
export const LAST_PAYMENT_DATE: LocalDate = "2100-01-31";

const utc = /* @__PURE__ */ tz("UTC");

/*
 * Day arithmetic runs in UTC, where every day has the same length. It does not use date-fns, which asks `Intl` for the zone's
 * offset at each step: a pay date then took 0.2 ms of the 10 ms of CPU that a request has.
 */
const DAY_MS = 86_400_000;
const toUtcMidnight = (date: LocalDate) => new Date(`${date}T00:00:00Z`);
/** Copies the date first: date-fns returns a `TZDate`, whose `toISOString` writes an offset. */
const toLocalDate = (date: Date): LocalDate => new Date(date.getTime()).toISOString().slice(0, 10);

const newYork = /* @__PURE__ */ new Intl.DateTimeFormat("en-US", {
  timeZone: BUSINESS_TIME_ZONE,
  hourCycle: "h23",
  ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
});

/** The day and the time of day of an instant in New York. */
export function clockInNewYork(instant: Date): { date: LocalDate; hour: number; minute: number } {
  const parts = Object.fromEntries(newYork.formatToParts(instant).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute } = parts;
  return { date: `${year}-${month}-${day}`, hour: Number(hour), minute: Number(minute) };
}

/** The calendar day in New York at the instant `now`. */
export function todayInNewYork(now: Date): LocalDate {
  return clockInNewYork(now).date;
}

/** Whether the text is an existing day from 2000 to 2099, or to `last`, written `YYYY-MM-DD`. */
export function isLocalDate(text: string, last = LAST_DATE): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DATE || text > last) return false;
  const date = toUtcMidnight(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Whether the text is a day that a payroll item may be paid on. */
export const isPaymentDate = (text: string): boolean => isLocalDate(text, LAST_PAYMENT_DATE);

/** The day `days` after a day; a negative number counts back. */
export function plusDays(date: LocalDate, days: number): LocalDate {
  return toLocalDate(new Date(toUtcMidnight(date).getTime() + days * DAY_MS));
}

/** The same day of the month `months` later, or the last day of a month that is too short. */
export function plusMonths(date: LocalDate, months: number): LocalDate {
  return toLocalDate(addMonths(toUtcMidnight(date), months, { in: utc }));
}

/** How many days after `from` a day is; negative if it is before. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return (toUtcMidnight(to).getTime() - toUtcMidnight(from).getTime()) / DAY_MS;
}

/** How many whole months after `from` a day is; negative if it is before. */
export function monthsBetween(from: LocalDate, to: LocalDate): number {
  return differenceInMonths(toUtcMidnight(to), toUtcMidnight(from), { in: utc });
}

/** The first day of the week that holds a day: the Monday on or before it. */
export function mondayOf(date: LocalDate): LocalDate {
  return plusDays(date, -((toUtcMidnight(date).getUTCDay() + 6) % 7));
}

/** The first Monday after a day. */
export function nextMonday(date: LocalDate): LocalDate {
  return plusDays(mondayOf(date), 7);
}

/** The first Monday of the month that holds a day. */
export function firstMondayOfMonth(date: LocalDate): LocalDate {
  return mondayOf(`${date.slice(0, 8)}07`);
}

/** ISO 8601 week number, 1 to 53. */
export function weekNumber(date: LocalDate): number {
  return getISOWeek(toUtcMidnight(date), { in: utc });
}

/** An instant in New York time: `11/21/2026, 3:05 PM`. */
export function formatInNewYork(instant: Date): string {
  return `${formatUsDate(todayInNewYork(instant))}, ${timeInNewYork(instant)}`;
}

/** The time of day of an instant in New York: `3:05 PM`. */
export function timeInNewYork(instant: Date): string {
  const { hour, minute } = clockInNewYork(instant);
  return `${hour % 12 || 12}:${inTwoDigits(minute)} ${hour < 12 ? "AM" : "PM"}`;
}

const inTwoDigits = (number: number) => String(number).padStart(2, "0");

/** A day with its weekday: `Monday 11/16/2026` for `2026-11-16`. */
export function formatWithWeekday(date: LocalDate): string {
  return format(toUtcMidnight(date), "EEEE MM/dd/yyyy", { in: utc });
}

/** A day as `MM/DD/YYYY`: `11/21/2026` for `2026-11-21`. */
export function formatUsDate(date: LocalDate): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
}
