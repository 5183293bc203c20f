import { and, desc, eq, gte, isNull, type SQL, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/calendar.ts";
import type { ServiceEntry, ServiceRecords } from "#app/domain/service-entry.ts";
import { billItems, customers, grooms, horses, payrollItems, services } from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import type { Change } from "#db/write.ts";
import { isActive } from "./grooms.ts";
import { isInProperty } from "./horses.ts";

/*
 * The reads and writes of the public service form (docs/product.md, 'Service form'). Every visitor can read the options, so
 * they contain names only.
 */

/** Selects all horses, in one row. `current` horses are in the property today; the form lists them first. */
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

/** Selects all grooms, in one row. `current` grooms are active today; the form lists them first. */
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

/** Selects the riders of each customer, in one row. */
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

/** Selects the services that are public, in one row. */
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

/** Selects a bill if it was made at or after `since` (UTC, ISO 8601). */
export function billMadeSince(id: string, since: string) {
  return statements
    .select({ id: billItems.id })
    .from(billItems)
    .where(and(eq(billItems.id, id), gte(billItems.createdAt, since)));
}

/** Selects the horse of an entry. Returns no row if it is deleted. */
export function entryHorse(id: string) {
  return statements
    .select({ name: horses.name, customerId: horses.customerId, location: horses.location })
    .from(horses)
    .where(and(eq(horses.id, id), isNull(horses.deletedAt)));
}

/** Selects the service of an entry; the price in cents. Returns no row if it is deleted or not public. */
export function entryService(id: string) {
  return statements
    .select({ name: services.productServiceName, price: services.price, needsGroom: services.needsGroom })
    .from(services)
    .where(and(eq(services.id, id), isNull(services.deletedAt), eq(services.public, true)));
}

/** Selects the customer of a rider. Returns no row if the customer is deleted or no longer has the rider. */
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

/** Selects the groom of an entry. Returns no row if it is deleted. */
export function entryGroom(id: string) {
  return statements
    .select({ id: grooms.id })
    .from(grooms)
    .where(and(eq(grooms.id, id), isNull(grooms.deletedAt)));
}

/** Selects when and by whom the service was last logged for the horse on that day. Returns no row if it was not. */
export function loggedBefore({ horseId, serviceId, date }: ServiceEntry) {
  return statements
    .select({ id: billItems.id, at: billItems.createdAt, by: billItems.enteredBy })
    .from(billItems)
    .where(
      and(
        eq(billItems.horseId, horseId),
        eq(billItems.serviceId, serviceId),
        eq(billItems.date, date),
        isNull(billItems.deletedAt),
      ),
    )
    .orderBy(desc(billItems.seq))
    .limit(1);
}

/** Inserts the bill of an entry and the groom's payroll item. ConflictError if the horse, service or groom is no longer offered. */
export function logService(
  entry: ServiceEntry,
  { bill, pay }: ServiceRecords,
  { actor, at }: { actor: string; at: Date },
): Change {
  const now = at.toISOString();
  const exists = (table: typeof horses | typeof services | typeof grooms, id: string): SQL =>
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
      exists(horses, bill.horseId),
      sql`exists (select 1 from ${services} where id = ${bill.serviceId} and deleted_at is null and public = 1)`,
      ...(pay ? [exists(grooms, pay.groomId)] : []),
    ],
    mutations: [
      { sql: statements.insert(billItems).values({ ...bill, createdAt: now, enteredBy: actor }), expectRows: 1 },
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
