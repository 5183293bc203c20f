import { type Cents, inDollars } from "#app/domain/basics/money.ts";
import { parseDate } from "#app/domain/basics/parse.ts";
import type { Mend } from "#app/domain/bills/mend-bill.ts";
import { withDates } from "#app/domain/boarding/standing-charges.ts";

/* The dialogs of a bill over Check or Questions instead of the list of bills. */

/** The page behind the dialog of a bill: the list of bills, Check or Questions. */
export const pageBehind = (path: string) =>
  (["/billing/check", "/customers/questions"] as const).find((page) => path.startsWith(`${page}/`)) ?? "/billing";

/**
 * The values that a link of Check suggests, by the names of their fields: `?due=24000&customer=…&quantity=2&dates=11/03, 11/10`, in cents;
 * quantity and comments only for a form with these `comments`.
 */
export function suggestedValues(search: string, field: string, comments?: string): Record<string, string> {
  const params = new URLSearchParams(search);
  const [due, customerId] = ["due", "customer"].map((name) => params.get(name));
  if (!due || !/^\d{1,9}$/.test(due)) return {};
  const counted = comments === undefined ? null : countedIn(params);
  return {
    [field]: inDollars(Number(due)),
    ...(customerId && { customerId }),
    ...(counted && { quantity: String(counted.quantity), comments: withDates(comments ?? "", counted.dates) }),
  };
}

/**
 * What a board bill is for once it has the amount that a link of Check suggests: `?due=48333&days=2026-11-01~2026-11-10`. Null if the
 * amount is another one.
 */
export function suggestedMend(url: string, amount: Cents): Mend | null {
  const { searchParams } = new URL(url);
  if (searchParams.get("due") !== String(amount)) return null;
  const [from, to] = (searchParams.get("days") ?? "").split("~").map(parseDate);
  const areDays = from && to && !("problem" in from || "problem" in to) && from.value <= to.value;
  return { days: areDays ? { from: from.value, to: to.value } : null, counted: countedIn(searchParams) };
}

function countedIn(params: URLSearchParams): Mend["counted"] {
  const [quantity, dates] = ["quantity", "dates"].map((name) => params.get(name) ?? "");
  const isValid = /^[1-9]\d{0,5}$/.test(quantity ?? "") && /^((^|, )\d\d\/\d\d)*$/.test(dates ?? "");
  return isValid ? { quantity: Number(quantity), dates: dates ?? "" } : null;
}
