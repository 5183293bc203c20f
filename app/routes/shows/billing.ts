import { showCharge } from "#app/domain/charges.ts";
import type { BatchRoute } from "#app/records/batch-route.ts";
import { billTogether, type ShowToBill, showsToBill } from "#db/queries/billing-runs.ts";
import type { ShowRow, showsList } from "#db/queries/shows.ts";
import { showsScreen } from "./list.ts";

/** 'Bill N Shows' (spec sections 2 and 7); one whose horse or service was deleted is skipped. */
export const showsBilling: BatchRoute<ShowToBill, ShowRow, keyof typeof showsList.sorts> = {
  kind: "shows",
  list: showsScreen,
  query: showsToBill,
  changeFor: (run, chosen, by) => {
    const charges = chosen
      .filter(({ isMissing }) => !isMissing)
      .map((show) => showCharge(show, show.price, show.location));
    return charges.length > 0 ? billTogether("shows", run, charges, by) : null;
  },
  done: "billed",
  nothing: "There are no shows to bill.",
};
