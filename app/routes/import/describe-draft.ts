import { formatUsDate, isLocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { importLabelOf } from "#app/domain/import/import-columns.ts";
import { AMOUNT_FIELDS, type Credit, IMPORT_TABLES, refusedIn } from "#app/domain/import/import-plan.ts";
import {
  type Choice,
  type Collection,
  type FindingGroup,
  groupFindings,
  type ImportProblem,
} from "#app/domain/import/import-reader.ts";
import type { SkippedRecords } from "#app/domain/import/import-skipped.ts";
import { counted, NOUNS, nounOf, ofAll, sumInWords } from "#app/domain/import/import-texts.ts";
import type { StoredImport } from "#db/queries/import/imports.ts";
import { describeFile } from "./describe-files.ts";
import type { Draft } from "./draft.ts";

/** The most records of one problem on the page; the download lists all of them. */
const MAX_SHOWN = 20;

/** The most credits on the page. */
const MAX_CREDITS = 500;

/** The labels of the choices for a problem, with their effect. */
const CHOICE_TEXTS: Record<Choice, (group: FindingGroup) => string> = {
  "leave-out": () => "Skip",
  default: ({ filled }) => (filled === "nothing" ? "Leave empty" : `Use ${filled}`),
  "as-is": ({ reason }) => (reason.startsWith("It is there already") ? "Keep what is there" : "Import anyway"),
  new: ({ collection }) => `Import as another ${counted(1, NOUNS[collection]).slice(2)}`,
  restore: () => "Restore",
};

/** The texts of a draft's page. */
export function describeDraft({ readings, problems, plan }: Draft, { files }: Pick<StoredImport, "files">, now: Date) {
  const { sums, filledIn, admins, settings, findings, credits, kept, restored } = plan;
  const records = IMPORT_TABLES.reduce((sum, table) => sum + sums[table].count, 0);
  const leftOut = refusedIn(findings);
  return {
    files: readings.flatMap((all, place) => describeFile(all, { bytes: files[place]?.bytes ?? 0, place, now })),
    problems,
    rows: IMPORT_TABLES.filter((table) => sums[table].count > 0 || ofAll(plan, table)).map((table) => ({
      noun: nounOf(table),
      count: `${sums[table].count.toLocaleString("en-US")}${ofAll(plan, table)}`,
      amount: AMOUNT_FIELDS[table].length > 0 ? formatDollars(sums[table].cents) : "",
      kept: [
        kept[table] > 0 ? `${kept[table].toLocaleString("en-US")} unchanged` : "",
        restored[table].length > 0 ? `${restored[table].length.toLocaleString("en-US")} restored` : "",
      ]
        .filter(Boolean)
        .join(", "),
    })),
    notes: [
      ...plan.notes,
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
    skipped: linksToSkipped(plan.skipped),
    credits: describeCredits(credits),
    label: `Import ${counted(records, "records")}${admins.length > 0 ? ` and ${counted(admins.length, "admins")}` : ""}`,
    leftOut: leftOut > 0 ? `Skipped: ${counted(leftOut, "records")}.` : "",
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

function describeGroup(group: FindingGroup) {
  const { collection, field, reason, key, options, choice, isRefused, findings } = group;
  return {
    key,
    text: `${counted(findings.length, NOUNS[collection])}, ${importLabelOf(collection, field)}: ${reason}`,
    isRefused,
    choice,
    options: options.map((option) => ({ option, text: CHOICE_TEXTS[option](group) })),
    records: findings.slice(0, MAX_SHOWN).map(lineOf),
    more: findings.length > MAX_SHOWN ? `and ${(findings.length - MAX_SHOWN).toLocaleString("en-US")} more` : "",
  };
}

/** A record with a problem: its name, its id, and what the file has there. */
const lineOf = ({ id, name, value }: ImportProblem): string =>
  `${name ? `${name} (${id})` : id}${value && value !== name ? `: ${value}` : ""}`;

/** A link to the file of the skipped records of each collection. */
export const linksToSkipped = (skipped: SkippedRecords | undefined) =>
  Object.entries(skipped ?? {}).map(([collection, { count }]) => ({
    collection,
    text: `Download ${counted(count, `skipped ${NOUNS[collection as Collection]}`)}`,
  }));
