import { formatUsDate, isLocalDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import { isNumbered } from "#app/domain/import/import-add.ts";
import { importLabelOf } from "#app/domain/import/import-columns.ts";
import type { Credit, SkippedRecords } from "#app/domain/import/import-plan.ts";
import type { Choice, Collection, FindingGroup, ImportProblem } from "#app/domain/import/import-reader.ts";
import { OWNER } from "#app/domain/import/import-records.ts";
import { counted, NOUNS, sumInWords } from "#app/domain/import/import-texts.ts";

/** The most records of one problem on the page; the download lists all of them. */
const MAX_SHOWN = 20;

/** The most credits on the page. */
const MAX_CREDITS = 500;

/** The labels of the choices for a problem, with their effect. */
const CHOICE_TEXTS: Record<Choice, (group: FindingGroup) => string> = {
  "leave-out": ({ reason }) => (reason === OWNER ? `Skip; their horses get '${UNKNOWN}'` : "Skip"),
  default: ({ filled }) => (filled === "nothing" ? "Leave empty" : `Use ${filled}`),
  "as-is": ({ reason }) =>
    reason === OWNER
      ? "Make them customers"
      : reason.startsWith("It is there already")
        ? "Keep what is there"
        : "Import anyway",
  new: ({ collection, reason, count, findings }) =>
    reason.startsWith("Another row") && isNumbered(collection)
      ? `Import as ${findings[0]?.name} 2${count > 1 ? " and so on" : ""}`
      : `Import as another ${counted(1, NOUNS[collection]).slice(2)}`,
  restore: () => "Restore",
};

/** The texts of a group of problems; a choice is offered if there are two. */
export function describeGroup(group: FindingGroup) {
  const { collection, field, reason, key, options, choice, isRefused, count, findings } = group;
  return {
    key,
    text:
      reason === OWNER
        ? `${counted(count, "owners")} of horses, not ${count === 1 ? "a customer" : "customers"} yet`
        : `${counted(count, NOUNS[collection])}, ${importLabelOf(collection, field)}: ${reason}`,
    isRefused,
    choice,
    options: options.length > 1 ? options.map((option) => ({ option, text: CHOICE_TEXTS[option](group) })) : [],
    records: [...new Set(findings.slice(0, MAX_SHOWN).map(lineOf))],
    more: count - Math.min(count, MAX_SHOWN),
  };
}

export type GroupTexts = ReturnType<typeof describeGroup>;

/** A record with a problem: its sheet and row or its id, its name, and what the file has there. */
const lineOf = ({ id, name, value }: ImportProblem): string =>
  [[id, name].filter(Boolean).join(": "), value === name ? "" : value].filter(Boolean).join(", ");

/** A link to the file of the skipped records of each collection. */
export const linksToSkipped = (skipped: SkippedRecords | undefined) =>
  Object.entries(skipped ?? {}).map(([collection, { count }]) => ({
    collection,
    text: `Download ${counted(count, `skipped ${NOUNS[collection as Collection]}`)}`,
  }));

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
