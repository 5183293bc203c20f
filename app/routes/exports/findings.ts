import { daysBetween, formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth } from "#app/domain/basics/months.ts";
import { pluralize, withVerb } from "#app/domain/basics/pluralize.ts";
import type { FoundBoard } from "#app/domain/boarding/unbilled-board.ts";
import {
  BILL_CHECKS,
  type BillCheck,
  type BillFindings,
  CHECKS,
  type Check,
  type CheckedName,
  checkNames,
  checksOf,
  FAR_ABOVE,
  FAR_QUANTITY,
  type FineKey,
  type Found,
  type FoundBill,
  type FoundRecord,
  fineKeyOf,
  fineKeyOfBill,
  isGroupCheck,
  MAX_FOUND,
  MAX_NAME_LENGTH,
  MISTYPED_FACTORS,
  OLD_DAYS,
  RECORD_CHECKS,
  type RecordCheck,
  USUAL_BILLS,
} from "#app/domain/exports/checks.ts";
import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import type { DismissalKind } from "#app/domain/overview/dismissals.ts";

/* What the checks before an export found, in words (docs/product.md, 'Check'). */

/** The number of rows that a check shows, unless its other rows are asked for. */
export const SHOWN_ROWS = 20;

type FindingRow = {
  key: string;
  /** Links to where the row is mended: one, or one for each of the names that are alike. */
  links: { to: string; text: string }[];
  note: string;
  /** What 'Fine' remembers; null if the row has no such button. */
  fine: FineKey | null;
};

/** What one check of names or records found. */
export type Finding = {
  id: Check;
  title: string;
  count: number;
  why: string;
  rows: FindingRow[];
  /** Whether there are more rows than these that can be shown. */
  hasMore: boolean;
  /** The place where all rows are mended together. */
  action: { to: string; text: string } | null;
};

/** What the checks of records found, as db/queries/exports/checks.ts reads it. */
export type RecordFindings = { [check in RecordCheck]: Found<FoundRecord> };

type Description = { title: string; why: string; action?: { to: string; text: string } };

const OF_BILLS: { [check in BillCheck]: Description } = {
  duplicates: {
    title: "Possible duplicates",
    why: "Bills of the same horse, service and day as another bill, exported or not. Void those that were entered twice.",
  },
  boardTwice: {
    title: "Billed twice for a month",
    why: "Bills of boarding, its surcharges, training or blankets for a month that the horse has another such bill for, exported or not.",
  },
  notOwner: {
    title: "Not the owner's",
    why: "Bills to a customer who did not own the horse on that day, and does not have the rider of the bill.",
  },
  unknown: { title: "Without a customer", why: `Bills without a customer, which are exported as “${UNKNOWN}”.` },
  offPrice: {
    title: "Not price × quantity",
    why: "Bills whose value is not their price times their quantity, and was not typed.",
  },
  mistyped: {
    title: "Price may be mistyped",
    why: `Bills whose price for one is exactly ${MISTYPED_FACTORS.join(", ")} times that of their service, or divided by it.`,
  },
  farAbove: {
    title: "Far above the usual",
    why: `Bills with a quantity of at least ${FAR_QUANTITY}, or a price, of more than ${FAR_ABOVE} times what nine in ten of the last ${USUAL_BILLS} bills of their service do not exceed.`,
  },
  zero: { title: "$0.00", why: "Bills without an amount." },
  future: { title: "Dated in the future", why: "Bills with a date after today." },
  old: { title: `More than ${OLD_DAYS} days old`, why: `Bills with a date more than ${OLD_DAYS} days ago.` },
};

