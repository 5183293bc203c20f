import { type LocalDate, mondayOf, plusDays } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";

/* The checks before an export, and the rules of names (docs/product.md, 'Check'). judge-bills.ts has the rules of bills. */

/** The number of weeks, including the current one, that are checked for grooms without a weekly salary. */
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
  "notHere",
  "zero",
  "future",
  "old",
] as const;
export type BillCheck = (typeof BILL_CHECKS)[number];

/**
 * Whether a check compares bills. Its 'It's OK' is for a whole group of similar bills, until the group gets another bill.
 */
export const isGroupCheck = (check: BillCheck) => check === "duplicates" || check === "boardTwice";

/** The checks of board whose horse changed after it was billed: see judge-boards.ts. */
export const BOARD_CHECKS = ["daysNotHere", "boardChanged"] as const;
export type BoardCheck = (typeof BOARD_CHECKS)[number];

export const RECORD_CHECKS = ["notBillable", "ownerless", "shows", "showsWithoutBill", "grooms"] as const;
export type RecordCheck = (typeof RECORD_CHECKS)[number];

export const NAME_CHECKS = ["refusedNames", "mergedNames", "similarNames", "groomNames", "lostCharacters"] as const;
export type NameCheck = (typeof NAME_CHECKS)[number];

/** `unbilledBoard`: see unbilled-board.ts. */
export type Check = BillCheck | BoardCheck | "unbilledBoard" | "loggedBoard" | RecordCheck | NameCheck;

export const CHECKS: readonly Check[] = [
  ...BOARD_CHECKS,
  ...BILL_CHECKS,
  ...NAME_CHECKS,
  "unbilledBoard",
  "loggedBoard",
  ...RECORD_CHECKS,
];

/** What a check found: how many rows, their sum if they have amounts, and the first of them. */
export type FoundRows<Row> = { count: number; sum: Cents | null; rows: Row[] };

/** What 'It's OK' remembers beside the name of the check: see `Dismissed` in db/queries/overview/stored-dismissals.ts. */
export type FineKey = { recordId: string; scope: string };

/** A found record: a horse with its owner, a show with its day, horse and amount, or a groom with the Monday of a week. */
export type FoundRecord = {
  id: string;
  name: string;
  date: LocalDate | null;
  other: string | null;
  ownerId: string | null;
  amount: Cents | null;
};

/** The name of a customer or service that is in use, or of a horse with a pending bill, as QuickBooks gets it; or that of a groom. */
export type CheckedName = {
  id: string;
  kind: "customer" | "service" | "horse" | "groom";
  name: string;
  version: number;
  /** Whether one of the checked bills has the name. */
  isUsed: boolean;
};

/** The longest name that QuickBooks Online accepts. */
export const MAX_NAME_LENGTH = 100;

/**
 * Whether QuickBooks refuses a name: it is too long, or has a colon, which QuickBooks puts between parent and child
 * names.
 */
export const isRefusedName = (name: string) => [...name].length > MAX_NAME_LENGTH || name.includes(":");

/**
 * The name without case, accents and white space. QuickBooks treats two names of a kind with the same result as one.
 */
export const foldName = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/[\p{M}\s]/gu, "")
    .toLowerCase();

/** The dismissal key of a refused name, or of names that QuickBooks treats as one. A new name makes another key. */
export const fineKeyOf = (group: readonly CheckedName[]): FineKey => ({
  recordId: group[0]?.id ?? "",
  scope: group
    .map(({ id, version }) => `${id.slice(0, 8)}.${version}`)
    .join(" ")
    .slice(0, 200),
});

/** The dismissal of a finding as one text. */
export const fineText = (check: Check, { recordId, scope }: FineKey) => `${check} ${recordId} ${scope}`;

/** The words of the name in alphabetical order, without case, accents, apostrophes and punctuation: 'maeve obrien'. */
export const wordsOfName = (name: string): string => {
  const letters = name.normalize("NFKD").replace(/[\p{M}'`´‘’ʼ]/gu, "");
  return (letters.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(" ");
};

/** The characters outside Latin-1, which QuickBooks Desktop loses in an import. */
export const lostCharactersOf = (name: string): string[] => [
  ...new Set([...name.normalize("NFC")].filter((character) => character > "\u00ff")),
];

/** The groups of two names or more with the same key; '' is no key. */
function groupNames(names: readonly CheckedName[], keyOf: (name: CheckedName) => string): CheckedName[][] {
  const groups = new Map<string, CheckedName[]>();
  for (const each of names) {
    const key = keyOf(each);
    if (key) groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

const withKind = ({ kind, name }: CheckedName, key: (name: string) => string) => key(name) && `${kind} ${key(name)}`;
const hasSeveral = (group: readonly CheckedName[], of: (name: CheckedName) => string) =>
  new Set(group.map(of)).size > 1;
const isItem = ({ kind }: CheckedName) => kind === "customer" || kind === "service";
const isPerson = ({ kind }: CheckedName) => kind === "customer" || kind === "groom";
const eachAlone = (names: readonly CheckedName[]) => names.map((name) => [name]);

const NAME_RULES: { [check in NameCheck]: (names: readonly CheckedName[]) => CheckedName[][] } = {
  refusedNames: (names) => eachAlone(names.filter((each) => isItem(each) && isRefusedName(each.name))),
  mergedNames: (names) => groupNames(names.filter(isItem), (each) => withKind(each, foldName)),
  // Names that are one for QuickBooks are found as such.
  similarNames: (names) =>
    groupNames(names.filter(isItem), (each) => withKind(each, wordsOfName)).filter((group) =>
      hasSeveral(group, ({ name }) => foldName(name)),
    ),
  groomNames: (names) =>
    groupNames(names.filter(isPerson), ({ name }) => wordsOfName(name)).filter((group) =>
      hasSeveral(group, ({ kind }) => kind),
    ),
  lostCharacters: (names) =>
    eachAlone(names.filter(({ kind, name }) => kind !== "groom" && lostCharactersOf(name).length > 0)),
};

/** The names, alone or in groups, that each check finds, without those marked fine. */
export function checkNames(
  names: readonly CheckedName[],
  fine: readonly string[],
): { [check in NameCheck]: CheckedName[][] } {
  const isOpen = (check: NameCheck, group: readonly CheckedName[]) => !fine.includes(fineText(check, fineKeyOf(group)));
  const found = NAME_CHECKS.map((check) => [check, NAME_RULES[check](names).filter((group) => isOpen(check, group))]);
  return Object.fromEntries(found);
}

/** The Mondays of the weeks whose salaries are checked: the current week and those before it. */
export const checkedWeeks = (today: LocalDate): LocalDate[] =>
  Array.from({ length: CHECKED_WEEKS }, (_, n) => plusDays(mondayOf(today), -7 * n));
