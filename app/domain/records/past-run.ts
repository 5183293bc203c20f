import { describe, readOnly, readOnlyText } from "#app/domain/field.ts";
import { formatDollars } from "#app/domain/money.ts";
import { countOf, type PastRun } from "#app/domain/runs.ts";

const KINDS: Record<PastRun["kind"], string> = { horses: "Horses", shows: "Shows", payroll: "Salaries" };

const listed = { sortable: false, searchable: false, onCard: true } as const;

/** The fields of a past run. The list has one order, the newest first, and no search. On a phone the way to take a run back is in sight. */
export const pastRun = describe<PastRun, "takenBackAt" | "takenBackBy">()({
  at: readOnlyText("Run", { ...listed, align: "date", width: "sm:w-52" }),
  kind: readOnly("Of", (kind: PastRun["kind"]) => KINDS[kind], { ...listed, width: "w-24" }),
  obstacle: readOnly("Take back", String, { ...listed, width: "w-48" }),
  count: { ...readOnly("Made", String, { ...listed, width: "w-24", align: "end" }), format: countOfRun },
  total: readOnly("Total", formatDollars, { ...listed, width: "w-32", align: "end" }),
  actor: readOnlyText("By", { ...listed, width: "w-56" }),
});

function countOfRun(count: number, { kind }: PastRun): string {
  return countOf(kind, count);
}
