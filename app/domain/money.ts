/** An amount of US dollars in whole cents. */
export type Cents = number;

/** The largest amount that the product takes for one price, salary or monthly charge: $1,000,000.00. */
export const MAX_AMOUNT: Cents = 100_000_000;

/** The largest quantity on one bill line. */
export const MAX_QUANTITY = 1_000;

const dollars = /* @__PURE__ */ new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** `$2,900.00` for 290000 cents. */
export function formatDollars(cents: Cents): string {
  return dollars.format(cents / 100);
}

/** As people type it into a form: `2900` for 290000 cents, `2750.50` for 275050. */
export function inDollars(cents: Cents): string {
  return (cents / 100).toFixed(2).replace(/\.00$/, "");
}

/** Price times quantity: the value of a bill, in cents (spec section 9). */
export function billValue(price: Cents, quantity: number): Cents {
  return price * quantity;
}
