import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { formatCorrection } from "#app/domain/bills/corrections.ts";
import { describeList } from "#app/domain/fields/field.ts";
import { readOnly, readOnlyDate, readOnlyDollars, readOnlyText } from "#app/domain/fields/field-kinds.ts";

/** An invoice in its list; the names are those of today, also of deleted records. */
export type InvoiceRow = {
  /** The number as text, which is the address of its page. */
  id: string;
  seq: number;
  number: number;
  date: LocalDate;
  customer: string;
  customerId: string | null;
  horse: string;
  horseId: string;
  /** As exported. */
  total: Cents;
  /** The sum of the correction lines that name the invoice; null if there are none, or if its export was voided. */
  corrected: Cents | null;
  exportId: string;
  /** The day of the export. */
  exportedOn: LocalDate;
  isVoided: boolean;
};

/** The fields of an invoice (docs/product.md, 'Invoices'). */
export const invoice = describeList<InvoiceRow, "customerId" | "horseId" | "exportId" | "isVoided">()(
  {
    path: "/billing/invoices",
    noun: "invoice",
    search: "Search invoices...",
    empty: {
      title: "No Invoices",
      text: "Export bills to find their invoices here",
      way: { to: "/billing/export", label: "Export to QB" },
    },
    defaultSort: "-number",
    nameOf: ({ number }) => `Invoice ${number}`,
  },
  {
    number: readOnly<number>("Invoice", String, { width: "w-26", align: "date", phone: "fact" }, { kind: "number" }),
    date: readOnlyDate("Date", { width: "w-28", phone: "fact" }),
    customer: readOnlyText("Customer", { width: "w-44", phone: "title" }),
    horse: readOnlyText("Horse", { width: "w-36", sortable: false }),
    total: readOnlyDollars("Total", { width: "w-28", sortable: false, phone: "end" }),
    corrected: readOnly<Cents | null>("Corrections", (sum) => (sum === null ? "" : formatCorrection(sum)), {
      width: "w-32",
      align: "end",
      sortable: false,
      searchable: false,
    }),
    exportedOn: readOnly(
      "Exported",
      formatUsDate,
      {
        width: "w-28",
        column: "exported",
        align: "date",
        sortable: false,
      },
      { kind: "date" },
    ),
  },
);
