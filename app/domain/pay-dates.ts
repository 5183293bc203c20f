import { firstMondayOfMonth, type LocalDate, mondayOf, plusDays, plusMonths } from "./calendar.ts";

/**
 * When a groom is paid for a service of that day (spec section 9): the first Monday of the month, or two weeks after
 * it, or else the first Monday of the next month.
 */
export function payDateFor(serviceDate: LocalDate): LocalDate {
  const first = firstMondayOfMonth(serviceDate);
  const second = plusDays(first, 14);
  if (serviceDate <= first) return first;
  if (serviceDate <= second) return second;
  return firstMondayOfMonth(plusMonths(serviceDate, 1));
}

/** When a week's salary is paid: the Monday after the week that holds the day (design section 6). */
export function weeklyPayDate(date: LocalDate): LocalDate {
  return plusDays(mondayOf(date), 7);
}
