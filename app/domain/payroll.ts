import { clockInNewYork, type LocalDate, mondayOf, plusDays, todayInNewYork } from "./calendar.ts";
import type { Cents } from "./money.ts";
import { weeklyPayDate } from "./pay-dates.ts";

/** The name of every generated payroll item. */
export const WEEKLY_SALARY = "Weekly Salary";

/** The message while no payroll run is on record, so that the weeks due are unknown. */
export const UNKNOWN_LAST_RUN = "Last payroll date not found";

/** A groom, with the Mondays of the weeks that already have a salary item; `weeklySalary` in cents. */
export type SalariedGroom = {
  id: string;
  startDate: LocalDate | null;
  endDate: LocalDate | null;
  weeklySalary: Cents;
  made: readonly LocalDate[];
};

/** A 'Weekly Salary' item to create, dated `week` (a Monday) and paid on the next Monday; `value` in cents. */
export type Salary = { groomId: string; week: LocalDate; paymentDate: LocalDate; value: Cents };

/**
 * The Mondays of the weeks that payroll is due for: the weeks after the week of the last run, up to and including the current
 * week, in New York (docs/product.md, 'Payroll generation').
 */
export function weeksDue(lastRun: Date, now: Date): LocalDate[] {
  const current = mondayOf(todayInNewYork(now));
  const weeks: LocalDate[] = [];
  for (let week = plusDays(mondayOf(todayInNewYork(lastRun)), 7); week <= current; week = plusDays(week, 7)) {
    weeks.push(week);
  }
  return weeks;
}

/** The groom's salaries for `weeks`: one for each week in which the groom is active on any day and has no salary item yet. */
export function salariesOf(groom: SalariedGroom, weeks: readonly LocalDate[]): Salary[] {
  const { id: groomId, startDate, endDate, weeklySalary: value, made } = groom;
  const isActive = (week: LocalDate) =>
    (startDate === null || startDate <= plusDays(week, 6)) && (endDate === null || endDate >= week);
  return weeks
    .filter((week) => isActive(week) && !made.includes(week))
    .map((week) => ({ groomId, week, paymentDate: weeklyPayDate(week), value }));
}

/**
 * The active grooms without a salary item for the current week although its payroll has run: they started, or returned, after
 * the run (docs/product.md, 'Payroll generation').
 */
export function missedThisWeek<Groom extends SalariedGroom>(
  grooms: readonly Groom[],
  lastRun: Date,
  now: Date,
): Groom[] {
  const current = mondayOf(todayInNewYork(now));
  const hasRun = mondayOf(todayInNewYork(lastRun)) === current;
  return hasRun ? grooms.filter((groom) => salariesOf(groom, [current]).length > 0) : [];
}

/**
 * The salary that a run makes again at the admin's wish: this week's, if payroll was run for this week and the salary was deleted
 * since. `lastPayroll` is an ISO 8601 instant in UTC.
 */
export function deletedSalaries(
  groom: SalariedGroom & { deletedWeek: LocalDate | null; lastPayroll: string },
): Salary[] {
  const { deletedWeek, lastPayroll } = groom;
  const hasRun = deletedWeek !== null && mondayOf(todayInNewYork(new Date(lastPayroll))) === deletedWeek;
  return hasRun ? salariesOf(groom, [deletedWeek]) : [];
}

/** The salaries of all grooms due at `now`; `lastRun` is an ISO 8601 instant in UTC. */
export function salariesDue(grooms: readonly SalariedGroom[], lastRun: string, now: Date): Salary[] {
  const weeks = weeksDue(new Date(lastRun), now);
  return grooms.flatMap((groom) => salariesOf(groom, weeks));
}

const HOUR_MS = 3_600_000;

/**
 * The scheduled payroll that a cron trigger stands for, Monday 06:00 in New York; null if it stands for none. The trigger an hour
 * later stands for the same payroll, and makes up for a failure of the first. Cron triggers run in UTC, so three of them fire,
 * and daylight saving time decides which two count (docs/product.md, 'Payroll schedule').
 */
export function scheduledPayroll(trigger: Date): Date | null {
  const clock = clockInNewYork(trigger);
  if (clock === "1 6") return trigger;
  return clock === "1 7" ? new Date(trigger.getTime() - HOUR_MS) : null;
}

/** The Monday whose scheduled payroll was not made, by the schedule or by hand; null if none is missing. */
export function missedPayroll(lastPayroll: string | null, now: Date): LocalDate | null {
  const monday = lastScheduledMonday(now);
  return lastPayroll && todayInNewYork(new Date(lastPayroll)) < monday ? monday : null;
}

/** The Monday by which the last scheduled payroll should have finished. */
export function lastScheduledMonday(now: Date): LocalDate {
  const monday = mondayOf(todayInNewYork(now));
  const [weekday, hour] = clockInNewYork(now).split(" ").map(Number);
  // The first of the two triggers has until 07:00 to finish.
  return weekday === 1 && (hour ?? 0) < 7 ? plusDays(monday, -7) : monday;
}

/** The Monday of the next scheduled payroll. */
export const nextScheduledMonday = (now: Date): LocalDate => plusDays(lastScheduledMonday(now), 7);
