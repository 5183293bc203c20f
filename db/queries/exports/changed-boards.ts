import { sql } from "drizzle-orm";
import { type LocalDate, plusMonths } from "#app/domain/basics/calendar.ts";
import { firstDayOf } from "#app/domain/basics/months.ts";
import { FIXED_SERVICE_IDS } from "#app/domain/boarding/monthly-charges.ts";
import { boardMonths, MAX_HORSES, MONTHS_AHEAD } from "#app/domain/boarding/unbilled-board.ts";
import { BOARD_CHECKS } from "#app/domain/exports/checks.ts";
import type { BilledHorse, BoardBill } from "#app/domain/exports/owed-board.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { allChangesSince, horseFacts, horseRecords, nextPrices } from "#db/queries/barn/horses.ts";
import { barnCharges } from "#db/queries/barn/stored-settings.ts";
import { standingOfHorse } from "#db/queries/boarding/charges-of-horse.ts";
import {
  activity,
  activityRecords,
  billItems,
  horseChanges,
  horses,
  services,
  settings,
  standingCharges,
} from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { nameOrDeleted } from "#db/write/records.ts";
import { fineMarks, jsonList } from "./checked-bills.ts";

const BILL = sql`json_array(id, month, service_id, service, customer_id, quantity, value, unit_price, first_day, last_day, at, standing_charge_id, split_id, is_exported, is_by_hand)`;

/**
 * Selects the horses that changed or were deleted after a bill for a month that this may concern, with these bills and what was logged
 * by hand since that month, in one row (docs/product.md, 'Check').
 */
export function changedBoards(today: LocalDate) {
  const [earliest = ""] = boardMonths(today);
  const months = JSON.stringify(boardMonths(today));
  // The earliest month may have been billed ahead.
  const firstRun = plusMonths(firstDayOf(earliest), -MONTHS_AHEAD);
  // A change concerns the month of its day in New York and later ones; another stay also those of its earlier days.
  const changes = sql`select c.horse_id, c.at, substr(date(c.at, '-1 day'), 1, 7) as month, c.check_in_date as came, c.check_out_date as left_on, c.held ->> 'from' as priced_from,
      lead(c.check_in_date, 1, h.check_in_date) over later as then_came, lead(c.check_out_date, 1, h.check_out_date) over later as then_left
    from ${horseChanges} c join ${horses} h on h.id = c.horse_id where c.at >= ${firstRun}
    window later as (partition by c.horse_id order by c.seq)`;
  const deletions = sql`select id, deleted_at, substr(date(deleted_at, '-1 day'), 1, 7), null, null, null, null, null from ${horses} where deleted_at >= ${firstRun} and deleted_at > created_at`;
  // A standing charge that changed, or whose service has another price.
  const charges = sql`select charge.horse_id, a.at, substr(date(a.at, '-1 day'), 1, 7), was.value ->> 'from_date', was.value ->> 'until_date', null, now.value ->> 'from_date', now.value ->> 'until_date'
    from ${standingCharges} charge cross join ${activityRecords} r on r.record_id in (charge.id, charge.service_id) cross join ${activity} a on a.rowid = r.seq
      join json_each(a.before) was on was.value ->> 'id' = r.record_id join json_each(a.after) now on now.value ->> 'id' = r.record_id
    where a.at >= ${firstRun} and (r.record_id = charge.id or was.value ->> 'price' is not now.value ->> 'price')`;
  const earlierDay = sql`min(iif(came <> then_came, min(came, then_came), month), iif(left_on is not then_left, min(coalesce(left_on, then_left), coalesce(then_left, left_on)), month))`;
  const changed = sql`select horse_id, max(at) as at, max(min(min(month, substr(${earlierDay}, 1, 7), coalesce(substr(priced_from, 1, 7), month))), ${earliest}) as since from (select * from (${changes}) union all ${deletions} union all ${charges}) group by horse_id`;
  const common = sql`b.id, b.horse_id, b.service_id, b.customer_id, b.quantity, b.value, b.unit_price, b.first_day, b.last_day, b.created_at as at, b.standing_charge_id, b.split_id, b.export_id is not null as is_exported`;
  const ofRuns = sql`select b.period as month, 0 as is_by_hand, ${common} from changed cross join json_each(${months}) due on due.value >= since
    cross join ${billItems} b indexed by bill_items_of_runs on b.period = due.value and b.horse_id = changed.horse_id
    where b.period is not null and b.deleted_at is null and b.created_at < changed.at`;
  const byHand = sql`select substr(b.date, 1, 7) as month, 1 as is_by_hand, ${common} from (select distinct horse_id from of_run) horse
    cross join changed on changed.horse_id = horse.horse_id
    cross join ${billItems} b indexed by bill_items_by_horse on b.horse_id = changed.horse_id and b.date >= since || '-01'
    where b.service_id in ${FIXED_SERVICE_IDS} and b.period is null and b.show_id is null and b.deleted_at is null`;
  const bills = sql`(select json_group_array(json(bill)) from (select ${BILL} as bill from (
      select line.*, ${services.productServiceName} as service from (select * from of_run union all select * from by_hand) line join ${services} on ${services.id} = line.service_id
      where line.horse_id = ${horses.id} order by line.at, line.month, line.id)))`;
  const row = {
    ...{ id: horses.id, name: nameOrDeleted(horses) },
    ...horseFacts,
    ...nextPrices,
    createdAt: horses.createdAt,
    deletedAt: horses.deletedAt,
    changes: allChangesSince(firstRun),
    ...barnCharges,
    isProrated: asFlag(sql`(select prorate from ${settings})`),
    standing: standingOfHorse({ since: firstRun, withPast: true }),
    bills: sql`json(${bills})`,
  };
  const found = sql`from ${horses} ${horseRecords.joins} where ${horses.id} in (select horse_id from of_run) order by ${horses.nameSort}, ${horses.id} limit ${MAX_HORSES}`;
  return statements.select({ read: sql`read`.mapWith(parseBoards) }).from(
    sql`(with changed as materialized (${changed}), of_run as materialized (${ofRuns}), by_hand as materialized (${byHand})
        select ${jsonObject({ horses: jsonList(sql`json(horse)`, sql`from (select ${jsonObject(row)} as horse ${found})`), fine: fineMarks(sql`kind in ${BOARD_CHECKS}`) })} as read)`,
  );
}

type BillColumns = [
  ...[id: string, month: string, serviceId: string, service: string, customerId: string | null],
  ...[quantity: number, value: number, unitPrice: number | null, firstDay: string | null, lastDay: string | null],
  ...[at: string, standingId: string | null, splitId: string | null, isExported: 0 | 1, isByHand: 0 | 1],
];
type StoredBoards = { horses: (Omit<BilledHorse, "bills"> & { bills: BillColumns[] })[]; fine: string[] };

/** Bills are rows of values, which take half of objects. */
function parseBoards(json: string): { horses: BilledHorse[]; fine: string[] } {
  const { horses, fine } = JSON.parse(json) as StoredBoards;
  return { fine, horses: horses.map(({ bills, ...horse }) => ({ ...horse, bills: bills.map(billOf) })) };
}

function billOf(columns: BillColumns): BoardBill {
  const [id, month, serviceId, service, customerId, quantity, value, unitPrice, firstDay, lastDay, ...rest] = columns;
  const [at, standingId, splitId, isExported, isByHand] = rest;
  const what = { id, month, serviceId, standingId, splitId, service, customerId, quantity, value, unitPrice };
  return { ...what, firstDay, lastDay, at, isExported: isExported === 1, isByHand: isByHand === 1 };
}
