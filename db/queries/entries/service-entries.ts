import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { splitLine } from "#app/domain/barn/horse-owners.ts";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { LoggedBefore } from "#app/domain/entries/logged-before.ts";
import { type EntryState, UNDO_FOR_MS } from "#app/domain/entries/logged-entry.ts";
import type { ServiceEntry, ServiceRecords } from "#app/domain/entries/service-entry.ts";
import type { Language } from "#app/domain/entries/texts/language.ts";
import type { Share } from "#app/domain/fields/shares.ts";
import { isActive } from "#db/queries/barn/grooms.ts";
import { isSharedAs, sharesOf } from "#db/queries/barn/horse-owners.ts";
import { isInProperty } from "#db/queries/barn/horses.ts";
import { payingCustomer } from "#db/queries/barn/merged-customers.ts";
import { billStatus, isFirstOfLine } from "#db/queries/bills/bills.ts";
import { billItems, customers, grooms, horses, payrollItems, services } from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import { type Change, setOf } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { withSortKeyOf } from "#db/write/sort-keys.ts";
import { type FoundChange, undo } from "#db/write/undo.ts";
import { isUndone } from "#db/write/undo-keys.ts";

/*
 * The reads and writes of the public service form (docs/product.md, 'Service form'). Every visitor can read the options, so
 * they contain names only.
 */

