import { type LocalDate, mondayOf, plusDays, plusMonths } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { firstDayOf, formatMonth, lastDayOf, type Month, monthOf } from "#app/domain/basics/months.ts";
import { CHARGE_KINDS, MONTHLY_CHARGES } from "#app/domain/boarding/monthly-charges.ts";
import { type Bar, type StackedChart, sumOf } from "./charts.ts";

/* The charts of the Overview (docs/product.md, 'Overview'). Amounts in cents. */

/** How much time the charts show, the current month, week or day included. */
const CHART_MONTHS = 13;
const CHART_WEEKS = 26;
const CHART_DAYS = 30;

/** The customers of the chart 'Pending by customer' that have a bar of their own. */
export const TOP_CUSTOMERS = 6;

/** The months of the charts, oldest first. */
export const chartMonths = (today: LocalDate): Month[] =>
  Array.from({ length: CHART_MONTHS }, (_, n) => monthOf(plusMonths(firstDayOf(monthOf(today)), n + 1 - CHART_MONTHS)));

/** The Mondays of the weeks of the charts, oldest first. */
export const chartWeeks = (today: LocalDate): LocalDate[] =>
  Array.from({ length: CHART_WEEKS }, (_, n) => plusDays(mondayOf(today), 7 * (n + 1 - CHART_WEEKS)));

/** The days of the charts, oldest first. */
export const chartDays = (today: LocalDate): LocalDate[] =>
  Array.from({ length: CHART_DAYS }, (_, n) => plusDays(today, n + 1 - CHART_DAYS));

/** The days on which the horses of each month are counted: its last day, and today in the current month. */
export const countedDays = (today: LocalDate): LocalDate[] =>
  chartMonths(today).map((month) => (month === monthOf(today) ? today : lastDayOf(month)));

/** A day as the labels of a chart have it: `11/22`. */
const shortDay = (date: LocalDate) => `${date.slice(5, 7)}/${date.slice(8, 10)}`;

/** A month as the labels of a chart have it: `Nov`, and with the year if it is the first of the chart or of a year. */
const shortMonth = (month: Month, place: number) => {
  const name = formatMonth(month).slice(0, 3);
  return place === 0 || month.endsWith("-01") ? `${name} ${month.slice(0, 4)}` : name;
};

/** The bars of months. The first with a value is the first of the chart. */
function monthBars(months: readonly Month[], valuesOf: (month: Month, n: number) => number[]): Bar[] {
  const all = months.map(valuesOf);
  const first = all.findIndex((values) => sumOf(values) > 0);
  return months.map((month, n) => ({ key: month, label: shortMonth(month, n - first), values: all[n] ?? [] }));
}

const BILL_KINDS = [...CHARGE_KINDS, "Services", "Shows"];

/** What was billed in a month: in all, for each fixed service, and for shows with another service. */
type BilledMonth = { total: Cents; byFixedService: { [id: string]: Cents }; shows: Cents };

/** The amounts of a month in the order of BILL_KINDS. They add up to the total of the month. */
function kindsOfMonth({ total, byFixedService, shows }: BilledMonth): Cents[] {
  const charged = CHARGE_KINDS.map((kind) =>
    sumOf(MONTHLY_CHARGES.map((charge) => (charge.kind === kind ? (byFixedService[charge.id] ?? 0) : 0))),
  );
  return [...charged, total - sumOf(charged) - shows, shows];
}

/** The chart 'Billed by month'. */
export function billedByMonth(months: readonly Month[], billedIn: (month: Month) => BilledMonth): StackedChart {
  return { kinds: BILL_KINDS, bars: monthBars(months, (month) => kindsOfMonth(billedIn(month))) };
}

/** The sums of a day of payroll items: of all, and of those that are not paid. */
type PaidDay = { date: LocalDate; sum: Cents; unpaid: Cents };

/** The chart 'Payroll by week': the items of the weeks by their dates, paid and not paid. */
export function payrollByWeek(weeks: readonly LocalDate[], days: readonly PaidDay[]): StackedChart {
  return {
    kinds: ["Paid", "Not paid"],
    bars: weeks.map((week) => {
      const ofWeek = days.filter(({ date }) => mondayOf(date) === week);
      const unpaid = sumOf(ofWeek.map((day) => day.unpaid));
      return { key: week, label: shortDay(week), values: [sumOf(ofWeek.map(({ sum }) => sum)) - unpaid, unpaid] };
    }),
  };
}

/** The chart 'Services logged by day'. */
export const loggedByDay = (days: readonly LocalDate[], loggedOn: (day: LocalDate) => number): StackedChart => ({
  kinds: ["Services"],
  bars: days.map((day) => ({ key: day, label: shortDay(day), values: [loggedOn(day)] })),
});

/** The chart 'Horses on the property': the numbers of the counted days, by location. */
export const horsesByMonth = (
  months: readonly Month[],
  { florida, longIsland }: { florida: readonly number[]; longIsland: readonly number[] },
): StackedChart => ({
  kinds: ["Florida", "Long Island"],
  bars: monthBars(months, (_, n) => [florida[n] ?? 0, longIsland[n] ?? 0]),
});
