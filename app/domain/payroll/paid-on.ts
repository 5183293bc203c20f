import type { LocalDate } from "#app/domain/basics/calendar.ts";

type Paid = { paid: boolean; paidOn: LocalDate | null };

export const AFTER_TODAY = "Paid On is after today. Mark it paid on that day.";

/**
 * Why an item cannot be saved with this day of payment, which its form has beside 'Paid On'; undefined if it can. `before` is the item as
 * stored. An item that becomes paid without a day is paid today, and the day of one that becomes unpaid goes (docs/product.md, 'Payroll').
 */
export function whyNotPaidOn({ paid, paidOn }: Paid, today: LocalDate, before?: Paid): string | undefined {
  if (paidOn === null) return paid && before?.paid && before.paidOn ? "Enter the day on which it was paid." : undefined;
  if (paidOn === before?.paidOn) return undefined;
  if (!paid) return "Tick Paid, or leave Paid On empty.";
  return paidOn > today ? AFTER_TODAY : undefined;
}
