import { type Cents, formatDollars } from "./money.ts";
import { pluralize } from "./pluralize.ts";

/** What hangs on a record that is to be deleted (docs/product.md, 'Deleting'). Lists have the first names only. */
export type Dependents = {
  name: string;
  /** '' if nothing hangs on the record. */
  fingerprint: string;
  /** The number of pending bills, and their sum. */
  bills: number;
  billSum: Cents;
  /** The horses of a customer, or the unbilled shows of a horse. */
  records: string[];
  recordCount: number;
  riders: string[];
};

/** What hangs on a record, a line for each kind; `noun` is that of its `records`: '2 horses: Bella, Star'. */
export function describeDependents(
  { bills, billSum, records, recordCount, riders }: Dependents,
  noun: string,
): string[] {
  const named = (names: string[], count: number) => names.join(", ") + (count > names.length ? ", …" : "");
  return [
    ...(recordCount > 0 ? [`${pluralize(recordCount, noun)}: ${named(records, recordCount)}`] : []),
    ...(bills > 0 ? [`${pluralize(bills, "pending bill")}: ${formatDollars(billSum)} in all`] : []),
    ...(riders.length > 0 ? [`${pluralize(riders.length, "rider")}: ${named(riders, riders.length)}`] : []),
  ];
}
