import { type NamedRow, namedRecords } from "#db/records.ts";
import { customers } from "#db/schema.ts";

export type CustomerRow = NamedRow<typeof customers>;

export const customerRecords = namedRecords(customers, "customer");
