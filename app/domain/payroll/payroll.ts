import {
  clockInNewYork,
  formatUsDate,
  formatWithWeekday,
  type LocalDate,
  mondayOf,
  plusDays,
  todayInNewYork,
} from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { byName } from "#app/domain/basics/names.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import { type Employed, isStayInWeek, type PastEmployment, staysOfGroom } from "./employment.ts";
import { weeklyPayDate } from "./pay-dates.ts";

/** The name of every generated payroll item. */
export const WEEKLY_SALARY = "Weekly Salary";

/** The message while no payroll run is on record, so that the weeks due are unknown. */
export const UNKNOWN_LAST_RUN = "Last payroll date not found";

/** A change of a groom's salary, start or end date: all three before it. */
type SalaryChange = PastEmployment & { before: Cents };

/** A groom, with the Mondays of the weeks that have a salary item; `weeklySalary` in cents, instants in UTC (ISO 8601). */
export type SalariedGroom = {
  id: string;
  startDate: LocalDate | null;
  endDate: LocalDate | null;
  weeklySalary: Cents;
  createdAt: string;
  deletedAt: string | null;
  /** The changes of the salary and of the dates, the oldest first. */
  salaryChanges: readonly SalaryChange[];
  made: readonly LocalDate[];
  /** The weeks whose salary item an admin deleted, and those that an admin marked as not owed. */
  deletedWeeks: readonly LocalDate[];
  dismissedWeeks: readonly LocalDate[];
};

/** A 'Weekly Salary' item to create, dated `week` (a Monday) and paid on the next Monday; `value` in cents. */
export type Salary = { groomId: string; week: LocalDate; paymentDate: LocalDate; value: Cents };

/** The history that decides the weeks of a payroll run; instants in UTC (ISO 8601). */
export type RunHistory = {
  /** The Monday of the current week. */
  thisWeek: LocalDate;
  lastPayroll: string;
  /** The instant of the first run that stands, and of the run before it; null if there is none or it is unknown. */
  firstRun: string | null;
  runBeforeFirst: string | null;
  /** No covered week before this Monday is made up for: that of the upgrade, and that of the question. */
  lateFrom: LocalDate | null;
  earliest: LocalDate;
};

/** The Mondays of the weeks due, and of those that a run has covered already. `isFirstRun`: no run of Hayloft stands. */
export type PayWeeks = { current: LocalDate; due: LocalDate[]; covered: LocalDate[]; isFirstRun: boolean };

/** How many weeks, including the current one, are searched for weeks that wait for an admin. */
export const WAITING_WEEKS = 52;

/** How many weeks, the current one included, a run offers for a groom who was deleted. */
export const OPTIONAL_WEEKS = 8;

/** The Mondays from `first` to `last`, both included. */
function mondays(first: LocalDate, last: LocalDate): LocalDate[] {
  const weeks: LocalDate[] = [];
  for (let week = first; week <= last; week = plusDays(week, 7)) weeks.push(week);
  return weeks;
}

const dayOf = (instant: string) => todayInNewYork(new Date(instant));
const weekOf = (instant: string) => mondayOf(dayOf(instant));

/**
 * The Mondays of the weeks that payroll is due for: the weeks after the week of the last run, up to and including the current
 * week, in New York (docs/product.md, 'Payroll generation').
 */
export function weeksDue(lastRun: Date, now: Date): LocalDate[] {
  return mondays(plusDays(mondayOf(todayInNewYork(lastRun)), 7), mondayOf(todayInNewYork(now)));
}

/** The weeks of a run in `thisWeek` (docs/product.md, 'Payroll generation'). */
export function payWeeks(history: RunHistory): PayWeeks {
  const { thisWeek: current, lastPayroll, firstRun, runBeforeFirst, lateFrom, earliest } = history;
  const last = weekOf(lastPayroll);
  const weeks = { current, due: mondays(plusDays(last, 7), current), covered: [], isFirstRun: firstRun === null };
  if (!firstRun || last > current) return weeks;
  const firstCovered = runBeforeFirst ? plusDays(weekOf(runBeforeFirst), 7) : weekOf(firstRun);
  const first = [firstCovered, lateFrom ?? "", earliest].sort().at(-1) ?? current;
  return { ...weeks, covered: mondays(first, last) };
}

