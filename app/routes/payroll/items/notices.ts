import { formatUsDate, formatWithWeekday, type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import { partOfWeek } from "#app/domain/payroll/employment.ts";
import { lastScheduledMonday, type Salary, scheduleFailure } from "#app/domain/payroll/payroll.ts";
import type { GroomToPay, ScheduledRun } from "#db/queries/payroll/payroll-runs.ts";

/**
 * The item of a groom in the generation dialog. A salary that differs from the present one is shown with both amounts
 * and the date. A week in which the groom came or left shows the number of its days that count.
 */
export function itemOf(groom: GroomToPay, salaries: Salary[]) {
  const { id, name, weeklySalary, deletedAt } = groom;
  const lines = salaries.map(({ week, value }) => {
    const line = `${formatUsDate(week)} ${formatDollars(value)}`;
    const then = `${line} as of ${formatUsDate(week)}, ${formatDollars(weeklySalary)} now`;
    return [value === weeklySalary ? line : then, ...describePart(groom, week)].join(" · ");
  });
  const mark = deletedAt
    ? `deleted ${formatUsDate(todayInNewYork(new Date(deletedAt)))}`
    : salaries.some(({ week }) => partOfWeek(groom, week)) && "partial week";
  return { id, name, note: pluralize(salaries.length, "week"), lines, value: totalOf(salaries), ...(mark && { mark }) };
}

/** 'until 11/25/2026, 3 of 7 days', or 'until 11/24/2026, from 11/27/2026, 5 of 7 days' after a return; nothing for a whole week. */
function describePart(groom: GroomToPay, week: LocalDate): string[] {
  const part = partOfWeek(groom, week);
  if (!part) return [];
  const dates = part.parts.map(({ from, until }) =>
    [from && `from ${formatUsDate(from)}`, until && `until ${formatUsDate(until)}`].filter(Boolean).join(" "),
  );
  return [`${dates.join(", ")}, ${part.days} of 7 days`];
}

/** The heading of the salaries that a run leaves out unless they are ticked. */
export function optionalHeading(grooms: GroomToPay[]): string {
  const deleted = grooms.filter(({ deletedAt }) => deletedAt).length;
  if (deleted === 0) return "Deleted this week";
  return deleted === grooms.length ? "Deleted grooms, not paid for these weeks" : "Deleted grooms and salaries";
}

/** Why there is nothing to generate. */
export function emptyReason(isAhead: boolean, isNothingDue: boolean): string {
  if (isAhead) return "The last payroll run has a date in the future: nothing is due until the week after it.";
  if (isNothingDue) return "Payroll has already run for this week.";
  return "No groom is active in the weeks since the last payroll run.";
}

/** 'Week of 11/23/2026, 11 grooms', 'Weeks of 11/09/2026 to 11/23/2026, 11 grooms'. */
export function describeSalaries(grooms: number, salaries: Salary[]): string {
  const weeks = [...new Set(salaries.map(({ week }) => week))].sort().map(formatUsDate);
  const [first] = weeks;
  const dates = weeks.length > 1 ? `Weeks of ${first} to ${weeks.at(-1)}` : `Week of ${first}`;
  return `${dates}, ${pluralize(grooms, "groom")}`;
}

/** The outcome of the last scheduled payroll, while an admin should know it (docs/product.md, 'Payroll schedule'). */
export function describeSchedule(
  state: { lastPayroll: string | null; scheduled: ScheduledRun | null },
  now: Date,
): string | null {
  const { scheduled } = state;
  const day = scheduled && todayInNewYork(new Date(scheduled.at));
  if (!day || scheduled.failure !== null || day < lastScheduledMonday(now)) return scheduleFailure(state, now);
  const made = `Payroll ran automatically on ${formatWithWeekday(day)}: ${pluralize(scheduled.itemCount, "item")}.`;
  return scheduled.isUndone ? `${made} The run was undone.` : made;
}
