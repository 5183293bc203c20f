import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { sumOf } from "#app/domain/overview/charts.ts";
import {
  billedByMonth,
  chartDays,
  chartMonths,
  chartWeeks,
  horsesByMonth,
  loggedByDay,
  payrollByWeek,
} from "#app/domain/overview/overview-charts.ts";
import type { FoundTotal } from "#db/queries/overview/overview-totals.ts";
import type { OverviewRows } from "./queries.ts";

const NONE = { rows: 0, sum: 0, currentRows: 0, currentSum: 0 };

export type Find = (key: string) => typeof NONE;

/** Finds one of the totals; a missing total is 0. */
export const finder =
  (found: readonly FoundTotal[] = []): Find =>
  (wanted) =>
    found.find(({ key }) => key === wanted) ?? NONE;

export const currentOf = (totals: readonly (typeof NONE)[]) => ({
  count: sumOf(totals.map(({ currentRows }) => currentRows)),
  sum: sumOf(totals.map(({ currentSum }) => currentSum)),
});

/** The charts of the Overview (docs/product.md, 'Overview'). */
export function chartsOf(find: Find, rows: OverviewRows, today: LocalDate) {
  const [, , , [top], [horses], , , , , , , [billed], [logged], [payroll]] = rows;
  const pending = currentOf([find("bill_items")]);
  const customers = (top?.customers ?? []).sort((a, b) => b.sum - a.sum || (a.name < b.name ? -1 : 1));
  return {
    billed: billedByMonth(chartMonths(today), (month) => {
      const sums = Object.fromEntries(
        (billed?.found ?? []).filter((each) => each.month === month).map(({ kind, sum }) => [kind, sum]),
      );
      return { total: sumOf(Object.values(sums)), shows: sums.shows ?? 0, byFixedService: sums };
    }),
    payroll: payrollByWeek(
      chartWeeks(today),
      (payroll?.found ?? []).map(({ key, sum, currentSum }) => ({ date: key, sum, unpaid: currentSum })),
    ),
    horses: horsesByMonth(chartMonths(today), { florida: horses?.florida ?? [], longIsland: horses?.longIsland ?? [] }),
    logged: loggedByDay(chartDays(today), (day) => logged?.found.find(({ date }) => date === day)?.rows ?? 0),
    pending: {
      customers,
      others: {
        count: pending.count - sumOf(customers.map(({ rows: count }) => count)),
        sum: pending.sum - sumOf(customers.map(({ sum }) => sum)),
      },
      total: pending.sum,
    },
  };
}
