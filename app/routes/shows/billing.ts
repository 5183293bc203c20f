import type { Billing } from "#app/billing-run.ts";
import { showCharge } from "#app/domain/charges.ts";
import { type ShowToBill, showsToBill } from "#db/queries/billing-runs.ts";
import type { ShowRow, showsList } from "#db/queries/shows.ts";
import { showsScreen } from "./list.ts";

/** 'Bill N Shows' (spec sections 2 and 7); one whose horse or service was deleted is skipped. */
export const showsBilling: Billing<ShowToBill, ShowRow, keyof typeof showsList.sorts> = {
  kind: "shows",
  screen: showsScreen,
  due: showsToBill,
  isBilled: () => false,
  chargesOf: (show) => (show.isMissing ? [] : [showCharge(show, show.price, show.location)]),
};
