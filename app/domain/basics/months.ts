import { type LocalDate, plusDays, plusMonths } from "./calendar.ts";

/** A calendar month as `YYYY-MM`. */
export type Month = string;

/** The sums of a month's bills in cents: of all but voided bills, and of pending bills. */
export type MonthSum = { month: Month; sum: number; pending: number };

export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

export const monthOf = (date: LocalDate): Month => date.slice(0, 7);

export const monthBefore = (month: Month): Month => monthOf(plusDays(firstDayOf(month), -1));

export const firstDayOf = (month: Month): LocalDate => `${month}-01`;

export const lastDayOf = (month: Month): LocalDate => plusDays(plusMonths(firstDayOf(month), 1), -1);

/** The month from its first to its last day; null if the days are not those of one whole month. */
export function wholeMonth(first: LocalDate, last: LocalDate): Month | null {
  const month = monthOf(first);
  return first === firstDayOf(month) && last === lastDayOf(month) ? month : null;
}

/** The name of a month: `November`. */
export const nameOfMonth = (month: Month): string => MONTHS[Number(month.slice(5)) - 1] ?? month;

/** A month with its year: `November 2026`. */
export const formatMonth = (month: Month): string => `${nameOfMonth(month)} ${month.slice(0, 4)}`;

/** A month with its year, short: `Nov 2026`. */
export const shortMonthAndYear = (month: Month): string => `${nameOfMonth(month).slice(0, 3)} ${month.slice(0, 4)}`;

/** The twelve months of a year as columns: 'Jan'. */
export const monthsOfYear = (year: number) =>
  Array.from({ length: 12 }, (_, n) => {
    const key: Month = `${year}-${String(n + 1).padStart(2, "0")}`;
    return { key, label: nameOfMonth(key).slice(0, 3) };
  });

/** The year that an address names; `current` if it names none from 2000 to 2099. */
export const yearIn = (text: string | null, current: number): number =>
  text !== null && /^20\d\d$/.test(text) ? Number(text) : current;
