import type { Billing } from "#app/billing-run.ts";
import { boardingCharges } from "#app/domain/charges.ts";
import { type HorseToBill, horsesToBill } from "#db/queries/billing-runs.ts";
import type { HorseRow, horsesList } from "#db/queries/horses.ts";
import { horsesScreen } from "./list.ts";

/** 'Bill N Horses' (spec sections 2 and 7). */
export const horsesBilling: Billing<HorseToBill, HorseRow, keyof typeof horsesList.sorts> = {
  kind: "horses",
  screen: horsesScreen,
  due: horsesToBill,
  isBilled: ({ billedOn }) => billedOn !== null,
  chargesOf: boardingCharges,
};
