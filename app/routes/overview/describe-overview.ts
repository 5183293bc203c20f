import { inSentence } from "#app/domain/activity/activity.ts";
import { formatInNewYork, formatUsDate, formatWithWeekday, type LocalDate } from "#app/domain/basics/calendar.ts";
import { byName } from "#app/domain/basics/names.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import { isCut, unbilledBoard } from "#app/domain/boarding/unbilled-board.ts";
import { countSimple } from "#app/domain/exports/judge-bills.ts";
import { sumOf } from "#app/domain/overview/charts.ts";
import { payWeeks, salariesDue, waitingIn } from "#app/domain/payroll/payroll.ts";
import type { FailingRoute } from "#app/live/server/failing-routes.ts";
import type { FoundTotal, LastChange } from "#db/queries/overview/overview-totals.ts";
import { type GroomToPay, payrollDue, waitingGrooms } from "#db/queries/payroll/payroll-runs.ts";
import { parseRows } from "#db/write/batch.ts";
import { chartsOf, currentOf, type Find, finder } from "./charts-of-rows.ts";
import { figuresOf } from "./figures.ts";
import type { OverviewRows } from "./queries.ts";
import type { Situation } from "./situation.ts";
import { firstSteps } from "./steps.ts";
import { todosOf } from "./todos.ts";

/** The payments that are due: all unpaid items without those that have no payment date or a later one than today. And the next payment after today. */
function paymentsOf(find: Find, byPayment: readonly FoundTotal[], today: LocalDate) {
  const later = byPayment.filter(({ key }) => key > today);
  const [all, undated, future] = [currentOf([find("payroll")]), currentOf([find("undated")]), currentOf(later)];
  const next = later.sort((a, b) => (a.key < b.key ? -1 : 1))[0];
  return {
    paymentsDue: { count: all.count - undated.count - future.count, sum: all.sum - undated.sum - future.sum },
    nextPayment: next ? { date: next.key, ...currentOf([next]) } : null,
  };
}

/** The grooms whom a payroll run would pay now, and what it would pay them. */
function salariesOfRun(grooms: readonly GroomToPay[]) {
  const [first] = grooms;
  const salaries = first ? salariesDue(grooms, payWeeks(first)) : [];
  return { count: new Set(salaries.map(({ groomId }) => groomId)).size, sum: totalOf(salaries) };
}

/** A change in one line, with its time if it was made today, otherwise with its day. */
function describeChange({ id, at, actor, action, records }: LastChange, today: LocalDate) {
  const [day, time = ""] = formatInNewYork(new Date(at)).split(", ");
  const text = records ? `${inSentence(action)}: ${records}` : inSentence(action);
  return { id, text, actor: inSentence(actor), when: day === formatUsDate(today) ? time : (day ?? "") };
}

/**
 * The data of the Overview, from the rows of its selects. `hasBucket`: the worker has a bucket for backups.
 * `isBilledFor`: the months are those that bills are for.
 */
export function describeOverview(
  rows: OverviewRows,
  today: LocalDate,
  now: Date,
  { hasBucket = false, isBilledFor = false, failing = null as FailingRoute[] | null } = {},
) {
  const [[totals], [byPayment], [checked], , , [board], [grooms], [shows], exports, [run], finished, ...rest] = rows;
  const [, , , [waiting], [changes], [setUp], [questions], [due], late, unsent] = rest;
  const find = finder(totals?.found);
  const active = grooms?.grooms ?? [];
  const { currentRows, currentSum } = find("corrections");
  const situation: Situation = {
    ...(run ?? { lastPayroll: null, scheduled: null }),
    activeGrooms: active.length,
    idleGrooms: active.filter(({ hasItem }) => !hasItem).sort(byName),
    salaries: salariesOfRun(parseRows(payrollDue(today), due?.rowsJson ?? "[]")),
    waiting: waitingIn(parseRows(waitingGrooms(today), waiting?.rowsJson ?? "[]")),
    ...paymentsOf(find, byPayment?.found ?? [], today),
    unbilledBoard: unbilledBoard(board?.horses ?? [], today).map(({ month, sum, charges, horses }) => ({
      ...{ month, sum, charges },
      count: horses.length,
    })),
    isBoardCut: isCut(board?.horses ?? []),
    unbilledShows: shows ?? { count: 0, sum: 0 },
    pending: currentOf([find("bill_items")]),
    findings: countSimple(checked?.pending ?? { groups: [], fine: [] }, today),
    exports,
    corrections: { count: currentRows, sum: currentSum },
    questions: questions ?? { count: 0, customers: [] },
    lateEntries: late,
    unsent,
    backups: { finished, hasBucket },
    failing: failing ?? [],
  };
  const steps = setUp ? firstSteps(setUp) : null;
  const isNew = steps !== null && !setUp?.bills;
  // Payroll is not due while the first steps still ask for the grooms or the last payroll date.
  const isPayrollSetUp = !isNew || (setUp?.grooms && setUp.payroll);
  const charts = chartsOf(find, rows, today);
  const [lastMonth = 0, thisMonth = 0] = charts.billed.bars.slice(-2).map(({ values }) => sumOf(values));
  const [florida = 0, longIsland = 0] = charts.horses.bars.at(-1)?.values ?? [];
  return {
    day: formatWithWeekday(today),
    figures: figuresOf({ ...situation, today, billed: [lastMonth, thisMonth], isBilledFor, florida, longIsland }),
    steps,
    isNew,
    todos: todosOf(situation, today, now).filter(({ id }) => id !== "payroll" || isPayrollSetUp),
    changes: (changes?.list ?? []).map((change) => describeChange(change, today)),
    ...charts,
  };
}