const DESCRIPTIONS: { [check in Check]: Description } = {
  ...OF_BILLS,
  refusedNames: {
    title: "Names QuickBooks refuses",
    why: `Names with a colon, or of more than ${MAX_NAME_LENGTH} characters.`,
  },
  mergedNames: {
    title: "Names QuickBooks will merge",
    why: "Customers or services with the same name, or with names that differ only in upper and lower case, accents and spaces.",
  },
  unbilledBoard: {
    title: "Board that was not billed",
    why: "Billable horses on the property in one of the last 12 months, without a board bill for it.",
    action: { to: "/horses/bill", text: "Bill horses" },
  },
  notBillable: { title: "Not billable", why: "Horses on the property that are never billed." },
  ownerless: {
    title: "Without an owner",
    why: "Horses on the property whose responsible party is deleted or missing.",
  },
  shows: {
    title: "Past shows that are not billed",
    why: "Bill them, or mark them billed.",
    action: { to: "/shows/bill", text: "Bill shows" },
  },
  showsWithoutBill: {
    title: "Billed shows without a bill",
    why: "They had a bill, which was voided or undone. Switch Billed off to bill them.",
  },
  grooms: {
    title: "Grooms without a weekly salary",
    why: "Payroll was run for the week, and the groom was active, but has no item.",
    action: { to: "/payroll/new", text: "Add a payroll item" },
  },
};

/** A check of bills that found something. */
export type CheckOfBills = { id: BillCheck; title: string; why: string; count: number };

/** What is striking about a bill, by one check: `to` leads to the bills that it is compared with. */
type Reason = FineKey & { check: BillCheck; text: string; to: string | null };

/** A bill that was found, in words. */
export type BillFinding = {
  id: string;
  seq: number;
  /** 'Clipping for Bella, 11/01/2026' */
  name: string;
  date: string;
  horse: string;
  /** '2 × Clipping' */
  what: string;
  value: string;
  reasons: Reason[];
};

/** The bills that were found of a customer: their number and sum, and the first of them. */
export type CustomerFindings = { id: string; name: string; title: string; rows: BillFinding[] };

/** The number and the sum of bills: '3 bills, $195.00'. */
export const describeSum = ({ count, sum }: { count: number; sum: Cents }) =>
  `${pluralize(count, "bill")}, ${formatDollars(sum)}`;

/** What is unusual about a bill that is far above the usual. */
function describeExcess({ quantity, value, usualQuantity, usualValue, usualValueFor }: FoundBill): string {
  const usual = usualQuantity ?? 0;
  const [price, usualPrice] = [value / quantity, (usualValue ?? 0) / (usualValueFor ?? 1)];
  const isMany = quantity >= FAR_QUANTITY && quantity > FAR_ABOVE * usual;
  return [
    isMany && `quantity ${quantity}, usually up to ${usual}`,
    price > FAR_ABOVE * usualPrice && `${formatDollars(price)} each, usually up to ${formatDollars(usualPrice)}`,
  ]
    .filter((each) => each !== false)
    .join("; ");
}

const PARTS: Record<number, string> = { 2: "half", 10: "a tenth of", 100: "a hundredth of" };

/** '10 times the price of $65.00' */
function describeFactor({ value, quantity, price }: FoundBill): string {
  const due = price * quantity;
  const factor = MISTYPED_FACTORS.find((each) => value === each * due || each * value === due) ?? 1;
  return `${value > due ? `${factor} times` : PARTS[factor]} the price of ${formatDollars(price)}`;
}

/** The bills of the same horse, service and day or month billed for, exported or not. */
function alikeAddress({ date, slot, horseId, serviceId }: FoundBill): string {
  const isDay = slot === date;
  const day = isDay ? { q: formatUsDate(date) } : {};
  const range = isDay ? { from: date, to: date } : {};
  return `/billing?${new URLSearchParams({ view: "all", ...day, sort: "horse", horse: horseId, service: serviceId, ...range })}`;
}

const REASONS: { [check in BillCheck]: (bill: FoundBill, today: LocalDate) => string } = {
  duplicates: ({ alike }) => `${pluralize(alike ?? 0, "bill")} of this horse, service and day`,
  boardTwice: ({ alike, slot }) => `${pluralize(alike ?? 0, "bill")} of this service for ${formatMonth(slot)}`,
  notOwner: ({ owner }) => (owner === UNKNOWN ? "The horse had no owner" : `${owner} owned the horse`),
  unknown: () => `Exported as “${UNKNOWN}”`,
  offPrice: ({ unitPrice, quantity }) =>
    `Not ${quantity} × ${formatDollars(unitPrice ?? 0)} = ${formatDollars((unitPrice ?? 0) * quantity)}`,
  mistyped: (bill) => `${formatDollars(bill.value / bill.quantity)} each, ${describeFactor(bill)}`,
  farAbove: (bill) => describeExcess(bill).replace(/^q/, "Q"),
  zero: () => "$0.00",
  future: () => "Dated in the future",
  old: ({ date }, today) => `${daysBetween(date, today)} days old`,
};

