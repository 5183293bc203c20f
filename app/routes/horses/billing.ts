import { boardingCharges } from "#app/domain/charges.ts";
import { batchRoute } from "#app/records/batch-route.ts";
import { billTogether, horsesToBill } from "#db/queries/billing-runs.ts";
import { horsesList } from "./list.ts";

/** 'Bill N Horses' (docs/product.md, 'Billing horses'). */
export const horsesBilling = batchRoute({
  kind: "horses",
  list: horsesList,
  query: horsesToBill,
  needsOptIn: ({ billedOn }) => billedOn !== null,
  changeFor: (batch, chosen, by) =>
    chosen.length > 0 ? billTogether("horses", batch, chosen.flatMap(boardingCharges), by) : null,
  resultParam: "billed",
  emptyMessage: "There are no horses to bill.",
  failure: "Error billing horses",
});
