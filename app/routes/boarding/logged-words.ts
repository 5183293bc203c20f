import { nameOfMonth } from "#app/domain/basics/months.ts";
import { boardOf } from "#app/domain/boarding/boarding-month.ts";
import { isBoardingOpen, loggedInWords } from "#app/domain/boarding/owed-charges.ts";
import type { BatchChoice } from "#app/ui/dialog/batch-dialog.tsx";
import type { HorseToBill } from "#db/queries/bills/billing-runs.ts";
import { type DialogChoice, paramsOf } from "./horses-billing.ts";

/** The bills of boarding from the form and of shows, each with a link to count it; none if the month's boarding is billed beside them. */
export function loggedChoices(horse: HorseToBill, choice: DialogChoice): BatchChoice[] {
  const { month, counted = [] } = choice;
  if (!isBoardingOpen(boardOf({ ...horse, logged: [] }, month).charges)) return [];
  return horse.logged.map((bill) => {
    const others = counted.filter((id) => id !== bill.id);
    const boarding = `as ${nameOfMonth(month)}'s boarding`;
    const label = bill.counts ? "Don't count it" : `Count it ${boarding}`;
    const text = `${loggedInWords(bill)}${bill.counts ? ` · Counted ${boarding}` : ""}`;
    const to = { counted: bill.counts ? others : [...others, bill.id] };
    return { text, links: [{ label, params: paramsOf({ ...choice, ...to }) }] };
  });
}
