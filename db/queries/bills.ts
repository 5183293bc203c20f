import { eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Location } from "#app/domain/boarding.ts";
import type { LocalDate } from "#app/domain/calendar.ts";
import type { FacetKey, ListSource, SortKey } from "#db/list/list-page.ts";
import { searchFacets } from "#db/list/search.ts";
import { billItems, customers, horses, services } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

/** A bill as its list shows it; the value in cents, the names also of what was deleted. */
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

/** Not yet exported (spec section 4). */
export const isPending: SQL = isNull(billItems.exportId);

/** A row, if there is any bill at all. */
export function anyBill() {
  return statements.select({ seq: billItems.seq }).from(billItems).limit(1);
}

type Facet = Exclude<keyof BillRow, "id" | "seq" | "comments">;

const comments = sql`coalesce(${billItems.comments}, '')`;

/** The columns behind what many bills share, each with an index. */
const columns = {
  date: billItems.date,
  customer: sql`coalesce(${billItems.customerId}, '')`,
  horse: billItems.horseId,
  service: billItems.serviceId,
  quantity: billItems.quantity,
  value: billItems.value,
  location: billItems.location,
};

const facet = (name: Facet, by: FacetKey["by"]): FacetKey => ({ facet: name, column: columns[name], by });

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
  where: sql`1`,
  seq: billItems.seq,
  search: searchFacets({
    table: billItems,
    seq: billItems.seq,
    columns,
    text: { column: comments, index: "bill_comments_search" },
  }),
  sorts,
  row: {
    id: billItems.id,
    seq: billItems.seq,
    date: billItems.date,
    customer: sql`coalesce(${customers.name}, 'Unknown')`,
    horse: horses.name,
    service: services.productServiceName,
    quantity: billItems.quantity,
    value: billItems.value,
    location: billItems.location,
    comments,
  },
  parse: (json) => JSON.parse(json),
  summary: { value: sql`coalesce(sum(${billItems.value}), 0)` },
};
