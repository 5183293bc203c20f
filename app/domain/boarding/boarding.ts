import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { type ChargedFacts, chargeAmount, MONTHLY_CHARGES, type MonthlyCharge } from "./monthly-charges.ts";

/** What the bill of a standing charge has beside its amount. `dates`: the days of one on weekdays. */
export type StandingLine = {
  id: string;
  service: string;
  groomId: string | null;
  comments: string;
  dates: LocalDate[];
};

/** One line of a horse's monthly bill; `value`, and `unitPrice` of a standing charge with a quantity, in cents. */
export type BoardingLine = {
  serviceId: string;
  value: Cents;
  quantity?: number;
  unitPrice?: Cents;
  standing?: StandingLine;
};

/** The part of a month that is billed: `days` of its `of` days. */
export type MonthPart = { days: number; of: number };

/** The part of an amount in cents, rounded half up to the cent (docs/product.md, 'Billing horses'). */
export const prorated = (amount: Cents, { days, of }: MonthPart): Cents =>
  Math.floor((2 * amount * days + of) / (2 * of));

const WHOLE_MONTH: MonthPart = { days: 1, of: 1 };

/** The bill line of a charge for one month, or a part of it; null if the horse has no such charge. */
export function chargeLine(charge: MonthlyCharge, horse: ChargedFacts, part = WHOLE_MONTH): BoardingLine | null {
  const cents = chargeAmount(charge, horse);
  if (cents === null) return null;
  return { serviceId: charge.id, value: charge.isNeverProrated ? cents : prorated(cents, part) };
}

/** The bill lines of one horse for one month, in the order of the charges. */
export const boardingLines = (horse: ChargedFacts): BoardingLine[] =>
  MONTHLY_CHARGES.flatMap((charge) => chargeLine(charge, horse) ?? []);
