import { IMPORTED_EXPORT } from "#app/domain/bills/imported.ts";

type Rows = (sql: string, args?: (string | number)[]) => Promise<Record<string, unknown>[]>;

export type ExportedBill = {
  id: string;
  customerId: string;
  serviceId: string;
  quantity: number;
  value: number;
  amount: number;
  invoiceNumber: number;
};

/**
 * Exports the oldest pending bills of customers, as one export of one invoice for each, and returns them. The amount of a line
 * is quantity x value.
 */
export async function exportOldest(rows: Rows, count: number, firstInvoice = 5001): Promise<ExportedBill[]> {
  const id = crypto.randomUUID();
  await rows(
    `insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total)
    values (?, '2026-01-01T12:00:00.000Z', '2026-01-01', 'test', 'quantity-x-value', ?, ?, ?, 1)`,
    [id, firstInvoice, count, count],
  );
  await rows(
    `insert into export_lines (export_id, position, bill_item_id, invoice_number, invoice_date, due_date, terms, customer, service_date,
      item, item_description, item_quantity, item_rate, class, item_amount)
    select ?, row_number() over (order by b.seq), b.id, ? - 1 + row_number() over (order by b.seq), b.date, b.date, 'Net 15', c.name, b.date,
      s.product_service_name, s.product_service_name, b.quantity, '1', 'FLORIDA', b.quantity * b.value
    from bill_items b join customers c on c.id = b.customer_id join services s on s.id = b.service_id
    where b.export_id is null and b.deleted_at is null and b.value > 0 order by b.seq limit ?`,
    [id, firstInvoice, count],
  );
  await rows(
    "update bill_items set export_id = ? where id in (select bill_item_id from export_lines where export_id = ?)",
    [id, id],
  );
  const exported = await rows(
    `select b.id, b.customer_id as customerId, b.service_id as serviceId, b.quantity, b.value, l.item_amount as amount, l.invoice_number as invoiceNumber
    from export_lines l join bill_items b on b.id = l.bill_item_id where l.export_id = ? order by l.position`,
    [id],
  );
  return exported as ExportedBill[];
}

/** Adds entries of corrections: a credit and an amount to add, each ticked in half of the cases. */
export async function addCorrections(rows: Rows, count = 8): Promise<void> {
  await exportOldest(rows, count);
  await rows(`insert into corrections (id, correction_id, bill_item_id, date, customer_id, horse_id, service_id, invoice_number, amount, reason, actor, entered, created_at, updated_at)
    select 'entry ' || l.position, 'correction ' || l.position, b.id, b.date, iif(l.position % 3, b.customer_id, null), b.horse_id, b.service_id,
      iif(l.position % 3, l.invoice_number, null), iif(l.position % 2, -1, 1) * 123456 * l.position, 'Reason ' || l.position, 'alex@hayloft.example', l.position % 4 > 1, '2026', '2026'
    from export_lines l join bill_items b on b.id = l.bill_item_id`);
}

/** Marks bills as invoiced before Hayloft, as an import does. */
export async function importAsExported(rows: Rows, ids: readonly string[]): Promise<void> {
  await rows(
    `insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total)
    values (?, '2000-01-01T17:00:00.000Z', '2026-01-01', 'command line', 'bill-value', 1, 1, ?, 0) on conflict do nothing`,
    [IMPORTED_EXPORT, ids.length],
  );
  await rows("update bill_items set export_id = ? where id in (select value from json_each(?))", [
    IMPORTED_EXPORT,
    JSON.stringify(ids),
  ]);
}
