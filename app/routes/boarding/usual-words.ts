import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import { type Board, differenceFromUsual, isPartlyBilled } from "#app/domain/boarding/boarding-month.ts";
import { daysOf } from "#app/domain/boarding/owed-charges.ts";
import type { BatchItem, FoldedItems } from "#app/ui/dialog/batch-dialog.tsx";

/* The texts of the dialog 'Bill N Horses' about what is usual: the list begins with the other horses. */

/** Up to this many usual horses are not folded. */
const MAX_UNFOLDED = 5;

/**
 * '$1,933.33 less than a whole month', '$600.00 more than before the change'; undefined if there is no difference, and of the rest of
 * a partly billed month, whose mark says what is billed.
 */
export function describeDifference(board: Board, horse: Parameters<typeof differenceFromUsual>[1]): string | undefined {
  const difference = isPartlyBilled(board) ? 0 : differenceFromUsual(board, horse);
  if (difference === 0) return undefined;
  const amount = `${formatDollars(Math.abs(difference))} ${difference < 0 ? "less" : "more"}`;
  return `${amount} than ${daysOf(board.toBill) < board.part.of ? "a whole month" : "before the change"}`;
}

/** The horses of a run, those with a mark or another amount first, and the others folded. */
export function foldUsual(items: readonly BatchItem[]): { unusual: BatchItem[]; usual: FoldedItems } {
  const isUsual = ({ mark, difference }: BatchItem) => !mark && !difference;
  const [unusual, usual] = [items.filter((item) => !isUsual(item)), items.filter(isUsual)];
  const count = unusual.length > 0 ? usual.length.toLocaleString("en-US") : pluralize(usual.length, "horse");
  return {
    unusual,
    usual: {
      summary: `${count} as usual, ${formatDollars(totalOf(usual))}`,
      items: usual,
      isOpen: unusual.length === 0 || usual.length <= MAX_UNFOLDED,
    },
  };
}
