import {
  daysBetween,
  firstMondayOfMonth,
  formatUsDate,
  isLocalDate,
  type LocalDate,
  mondayOf,
  plusDays,
  todayInNewYork,
} from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { firstDayOf, lastDayOf, type Month, monthOf, shortMonthAndYear } from "#app/domain/basics/months.ts";
import { byNameAndId } from "#app/domain/basics/names.ts";
import type { SumTable } from "#app/domain/basics/tables.ts";

/** A column of the summary: a week by its Monday, or the weeks that begin in a month. */
type Column = LocalDate | Month;

/** The sums of a groom's payroll items in one column, in cents: of all, and of those that are not paid. */
export type GroomSum = { groomId: string; name: string; column: Column; total: Cents; unpaid: Cents };

/** A groom who is not deleted. `createdAt` is an instant (UTC, ISO 8601). */
export type EmployedGroom = {
  id: string;
  name: string;
  startDate: LocalDate | null;
  endDate: LocalDate | null;
  createdAt: string;
};

type Sums = { total: Cents; unpaid: Cents };

const inOrder = <Row extends { id: string; name: string }>(rows: Row[]) => rows.toSorted(byNameAndId);

/** The table of docs/product.md, 'Payroll summary'; amounts in cents. */
export type PayrollSummary = {
  columns: { key: Column; total: Cents }[];
  /** One row per groom; `sums` has one amount per column. */
  rows: (Sums & { id: string; name: string; sums: Cents[] })[];
  all: Sums;
};

/** How many weeks the summary has if no others are asked for. */
export const USUAL_WEEKS = 4;

/** The most weeks of a summary: those that begin in a year. */
const MAX_WEEKS = 53;

/** Up to this many weeks have a column each; more are summed up by month. */
const MAX_COLUMNS = 8;

/** Days of the first and the last week of a summary. */
type WeekRange = { from: LocalDate; to: LocalDate };

/**
 * The Mondays of the summary, oldest first: of the weeks from that of `from` to that of `to`, at most the last 53 of them. By default
 * the last one is the current week, and there are four (docs/product.md, 'Payroll summary').
 */
export function summaryWeeks(today: LocalDate, { from = "", to = "" }: Partial<WeekRange> = {}): LocalDate[] {
  if (isLocalDate(from) && isLocalDate(to) && from > to) return summaryWeeks(today);
  const last = isLocalDate(to) ? mondayOf(to) : mondayOf(today);
  const first = isLocalDate(from) ? mondayOf(from) : plusDays(last, -7 * (USUAL_WEEKS - 1));
  if (first > last) return summaryWeeks(today);
  const count = Math.min(daysBetween(first, last) / 7 + 1, MAX_WEEKS);
  return Array.from({ length: count }, (_, n) => plusDays(last, 7 * (n + 1 - count)));
}

/** Why the summary does not have the weeks that were asked for; null if it has. */
export function rangeProblem({ from, to }: WeekRange): string | null {
  if (!isLocalDate(from) || !isLocalDate(to)) return null;
  if (from > to) return "From is after To.";
  const isCut = daysBetween(mondayOf(from), mondayOf(to)) / 7 >= MAX_WEEKS;
  return isCut ? `A summary has at most ${MAX_WEEKS} weeks: these are the last ${MAX_WEEKS}.` : null;
}

/** The range that leads to the weeks; null for those by default. */
const rangeOf = (weeks: readonly LocalDate[], today: LocalDate): WeekRange | null =>
  weeks.join() === summaryWeeks(today).join()
    ? null
    : { from: weeks[0] ?? today, to: plusDays(weeks.at(-1) ?? today, 6) };

/** The ranges of the weeks, and of as many weeks before and after them; `later` is undefined if they have the current week. */
export function weekPagesOf(weeks: readonly LocalDate[], today: LocalDate) {
  const [current, last = today] = [mondayOf(today), weeks.at(-1)];
  const shifted = (days: number) =>
    rangeOf(
      weeks.map((week) => plusDays(week, days)),
      today,
    );
  const days = 7 * weeks.length;
  const later = last < current ? shifted(Math.min(days, daysBetween(last, current))) : undefined;
  return { range: rangeOf(weeks, today), earlier: shifted(-days), later };
}

