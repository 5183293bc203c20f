import { describeLastBackup } from "#app/domain/backups.ts";
import { formatWithWeekday, type LocalDate } from "#app/domain/calendar.ts";
import { sumOf } from "#app/domain/charts.ts";
import {
  billedByMonth,
  chartDays,
  chartMonths,
  chartWeeks,
  horsesByMonth,
  loggedByDay,
  payrollByWeek,
} from "#app/domain/overview.ts";
import { waitingIn } from "#app/domain/payroll.ts";
import { EXPORT_DAYS, type Situation, todosOf } from "#app/domain/todos.ts";
import { unbilledBoard } from "#app/domain/unbilled-board.ts";
import { parseRows, readBatch } from "#db/batch.ts";
import { lastBackups } from "#db/queries/backups.ts";
import {
  activeGrooms,
  billedKinds,
  exportsSince,
  horseFigures,
  loggedServices,
  openTotals,
  pastShows,
  payrollByDate,
  payrollByPayment,
  pendingFindings,
  type Total,
  topCustomers,
} from "#db/queries/overview.ts";
import { payrollState, waitingGrooms } from "#db/queries/payroll-runs.ts";
import { unbilledHorses } from "#db/queries/unbilled-board.ts";

const DAY_MS = 86_400_000;

/** The selects of the Overview, which leave as one request. */
export const overviewQueries = (today: LocalDate, now: Date, isBilledFor = false) =>
  [
    openTotals(),
    payrollByPayment(today),
    pendingFindings(today),
    topCustomers(),
    horseFigures(today),
    unbilledHorses(today),
    activeGrooms(today),
    pastShows(today),
    exportsSince(new Date(now.getTime() - EXPORT_DAYS * DAY_MS).toISOString()),
    payrollState(),
    lastBackups(),
    billedKinds(today, isBilledFor),
    loggedServices(today),
    payrollByDate(today),
    readBatch(waitingGrooms(today)),
  ] as const;

type RowsOf<Queries extends readonly unknown[]> = {
  -readonly [Place in keyof Queries]: Queries[Place] extends { _: { result: infer Rows } } ? Rows : never;
};
type OverviewRows = RowsOf<ReturnType<typeof overviewQueries>>;

const NONE = { rows: 0, sum: 0, currentRows: 0, currentSum: 0 };

type Find = (key: string) => typeof NONE;

/** Finds one of the totals; one that is missing has no rows. */
const finder =
  (found: readonly Total[] = []): Find =>
  (wanted) =>
    found.find(({ key }) => key === wanted) ?? NONE;

const currentOf = (totals: readonly (typeof NONE)[]) => ({
  count: sumOf(totals.map(({ currentRows }) => currentRows)),
  sum: sumOf(totals.map(({ currentSum }) => currentSum)),
});

/** The unpaid items of the dates from today on, and what remains of all unpaid items: those of the dates before today. */
function paymentsOf(find: Find, byPayment: readonly Total[], today: LocalDate) {
  const later = byPayment.filter(({ key }) => key > today);
  const [all, undated, future] = [currentOf([find("payroll")]), currentOf([find("undated")]), currentOf(later)];
  const next = later.sort((a, b) => (a.key < b.key ? -1 : 1))[0];
  return {
    paymentsDue: { count: all.count - undated.count - future.count, sum: all.sum - undated.sum - future.sum },
    nextPayment: next ? { date: next.key, ...currentOf([next]) } : null,
  };
}

/** The charts of the Overview (docs/product.md, 'Overview'). */
function chartsOf(find: Find, rows: OverviewRows, today: LocalDate) {
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

/** What the Overview shows of the rows of its selects. `hasBucket`: whether the worker has a bucket for backups. */
export function describeOverview(rows: OverviewRows, today: LocalDate, now: Date, hasBucket = false) {
  const [[totals], [byPayment], [findings], , , [board], [grooms], [shows], [exports], [run], finished, ...rest] = rows;
  const [, , , [waiting]] = rest;
  const find = finder(totals?.found);
  const active = grooms?.grooms ?? [];
  const { currentRows, currentSum } = find("corrections");
  const situation: Situation = {
    ...(run ?? { lastPayroll: null, scheduled: null }),
    activeGrooms: active.length,
    idleGrooms: active.flatMap(({ name, hasItem }) => (hasItem ? [] : [name])).sort(),
    waiting: waitingIn(parseRows(waitingGrooms(today), waiting?.rowsJson ?? "[]")),
    ...paymentsOf(find, byPayment?.found ?? [], today),
    unbilledBoard: unbilledBoard(board?.horses ?? [], today).map(({ month, horses }) => ({
      month,
      count: horses.length,
      left: horses.filter(({ checkOutDate }) => checkOutDate !== null && checkOutDate < today).length,
    })),
    unbilledShows: shows?.count ?? 0,
    pending: currentOf([find("bill_items")]),
    findings: findings ?? { old: 0, future: 0, unknown: 0, zero: 0 },
    exports: { count: exports?.count ?? 0, last: exports?.last ?? "" },
    corrections: { count: currentRows, sum: currentSum },
    backups: { finished, hasBucket },
  };
  return {
    day: formatWithWeekday(today),
    lastBackup: describeLastBackup({ finished }),
    todos: todosOf(situation, today, now),
    ...chartsOf(find, rows, today),
  };
}
