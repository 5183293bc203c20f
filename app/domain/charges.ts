import { type BoardedHorse, boardingLines, type Location } from "./boarding.ts";
import { billValue, type Cents } from "./money.ts";

/** A bill that is to be made, but for its date and the run that makes it; the value in cents. */
export type Charge = {
  customerId: string | null;
  horseId: string;
  serviceId: string;
  showId: string | null;
  quantity: number;
  value: Cents;
  location: Location;
};

export type ChargedHorse = BoardedHorse & { id: string; customerId: string | null };

/** The bills of one horse for one month (spec section 7 'Billing horses'). */
export function boardingCharges(horse: ChargedHorse): Charge[] {
  const { id: horseId, customerId, location } = horse;
  return boardingLines(horse).map((line) => ({ customerId, horseId, ...line, showId: null, quantity: 1, location }));
}

export type ChargedShow = Pick<Charge, "customerId" | "horseId" | "serviceId" | "quantity"> & { id: string };

/** The bill of one show, by the price of its service and where its horse is (spec section 9). */
export function showCharge(show: ChargedShow, price: Cents, location: Location): Charge {
  const { id: showId, customerId, horseId, serviceId, quantity } = show;
  return { customerId, horseId, serviceId, showId, quantity, value: billValue(price, quantity), location };
}

/** What charges or lines come to together. */
export function totalOf(charges: readonly { value: Cents }[]): Cents {
  return charges.reduce((sum, { value }) => sum + value, 0);
}
