import type { ExportRow } from "#app/domain/exports.ts";
import { describe, readOnly, readOnlyText } from "#app/domain/field.ts";
import { formatDollars } from "#app/domain/money.ts";

const listed = { sortable: false, searchable: false, onCard: true } as const;

/** The fields of a past export. The list has one order, the newest first, and no search. */
export const pastExport = describe<ExportRow, "parts" | "firstInvoice" | "voidedBy" | "dates">()({
  at: readOnlyText("Exported", { ...listed, align: "date", width: "sm:w-52" }),
  date: readOnlyText("File", { ...listed, width: "w-60" }),
  voidedAt: readOnly("Void", String, { ...listed, width: "w-48" }),
  billCount: readOnly("Bills", (count) => count.toLocaleString("en-US"), { ...listed, width: "w-20", align: "end" }),
  invoiceCount: readOnly("Invoices", (count) => count.toLocaleString("en-US"), {
    ...listed,
    width: "w-36",
    align: "end",
  }),
  total: readOnly("Total", formatDollars, { ...listed, width: "w-32", align: "end" }),
  amounts: readOnly("Amounts and dates", String, { ...listed, width: "w-52" }),
  actor: readOnlyText("By", { ...listed, width: "w-56" }),
});