export type GroomWeeks = Employed & Pick<SalariedGroom, "made" | "dismissedWeeks">;

/** The weeks, of these, in which the groom was employed, that have no salary item, and whose salary is owed. */
export function weeksWithoutSalary(groom: GroomWeeks, weeks: readonly LocalDate[]): LocalDate[] {
  const open = weeks.filter((week) => !groom.made.includes(week) && !groom.dismissedWeeks.includes(week));
  if (open.length === 0) return open;
  const stays = staysOfGroom(groom);
  return open.filter((week) => stays.some((stay) => isStayInWeek(stay, week)));
}

/** The unpaid weeks due and covered, oldest first. Covered weeks whose item an admin deleted are left out. */
function unpaidWeeks(groom: SalariedGroom, { due, covered, isFirstRun }: PayWeeks): LocalDate[] {
  const { createdAt, deletedAt, deletedWeeks } = groom;
  const missed = weeksWithoutSalary(groom, covered).filter((week) => !deletedWeeks.includes(week));
  const unpaid = [...missed, ...weeksWithoutSalary(groom, due)];
  if (unpaid.length === 0) return unpaid;
  // Without a start date the groom is employed since the record was added.
  const since = isFirstRun || staysOfGroom(groom).at(-1)?.checkInDate ? "" : weekOf(createdAt);
  const lastDay = deletedAt ? dayOf(deletedAt) : plusDays(unpaid.at(-1) ?? "", 6);
  return unpaid.filter((week) => week >= since && week <= lastDay);
}

/**
 * Tests whether the groom was known to work in a week when it ended: on its Sunday the record existed, the start date as it was
 * then was empty or not later, and the end date as it was then was empty or not before the week.
 */
function knownWeeks({ startDate, endDate, createdAt, salaryChanges }: SalariedGroom): (week: LocalDate) => boolean {
  const added = dayOf(createdAt);
  const changes = salaryChanges.flatMap(({ at, startDateBefore, endDateBefore }) =>
    startDateBefore === null ? [] : [{ day: dayOf(at), checkInDate: startDateBefore, checkOutDate: endDateBefore }],
  );
  const now = { checkInDate: startDate ?? "", checkOutDate: endDate };
  return (week) => {
    const sunday = plusDays(week, 6);
    return added <= sunday && isStayInWeek(changes.find(({ day }) => day > sunday) ?? now, week);
  };
}

/**
 * Divides the unpaid weeks of a groom: a run makes the current one, the one before if the groom started in it, and those of the latest
 * stay that are due, for which the groom was known. All others wait for an admin. Hayloft's first run takes every groom for known.
 */
