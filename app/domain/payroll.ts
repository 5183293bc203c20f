import { clockInNewYork, formatWithWeekday, type LocalDate, mondayOf, plusDays, todayInNewYork } from "./calendar.ts";
import type { Cents } from "./money.ts";
import { weeklyPayDate } from "./pay-dates.ts";

/** The name of every generated payroll item. */
export const WEEKLY_SALARY = "Weekly Salary";

/** The message while no payroll run is on record, so that the weeks due are unknown. */
export const UNKNOWN_LAST_RUN = "Last payroll date not found";

/** A change of a groom's salary: its instant (UTC, ISO 8601), and the salary before it in cents. */
type SalaryChange = { at: string; before: Cents };

/** A groom, with the Mondays of the weeks that have a salary item; `weeklySalary` in cents, instants in UTC (ISO 8601). */
export type SalariedGroom = {
  id: string;
  startDate: LocalDate | null;
  endDate: LocalDate | null;
  weeklySalary: Cents;
  createdAt: string;
  deletedAt: string | null;
  /** The changes of the salary, the oldest first. */
  salaryChanges: readonly SalaryChange[];
  made: readonly LocalDate[];
  /** The weeks whose salary item an admin deleted. */
  deletedWeeks: readonly LocalDate[];
};

/** A 'Weekly Salary' item to create, dated `week` (a Monday) and paid on the next Monday; `value` in cents. */
export type Salary = { groomId: string; week: LocalDate; paymentDate: LocalDate; value: Cents };

/** What the weeks of a payroll run depend on: instants in UTC (ISO 8601). */
export type RunHistory = {
  /** The Monday of the current week. */
  thisWeek: LocalDate;
  lastPayroll: string;
  /** The instant of the first run that stands, and of the run before it; null if there is none or it is unknown. */
  firstRun: string | null;
  runBeforeFirst: string | null;
  /** No week before this Monday is made up for. */
  lateFrom: LocalDate | null;
};

/** The Mondays that a run considers: the weeks due for every groom, and those that a run has covered already. */
export type PayWeeks = { current: LocalDate; due: LocalDate[]; covered: LocalDate[] };

/** How many weeks, the current one included, a groom who came or came back later is paid for. */
export const LATE_WEEKS = 8;

/** The Mondays from `first` to `last`, both included. */
function mondays(first: LocalDate, last: LocalDate): LocalDate[] {
  const weeks: LocalDate[] = [];
  for (let week = first; week <= last; week = plusDays(week, 7)) weeks.push(week);
  return weeks;
}

const weekOf = (instant: string) => mondayOf(todayInNewYork(new Date(instant)));

/**
 * The Mondays of the weeks that payroll is due for: the weeks after the week of the last run, up to and including the current
 * week, in New York (docs/product.md, 'Payroll generation').
 */
export function weeksDue(lastRun: Date, now: Date): LocalDate[] {
  return mondays(plusDays(mondayOf(todayInNewYork(lastRun)), 7), mondayOf(todayInNewYork(now)));
}

/** The weeks of a run in `thisWeek` (docs/product.md, 'Payroll generation'). */
export function payWeeks({ thisWeek: current, lastPayroll, firstRun, runBeforeFirst, lateFrom }: RunHistory): PayWeeks {
  const last = weekOf(lastPayroll);
  const due = mondays(plusDays(last, 7), current);
  if (!firstRun || last > current) return { current, due, covered: [] };
  const firstCovered = runBeforeFirst ? plusDays(weekOf(runBeforeFirst), 7) : weekOf(firstRun);
  const earliest = [firstCovered, lateFrom ?? "", plusDays(current, -7 * (LATE_WEEKS - 1))].sort().at(-1) ?? current;
  return { current, due, covered: mondays(earliest, last) };
}

/** The weeks of a run in which the groom was employed and has no salary item, oldest first; those that an admin deleted are left out. */
function unpaidWeeks(groom: SalariedGroom, { due, covered }: PayWeeks): LocalDate[] {
  const { startDate, endDate, createdAt, deletedAt, made, deletedWeeks } = groom;
  const isUnpaid = (week: LocalDate) =>
    (startDate === null || startDate <= plusDays(week, 6)) &&
    (endDate === null || endDate >= week) &&
    !made.includes(week);
  const missed = covered.filter((week) => isUnpaid(week) && !deletedWeeks.includes(week));
  // Without a start date the groom is employed since the record was added.
  const since = startDate || missed.length === 0 ? "" : weekOf(createdAt);
  const weeks = [...missed.filter((week) => week >= since), ...due.filter(isUnpaid)];
  if (!deletedAt) return weeks;
  const lastDay = todayInNewYork(new Date(deletedAt));
  return weeks.filter((week) => week <= lastDay);
}

