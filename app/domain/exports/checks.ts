import { type LocalDate, mondayOf, plusDays } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";

/*
 * The checks before an export (docs/product.md, 'Check'). db/queries/exports/checked-bills.ts finds the bills and records in SQL; the rules of
 * names are here, because SQLite cannot compare texts without regard to accents.
 */

/** Pending bills that are older than this many days are found. */
export const OLD_DAYS = 60;

/**
 * A quantity, or a value for one, is far above the usual if it is more than FAR_ABOVE times what nine in ten of the last USUAL_BILLS
 * bills of the service do not exceed, and a quantity at least FAR_QUANTITY. Bills of $0.00 are left out.
 */
export const FAR_ABOVE = 3;
export const FAR_QUANTITY = 10;
export const USUAL_BILLS = 50;

/** A price is taken for mistyped if it is that of the service times or divided by one of these. */
export const MISTYPED_FACTORS = [2, 10, 100] as const;

/** The number of weeks in which a groom without a weekly salary is found, the current one included. */
const CHECKED_WEEKS = 4;

/** Billed shows of this many days are checked for their bills. */
export const CHECKED_SHOW_DAYS = 365;

/** A check shows at most this many rows. */
export const MAX_FINDINGS = 100;

export const BILL_CHECKS = [
  "duplicates",
  "boardTwice",
  "notOwner",
  "unknown",
  "offPrice",
  "mistyped",
  "farAbove",
  "zero",
  "future",
  "old",
] as const;
export type BillCheck = (typeof BILL_CHECKS)[number];

/** Whether a check compares bills: 'Fine' is said of all bills that are alike, until there is another one. */
export const isGroupCheck = (check: BillCheck) => check === "duplicates" || check === "boardTwice";

/** The check of board that was not billed: see unbilled-board.ts. */
export type BoardCheck = "unbilledBoard";

export const RECORD_CHECKS = ["notBillable", "ownerless", "shows", "showsWithoutBill", "grooms"] as const;
export type RecordCheck = (typeof RECORD_CHECKS)[number];

export const NAME_CHECKS = ["refusedNames", "mergedNames"] as const;
export type NameCheck = (typeof NAME_CHECKS)[number];

export type Check = BillCheck | BoardCheck | RecordCheck | NameCheck;

export const CHECKS: readonly Check[] = [...BILL_CHECKS, ...NAME_CHECKS, "unbilledBoard", ...RECORD_CHECKS];

/** What a check found: how many rows, and the first of them. */
export type FoundRows<Row> = { count: number; rows: Row[] };

/** What 'Fine' remembers beside the name of the check: see `Dismissed` in db/queries/overview/stored-dismissals.ts. */
export type FineKey = { recordId: string; scope: string };

/** A bill that was found; the names are also those of deleted records. */
export type FoundBill = {
  id: string;
  seq: number;
  version: number;
  date: LocalDate;
  customerId: string | null;
  customer: string;
  horse: string;
  service: string;
  horseId: string;
  serviceId: string;
  quantity: number;
  value: Cents;
  /** The checks that found it: a bit for each of BILL_CHECKS. */
  found: number;
  /** Its day or, of a boarding service, the month that it is billed for. */
  slot: string;
  /** The number of bills of its horse, service and slot, and the `seq` of the last of them; null if there is one. */
  alike: number | null;
  latestAlike: number | null;
  /** The price for one when it was made, and that of its service today. */
  unitPrice: Cents | null;
  price: Cents;
  /** The owner of the horse on its day. */
  owner: string;
  /** What nine in ten of the last bills of its service do not exceed: a quantity, and a value for a quantity. */
  usualQuantity: number | null;
  usualValue: Cents | null;
  usualValueFor: number | null;
};

/** What the checks of bills found. */
export type BillFindings = {
  /** The number of pending bills that were checked. */
  checked: number;
  /** How many bills each check found. */
  counts: { [check in BillCheck]: number };
  /** The number and sum of the bills found, each counted once, and those of the customers of `rows`. */
  total: { count: number; sum: Cents };
  customers: { id: string | null; count: number; sum: Cents }[];
  /** The first of them, by customer and horse. */
  rows: FoundBill[];
  names: CheckedName[];
  /** The names that were marked fine: see `fineText`. */
  fineNames: string[];
};

/** The checks that found a bill. */
export const findingChecksOf = ({ found }: FoundBill) => BILL_CHECKS.filter((_, place) => found & (1 << place));

/** What 'Fine' remembers of a bill that a check found: the bill is found again once it has changed, or another bill like it is made. */
export const fineKeyOfBill = (check: BillCheck, bill: FoundBill): FineKey =>
  isGroupCheck(check)
    ? { recordId: `${bill.horseId} ${bill.serviceId} ${bill.slot}`, scope: `${bill.alike} ${bill.latestAlike}` }
    : { recordId: bill.id, scope: String(bill.version) };

/** A record that was found: a horse with its owner, a show with its day and horse, or a groom with the Monday of a week. */
export type FoundRecord = {
  id: string;
  name: string;
  date: LocalDate | null;
  other: string | null;
  ownerId: string | null;
};

/** The name of a customer or service that is in use, as QuickBooks gets it. */
export type CheckedName = {
  id: string;
  kind: "customer" | "service";
  name: string;
  version: number;
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

/** What 'Fine' remembers of names: one that QuickBooks refuses, or those that it takes for one. A new name makes another key. */
export const fineKeyOf = (group: readonly CheckedName[]): FineKey => ({
  recordId: group[0]?.id ?? "",
  scope: group
    .map(({ id, version }) => `${id.slice(0, 8)}.${version}`)
    .join(" ")
    .slice(0, 200),
});

/** What was marked fine, as one text. */
export const fineText = (check: NameCheck, { recordId, scope }: FineKey) => `${check} ${recordId} ${scope}`;

/** The names that QuickBooks refuses, and the groups of names that it takes for one, in their order, without those that are fine. */
export function checkNames(
  names: readonly CheckedName[],
  fine: readonly string[],
): { refused: CheckedName[]; merged: CheckedName[][] } {
  const isOpen = (check: NameCheck, group: readonly CheckedName[]) => !fine.includes(fineText(check, fineKeyOf(group)));
  const groups = new Map<string, CheckedName[]>();
  for (const each of names) {
    const key = `${each.kind} ${foldName(each.name)}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return {
    refused: names.filter((each) => isRefusedName(each.name) && isOpen("refusedNames", [each])),
    merged: [...groups.values()].filter((group) => group.length > 1 && isOpen("mergedNames", group)),
  };
}

/** The Mondays of the weeks whose salaries are checked: the current week and those before it. */
export const checkedWeeks = (today: LocalDate): LocalDate[] =>
  Array.from({ length: CHECKED_WEEKS }, (_, n) => plusDays(mondayOf(today), -7 * n));
