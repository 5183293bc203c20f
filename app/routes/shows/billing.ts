import type { RunKind } from "#app/confirmed-run.ts";
import { showCharge } from "#app/domain/charges.ts";
import { billTogether, type ShowToBill, showsToBill } from "#db/queries/billing-runs.ts";
import type { ShowRow, showsList } from "#db/queries/shows.ts";
import { showsScreen } from "./list.ts";

/** 'Bill N Shows' (spec sections 2 and 7); one whose horse or service was deleted is skipped. */
export const showsBilling: RunKind<ShowToBill, ShowRow, keyof typeof showsList.sorts> = {
  kind: "shows",
  screen: showsScreen,
  due: showsToBill,
  changeFor: (run, chosen, by) => {
    const charges = chosen
      .filter(({ isMissing }) => !isMissing)
      .map((show) => showCharge(show, show.price, show.location));
    return charges.length > 0 ? billTogether("shows", run, charges, by) : null;
  },
  done: "billed",
  nothing: "There are no shows to bill.",
};
