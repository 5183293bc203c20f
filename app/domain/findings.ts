import { formatUsDate, type LocalDate } from "./calendar.ts";
import {
  BILL_CHECKS,
  type BillCheck,
  CHECKS,
  type Check,
  type CheckedName,
  checkNames,
  FAR_ABOVE,
  type Found,
  type FoundBill,
  type FoundRecord,
  MAX_FOUND,
  MAX_NAME_LENGTH,
  OLD_DAYS,
  RECORD_CHECKS,
  type RecordCheck,
  USUAL_BILLS,
} from "./checks.ts";
import { UNKNOWN } from "./invoices.ts";
import { formatDollars } from "./money.ts";
import { formatMonth, monthOf } from "./months.ts";
import { pluralize, withVerb } from "./pluralize.ts";

/* What the checks before an export found, in words (docs/product.md, 'Check'). */

/** The number of rows that a check shows, unless its other rows are asked for. */
export const SHOWN_ROWS = 20;

type FindingRow = {
  key: string;
  /** Links to where the row is mended: one, or one for each of the names that are alike. */
  links: { to: string; text: string }[];
  note: string;
};

/** What one check found. */
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

/** What the checks found, as db/queries/checks.ts reads it. */
export type CheckResults = {
  bills: { [check in BillCheck]: Found<FoundBill> };
  records: { [check in RecordCheck]: Found<FoundRecord> };
  names: readonly CheckedName[];
};

type Description = { title: string; why: string; action?: { to: string; text: string } };

const describe = (today: LocalDate): { [check in Check]: Description } => ({
  duplicates: {
    title: "Possible duplicates",
    why: "Pending bills of the same horse, service and day as another bill, exported or not. Void those that were entered twice.",
  },
  future: { title: "Dated in the future", why: "Pending bills with a date after today." },
  old: { title: `More than ${OLD_DAYS} days old`, why: `Pending bills with a date more than ${OLD_DAYS} days ago.` },
  farAbove: {
    title: "Far above the usual",
    why: `Pending bills whose quantity or price is more than ${FAR_ABOVE} times the median of the last ${USUAL_BILLS} bills of their service.`,
  },
  zero: { title: "$0.00", why: "Pending bills without an amount." },
  unknown: { title: "Without a customer", why: `The file calls the customer of these pending bills “${UNKNOWN}”.` },
  refusedNames: {
    title: "Names that QuickBooks refuses",
    why: `Names with a colon, or of more than ${MAX_NAME_LENGTH} characters.`,
  },
  mergedNames: {
    title: "Names that QuickBooks takes for one",
    why: "Customers or services with the same name, or with names that differ only in upper and lower case, accents and spaces.",
  },
  unbilledBoarders: {
    title: `No board bill for ${formatMonth(monthOf(today))}`,
    why: "Billable horses in the property.",
    action: { to: "/horses/bill", text: "Bill horses" },
  },
  notBillable: { title: "Not billable", why: "Horses in the property that are never billed." },
  ownerless: {
    title: "Without an owner",
    why: "Horses in the property whose responsible party is deleted or missing.",
  },
  shows: {
    title: "Past shows that are not billed",
    why: "Bill them, or mark them billed.",
    action: { to: "/shows/bill", text: "Bill shows" },
  },
  showsWithoutBill: {
    title: "Billed shows without a bill",
    why: "They had a bill, which was voided or taken back. Switch Billed off to bill them.",
  },
  grooms: {
    title: "Grooms without a weekly salary",
    why: "Payroll was run for the week, and the groom was active, but has no item.",
    action: { to: "/payroll/new", text: "Add a payroll item" },
  },
});

const describeBill = ({ date, horse, service }: FoundBill) => `${formatUsDate(date)}, ${horse}, ${service}`;

/** What is unusual about a bill that is far above the usual. */
function describeExcess({ quantity, value, usualQuantity, usualValue, usualValueFor }: FoundBill): string {
  const usual = usualQuantity ?? 0;
  const [price, usualPrice] = [value / quantity, (usualValue ?? 0) / (usualValueFor ?? 1)];
  return [
    quantity > FAR_ABOVE * usual && `quantity ${quantity}, usually ${usual}`,
    price > FAR_ABOVE * usualPrice && `${formatDollars(price)} each, usually ${formatDollars(usualPrice)}`,
  ]
    .filter((each) => each !== false)
    .join("; ");
}

/** The search for the bills of the same horse, service and day, exported or not. */
const alikeSearch = ({ date, horseId, serviceId }: FoundBill) =>
  new URLSearchParams({
    view: "all",
    q: formatUsDate(date),
    sort: "horse",
    horse: horseId,
    service: serviceId,
    from: date,
    to: date,
  });

