import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { BillRow } from "#app/domain/records/bill.ts";
import type { FacetKey, ListSource, SortKey } from "#db/list/list-source.ts";
import { nameOrDeleted, type RecordSource } from "#db/records.ts";
import { billItems, customers, horses, inOrder, isListedBill, services } from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";

/** The condition that a bill counts: it is not voided, and its billing run was not taken back. */
const isStanding: SQL = isNull(billItems.deletedAt);

/** The condition that a bill counts and is not exported yet (docs/product.md, 'Billing'). */
export const isPending: SQL = sql`${and(isNull(billItems.exportId), isStanding)}`;

/** Returns one row if there is any bill that counts. */
export function anyBill() {
  return statements.select({ seq: billItems.seq }).from(billItems).where(isStanding).limit(1);
}

/** The state of a bill that the list of all bills shows. */
export const billStatus = sql`case when ${billItems.voidedAt} is not null then 'voided' when ${billItems.exportId} is null then 'pending' else 'exported' end`;

const comments = sql`coalesce(${billItems.comments}, '')`;

/** The column of each facet, with an index of its own: see `FacetKey`. */
const facetColumns = {
  date: billItems.date,
  customer: sql`coalesce(${billItems.customerId}, '')`,
  horse: billItems.horseId,
  service: billItems.serviceId,
  quantity: billItems.quantity,
  value: billItems.value,
  location: billItems.location,
  entered_by: billItems.enteredBy,
};

type Facet = keyof typeof facetColumns;

const facet = (name: Facet, by: FacetKey["by"]): FacetKey => ({ facet: name, column: facetColumns[name], by });

const sorts: Record<Facet | "comments", SortKey> = {
  date: facet("date", "key"),
  customer: facet("customer", "text"),
  horse: facet("horse", "text"),
  service: facet("service", "text"),
  quantity: facet("quantity", "key"),
  value: facet("value", "key"),
  location: facet("location", "text"),
  comments: inOrder(billItems.comments),
  entered_by: facet("entered_by", "text"),
};

/** A select of the name of a bill, by its id. Without columns of drizzle, whose tables it leaves out of a select of one table. */
export const nameOfBill = (id: SQL) =>
  sql<string>`(select s.product_service_name || ' for ' || h.name from bill_items b join services s on s.id = b.service_id join horses h on h.id = b.horse_id where b.id = ${id})`;

export const billsSource: RecordSource<typeof billItems, BillRow> & ListSource<BillRow> = {
  table: billItems,
  noun: "bill",
  displayName: sql`${services.productServiceName} || ' for ' || ${horses.name}`,
  joins: sql`left join ${customers} on ${eq(customers.id, billItems.customerId)} left join ${horses} on ${eq(horses.id, billItems.horseId)} left join ${services} on ${eq(services.id, billItems.serviceId)}`,
  where: isListedBill(billItems),
  seq: billItems.seq,
  search: {
    words: "bill_items_words",
    table: billItems,
    seq: billItems.seq,
    date: billItems.date,
    list: "bill_items",
    named: ["customer", "horse", "service", "location", "entered_by"],
    current: { view: isPending, word: "state_pending" },
  },
  sorts,
  row: {
    id: billItems.id,
    seq: billItems.seq,
    date: billItems.date,
    customer: sql`coalesce(${nameOrDeleted(customers)}, 'Unknown')`,
    customerId: billItems.customerId,
    horse: nameOrDeleted(horses),
    horseId: billItems.horseId,
    service: services.productServiceName,
    quantity: billItems.quantity,
    value: billItems.value,
    location: billItems.location,
    comments,
    enteredBy: billItems.enteredBy,
    status: billStatus,
    isCorrected: asFlag(sql`${billItems.correctedAt} is not null`),
  },
  parse: (json) => JSON.parse(json),
  // A voided bill is in no sum.
  summary: { name: "value", of: sql`iif(${isStanding}, ${billItems.value}, 0)` },
  totals: {
    list: "bill_items",
    current: isPending,
    facets: { byMonth: ["customer", "horse", "service", "location"] },
  },
};

/** The column of each group of bills. */
export const billGroups: { readonly [group: string]: SQL } = {
  customer: facetColumns.customer,
  horse: sql`${facetColumns.horse}`,
  service: sql`${facetColumns.service}`,
  month: sql`substr(${billItems.date}, 1, 7)`,
};
