import { sql } from "drizzle-orm";
import type { CustomerRow } from "#app/domain/records/customer.ts";
import { customers, horses } from "#db/schema.ts";
import { type RecordSource, recordSource } from "#db/write/records.ts";
import { sharedHorses } from "./horse-owners.ts";

export const customerRecords: RecordSource<typeof customers, CustomerRow> = recordSource({
  table: customers,
  noun: "customer",
  displayName: sql`${customers.name}`,
  omitted: ["mergedInto"],
  joined: {
    horses: sql<number>`((select count(*) from ${horses} where ${horses.customerId} = ${customers.id} and ${horses.deletedAt} is null)
      + (select count(*) from ${sharedHorses(sql`customers.id`)}))`,
  },
});
