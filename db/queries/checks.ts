import { isNull, type SQL, sql } from "drizzle-orm";
import { type LocalDate, plusDays } from "#app/domain/calendar.ts";
import {
  BILL_CHECKS,
  type BillCheck,
  CHECKED_SHOW_DAYS,
  type Check,
  type CheckedName,
  checkedWeeks,
  FAR_ABOVE,
  type Found,
  type FoundBill,
  type FoundRecord,
  MAX_FOUND,
  OLD_DAYS,
  RECORD_CHECKS,
  type RecordCheck,
  USUAL_BILLS,
} from "#app/domain/checks.ts";
import { UNKNOWN } from "#app/domain/invoices.ts";
import { monthOf } from "#app/domain/months.ts";
import { WEEKLY_SALARY } from "#app/domain/payroll.ts";
import {
  billItems,
  boardingMonth,
  customers,
  grooms,
  horses,
  lastDay,
  payrollItems,
  services,
  shows,
} from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { boardingBills } from "./billing-runs.ts";
import { type ExportFilter, pendingBills } from "./exports.ts";
import { isInProperty } from "./horses.ts";

/*
 * What to look at before an export (docs/product.md, 'Check'). The cost depends on the number of pending bills, at most 50,000
 * of them, and not on that of all bills.
 */

/** How many rows of each check to read: its number is read in any case. */
type ShownRows = (check: Check) => number;

const number = (value: number) => sql.raw(String(value));

/** At most MAX_FOUND rows of one check in their order, with their place and the number of all rows that the check found. */
const rowsOf = (check: Check, rows: SQL, order: SQL) =>
  sql`select '${sql.raw(check)}' as kind, row_number() over (order by ${order}) as place, * from (select *, count(*) over () as found from (${rows}) order by ${order} limit ${number(MAX_FOUND)})`;

/** How many rows of its check to read, for a row with a `kind`. */
const limitOf = (checks: readonly Check[], shown: ShownRows) =>
  sql.raw(`(case kind ${checks.map((check) => `when '${check}' then ${shown(check)}`).join(" ")} end)`);

type Findings<Checks extends string, Row> = { [check in Checks]: Found<Row> };

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

/** The pending bills that a search and the filters find. */
const bill = (filter: ExportFilter) => sql`bill as materialized (
  select b.seq, b.date, b.quantity, b.value, b.customer_id, b.horse_id, b.service_id
  from (${pendingBills(filter)}) pending cross join ${billItems} b on b.seq = pending.seq where b.deleted_at is null and b.export_id is null)`;

/** The medians of the last bills of each service: of the values for one, as a value and its quantity, and of the quantities. */
const usual = sql`service as materialized (select distinct service_id as id from bill),
  sample as materialized (
    select b.service_id, b.value, b.quantity, count(*) over (partition by b.service_id) as n,
      row_number() over (partition by b.service_id order by b.value * 1.0 / b.quantity, b.seq) as value_place,
      row_number() over (partition by b.service_id order by b.quantity, b.seq) as quantity_place
    from service cross join ${billItems} b on b.seq in (
      select seq from ${billItems} last indexed by bill_items_by_service
      where last.service_id = service.id and last.deleted_at is null order by date desc, seq desc limit ${number(USUAL_BILLS)})
    where b.value > 0),
  usual as materialized (
    select service_id, max(value) filter (where value_place = (n + 1) / 2) as value, max(quantity) filter (where value_place = (n + 1) / 2) as value_for,
      max(quantity) filter (where quantity_place = (n + 1) / 2) as quantity
    from sample group by service_id)`;

/** The number of bills of the same horse, service and day, exported or not. */
const alike = sql`(select count(*) from ${billItems} other indexed by bill_items_by_horse
  where other.horse_id = bill.horse_id and other.service_id = bill.service_id and other.date = bill.date and other.deleted_at is null)`;

/** The rows of each check of bills: their `seq`, the number of bills alike, and what is usual. */
const billChecks = (today: LocalDate): { [check in BillCheck]: [rows: SQL, order: SQL] } => {
  const where = (condition: SQL) =>
    sql`select seq, date, 1 as alike, null as usual_quantity, null as usual_value, null as usual_value_for from bill where ${condition}`;
  return {
    duplicates: [
      sql`select min(seq) as seq, date, ${alike} as alike, null as usual_quantity, null as usual_value, null as usual_value_for
        from bill group by horse_id, service_id, date having ${alike} > 1`,
      sql`date, seq`,
    ],
    future: [where(sql`date > ${today}`), sql`date desc, seq`],
    old: [where(sql`date < ${plusDays(today, -OLD_DAYS)}`), sql`date, seq`],
    farAbove: [
      sql`select bill.seq, bill.date, 1 as alike, usual.quantity as usual_quantity, usual.value as usual_value, usual.value_for as usual_value_for
        from bill cross join usual on usual.service_id = bill.service_id
        where bill.quantity > ${number(FAR_ABOVE)} * usual.quantity
          or bill.value * usual.value_for > ${number(FAR_ABOVE)} * usual.value * bill.quantity`,
      sql`date, seq`,
    ],
    zero: [where(sql`value = 0`), sql`date, seq`],
    unknown: [where(sql`customer_id is null`), sql`date, seq`],
  };
};

