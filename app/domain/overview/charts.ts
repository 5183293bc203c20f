import { type Cents, formatDollars } from "#app/domain/basics/money.ts";

/* The figures of charts: bars on a scale with round numbers (docs/product.md, 'Overview'). */

/** One bar of a chart, with a value for each of the chart's kinds; negative values do not occur. */
export type Bar = { key: string; label: string; values: number[] };

/** A chart of stacked bars. `kinds` are in the order of the stack, from the bottom up. */
export type StackedChart = { kinds: string[]; bars: Bar[] };

/** The bars from the first with a value on: a chart does not begin with the time before there were any data. */
export function fromFirstValue(bars: readonly Bar[]): Bar[] {
  const first = bars.findIndex(({ values }) => sumOf(values) > 0);
  return first < 0 ? [] : bars.slice(first);
}

/** What the values of a chart are: cents, or a number of things. */
export type Unit = "dollars" | "count";

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The most marks of a scale above zero. */
const MOST_MARKS = 4;

/** The steps between marks, times a power of ten: 10, 20, 25, 50, 100. */
const STEPS = [1, 2, 2.5, 5];

/** The marks of a scale from zero to a round number that is not below `highest`: at most four above zero, in whole dollars or things. */
export function scaleFor(highest: number, unit: Unit): number[] {
  const one = unit === "dollars" ? 100 : 1;
  let power = one;
  while (power * 10 * MOST_MARKS < highest) power *= 10;
  const factor = STEPS.find((each) => (power * each) % one === 0 && power * each * MOST_MARKS >= highest) ?? 10;
  const step = power * factor;
  const marks = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: marks + 1 }, (_, n) => n * step);
}

/** A value as a chart's table has it: exact cents, or a whole number. */
export const formatValue = (value: number, unit: Unit): string =>
  unit === "dollars" ? formatDollars(value) : value.toLocaleString("en-US");

/** A total on its bar: `$212k`, `$940`, or a whole number. */
export function formatShort(value: Cents | number, unit: Unit): string {
  if (unit === "count") return value.toLocaleString("en-US");
  const dollars = Math.round(value / 100);
  return dollars < 10_000
    ? `$${dollars.toLocaleString("en-US")}`
    : `$${Math.round(dollars / 1_000).toLocaleString("en-US")}k`;
}

/** A mark of a scale: `$20,000`, or a whole number. */
export const formatMark = (value: Cents | number, unit: Unit): string =>
  unit === "dollars" ? formatDollars(value).replace(/\.00$/, "") : value.toLocaleString("en-US");
