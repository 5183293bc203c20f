import { type SQL, sql } from "drizzle-orm";
import { FIXED_SERVICE_IDS } from "#app/domain/boarding/monthly-charges.ts";
import { BILL_CHECKS, isGroupCheck, NAME_CHECKS } from "#app/domain/exports/checks.ts";
import {
  type BillsToCheck,
  LAST_OF_HORSE,
  MANY,
  MAX_CHECKED,
  type PendingBill,
  USUAL_BILLS,
} from "#app/domain/exports/judge-bills.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { payingCustomer } from "#db/queries/barn/merged-customers.ts";
import {
  billItems,
  customers,
  dismissals,
  grooms,
  horseChanges,
  horses,
  services,
  shows,
  standingCharges,
} from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { type ExportFilter, pendingBills } from "./stored-exports.ts";

/*
 * Reads the pending bills and what the rules of Check compare them with (docs/product.md, 'Check'). The cost depends on the number
 * of these bills, and not on that of all bills.
 */

const FIXED = sql.raw(`(${FIXED_SERVICE_IDS.map((id) => `'${id}'`).join(", ")})`);
const monthOf = (bill: string) => sql.raw(`coalesce(${bill}.period, substr(${bill}.date, 1, 7))`);

/** The pending bills that a search and the filters find: one more than MAX_CHECKED if there are more. */
const bill = (filter: ExportFilter) => sql`bill as materialized (
  select b.seq, b.id, b.version, b.date, b.quantity, b.value, b.customer_id, b.horse_id, b.service_id, b.show_id, b.period, b.first_day, b.last_day, b.unit_price, b.is_value_typed, b.rider, b.standing_charge_id, b.comments, b.split_id
  from (${pendingBills(filter, MAX_CHECKED)}) pending cross join ${billItems} b on b.seq = pending.seq where b.deleted_at is null and b.export_id is null)`;

/** Records with their place in the order of their names, which the rows of bills have instead of their ids. */
const placed = (name: string, records: SQL) =>
  sql`${sql.raw(name)} as materialized (select *, row_number() over (order by name_sort, id) - 1 as place from ${records})`;
/** The horses of the bills and, for those that were deleted and entered again, the others of their name and owner. */
const ofBills = sql`(select horse_id from bill union
  select other.id from (select distinct horse_id from bill) named cross join ${horses} one on one.id = named.horse_id
    cross join ${horses} other indexed by horses_by_name on other.name_sort = one.name_sort
  where other.customer_id is one.customer_id and (other.deleted_at is not null or one.deleted_at is not null))`;
const records = [
  placed("horse", sql`${horses} where id in ${ofBills}`),
  placed("customer", sql`${customers}`),
  placed("service", sql`${services}`),
];

/** The bills of the horse, service and day of one of the bills, or of a horse and month, if they are for a fixed service. */
const ofSameDay = sql`select other.* from (select distinct horse_id, service_id, date from bill where service_id not in ${FIXED}) wanted
  cross join ${billItems} other indexed by bill_items_by_horse_and_service
    on other.horse_id = wanted.horse_id and other.service_id = wanted.service_id and other.date = wanted.date`;
const ofSameMonth = sql`select other.* from (select distinct ${monthOf("bill")} as month from bill where service_id in ${FIXED}) wanted
  cross join ${billItems} other indexed by bill_items_billed_for on ${monthOf("other")} = wanted.month
  where other.service_id in ${FIXED} and other.horse_id in (select id from horse)`;
/** The entries of the month of a standing charge that is billed, and the bills of standing charges beside an entry of their service. */
const withStanding = sql`service_id in (select service_id from ${standingCharges})`;
const besideStanding = sql`select other.* from (select distinct horse_id, service_id, period from bill where standing_charge_id is not null) wanted
  cross join ${billItems} other indexed by bill_items_by_horse_and_service
    on other.horse_id = wanted.horse_id and other.service_id = wanted.service_id and other.date between wanted.period || '-01' and wanted.period || '-31'
  where other.period is null
  union all select other.* from (select distinct horse_id, service_id, substr(date, 1, 7) as month from bill where period is null and ${withStanding}) wanted
  cross join ${billItems} other indexed by bill_items_of_runs on other.period = wanted.month and other.horse_id = wanted.horse_id
  where other.period is not null and other.standing_charge_id is not null and other.service_id = wanted.service_id`;
