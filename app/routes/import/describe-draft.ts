import { formatUsDate, isLocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import type { FileReading } from "#app/domain/import/import-files.ts";
import { type Credit, IMPORT_TABLES, type ImportPlan, refusedIn } from "#app/domain/import/import-plan.ts";
import {
  type Choice,
  type Collection,
  columnOf,
  type FindingGroup,
  groupFindings,
  type ImportProblem,
} from "#app/domain/import/import-reader.ts";
import { importColumnChoices, TABLE_COLLECTIONS } from "#app/domain/import/import-table.ts";
import { counted, NOUNS, nounOf, ofAll, sumInWords } from "#app/domain/import/import-texts.ts";
import type { StoredImport } from "#db/queries/import/imports.ts";
import type { Draft } from "./draft.ts";

/** The most records of one problem on the page; the download lists all of them. */
const MAX_SHOWN = 20;

/** The most credits on the page. */
const MAX_CREDITS = 500;

/** The labels of the choices for a problem. */
const CHOICE_TEXTS: Record<Choice, (count: number) => string> = {
  "leave-out": (count) => (count === 1 ? "Leave the record out" : "Leave these records out"),
  default: () => "Use the default",
  "as-is": () => "Import as it says",
};

/** The texts of a draft's page. */
export function describeDraft({ readings, problems, plan }: Draft, { files }: Pick<StoredImport, "files">) {
  const { sums, unrounded, filledIn, dayNotes, admins, settings, findings, credits } = plan;
  const records = IMPORT_TABLES.reduce((sum, table) => sum + sums[table].count, 0);
  const leftOut = refusedIn(findings);
  return {
    files: readings.map((each, place) => describeFile(each, files[place]?.bytes ?? 0, place)),
    problems,
    rows: IMPORT_TABLES.filter((table) => sums[table].count > 0 || ofAll(plan, table)).map((table) => ({
      noun: nounOf(table),
      count: `${sums[table].count.toLocaleString("en-US")}${ofAll(plan, table)}`,
      amount: formatDollars(sums[table].cents),
      before: unrounded[table] ? `${unrounded[table]} before amounts were rounded` : "",
    })),
    notes: [
      ...dayNotes,
      ...(admins.length > 0 ? [`Admins, who can sign in and see everything: ${admins.join(", ")}`] : []),
      ...(settings.invoiceNumber ? [`Next invoice number: ${settings.invoiceNumber}`] : []),
      ...(settings.lastPayroll
        ? [`Last payroll: ${formatUsDate(todayInNewYork(new Date(settings.lastPayroll)))}`]
        : []),
      ...filledIn.map(
        ({ collection, column, value, count }) => `${counted(count, NOUNS[collection])} without ${column}: ${value}`,
      ),
    ],
    groups: groupFindings(findings).map(describeGroup),
    credits: describeCredits(credits),
    label: `Import ${counted(records, "records")}${admins.length > 0 ? ` and ${counted(admins.length, "admins")}` : ""}`,
    leftOut: leftOut > 0 ? `Left out: ${counted(leftOut, "records")}.` : "",
    isEmpty:
      problems.length > 0 || (records === 0 && admins.length === 0 && !settings.invoiceNumber && !settings.lastPayroll),
  };
}

export type DraftTexts = ReturnType<typeof describeDraft>;

/** The credits, with their number and sum. */
export const describeCredits = (credits: readonly Credit[]) => ({
  title: sumInWords({ count: credits.length, cents: credits.reduce((sum, { cents }) => sum + cents, 0) }),
  more: Math.max(0, credits.length - MAX_CREDITS),
  credits: credits.slice(0, MAX_CREDITS).map(({ cents, ...credit }) => ({
    ...credit,
    date: isLocalDate(credit.date) ? formatUsDate(credit.date) : credit.date,
    amount: formatDollars(cents),
  })),
});

function describeFile(readings: FileReading[], bytes: number, place: number) {
  const [first] = readings;
  const columns = first?.columns ?? [];
  const collection = first?.collection ?? null;
  const found = readings.filter((each) => each.collection && !each.problem);
  return {
    place,
    name: first?.name ?? "",
    size: bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`,
    content: found.map((each) => counted(each.records.length, NOUNS[each.collection ?? "horses"])).join(", "),
    note: readings.map((each) => each.note ?? "").join(" "),
    collection: readings.length === 1 ? (collection ?? "") : null,
    collections: (columns.length > 0 ? TABLE_COLLECTIONS : Object.keys(NOUNS)).map((value) => ({
      value,
      label: NOUNS[value as keyof typeof NOUNS],
    })),
    columns: columns.map(({ heading, field, samples }) => ({ heading, field, samples: samples.join(", ") })),
    fields: collection ? importColumnChoices(collection) : [],
  };
}

/** The label of a field: that of its column in a table, if there is one. */
const labelOf = (collection: Collection, field: string) =>
  importColumnChoices(collection).find((each) => each.field === field)?.label ?? columnOf(collection, field);

function describeGroup({ collection, field, reason, key, options, choice, isRefused, findings }: FindingGroup) {
  return {
    key,
    text: `${counted(findings.length, NOUNS[collection])}, ${labelOf(collection, field)}: ${reason}`,
    isRefused,
    choice,
    options: options.map((option) => ({ option, text: CHOICE_TEXTS[option](findings.length) })),
    records: findings.slice(0, MAX_SHOWN).map(lineOf),
    more: findings.length > MAX_SHOWN ? `and ${(findings.length - MAX_SHOWN).toLocaleString("en-US")} more` : "",
  };
}

/** A record with a problem: its name, its id, and what the file has there. */
export const lineOf = ({ id, name, value }: ImportProblem): string =>
  `${name ? `${name} (${id})` : id}${value ? `: ${value}` : ""}`;

/** All problems of a draft as a text, with a line for each record. */
export const problemsOf = ({ findings }: ImportPlan): string =>
  groupFindings(findings)
    .flatMap((group) => [
      `${counted(group.findings.length, NOUNS[group.collection])}, ${labelOf(group.collection, group.field)}: ${group.reason}`,
      ...group.findings.map((finding) => `  ${lineOf(finding)}`),
    ])
    .map((line) => `${line}\r\n`)
    .join("");
