import { eq, sql } from "drizzle-orm";
import { type LocalDate, todayInNewYork } from "../../app/domain/calendar.ts";
import { type Charge, type ChargedHorse, type ChargedShow, totalOf } from "../../app/domain/charges.ts";
import { BOARDING_SERVICE, FIXED_SERVICE_IDS } from "../../app/domain/fixed-services.ts";
import type { Change } from "../door.ts";
import { type Shown, shownRows } from "../list.ts";
import { billItems, billingRuns, customers, horses, services, shows } from "../schema.ts";
import { asFlag, asList, statements } from "../statements.ts";
import { horsesList } from "./horses.ts";
import type { By } from "./records.ts";
import { type Due, type Run, stateOf } from "./runs.ts";
import { showsList } from "./shows.ts";

/*
 * 'Bill N Horses' and 'Bill N Shows' (spec section 7). What a run is about is read with a text of its state, and the same
 * text is made again where the bills are written: what changed meanwhile is never billed unseen.
 */

/** A horse, and what its bills are made from. */
export type HorseToBill = ChargedHorse & {
  name: string;
  /** The customer's name, deleted or not. */
  responsibleParty: string;
  /** Its last boarding bill that is dated in this month. */
  billedOn: LocalDate | null;
};

/** The billable horses that are shown, over all pages. */
export function horsesToBill(shown: Shown, today: LocalDate): Due<HorseToBill> {
  const month = today.slice(0, 7);
  const { id, name, responsibleParty, boarding, boardingSurcharge, training, hasBlanket, location } = horsesList.row;
  const charged = { boarding, boardingSurcharge, training, hasBlanket, location };
  return {
    row: { id, name, customerId: horses.customerId, responsibleParty, ...charged, billedOn: sql`billed.date` },
    // By their date the bills of the month are found at once, however many there are of the service.
    from: sql`${horses} left join ${customers} on ${customers.id} = ${horses.customerId}
      left join (
        select horse_id, max(date) as date, count(*) as bills from ${billItems}
        where date between ${`${month}-01`} and ${`${month}-31`} and +service_id = ${BOARDING_SERVICE} group by horse_id
      ) billed on billed.horse_id = ${horses.id}
      where ${horses.isBillable} and ${horses.seq} in (${shownRows(horsesList, shown)})`,
    period: month,
    order: horses.seq,
    state: sql`concat_ws(',', ${horses.id}, ${horses.version}, coalesce(billed.bills, 0))`,
  };
}

/** A show, and what its bill is made from; the price in cents. */
export type ShowToBill = ChargedShow & {
  name: string;
  date: LocalDate;
  horse: string;
  service: string;
  price: number;
  location: ChargedHorse["location"];
  /** Its horse or its service was deleted. */
  isMissing: boolean;
};

/** The unbilled shows that are shown, over all pages. */
export function showsToBill(shown: Shown, today: LocalDate): Due<ShowToBill> {
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
      where not ${shows.billed} and ${shows.seq} in (${shownRows(showsList, shown)})`,
    period: today.slice(0, 7),
    order: shows.seq,
    state: sql`concat_ws(',', ${shows.id}, ${shows.version}, ${horses.version}, ${horses.deletedAt} is null, ${services.version}, ${services.price}, ${services.deletedAt} is null)`,
  };
}

/** The names of the services that horses are billed with: one row. */
export function boardingServices() {
  return statements
    .select({ names: asList<{ id: string; name: string }>({ id: services.id, name: services.productServiceName }) })
    .from(services)
    .where(sql`${services.id} in ${FIXED_SERVICE_IDS}`);
}

/** What a run has done; the total in cents. */
export function findRun(id: string) {
  // Its bills are dated the day of the run, in New York: they are found among those of that day.
  const bills = sql`select count(distinct horse_id) from ${billItems} where date between date(${billingRuns.at}, '-1 day') and date(${billingRuns.at}) and billing_run_id = ${id}`;
  return statements
    .select({
      id: billingRuns.id,
      billCount: billingRuns.billCount,
      total: billingRuns.total,
      horses: sql<number>`(${bills})`,
    })
    .from(billingRuns)
    .where(eq(billingRuns.id, id));
}

/** Makes all bills of a run and marks its shows billed, or does nothing. */
export function billTogether<Row>(
  kind: "horses" | "shows",
  { id, content, due, state }: Run<Row>,
  charges: Charge[],
  by: By,
): Change {
  const date = todayInNewYork(by.at);
  const now = by.at.toISOString();
  const rows = charges.map(({ customerId, horseId, serviceId, showId, quantity, value, location }) => [
    ...[crypto.randomUUID(), customerId, horseId, serviceId, showId, quantity, value, location],
  ]);
  const billed = charges.flatMap(({ showId }) => showId ?? []);
  return {
    ...by,
    id,
    action: `bill ${kind}`,
    content,
    topics: kind === "shows" ? ["bills", "shows"] : ["bills"],
    touches: [{ table: billingRuns, ids: [id] }],
    given: [sql`${stateOf(due)} = ${state}`],
    mutations: [
      {
        sql: statements
          .insert(billingRuns)
          .values({ id, kind, at: now, actor: by.actor, billCount: charges.length, total: totalOf(charges) }),
        changes: "one",
      },
      {
        sql: sql`insert into ${billItems} (id, customer_id, horse_id, service_id, show_id, quantity, value, location, billing_run_id, date, created_at)
          select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, ${id}, ${date}, ${now}
          from json_each(${JSON.stringify(rows)})`,
        changes: "any",
      },
      {
        sql: sql`update ${shows} set billed = 1, version = version + 1, updated_at = ${now}
          where id in (select value from json_each(${JSON.stringify(billed)}))`,
        changes: "any",
      },
    ],
  };
}