const others = sql`select distinct * from (${ofSameDay} union all ${ofSameMonth} union all ${besideStanding}) other
  where other.deleted_at is null and other.seq not in (select seq from bill)`;

/** The places of a row's horse and service. */
const withPlaces = (rows: SQL) =>
  sql`from (${rows}) b join horse h on h.id = b.horse_id join service s on s.id = b.service_id`;

/** The days that the bill of a standing charge names. */
const namedDays = sql`iif(b.standing_charge_id is null, null, coalesce(b.comments, ''))`;

/** The number of the first bill of a divided line, and its value; null of other bills. */
const lineSeq = sql`iif(b.split_id is null, null, (select first.seq from ${billItems} first where first.id = b.split_id))`;
const whole = sql`iif(b.split_id is null, null, (select sum(value) from ${billItems} part where part.split_id = b.split_id and part.deleted_at is null))`;
const isFirst = sql`coalesce(b.split_id, b.id) = b.id`;
const billColumns = sql`json_array(b.seq, h.place, s.place, b.date, b.period, b.first_day, b.last_day, ${namedDays}, ${lineSeq}, b.id, b.version, c.place,
  b.quantity, b.value, ${whole}, b.unit_price, b.is_value_typed, b.rider, show.date, show.price)`;
const withNames = sql`${withPlaces(sql`select * from bill`)} left join customer c on c.id = b.customer_id left join ${shows} show on show.id = b.show_id`;

const record = (name: SQL) => ({
  id: sql`id`,
  name,
  version: sql`version`,
  isDeleted: asFlag(sql`deleted_at is not null`),
});
const otherOwners = sql`iif(shares = '[]', '[]', (select json_group_array(${payingCustomer(sql`owner.value ->> 'id'`)}) from json_each(shares) owner))`;
const owners = sql`(select json_group_array(json_object('customerId', ${payingCustomer(sql`customer_id`)}, 'others', json(${otherOwners}), 'at', at, 'checkInDate', check_in_date, 'checkOutDate', check_out_date)) from (
  select customer_id, shares, at, check_in_date, check_out_date from ${horseChanges} where horse_id = horse.id and undone_at is null order by at, seq))`;
const lastBills = sql`(select json_group_array(json_object('quantity', quantity, 'value', whole)) from (
  select quantity, coalesce(${whole}, value) as whole from ${billItems} b indexed by bill_items_by_service
  where service_id = service.id and deleted_at is null and service.id in (select service_id from bill) and ${isFirst} order by date desc, seq desc limit ${USUAL_BILLS}))`;
const lastOfHorse = sql`(select json_group_array(quantity) from (
  select quantity from ${billItems} b indexed by bill_items_by_horse_and_service
  where horse_id = wanted.horse_id and service_id = wanted.service_id and deleted_at is null and ${isFirst} order by date desc, seq desc limit ${LAST_OF_HORSE}))`;

/** The findings that are marked fine: of the bills, of those that are alike, and of names. */
const OF_SEVERAL = [...BILL_CHECKS.filter(isGroupCheck), ...NAME_CHECKS];
const isOfBills = sql`(kind in ${OF_SEVERAL} or record_id in (select id from bill))`;

export const jsonList = (row: SQL, rows: SQL) => sql`json((select json_group_array(${row}) ${rows}))`;
export const fineMarks = (isWanted: SQL) =>
  jsonList(
    sql`kind || ' ' || record_id || ' ' || scope`,
    sql`from ${dismissals} where ${isWanted} and deleted_at is null`,
  );

