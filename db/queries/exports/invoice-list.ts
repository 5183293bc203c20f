import { type SQL, sql } from "drizzle-orm";
import { orderKey } from "#app/domain/basics/search-text.ts";
import { IMPORTED_EXPORT } from "#app/domain/bills/imported.ts";
import { type InvoiceRow, invoice } from "#app/domain/records/invoice.ts";
import type { ListSource } from "#db/list/list-source.ts";
import { rowText } from "#db/list/row-text.ts";
import { corrections, customers, exports, horses, invoices } from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { deletedMark, nameOrDeleted } from "#db/write/records.ts";

/* The list of invoices (docs/product.md, 'Invoices'). A trigger writes the rows; all but their names never changes. */

const { number, customerId, horseId, total, date } = invoices;

/* The other records of an invoice, as expressions on its own columns, which a search and a filter need. */
const ofExport = (column: SQL) => sql`(select ${column} from ${exports} where ${exports.id} = ${invoices.exportId})`;
const ofCustomer = (column: SQL) => sql`(select ${column} from ${customers} where ${customers.id} = ${customerId})`;
const ofHorse = (column: SQL) => sql`(select ${column} from ${horses} where ${horses.id} = ${horseId})`;

export const isVoidedInvoice = sql`${ofExport(sql`${exports.voidedAt}`)} is not null`;

/** The sum of the correction lines of an invoice; null if there are none. */
const correctionSum = sql`(select sum(${corrections.amount}) from ${corrections}
  where ${corrections.invoiceNumber} = ${number} and ${corrections.deletedAt} is null)`;

export const isCorrectedInvoice = sql`(not ${isVoidedInvoice} and ${correctionSum} is not null)`;

/** For the row of a page: one read of each record. */
const joins = sql`join ${exports} on ${exports.id} = ${invoices.exportId} join ${horses} on ${horses.id} = ${horseId}
  left join ${customers} on ${customers.id} = ${customerId}`;

/** The customer of an invoice as a key; '' without one. Indexes use the same expression. */
export const customerOfInvoice = sql`coalesce(${customerId}, '')`;

const row = {
  id: sql`cast(${number} as text)`,
  seq: sql`${invoices}.rowid`,
  number,
  date,
  customer: sql`coalesce(${nameOrDeleted(customers)}, 'Unknown')`,
  customerId,
  horse: nameOrDeleted(horses),
  horseId,
  total,
  corrected: sql`iif(${exports.voidedAt} is null, ${correctionSum}, null)`,
  exportId: invoices.exportId,
  exportedOn: exports.date,
  isVoided: asFlag(sql`${exports.voidedAt} is not null`),
};

export const invoicesSource: ListSource<InvoiceRow> = {
  table: invoices,
  joins,
  where: sql`1`,
  seq: row.seq,
  name: "invoices",
  searchText: rowText({
    fields: invoice.fields,
    row: { ...row, exportedOn: ofExport(sql`${exports.date}`) },
    folded: {
      customer: sql`coalesce(${ofCustomer(sql`${customers.nameSort} || ${deletedMark(customers)}`)}, 'unknown')`,
      horse: ofHorse(sql`${horses.nameSort} || ${deletedMark(horses)}`),
    },
  }),
  day: date,
  sorts: {
    number: sql`${number}`,
    date: sql`${date}`,
    customer: { names: customers, column: customerOfInvoice, none: orderKey("Unknown") },
  },
  row,
  parse: (json) => JSON.parse(json),
  // A voided invoice is in no sum.
  summary: { name: "value", of: sql`iif(${isVoidedInvoice}, 0, ${total})` },
  counts: sql`select coalesce(sum(invoice_count), 0) as total, coalesce(sum(total) filter (where voided_at is null), 0) as sum
    from ${exports} where id <> ${IMPORTED_EXPORT}`,
  states: () => ({ Voided: isVoidedInvoice, Corrected: isCorrectedInvoice }),
};

/** Selects the name of an invoice by its number. */
export const nameOfInvoice = (id: string) =>
  statements.select({ name: sql<string>`'Invoice ' || number` }).from(invoices).where(sql`${number} = ${id}`);
