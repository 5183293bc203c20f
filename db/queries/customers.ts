import type { CustomerRow } from "#app/domain/records/customer.ts";
import { namedRecords, type RecordSource } from "#db/records.ts";
import { customers } from "#db/schema.ts";

export const customerRecords: RecordSource<typeof customers, CustomerRow> = namedRecords(customers, "customer");
