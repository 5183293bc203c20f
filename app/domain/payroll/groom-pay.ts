import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";

/** A payroll item of a groom. `week` is the Monday of a generated salary. */
export type PayItemOfGroom = {
  id: string;
  item: string;
  date: LocalDate;
  week: LocalDate | null;
  paymentDate: LocalDate | null;
  value: Cents;
  paid: boolean;
};

/** The items of one payment date; null has those without one. */
export type Payment = { date: LocalDate | null; items: PayItemOfGroom[]; paid: Cents; unpaid: Cents };

/**
 * The items by payment date, in the order of the items, which is that of the dates. If there are more than `limit` items, others may follow:
 * the last date may be incomplete and is left out.
 */
export function paymentsOf(items: readonly PayItemOfGroom[], limit: number): { payments: Payment[]; hasMore: boolean } {
  const payments: Payment[] = [];
  for (const item of items) {
    let payment = payments.at(-1);
    if (!payment || payment.date !== item.paymentDate) {
      payment = { date: item.paymentDate, items: [], paid: 0, unpaid: 0 };
      payments.push(payment);
    }
    payment.items.push(item);
    payment[item.paid ? "paid" : "unpaid"] += item.value;
  }
  const hasMore = items.length > limit;
  return { payments: hasMore ? payments.slice(0, -1) : payments, hasMore };
}

/** The salary in cents before a change of the salary or of the start date, at an instant (UTC, ISO 8601). */
export type SalaryBefore = { seq: number; at: string; before: Cents };

/** The changes of the salary, the newest first, each with the salary after it; those of the start date alone are left out. */
export const salaryChangesOf = (changes: readonly SalaryBefore[], weeklySalary: Cents) =>
  changes
    .map((change, n) => ({ ...change, after: changes[n - 1]?.before ?? weeklySalary }))
    .filter(({ before, after }) => before !== after);