/**
 * The salary of a week in cents. Of the current week it is the present salary. Of an earlier week it is the one that was in force
 * at the end of its Monday or, if the groom was added later, at the end of that day (docs/product.md, 'Payroll generation').
 */
export function salaryOf(
  { weeklySalary, salaryChanges, createdAt }: SalariedGroom,
  week: LocalDate,
  current: LocalDate,
): Cents {
  if (week >= current || salaryChanges.length === 0) return weeklySalary;
  const dayOf = (instant: string) => todayInNewYork(new Date(instant));
  const added = dayOf(createdAt);
  const day = added > week ? added : week;
  return salaryChanges.find(({ at }) => dayOf(at) > day)?.before ?? weeklySalary;
}

const toSalaries = (groom: SalariedGroom, weeks: LocalDate[], { current }: PayWeeks): Salary[] =>
  weeks.map((week) => ({
    groomId: groom.id,
    week,
    paymentDate: weeklyPayDate(week),
    value: salaryOf(groom, week, current),
  }));

/**
 * The groom's salaries that the next run makes: one for each week in which the groom is active on any day and has no salary item,
 * whether the week is due or a run has covered it before the groom came.
 */
export function salariesOf(groom: SalariedGroom, weeks: PayWeeks): Salary[] {
  return groom.deletedAt ? [] : toSalaries(groom, unpaidWeeks(groom, weeks), weeks);
}

/** Those of them that a run has covered without the groom, who came or came back later. */
export const missedSalaries = (groom: SalariedGroom, weeks: PayWeeks): Salary[] =>
  salariesOf(groom, { ...weeks, due: [] });

/**
 * The salaries that a run makes at the admin's wish only: this week's, if payroll was run for this week and the salary was deleted
 * since, and the unpaid weeks of a groom who was deleted.
 */
export function optionalSalaries(groom: SalariedGroom, weeks: PayWeeks): Salary[] {
  if (groom.deletedAt) return toSalaries(groom, unpaidWeeks(groom, weeks), weeks);
  const { current, covered } = weeks;
  const isDeleted = groom.deletedWeeks.includes(current) && covered.includes(current);
  const deleted = { ...groom, deletedWeeks: [] };
  return isDeleted ? toSalaries(groom, unpaidWeeks(deleted, { ...weeks, due: [], covered: [current] }), weeks) : [];
}

/** The salaries of all grooms that a run makes. */
export function salariesDue(grooms: readonly SalariedGroom[], weeks: PayWeeks): Salary[] {
  return grooms.flatMap((groom) => salariesOf(groom, weeks));
}

/** The hour of Mondays in New York in which the schedule makes payroll. */
const SCHEDULED_HOUR = 6;
const HOUR_MS = 3_600_000;

/**
 * The scheduled payroll that a cron trigger stands for, Monday 06:00 in New York; null if it stands for none. The trigger an hour
 * later stands for the same payroll, and makes up for a failure of the first. Cron triggers run in UTC, so three of them fire,
 * and daylight saving time decides which two count (docs/product.md, 'Payroll schedule').
 */
export function scheduledPayroll(trigger: Date): Date | null {
  const { date, hour } = clockInNewYork(trigger);
  if (date !== mondayOf(date)) return null;
  if (hour === SCHEDULED_HOUR) return trigger;
  return hour === SCHEDULED_HOUR + 1 ? new Date(trigger.getTime() - HOUR_MS) : null;
}

/** The last payroll run (UTC, ISO 8601) and the last run of the schedule. `failure` is the reason why it made no items. */
export type PayrollState = { lastPayroll: string | null; scheduled: { at: string; failure: string | null } | null };

/** Why the last scheduled payroll made nothing, until payroll is run by hand; null if it did not fail, or there is no schedule. */
export function scheduleFailure({ lastPayroll, scheduled }: PayrollState, now: Date): string | null {
  if (!scheduled?.failure) return null;
  const monday = lastScheduledMonday(now);
  const dayOf = (instant: string) => todayInNewYork(new Date(instant));
  if (dayOf(scheduled.at) < monday || (lastPayroll && dayOf(lastPayroll) >= monday)) return null;
  return `The scheduled payroll of ${formatWithWeekday(dayOf(scheduled.at))} failed: ${scheduled.failure.replace(/\.?$/, ".")}`;
}

/** The Monday by which the last scheduled payroll should have finished. */
export function lastScheduledMonday(now: Date): LocalDate {
  const { date, hour } = clockInNewYork(now);
  const monday = mondayOf(date);
  // The first of the two triggers has until 07:00 to finish.
  return date === monday && hour <= SCHEDULED_HOUR ? plusDays(monday, -7) : monday;
}

/** The Monday of the next scheduled payroll. */
export const nextScheduledMonday = (now: Date): LocalDate => plusDays(lastScheduledMonday(now), 7);
