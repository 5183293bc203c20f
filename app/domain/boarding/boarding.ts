import type { Cents } from "#app/domain/basics/money.ts";
import { type ChargedFacts, MONTHLY_CHARGES } from "./monthly-charges.ts";

/** One line of a horse's monthly bill; `value` in cents. */
export type BoardingLine = { serviceId: string; value: Cents };

/** The part of a month that is billed: `days` of its `of` days. */
export type MonthPart = { days: number; of: number };

/** The part of an amount in cents, rounded half up to the cent (docs/product.md, 'Billing horses'). */
export const prorated = (amount: Cents, { days, of }: MonthPart): Cents =>
  Math.floor((2 * amount * days + of) / (2 * of));

const WHOLE_MONTH: MonthPart = { days: 1, of: 1 };

/** The bill lines of one horse for one month, or a part of it, in the order of the charges. */
export function boardingLines(horse: ChargedFacts, part = WHOLE_MONTH): BoardingLine[] {
  return MONTHLY_CHARGES.flatMap(({ id, amount, isNeverProrated }) => {
    const cents = amount(horse);
    return cents === null ? [] : [{ serviceId: id, value: isNeverProrated ? cents : prorated(cents, part) }];
  });
}
