import { sql } from "drizzle-orm";
import { type RowOf, recordSource } from "#db/records.ts";
import { services } from "#db/schema.ts";

/** `price` in cents. */
export type ServiceRow = RowOf<typeof serviceRecords>;

export const serviceRecords = recordSource({
  table: services,
  noun: "service",
  displayName: sql`${services.productServiceName}`,
});
