import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { firstDayOf, lastDayOf, type Month } from "#app/domain/basics/months.ts";
import type { StandingCharge } from "#app/domain/boarding/standing-charges.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { activity, activityRecords, billItems, dismissals, horses, services, standingCharges } from "#db/schema.ts";

/* The standing charges of horses, as their boards need them (docs/product.md, 'Standing charges'). */

/** What the price of a charge and that of its service were before each of their changes, the earliest first. What an import restores holds from the start. */
const pricesBefore = sql`(select json_group_array(json_object('key', key, 'at', at, 'isOwn', json(iif(own, 'true', 'false')), 'price', price)) from (
  select a.id as key, a.at, r.record_id = charge.id as own, was.value ->> 'price' as price from ${activityRecords} r cross join ${activity} a on a.rowid = r.seq
    join json_each(a.before) was on was.value ->> 'id' = r.record_id join json_each(a.after) now on now.value ->> 'id' = r.record_id
  where r.record_id in (charge.id, charge.service_id) and a.action not in ('import', 'undo import') and was.value ->> 'price' is not now.value ->> 'price' order by r.seq))`;

/** What a charge was before its changes since a day, the earliest first. */
const chargeSince = (
  day: SQLWrapper | LocalDate,
) => sql`(select json_group_array(json_object('at', at, 'quantity', was ->> 'quantity', 'weekdays', json(was ->> 'weekdays'), 'from', was ->> 'from_date', 'until', was ->> 'until_date'))
  from (select a.at, was.value as was from ${activityRecords} r cross join ${activity} a on a.rowid = r.seq join json_each(a.before) was on was.value ->> 'id' = r.record_id
    where r.record_id = charge.id and a.at >= ${day} order by r.seq))`;

/** The days of a month on which the service of a charge was logged for its horse. */
const loggedIn = (
  month: Month,
) => sql`(select json_group_array(date) from (select distinct date from ${billItems} indexed by bill_items_by_horse_and_service
  where horse_id = charge.horse_id and service_id = charge.service_id and date between ${firstDayOf(month)} and ${lastDayOf(month)}
    and billing_run_id is null and show_id is null and period is null and deleted_at is null order by date))`;

/** Days, or the month of a monthly charge, by the number of a standing charge. */
export type Toggled = Readonly<Record<string, readonly string[]>>;

type Wanted = {
  since: SQLWrapper | LocalDate;
  /** The month of which the dialog names logged entries. */
  month?: Month;
  /** The marks that the admin reverses in the dialog, by the number of the charge. */
  toggled?: Toggled;
  /** Whether deleted charges, and those of deleted services, are among them, and what they were: for what was billed. */
  withPast?: boolean;
};

/** The standing charges of the outer horse as a JSON array: see `StandingCharge`. */
export function standingOfHorse({ since, month, toggled = {}, withPast = false }: Wanted): SQL {
  const row: { [Name in keyof StandingCharge]: SQL } & { leftOut: SQL; toggled: SQL } = {
    id: sql`charge.id`,
    seq: sql`charge.seq`,
    serviceId: sql`charge.service_id`,
    service: sql`service.product_service_name`,
    quantity: sql`charge.quantity`,
    ownPrice: sql`charge.price`,
    servicePrice: sql`service.price`,
    prices: sql`json(${pricesBefore})`,
    weekdays: sql`json(charge.weekdays)`,
    from: sql`charge.from_date`,
    until: sql`charge.until_date`,
    groomId: sql`(select id from grooms where id = charge.groom_id and deleted_at is null)`,
    comments: sql`charge.comments`,
    leftOut: sql`(select json_group_array(scope) from (select scope from ${dismissals} where kind = 'standing' and record_id = charge.id and deleted_at is null order by scope))`,
    toggled: sql`coalesce(${JSON.stringify(toggled)} -> ('$."' || charge.seq || '"'), '[]')`,
    logged: month ? sql`json(${loggedIn(month)})` : sql`json('[]')`,
    ...(withPast && { deletedAt: sql`charge.deleted_at`, past: sql`json(${chargeSince(since)})` }),
  };
  const json = jsonObject({ ...row, leftOut: sql`json(${row.leftOut})`, toggled: sql`json(${row.toggled})` });
  const standing = withPast ? sql`1` : sql`charge.deleted_at is null and service.deleted_at is null`;
  return sql`json((select json_group_array(json(found)) from (select ${json} as found from ${standingCharges} charge
    join ${services} service on service.id = charge.service_id where charge.horse_id = ${horses.id} and ${standing}
    order by service.name_sort, charge.seq)))`;
}

/** The condition that a standing charge of the outer horse has days from `first` to `last`, and no bill for the whole month of them. */
export const hasOpenCharge = (month: SQLWrapper, first: SQLWrapper, last: SQLWrapper): SQL =>
  sql`exists (select 1 from ${standingCharges} charge join ${services} service on service.id = charge.service_id
    where charge.horse_id = ${horses.id} and charge.deleted_at is null and service.deleted_at is null
      and charge.from_date <= ${last} and coalesce(charge.until_date, '9999') >= ${first}
      and not exists (select 1 from ${billItems} where standing_charge_id = charge.id and period = ${month} and first_day is null and deleted_at is null))`;
