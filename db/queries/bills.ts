import { eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Location } from "#app/domain/boarding.ts";
import type { LocalDate } from "#app/domain/calendar.ts";
import type { FacetKey, ListSource, SortKey } from "#db/list/list-source.ts";
import { searchFacets } from "#db/list/search.ts";
import { nameOrDeleted } from "#db/records.ts";
import { billItems, customers, horses, services } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

/** A bill in its list. `value` in cents; the names are also those of deleted records; customers and horses are marked then. */
export type BillRow = {
  id: string;
  seq: number;
  date: LocalDate;
  customer: string;
  horse: string;
  service: string;
  quantity: number;
  value: number;
  location: Location;
  comments: string;
};

/** The condition that a bill is not exported yet (docs/product.md, 'Billing'). */
export const isPending: SQL = isNull(billItems.exportId);

/** The condition that the billing run of a bill was not taken back (docs/product.md, 'Taking back a run'). */
const isNotTakenBack: SQL = isNull(billItems.deletedAt);

/** Returns one row if there is any bill. */
export function anyBill() {
  return statements.select({ seq: billItems.seq }).from(billItems).where(isNotTakenBack).limit(1);
}

type Facet = Exclude<keyof BillRow, "id" | "seq" | "comments">;

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
};

const facet = (name: Facet, by: FacetKey["by"]): FacetKey => ({ facet: name, column: facetColumns[name], by });

const sorts: Record<Facet | "comments", SortKey> = {
  date: facet("date", "key"),
  customer: facet("customer", "text"),
  horse: facet("horse", "text"),
  service: facet("service", "text"),
  quantity: facet("quantity", "key"),
  value: facet("value", "key"),
  location: facet("location", "text"),
  comments: sql`${comments} collate nocase`,
};

export const billsSource: ListSource<BillRow> = {
  table: billItems,
  joins: sql`left join ${customers} on ${eq(customers.id, billItems.customerId)} left join ${horses} on ${eq(horses.id, billItems.horseId)} left join ${services} on ${eq(services.id, billItems.serviceId)}`,
  where: isNotTakenBack,
  seq: billItems.seq,
  search: searchFacets({
    list: "bill_items",
    table: billItems,
    seq: billItems.seq,
    columns: facetColumns,
    numeric: ["date", "quantity", "value"],
    text: { column: comments, index: "bill_comments_search" },
  }),
  sorts,
  row: {
    id: billItems.id,
    seq: billItems.seq,
    date: billItems.date,
    customer: sql`coalesce(${nameOrDeleted(customers)}, 'Unknown')`,
    horse: nameOrDeleted(horses),
    service: services.productServiceName,
    quantity: billItems.quantity,
    value: billItems.value,
    location: billItems.location,
    comments,
  },
  parse: (json) => JSON.parse(json),
  summary: { name: "value", of: billItems.value },
  totals: { list: "bill_items", current: isPending },
};
