import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";

/**
 * What stays after records are deleted: pending bills with their sum in cents, and a customer's horses or a horse's
 * shows.
 */
export type Dependents = { bills: number; billSum: number; records: number };

/** '2 pending bills ($30.50) and 1 horse stay.', or '' if nothing stays (docs/product.md, 'Deleting'). */
export function describeDependents({ bills, billSum, records }: Dependents, noun: string): string {
  const kinds = [
    ...(bills > 0 ? [`${pluralize(bills, "pending bill")} (${formatDollars(billSum)})`] : []),
    ...(records > 0 ? [pluralize(records, noun)] : []),
  ];
  return kinds.length > 0 ? `${kinds.join(" and ")} ${bills + records === 1 ? "stays" : "stay"}.` : "";
}