function billFinding(bill: FoundBill, today: LocalDate): BillFinding {
  const { id, seq, horse, service, quantity, value } = bill;
  const date = formatUsDate(bill.date);
  const reasons = checksOf(bill).map((check) => ({
    check,
    text: REASONS[check](bill, today),
    to: isGroupCheck(check) ? alikeAddress(bill) : null,
    ...fineKeyOfBill(check, bill),
  }));
  const name = `${service} for ${horse}, ${date}`;
  return { id, seq, name, date, horse, what: `${quantity} × ${service}`, value: formatDollars(value), reasons };
}

/** The bills that the checks found, by customer; the first customer is Unknown. */
export function describeBills(
  { rows, customers }: Pick<BillFindings, "rows" | "customers">,
  today: LocalDate,
): CustomerFindings[] {
  const sections = new Map<string, CustomerFindings>();
  for (const bill of rows) {
    const sum = customers.find((each) => each.id === bill.customerId) ?? { count: 0, sum: 0 };
    const id = bill.customerId ?? "";
    const section = sections.get(id) ?? { id, name: bill.customer, title: describeSum(sum), rows: [] };
    section.rows.push(billFinding(bill, today));
    sections.set(id, section);
  }
  return [...sections.values()];
}

/** The checks of bills, those that found nothing included. */
export const describeChecks = ({ counts }: Pick<BillFindings, "counts">): CheckOfBills[] =>
  BILL_CHECKS.map((id) => ({ id, title: OF_BILLS[id].title, why: OF_BILLS[id].why, count: counts[id] }));

/** The title of a check, or 'Not owed'. */
export const titleOf = (kind: Exclude<DismissalKind, "setup">) =>
  kind === "board" || kind === "salary" ? "Not owed" : DESCRIPTIONS[kind].title;

const RECORD_ROWS: { [check in RecordCheck]: (record: FoundRecord) => { to: string; note: string } } = {
  notBillable: ({ id, other }) => ({ to: `/horses/${id}/edit`, note: other ?? "" }),
  ownerless: ({ id, other }) => ({
    to: `/horses/${id}/edit`,
    note: other === UNKNOWN ? "no responsible party" : `${other} (deleted)`,
  }),
  shows: ({ id, date, other }) => ({ to: `/shows/${id}/edit`, note: `${formatUsDate(date ?? "")}, ${other}` }),
  showsWithoutBill: ({ id, date, other }) => ({
    to: `/shows/${id}/edit`,
    note: `${formatUsDate(date ?? "")}, ${other}`,
  }),
  grooms: ({ name, date }) => ({
    to: `/payroll?${new URLSearchParams({ view: "all", q: name })}`,
    note: `week of ${formatUsDate(date ?? "")}`,
  }),
};

/** The checks of horses that an admin can say are fine, until a horse has another owner. */
const FINE_RECORDS: readonly RecordCheck[] = ["notBillable", "ownerless"];

const recordRow = (check: RecordCheck, record: FoundRecord): FindingRow => {
  const { to, note } = RECORD_ROWS[check](record);
  const fine = FINE_RECORDS.includes(check) ? { recordId: record.id, scope: record.ownerId ?? "" } : null;
  return { key: `${record.id} ${record.date}`, links: [{ to, text: record.name }], note, fine };
};

/** A horse and a month, with the dialog that bills the horse for it. */
const boardRow = ({ id, name, owner, month, part, leftOn }: FoundBoard): FindingRow => ({
  key: `${id} ${month}`,
  links: [
    {
      to: `/horses/bill?${new URLSearchParams({ q: `"${name}"`, month })}`,
      text: `${name}, ${formatMonth(month)}`,
    },
  ],
  note: [
    owner,
    part.days < part.of && `${part.days} of ${part.of} days`,
    leftOn !== null && `left ${formatUsDate(leftOn)}`,
  ]
    .filter(Boolean)
    .join(", "),
  fine: { recordId: id, scope: month },
});

