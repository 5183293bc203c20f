import { desc, isNull, type SQL, sql } from "drizzle-orm";
import { type LocalDate, mondayOf, plusDays } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { FIXED_SERVICE_IDS } from "#app/domain/boarding/monthly-charges.ts";
import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import { SIMPLE_CHECKS, type SimpleFindings } from "#app/domain/exports/judge-bills.ts";
import type { IncomeSum } from "#app/domain/overview/income.ts";
import {
  chartDays,
  chartMonths,
  chartWeeks,
  countedDays,
  TOP_CUSTOMERS,
} from "#app/domain/overview/overview-charts.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { isActive } from "#db/queries/barn/grooms.ts";
import { isInProperty } from "#db/queries/barn/horses.ts";
import { showPrice } from "#db/queries/barn/shows.ts";
import { isFirstOfLine, isPending } from "#db/queries/bills/bills.ts";
import { isOpen } from "#db/queries/bills/stored-corrections.ts";
import { isDismissed } from "#db/queries/overview/stored-dismissals.ts";
import {
  activity,
  activityEntries,
  billItems,
  boardingMonth,
  corrections,
  customers,
  dismissals,
  exports,
  grooms,
  horses,
  isListedBill,
  lastDay,
  payrollItems,
  services,
  shows,
  totals,
} from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import { nameOrDeleted } from "#db/write/records.ts";

/*
 * What the Overview shows (docs/product.md, 'Overview'). Each figure is a plain sum over the rows that it is about, so the cost depends
 * on the months that the charts show, and on what is pending.
 */

/** The number and the sum of the rows of a key, and of those of them in the default view of their list. */
export type FoundTotal = { key: string; rows: number; sum: number; currentRows: number; currentSum: number };

const isOpenItem = sql`${payrollItems.paid} = 0 and ${payrollItems.deletedAt} is null`;
const totalOf = (current: SQL, key = sql`key`) =>
  asList<FoundTotal>({ key, rows: sql`n`, sum: sql`amount`, currentRows: sql`open`, currentSum: current });

/** Selects the number and the sum of the pending bills, the unpaid items, and the corrections that are not entered yet, in one row. */
export function openTotals() {
  const kept = sql`select list as key, rows as n, sum as amount, current_rows as open, current_sum as due from ${totals} where list in ('bill_items', 'payroll')`;
  const ofCorrections = sql`select 'corrections', 0, 0, count(*), coalesce(sum(${corrections.amount}), 0) from ${corrections} where ${corrections.deletedAt} is null and ${isOpen}`;
  const undated = sql`select 'undated', 0, 0, count(*), coalesce(sum(value), 0) from ${payrollItems} where coalesce(payment_date, '') = '' and ${isOpenItem}`;
  return statements
    .select({ found: totalOf(sql`due`) })
    .from(sql`(${kept} union all ${ofCorrections} union all ${undated})`);
}

/**
 * Selects the pending bills as groups that are the same to the simple checks, and those that are marked fine for one of these, in
 * one row.
 */
export function pendingForChecks() {
  const { date, customerId, value } = billItems;
  const groups = sql`select ${date}, min(${customerId}) as customer_id, min(${value}) as value, count(*) as n
    from ${billItems} indexed by bill_items_pending_by_date where ${isPending} group by ${date}, ${customerId} is null, ${value} = 0`;
  const fine = sql`select ${dismissals.kind}, ${date}, ${customerId}, ${value} from ${dismissals} join ${billItems} on ${billItems.id} = record_id
    where ${dismissals.kind} in ${SIMPLE_CHECKS} and ${dismissals.deletedAt} is null and scope = ${billItems.version} || '' and ${isPending}`;
  const listOf = (rows: SQL, more: Record<string, SQL>) =>
    sql`(select json_group_array(${jsonObject({ date: sql`date`, customerId: sql`customer_id`, value: sql`value`, ...more })}) from (${rows}))`;
  const pending = jsonObject({ groups: listOf(groups, { count: sql`n` }), fine: listOf(fine, { check: sql`kind` }) });
  return statements
    .select({ pending: sql`pending`.mapWith((json: string) => JSON.parse(json) as SimpleFindings) })
    .from(sql`(select ${pending} as pending)`);
}

/**
 * The sum that was billed in a month for a kind: the id of a fixed service, shows with another service, or anything
 * else.
 */
type BilledKind = { month: string; kind: string; sum: number };

