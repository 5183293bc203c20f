import { type Month, nameOfMonth } from "#app/domain/basics/months.ts";
import { leftOut } from "#app/domain/basics/pluralize.ts";
import type { BillingState, Board } from "#app/domain/boarding/boarding-month.ts";
import { isCut, MAX_HORSES } from "#app/domain/boarding/unbilled-board.ts";
import type { HorseRow } from "#app/domain/records/horse.ts";
import type { BatchChoice } from "#app/ui/dialog/batch-dialog.tsx";
import type { Skipped } from "#app/ui/dialog/bill-link.tsx";
import type { HorseToBill } from "#db/queries/bills/billing-runs.ts";
import type { HorseChoices } from "./choice-words.ts";

/* The texts of the dialog 'Bill N Horses' about the horses that it skips. */

/** A horse with its board for the month, and whether the run bills it. */
export type Considered = {
  horse: HorseToBill;
  board: Board;
  state: BillingState;
  choices: HorseChoices | undefined;
  logged: BatchChoice[];
};

/** The reasons why the run skips horses, in words for one and for many. */
const REASONS: { [why in Why]: (month: string, isAhead: boolean) => [one: string, many: string] } = {
  deleted: () => ["was deleted", "were deleted"],
  left: () => ["left before today", "left before today"],
  "already billed": (month) => [`is already billed for ${month}`, `are already billed for ${month}`],
  "not owed": () => ["is marked not to bill", "are marked not to bill"],
  "not listed": () => ["is not on the property today", "are not on the property today"],
  "not billable": () => ["is not billable", "are not billable"],
  absent: (month, isAhead) => {
    const [one, many] = isAhead ? ["will not be", "will not be"] : ["was not", "were not"];
    return [`${one} on the property in ${month}`, `${many} on the property in ${month}`];
  },
};
type Why = NonNullable<BillingState["why"]>;

/** Whether the N of the button 'Bill N Horses' counts the horse. */
const isCounted = ({ horse, state }: Considered) => state.kind === "billed" || (horse.isListed && horse.isBillable);

/** The key of the reason why a horse is skipped. */
export const skipOf = (each: Considered) => each.state.why && `${each.state.why}${isCounted(each) ? "" : ", beside"}`;

/** How many horses the run skips, and why: `among` the horses that the button counts, and the `others`. */
export function describeSkipped(
  considered: Considered[],
  unlisted: Considered[],
  away: readonly HorseRow[],
  month: Month,
  isAhead: boolean,
): { of: number; among: Skipped[]; others: Skipped[] } {
  const awayAndCounted = away.filter(({ isBillable }) => isBillable).length;
  const reasonsOf = (rows: Considered[], absent: number, suffix: string) =>
    Object.entries(REASONS).flatMap(([why, textsOf]): Skipped[] => {
      const [one, many] = textsOf(nameOfMonth(month), isAhead);
      const count = rows.filter(({ state }) => state.why === why).length + (why === "absent" ? absent : 0);
      return count > 0 ? [{ key: why + suffix, count, one, many }] : [];
    });
  const counted = considered.filter(isCounted);
  const beside = considered.filter((each) => !isCounted(each));
  const most = isCut([...considered, ...unlisted]) ? MAX_HORSES : 0;
  const toBill = unlisted.filter(({ state }) => state.kind === "billed").length;
  return {
    of: counted.length + awayAndCounted,
    among: reasonsOf(counted, awayAndCounted, ""),
    others: [
      ...reasonsOf(beside, away.length - awayAndCounted, ", beside"),
      { key: "unlisted", ...leftOut(toBill) },
      { key: "most", count: most, one: "", many: "horses at most are in one run: bill the others after it" },
    ],
  };
}
