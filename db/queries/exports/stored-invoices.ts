import { sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { MAX_FILE_ROWS } from "#app/domain/exports/invoices.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { corrections, customers, exportLines, exports, horses, invoices, services } from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import { nameOrDeleted } from "#db/write/records.ts";

/* An invoice and its lines (docs/product.md, 'Invoices'). Voided exports keep theirs, and no number is used twice. */

export type InvoicePage = {
  number: number;
  horse: { id: string; name: string };
  /** The customer when the bills were exported; null if the bills had none. `name` marks a deleted one. */
  customer: { id: string; name: string; nameToday: string } | null;
  /** The customer's name as exported. */
  nameInFile: string;
  /** `at` is an instant, UTC. */
  export: { id: string; at: string; isVoided: boolean };
  lineCount: number;
  total: Cents;
  /** As exported; the first MAX_FILE_ROWS of them. */
  lines: {
    position: number;
    invoiceDate: LocalDate;
    dueDate: LocalDate;
    serviceDate: LocalDate;
    item: string;
    description: string;
    quantity: number;
    /** Dollars. */
    rate: string;
    class: string;
    amount: Cents;
  }[];
  /** The corrections of its bills that were not undone. */
  corrections: {
    id: string;
    date: LocalDate;
    customer: string;
    service: string;
    invoiceNumber: number | null;
    amount: Cents;
    isEntered: boolean;
  }[];
};

/** Selects the lines of the invoice with a number. Their positions follow those of the lower numbers of the export. */
export const linesOfInvoice = (number: number) => {
  const lastOf = (which: "<" | "<=") =>
    sql`(select coalesce(sum(o.line_count), 0) from ${invoices} o where o.export_id = i.export_id and o.number ${sql.raw(which)} i.number)`;
  return sql`select l.* from ${invoices} i cross join ${exportLines} l on l.export_id = i.export_id
    and l.position between ${lastOf("<")} + 1 and ${lastOf("<=")} where i.number = ${number}`;
};

/** Selects what the page of an invoice shows, in one row; none if no export has the number. */
export function invoicePage(number: number) {
  const lines = sql`(select ${asList<InvoicePage["lines"][number]>({
    ...{
      position: sql`position`,
      invoiceDate: sql`invoice_date`,
      dueDate: sql`due_date`,
      serviceDate: sql`service_date`,
    },
    ...{ item: sql`item`, description: sql`item_description`, quantity: sql`item_quantity`, rate: sql`item_rate` },
    ...{ class: sql`class`, amount: sql`item_amount` },
  })} from (${linesOfInvoice(number)} order by l.position limit ${MAX_FILE_ROWS}))`;
  // A bill of a voided export may be on a later invoice, which has its corrections.
  const entries = sql`(select ${asList<InvoicePage["corrections"][number]>({
    ...{
      id: sql`x.id`,
      date: sql`x.date`,
      customer: sql`coalesce(c.name, 'Unknown')`,
      service: sql`s.product_service_name`,
    },
    ...{ invoiceNumber: sql`x.invoice_number`, amount: sql`x.amount`, isEntered: asFlag(sql`x.entered`) },
  })} from (select x.* from (${linesOfInvoice(number)}) l cross join ${corrections} x on x.bill_item_id = l.bill_item_id
      where not l.is_voided and x.deleted_at is null order by x.seq) x
    join ${services} s on s.id = x.service_id left join ${customers} c on c.id = x.customer_id)`;
  const page = jsonObject({
    number: invoices.number,
    horse: jsonObject({ id: horses.id, name: nameOrDeleted(horses) }),
    customer: sql`iif(${customers.id} is null, null, ${jsonObject({ id: customers.id, name: nameOrDeleted(customers), nameToday: customers.name })})`,
    nameInFile: sql`(select customer from (${linesOfInvoice(number)} limit 1))`,
    export: jsonObject({ id: exports.id, at: exports.at, isVoided: asFlag(sql`${exports.voidedAt} is not null`) }),
    lineCount: invoices.lineCount,
    total: invoices.total,
    lines: sql`json(${lines})`,
    corrections: sql`json(${entries})`,
  });
  return statements
    .select({ page: page.mapWith((json: string) => JSON.parse(json) as InvoicePage) })
    .from(
      sql`${invoices} join ${exports} on ${exports.id} = ${invoices.exportId} join ${horses} on ${horses.id} = ${invoices.horseId}
      left join ${customers} on ${customers.id} = ${invoices.customerId}`,
    )
    .where(sql`${invoices.number} = ${number}`);
}
