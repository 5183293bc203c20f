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

/** The monthly charge for a horse with a blanket, in cents, and the surcharge in hundredths of a percent of boarding. */
export const BLANKET_CHARGE: Cents = 10_000;
export const LONG_ISLAND_RATE = 863;

/** What 'Billing horses' charges for a fixed service; `amount` is null if each horse has its own. */
const CHARGES: ReadonlyMap<string, { amount: string | null; note: string }> = new Map([
  [BOARDING_SERVICE, { amount: null, note: "per horse" }],
  [BOARDING_SURCHARGE_SERVICE, { amount: null, note: "per horse" }],
  [LONG_ISLAND_SERVICE, { amount: `${LONG_ISLAND_RATE / 100}%`, note: "of boarding" }],
  [BLANKET_SERVICE, { amount: formatDollars(BLANKET_CHARGE), note: "a month" }],
  [TRAINING_SERVICE, { amount: null, note: "per horse" }],
]);

/** Where 'Billing horses' takes the amount of a fixed service from, instead of its price; undefined for other services. */
export function amountSource(serviceId: string): string | undefined {
  const charge = CHARGES.get(serviceId);
  return charge && (charge.amount ? `${charge.amount} ${charge.note}` : charge.note);
}

/** The order of services by their price: as amounts in cents, a rate after them. */
export const priceOrder = ({ id, price }: { id: string; price: Cents }): number =>
  id === LONG_ISLAND_SERVICE ? Number.MAX_SAFE_INTEGER : id === BLANKET_SERVICE ? BLANKET_CHARGE : price;

/** The price of a service as its list shows it: an amount or a rate, and a note below it, or '' (docs/product.md, 'Services'). */
export function shownPrice({ id, price, public: isPublic }: { id: string; price: Cents; public: boolean }) {
  const { amount, note } = CHARGES.get(id) ?? { amount: null, note: "" };
  const inForm = amount && isPublic ? `; ${formatDollars(price)} in the form` : "";
  return { amount: amount ?? formatDollars(price), note: note + inForm };
}
