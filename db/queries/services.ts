import { sql } from "drizzle-orm";
import { searchRows } from "#db/list/search.ts";
import { type RowOf, recordSource } from "#db/records.ts";
import { services } from "#db/schema.ts";

/** `price` in cents. */
export type ServiceRow = RowOf<typeof serviceRecords>;

export const serviceRecords = recordSource({
  table: services,
  noun: "service",
  displayName: sql`${services.productServiceName}`,
  search: searchRows("services_search", services, services.seq),
});
