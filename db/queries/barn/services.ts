import { sql } from "drizzle-orm";
import type { ServiceRow } from "#app/domain/records/service.ts";
import { services } from "#db/schema.ts";
import { type RecordSource, recordSource } from "#db/write/records.ts";
import { barnCharges } from "./stored-settings.ts";

export const serviceRecords: RecordSource<typeof services, ServiceRow> = recordSource({
  table: services,
  noun: "service",
  displayName: sql`${services.productServiceName}`,
  omitted: ["isFixed"],
  joined: barnCharges,
});
