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

/** The most horses that have a choice of their own in the address. */
const MAX_CHOSEN = 100;

const ID = "[\\w-]{1,100}";
const isId = (text: string) => new RegExp(`^${ID}$`).test(text);

/**
 * The admin's choice in the address of the dialog: one of the last 12 months, the current one by default; whether
 * partial months are prorated; the horses that are billed by today's facts, or at the other prices of the month,
 * `today=all` and `prices=all` for all; and who pays if a horse
 * had several owners: `payer=first` or `payer=last`, or the ids of a horse and a customer, `payer=horse~customer`,
 * with those of other owners and their shares;
 * and the bills from the form or of shows that count as the month's boarding, `counts=bill`.
 */
export function readChoice(params: URLSearchParams, today: LocalDate): DialogChoice {
  const prorate = params.get("prorate");
  const chosen = (name: string) => {
    const ids = params.getAll(name).filter(isId);
    return ids.includes("all") ? ("all" as const) : [...new Set(ids)].slice(0, MAX_CHOSEN);
  };
  const payers = params.getAll("payer");
  const ofHorses = payers.flatMap((text): [string, string][] => {
    const [, horse, owners] = text.match(`^(${ID})~(${ID}( ${ID} \\d{1,4})*)$`) ?? [];
    return horse && owners ? [[horse, owners]] : [];
  });
  return {
    month: boardMonths(today).find((month) => month === params.get("month")) ?? monthOf(today),
    isProrated: prorate === "on" || prorate === "off" ? prorate === "on" : null,
    today: chosen("today"),
    otherPrices: chosen("prices"),
    counted: [chosen("counts")].flat(),
    payer: ["first", "last"].includes(payers[0] ?? "")
      ? (payers[0] as "first" | "last")
      : Object.fromEntries(ofHorses.slice(0, MAX_CHOSEN)),
    back: PAGES.find((path) => path === params.get("back")) ?? null,
  };
}

/** The parameters of a choice, in the address of the dialog and of its form. */
export function paramsOf({ month, isProrated, today, otherPrices, payer, counted = [], back }: DialogChoice): string {
  const params = new URLSearchParams({ month });
  if (isProrated !== null) params.set("prorate", isProrated ? "on" : "off");
  for (const id of [today].flat()) params.append("today", id);
  for (const id of [otherPrices].flat()) params.append("prices", id);
  for (const id of counted) params.append("counts", id);
  if (typeof payer === "string") params.set("payer", payer);
  else for (const [horse, customer] of Object.entries(payer)) params.append("payer", `${horse}~${customer}`);
  if (back) params.set("back", back);
  return String(params);
}