function divideWeeks(groom: SalariedGroom, weeks: PayWeeks): { made: LocalDate[]; waiting: LocalDate[] } {
  const { current, due, isFirstRun } = weeks;
  const unpaid = groom.deletedAt ? [] : unpaidWeeks(groom, weeks);
  if (!unpaid.some((week) => week < current)) return { made: unpaid, waiting: [] };
  const firstWeek = mondayOf(groom.startDate ?? dayOf(groom.createdAt));
  const isKnown = knownWeeks(groom);
  const isMade = (week: LocalDate) =>
    week === current ||
    (week === firstWeek && week === plusDays(current, -7)) ||
    (due.includes(week) && (groom.startDate ?? "") <= plusDays(week, 6) && (isFirstRun || isKnown(week)));
  return {
    made: unpaid.filter(isMade),
    waiting: unpaid.filter((week) => !isMade(week) && !groom.deletedWeeks.includes(week)),
  };
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

/** The groom's salaries that a run makes (docs/product.md, 'Payroll generation'). */
export const salariesOf = (groom: SalariedGroom, weeks: PayWeeks): Salary[] =>
  toSalaries(groom, divideWeeks(groom, weeks).made, weeks);

/** The groom's salaries of past weeks that no run makes: they wait for an admin. */
export const waitingSalaries = (groom: SalariedGroom, weeks: PayWeeks): Salary[] =>
  toSalaries(groom, divideWeeks(groom, weeks).waiting, weeks);

/**
 * The salaries that a run makes at the admin's wish only: this week's, if payroll was run for this week and the salary was deleted
 * since, and the unpaid weeks of a groom who was deleted. One who was deleted on the day of being entered was a mistake, and has no
 * earlier weeks.
 */
export function optionalSalaries(groom: SalariedGroom, weeks: PayWeeks): Salary[] {
  if (groom.deletedAt) {
    const isMistake = dayOf(groom.createdAt) === dayOf(groom.deletedAt);
    const first = isMistake ? weekOf(groom.createdAt) : "";
    return toSalaries(
      groom,
      unpaidWeeks(groom, weeks).filter((week) => week >= first),
      weeks,
    );
  }
  const { current, covered } = weeks;
  const isDeleted = groom.deletedWeeks.includes(current) && covered.includes(current);
  const deleted = { ...groom, deletedWeeks: [] };
  return isDeleted ? toSalaries(groom, unpaidWeeks(deleted, { ...weeks, due: [], covered: [current] }), weeks) : [];
}

/** The grooms with salaries of past weeks that no run makes, by name. The history of runs is the same for all grooms. */
export function waitingIn<Groom extends SalariedGroom & RunHistory & { name: string }>(grooms: readonly Groom[]) {
  const [first] = grooms;
  if (!first) return [];
  const weeks = payWeeks(first);
  return grooms
    .map((groom) => ({ ...groom, salaries: waitingSalaries(groom, weeks) }))
    .filter(({ salaries }) => salaries.length > 0)
    .sort(byName);
}

/** 'Ana: 8 weeks since 09/28, $5,600.00' */
export const describeWaiting = ({ name, salaries }: { name: string; salaries: Salary[] }, today: LocalDate) =>
  `${name}: ${describeWeeks(
    salaries.map(({ week }) => week),
    today,
  )}, ${formatDollars(totalOf(salaries))}`;

/** '8 weeks since 09/28', or 'week of 09/28'; with the year if it is another one than that of `today`. */
export function describeWeeks(weeks: readonly LocalDate[], today: LocalDate): string {
  const [first = ""] = weeks;
  const date = formatUsDate(first);
  const day = first.slice(0, 4) === today.slice(0, 4) ? date.slice(0, 5) : date;
  return weeks.length === 1 ? `week of ${day}` : `${weeks.length} weeks since ${day}`;
}

/**
 * The Monday of the first week that is paid with a salary that was changed `today`: the current week, or the next one if the current one has
 * its item; `made` are the weeks with one. Null if the groom does not work then any more.
 */
export function salaryHoldsFrom(
  { startDate, endDate }: Pick<Employed, "startDate" | "endDate">,
  made: readonly LocalDate[],
  today: LocalDate,
): LocalDate | null {
  const current = mondayOf(today);
  const next = made.includes(current) ? plusDays(current, 7) : current;
  const first = startDate && mondayOf(startDate) > next ? mondayOf(startDate) : next;
  return endDate && endDate < first ? null : first;
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
  if (dayOf(scheduled.at) < monday || (lastPayroll && dayOf(lastPayroll) >= monday)) return null;
  return `Payroll failed to run automatically on ${formatWithWeekday(dayOf(scheduled.at))}: ${scheduled.failure.replace(/\.?$/, ".")}`;
}

/** The Monday by which the last scheduled payroll should have finished. */
export function lastScheduledMonday(now: Date): LocalDate {
  const { date, hour } = clockInNewYork(now);
  const monday = mondayOf(date);
  // The first of the two triggers has until 07:00 to finish.
  return date === monday && hour <= SCHEDULED_HOUR ? plusDays(monday, -7) : monday;
}
