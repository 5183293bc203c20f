import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { type Month, nameOfMonth } from "#app/domain/basics/months.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";

/**
 * What stays after records are deleted: pending bills with their sum in cents, a customer's horses or a horse's shows, and the months
 * of horses that were not billed, the last one first.
 */
export type Dependents = {
  bills: number;
  billSum: Cents;
  records: number;
  /** The current standing charges of the records. */
  charges?: number;
  unbilled?: readonly { month: Month; sum: Cents }[];
};

/** 'October and November are not billed: $6,400.00.'; '' if all months are billed (docs/product.md, 'Deleting'). */
export function describeUnbilled({ unbilled = [] }: Dependents): string {
  const names = unbilled.map(({ month }) => nameOfMonth(month)).reverse();
  if (names.length === 0) return "";
  const months = names.length > MOST_NAMED ? `${names.length} months` : names.join(" and ");
  const sum = unbilled.reduce((total, month) => total + month.sum, 0);
  return `${months} ${names.length === 1 ? "is" : "are"} not billed: ${formatDollars(sum)}.`;
}
const MOST_NAMED = 2;

/** What is said of one and of several records that stay. */
export type StayWords = readonly [one: string, several: string];

/** '2 pending bills ($30.50) and 1 horse stay.', or '' if nothing stays (docs/product.md, 'Deleting'). */
export function describeDependents(
  { bills, billSum, records, charges = 0 }: Dependents,
  noun: string,
  [one, several]: StayWords = ["stays", "stay"],
): string {
  const kinds = [
    ...(bills > 0 ? [`${pluralize(bills, "pending bill")} (${formatDollars(billSum)})`] : []),
    ...(records > 0 ? [pluralize(records, noun)] : []),
    ...(charges > 0 ? [pluralize(charges, "standing charge")] : []),
  ];
  return kinds.length > 0 ? `${AND.format(kinds)} ${bills + records + charges === 1 ? one : several}.` : "";
}
const AND = new Intl.ListFormat("en-GB");
