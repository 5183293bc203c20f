import { type Cents, formatDollars } from "./money.ts";

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

const AMOUNTS: ReadonlyMap<string, string> = new Map([
  [BOARDING_SERVICE, "per horse"],
  [BOARDING_SURCHARGE_SERVICE, "per horse"],
  [LONG_ISLAND_SERVICE, "8.63 % of boarding"],
  [BLANKET_SERVICE, "$100"],
  [TRAINING_SERVICE, "per horse"],
]);

/** Where 'Billing horses' takes the amount of a fixed service from, instead of its price; undefined for other services. */
export const amountSource = (serviceId: string) => AMOUNTS.get(serviceId);

/**
 * The price of a service as its list shows it: of a fixed service where its amount comes from, and the price only if the
 * service form charges it (docs/product.md, 'Services').
 */
export function shownPrice({ id, price, public: isPublic }: { id: string; price: Cents; public: boolean }): string {
  const source = amountSource(id);
  if (!source) return formatDollars(price);
  return isPublic ? `${source}; ${formatDollars(price)} in the form` : source;
}
