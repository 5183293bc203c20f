import { type SQLWrapper, sql } from "drizzle-orm";
import { CREDIT_MEMO } from "#app/domain/bills/corrections.ts";
import { IMPORTED_EXPORT, IMPORTED_INVOICE } from "#app/domain/bills/imported.ts";
import { billItems, corrections, services } from "#db/schema.ts";

/*
 * The substitute for the exported line of a bill that was invoiced before Hayloft (docs/product.md, 'Import'): its
 * value without the corrections since. Columns of the tables inside are named without drizzle, which a select of
 * another table would leave out.
 */

const entriesOf = (billId: SQLWrapper) =>
  sql`from ${corrections} e join ${services} s on s.id = e.service_id where e.bill_item_id = ${billId} and e.deleted_at is null`;

const amountOf = (billId: SQLWrapper, value: SQLWrapper) =>
  sql`(${value} - (select coalesce(sum(e.amount), 0) ${entriesOf(billId)}))`;

type Bill = { [name in "id" | "exportId" | "service" | "quantity" | "value"]: SQLWrapper };

/** The line of a bill that was invoiced before Hayloft, as a JSON object; null of other bills. */
export const importedLine = ({ id, exportId, service, quantity, value }: Bill) => {
  // If a bill got another service, its first correction entry credits the service on the invoice.
  const item = sql`coalesce((select s.product_service_name ${entriesOf(id)} order by e.seq limit 1), ${service})`;
  return sql`iif(${exportId} = ${IMPORTED_EXPORT}, json_object('invoiceNumber', ${IMPORTED_INVOICE}, 'item', ${item},
    'quantity', ${quantity}, 'amount', ${amountOf(id, value)}), null)`;
};

type Entry = { [name in "billId" | "customerId" | "invoiceNumber"]: SQLWrapper };

/**
 * The number of an entry's invoice: CREDIT_MEMO if the entry belongs to no bill, IMPORTED_INVOICE if its customer was invoiced before
 * Hayloft. That is the customer of the bill's first entry, unless the bill was $0.00, which has no credit of the first customer.
 */
export const invoiceOfEntry = ({ billId, customerId, invoiceNumber }: Entry) =>
  sql`iif(${billId} is null, ${CREDIT_MEMO}, iif(${invoiceNumber} is null and exists (select 1 from ${billItems} i where i.id = ${billId} and i.export_id = ${IMPORTED_EXPORT}
      and ${customerId} is (select e.customer_id ${entriesOf(billId)} order by e.seq limit 1) and ${amountOf(billId, sql`i.value`)} <> 0),
    ${IMPORTED_INVOICE}, ${invoiceNumber}))`;
