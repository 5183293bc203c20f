import { and, eq, isNull, sql } from "drizzle-orm";
import type { CustomerRow } from "#app/domain/records/customer.ts";
import { customers, horses } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import { type RecordSource, recordSource } from "#db/write/records.ts";

export const customerRecords: RecordSource<typeof customers, CustomerRow> = recordSource({
  table: customers,
  noun: "customer",
  displayName: sql`${customers.name}`,
  omitted: ["mergedInto"],
  joined: {
    horses: statements.$count(horses, and(eq(horses.customerId, customers.id), isNull(horses.deletedAt))),
  },
});
