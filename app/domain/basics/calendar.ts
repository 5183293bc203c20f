import {
  addDays,
  addMonths,
  differenceInCalendarDays,
  differenceInMonths,
  format,
  formatISO,
  getISODay,
  getISOWeek,
  isValid,
  nextMonday as mondayAfter,
  parseISO,
  startOfISOWeek,
} from "date-fns";

/** A calendar day as `YYYY-MM-DD`. A string, so that no time zone can shift it; strings compare in date order. */
export type LocalDate = string;

/** Every date and week of the product is in this time zone. The zones of the server and the browser do not matter (docs/product.md, 'Dates'). */
const BUSINESS_TIME_ZONE = "America/New_York";

/** The first and last days that the product accepts. */
export const FIRST_DATE: LocalDate = "2000-01-01";
export const LAST_DATE: LocalDate = "2099-12-31";

/** The last payment date: services of December 2099 are paid in January 2100. */
const LAST_PAYMENT_DATE: LocalDate = "2100-01-31";

/** The platform's clock of New York: '11/21/2026, 15:05'. A library of time zones would add 7 kB to every page, only for the service form. */
const newYork = /* @__PURE__ */ new Intl.DateTimeFormat("en-US", {
  timeZone: BUSINESS_TIME_ZONE,
  hourCycle: "h23",
  ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
});

const toLocalDate = (date: Date): LocalDate => formatISO(date, { representation: "date" });

/** The day and the time of day of an instant in New York. */
export function clockInNewYork(instant: Date): { date: LocalDate; hour: number; minute: number } {
  // Boards of horses ask for many days, and `formatToParts` takes three times as long.
  const [month, day, year, hour, minute] = newYork.format(instant).match(/\d+/g) ?? [];
  return { date: `${year}-${month}-${day}`, hour: Number(hour), minute: Number(minute) };
}

/** The calendar day in New York at the instant `now`. */
export function todayInNewYork(now: Date): LocalDate {
  return clockInNewYork(now).date;
}

/** Whether the text is an existing day from 2000 to 2099, or to `last`, written `YYYY-MM-DD`. */
export function isLocalDate(text: string, last = LAST_DATE): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DATE || text > last) return false;
  return isValid(parseISO(text));
}

/** Whether the text is a day that a payroll item may be paid on. */
export const isPaymentDate = (text: string): boolean => isLocalDate(text, LAST_PAYMENT_DATE);

/** The day `days` after a day; a negative number counts back. */
export function plusDays(date: LocalDate, days: number): LocalDate {
  return toLocalDate(addDays(parseISO(date), days));
}

/** The same day of the month `months` later, or the last day of a month that is too short. */
export function plusMonths(date: LocalDate, months: number): LocalDate {
  return toLocalDate(addMonths(parseISO(date), months));
}

/** How many days after `from` a day is; negative if it is before. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return differenceInCalendarDays(parseISO(to), parseISO(from));
}

/** How many whole months after `from` a day is; negative if it is before. */
export function monthsBetween(from: LocalDate, to: LocalDate): number {
  return differenceInMonths(parseISO(to), parseISO(from));
}

/** The first day of the week that holds a day: the Monday on or before it. */
export function mondayOf(date: LocalDate): LocalDate {
  return toLocalDate(startOfISOWeek(parseISO(date)));
}

export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;
/** 'Tue' */
export const weekdayOf = (date: LocalDate): string => WEEKDAYS[getISODay(parseISO(date)) - 1] ?? "";

/** The first Monday after a day. */
export function nextMonday(date: LocalDate): LocalDate {
  return toLocalDate(mondayAfter(parseISO(date)));
}

/** The first Monday of the month that holds a day. */
export function firstMondayOfMonth(date: LocalDate): LocalDate {
  return mondayOf(`${date.slice(0, 8)}07`);
}

/** ISO 8601 week number, 1 to 53. */
export function weekNumber(date: LocalDate): number {
  return getISOWeek(parseISO(date));
}

/** An instant in New York time: `11/21/2026, 3:05 PM`. */
export function formatInNewYork(instant: Date): string {
  return `${formatUsDate(todayInNewYork(instant))}, ${timeInNewYork(instant)}`;
}

/** The time of day of an instant in New York: `3:05 PM`. */
export function timeInNewYork(instant: Date): string {
  const { hour, minute } = clockInNewYork(instant);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

/** A day with its weekday: `Monday 11/16/2026` for `2026-11-16`. */
export function formatWithWeekday(date: LocalDate): string {
  return format(parseISO(date), "EEEE MM/dd/yyyy");
}

/** A day as `MM/DD/YYYY`: `11/21/2026` for `2026-11-21`. */
export function formatUsDate(date: LocalDate): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
}
