import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { byName } from "#app/domain/basics/names.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import {
  BILL_CHECKS,
  type Check,
  type CheckedName,
  checkNames,
  type FoundRecord,
  type FoundRows,
  fineKeyOf,
  lostCharactersOf,
  NAME_CHECKS,
  type NameCheck,
  RECORD_CHECKS,
  type RecordCheck,
} from "#app/domain/exports/checks.ts";
import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import type { BillFindings } from "#app/domain/exports/sum-findings.ts";
import { foundBillRow } from "./bill-findings.ts";
import type { Finding, FindingRow } from "./finding.ts";
import { DESCRIPTIONS } from "./finding-texts.ts";

/* The texts of Check about what it found, except boarding (docs/product.md, 'Check'). */

/** What the checks of records found: see judge-records.ts. */
export type RecordFindings = { [check in RecordCheck]: FoundRows<FoundRecord> };

const RECORD_ROWS: { [check in RecordCheck]: (record: FoundRecord) => { to: string; facts: string } } = {
  notBillable: ({ id, other }) => ({ to: `/horses/${id}/edit`, facts: other ?? "" }),
  ownerless: ({ id, other }) => ({
    to: `/horses/${id}/edit`,
    // The name of a deleted customer says so.
    facts: other === UNKNOWN ? "no responsible party" : (other ?? ""),
  }),
  shows: ({ id, date, other }) => ({ to: `/shows/${id}/edit`, facts: `${formatUsDate(date ?? "")} · ${other}` }),
  showsWithoutBill: ({ id, date, other }) => ({
    to: `/shows/${id}/edit`,
    facts: `${formatUsDate(date ?? "")} · ${other}`,
  }),
  grooms: ({ name, date }) => ({
    to: `/payroll?${new URLSearchParams({ view: "all", q: name })}`,
    facts: `week of ${formatUsDate(date ?? "")}`,
  }),
};

/** The checks of horses with an 'It's OK' button. The dismissal ends when the horse has another owner. */
const FINE_RECORDS: readonly RecordCheck[] = ["notBillable", "ownerless"];

function recordRow(check: RecordCheck, { id, name, date, ownerId, amount, ...other }: FoundRecord): FindingRow {
  const { to, facts } = RECORD_ROWS[check]({ id, name, date, ownerId, amount, ...other });
  const fine = FINE_RECORDS.includes(check) ? { kind: check, recordId: id, scope: ownerId ?? "" } : null;
  return { key: `${id} ${date}`, name, links: [{ to, text: name }], facts, amount, fine };
}

const nameLink = ({ kind, id, name }: CheckedName) => ({ to: `/${kind}s/${id}/edit`, text: name });

/** The dialog that merges the second customer of a group into the first one. */
const mergeOf = ([first, second]: readonly CheckedName[]) =>
  first?.kind === "customer" && second ? `/customers/${second.id}/merge?into=${first.id}&from=check` : undefined;

/** What a check says of the names that it found. */
const NAME_FACTS: { [check in NameCheck]: (group: readonly CheckedName[]) => string } = {
  refusedNames: ([one]) =>
    one ? `${one.kind}, ${one.name.includes(":") ? "has a colon" : `${[...one.name].length} characters`}` : "",
  mergedNames: (group) =>
    new Set(group.map(({ name }) => name)).size === 1
      ? `${group.length} ${group[0]?.kind}s of one name`
      : `${group[0]?.kind}s`,
  similarNames: ([one]) => `${one?.kind}s`,
  groomNames: (group) => group.map(({ kind }) => kind).join(" and "),
  lostCharacters: ([one]) => (one ? `${one.kind}, loses ${lostCharactersOf(one.name).join(" ")}` : ""),
};

const nameRow = (check: NameCheck, group: readonly CheckedName[]): FindingRow => ({
  key: group[0]?.id ?? "",
  name: group.map(({ name }) => name).join(" and "),
  links: group.map(nameLink),
  facts: NAME_FACTS[check](group),
  amount: null,
  fine: { kind: check, ...fineKeyOf(group) },
  ...((check === "mergedNames" || check === "similarNames") && { merge: mergeOf(group) }),
});

/** `noun`: what is counted, if it depends on what was found. */
type Counted = { count: number; sum: Cents | null; rows: FindingRow[]; noun?: string };

/** A check with what it found. */
export function findingOf(id: Check, { count, sum, rows, ...counted }: Counted): Finding {
  const { title, why, noun = "bill", action } = { ...DESCRIPTIONS[id], ...counted };
  return {
    ...{ id, title, count, why, rows, amount: sum ? formatDollars(sum) : "" },
    heading: `${title}: ${pluralize(count, noun)}`,
    action: action ? { ...action, label: `${action.text}: ${title}` } : null,
  };
}

/** All checks but that of boarding, including those that found nothing. A check shows the first `shown` rows. */
export function describeFindings(
  bills: BillFindings,
  records: RecordFindings,
  { shown, today }: { shown: (check: Check) => number; today: LocalDate },
): Finding[] {
  const names = checkNames(bills.names, bills.fine);
  return [
    ...BILL_CHECKS.map((check) =>
      findingOf(check, {
        count: bills.counts[check],
        sum: bills.sums[check],
        rows: bills.rows[check].map((bill) => foundBillRow(check, bill, today)),
      }),
    ),
    ...NAME_CHECKS.map((check) => {
      const rows = names[check].map((group) => nameRow(check, group)).sort(byName);
      return findingOf(check, { count: rows.length, sum: null, rows: rows.slice(0, shown(check)) });
    }),
    ...RECORD_CHECKS.map((check) =>
      findingOf(check, { ...records[check], rows: records[check].rows.map((row) => recordRow(check, row)) }),
    ),
  ];
}