/** Selects what was billed in each of the charts' months or, with `isBilledFor`, for each of them, in one row. */
export function billedKinds(today: LocalDate, isBilledFor = false) {
  const [first = ""] = chartMonths(today);
  const last = monthOf(today);
  const [month, isCharted] = isBilledFor
    ? [boardingMonth(billItems), sql`${boardingMonth(billItems)} between ${first} and ${last}`]
    : [sql`substr(date, 1, 7)`, sql`date between ${`${first}-01`} and ${`${last}-31`}`];
  const kind = sql`case when service_id in ${FIXED_SERVICE_IDS} then service_id when show_id is not null then 'shows' else '' end`;
  const sums = sql`select ${month} as month, ${kind} as kind, sum(value) as amount from ${billItems}
    where ${isListedBill(billItems)} and deleted_at is null and ${isCharted} group by 1, 2`;
  return statements
    .select({ found: asList<BilledKind>({ month: sql`month`, kind: sql`kind`, sum: sql`amount` }) })
    .from(sql`(${sums})`);
}

/**
 * Selects what was billed in each month of a year or, with `isBilledFor`, for each of them, by service and location, with the payroll
 * items of these bills; and the credit memos by their dates, at the horses' locations of today. One row.
 */
export function incomeOf(year: number, isBilledFor: boolean) {
  const month = isBilledFor ? boardingMonth(billItems) : sql`substr(${billItems.date}, 1, 7)`;
  const isOfYear = isBilledFor
    ? sql`${month} between ${`${year}-01`} and ${`${year}-12`}`
    : sql`${billItems.date} between ${`${year}-01-01`} and ${`${year}-12-31`}`;
  const sums = sql`select ${billItems.serviceId} as service, ${billItems.location} as location, ${month} as month,
      sum(${billItems.value}) as amount, coalesce(sum(${payrollItems.value}), 0) as pay
    from ${billItems} left join ${payrollItems} on ${payrollItems.billItemId} = ${billItems.id} and ${payrollItems.deletedAt} is null
    where ${isListedBill(billItems)} and ${billItems.deletedAt} is null and ${isOfYear} group by 1, 2, 3`;
  const credits = sql`select ${corrections.serviceId}, ${horses.location}, substr(bill_date, 1, 7), sum(${corrections.amount}), 0
    from ${corrections} join ${horses} on ${horses.id} = ${corrections.horseId}
    where ${corrections.billItemId} is null and ${corrections.deletedAt} is null
    and bill_date between ${`${year}-01-01`} and ${`${year}-12-31`} group by 1, 2, 3`;
  return statements
    .select({
      sums: asList<IncomeSum>({
        serviceId: sql`${services.id}`,
        service: sql`${services.productServiceName}`,
        location: sql`sums.location`,
        month: sql`month`,
        sum: sql`amount`,
        pay: sql`pay`,
      }),
    })
    .from(sql`(${sums} union all ${credits}) sums join ${services} on ${services.id} = sums.service`);
}

/** Selects how many services were logged on each of the charts' days, in one row. */
export function loggedServices(today: LocalDate) {
  const [first = ""] = chartDays(today);
  const days = sql`select date, count(*) as n from ${billItems} where ${isListedBill(billItems)} and date between ${first} and ${today}
    and billing_run_id is null and show_id is null and deleted_at is null and ${isFirstOfLine} group by 1`;
  return statements
    .select({ found: asList<{ date: string; rows: number }>({ date: sql`date`, rows: sql`n` }) })
    .from(sql`(${days})`);
}

const payrollTotals = (key: SQL, condition: SQL) =>
  statements.select({ found: totalOf(sql`due`) }).from(
    sql`(select ${key} as key, count(*) as n, sum(value) as amount, count(*) filter (where paid = 0) as open, coalesce(sum(value) filter (where paid = 0), 0) as due
      from ${payrollItems} where deleted_at is null and ${condition} group by 1)`,
  );

/** Selects the totals of payroll items by date in the weeks of the chart, in one row. */
export function payrollByDate(today: LocalDate) {
  const [first = ""] = chartWeeks(today);
  return payrollTotals(sql`date`, sql`date between ${first} and ${plusDays(mondayOf(today), 6)}`);
}

/** Selects the totals of unpaid payroll items by their payment date from today on, in one row. */
export const payrollByPayment = (today: LocalDate) =>
  payrollTotals(sql`coalesce(payment_date, '')`, sql`coalesce(payment_date, '') >= ${today} and paid = 0`);

