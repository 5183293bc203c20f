import { type Cents, inDollars } from "#app/domain/basics/money.ts";
import { parseDate } from "#app/domain/basics/parse.ts";
import type { Days } from "#app/domain/boarding/board-parts.ts";

/* The dialogs of a bill over Check or Questions instead of the list of bills. */

/** The page behind the dialog of a bill: the list of bills, Check or Questions. */
export const pageBehind = (path: string) =>
  (["/billing/check", "/customers/questions"] as const).find((page) => path.startsWith(`${page}/`)) ?? "/billing";

/** The amount and the customer that a link of Check suggests, by the names of their fields: `?due=48333&customer=…`, in cents. */
export function suggestedValues(search: string, field: string): Record<string, string> {
  const [due, customerId] = ["due", "customer"].map((name) => new URLSearchParams(search).get(name));
  if (!due || !/^\d{1,9}$/.test(due)) return {};
  return { [field]: inDollars(Number(due)), ...(customerId && { customerId }) };
}

/**
 * The days that a board bill is for once it has the amount that a link of Check suggests: `?due=48333&days=2026-11-01~2026-11-10`. Null if
 * the link names none, or if the amount is another one.
 */
export function suggestedDays(url: string, amount: Cents): Days | null {
  const { searchParams } = new URL(url);
  const [from, to] = (searchParams.get("days") ?? "").split("~").map(parseDate);
  if (!from || !to || "problem" in from || "problem" in to || searchParams.get("due") !== String(amount)) return null;
  return from.value <= to.value ? { from: from.value, to: to.value } : null;
}
