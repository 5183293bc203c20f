import { type BoardedHorse, boardingLines, type Location } from "./boarding.ts";
import { billValue, type Cents } from "./money.ts";

/** A bill to create; the billing run adds the date and its own id. `value` in cents. */
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

/** The charges of one horse for one month (docs/product.md, 'Billing horses'). */
export function boardingCharges(horse: ChargedHorse): Charge[] {
  const { id: horseId, customerId, location } = horse;
  return boardingLines(horse).map((line) => ({ customerId, horseId, ...line, showId: null, quantity: 1, location }));
}

export type ChargedShow = Pick<Charge, "customerId" | "horseId" | "serviceId" | "quantity"> & { id: string };

/** The charge of one show, from the price of its service in cents and the location of its horse (docs/product.md, 'Billing shows'). */
export function showCharge(show: ChargedShow, price: Cents, location: Location): Charge {
  const { id: showId, customerId, horseId, serviceId, quantity } = show;
  return { customerId, horseId, serviceId, showId, quantity, value: billValue(price, quantity), location };
}

/** The sum of the values, in cents. */
export function totalOf(charges: readonly { value: Cents }[]): Cents {
  return charges.reduce((sum, { value }) => sum + value, 0);
}
