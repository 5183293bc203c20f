import { tz } from "@date-fns/tz";
import { addMonths, format, getISOWeek } from "date-fns";

/** A calendar day as `YYYY-MM-DD`. Text, so that no time zone can shift it; compares in date order. */
export type LocalDate = string;

/** The zone in which the business lives, whatever the server's or the browser's. */
export const BUSINESS_TIME_ZONE = "America/New_York";

/** The first and last days that the product takes. */
export const FIRST_DATE: LocalDate = "2000-01-01";
export const LAST_DATE: LocalDate = "2099-12-31";

const newYork = /* @__PURE__ */ tz(BUSINESS_TIME_ZONE);
const utc = /* @__PURE__ */ tz("UTC");

/*
 * Days are counted in UTC, where each has the same length. Steps of days are plain arithmetic on it: through date-fns,
 * which asks `Intl` for the zone's offset at each step, a pay date took 0.2 ms of the 10 ms that a request has.
 */
const DAY = 86_400_000;
const asDate = (date: LocalDate) => new Date(`${date}T00:00:00Z`);
const asText = (date: Date) => new Date(date.getTime()).toISOString().slice(0, 10);

/** The calendar day in New York at the instant `now`. */
export function todayInNewYork(now: Date): LocalDate {
  return format(now, "yyyy-MM-dd", { in: newYork });
}

/** Whether the text is a day that exists, written `YYYY-MM-DD`, from 2000 to 2099. */
export function isLocalDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DATE || text > LAST_DATE) return false;
  const date = asDate(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export function plusDays(date: LocalDate, days: number): LocalDate {
  return asText(new Date(asDate(date).getTime() + days * DAY));
}

/** The same day of the month `months` later, or that month's last day. */
export function plusMonths(date: LocalDate, months: number): LocalDate {
  return asText(addMonths(asDate(date), months, { in: utc }));
}

/** The Monday on or before a day: the first day of its week. */
export function mondayOf(date: LocalDate): LocalDate {
  return plusDays(date, -((asDate(date).getUTCDay() + 6) % 7));
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
  return getISOWeek(asDate(date), { in: utc });
}

/** `11/21/2026, 3:05 PM`: the instant as a clock in New York shows it. */
export function formatInNewYork(instant: Date): string {
  return format(instant, "MM/dd/yyyy, h:mm a", { in: newYork });
}

/** ISO weekday and hour in New York: `1 6` from Monday 06:00 until 07:00. */
export function clockInNewYork(instant: Date): string {
  return format(instant, "i H", { in: newYork });
}

/** `Monday 11/16/2026` for `2026-11-16`. */
export function formatWithWeekday(date: LocalDate): string {
  return format(asDate(date), "EEEE MM/dd/yyyy", { in: utc });
}

/** `11/21/2026` for `2026-11-21`. */
export function formatUsDate(date: LocalDate): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
}
