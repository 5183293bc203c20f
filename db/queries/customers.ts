import { sql } from "drizzle-orm";
import { searchRows } from "#db/list/search.ts";
import { type RowOf, recordSource } from "#db/records.ts";
import { customers } from "#db/schema.ts";

export type CustomerRow = RowOf<typeof customerRecords>;

export const customerRecords = recordSource({
  table: customers,
  noun: "customer",
  displayName: sql`${customers.name}`,
  search: searchRows("customers_search", customers, customers.seq),
});
