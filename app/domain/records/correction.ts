import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { formatCorrection, formatInvoice } from "#app/domain/bills/corrections.ts";
import { describe, type RecordRow } from "#app/domain/fields/field.ts";
import { readOnly, readOnlyText, rowFlag } from "#app/domain/fields/field-kinds.ts";

/** An entry in the list of corrections; the names are also those of deleted records. */
export type CorrectionRow = RecordRow & {
  /** The key of the change that made the entry. */
  correctionId: string;
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
export const correction = describe<CorrectionRow, "correctionId" | "customerId" | "horseId">()({
  date: readOnly("Date", formatUsDate, { align: "date", phone: "fact" }),
  customer: readOnlyText("Customer", { phone: "title" }),
  invoiceNumber: readOnly("Invoice", formatInvoice, { column: "invoice", phone: "fact" }),
  horse: readOnlyText("Horse", { phone: "fact" }),
  service: readOnlyText("Item", { column: "item" }),
  amount: readOnly("Amount", formatCorrection, { phone: "end", align: "end" }),
  entered: rowFlag("Entered in QuickBooks", { heading: "Entered", phone: "state" }),
  reason: readOnlyText("Reason", {}),
  actor: readOnlyText("By", {}),
});
