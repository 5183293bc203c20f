import { isNull, sql } from "drizzle-orm";
import { type LocalDate, mondayOf, plusDays } from "#app/domain/calendar.ts";
import { OLD_DAYS } from "#app/domain/checks.ts";
import { FIXED_SERVICE_IDS } from "#app/domain/fixed-services.ts";
import { monthOf } from "#app/domain/months.ts";
import { chartDays, chartMonths, chartWeeks, countedDays, TOP_CUSTOMERS } from "#app/domain/overview.ts";
import { nameOrDeleted } from "#db/records.ts";
import {
  billItems,
  boardingMonth,
  corrections,
  customers,
  exports,
  grooms,
  horses,
  lastDay,
  shows,
  totals,
} from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import { boardingBills } from "./billing-runs.ts";
import { isOpen } from "./corrections.ts";
import { isActive } from "./grooms.ts";
import { isInProperty } from "./horses.ts";

/*
 * What the Overview shows (docs/product.md, 'Overview'). Sums of bills and payroll come from `totals`, by key, so the cost depends
 * on the time that the charts show and on the horses and grooms of today, and not on the number of bills.
 */

/** A row of `totals`: the number and the sum of all rows of a key, and those of the list's default view. */
export type Total = {
  list: string;
  kind: string;
  key: string;
  rows: number;
  sum: number;
  currentRows: number;
  currentSum: number;
};

const total = asList<Total>({
  list: totals.list,
  kind: totals.kind,
  key: totals.key,
  rows: totals.rows,
  sum: totals.sum,
  currentRows: totals.currentRows,
  currentSum: totals.currentSum,
});

type Range = [list: string, kind: string, from: string | number, to: string | number];

/** The keys of the totals that the Overview shows, up to today: a range of keys for each kind. */
function rangesOf(today: LocalDate): Range[] {
  const [months, [week = ""], [day = ""]] = [chartMonths(today), chartWeeks(today), chartDays(today)];
  const [first, last] = [months[0] ?? "", monthOf(today)];
  return [
    ["bill_items", "", "", ""],
    ["payroll", "", "", ""],
    ["payroll", "payment", "", ""],
    ["bill_items", "customer", "", ""],
    ["bill_items", "value", 0, 0],
    ["bill_items", "month", first, last],
    ["bill_items", "shows by month", first, last],
    ...FIXED_SERVICE_IDS.map((id): Range => ["bill_items", "service by month", `${id} ${first}`, `${id} ${last}`]),
    ["bill_items", "logged", day, today],
    ["payroll", "date", week, plusDays(mondayOf(today), 6)],
  ];
}

/** The number and the sum of the corrections that are not entered yet, as a row of `totals`. They are few, so a page counts them. */
const openCorrections = sql`select 'corrections', '', '', 0, 0, count(*), coalesce(sum(${corrections.amount}), 0)
  from ${corrections} where ${corrections.deletedAt} is null and ${isOpen}`;

/** Selects the totals up to today that the Overview shows, in one row; a total without rows is missing. */
export function overviewTotals(today: LocalDate) {
  // One select for each range: a condition with `or` would read more rows.
  const parts = rangesOf(today).map(
    ([list, kind, from, to]) =>
      sql`select * from ${totals} where ${totals.list} = ${list} and ${totals.kind} = ${kind} and ${totals.key} between ${from} and ${to}`,
  );
  return statements
    .select({ found: total })
    .from(sql`(${sql.join([...parts, openCorrections], sql` union all `)}) totals`);
}

/** The totals of a kind whose keys, which are dates, are not before a day, in one row. */
function totalsFrom(list: string, kind: string, from: LocalDate) {
  return statements
    .select({ found: total })
    .from(totals)
    .where(sql`${totals.list} = ${list} and ${totals.kind} = ${kind} and ${totals.key} >= ${from}`);
}

