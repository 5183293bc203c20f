import { boardingCharges } from "#app/domain/charges.ts";
import type { BatchRoute } from "#app/records/batch-route.ts";
import { billTogether, type HorseToBill, horsesToBill } from "#db/queries/billing-runs.ts";
import type { HorseRow, horsesList } from "#db/queries/horses.ts";
import { horsesScreen } from "./list.ts";

/** 'Bill N Horses' (spec sections 2 and 7). */
export const horsesBilling: BatchRoute<HorseToBill, HorseRow, keyof typeof horsesList.sorts> = {
  kind: "horses",
  list: horsesScreen,
  query: horsesToBill,
  needsOptIn: ({ billedOn }) => billedOn !== null,
  changeFor: (run, chosen, by) =>
    chosen.length > 0 ? billTogether("horses", run, chosen.flatMap(boardingCharges), by) : null,
  done: "billed",
  nothing: "There are no horses to bill.",
};
