import { firstMondayOfMonth, type LocalDate, mondayOf, plusDays, plusMonths } from "#app/domain/basics/calendar.ts";

/**
 * The day on which a groom is paid for a service: the first Monday of the month, the Monday two weeks later, or the first
 * Monday of the next month, whichever is the first on or after the service date (docs/product.md, 'Pay dates').
 */
export function payDateFor(serviceDate: LocalDate): LocalDate {
  const first = firstMondayOfMonth(serviceDate);
  const second = plusDays(first, 14);
  if (serviceDate <= first) return first;
  if (serviceDate <= second) return second;
  return firstMondayOfMonth(plusMonths(serviceDate, 1));
}

/** The day on which a weekly salary is paid: the Monday after the week that holds `date` (docs/product.md, 'Pay dates'). */
export function weeklyPayDate(date: LocalDate): LocalDate {
  return plusDays(mondayOf(date), 7);
}