const nameLink = ({ kind, id, name }: CheckedName) => ({ to: `/${kind}s/${id}/edit`, text: name });

function nameRows(names: readonly CheckedName[], fineNames: readonly string[]) {
  const { refused, merged } = checkNames(names, fineNames);
  const reasonOf = ({ kind, name }: CheckedName) =>
    `${kind}, ${name.includes(":") ? "has a colon" : `${[...name].length} characters`}`;
  return {
    refusedNames: refused.map((each) => ({
      key: each.id,
      links: [nameLink(each)],
      note: reasonOf(each),
      fine: fineKeyOf([each]),
    })),
    mergedNames: merged.map((group) => ({
      key: group[0]?.id ?? "",
      fine: fineKeyOf(group),
      links: group.map(nameLink),
      note:
        new Set(group.map(({ name }) => name)).size === 1
          ? `${group.length} ${group[0]?.kind}s of one name`
          : `${group[0]?.kind}s`,
    })),
  };
}

/** What each check of names and records found, those that found nothing included; `all` is the check whose other rows are asked for. */
export function describeFindings(
  { names, fineNames }: Pick<BillFindings, "names" | "fineNames">,
  board: Found<FoundBoard>,
  records: RecordFindings,
  all: string,
): Finding[] {
  const rows: { [check in Check]?: { count: number; rows: FindingRow[] } } = {
    unbilledBoard: { count: board.count, rows: board.rows.map(boardRow) },
  };
  for (const check of RECORD_CHECKS)
    rows[check] = { ...records[check], rows: records[check].rows.map((row) => recordRow(check, row)) };
  for (const [check, each] of Object.entries(nameRows(names, fineNames)))
    rows[check as Check] = { count: each.length, rows: each.slice(0, check === all ? MAX_FOUND : SHOWN_ROWS) };
  return CHECKS.flatMap((id) => {
    const found = rows[id];
    if (!found) return [];
    const { title, why, action = null } = DESCRIPTIONS[id];
    return [{ id, title, why, action, ...found, hasMore: id !== all && found.count > found.rows.length }];
  });
}

/** What an admin should know before exporting these bills, in sentences, each with its check. */
export function describeBeforeExport({
  counts,
  names,
  fineNames,
}: Pick<BillFindings, "counts" | "names" | "fineNames">): { check: Check; text: string }[] {
  const { refused, merged } = checkNames(names, fineNames);
  const refusals = refused.filter(({ isUsed }) => isUsed).length;
  const merges = merged.filter((group) => group.some(({ isUsed }) => isUsed)).length;
  const ofBills: { [check in BillCheck]: [one: string, many: string] } = {
    duplicates: ["bill may be a duplicate", "bills may be duplicates"],
    boardTwice: ["monthly bill repeats another", "monthly bills repeat others"],
    notOwner: ["bill is not to the owner of its horse", "bills are not to the owners of their horses"],
    unknown: [
      `bill has no customer and is exported as “${UNKNOWN}”`,
      `bills have no customer and are exported as “${UNKNOWN}”`,
    ],
    offPrice: ["bill is not its price × quantity", "bills are not their price × quantity"],
    mistyped: ["price may be mistyped", "prices may be mistyped"],
    farAbove: ["bill is far above the usual", "bills are far above the usual"],
    zero: ["bill has an amount of $0.00", "bills have an amount of $0.00"],
    future: ["bill is dated in the future", "bills are dated in the future"],
    old: [`bill is more than ${OLD_DAYS} days old`, `bills are more than ${OLD_DAYS} days old`],
  };
  const sentences: [check: Check, count: number, one: string, many: string][] = [
    ...BILL_CHECKS.map((check): [Check, number, string, string] => [check, counts[check], ...ofBills[check]]),
    ["refusedNames", refusals, "name is refused by QuickBooks", "names are refused by QuickBooks"],
    ["mergedNames", merges, "group of names QuickBooks will merge", "groups of names QuickBooks will merge"],
  ];
  return sentences
    .filter(([, count]) => count > 0)
    .map(([check, ...counted]) => ({ check, text: `${withVerb(...counted)}.` }));
}
