import { inSentence } from "#app/domain/activity/activity.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { shortMonthAndYear } from "#app/domain/basics/months.ts";
import { countOf, type PastRun } from "#app/domain/bills/runs.ts";
import type { ExportRow } from "#app/domain/exports/exports.ts";
import { describe } from "#app/domain/fields/field.ts";
import { readOnly, readOnlyText } from "#app/domain/fields/field-kinds.ts";

/* What was made before. These lists have one order, the newest first, and no search. */

const listed = { sortable: false, searchable: false } as const;
const counted = { ...listed, align: "end", phone: "fact" } as const;

/** The fields of a past export. */
export const pastExport = describe<ExportRow, "parts" | "firstInvoice" | "voidedBy" | "amounts" | "dates">()({
  at: readOnlyText("Exported", { width: "sm:w-48", ...listed, align: "date" }),
  date: readOnlyText("File", { width: "w-28 min-[88rem]:w-88", stays: true, ...listed }),
  voidedAt: readOnly("Status", String, { width: "w-20", ...listed, phone: "state" }),
  billCount: readOnly("Bills", (count) => count.toLocaleString("en-US"), { width: "w-14", ...counted }),
  invoiceCount: readOnly("Invoices", (count) => count.toLocaleString("en-US"), { width: "w-32", ...counted }),
  total: readOnly("Total", formatDollars, { width: "w-26", ...listed, phone: "end", align: "end" }),
  actor: readOnlyText("By", { width: "w-44", ...listed }),
});

const KINDS: Record<PastRun["kind"], string> = { horses: "Horses", shows: "Shows", payroll: "Salaries" };

/** The fields of a past run. On a phone the link to undo a run is visible. */
export const pastRun = describe<PastRun, "month" | "undoneAt" | "undoneBy">()({
  at: readOnlyText("When", { width: "sm:w-52", ...listed, align: "date" }),
  kind: { ...readOnly("What", String, { width: "w-40", ...listed, phone: "fact" }), format: whatOfRun },
  obstacle: readOnly("Undo", String, { width: "w-48", ...listed, phone: "state" }),
  count: {
    ...readOnly("Created", String, { width: "w-24", ...listed, phone: "fact", align: "end" }),
    format: countOfRun,
  },
  total: readOnly("Total", formatDollars, { width: "w-32", ...listed, phone: "end", align: "end" }),
  actor: readOnly("By", inSentence, { width: "w-56", ...listed }),
});

/** 'Dec 2026, horses', 'Shows'. The month is first, because a phone cuts what is too long. */
function whatOfRun(kind: PastRun["kind"], { month }: PastRun): string {
  return month ? `${shortMonthAndYear(month)}, ${kind}` : KINDS[kind];
}

function countOfRun(count: number, { kind }: PastRun): string {
  return countOf(kind, count);
}
