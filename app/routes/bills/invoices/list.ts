import { invoiceState } from "#app/domain/fields/row-states.ts";
import { invoice } from "#app/domain/records/invoice.ts";
import { editableList } from "#app/records/lists/list-route.ts";
import { invoicesSource, nameOfInvoice } from "#db/queries/exports/invoice-list.ts";

/** The list of all invoices, the latest first (docs/product.md, 'Invoices'). */
export const invoicesList = editableList(invoice, {
  source: invoicesSource,
  nameOf: nameOfInvoice,
  // The list shows it by a badge: a voided invoice is in no total.
  extraColumns: [{ heading: "Status", text: (row) => invoiceState(row) ?? "Exported" }],
});
