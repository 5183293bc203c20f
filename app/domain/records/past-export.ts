import { formatDollars } from "#app/domain/basics/money.ts";
import type { ExportRow } from "#app/domain/exports/exports.ts";
import { describe } from "#app/domain/fields/field.ts";
import { readOnly, readOnlyText } from "#app/domain/fields/field-kinds.ts";

const listed = { sortable: false, searchable: false } as const;

/** The fields of a past export. The list has one order, the newest first, and no search. */
export const pastExport = describe<ExportRow, "parts" | "firstInvoice" | "voidedBy" | "dates">()({
  at: readOnlyText("Exported", { width: "sm:w-48", ...listed, align: "date" }),
  date: readOnlyText("File", { width: "w-64", stays: true, ...listed, phone: "fact" }),
  voidedAt: readOnly("Void", String, { width: "w-28", ...listed, phone: "state" }),
  billCount: readOnly("Bills", (count) => count.toLocaleString("en-US"), { width: "w-14", ...listed, align: "end" }),
  invoiceCount: readOnly("Invoices", (count) => count.toLocaleString("en-US"), {
    width: "w-30",
    ...listed,
    align: "end",
  }),
  total: readOnly("Total", formatDollars, { width: "w-26", ...listed, phone: "end", align: "end" }),
  amounts: readOnly("Amounts and dates", String, { width: "w-36", ...listed }),
  actor: readOnlyText("By", { width: "w-36", ...listed }),
});
