import { type Cents, formatDollars, formatPercent } from "#app/domain/basics/money.ts";

/** Ids of the five services that the monthly billing uses. An admin can rename them but not delete them (docs/product.md, 'Services'). */
export const BOARDING_SERVICE = "boarding";
export const BOARDING_SURCHARGE_SERVICE = "boarding-surcharge";
export const LONG_ISLAND_SERVICE = "long-island-surcharge";
export const BLANKET_SERVICE = "blanket";
export const TRAINING_SERVICE = "training";

export const FIXED_SERVICE_IDS = [
  BOARDING_SERVICE,
  BOARDING_SURCHARGE_SERVICE,
  LONG_ISLAND_SERVICE,
  BLANKET_SERVICE,
  TRAINING_SERVICE,
] as const;

export const isFixedService = (id: string): boolean => FIXED_SERVICE_IDS.some((each) => each === id);

/**
 * The monthly charge of a barn for a blanket, in cents, and for Long Island, in hundredths of a percent of boarding.
 */
export type BarnCharges = { blanketCharge: Cents; longIslandRate: number };
export const DEFAULT_CHARGES: BarnCharges = { blanketCharge: 10_000, longIslandRate: 863 };

type Priced = BarnCharges & { id: string; price: Cents; public: boolean };

/** The charge of a fixed service in a billing run of horses; `amount` is null if each horse has its own. */
function chargeOf({ id, blanketCharge, longIslandRate }: BarnCharges & { id: string }) {
  if (id === LONG_ISLAND_SERVICE) return { amount: formatPercent(longIslandRate), note: "of boarding" };
  if (id === BLANKET_SERVICE) return { amount: formatDollars(blanketCharge), note: "a month" };
  return isFixedService(id) ? { amount: null, note: "per horse" } : undefined;
}

/**
 * Where a billing run of horses takes the amount of a fixed service from, instead of its price; undefined for other
 * services.
 */
export function amountSource(service: BarnCharges & { id: string }): string | undefined {
  const charge = chargeOf(service);
  return charge && (charge.amount ? `${charge.amount} ${charge.note}` : charge.note);
}

/** The sort key of a service's price: cents; the service with a rate sorts last. */
export const priceOrder = ({ id, price, blanketCharge }: Omit<Priced, "public">): number =>
  id === LONG_ISLAND_SERVICE ? Number.MAX_SAFE_INTEGER : id === BLANKET_SERVICE ? blanketCharge : price;

/** The price of a service as its list shows it: an amount or a rate, and a note below it, or '' (docs/product.md, 'Services'). */
export function shownPrice(service: Priced) {
  const { amount, note } = chargeOf(service) ?? { amount: null, note: "" };
  const inForm = amount && service.public ? `; ${formatDollars(service.price)} in the form` : "";
  return { amount: amount ?? formatDollars(service.price), note: note + inForm };
}
