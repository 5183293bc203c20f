import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";

/** What stays of deleted records: pending bills with their sum in cents, and horses of customers or unbilled shows of horses. */
export type Dependents = { bills: number; billSum: number; records: number };

/** What stays, in words (docs/product.md, 'Deleting'): '2 pending bills ($30.50) and 1 horse stay.'; '' if nothing does. */
export function describeDependents({ bills, billSum, records }: Dependents, noun: string): string {
  const kinds = [
    ...(bills > 0 ? [`${pluralize(bills, "pending bill")} (${formatDollars(billSum)})`] : []),
    ...(records > 0 ? [pluralize(records, noun)] : []),
  ];
  return kinds.length > 0 ? `${kinds.join(" and ")} ${bills + records === 1 ? "stays" : "stay"}.` : "";
}
