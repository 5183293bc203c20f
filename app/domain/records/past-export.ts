import { formatDollars } from "#app/domain/basics/money.ts";
import type { ExportRow } from "#app/domain/exports/exports.ts";
import { describe } from "#app/domain/fields/field.ts";
import { readOnly, readOnlyText } from "#app/domain/fields/field-kinds.ts";

const listed = { sortable: false, searchable: false } as const;
const counted = { ...listed, align: "end", phone: "fact" } as const;

/** The fields of a past export. The list has one order, the newest first, and no search. */
export const pastExport = describe<ExportRow, "parts" | "firstInvoice" | "voidedBy" | "amounts" | "dates">()({
  at: readOnlyText("Exported", { width: "sm:w-48", ...listed, align: "date" }),
  date: readOnlyText("File", { width: "w-28 min-[88rem]:w-88", stays: true, ...listed }),
  voidedAt: readOnly("Status", String, { width: "w-20", ...listed, phone: "state" }),
  billCount: readOnly("Bills", (count) => count.toLocaleString("en-US"), { width: "w-14", ...counted }),
  invoiceCount: readOnly("Invoices", (count) => count.toLocaleString("en-US"), { width: "w-32", ...counted }),
  total: readOnly("Total", formatDollars, { width: "w-26", ...listed, phone: "end", align: "end" }),
  actor: readOnlyText("By", { width: "w-44", ...listed }),
});
