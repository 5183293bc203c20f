import { showCharges } from "#app/domain/bills/charges.ts";
import { batchRoute } from "#app/records/batch-route.ts";
import { billTogether, showsToBill } from "#db/queries/bills/billing-runs.ts";
import { showsList } from "../../shell/lists.ts";

/** 'Bill N Shows' (docs/product.md, 'Billing shows'). A show whose horse or service was deleted is skipped. */
export const showsBilling = batchRoute({
  kind: "shows",
  list: showsList,
  query: showsToBill,
  needsOptIn: ({ isFuture, billedOn }) => isFuture || billedOn !== null,
  isLeftOut: ({ isMissing }) => isMissing,
  changeFor: (batch, chosen, by) => {
    const charges = chosen.flatMap((show) => showCharges(show, show.price, show.location));
    return charges.length > 0 ? billTogether("shows", batch, charges, by) : null;
  },
  participle: "billed",
  emptyMessage: "There are no shows to bill.",
  failure: "Error billing shows",
  noteFor: (rows) => (rows.some(({ isMissing }) => isMissing) ? "Missing horse or service data" : undefined),
});
