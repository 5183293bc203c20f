import { formatUsDate, formatWithWeekday, todayInNewYork } from "#app/domain/calendar.ts";
import { formatDollars } from "#app/domain/money.ts";
import { lastScheduledMonday } from "#app/domain/payroll.ts";
import { pluralize } from "#app/domain/pluralize.ts";
import type { MarkedItems } from "#db/queries/payroll.ts";
import type { ScheduledRun } from "#db/queries/payroll-runs.ts";

/** The notice after a generation; `total` in cents. */
export const describeRun = (run: { itemCount: number; total: number }) =>
  `Generated ${pluralize(run.itemCount, "item")}: ${formatDollars(run.total)}.`;

/** The notice after Mark Date Paid or Mark Date Unpaid, with the data of its Undo. */
export function describeMarking(id: string, { ids, date, paid }: MarkedItems & { paid: boolean }) {
  const [itemId = ""] = ids;
  return {
    id,
    itemId,
    text: `Marked ${pluralize(ids.length, "item")} of ${formatUsDate(date)} ${paid ? "paid" : "unpaid"}.`,
  };
}

type PayrollState = {
  /** UTC ISO 8601, like `at`. */
  lastPayroll: string | null;
  scheduled: ScheduledRun | null;
};

/**
 * The outcome of the last scheduled payroll. A missing or failed run is reported until payroll is run by hand
 * (docs/product.md, 'Payroll schedule').
 */
export function describeSchedule({ lastPayroll, scheduled }: PayrollState, now: Date): string | null {
  const monday = lastScheduledMonday(now);
  const dayOf = (instant: string) => todayInNewYork(new Date(instant));
  if (scheduled && scheduled.failure === null && dayOf(scheduled.at) >= monday) {
    const made = `made ${pluralize(scheduled.itemCount, "item")} on ${formatWithWeekday(dayOf(scheduled.at))} by schedule`;
    return scheduled.isTakenBack ? `${made}, taken back since` : made;
  }
  if (lastPayroll && dayOf(lastPayroll) >= monday) return null;
  if (scheduled?.failure && dayOf(scheduled.at) >= monday) {
    return `made nothing on ${formatWithWeekday(dayOf(scheduled.at))} by schedule: ${scheduled.failure}`;
  }
  return lastPayroll ? `Not made by schedule on ${formatWithWeekday(monday)}` : null;
}
