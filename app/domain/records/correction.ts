import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { formatCorrection, formatInvoice } from "#app/domain/bills/corrections.ts";
import { describeList, type RecordRow } from "#app/domain/fields/field.ts";
import { readOnly, readOnlyText, rowFlag } from "#app/domain/fields/field-kinds.ts";

/** An entry in the list of corrections; the names are also those of deleted records. */
export type CorrectionRow = RecordRow & {
  /** The key of the change that made the entry. */
  correctionId: string;
  date: LocalDate;
  customerId: string | null;
  customer: string;
  /** Null: a new invoice; 0: an invoice from before Hayloft; -1: a credit memo. */
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
export const correction = describeList<CorrectionRow, "correctionId" | "customerId" | "horseId">()(
  {
    path: "/billing/corrections",
    noun: "correction",
    record: "Credit",
    search: "Search corrections...",
    toggle: { on: "Showing corrections to enter", off: "Showing all corrections" },
    empty: {
      title: "No Corrections",
      text: "Correct an exported bill, or add a credit, to find here what to enter in QuickBooks",
      done: "All corrections are entered in QuickBooks.",
    },
    defaultSort: "date",
    nameOf: ({ amount, service, horse }) => `${formatCorrection(amount)}, ${service} for ${horse}`,
  },
  {
    date: readOnly("Date", formatUsDate, { width: "w-32", align: "date", phone: "fact" }),
    customer: readOnlyText("Customer", { width: "w-36", phone: "title" }),
    invoiceNumber: readOnly("Invoice", formatInvoice, {
      width: "w-20",
      column: "invoice",
      phone: "fact",
      align: "date",
    }),
    horse: readOnlyText("Horse", { width: "w-28" }),
    service: readOnlyText("Item", { width: "w-30", column: "item" }),
    amount: readOnly("Amount", formatCorrection, { width: "w-32", phone: "end", align: "end" }),
    entered: rowFlag("Entered in QuickBooks", { width: "w-22", heading: "Entered", phone: "state" }),
    reason: readOnlyText("Reason", { width: "w-36", stays: true }),
    actor: readOnlyText("By", { width: "w-36" }),
  },
);
