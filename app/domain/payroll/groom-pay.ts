import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import type { PastEmployment } from "./employment.ts";

export type PayItemOfGroom = {
  id: string;
  item: string;
  date: LocalDate;
  paymentDate: LocalDate | null;
  value: Cents;
  paid: boolean;
};

/** The sums of the items of one payment date; null has those without one. */
export type Payment = { date: LocalDate | null; total: Cents; unpaid: Cents };

/** The sums of a groom's items: unpaid, paid in the year, unpaid with a payment date before today, and of the next payment date. */
export type PaySums = {
  owed: Cents;
  paidInYear: Cents;
  overdue: Cents;
  overdueSince: LocalDate | null;
  next: { date: LocalDate; sum: Cents } | null;
};

/** The figure of what is to be paid first: what is overdue, what is due today, or the next payment. */
export function paymentFigure({ overdue, overdueSince, next }: PaySums, today: LocalDate) {
  if (overdueSince)
    return {
      label: "Overdue",
      value: formatDollars(overdue),
      note: `since ${formatUsDate(overdueSince)}`,
      isOverdue: true,
    };
  const label = next?.date === today ? "Due today" : "Next payment";
  return next
    ? { label, value: formatDollars(next.sum), note: formatUsDate(next.date) }
    : { label, value: "-", note: "nothing is unpaid" };
}

/** A groom before a change of the salary or of a date, at an instant (UTC, ISO 8601); the salary in cents. */
export type SalaryBefore = PastEmployment & { seq: number; before: Cents };

/** The changes of the salary, the newest first, each with the salary after it; those of the dates alone are left out. */
export const salaryChangesOf = <Change extends { before: Cents }>(changes: readonly Change[], weeklySalary: Cents) =>
  changes
    .map((change, n) => ({ ...change, after: changes[n - 1]?.before ?? weeklySalary }))
    .filter(({ before, after }) => before !== after);