/** The range of the weeks that begin in a year. Salaries, and payments on pay dates, are dated on Mondays: these are all of the year. */
export const yearRange = (year: number): WeekRange => ({
  from: firstMondayOfMonth(`${year}-01-01`),
  to: `${year}-12-31`,
});

/** The range of the weeks that begin in a month. */
export const monthRange = (month: Month): WeekRange => ({
  from: firstMondayOfMonth(firstDayOf(month)),
  to: lastDayOf(month),
});

/** Whether the weeks have columns by month. */
export const isByMonth = (weeks: readonly LocalDate[]) => weeks.length > MAX_COLUMNS;

const columnsOf = (weeks: readonly LocalDate[]): Column[] =>
  isByMonth(weeks) ? [...new Set(weeks.map(monthOf))] : [...weeks];

/** The heading of a column: '11/16/2026' or 'Nov 2026'. */
export const formatColumn = (key: Column): string => (key.length > 7 ? formatUsDate(key) : shortMonthAndYear(key));

/** Whether a groom was employed on a day of the weeks. Without a start date the groom is employed since the record was added. */
export function isEmployedIn(groom: EmployedGroom, weeks: readonly LocalDate[]): boolean {
  const [first = ""] = weeks;
  const lastDay = plusDays(weeks.at(-1) ?? "", 6);
  const start = groom.startDate ?? todayInNewYork(new Date(groom.createdAt));
  return start <= lastDay && (groom.endDate === null || groom.endDate >= first);
}

/**
 * Builds the summary table: the grooms who were employed in the weeks or have items in them, sorted by name, and the total of each
 * column. Sums outside the columns of `weeks` are ignored.
 */
export function summarizeWeeks(
  weeks: readonly LocalDate[],
  found: readonly GroomSum[],
  employed: readonly EmployedGroom[] = [],
): PayrollSummary {
  const columns = columnsOf(weeks);
  const rows = new Map<string, PayrollSummary["rows"][number]>();
  const rowOf = (id: string, name: string) => {
    const row = rows.get(id) ?? { id, name, sums: columns.map(() => 0), total: 0, unpaid: 0 };
    rows.set(id, row);
    return row;
  };
  for (const groom of employed) if (isEmployedIn(groom, weeks)) rowOf(groom.id, groom.name);
  const totals: Cents[] = columns.map(() => 0);
  const all = { total: 0, unpaid: 0 };
  for (const { groomId, name, column: key, total, unpaid } of found) {
    const column = columns.indexOf(key);
    if (column < 0) continue;
    const row = rowOf(groomId, name);
    row.sums[column] = (row.sums[column] ?? 0) + total;
    totals[column] = (totals[column] ?? 0) + total;
    for (const sums of [row, all]) {
      sums.total += total;
      sums.unpaid += unpaid;
    }
  }
  return {
    columns: columns.map((key, column) => ({ key, total: totals[column] ?? 0 })),
    rows: inOrder([...rows.values()]),
    all,
  };
}

/** The sums of the summary as a table. */
export const tableOfSummary = ({ columns, rows, all }: PayrollSummary): SumTable => ({
  columns: columns.map(({ key, total }) => ({ key, label: formatColumn(key), total })),
  rows,
  total: all.total,
});

/** What is due to one groom on a payment date: the unpaid items, and their sum in cents. */
export type PayCheck = { id: string; name: string; items: number; sum: Cents };

/** A groom in the table of checks: the check, with 0 items if nothing is due, and the sums of the weeks. */
type ChecksRow = PayCheck & Sums;

/** The table of checks, by name: the grooms with sums in the summary, and those with a check; and what is due in all. */
export function paychecksOf(rows: PayrollSummary["rows"], checks: readonly PayCheck[]) {
  const summed = rows.filter(({ total }) => total > 0);
  const byId = new Map(
    summed.map(({ id, name, total, unpaid }) => [id, { id, name, items: 0, sum: 0, total, unpaid }]),
  );
  for (const check of checks) byId.set(check.id, { total: 0, unpaid: 0, ...byId.get(check.id), ...check });
  return {
    rows: inOrder<ChecksRow>([...byId.values()]),
    items: checks.reduce((count, { items }) => count + items, 0),
    sum: checks.reduce((sum, check) => sum + check.sum, 0),
  };
}

/** Besides the oldest one, unpaid payment dates are offered from this many days before today. */
export const PAST_PAYMENT_DAYS = 56;