const PARTS: { [name in keyof BillsToCheck]: SQL } = {
  bills: jsonList(billColumns, withNames),
  others: jsonList(
    sql`json_array(b.seq, h.place, s.place, b.date, b.period, b.first_day, b.last_day, ${namedDays}, ${lineSeq})`,
    withPlaces(others),
  ),
  horses: jsonList(
    jsonObject({
      ...record(sql`name`),
      customerId: sql`customer_id`,
      others: sql`json(${otherOwners})`,
      checkInDate: sql`check_in_date`,
      checkOutDate: sql`check_out_date`,
      changes: sql`json(${owners})`,
    }),
    sql`from (select * from horse order by place) horse`,
  ),
  customers: jsonList(
    jsonObject({ ...record(sql`name`), riders: sql`json(riders)` }),
    sql`from (select * from customer order by place)`,
  ),
  services: jsonList(
    jsonObject({ ...record(sql`product_service_name`), price: sql`price`, lastBills: sql`json(${lastBills})` }),
    sql`from (select * from service order by place) service`,
  ),
  ofHorses: jsonList(
    jsonObject({ horseId: sql`horse_id`, serviceId: sql`service_id`, quantities: sql`json(${lastOfHorse})` }),
    sql`from (select distinct horse_id, service_id from bill where quantity >= ${MANY}) wanted`,
  ),
  grooms: jsonList(jsonObject(record(sql`name`)), sql`from ${grooms} where deleted_at is null order by name_sort, id`),
  fine: fineMarks(isOfBills),
};

/** Selects the pending bills that a search and the filters find, and what they are compared with, in one row. */
export function billsToCheck(filter: ExportFilter) {
  return statements
    .select({ read: sql`read`.mapWith(parseBills) })
    .from(sql`(with ${sql.join([bill(filter), ...records], sql`, `)} select ${jsonObject(PARTS)} as read)`);
}

type BilledForColumns = [
  ...[seq: number, horse: number, service: number, date: string],
  ...[period: string | null, firstDay: string | null, lastDay: string | null],
  ...[standing: string | null, lineSeq: number | null],
];
type BillColumns = [
  ...BilledForColumns,
  ...[id: string, version: number, customer: number | null, quantity: number, value: number, whole: number | null],
  ...[
    unitPrice: number | null,
    isValueTyped: 0 | 1,
    rider: string | null,
    showDate: string | null,
    showPrice: number | null,
  ],
];
type StoredBills = Omit<BillsToCheck, "bills" | "others"> & { bills: BillColumns[]; others: BilledForColumns[] };

/** Rows of numbers and texts, with the places of the records, take a third of objects with ids. */
function parseBills(json: string): BillsToCheck {
  const { bills, others, ...records } = JSON.parse(json) as StoredBills;
  const idAt = (list: readonly { id: string }[], place: number) => list[place]?.id ?? "";
  return {
    ...records,
    bills: bills.map((row): PendingBill => {
      const [seq, horse, service, date, period, firstDay, lastDay, standing, lineSeq, id, version, ...values] = row;
      const [customer, quantity, value, whole, unitPrice, isValueTyped, rider, showDate, showPrice] = values;
      return {
        seq,
        id,
        version,
        date,
        period,
        firstDay,
        lastDay,
        standing,
        lineSeq,
        showDate,
        showPrice,
        quantity,
        value,
        whole,
        unitPrice,
        isValueTyped: isValueTyped === 1,
        rider,
        horseId: idAt(records.horses, horse),
        serviceId: idAt(records.services, service),
        customerId: customer === null ? null : idAt(records.customers, customer),
      };
    }),
    others: others.map(([seq, horse, service, date, period, firstDay, lastDay, standing, lineSeq]) => ({
      seq,
      date,
      period,
      firstDay,
      lastDay,
      standing,
      lineSeq,
      horseId: idAt(records.horses, horse),
      serviceId: idAt(records.services, service),
    })),
  };
}
