import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import type { MergeToConfirm } from "#db/queries/barn/merge-customers.ts";

/* What a merge does, in words (docs/product.md, 'Merging customers'). */

/** What moves to the remaining customer, a line each: '3 horses'. */
export function describeMoves({ leaving, content }: MergeToConfirm): string[] {
  const { horses, shows, pending, pendingSum, links, questions } = content;
  const counted: [count: number, noun: string][] = [
    [horses, "horse"],
    [leaving.riders.length, "rider"],
    [shows, "show"],
    [links, "active link"],
    [questions, "open question"],
  ];
  const bills = pending > 0 ? [`${pluralize(pending, "bill")} not exported: ${formatDollars(pendingSum)}`] : [];
  const lines = counted.flatMap(([count, noun]) => (count > 0 ? [pluralize(count, noun)] : []));
  return [...bills, ...lines];
}

/** What keeps the name of the customer who leaves. */
export function describeStays({ leaving, remaining, content: { exported, links } }: MergeToConfirm): string[] {
  const { name } = leaving;
  return [
    ...(exported > 0
      ? [
          `${pluralize(exported, "exported bill")} ${exported === 1 ? "keeps" : "keep"} the name ${name}, as in QuickBooks. ${remaining.name}’s statements list ${exported === 1 ? "it" : "them"}, too.`,
        ]
      : []),
    ...(links > 0 ? [`Links that show a fixed statement keep the name ${name}.`] : []),
    `${name} is deleted. Undo makes two customers again.`,
  ];
}

export const GONE = "One of the two customers is deleted or was merged already.";
