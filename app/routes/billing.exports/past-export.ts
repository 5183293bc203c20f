import { describe, readOnly, readOnlyText } from "#app/domain/field.ts";
import { fileName } from "#app/domain/invoices.ts";
import { formatDollars } from "#app/domain/money.ts";
import type { ExportRow } from "#db/queries/exports.ts";

const listed = { sortable: false, searchable: false } as const;

/** The fields of a past export. The list has one order, the newest first, and no search. */
export const pastExport = describe<ExportRow, "parts" | "firstInvoice">()({
  at: readOnlyText("Exported", listed),
  date: readOnly("File", (date) => fileName(date), { ...listed, width: "w-60" }),
  billCount: readOnly("Bills", (count) => count.toLocaleString("en-US"), { ...listed, width: "w-20", align: "end" }),
  invoiceCount: readOnly("Invoices", (count) => count.toLocaleString("en-US"), {
    ...listed,
    width: "w-36",
    align: "end",
  }),
  total: readOnly("Total", formatDollars, { ...listed, width: "w-32", align: "end" }),
  actor: readOnlyText("By", { ...listed, width: "w-56" }),
});
