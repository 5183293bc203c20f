import { sql } from "drizzle-orm";
import type { CustomerRow } from "#app/domain/records/customer.ts";
import { customers, horses } from "#db/schema.ts";
import { type RecordSource, recordSource } from "#db/write/records.ts";

export const customerRecords: RecordSource<typeof customers, CustomerRow> = recordSource({
  table: customers,
  noun: "customer",
  displayName: sql`${customers.name}`,
  joined: {
    horses: sql<number>`(select count(*) from ${horses} where ${horses.customerId} = ${customers.id} and ${horses.deletedAt} is null)`,
  },
});
