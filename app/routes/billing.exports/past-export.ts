import { describe, shown, shownText } from "#app/domain/field.ts";
import { fileName } from "#app/domain/invoices.ts";
import { formatDollars } from "#app/domain/money.ts";
import type { ExportRow } from "#db/queries/exports.ts";

const listed = { sortable: false, searchable: false } as const;

/** The fields of a past export. The list has one order, the newest first, and no search. */
export const pastExport = describe<ExportRow, "parts" | "firstInvoice">()({
  at: shownText("Exported", listed),
  date: shown("File", (date) => fileName(date), { ...listed, width: "w-60" }),
  billCount: shown("Bills", (count) => count.toLocaleString("en-US"), { ...listed, width: "w-20", align: "end" }),
  invoiceCount: shown("Invoices", (count) => count.toLocaleString("en-US"), { ...listed, width: "w-36", align: "end" }),
  total: shown("Total", formatDollars, { ...listed, width: "w-32", align: "end" }),
  actor: shownText("By", { ...listed, width: "w-56" }),
});