function billRow(check: BillCheck, bill: FoundBill): FindingRow {
  const { id, customer, value, alike } = bill;
  const isGroup = check === "duplicates";
  const to = isGroup ? `/billing?${alikeSearch(bill)}` : `/billing/${id}/edit`;
  const notes: { [check in BillCheck]?: string } = {
    duplicates: pluralize(alike, "bill"),
    farAbove: `${customer}: ${describeExcess(bill)}`,
  };
  const note = notes[check] ?? `${customer}: ${formatDollars(value)}`;
  return { key: id, links: [{ to, text: describeBill(bill) }], note };
}

const RECORD_ROWS: { [check in RecordCheck]: (record: FoundRecord) => { to: string; note: string } } = {
  unbilledBoarders: ({ id, other }) => ({ to: `/horses/${id}/edit`, note: other ?? "" }),
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

const recordRow = (check: RecordCheck, record: FoundRecord): FindingRow => {
  const { to, note } = RECORD_ROWS[check](record);
  return { key: `${record.id} ${record.date}`, links: [{ to, text: record.name }], note };
};

const nameLink = ({ kind, id, name }: CheckedName) => ({ to: `/${kind}s/${id}/edit`, text: name });

function nameRows(names: readonly CheckedName[]) {
  const { refused, merged } = checkNames(names);
  const reasonOf = ({ kind, name }: CheckedName) =>
    `${kind}, ${name.includes(":") ? "has a colon" : `${[...name].length} characters`}`;
  return {
    refusedNames: refused.map((each) => ({ key: each.id, links: [nameLink(each)], note: reasonOf(each) })),
    mergedNames: merged.map((group) => ({
      key: group[0]?.id ?? "",
      links: group.map(nameLink),
      note:
        new Set(group.map(({ name }) => name)).size === 1
          ? `${group.length} ${group[0]?.kind}s of one name`
          : `${group[0]?.kind}s`,
    })),
  };
}

/** What each check found, the checks that found nothing included; `all` is the check whose other rows are asked for. */
export function describeFindings({ bills, records, names }: CheckResults, today: LocalDate, all: string): Finding[] {
  const texts = describe(today);
  const rows: { [check in Check]?: { count: number; rows: FindingRow[] } } = {};
  for (const check of BILL_CHECKS)
    rows[check] = { ...bills[check], rows: bills[check].rows.map((row) => billRow(check, row)) };
  for (const check of RECORD_CHECKS)
    rows[check] = { ...records[check], rows: records[check].rows.map((row) => recordRow(check, row)) };
  for (const [check, each] of Object.entries(nameRows(names)))
    rows[check as Check] = { count: each.length, rows: each.slice(0, check === all ? MAX_FOUND : SHOWN_ROWS) };
  return CHECKS.map((id) => {
    const { count, rows: shown } = rows[id] ?? { count: 0, rows: [] };
    const { title, why, action = null } = texts[id];
    const hasMore = id !== all && count > shown.length;
    return { id, title, why, action, count, rows: shown, hasMore };
  });
}

/** What an admin should know before exporting these bills, in sentences, each with its check. Zero prices and unknown customers are in the preview. */
export function describeBeforeExport(
  bills: CheckResults["bills"],
  names: readonly CheckedName[],
): { check: Check; text: string }[] {
  const { duplicates, future, old, farAbove } = bills;
  const { refused, merged } = checkNames(names);
  const refusals = refused.filter(({ isUsed }) => isUsed).length;
  const merges = merged.filter((group) => group.some(({ isUsed }) => isUsed)).length;
  const sentences: [check: Check, count: number, one: string, many: string][] = [
    ["duplicates", duplicates.count, "possible duplicate", "possible duplicates"],
    ["future", future.count, "bill is dated in the future", "bills are dated in the future"],
    ["old", old.count, `bill is more than ${OLD_DAYS} days old`, `bills are more than ${OLD_DAYS} days old`],
    ["farAbove", farAbove.count, "bill is far above the usual", "bills are far above the usual"],
    ["refusedNames", refusals, "name is refused by QuickBooks", "names are refused by QuickBooks"],
    ["mergedNames", merges, "group of names is one name for QuickBooks", "groups of names are one name for QuickBooks"],
  ];
  return sentences
    .filter(([, count]) => count > 0)
    .map(([check, ...counted]) => ({ check, text: `${withVerb(...counted)}.` }));
}
