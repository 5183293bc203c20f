import { sql } from "drizzle-orm";
import { BLANKET_CHARGE, BLANKET_SERVICE, LONG_ISLAND_SERVICE } from "#app/domain/fixed-services.ts";
import { type RowOf, recordSource } from "#db/records.ts";
import { services } from "#db/schema.ts";

/** The price as the list shows it, in cents; a rate is after the amounts. */
const priceOrder = sql`case ${services.id} when ${LONG_ISLAND_SERVICE} then ${1_000_000_000_000} when ${BLANKET_SERVICE} then ${BLANKET_CHARGE} else ${services.price} end`;

/** `price` in cents. */
export type ServiceRow = RowOf<typeof serviceRecords>;

export const serviceRecords = recordSource({
  table: services,
  noun: "service",
  displayName: sql`${services.productServiceName}`,
  sorts: { price: priceOrder },
  search: { texts: "services_search" },
});
