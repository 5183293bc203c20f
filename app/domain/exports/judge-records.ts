import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { type GroomWeeks, weeksWithoutSalary } from "#app/domain/payroll/payroll.ts";
import { type FoundRecord, type FoundRows, fineText, RECORD_CHECKS, type RecordCheck } from "./checks.ts";

/** What db/queries/exports/checked-records.ts reads, each list from A to Z. Shows are found as they are read. */
export type RecordsToCheck = {
  /** The horses in the property. */
  horses: readonly (FoundRecord & { isBillable: boolean; hasOwner: boolean })[];
  shows: readonly FoundRecord[];
  showsWithoutBill: readonly FoundRecord[];
  grooms: readonly (FoundRecord & GroomWeeks)[];
  /** The checked weeks that payroll was run for, the last one first. */
  weeksRun: readonly LocalDate[];
  /** The findings that are marked fine: see `fineText`. */
  fine: readonly string[];
};

type Found<Rows> = { [check in RecordCheck]: Rows };

/** How many records each check found, and the first ones as many as `shown` (docs/product.md, 'Check'). */
export function judgeRecords(read: RecordsToCheck, shown: (check: RecordCheck) => number) {
  const { horses, grooms, weeksRun, fine, ...shows } = read;
  // Once the horse has another owner, the check finds it again.
  const isOpen = (check: RecordCheck, { id, ownerId }: FoundRecord) =>
    !fine.includes(fineText(check, { recordId: id, scope: ownerId ?? "" }));
  const found: Found<readonly FoundRecord[]> = {
    ...shows,
    notBillable: horses.filter((horse) => !horse.isBillable && isOpen("notBillable", horse)),
    ownerless: horses.filter((horse) => !horse.hasOwner && isOpen("ownerless", horse)),
    grooms: grooms.flatMap((groom) => weeksWithoutSalary(groom, weeksRun).map((date) => ({ ...groom, date }))),
  };
  const first = (check: RecordCheck) => ({
    count: found[check].length,
    sum: found[check].some(({ amount }) => amount !== null)
      ? found[check].reduce((sum, { amount }) => sum + (amount ?? 0), 0)
      : null,
    rows: found[check].slice(0, shown(check)),
  });
  return Object.fromEntries(RECORD_CHECKS.map((check) => [check, first(check)])) as Found<FoundRows<FoundRecord>>;
}
