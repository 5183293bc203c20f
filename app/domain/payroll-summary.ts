import { type LocalDate, mondayOf, plusDays } from "./calendar.ts";
import type { Cents } from "./money.ts";
import { byName } from "./names.ts";

/** The sum of a groom's payroll items in one week, in cents. `week` is a Monday. */
export type GroomWeek = { groomId: string; name: string; week: LocalDate; total: Cents };

/** The table of docs/product.md, 'Payroll summary'; amounts in cents. */
export type PayrollSummary = {
  weeks: { week: LocalDate; total: Cents }[];
  /** One row per groom; `sums` has one amount per week. */
  rows: { id: string; name: string; sums: Cents[] }[];
};

/** The Mondays of the last three weeks and of the current week, oldest first (docs/product.md, 'Payroll summary'). */
export function summaryWeeks(today: LocalDate): LocalDate[] {
  const current = mondayOf(today);
  return [-21, -14, -7, 0].map((days) => plusDays(current, days));
}

/** Builds the summary table: grooms sorted by name, and the total of each week. Sums outside `weeks` are ignored. */
export function summarize(weeks: readonly LocalDate[], found: readonly GroomWeek[]): PayrollSummary {
  const rows = new Map<string, PayrollSummary["rows"][number]>();
  const totals: Cents[] = weeks.map(() => 0);
  for (const { groomId: id, name, week, total } of found) {
    const column = weeks.indexOf(week);
    if (column < 0) continue;
    const row = rows.get(id) ?? { id, name, sums: weeks.map(() => 0) };
    rows.set(id, row);
    row.sums[column] = (row.sums[column] ?? 0) + total;
    totals[column] = (totals[column] ?? 0) + total;
  }
  return {
    weeks: weeks.map((week, column) => ({ week, total: totals[column] ?? 0 })),
    rows: [...rows.values()].sort((a, b) => byName(a, b) || (a.id < b.id ? -1 : 1)),
  };
}
