import { and, eq, gte, isNull, type SQL, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/calendar.ts";
import type { ServiceEntry, ServiceRecords } from "#app/domain/service-entry.ts";
import { billItems, customers, grooms, horses, payrollItems, services } from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import type { Change } from "#db/write.ts";
import { isActive } from "./grooms.ts";
import { isInProperty } from "./horses.ts";

/*
 * What the public service form reads and writes (spec sections 2 and 7). The options hold names only: they go to
 * anybody on the internet.
 */

/** All horses; those in the property today come under the first heading. */
export function horseOptions(today: LocalDate) {
  return statements
    .select({
      list: asList<{ id: string; name: string; current: boolean }>({
        id: horses.id,
        name: horses.name,
        current: asFlag(isInProperty(today)),
      }),
    })
    .from(horses)
    .where(isNull(horses.deletedAt));
}

export function groomOptions(today: LocalDate) {
  return statements
    .select({
      list: asList<{ id: string; name: string; current: boolean }>({
        id: grooms.id,
        name: grooms.name,
        current: asFlag(isActive(today)),
      }),
    })
    .from(grooms)
    .where(isNull(grooms.deletedAt));
}

export function riderOptions() {
  return statements
    .select({
      list: asList<{ customerId: string; customer: string; riders: string[] }>({
        customerId: customers.id,
        customer: customers.name,
        riders: sql`json(${customers.riders})`,
      }),
    })
    .from(customers)
    .where(and(isNull(customers.deletedAt), sql`${customers.riders} <> '[]'`));
}

/** Only services with public true are offered. */
export function serviceOptions() {
  return statements
    .select({
      list: asList<{ id: string; name: string; needsGroom: boolean }>({
        id: services.id,
        name: services.productServiceName,
        needsGroom: asFlag(eq(services.needsGroom, true)),
      }),
    })
    .from(services)
    .where(and(isNull(services.deletedAt), eq(services.public, true)));
}

/** The bill item of an id, where it was made after `since` (UTC ISO 8601). */
export function billMadeSince(id: string, since: string) {
  return statements
    .select({ id: billItems.id })
    .from(billItems)
    .where(and(eq(billItems.id, id), gte(billItems.createdAt, since)));
}

export function entryHorse(id: string) {
  return statements
    .select({ customerId: horses.customerId, location: horses.location })
    .from(horses)
    .where(and(eq(horses.id, id), isNull(horses.deletedAt)));
}

export function entryService(id: string) {
  return statements
    .select({ name: services.productServiceName, price: services.price, needsGroom: services.needsGroom })
    .from(services)
    .where(and(eq(services.id, id), isNull(services.deletedAt), eq(services.public, true)));
}

export function entryRider({ customerId, name }: { customerId: string; name: string }) {
  return statements
    .select({ customerId: customers.id })
    .from(customers)
    .where(
      and(
        eq(customers.id, customerId),
        isNull(customers.deletedAt),
        sql`exists (select 1 from json_each(${customers.riders}) where value = ${name})`,
      ),
    );
}

export function entryGroom(id: string) {
  return statements
    .select({ id: grooms.id })
    .from(grooms)
    .where(and(eq(grooms.id, id), isNull(grooms.deletedAt)));
}

/** Writes the bill item and the groom's pay item of an entry. Refused when horse, service or groom went in between. */
export function logService(
  entry: ServiceEntry,
  { bill, pay }: ServiceRecords,
  { actor, at }: { actor: string; at: Date },
): Change {
  const now = at.toISOString();
  const present = (table: typeof horses | typeof services | typeof grooms, id: string): SQL =>
    sql`exists (select 1 from ${table} where id = ${id} and deleted_at is null)`;
  return {
    idempotencyKey: entry.id,
    actor,
    at,
    action: "log service",
    payload: entry,
    audited: [
      { table: billItems, ids: [bill.id] },
      { table: payrollItems, ids: pay ? [pay.id] : [] },
    ],
    preconditions: [
      present(horses, bill.horseId),
      sql`exists (select 1 from ${services} where id = ${bill.serviceId} and deleted_at is null and public = 1)`,
      ...(pay ? [present(grooms, pay.groomId)] : []),
    ],
    mutations: [
      { sql: statements.insert(billItems).values({ ...bill, createdAt: now }), expectRows: 1 },
      ...(pay
        ? [
            {
              sql: statements
                .insert(payrollItems)
                .values({ ...pay, billItemId: bill.id, createdAt: now, updatedAt: now }),
              expectRows: 1 as const,
            },
          ]
        : []),
    ],
  };
}
