/** An amount of US dollars in whole cents. */
export type Cents = number;

/** The largest price, salary or monthly charge that the product accepts: $1,000,000.00. */
export const MAX_AMOUNT: Cents = 100_000_000;

/** The largest quantity on one bill line. */
export const MAX_QUANTITY = 999;

/** The largest value of a bill, entered or computed: $1,000,000,000.00. */
export const MAX_BILL_VALUE: Cents = 100_000_000_000;

const dollars = /* @__PURE__ */ new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Cents as displayed: `$2,900.00` for 290000. */
export function formatDollars(cents: Cents): string {
  return dollars.format(cents / 100);
}

/** A rate in hundredths of a percent as displayed: `8.63%` for 863. */
export const formatPercent = (rate: number): string => `${rate / 100}%`;

/** Cents as a form field holds them: `2900` for 290000, `2750.50` for 275050. */
export function inDollars(cents: Cents): string {
  return (cents / 100).toFixed(2).replace(/\.00$/, "");
}

/** The value of a bill in cents: price times quantity (docs/product.md, 'Money'). */
export function billValue(price: Cents, quantity: number): Cents {
  return price * quantity;
}

/**
 * A preview of a typed amount: '$3,000.00' for '3000'; '' if it is no amount. The server parses the submitted text
 * itself.
 */
export function shownAmount(text: string): string {
  const dollars = Number(text.replace(/[$,\s]/g, ""));
  return text.trim() && dollars >= 0 ? formatDollars(Math.round(dollars * 100)) : "";
}

/** '($130.00)' of a negative amount, as spreadsheets read it, or '$50.00'. */
export const formatSigned = (amount: Cents): string =>
  amount < 0 ? `(${formatDollars(-amount)})` : formatDollars(amount);
