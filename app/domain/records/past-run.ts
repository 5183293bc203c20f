import { inSentence } from "#app/domain/activity/activity.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { countOf, type PastRun } from "#app/domain/bills/runs.ts";
import { describe } from "#app/domain/fields/field.ts";
import { readOnly, readOnlyText } from "#app/domain/fields/field-kinds.ts";

const KINDS: Record<PastRun["kind"], string> = { horses: "Horses", shows: "Shows", payroll: "Salaries" };

const listed = { sortable: false, searchable: false } as const;

/**
 * The fields of a past run. The list has one order, the newest first, and no search. On a phone the link to undo a run
 * is visible.
 */
export const pastRun = describe<PastRun, "undoneAt" | "undoneBy">()({
  at: readOnlyText("When", { width: "sm:w-52", ...listed, align: "date" }),
  kind: readOnly("What", (kind: PastRun["kind"]) => KINDS[kind], { width: "w-24", ...listed, phone: "fact" }),
  obstacle: readOnly("Undo", String, { width: "w-48", ...listed, phone: "state" }),
  count: {
    ...readOnly("Created", String, { width: "w-24", ...listed, phone: "fact", align: "end" }),
    format: countOfRun,
  },
  total: readOnly("Total", formatDollars, { width: "w-32", ...listed, phone: "end", align: "end" }),
  actor: readOnly("By", inSentence, { width: "w-56", ...listed }),
});

function countOfRun(count: number, { kind }: PastRun): string {
  return countOf(kind, count);
}