/** A customer with pending bills. `id` is empty for the bills without a customer. */
export type PendingCustomer = { id: string; name: string; rows: number; sum: number };

/** Selects the customers with the highest pending amounts, the highest first, in one row. */
export function topCustomers() {
  const top = sql`(select coalesce(customer_id, '') as id, count(*) as pending, sum(value) as amount from ${billItems} indexed by bill_items_pending_by_date
    where ${isPending} group by 1 order by 3 desc, 1 desc limit ${sql.raw(String(TOP_CUSTOMERS))}) top`;
  return statements
    .select({
      customers: asList<PendingCustomer>({
        id: sql`top.id`,
        name: sql`coalesce(${nameOrDeleted(customers)}, ${UNKNOWN})`,
        rows: sql`top.pending`,
        sum: sql`top.amount`,
      }),
    })
    .from(sql`${top} left join ${customers} on ${customers.id} = top.id`);
}

/** Selects the numbers of horses on each counted day, by their present location, in one row. Each horse is read once. */
export function horseFigures(today: LocalDate) {
  const days = countedDays(today);
  const [first = today] = days;
  const counts = (location: string) =>
    sql`json_array(${sql.join(
      days.map((day) => sql`count(*) filter (where ${horses.location} = ${location} and ${isInProperty(day)})`),
      sql`, `,
    )})`;
  const numbers = (location: string) => sql`${counts(location)}`.mapWith((json: string): number[] => JSON.parse(json));
  return statements
    .select({
      florida: numbers("florida"),
      longIsland: numbers("long-island"),
    })
    .from(horses)
    .where(sql`${isNull(horses.deletedAt)} and ${lastDay(horses.checkOutDate)} >= ${first}`);
}

/** A groom who is active today, and whether a payroll item is dated in the current week. */
type ActiveGroom = { name: string; weeklySalary: number; hasItem: boolean };

/** Selects the grooms who are active today, in one row. */
export function activeGrooms(today: LocalDate) {
  const hasItem = sql`exists (select 1 from ${payrollItems} where groom_id = ${grooms.id} and ${payrollItems.deletedAt} is null
    and date between ${mondayOf(today)} and ${plusDays(mondayOf(today), 6)})`;
  return statements
    .select({
      grooms: asList<ActiveGroom>({ name: grooms.name, weeklySalary: grooms.weeklySalary, hasItem: asFlag(hasItem) }),
    })
    .from(grooms)
    .where(sql`${isNull(grooms.deletedAt)} and ${isActive(today)}`);
}

/** The most exports that Overview asks about; an older one follows once a newer one was answered. */
const MAX_EXPORTS = 3;

/** Selects the latest exports since an instant (UTC, ISO 8601) that are not voided, and of which no admin said that they were imported. */
export function exportsToImport(instant: string) {
  return statements
    .select({ id: exports.id, date: exports.date, total: exports.total })
    .from(exports)
    .where(
      sql`${exports.at} >= ${instant} and ${exports.voidedAt} is null and not ${isDismissed("imported", exports.id, sql`''`)}`,
    )
    .orderBy(desc(exports.at))
    .limit(MAX_EXPORTS);
}

/** A change of the activity. `at` is in UTC, ISO 8601. */
export type LastChange = { id: string; at: string; actor: string; action: string; records: string };

/** Selects the last changes, the latest first, in one row. */
export function lastChanges() {
  const last = sql`(select seq, actor, action, records from ${activityEntries} order by seq desc limit 5) last`;
  return statements
    .select({
      list: asList<LastChange>({
        id: activity.id,
        at: activity.at,
        actor: sql`last.actor`,
        action: sql`last.action`,
        records: sql`last.records`,
      }),
    })
    .from(sql`${last} join ${activity} on ${activity}.rowid = last.seq`);
}

/** Selects the number of unbilled shows up to today, and the sum that they are billed for. */
export function pastShows(today: LocalDate) {
  return statements
    .select({
      count: sql<number>`count(*)`,
      sum: sql<number>`coalesce(sum(${showPrice} * ${shows.quantity}), 0)`,
    })
    .from(sql`${shows} indexed by shows_unbilled_by_date join ${services} on ${services.id} = ${shows.serviceId}`)
    .where(sql`not ${shows.billed} and ${shows.deletedAt} is null and ${shows.date} <= ${today}`);
}
