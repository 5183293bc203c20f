import { isLocalDate, type LocalDate, mondayOf, plusDays, todayInNewYork } from "./calendar.ts";
import type { Cents } from "./money.ts";
import { byName } from "./names.ts";

/** The sums of a groom's payroll items in one week, in cents: of all, and of those that are not paid. `week` is a Monday. */
export type GroomWeek = { groomId: string; name: string; week: LocalDate; total: Cents; unpaid: Cents };

/** A groom who is not deleted. `createdAt` is an instant (UTC, ISO 8601). */
export type EmployedGroom = {
  id: string;
  name: string;
  startDate: LocalDate | null;
  endDate: LocalDate | null;
  createdAt: string;
};

type Sums = { total: Cents; unpaid: Cents };

const inOrder = <Row extends { id: string; name: string }>(rows: Row[]) =>
  rows.toSorted((a, b) => byName(a, b) || (a.id < b.id ? -1 : 1));

/** The table of docs/product.md, 'Payroll summary'; amounts in cents. */
export type PayrollSummary = {
  weeks: { week: LocalDate; total: Cents }[];
  /** One row per groom; `sums` has one amount per week. */
  rows: (Sums & { id: string; name: string; sums: Cents[] })[];
  all: Sums;
};

/** How many weeks the summary has. */
const WEEKS = 4;

/**
 * The Mondays of the summary, oldest first: the four weeks before the week of `before`, or the current week and the three before it
 * if there is no such day or it is later (docs/product.md, 'Payroll summary').
 */
export function summaryWeeks(today: LocalDate, before = ""): LocalDate[] {
  const current = mondayOf(today);
  const last = isLocalDate(before) && before <= current ? plusDays(mondayOf(before), -7) : current;
  return Array.from({ length: WEEKS }, (_, n) => plusDays(last, 7 * (n + 1 - WEEKS)));
}

/**
 * The values of `before` that lead to these weeks, and to the four before and after them. Null leads to the latest weeks, and
 * `later` is undefined for these.
 */
export function weekPagesOf(weeks: readonly LocalDate[], today: LocalDate) {
  const [first = today] = weeks;
  const end = plusDays(first, 7 * WEEKS);
  const orLatest = (before: LocalDate) => (before > mondayOf(today) ? null : before);
  const before = orLatest(end);
  return { before, earlier: first, later: before === null ? undefined : orLatest(plusDays(end, 7 * WEEKS)) };
}

/** Whether a groom was employed on a day of the weeks. Without a start date the groom is employed since the record was added. */
export function isEmployedIn(groom: EmployedGroom, weeks: readonly LocalDate[]): boolean {
  const [first = ""] = weeks;
  const lastDay = plusDays(weeks.at(-1) ?? "", 6);
  const start = groom.startDate ?? todayInNewYork(new Date(groom.createdAt));
  return start <= lastDay && (groom.endDate === null || groom.endDate >= first);
}

/**
 * Builds the summary table: the grooms who were employed in the weeks or have items in them, sorted by name, and the total of each
 * week. Sums outside `weeks` are ignored.
 */
export function summarizeWeeks(
  weeks: readonly LocalDate[],
  found: readonly GroomWeek[],
  employed: readonly EmployedGroom[] = [],
): PayrollSummary {
  const rows = new Map<string, PayrollSummary["rows"][number]>();
  const rowOf = (id: string, name: string) => {
    const row = rows.get(id) ?? { id, name, sums: weeks.map(() => 0), total: 0, unpaid: 0 };
    rows.set(id, row);
    return row;
  };
  for (const groom of employed) if (isEmployedIn(groom, weeks)) rowOf(groom.id, groom.name);
  const totals: Cents[] = weeks.map(() => 0);
  const all = { total: 0, unpaid: 0 };
  for (const { groomId, name, week, total, unpaid } of found) {
    const column = weeks.indexOf(week);
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
    weeks: weeks.map((week, column) => ({ week, total: totals[column] ?? 0 })),
    rows: inOrder([...rows.values()]),
    all,
  };
}

/** What is due to one groom on a payment date: the unpaid items, and their sum in cents. */
export type PayCheck = { id: string; name: string; items: number; sum: Cents };

/** A groom in the table of checks: the check, with 0 items if nothing is due, and the sums of the four weeks. */
type ChecksRow = PayCheck & Sums;

/** The table of checks, by name: the grooms with sums in the summary, and those with a check; and what is due in all. */
export function checksOf(rows: PayrollSummary["rows"], checks: readonly PayCheck[]) {
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
