import type { ListRoute } from "#app/records/list-route.ts";
import { type BillRow, billsSource, isPending } from "#db/queries/bills.ts";
import { bill } from "./bill.ts";

/** The list of bills (docs/product.md, 'Billing'). It has no commands on single rows. */
export const billsList: ListRoute<BillRow> = {
  path: "/billing",
  source: billsSource,
  description: bill,
  defaultSort: "date",
  current: () => isPending,
};
