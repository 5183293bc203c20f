import { formatUsDate, type LocalDate, plusMonths } from "#app/domain/basics/calendar.ts";
import { HORSE_AMOUNTS } from "#app/domain/boarding/monthly-charges.ts";
import type { HorseRow, NextPrices } from "#app/domain/records/horse.ts";
import { nextField, pricesOn } from "./horse-history.ts";

/* The rules of the prices that a horse has from a day on (docs/product.md, 'Prices from a day'). */

const NEXT_AMOUNTS = HORSE_AMOUNTS.map(nextField);
/** The fields of the next prices, and their day. */
export const NEXT_PRICE_FIELDS = [...NEXT_AMOUNTS, "pricesFrom"] as const;

export const NO_NEXT_PRICES = Object.fromEntries(NEXT_PRICE_FIELDS.map((field) => [field, null])) as {
  [Name in keyof NextPrices]: null;
};

export const hasNextAmount = (prices: NextPrices): boolean => NEXT_AMOUNTS.some((name) => prices[name] !== null);

/** A horse as its list, page and dialog show it on a day: next prices whose day has come are its amounts. */
export const horseOn = <Horse extends HorseRow>(horse: Horse, day: LocalDate): Horse =>
  horse.pricesFrom && horse.pricesFrom <= day ? { ...horse, ...pricesOn(horse, day), ...NO_NEXT_PRICES } : horse;

/** How many months before and after today prices may hold from. */
const MONTHS = 12;

/** Why prices cannot hold from a day; undefined if they can. */
export function nextPricesProblem(day: LocalDate | null, today: LocalDate): string | undefined {
  const [first, last] = [plusMonths(today, -MONTHS), plusMonths(today, MONTHS)];
  if (day === null || (first <= day && day <= last)) return undefined;
  return `Choose a day from ${formatUsDate(first)} to ${formatUsDate(last)}.`;
}
