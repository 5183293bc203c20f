import { formatDollars } from "#app/domain/basics/money.ts";
import type { ExportRow } from "#app/domain/exports/exports.ts";
import { describe, readOnly, readOnlyText } from "#app/domain/fields/field.ts";

const listed = { sortable: false, searchable: false } as const;

/** The fields of a past export. The list has one order, the newest first, and no search. */
export const pastExport = describe<ExportRow, "parts" | "firstInvoice" | "voidedBy" | "dates">()({
  at: readOnlyText("Exported", { ...listed, align: "date", width: "sm:w-48" }),
  date: readOnlyText("File", { ...listed, phone: "fact", width: "w-64" }),
  voidedAt: readOnly("Void", String, { ...listed, phone: "state", width: "w-28" }),
  billCount: readOnly("Bills", (count) => count.toLocaleString("en-US"), { ...listed, width: "w-14", align: "end" }),
  invoiceCount: readOnly("Invoices", (count) => count.toLocaleString("en-US"), {
    ...listed,
    width: "w-30",
    align: "end",
  }),
  total: readOnly("Total", formatDollars, { ...listed, phone: "end", width: "w-26", align: "end" }),
  amounts: readOnly("Amounts and dates", String, { ...listed, width: "w-36" }),
  actor: readOnlyText("By", { ...listed, width: "w-36" }),
});