/** Selects all horses with the names of their owners, in one row. `current` horses are in the property today; the form lists them first. */
export function horseOptions(today: LocalDate) {
  return statements
    .select({
      list: asList<{ id: string; name: string; owner: string; current: boolean }>({
        id: horses.id,
        name: horses.name,
        owner: sql`coalesce(${customers.name}, 'Unknown')`,
        current: asFlag(isInProperty(today)),
      }),
    })
    .from(horses)
    .leftJoin(customers, eq(customers.id, horses.customerId))
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

/** Selects the services that are public, in one row, in Spanish by their Spanish names if they have one. */
export function serviceOptions(language: Language) {
  const { productServiceName, spanishName } = services;
  const inSpanish = sql`coalesce(nullif(${spanishName}, ''), ${productServiceName})`;
  return statements
    .select({
      list: asList<{ id: string; name: string; owner: string; needsGroom: boolean }>({
        id: services.id,
        name: language === "es" ? inSpanish : productServiceName,
        // Tells apart services with the same Spanish name.
        owner: productServiceName,
        needsGroom: asFlag(eq(services.needsGroom, true)),
      }),
    })
    .from(services)
    .where(and(isNull(services.deletedAt), eq(services.public, true)));
}

/** How many entries of the barn tell what it logs most. */
const MAX_LATEST = 50;

/** Selects the horses and services of the latest entries of the barn, in one row, the last first. */
export function latestEntries() {
  const latest = statements
    .select({ horseId: billItems.horseId, serviceId: billItems.serviceId })
    .from(billItems)
    .where(and(isNull(billItems.billingRunId), isNull(billItems.showId), isNull(billItems.deletedAt), isFirstOfLine))
    .orderBy(desc(billItems.createdAt))
    .limit(MAX_LATEST)
    .as("latest");
  return statements
    .select({
      list: asList<{ horseId: string; serviceId: string }>({ horseId: latest.horseId, serviceId: latest.serviceId }),
    })
    .from(latest);
}

/** An entry as the form shows it: its names and ids, and no amount. */
export type LoggedEntry = EntryState & {
  id: string;
  date: LocalDate;
  quantity: number;
  service: string;
  serviceId: string;
  horseId: string;
  horse: string;
  customerId: string | null;
  rider: string | null;
  groomId: string | null;
  /** Whether the requesting device has logged the entry. */
  isOwn: boolean;
  /** The last earlier entry of the same horse, service and day that is not voided. */
  before: LoggedBefore | null;
};

/** How many entries of a device the form reads. */
const MAX_READ = 20;

/**
 * Selects the last entries that the device logged at or after `since` (UTC, ISO 8601), voided or not, and those with the ids of
 * `named`; in one row, in any order.
 */
export function loggedEntries(device: string | null, since: string, named: readonly string[]) {
  const last = sql`select seq from (select seq from ${billItems} where device = ${device} and created_at >= ${since}
    order by created_at desc limit ${sql.raw(String(MAX_READ))})`;
  return statements
    .select({
      list: asList<LoggedEntry>({
        id: billItems.id,
        at: billItems.createdAt,
        date: billItems.date,
        quantity: billItems.quantity,
        service: services.productServiceName,
        serviceId: billItems.serviceId,
        horseId: billItems.horseId,
        horse: horses.name,
        customerId: billItems.customerId,
        rider: billItems.rider,
        groomId: billItems.groomId,
        status: billStatus,
        isUnchanged: asFlag(isUnchanged),
        isOwn: asFlag(eq(billItems.device, device ?? "")),
        before: loggedBefore,
      }),
    })
    .from(billItems)
    .innerJoin(horses, eq(horses.id, billItems.horseId))
    .innerJoin(services, eq(services.id, billItems.serviceId))
    .where(
      sql`${isFirstOfLine} and ${billItems.seq} in (${last} union select seq from ${billItems} where id in ${setOf({ ids: named })})`,
    );
}

/** Bills of runs, such as the bills of shows, were not logged. */
const loggedBefore = sql`json((select json_object('device', device, 'at', created_at, 'by', entered_by) from ${billItems} as earlier indexed by bill_items_by_horse
  where earlier.horse_id = ${billItems.horseId} and earlier.service_id = ${billItems.serviceId} and earlier.date = ${billItems.date}
    and earlier.seq < ${billItems.seq} and billing_run_id is null and show_id is null and deleted_at is null order by earlier.seq desc limit 1))`;

/** The condition that a bill and the payroll item of its entry are as the form made them. */
const isUnchanged = sql`${billItems.version} = 1 and not exists (select 1 from ${payrollItems}
  where ${payrollItems.billItemId} = ${billItems.id} and (${payrollItems.version} <> 1 or ${payrollItems.paid} = 1 or ${payrollItems.deletedAt} is not null))`;

/** Selects the state of an entry, and whether its Undo was accepted before. Returns no row if another device logged it. */
export function entryToUndo(id: string, device: string) {
  return statements
    .select({
      state:
        sql`json_object('at', ${billItems.createdAt}, 'status', ${billStatus}, 'isUnchanged', ${asFlag(isUnchanged)})`.mapWith(
          (json: string): EntryState => JSON.parse(json),
        ),
      isUndone: isUndone(id).mapWith(Boolean),
    })
    .from(billItems)
    .where(and(eq(billItems.id, id), eq(billItems.device, device)));
}

/**
 * Undoes an entry, which voids its bill, once (docs/product.md, 'Undo on the device'). ConflictError if another device logged the
 * entry, or if it is not pending, was changed, or is too old.
 */
export function undoEntry(logged: FoundChange, device: string, by: By): Change | { problem: string } {
  const since = new Date(by.at.getTime() - UNDO_FOR_MS).toISOString();
  const change = undo(logged, by);
  if ("problem" in change) return change;
  const isOfDevice = sql`exists (select 1 from ${billItems} where ${billItems.id} = ${logged.id} and ${billItems.device} = ${device}
    and ${billItems.createdAt} >= ${since} and ${isUnchanged})`;
  return { ...change, preconditions: [...(change.preconditions ?? []), isOfDevice] };
}

/** Selects the horse of an entry. Returns no row if it is deleted. */
export function entryHorse(id: string) {
  return statements
    .select({
      name: horses.name,
      customerId: horses.customerId,
      location: horses.location,
      shares: sharesOf(horses).mapWith((json: string): Share[] => JSON.parse(json)),
    })
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
        // A queued entry may name a customer who was merged since.
        sql`${customers.id} = ${payingCustomer(sql`${customerId}`)}`,
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

/** Inserts the bill of an entry, or one for each owner, and the groom's payroll item. ConflictError if the horse, service or groom is no longer offered. */
export function addEntry(
  entry: ServiceEntry,
  { bill, pay, shares = [] }: ServiceRecords,
  { actor, at, madeAt, device }: By & Pick<Change, "madeAt"> & { device: string | null },
): Change {
  const now = at.toISOString();
  const { customerId } = bill;
  const bills = splitLine(bill, { customerId, responsibleParty: "", shares }).map(
    ({ whole, responsibleParty, split, ...part }) => ({
      ...part,
      id: split?.place ? crypto.randomUUID() : bill.id,
      ...(split && { splitId: bill.id, share: split.share }),
      // The customer may have been merged since the horse was read.
      customerId: part.customerId && payingCustomer(sql`${part.customerId}`),
    }),
  );
  return {
    idempotencyKey: entry.id,
    actor,
    at,
    madeAt,
    action: "log service",
    payload: entry,
    audited: [
      { table: billItems, ids: bills.map(({ id }) => id) },
      { table: payrollItems, ids: pay ? [pay.id] : [] },
    ],
    preconditions: [
      sql`exists ${entryHorse(bill.horseId)}`,
      // Other owners since the horse was read: a rider pays alone.
      ...(bill.rider
        ? []
        : [sql`exists (select 1 from ${horses} where id = ${bill.horseId} and ${isSharedAs(shares)})`]),
      sql`exists ${entryService(bill.serviceId)}`,
      ...(pay ? [sql`exists ${entryGroom(pay.groomId)}`] : []),
    ],
    mutations: [
      ...bills.map((part) => ({
        sql: statements
          .insert(billItems)
          .values(withSortKeyOf(billItems, { ...part, createdAt: now, enteredBy: actor, device })),
        expectRows: 1 as const,
      })),
      ...(pay
        ? [
            {
              sql: statements
                .insert(payrollItems)
                .values(withSortKeyOf(payrollItems, { ...pay, billItemId: bill.id, createdAt: now, updatedAt: now })),
              expectRows: 1 as const,
            },
          ]
        : []),
    ],
  };
}
