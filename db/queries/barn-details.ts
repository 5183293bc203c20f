import { sql } from "drizzle-orm";
import type { BarnDetails } from "#app/domain/barn-details.ts";
import type { Change } from "#db/change.ts";
import type { By } from "#db/records.ts";
import { settings } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

/** Selects the barn's name and address, in one row. */
export function findBarnDetails() {
  return statements.select({ name: settings.barnName, address: settings.barnAddress }).from(settings);
}

/** Saves the barn's name and address. ConflictError if they are not `before` any more. */
export function saveBarnDetails(
  idempotencyKey: string,
  { name, address }: BarnDetails,
  before: BarnDetails,
  by: By,
): Change {
  return {
    ...by,
    idempotencyKey,
    action: "set barn details",
    payload: { name, address },
    audited: [{ table: settings, ids: ["1"] }],
    mutations: [
      {
        sql: sql`update ${settings} set barn_name = ${name}, barn_address = ${address}, version = version + 1
          where barn_name = ${before.name} and barn_address = ${before.address}`,
        expectRows: 1,
      },
    ],
  };
}
