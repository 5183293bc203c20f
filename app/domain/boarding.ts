import {
  BLANKET_SERVICE,
  BOARDING_SERVICE,
  BOARDING_SURCHARGE_SERVICE,
  LONG_ISLAND_SERVICE,
  TRAINING_SERVICE,
} from "./fixed-services.ts";
import type { Cents } from "./money.ts";

/** Spec section 9, in cents. */
export const DEFAULT_BOARDING: Cents = 290_000;
export const DEFAULT_BOARDING_SURCHARGE: Cents = 15_000;
export const DEFAULT_TRAINING: Cents = 175_000;
export const BLANKET_CHARGE: Cents = 10_000;

export type Location = "florida" | "long-island";

/** What a month's boarding bill is made from; amounts in cents. */
export type BoardedHorse = {
  boarding: Cents;
  boardingSurcharge: Cents;
  training: Cents;
  hasBlanket: boolean;
  location: Location;
};

export type BoardingLine = { serviceId: string; value: Cents };

/** 8.63% of a boarding amount, rounded half up to the cent. */
export function longIslandSurcharge(boarding: Cents): Cents {
  return Math.floor((boarding * 863 + 5_000) / 10_000);
}

/** The bill lines of one horse for one month, in the order of spec section 7 'Billing horses'. */
export function boardingLines(horse: BoardedHorse): BoardingLine[] {
  const lines: BoardingLine[] = [
    { serviceId: BOARDING_SERVICE, value: horse.boarding },
    { serviceId: BOARDING_SURCHARGE_SERVICE, value: horse.boardingSurcharge },
  ];
  if (horse.location === "long-island") {
    lines.push({ serviceId: LONG_ISLAND_SERVICE, value: longIslandSurcharge(horse.boarding) });
  }
  if (horse.hasBlanket) lines.push({ serviceId: BLANKET_SERVICE, value: BLANKET_CHARGE });
  if (horse.training > 0) lines.push({ serviceId: TRAINING_SERVICE, value: horse.training });
  return lines;
}

/** How the locations are shown (spec section 9). */
export const LOCATION_NAMES: Record<Location, string> = { florida: "Florida", "long-island": "Long Island" };
