import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { type BillingState, billingStateOf, boardOf } from "#app/domain/boarding/boarding-month.ts";
import { boardMonths } from "#app/domain/boarding/unbilled-board.ts";
import { horse } from "#app/domain/records/horse.ts";
import { batchRoute } from "#app/records/batch-route.ts";
import { searchShortList } from "#app/records/lists/short-list-order.ts";
import { type BoardingChoice, billHorses, type HorseToBill, horsesToBill } from "#db/queries/bills/billing-runs.ts";
import { horsesList } from "../shell/lists.ts";

const isOfKind = (kind: BillingState["kind"]) => (horse: HorseToBill, month: string, today: LocalDate) =>
  billingStateOf(horse, boardOf(horse, month), month, today).kind === kind;

/** 'Bill N Horses' (docs/product.md, 'Billing horses'). */
export const horsesBilling = batchRoute({
  kind: "horses",
  list: horsesList,
  query: (filter, today, params) => horsesToBill(filter, today, readChoice(params, today)),
  search: (horses, state) =>
    searchShortList(
      horse.fields,
      horses,
      { ...state, sort: "seq", descending: false },
      horses.filter(({ isListed }) => isListed),
    ),
  needsOptIn: isOfKind("optional"),
  isLeftOut: isOfKind("left out"),
  changeFor: (batch, chosen, by) => (chosen.length > 0 ? billHorses(batch, chosen, by) : null),
  participle: "billed",
  emptyMessage: "There are no horses to bill.",
  failure: "Error billing horses",
});

/** The pages beside Horses that lead to the dialog. */
const PAGES = ["/billing/check", "/overview"] as const;

/** What is chosen in the dialog; `back` is the page that Cancel leads back to, if that is not Horses. */
export type DialogChoice = BoardingChoice & { back: (typeof PAGES)[number] | null };

/** The most ids of horses in `today`, which are billed by today's facts; `today=all` means all horses. */
const MAX_AS_TODAY = 100;

/**
 * The admin's choice in the address of the dialog: one of the last 12 months, the current one by default; whether
 * partial months are prorated; and the horses that are billed by today's facts.
 */
export function readChoice(params: URLSearchParams, today: LocalDate): DialogChoice {
  const prorate = params.get("prorate");
  const asToday = params.getAll("today").filter((id) => /^[\w-]{1,100}$/.test(id));
  return {
    month: boardMonths(today).find((month) => month === params.get("month")) ?? monthOf(today),
    isProrated: prorate === "on" || prorate === "off" ? prorate === "on" : null,
    today: asToday.includes("all") ? "all" : [...new Set(asToday)].slice(0, MAX_AS_TODAY),
    back: PAGES.find((path) => path === params.get("back")) ?? null,
  };
}

/** The parameters of a choice, in the address of the dialog and of its form. */
export function paramsOf({ month, isProrated, today, back }: DialogChoice): string {
  const params = new URLSearchParams({ month });
  if (isProrated !== null) params.set("prorate", isProrated ? "on" : "off");
  for (const id of today === "all" ? [today] : today) params.append("today", id);
  if (back) params.set("back", back);
  return String(params);
}
