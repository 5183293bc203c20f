import { clockInNewYork, type LocalDate, mondayOf, plusDays, todayInNewYork } from "./calendar.ts";
import type { Cents } from "./money.ts";
import { weeklyPayDate } from "./pay-dates.ts";

/** What a generated item is called (spec section 9). */
export const WEEKLY_SALARY = "Weekly Salary";

/** What is said where nobody knows since when payroll is due (spec section 7). */
export const UNKNOWN_LAST_RUN = "Last payroll date not found";

/** A groom, and the weeks, by their Mondays, that were made for them already. */
export type SalariedGroom = {
  id: string;
  startDate: LocalDate | null;
  endDate: LocalDate | null;
  weeklySalary: Cents;
  made: readonly LocalDate[];
};

/** A 'Weekly Salary' item that is to be made: dated the week's Monday, paid the Monday after it. */
export type Salary = { groomId: string; week: LocalDate; paymentDate: LocalDate; value: Cents };

/**
 * The Mondays of the weeks that payroll is due for: those that begin in New York after the week of the last run, up to and
 * including the current one (design section 6 'Payroll weeks').
 */
export function weeksDue(lastRun: Date, now: Date): LocalDate[] {
  const current = mondayOf(todayInNewYork(now));
  const weeks: LocalDate[] = [];
  for (let week = plusDays(mondayOf(todayInNewYork(lastRun)), 7); week <= current; week = plusDays(week, 7)) {
    weeks.push(week);
  }
  return weeks;
}

/** One salary for each of the weeks on any day of which the groom is active, but for those that were made already. */
export function salariesOf(groom: SalariedGroom, weeks: readonly LocalDate[]): Salary[] {
  const { id: groomId, startDate, endDate, weeklySalary: value, made } = groom;
  const isActive = (week: LocalDate) =>
    (startDate === null || startDate <= plusDays(week, 6)) && (endDate === null || endDate >= week);
  return weeks
    .filter((week) => isActive(week) && !made.includes(week))
    .map((week) => ({ groomId, week, paymentDate: weeklyPayDate(week), value }));
}

/** Those who work in the current week and are not paid for it: they came, or came back, after its payroll was made. */
export function leftOut<Groom extends SalariedGroom>(grooms: readonly Groom[], lastRun: Date, now: Date): Groom[] {
  const current = mondayOf(todayInNewYork(now));
  const isMade = mondayOf(todayInNewYork(lastRun)) === current;
  return isMade ? grooms.filter((groom) => salariesOf(groom, [current]).length > 0) : [];
}

/** The salaries of all grooms that are due at `now`; `lastRun` is UTC ISO 8601. */
export function salariesDue(grooms: readonly SalariedGroom[], lastRun: string, now: Date): Salary[] {
  const weeks = weeksDue(new Date(lastRun), now);
  return grooms.flatMap((groom) => salariesOf(groom, weeks));
}

/**
 * Whether the schedule makes payroll at this instant: Mondays at 06:00 in New York. UTC knows no summer time, so it is asked
 * at both hours that this may be (design section 6 'Cron').
 */
export function isPayrollTime(instant: Date): boolean {
  return clockInNewYork(instant) === "1 6";
}

/** The Monday of the last such instant, by when the schedule should have run. */
export function lastScheduled(now: Date): LocalDate {
  const monday = mondayOf(todayInNewYork(now));
  const [weekday, hour] = clockInNewYork(now).split(" ").map(Number);
  // Until seven it may still be at it.
  return weekday === 1 && (hour ?? 0) < 7 ? plusDays(monday, -7) : monday;
}
