import { type BillingState, billingStateOf } from "#app/domain/boarding-month.ts";
import type { LocalDate } from "#app/domain/calendar.ts";
import { type Month, monthBefore, monthOf } from "#app/domain/months.ts";
import { horse } from "#app/domain/records/horse.ts";
import { batchRoute } from "#app/records/batch-route.ts";
import { searchShortList } from "#app/records/short-list.ts";
import { horsesList } from "#app/routes/lists.ts";
import { type BoardingChoice, billHorses, type HorseToBill, horsesToBill } from "#db/queries/billing-runs.ts";

const isOfKind = (kind: BillingState["kind"]) => (horse: HorseToBill, month: string, today: LocalDate) =>
  billingStateOf(horse, month, today).kind === kind;

/** 'Bill N Horses' (docs/product.md, 'Billing horses'). */
export const horsesBilling = batchRoute({
  kind: "horses",
  list: horsesList,
  query: (filter, today, params) => horsesToBill(filter, today, readChoice(params, today)),
  search: (horses, state) => searchShortList(horse.fields, horses, { ...state, sort: "seq", descending: false }),
  needsOptIn: isOfKind("optional"),
  isLeftOut: isOfKind("left out"),
  changeFor: (batch, chosen, by) => (chosen.length > 0 ? billHorses(batch, chosen, by) : null),
  resultParam: "billed",
  emptyMessage: "There are no horses to bill.",
  failure: "Error billing horses",
});

/** The months that can be billed: the last one and the current one. */
export function monthsToBill(today: LocalDate): Month[] {
  const current = monthOf(today);
  return [monthBefore(current), current];
}

/** The admin's choice in the address of the dialog: the current month or the one before, and whether part months are prorated. */
export function readChoice(params: URLSearchParams, today: LocalDate): BoardingChoice {
  const [last = "", current = ""] = monthsToBill(today);
  const prorate = params.get("prorate");
  return {
    month: params.get("month") === last ? last : current,
    isProrated: prorate === "on" || prorate === "off" ? prorate === "on" : null,
  };
}

/** The parameters of the choice that the address has, for the form: an address that changed would load the dialog again. */
export function keptParams(params: URLSearchParams, today: LocalDate): string {
  const { month, isProrated } = readChoice(params, today);
  const kept = new URLSearchParams();
  if (params.has("month")) kept.set("month", month);
  if (isProrated !== null) kept.set("prorate", isProrated ? "on" : "off");
  return String(kept);
}
