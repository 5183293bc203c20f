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
  at: readOnlyText("When", { ...listed, align: "date" }),
  kind: readOnly("What", (kind: PastRun["kind"]) => KINDS[kind], { ...listed, phone: "fact" }),
  obstacle: readOnly("Undo", String, { ...listed, phone: "state" }),
  count: {
    ...readOnly("Created", String, { ...listed, phone: "fact", align: "end" }),
    format: countOfRun,
  },
  total: readOnly("Total", formatDollars, { ...listed, phone: "end", align: "end" }),
  actor: readOnlyText("By", { ...listed }),
});

function countOfRun(count: number, { kind }: PastRun): string {
  return countOf(kind, count);
}
