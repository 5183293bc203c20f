import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Month } from "#app/domain/basics/months.ts";
import { IMPORTER } from "#app/domain/bills/imported.ts";
import { BOARDING_SERVICE } from "#app/domain/boarding/monthly-charges.ts";
import { wordsOf } from "#app/domain/overview/dismissals.ts";
import { jsonObject } from "#db/list/clauses.ts";
import type { Dismissed } from "#db/queries/overview/stored-dismissals.ts";
import { billItems, boardingMonth } from "#db/schema.ts";
import type { Change } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { updateRecords } from "#db/write/versions.ts";

/* The bills of a month's board: what is billed, and what may count as it (docs/product.md, 'Billing horses'). */

export const boardingBills = (index: string) =>
  sql`${billItems} indexed by ${sql.raw(index)} where service_id = ${sql.raw(`'${BOARDING_SERVICE}'`)} and deleted_at is null`;

/** The standing bills of boarding for a month that were imported. */
export const importedBoard = (month: SQL) =>
  sql`${boardingBills("bill_items_of_month")} and ${boardingMonth(billItems)} = ${month} and period is null and entered_by = ${IMPORTER}`;

/** The standing bills of boarding in a month from the form and of shows, which count for no month. */
export const loggedBoard = (month: SQL) =>
  sql`${boardingBills("bill_items_of_month")} and ${boardingMonth(billItems)} = ${month} and period is null and entered_by <> ${IMPORTER}`;

/** The days of a month that a bill is for, to its first and its last one. */
const firstBilledDay = sql`coalesce(first_day, month || '-01')`;
const lastBilledDay = sql`coalesce(last_day, date(month || '-01', '+1 month', '-1 day'))`;

/**
 * The standing bills for a month, of all horses or of one, with their days and date: those of boarding runs, and imported bills of
 * boarding, which are for all charges of the month of their date. The conditions stand in both parts, because SQLite uses the horse of
 * an index only there.
 */
export const billedLines = (month: SQL, horseId?: SQLWrapper) => {
  const ofHorse = horseId ? sql`and horse_id = ${horseId}` : sql``;
  const ofRuns = sql`select period as month, horse_id, service_id, standing_charge_id, first_day, last_day, date from ${billItems} indexed by bill_items_of_runs
    where period = ${month} ${ofHorse} and deleted_at is null`;
  const imported = sql`select ${boardingMonth(billItems)} as month, horse_id, null as service_id, null as standing_charge_id, null as first_day, null as last_day, date from ${importedBoard(month)} ${ofHorse}`;
  return sql`(${ofRuns} union all ${imported})`;
};

/** A bill as `BilledLine`. */
export const billedLine = jsonObject({
  serviceId: sql`service_id`,
  standingId: sql`standing_charge_id`,
  first: firstBilledDay,
  last: lastBilledDay,
  date: sql`date`,
});

/** Lets bills from the form and of shows count as the boarding of a month. */
export const countFor = (month: Month, ids: readonly string[], { at }: By) =>
  updateRecords(billItems, ids, { period: month }, at, sql`period is null and deleted_at is null`);

/**
 * Lets a bill of boarding from the form or of a show count as the boarding of the month of its date. ConflictError if it counts already,
 * was voided or moved to another month, or if other bills are for that boarding.
 */
export function countAsBoarding(key: string, { recordId, scopes, name }: Dismissed, by: By): Change {
  const [month = ""] = scopes;
  const isBilled = sql`select 1 from ${billItems} other where other.period = ${month} and other.horse_id = ${billItems.horseId}
    and other.service_id = ${BOARDING_SERVICE} and other.deleted_at is null`;
  return {
    ...by,
    idempotencyKey: key,
    action: wordsOf("counted").action,
    payload: { kind: "counted", recordId, scopes, name },
    preconditions: [
      sql`exists (select 1 from ${loggedBoard(sql`${month}`)} and id = ${recordId} and not exists (${isBilled}))`,
    ],
    audited: [{ table: billItems, ids: [recordId] }],
    mutations: [{ sql: countFor(month, [recordId], by), expectRows: 1 }],
  };
}
