import { isNull, type SQL, sql } from "drizzle-orm";
import { type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import { FIXED_SERVICE_IDS } from "#app/domain/boarding/monthly-charges.ts";
import {
  BILL_CHECKS,
  type BillCheck,
  type BillFindings,
  CHECKED_SHOW_DAYS,
  type Check,
  checkedWeeks,
  FAR_ABOVE,
  FAR_QUANTITY,
  type FoundRecord,
  type FoundRows,
  isGroupCheck,
  MAX_FINDINGS,
  MISTYPED_FACTORS,
  OLD_DAYS,
  RECORD_CHECKS,
  type RecordCheck,
  USUAL_BILLS,
} from "#app/domain/exports/checks.ts";
import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import { WEEKLY_SALARY } from "#app/domain/payroll/payroll.ts";
import { endOfDay } from "#db/new-york.ts";
import { isInProperty } from "#db/queries/barn/horses.ts";
import { isDismissed } from "#db/queries/overview/stored-dismissals.ts";
import {
  billItems,
  customers,
  dismissals,
  grooms,
  horseChanges,
  horses,
  lastDay,
  payrollItems,
  services,
  shows,
} from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { type ExportFilter, pendingBills } from "./stored-exports.ts";

/*
 * What to look at before an export (docs/product.md, 'Check'). The cost depends on the number of pending bills, at most 50,000
 * of them, and not on that of all bills.
 */

/** How many rows of each check to read: the number of all its rows is read in any case. */
type ShownRows = (check: Check) => number;

const number = (value: number) => sql.raw(String(value));

/** At most MAX_FOUND rows of one check in their order, with their place and the number of all rows that the check found. */
const rowsOf = (check: Check, rows: SQL, order: SQL) =>
  sql`select '${sql.raw(check)}' as kind, row_number() over (order by ${order}) as place, * from (select *, count(*) over () as found from (${rows}) order by ${order} limit ${number(MAX_FINDINGS)})`;

/** How many rows of its check to read, for a row with a `kind`. */
const limitOf = (checks: readonly Check[], shown: ShownRows) =>
  sql.raw(`(case kind ${checks.map((check) => `when '${check}' then ${shown(check)}`).join(" ")} end)`);

type Findings<Checks extends string, Row> = { [check in Checks]: FoundRows<Row> };

/** Adds the checks that found nothing, and puts the rows in order. */
function parseFindings<Checks extends string, Row>(
  checks: readonly Checks[],
  found: Partial<Findings<Checks, Row & { place: number }>>,
): Findings<Checks, Row> {
  const entries = checks.map((check) => {
    const { count, rows } = found[check] ?? { count: 0, rows: [] };
    return [check, { count, rows: rows.sort((a, b) => a.place - b.place) }];
  });
  return Object.fromEntries(entries);
}

const FIXED = sql.raw(`(${FIXED_SERVICE_IDS.map((id) => `'${id}'`).join(", ")})`);

/**
 * The pending bills that a search and the filters find. `slot` is what another bill of the horse and service would repeat: the month
 * that a boarding service is billed for, or the day. `due` is the price of any other service times the quantity, 0 of a boarding service. `first` and `last`
 * are the days whose owners of the horse may pay.
 */
const bill = (filter: ExportFilter) => sql`bill as materialized (
  select b.seq, b.id, b.version, b.date, b.quantity, b.value, b.customer_id, b.horse_id, b.service_id, b.rider, b.unit_price, b.is_value_typed,
    b.service_id in ${FIXED} as is_board, iif(b.service_id in ${FIXED}, coalesce(b.period, substr(b.date, 1, 7)), b.date) as slot,
    iif(b.service_id in ${FIXED}, 0, s.price * b.quantity) as due,
    coalesce(b.period || '-01', show.date, b.date) as first, coalesce(date(b.period || '-01', '+1 month', '-1 day'), show.date, b.date) as last
  from (${pendingBills(filter)}) pending cross join ${billItems} b on b.seq = pending.seq left join ${services} s on s.id = b.service_id
    left join ${shows} show on show.id = b.show_id where b.deleted_at is null and b.export_id is null)`;

/**
 * The usual limits of each service, which nine in ten of its last bills do not exceed: a price for one, as a value and
 * its quantity, and a quantity.
 */
const usual = sql`service as materialized (select distinct service_id as id from bill),
  sample as materialized (
    select b.service_id, b.value, b.quantity, count(*) over (partition by b.service_id) * 9 / 10 as place,
      row_number() over (partition by b.service_id order by b.value * 1.0 / b.quantity, b.seq) as value_place,
      row_number() over (partition by b.service_id order by b.quantity, b.seq) as quantity_place
    from service cross join ${billItems} b on b.seq in (
      select seq from ${billItems} last indexed by bill_items_by_service
      where last.service_id = service.id and last.deleted_at is null order by date desc, seq desc limit ${number(USUAL_BILLS)})
    where b.value > 0),
  usual as materialized (
    select service_id, max(value) filter (where value_place = place) as value, max(quantity) filter (where value_place = place) as value_for,
      max(quantity) filter (where quantity_place = place) as quantity
    from sample group by service_id)`;

/** The bills of the same horse, service and slot, exported or not, where there are several: their number, and the last of them. */
const alike = sql`alike as materialized (
  select other.horse_id, other.service_id, other.date as slot, count(*) as n, max(other.seq) as latest
    from (select distinct horse_id, service_id, slot from bill where not is_board) wanted
    cross join ${billItems} other indexed by bill_items_by_horse
      on other.horse_id = wanted.horse_id and other.date = wanted.slot and other.service_id = wanted.service_id
    where other.deleted_at is null group by 1, 2, 3 having count(*) > 1
  union all select other.horse_id, other.service_id, wanted.slot, count(*), max(other.seq)
    from (select distinct slot from bill where is_board) wanted
    cross join ${billItems} other indexed by bill_items_billed_for on coalesce(other.period, substr(other.date, 1, 7)) = wanted.slot
    where other.deleted_at is null and other.service_id in ${FIXED} group by 1, 2, 3 having count(*) > 1)`;

/** Who owned the horses of the bills, from one instant until before another: '' and '9999' stand for always. */
const owned = sql`owned as materialized (
  select horse_id, customer_id, until, lag(until, 1, '') over (partition by horse_id order by until, place) as since from (
    select horse_id, customer_id, at as until, seq as place from ${horseChanges} where horse_id in (select horse_id from bill)
    union all select id, customer_id, '9999', 0 from ${horses} where id in (select horse_id from bill)))`;

const isOwner = sql`exists (select 1 from owned where owned.horse_id = bill.horse_id and owned.customer_id = bill.customer_id
  and (until = '9999' or until >= ${endOfDay(sql`bill.first`)}) and (since = '' or since < ${endOfDay(sql`bill.last`)}))`;
const hasRider = sql`exists (select 1 from ${customers} c, json_each(c.riders) rider where c.id = bill.customer_id and rider.value = bill.rider)`;
const isMistyped = sql`(bill.due > 0 and bill.value <> bill.due and (${sql.join(
  MISTYPED_FACTORS.map((by) => sql`bill.value = ${number(by)} * bill.due or ${number(by)} * bill.value = bill.due`),
  sql` or `,
)}))`;

/** The condition of each check; `alike` has the bills like a bill, and `usual` what is usual for its service. */
const conditions = (today: LocalDate): { [check in BillCheck]: SQL } => ({
  duplicates: sql`alike.n is not null and not bill.is_board`,
  boardTwice: sql`alike.n is not null and bill.is_board`,
  notOwner: sql`bill.customer_id is not null and not ${isOwner} and not ${hasRider}`,
  unknown: sql`bill.customer_id is null`,
  offPrice: sql`bill.unit_price is not null and not bill.is_value_typed and bill.value <> bill.unit_price * bill.quantity`,
  mistyped: isMistyped,
  farAbove: sql`(bill.quantity >= ${number(FAR_QUANTITY)} and bill.quantity > ${number(FAR_ABOVE)} * usual.quantity
    or bill.value * usual.value_for > ${number(FAR_ABOVE)} * usual.value * bill.quantity and not ${isMistyped})`,
  zero: sql`bill.value = 0`,
  future: sql`bill.date > ${today}`,
  old: sql`bill.date < ${plusDays(today, -OLD_DAYS)}`,
});

/** The bit of `found` that a check sets. */
const bitOf = (check: BillCheck) => number(1 << BILL_CHECKS.indexOf(check));

/** The bills with the checks that found them, without those that an admin marked fine, as the bits of `found`. */
function judged(today: LocalDate): SQL {
  const bits = Object.entries(conditions(today)).map(([name, condition]) => {
    const check = name as BillCheck;
    const [recordId, scope] = isGroupCheck(check)
      ? [sql`(bill.horse_id || ' ' || bill.service_id || ' ' || bill.slot)`, sql`(alike.n || ' ' || alike.latest)`]
      : [sql`bill.id`, sql`(bill.version || '')`];
    return sql`iif(${condition}, iif(${isDismissed(check, recordId, scope)}, 0, ${bitOf(check)}), 0)`;
  });
  return sql`judged as materialized (
    select bill.*, alike.n, alike.latest, usual.quantity as usual_quantity, usual.value as usual_value, usual.value_for, ${sql.join(bits, sql` + `)} as found
    from bill left join usual on usual.service_id = bill.service_id
      left join alike on alike.horse_id = bill.horse_id and alike.service_id = bill.service_id and alike.slot = bill.slot)`;
}

/** The customers and services that are not deleted or that a bill has. */
const names = sql`select id, 'customer' as kind, name, version, id in (select customer_id from bill) as used from ${customers} where deleted_at is null or used
  union all select id, 'service', product_service_name, version, id in (select id from service) as used from ${services} where deleted_at is null or used`;
const fineNames = sql`select coalesce(json_group_array(kind || ' ' || record_id || ' ' || scope), '[]') from ${dismissals}
  where kind in ('refusedNames', 'mergedNames') and deleted_at is null`;

/** The name of a customer or horse, marked if it was deleted: see `nameOrDeleted`. */
const marked = (alias: string) => sql.raw(`${alias}.name || iif(${alias}.deleted_at is null, '', ' (deleted)')`);

/** The bills to show, by customer and horse; first those without a customer. */
const shownRows = sql`select json_object('id', bill.id, 'seq', bill.seq, 'version', bill.version, 'date', bill.date, 'customerId', c.id, 'customer', coalesce(${marked("c")}, ${UNKNOWN}),
    'horse', ${marked("h")}, 'service', s.product_service_name, 'horseId', h.id, 'serviceId', s.id, 'quantity', bill.quantity, 'value', bill.value,
    'found', bill.found, 'slot', bill.slot, 'alike', bill.n, 'latestAlike', bill.latest, 'unitPrice', bill.unit_price, 'price', s.price,
    'owner', coalesce((select ${marked("o")} from owned join ${customers} o on o.id = owned.customer_id
      where owned.horse_id = bill.horse_id and until >= ${endOfDay(sql`bill.last`)} and since < ${endOfDay(sql`bill.last`)}), ${UNKNOWN}),
    'usualQuantity', usual_quantity, 'usualValue', usual_value, 'usualValueFor', value_for) as row
  from judged bill join ${horses} h on h.id = bill.horse_id join ${services} s on s.id = bill.service_id left join ${customers} c on c.id = bill.customer_id
  where bill.seq in (select seq from shown) order by c.id is not null, c.name_sort, c.id, h.name_sort, h.id, bill.date, bill.seq`;

/** The first bills of each check. */
function shownSeqs(shown: ShownRows, only: BillCheck | null): SQL {
  const firsts = BILL_CHECKS.filter((check) => only === null || check === only).map(
    (check) =>
      sql`select seq from (select seq from judged where found & ${bitOf(check)} order by date, seq limit ${number(shown(check))})`,
  );
  return sql`shown as materialized (${sql.join(firsts, sql` union `)})`;
}

/**
 * Selects the findings about the pending bills that a search and the filters find, and the names that QuickBooks gets,
 * in one row. `only` is the check whose bills are wanted, or null for the bills of all checks.
 */
export function checkBills(filter: ExportFilter, today: LocalDate, shown: ShownRows, only: BillCheck | null = null) {
  const counts = BILL_CHECKS.map(
    (check) => sql`${sql.raw(`'${check}'`)}, count(*) filter (where found & ${bitOf(check)})`,
  );
  const owing = sql`owing as materialized (select customer_id, count(*) as n, sum(value) as amount, max(seq in (select seq from shown)) as is_shown
    from judged where found & ${only ? bitOf(only) : sql`-1`} group by 1)`;
  const parts: { [name in keyof BillFindings]: SQL } = {
    checked: sql`(select count(*) from bill)`,
    counts: sql`(select json_object(${sql.join(counts, sql`, `)}) from judged where found)`,
    total: sql`(select json_object('count', coalesce(sum(n), 0), 'sum', coalesce(sum(amount), 0)) from owing)`,
    customers: sql`(select json_group_array(json_object('id', customer_id, 'count', n, 'sum', amount)) from owing where is_shown)`,
    rows: sql`(select json_group_array(json(row)) from (${shownRows}))`,
    names: sql`(select json_group_array(json_object('id', id, 'kind', kind, 'name', name, 'version', version, 'isUsed', ${asFlag(sql`used`)}))
      from (${names} order by kind, name collate nocase, id))`,
    fineNames: sql`(${fineNames})`,
  };
  const pairs = Object.entries(parts).map(([name, part]) => sql`${sql.raw(`'${name}'`)}, json(${part})`);
  const tables = [bill(filter), usual, alike, owned, judged(today), shownSeqs(shown, only), owing];
  return statements
    .select({ findings: sql`findings`.mapWith((json: string) => JSON.parse(json) as BillFindings) })
    .from(sql`(with ${sql.join(tables, sql`, `)} select json_object(${sql.join(pairs, sql`, `)}) as findings)`);
}

/** The rows of several checks as one JSON object. */
const grouped = (found: SQL) =>
  sql`select json_group_object(kind, json(finding)) from (
    select kind, json_object('count', max(found), 'rows', json_group_array(json(record)) filter (where record is not null)) as finding from (${found}) group by kind)`;

/** The checked weeks that payroll was run for: the Monday and the Sunday of each. */
const weeksRun = (
  today: LocalDate,
) => sql`select run.value as week, date(run.value, '+6 days') as sunday from json_each(${JSON.stringify(checkedWeeks(today))}) run
  where exists (select 1 from ${payrollItems} where ${payrollItems.date} = run.value and ${payrollItems.week} = run.value and ${payrollItems.deletedAt} is null)`;

/** The rows of each check of records. */
const recordChecks = (today: LocalDate): { [check in RecordCheck]: [rows: SQL, order: SQL] } => {
  const boarded = sql`select h.id, h.name, null as date, coalesce(${marked("c")}, ${UNKNOWN}) as other, coalesce(h.customer_id, '') as owner_id from boarded h left join ${customers} c on c.id = h.customer_id`;
  // Once the horse has another owner, the check finds it again.
  const isFine = (check: RecordCheck) => isDismissed(check, sql`h.id`, sql`coalesce(h.customer_id, '')`);
  const hasSalary = sql`exists (select 1 from ${payrollItems} where groom_id = g.id and deleted_at is null
    and (payroll.week = w.week or payroll.week is null and date between w.week and w.sunday and lower(trim(item)) = ${WEEKLY_SALARY.toLowerCase()}))`;
  return {
    notBillable: [
      sql`${boarded} where not h.is_billable and not ${isFine("notBillable")}`,
      sql`name collate nocase, id`,
    ],
    ownerless: [
      sql`${boarded} where (c.id is null or c.deleted_at is not null) and not ${isFine("ownerless")}`,
      sql`name collate nocase, id`,
    ],
    shows: [
      sql`select s.id, s.name, s.date, h.name as other, null as owner_id from ${shows} s indexed by shows_unbilled_by_date join ${horses} h on h.id = s.horse_id
        where not s.billed and s.deleted_at is null and s.date < ${today}`,
      sql`date, id`,
    ],
    showsWithoutBill: [
      // Shows that never had a bill, such as imported ones, were billed elsewhere.
      sql`select s.id, s.name, s.date, h.name as other, null as owner_id from ${shows} s indexed by shows_listed_by_date join ${horses} h on h.id = s.horse_id
        where s.billed and s.deleted_at is null and s.date >= ${plusDays(today, -CHECKED_SHOW_DAYS)}
          and not exists (select 1 from ${billItems} where show_id = s.id and deleted_at is null)
          and exists (select 1 from ${billItems} where show_id = s.id)`,
      sql`date desc, id`,
    ],
    grooms: [
      sql`select g.id, g.name, w.week as date, null as other, null as owner_id from (${weeksRun(today)}) w cross join ${grooms} g
        where g.deleted_at is null and coalesce(g.start_date, '') <= w.sunday and ${lastDay(sql`g.end_date`)} >= w.week and not ${hasSalary}
          and not ${isDismissed("salary", sql`g.id`, sql`w.week`)}`,
      sql`date desc, name collate nocase, id`,
    ],
  };
};

/** Selects the horses, shows and grooms that an admin should look at today, in one row. */
export function checkRecords(today: LocalDate, shown: ShownRows) {
  const checks = Object.entries(recordChecks(today)).map(([check, [rows, order]]) =>
    rowsOf(check as RecordCheck, rows, order),
  );
  const limit = limitOf(RECORD_CHECKS, shown);
  const found = sql`select kind, found, iif(place <= ${limit}, json_object('place', place, 'id', id, 'name', name, 'date', date, 'other', other, 'ownerId', owner_id), null) as record
    from (${sql.join(checks, sql` union all `)})`;
  const boarded = sql`boarded as materialized (select * from ${horses} where ${isNull(horses.deletedAt)} and ${isInProperty(today)})`;
  return statements
    .select({
      findings: sql`findings`.mapWith((json: string) =>
        parseFindings<RecordCheck, FoundRecord>(RECORD_CHECKS, JSON.parse(json)),
      ),
    })
    .from(sql`(with ${boarded} select (${grouped(found)}) as findings)`);
}
