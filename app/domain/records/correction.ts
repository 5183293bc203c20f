import { formatUsDate, type LocalDate } from "#app/domain/calendar.ts";
import { formatCorrection, formatInvoice } from "#app/domain/corrections.ts";
import { describe, type RecordRow, readOnly, readOnlyText, rowFlag } from "#app/domain/field.ts";
import type { Cents } from "#app/domain/money.ts";

/** An entry in the list of corrections; the names are also those of deleted records. */
export type CorrectionRow = RecordRow & {
  date: LocalDate;
  customerId: string | null;
  customer: string;
  /** Null: a new invoice; 0: an invoice from before Hayloft. */
  invoiceNumber: number | null;
  horseId: string;
  horse: string;
  service: string;
  amount: Cents;
  entered: boolean;
  reason: string;
  actor: string;
};

/** The fields of an entry for the accountant (docs/product.md, 'Corrections'). */
export const correction = describe<CorrectionRow, "customerId" | "horseId">()({
  date: readOnly("Date", formatUsDate, { align: "date" }),
  customer: readOnlyText("Customer", { onCard: true, width: "w-40" }),
  invoiceNumber: readOnly("Invoice", formatInvoice, { column: "invoice", onCard: true, width: "w-28" }),
  horse: readOnlyText("Horse", { onCard: true, width: "w-36" }),
  service: readOnlyText("Item", { column: "item", onCard: true, width: "w-40" }),
  amount: readOnly("Amount", formatCorrection, { onCard: true, width: "w-36", align: "end" }),
  entered: rowFlag("Entered in QuickBooks", { onCard: true, width: "w-28" }),
  reason: readOnlyText("Reason", { width: "w-64" }),
  actor: readOnlyText("By", { width: "w-52" }),
});
