import { type LocalDate, mondayOf, plusDays } from "./calendar.ts";
import type { Cents } from "./money.ts";

/*
 * The checks before an export (docs/product.md, 'Check'). db/queries/checks.ts finds the bills and records in SQL; the rules of
 * names are here, because SQLite cannot compare texts without regard to accents.
 */

/** Pending bills that are older than this many days are found. */
export const OLD_DAYS = 60;

/** A bill is far above what its service usually has, if its quantity or its value for one is more than this many times the median. */
export const FAR_ABOVE = 5;
/** The number of the last bills of a service whose median counts; those of $0.00 are left out. */
export const USUAL_BILLS = 50;

/** The number of weeks in which a groom without a weekly salary is found, the current one included. */
const CHECKED_WEEKS = 4;

/** Billed shows of this many days are checked for their bills. */
export const CHECKED_SHOW_DAYS = 365;

/** A check shows at most this many rows. */
export const MAX_FOUND = 100;

export const BILL_CHECKS = ["duplicates", "future", "old", "farAbove", "zero", "unknown"] as const;
export type BillCheck = (typeof BILL_CHECKS)[number];

export const RECORD_CHECKS = [
  "unbilledBoarders",
  "notBillable",
  "ownerless",
  "shows",
  "showsWithoutBill",
  "grooms",
] as const;
export type RecordCheck = (typeof RECORD_CHECKS)[number];

export const NAME_CHECKS = ["refusedNames", "mergedNames"] as const;
type NameCheck = (typeof NAME_CHECKS)[number];

export type Check = BillCheck | RecordCheck | NameCheck;

export const CHECKS: readonly Check[] = [...BILL_CHECKS, ...NAME_CHECKS, ...RECORD_CHECKS];

/** What a check found: how many rows, and the first of them. */
export type Found<Row> = { count: number; rows: Row[] };

/** A bill that was found; the names are also those of deleted records. */
export type FoundBill = {
  id: string;
  date: LocalDate;
  customer: string;
  horse: string;
  service: string;
  horseId: string;
  serviceId: string;
  quantity: number;
  value: Cents;
  /** The number of bills of this horse, service and day. */
  alike: number;
  /** The medians of its service: a quantity, and a value for a quantity. */
  usualQuantity: number | null;
  usualValue: Cents | null;
  usualValueFor: number | null;
};

/** A record that was found: a horse with its owner, a show with its day and horse, or a groom with the Monday of a week. */
export type FoundRecord = { id: string; name: string; date: LocalDate | null; other: string | null };

/** The name of a customer or service that is in use, as QuickBooks gets it. */
export type CheckedName = {
  id: string;
  kind: "customer" | "service";
  name: string;
  /** Whether one of the bills has it. */
  isUsed: boolean;
};

/** The longest name that QuickBooks Online accepts. */
export const MAX_NAME_LENGTH = 100;

/** Whether QuickBooks refuses a name: it is too long, or has a colon, which separates a name from that of its parent there. */
export const isRefusedName = (name: string) => [...name].length > MAX_NAME_LENGTH || name.includes(":");

/** A name without regard to case, accents and white space. QuickBooks takes two names of the same kind that agree in it for one. */
export const foldName = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/[\p{M}\s]/gu, "")
    .toLowerCase();

/** The names that QuickBooks refuses, and the groups of names that it takes for one, in their order. */
export function checkNames(names: readonly CheckedName[]): { refused: CheckedName[]; merged: CheckedName[][] } {
  const groups = new Map<string, CheckedName[]>();
  for (const each of names) {
    const key = `${each.kind} ${foldName(each.name)}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return {
    refused: names.filter(({ name }) => isRefusedName(name)),
    merged: [...groups.values()].filter((group) => group.length > 1),
  };
}

/** The Mondays of the weeks whose salaries are checked: the current week and those before it. */
export const checkedWeeks = (today: LocalDate): LocalDate[] =>
  Array.from({ length: CHECKED_WEEKS }, (_, n) => plusDays(mondayOf(today), -7 * n));
