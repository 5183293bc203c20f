import { type LocalDate, mondayOf, plusDays } from "./calendar.ts";
import type { Cents } from "./money.ts";
import { byName } from "./names.ts";

/** What a groom's items of one week come to; the week by its Monday. */
export type GroomWeek = { groomId: string; name: string; week: LocalDate; total: Cents };

export type PayrollSummary = {
  weeks: { week: LocalDate; total: Cents }[];
  /** One for each groom, with a sum for each of the weeks. */
  rows: { id: string; name: string; sums: Cents[] }[];
};

/** The Mondays of the three weeks before the current one and of that one, oldest first (spec section 9). */
export function summaryWeeks(today: LocalDate): LocalDate[] {
  const current = mondayOf(today);
  return [-21, -14, -7, 0].map((days) => plusDays(current, days));
}

/** The table of the weeks: grooms by name, and what each week comes to. */
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
