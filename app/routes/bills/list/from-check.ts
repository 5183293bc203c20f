import { inDollars } from "#app/domain/basics/money.ts";

/* The dialogs of a bill over Check instead of the list of bills. */

/** The page behind the dialog of a bill: the list of bills, or Check. */
export const pageBehind = (path: string) => (path.startsWith("/billing/check/") ? "/billing/check" : "/billing");

/** The text of the amount that a link of Check suggests, by the name of its field: `?due=48333`, in cents. */
export function suggestedAmount(search: string, field: string): Record<string, string> {
  const due = new URLSearchParams(search).get("due");
  return due && /^\d{1,9}$/.test(due) ? { [field]: inDollars(Number(due)) } : {};
}
