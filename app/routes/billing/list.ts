import type { ListScreen } from "#app/list-screen.ts";
import { type BillRow, billsList, isPending } from "#db/queries/bills.ts";

/** What the list of bills reads (spec section 2 'Billing'); nothing is done to a single bill. */
export const billsScreen: ListScreen<BillRow, keyof typeof billsList.sorts> = {
  path: "/billing",
  source: billsList,
  defaultSort: "date",
  current: () => isPending,
};
