import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { type Month, monthOf } from "#app/domain/basics/months.ts";
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

const ID = "[\\w-]{1,100}";
const MARK = /^(\d{1,9})(?:-([0-9a-z]{1,6}))?$/;
const isId = (text: string) => new RegExp(`^${ID}$`).test(text);

/**
 * The admin's choice in the address of the dialog: one of `boardMonths`, the current one by default; whether
 * partial months are prorated; the horses that are billed by today's facts, or at the other prices of the month,
 * `today=all` and `prices=all` for all; and who pays if a horse
 * had several owners: `payer=first` or `payer=last`, or the ids of a horse and a customer, `payer=horse~customer`, with those of other
 * owners and their shares; the bills from the form or of shows that count as the month's boarding, `counts=bill`; and what of standing
 * charges is left out or billed again, `mark=charge` or, of some days, `mark=charge-days`.
 */
export function readChoice(params: URLSearchParams, today: LocalDate): DialogChoice {
  const prorate = params.get("prorate");
  const chosen = (name: string) => {
    const ids = params.getAll(name).filter(isId);
    return ids.includes("all") ? ("all" as const) : [...new Set(ids)];
  };
  const payers = params.getAll("payer");
  const ofHorses = payers.flatMap((text): [string, string][] => {
    const [, horse, owners] = text.match(`^(${ID})~(${ID}( ${ID} \\d{1,4})*)$`) ?? [];
    return horse && owners ? [[horse, owners]] : [];
  });
  const month = boardMonths(today).find((each) => each === params.get("month"));
  return {
    month: month ?? monthOf(today),
    isProrated: prorate === "on" || prorate === "off" ? prorate === "on" : null,
    today: chosen("today"),
    otherPrices: chosen("prices"),
    counted: [chosen("counts")].flat(),
    // The days of another month are none of this one.
    toggled: month ? Object.fromEntries(params.getAll("mark").flatMap((text) => readMark(text, month))) : {},
    payer: ["first", "last"].includes(payers[0] ?? "") ? (payers[0] as "first" | "last") : Object.fromEntries(ofHorses),
    back: PAGES.find((path) => path === params.get("back")) ?? null,
  };
}

const DAYS = Array.from({ length: 31 }, (_, n) => String(n + 1).padStart(2, "0"));

/** The number of a charge, and the days of the month or, of a monthly charge, the month. Each day is a bit of a number in base 36. */
function readMark(text: string, month: Month): [charge: string, scopes: string[]][] {
  const [, charge, days] = text.match(MARK) ?? [];
  if (!charge) return [];
  const bits = Number.parseInt(days ?? "", 36);
  return [[charge, days ? DAYS.flatMap((day, n) => ((bits >> n) & 1 ? [`${month}-${day}`] : [])) : [month]]];
}

function markOf(charge: string, scopes: readonly string[]): string {
  const bits = scopes.reduce((sum, scope) => sum + (scope.length > 7 ? 2 ** (Number(scope.slice(8)) - 1) : 0), 0);
  return bits > 0 ? `${charge}-${bits.toString(36)}` : charge;
}

/** The parameters of a choice, in the address of the dialog and of its form. */
export function paramsOf(choice: DialogChoice): string {
  const { month, isProrated, today, otherPrices, payer, counted = [], toggled = {}, back } = choice;
  const params = new URLSearchParams({ month });
  if (isProrated !== null) params.set("prorate", isProrated ? "on" : "off");
  for (const id of [today].flat()) params.append("today", id);
  for (const id of [otherPrices].flat()) params.append("prices", id);
  for (const id of counted) params.append("counts", id);
  for (const [charge, scopes] of Object.entries(toggled))
    if (scopes.length > 0) params.append("mark", markOf(charge, scopes));
  if (typeof payer === "string") params.set("payer", payer);
  else for (const [horse, customer] of Object.entries(payer)) params.append("payer", `${horse}~${customer}`);
  if (back) params.set("back", back);
  return String(params);
}
