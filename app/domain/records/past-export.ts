import { formatDollars } from "#app/domain/basics/money.ts";
import type { ExportRow } from "#app/domain/exports/exports.ts";
import { describe } from "#app/domain/fields/field.ts";
import { readOnly, readOnlyText } from "#app/domain/fields/field-kinds.ts";

const listed = { sortable: false, searchable: false } as const;

/** The fields of a past export. The list has one order, the newest first, and no search. */
export const pastExport = describe<ExportRow, "parts" | "firstInvoice" | "voidedBy" | "dates">()({
  at: readOnlyText("Exported", { ...listed, align: "date" }),
  date: readOnlyText("File", { ...listed, phone: "fact" }),
  voidedAt: readOnly("Void", String, { ...listed, phone: "state" }),
  billCount: readOnly("Bills", (count) => count.toLocaleString("en-US"), { ...listed, align: "end" }),
  invoiceCount: readOnly("Invoices", (count) => count.toLocaleString("en-US"), {
    ...listed,
    align: "end",
  }),
  total: readOnly("Total", formatDollars, { ...listed, phone: "end", align: "end" }),
  amounts: readOnly("Amounts and dates", String, { ...listed }),
  actor: readOnlyText("By", { ...listed }),
});