/** Selects the totals of payroll items with a payment date from today on, in one row. */
export const payrollByPayment = (today: LocalDate) => totalsFrom("payroll", "payment", today);

/** Selects the totals of bills by date since the day from which they are not old, in one row. */
export const recentBills = (today: LocalDate) => totalsFrom("bill_items", "date", plusDays(today, -OLD_DAYS));

/** A customer with pending bills. `id` is empty for the bills without a customer. */
export type PendingCustomer = { id: string; name: string; rows: number; sum: number };

/** Selects the customers with the highest pending amounts, the highest first, in one row. */
export function topCustomers() {
  const top = sql`(select ${totals.key} as id, ${totals.currentRows} as pending, ${totals.currentSum} as amount from ${totals} indexed by totals_pending_by_customer
    where ${totals.list} = 'bill_items' and ${totals.kind} = 'customer' and ${totals.currentRows} > 0
    order by ${totals.currentSum} desc, ${totals.key} desc limit ${sql.raw(String(TOP_CUSTOMERS))}) top`;
  return statements
    .select({
      customers: asList<PendingCustomer>({
        id: sql`top.id`,
        name: sql`coalesce(${nameOrDeleted(customers)}, 'Unknown')`,
        rows: sql`top.pending`,
        sum: sql`top.amount`,
      }),
    })
    .from(sql`${top} left join ${customers} on ${customers.id} = top.id`);
}

/**
 * Selects the numbers of horses on each counted day, by their present location, and of the billable ones of today without a bill
 * of boarding for the month, in one row. Each horse is read once.
 */
export function horseFigures(today: LocalDate) {
  const days = countedDays(today);
  const [first = today] = days;
  const isBilled = sql`exists (select 1 from ${boardingBills("bill_items_of_month")} and ${boardingMonth(billItems)} = ${monthOf(today)} and horse_id = ${horses.id})`;
  const isDue = sql`(${horses.isBillable} and ${isInProperty(today)})`;
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
      unbilled: sql<number>`count(*) filter (where iif(${isDue}, not ${isBilled}, 0))`,
    })
    .from(horses)
    .where(sql`${isNull(horses.deletedAt)} and ${lastDay(horses.checkOutDate)} >= ${first}`);
}

/** A groom who is active today, and whether a payroll item is dated in the current week. */
export type ActiveGroom = { name: string; hasItem: boolean };

/** Selects the grooms who are active today, in one row. */
export function activeGrooms(today: LocalDate) {
  const key = sql`${mondayOf(today)} || ' ' || ${grooms.id}`;
  const hasItem = sql`exists (select 1 from ${totals} where list = 'payroll' and kind = 'groom by date' and key = ${key} and rows > 0)`;
  return statements
    .select({ grooms: asList<ActiveGroom>({ name: grooms.name, hasItem: asFlag(hasItem) }) })
    .from(grooms)
    .where(sql`${isNull(grooms.deletedAt)} and ${isActive(today)}`);
}

/** Selects how many exports since an instant (UTC, ISO 8601) stand, and the id of the last one, in one row. */
export function exportsSince(instant: string) {
  const last = sql<string>`coalesce((select id from ${exports} where at >= ${instant} and voided_at is null order by at desc limit 1), '')`;
  return statements
    .select({ count: sql<number>`count(*)`, last })
    .from(exports)
    .where(sql`${exports.at} >= ${instant} and ${exports.voidedAt} is null`);
}

/** Selects the number of unbilled shows up to today: the total minus those of later days, which are few. */
export function pastShows(today: LocalDate) {
  const later = sql`(select count(*) from ${shows} indexed by shows_unbilled_by_date where not ${shows.billed} and ${shows.deletedAt} is null
    and ${shows.date} > ${today})`;
  return statements
    .select({ count: sql<number>`${totals.currentRows} - ${later}` })
    .from(totals)
    .where(sql`${totals.list} = 'shows' and ${totals.kind} = '' and ${totals.key} = ''`);
}