/** The customers and services that are not deleted or that a bill has. */
const names = sql`select id, 'customer' as kind, name, id in (select customer_id from bill) as used from ${customers} where deleted_at is null or used
  union all select id, 'service', product_service_name, id in (select id from service) as used from ${services} where deleted_at is null or used`;

type BillFindings = Findings<BillCheck, FoundBill> & { checked: number; names: CheckedName[] };

/** The name of a customer or horse, marked if it was deleted: see `nameOrDeleted`. */
const marked = (alias: string) => sql.raw(`${alias}.name || iif(${alias}.deleted_at is null, '', ' (deleted)')`);

/** Selects what is striking about the pending bills that a search and the filters find, and the names that QuickBooks gets, in one row. */
export function checkBills(filter: ExportFilter, today: LocalDate, shown: ShownRows) {
  const checks = Object.entries(billChecks(today)).map(([check, [rows, order]]) =>
    rowsOf(check as BillCheck, rows, order),
  );
  const limit = limitOf(BILL_CHECKS, shown);
  const row = sql`iif(place <= ${limit}, json_object('place', place, 'id', b.id, 'date', b.date, 'customer', coalesce(${marked("c")}, ${UNKNOWN}), 'horse', ${marked("h")},
    'service', s.product_service_name, 'horseId', b.horse_id, 'serviceId', b.service_id, 'quantity', b.quantity, 'value', b.value, 'alike', alike,
    'usualQuantity', usual_quantity, 'usualValue', usual_value, 'usualValueFor', usual_value_for), null)`;
  const found = sql`select kind, found, ${row} as record from (${sql.join(checks, sql` union all `)}) f
    left join ${billItems} b on place <= ${limit} and b.seq = f.seq left join ${horses} h on h.id = b.horse_id
    left join ${customers} c on c.id = b.customer_id left join ${services} s on s.id = b.service_id`;
  const name = sql`json_object('id', id, 'kind', kind, 'name', name, 'isUsed', ${asFlag(sql`used`)})`;
  return statements
    .select({
      findings: sql`findings`.mapWith((json: string): BillFindings => {
        const { found: read, checked, names: listed } = JSON.parse(json);
        return { ...parseFindings<BillCheck, FoundBill>(BILL_CHECKS, read), checked, names: listed };
      }),
    })
    .from(
      sql`(with ${bill(filter)}, ${usual} select json_object('checked', (select count(*) from bill),
        'found', json((${grouped(found)})), 'names', json((select json_group_array(json(${name})) from (${names} order by kind, name collate nocase, id)))) as findings)`,
    );
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
  const boarded = sql`select h.id, h.name, null as date, coalesce(${marked("c")}, ${UNKNOWN}) as other from boarded h left join ${customers} c on c.id = h.customer_id`;
  const isBilled = sql`exists (select 1 from ${boardingBills("bill_items_of_month")} and ${boardingMonth(billItems)} = ${monthOf(today)} and horse_id = h.id)`;
  const hasSalary = sql`exists (select 1 from ${payrollItems} where groom_id = g.id and deleted_at is null
    and (payroll.week = w.week or payroll.week is null and date between w.week and w.sunday and lower(trim(item)) = ${WEEKLY_SALARY.toLowerCase()}))`;
  return {
    unbilledBoarders: [sql`${boarded} where h.is_billable and not ${isBilled}`, sql`name collate nocase, id`],
    notBillable: [sql`${boarded} where not h.is_billable`, sql`name collate nocase, id`],
    ownerless: [sql`${boarded} where c.id is null or c.deleted_at is not null`, sql`name collate nocase, id`],
    shows: [
      sql`select s.id, s.name, s.date, h.name as other from ${shows} s indexed by shows_unbilled_by_date join ${horses} h on h.id = s.horse_id
        where not s.billed and s.deleted_at is null and s.date < ${today}`,
      sql`date, id`,
    ],
    showsWithoutBill: [
      // Those that never had a bill, such as those of an import, were billed elsewhere.
      sql`select s.id, s.name, s.date, h.name as other from ${shows} s indexed by shows_listed_by_date join ${horses} h on h.id = s.horse_id
        where s.billed and s.deleted_at is null and s.date >= ${plusDays(today, -CHECKED_SHOW_DAYS)}
          and not exists (select 1 from ${billItems} where show_id = s.id and deleted_at is null)
          and exists (select 1 from ${billItems} where show_id = s.id)`,
      sql`date desc, id`,
    ],
    grooms: [
      sql`select g.id, g.name, w.week as date, null as other from (${weeksRun(today)}) w cross join ${grooms} g
        where g.deleted_at is null and coalesce(g.start_date, '') <= w.sunday and ${lastDay(sql`g.end_date`)} >= w.week and not ${hasSalary}`,
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
  const found = sql`select kind, found, iif(place <= ${limit}, json_object('place', place, 'id', id, 'name', name, 'date', date, 'other', other), null) as record
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
