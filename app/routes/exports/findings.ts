import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { formatMonth } from "#app/domain/basics/months.ts";
import type { FoundBoard } from "#app/domain/boarding/unbilled-board.ts";
import {
  CHECKS,
  type Check,
  type CheckedName,
  checkNames,
  type FineKey,
  type FoundRecord,
  type FoundRows,
  fineKeyOf,
  MAX_FINDINGS,
  RECORD_CHECKS,
  type RecordCheck,
} from "#app/domain/exports/checks.ts";
import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import type { BillFindings } from "#app/domain/exports/sum-findings.ts";
import { DESCRIPTIONS } from "./finding-texts.ts";

/* The texts of Check about the names and records that it found (docs/product.md, 'Check'). */

/** The number of rows that a check shows until the admin asks for all. */
export const SHOWN_ROWS = 20;

type FindingRow = {
  key: string;
  /** Links to where the row is fixed: one, or one for each of several similar names. */
  links: { to: string; text: string }[];
  note: string;
  /** The key of the dismissal that 'Fine' stores; null if the row has no such button. */
  fine: FineKey | null;
};

/** What one check of names or records found. */
export type Finding = {
  id: Check;
  title: string;
  count: number;
  why: string;
  rows: FindingRow[];
  /** Whether the check has more rows to show. */
  hasMore: boolean;
  /** The link to where all rows are fixed together. */
  action: { to: string; text: string } | null;
};

/** What the checks of records found: see judge-records.ts. */
export type RecordFindings = { [check in RecordCheck]: FoundRows<FoundRecord> };

const RECORD_ROWS: { [check in RecordCheck]: (record: FoundRecord) => { to: string; note: string } } = {
  notBillable: ({ id, other }) => ({ to: `/horses/${id}/edit`, note: other ?? "" }),
  ownerless: ({ id, other }) => ({
    to: `/horses/${id}/edit`,
    // The name of a deleted customer says so.
    note: other === UNKNOWN ? "no responsible party" : (other ?? ""),
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

/** The checks of horses with a 'Fine' button. The dismissal ends when the horse has another owner. */
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

function nameRows(names: readonly CheckedName[], fine: readonly string[]) {
  const { refused, merged } = checkNames(names, fine);
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

/** All checks of names and records, including those that found nothing. `all` is the check whose rows are all shown. */
export function describeFindings(
  { names, fine }: Pick<BillFindings, "names" | "fine">,
  board: FoundRows<FoundBoard>,
  records: RecordFindings,
  all: string,
): Finding[] {
  const rows: { [check in Check]?: { count: number; rows: FindingRow[] } } = {
    unbilledBoard: { count: board.count, rows: board.rows.map(boardRow) },
  };
  for (const check of RECORD_CHECKS)
    rows[check] = { ...records[check], rows: records[check].rows.map((row) => recordRow(check, row)) };
  for (const [check, each] of Object.entries(nameRows(names, fine)))
    rows[check as Check] = { count: each.length, rows: each.slice(0, check === all ? MAX_FINDINGS : SHOWN_ROWS) };
  return CHECKS.flatMap((id) => {
    const found = rows[id];
    if (!found) return [];
    const { title, why, action = null } = DESCRIPTIONS[id];
    return [{ id, title, why, action, ...found, hasMore: id !== all && found.count > found.rows.length }];
  });
}
