import { formatUsDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import {
  AMOUNT_FIELDS,
  IMPORT_TABLES,
  type ImportPlan,
  type ImportTable,
  refusedIn,
} from "#app/domain/import/import-plan.ts";
import { type Names, previewRows } from "#app/domain/import/import-preview.ts";
import { groupFindings } from "#app/domain/import/import-reader.ts";
import { collectionOf, counted, nounOf } from "#app/domain/import/import-texts.ts";
import type { StoredImport } from "#db/queries/import/imports.ts";
import { describeFile } from "./describe-files.ts";
import { describeCredits, describeGroup, linksToSkipped } from "./describe-problems.ts";
import type { Draft } from "./draft.ts";

/** The texts of a draft's page. */
export function describeDraft(
  { readings, problems, plan, names }: Draft,
  { files }: Pick<StoredImport, "files">,
  now: Date,
) {
  const { sums, admins, settings, findings, kept } = plan;
  const added = IMPORT_TABLES.map((table) => [table, sums[table].count] as const);
  const records = added.reduce((sum, [, count]) => sum + count, 0);
  const isEmpty = records === 0 && admins.length === 0 && !settings.invoiceNumber && !settings.lastPayroll;
  const isAllThere = Object.values(kept).some((count) => count > 0) && findings.every(({ isRefused }) => !isRefused);
  const counts = added.flatMap(([table, count]) => (count > 0 ? [counted(count, nounOf(table))] : [])).join(", ");
  return {
    files: readings.flatMap((all, place) => describeFile(all, { bytes: files[place]?.bytes ?? 0, place, now })),
    problems,
    kinds: IMPORT_TABLES.flatMap((table) => describeKind(table, plan, names)),
    notes: notesOf(plan),
    groups: groupFindings(findings).map(describeGroup),
    skipped: linksToSkipped(plan.skipped),
    refused: refusedIn(findings),
    credits: describeCredits(plan.credits),
    counts: counts || (isAllThere ? "Everything in these files is in Hayloft already." : "Nothing to import."),
    label: `Import ${counted(records, "records")}${admins.length > 0 ? ` and ${counted(admins.length, "admins")}` : ""}`,
    isEmpty: isEmpty || problems.length > 0,
  };
}

export type DraftTexts = ReturnType<typeof describeDraft>;

/** What is imported of a table: its number and sum, its first and last rows, and the values that are filled in. None if the files have no such records. */
function describeKind(table: ImportTable, plan: ImportPlan, names: Names) {
  const { count, cents } = plan.sums[table];
  const [kept, restored] = [plan.kept[table], plan.restored[table].length];
  const collection = collectionOf(table);
  const all = plan.read[collection] ?? 0;
  if (count + kept + restored + all === 0) return [];
  const filledIn = plan.filledIn.filter((each) => each.collection === collection);
  const whole = filledIn.filter((each) => each.count === count).map(({ column }) => column);
  const { same, ...rows } = previewRows(table, plan.rows[table], names);
  const facts = [
    [all !== count, `of ${all.toLocaleString("en-US")} in the files`],
    [kept > 0, `${kept.toLocaleString("en-US")} already in Hayloft`],
    [restored > 0, `${restored.toLocaleString("en-US")} restored`],
    [AMOUNT_FIELDS[table].length > 0 && count > 0, `${formatDollars(cents)} total`],
  ] as const;
  const inAll = same.filter(({ label }) => !whole.includes(label)).map(({ label, text }) => `${label} ${text}`);
  const filled = filledIn.map(
    (each) => `${each.column} ${each.value}${each.count === count ? "" : ` (${each.count.toLocaleString("en-US")})`}`,
  );
  return [
    {
      table,
      title: counted(count, nounOf(table)),
      facts: facts.flatMap(([isSaid, text]) => (isSaid ? [text] : [])).join(" · "),
      ...rows,
      same: inAll.length > 0 ? `The same in all: ${inAll.join(", ")}` : "",
      filled: filled.length > 0 ? `Not in the files, filled in: ${filled.join(", ")}` : "",
    },
  ];
}

export type KindTexts = DraftTexts["kinds"][number];

function notesOf({ admins, settings: { invoiceNumber, lastPayroll }, notes }: ImportPlan): string[] {
  return [
    ...(admins.length > 0 ? [`Admins, who can sign in and see everything: ${admins.join(", ")}`] : []),
    ...(invoiceNumber ? [`Next invoice number: ${invoiceNumber}`] : []),
    ...(lastPayroll ? [`Last payroll: ${formatUsDate(todayInNewYork(new Date(lastPayroll)))}`] : []),
    ...notes,
  ];
}
