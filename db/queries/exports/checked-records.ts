import { isNull, type SQL, sql } from "drizzle-orm";
import { type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import {
  CHECKED_SHOW_DAYS,
  checkedWeeks,
  type FoundRecord,
  type FoundRows,
  RECORD_CHECKS,
  type RecordCheck,
} from "#app/domain/exports/checks.ts";
import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import { WEEKLY_SALARY } from "#app/domain/payroll/payroll.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { isInProperty } from "#db/queries/barn/horses.ts";
import { isDismissed } from "#db/queries/overview/stored-dismissals.ts";
import { billItems, customers, grooms, horses, lastDay, payrollItems, shows } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

/** How many rows of each check to return. */
type ShownRows = (check: RecordCheck) => number;

/** The checked weeks that payroll was run for: the Monday and the Sunday of each. */
const weeksRun = (
  today: LocalDate,
) => sql`select run.value as week, date(run.value, '+6 days') as sunday from json_each(${JSON.stringify(checkedWeeks(today))}) run
  where exists (select 1 from ${payrollItems} where ${payrollItems.date} = run.value and ${payrollItems.week} = run.value and ${payrollItems.deletedAt} is null)`;

/** The rows of each check of records. */
const recordChecks = (today: LocalDate): { [check in RecordCheck]: [rows: SQL, order: SQL] } => {
  const boarded = sql`select h.id, h.name, null as date, coalesce(c.name || iif(c.deleted_at is null, '', ' (deleted)'), ${UNKNOWN}) as other, coalesce(h.customer_id, '') as owner_id from boarded h left join ${customers} c on c.id = h.customer_id`;
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
  const record = jsonObject({
    id: sql`id`,
    name: sql`name`,
    date: sql`date`,
    other: sql`other`,
    ownerId: sql`owner_id`,
  });
  const lists = Object.entries(recordChecks(today)).map(([check, [rows, order]]) => [
    check,
    sql`(select json_group_array(${record}) from (select * from (${rows}) order by ${order}))`,
  ]);
  const boarded = sql`boarded as materialized (select * from ${horses} where ${isNull(horses.deletedAt)} and ${isInProperty(today)})`;
  return statements
    .select({ findings: sql`findings`.mapWith((json: string) => firstOf(JSON.parse(json), shown)) })
    .from(sql`(with ${boarded} select ${jsonObject(Object.fromEntries(lists))} as findings)`);
}

type Found<Rows> = { [check in RecordCheck]: Rows };

/** The number of rows of each check, and the first of them. */
function firstOf(found: Found<FoundRecord[]>, shown: ShownRows): Found<FoundRows<FoundRecord>> {
  const entries = RECORD_CHECKS.map((check) => [
    check,
    { count: found[check].length, rows: found[check].slice(0, shown(check)) },
  ]);
  return Object.fromEntries(entries);
}
