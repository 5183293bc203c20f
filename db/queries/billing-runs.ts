import { eq, sql } from "drizzle-orm";
import { type LocalDate, todayInNewYork } from "#app/domain/calendar.ts";
import { type Charge, type ChargedHorse, type ChargedShow, totalOf } from "#app/domain/charges.ts";
import { BOARDING_SERVICE, FIXED_SERVICE_IDS } from "#app/domain/fixed-services.ts";
import { type BatchQuery, type ConfirmedBatch, isUnchanged } from "#db/batch.ts";
import { filteredSeqs } from "#db/list/list-page.ts";
import type { ListFilter } from "#db/list/list-source.ts";
import type { By } from "#db/records.ts";
import { billItems, billingRuns, customers, horses, services, shows } from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import type { Change, Mutation } from "#db/write.ts";
import { horseRecords } from "./horses.ts";
import { showRecords } from "./shows.ts";

/* The batches 'Bill N Horses' and 'Bill N Shows' (docs/product.md, 'Billing horses' and 'Billing shows'): see batch.ts. */

/** A horse, with the values that its bills are computed from; amounts in cents. */
export type HorseToBill = ChargedHorse & {
  name: string;
  /** The customer's name, deleted or not. */
  responsibleParty: string;
  /** The date of its last boarding bill of this month, or null. */
  billedOn: LocalDate | null;
  /** The number of its boarding bills of this month. */
  timesBilled: number;
};

/** The billable horses that the list's filter selects, on all pages. */
export function horsesToBill(filter: ListFilter, today: LocalDate): BatchQuery<HorseToBill> {
  const month = today.slice(0, 7);
  const { id, name, responsibleParty, boarding, boardingSurcharge, training, hasBlanket, location } = horseRecords.row;
  const charged = { boarding, boardingSurcharge, training, hasBlanket, location };
  return {
    row: {
      id,
      name,
      customerId: horses.customerId,
      responsibleParty,
      ...charged,
      billedOn: sql`billed.date`,
      timesBilled: sql`coalesce(billed.bills, 0)`,
    },
    from: sql`${horses} left join ${customers} on ${customers.id} = ${horses.customerId}
      left join (
        select horse_id, max(date) as date, count(*) as bills from ${billItems} indexed by bill_items_boarding
        where date between ${`${month}-01`} and ${`${month}-31`} and service_id = ${sql.raw(`'${BOARDING_SERVICE}'`)} and deleted_at is null group by horse_id
      ) billed on billed.horse_id = ${horses.id}
      where ${horses.isBillable} and ${horses.seq} in (${filteredSeqs(horseRecords, filter)})`,
    period: month,
    order: horses.seq,
  };
}

/** A show, with the values that its bill is computed from; the price in cents. */
export type ShowToBill = ChargedShow & {
  name: string;
  date: LocalDate;
  horse: string;
  service: string;
  price: number;
  location: ChargedHorse["location"];
  /** True if the horse or the service of the show is deleted. */
  isMissing: boolean;
};

/** The unbilled shows that the list's filter selects, on all pages. */
export function showsToBill(filter: ListFilter, today: LocalDate): BatchQuery<ShowToBill> {
  const { id, name, date, horseId, customerId, serviceId, quantity } = shows;
  return {
    row: {
      ...{ id, name, date, horseId, customerId, serviceId, quantity },
      horse: horses.name,
      service: services.productServiceName,
      price: services.price,
      location: horses.location,
      isMissing: asFlag(sql`${horses.deletedAt} is not null or ${services.deletedAt} is not null`),
    },
    from: sql`${shows} join ${horses} on ${horses.id} = ${shows.horseId} join ${services} on ${services.id} = ${shows.serviceId}
      where not ${shows.billed} and ${shows.seq} in (${filteredSeqs(showRecords, filter)})`,
    period: today.slice(0, 7),
    order: shows.seq,
  };
}

/** Selects the names of the fixed services that horses are billed for, in one row. */
export function boardingServices() {
  return statements
    .select({ names: asList<{ id: string; name: string }>({ id: services.id, name: services.productServiceName }) })
    .from(services)
    .where(sql`${services.id} in ${FIXED_SERVICE_IDS}`);
}

/** Selects the result of a billing run; the total in cents. */
export function findRun(id: string) {
  return statements
    .select({
      id: billingRuns.id,
      billCount: billingRuns.billCount,
      total: billingRuns.total,
      horses: billingRuns.horseCount,
      isTakenBack: sql`${billingRuns.takenBackAt} is not null`.mapWith(Boolean),
    })
    .from(billingRuns)
    .where(eq(billingRuns.id, id));
}

/** Inserts the run with all its bills and marks its shows billed. ConflictError if a row of the batch changed. */
export function billTogether<Row>(
  kind: "horses" | "shows",
  batch: ConfirmedBatch<Row>,
  charges: Charge[],
  by: By,
): Change {
  const { idempotencyKey: id, payload } = batch;
  const date = todayInNewYork(by.at);
  const now = by.at.toISOString();
  const rows = charges.map(({ customerId, horseId, serviceId, showId, quantity, value, location }) => [
    ...[crypto.randomUUID(), customerId, horseId, serviceId, showId, quantity, value, location],
  ]);
  const billed = charges.flatMap(({ showId }) => showId ?? []);
  const horseCount = new Set(charges.map(({ horseId }) => horseId)).size;
  return {
    ...by,
    idempotencyKey: id,
    action: `bill ${kind}`,
    payload,
    audited: [{ table: billingRuns, ids: [id] }],
    preconditions: [isUnchanged(batch)],
    mutations: [
      {
        sql: statements.insert(billingRuns).values({
          id,
          kind,
          at: now,
          actor: by.actor,
          billCount: charges.length,
          horseCount,
          total: totalOf(charges),
        }),
        expectRows: 1,
      },
      {
        sql: sql`insert into ${billItems} (id, customer_id, horse_id, service_id, show_id, quantity, value, location, billing_run_id, date, created_at, entered_by)
          select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, ${id}, ${date}, ${now}, ${by.actor}
          from json_each(${JSON.stringify(rows)})`,
        expectRows: "any",
      },
      // A mutation of shows would notify their topic.
      ...(billed.length > 0 ? [markBilled(billed, now)] : []),
    ],
  };
}

const markBilled = (ids: string[], now: string): Mutation => ({
  sql: sql`update ${shows} set billed = 1, version = version + 1, updated_at = ${now}
    where id in (select value from json_each(${JSON.stringify(ids)}))`,
  expectRows: "any",
});
