import type { ListRoute } from "#app/records/list-route.ts";
import { type BillRow, billsList, isPending } from "#db/queries/bills.ts";

/** What the list of bills reads (spec section 2 'Billing'); nothing is done to a single bill. */
export const billsScreen: ListRoute<BillRow, keyof typeof billsList.sorts> = {
  path: "/billing",
  source: billsList,
  defaultSort: "date",
  current: () => isPending,
};
