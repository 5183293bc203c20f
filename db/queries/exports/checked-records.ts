import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import { CHECKED_SHOW_DAYS, checkedWeeks, RECORD_CHECKS } from "#app/domain/exports/checks.ts";
import type { RecordsToCheck } from "#app/domain/exports/judge-records.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { horseRecords, isInProperty } from "#db/queries/barn/horses.ts";
import { showPrice } from "#db/queries/barn/shows.ts";
import { changesOfGroom, mondayIn } from "#db/queries/payroll/payroll-runs.ts";
import {
  billItems,
  customers,
  dismissals,
  grooms,
  horses,
  isSalaryByHand,
  payrollItems,
  services,
  shows,
} from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { fineMarks, jsonList } from "./checked-bills.ts";

type Table = typeof horses | typeof shows | typeof grooms;

/** Records that are not deleted as a JSON list of `FoundRecord`, with more columns, from A to Z. */
const found = (table: Table, more: Record<string, SQLWrapper>, where: SQL, order = sql``) => {
  const none = { date: sql`null`, other: sql`null`, ownerId: sql`null`, amount: sql`null` };
  const record = jsonObject({ id: table.id, name: table.name, ...none, ...more });
  const rows = sql`${table} ${where} and ${table.deletedAt} is null order by ${table.name} collate nocase, ${order} ${table.id}`;
  return jsonList(sql`json(record)`, sql`from (select ${record} as record from ${rows})`);
};

/** Selects the horses, shows and grooms that an admin may have to look at today, in one row. */
export function recordsToCheck(today: LocalDate) {
  const weeks = checkedWeeks(today);
  const horse = {
    ...{ other: horseRecords.row.responsibleParty, ownerId: horses.customerId, isBillable: asFlag(sql`is_billable`) },
    hasOwner: asFlag(sql`${customers.id} is not null and ${customers.deletedAt} is null`),
  };
  const inProperty = sql`${horseRecords.joins} where ${isInProperty(today)}`;
  const show = { date: shows.date, other: horses.name, amount: sql`${showPrice} * ${shows.quantity}` };
  const ofHorse = sql`join ${horses} on ${horses.id} = ${shows.horseId} join ${services} on ${services.id} = ${shows.serviceId}`;
  const unbilled = sql`indexed by shows_unbilled_by_date ${ofHorse} where not billed and date <= ${today}`;
  // Shows that never had a bill, such as imported ones, were billed elsewhere.
  const bill = sql`select 1 from ${billItems} where show_id = ${shows.id}`;
  const withoutBill = sql`indexed by shows_listed_by_date ${ofHorse} where billed and date >= ${plusDays(today, -CHECKED_SHOW_DAYS)}
    and exists (${bill}) and not exists (${bill} and deleted_at is null)`;
  const isSince = sql`>= ${weeks.at(-1)} and deleted_at is null`;
  const made = sql`select week from ${payrollItems} where groom_id = ${grooms.id} and week ${isSince}
    union all select ${mondayIn(payrollItems.date)} from ${payrollItems} indexed by payroll_salaries_by_hand
      where groom_id = ${grooms.id} and ${isSalaryByHand(payrollItems)} and date ${isSince}`;
  const dismissed = sql`from ${dismissals} where kind = 'salary' and record_id = ${grooms.id} and scope ${isSince}`;
  const groom = {
    amount: grooms.weeklySalary,
    ...{ startDate: grooms.startDate, endDate: grooms.endDate, salaryChanges: changesOfGroom },
    ...{ made: jsonList(sql`week`, sql`from (${made})`), dismissedWeeks: jsonList(sql`scope`, dismissed) },
  };
  const run = sql`select 1 from ${payrollItems} where date = week.value and week = week.value and deleted_at is null`;
  const parts: { [name in keyof RecordsToCheck]: SQL } = {
    horses: found(horses, horse, inProperty),
    shows: found(shows, show, unbilled, sql`date,`),
    showsWithoutBill: found(shows, show, withoutBill, sql`date,`),
    grooms: found(grooms, groom, sql`where true`),
    weeksRun: jsonList(sql`value`, sql`from json_each(${JSON.stringify(weeks)}) week where exists (${run})`),
    fine: fineMarks(sql`kind in ${RECORD_CHECKS}`),
  };
  return statements
    .select({ read: sql`read`.mapWith((json: string): RecordsToCheck => JSON.parse(json)) })
    .from(sql`(select ${jsonObject(parts)} as read)`);
}
