import {
  type BarnCharges,
  BLANKET_SERVICE,
  BOARDING_SERVICE,
  BOARDING_SURCHARGE_SERVICE,
  LONG_ISLAND_SERVICE,
  TRAINING_SERVICE,
} from "#app/domain/barn/fixed-services.ts";
import type { Location } from "#app/domain/basics/locations.ts";
import type { Cents } from "#app/domain/basics/money.ts";

/** The default settings; amounts in cents (docs/product.md, 'Settings'). */
export const DEFAULT_BOARDING: Cents = 290_000;
export const DEFAULT_BOARDING_SURCHARGE: Cents = 15_000;
export const DEFAULT_TRAINING: Cents = 175_000;

/** The fields of a horse that determine its monthly bill lines; amounts in cents. */
export type BoardedHorse = BarnCharges & {
  boarding: Cents;
  boardingSurcharge: Cents;
  training: Cents;
  hasBlanket: boolean;
  location: Location;
};

/** One line of a horse's monthly bill; `value` in cents. */
export type BoardingLine = { serviceId: string; value: Cents };

/**
 * The rate (863 is 8.63%) of a boarding amount in cents, rounded half up to the cent (docs/product.md, 'Billing
 * horses').
 */
export function longIslandSurcharge(boarding: Cents, rate: number): Cents {
  return Math.floor((boarding * rate + 5_000) / 10_000);
}

/** The part of a month that is billed: `days` of its `of` days. */
export type MonthPart = { days: number; of: number };

/** The part of an amount in cents, rounded half up to the cent (docs/product.md, 'Billing horses'). */
export const prorated = (amount: Cents, { days, of }: MonthPart): Cents =>
  Math.floor((2 * amount * days + of) / (2 * of));

const WHOLE_MONTH: MonthPart = { days: 1, of: 1 };

/**
 * The bill lines of one horse for one month, or a part of it, in the order that docs/product.md, 'Billing horses', lists them.
 * The blanket is not prorated.
 */
export function boardingLines(horse: BoardedHorse, part = WHOLE_MONTH): BoardingLine[] {
  const line = (serviceId: string, amount: Cents) => ({ serviceId, value: prorated(amount, part) });
  const lines: BoardingLine[] = [
    line(BOARDING_SERVICE, horse.boarding),
    line(BOARDING_SURCHARGE_SERVICE, horse.boardingSurcharge),
  ];
  if (horse.location === "long-island" && horse.longIslandRate > 0) {
    lines.push(line(LONG_ISLAND_SERVICE, longIslandSurcharge(horse.boarding, horse.longIslandRate)));
  }
  if (horse.hasBlanket && horse.blanketCharge > 0)
    lines.push({ serviceId: BLANKET_SERVICE, value: horse.blanketCharge });
  if (horse.training > 0) lines.push(line(TRAINING_SERVICE, horse.training));
  return lines;
}
