import { type SQL, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { firstDayOf, type Month } from "#app/domain/basics/months.ts";
import {
  type BoardIn,
  boardMonths,
  earliestMonth,
  MAX_HORSES,
  monthDue,
  type UnbilledHorse,
} from "#app/domain/boarding/unbilled-board.ts";
import { jsonObject } from "#db/list/clauses.ts";
import {
  hadStay,
  horseChangesSince,
  horseFacts,
  horseRecords,
  nextPrices,
  wasKeptSince,
} from "#db/queries/barn/horses.ts";
import { barnCharges } from "#db/queries/barn/stored-settings.ts";
import { billedLine, billedLines, importedBoard, loggedBoard } from "#db/queries/bills/billed-board.ts";
import { isDismissed } from "#db/queries/overview/stored-dismissals.ts";
import { billItems, billingRuns, horses, lastDay, settings } from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { hasOpenCharge, standingOfHorse } from "./charges-of-horse.ts";
import { bitsBetween, bitsBilled, bitsSince } from "./owed-bits.ts";

/**
 * The first month of the first standing boarding run of Hayloft, also if its bills were voided, or the month of its day if that was before;
 * null before the first run.
 */
const firstBilledMonth = sql`(select min(coalesce((select min(period) from ${billItems} where billing_run_id = run.id), '9999'), substr(run.at, 1, 7))
  from ${billingRuns} run where kind = 'horses' and taken_back_at is null order by run.at limit 1)`;

/**
 * Selects when board is billed, and the horses that may owe charges that are not billed for one of the last 12 months up to the last one
 * due, at most `MAX_HORSES`, in one row. Months before the first boarding run do not count (docs/product.md, 'Board that was not billed').
 */
export function unbilledHorses(today: LocalDate) {
  return statements
    .select({
      boardIn: sql<BoardIn>`board_in`,
      horses: sql`horses`.mapWith(
        (json: string) => JSON.parse(json) as (UnbilledHorse & { id: string; name: string })[],
      ),
    })
    .from(
      unbilledAmong(
        sql`1`,
        today,
        sql`iif(${settings.boardIn} = 'advance', ${monthDue("advance", today)}, ${monthDue("arrears", today)})`,
      ),
    );
}

/** A row with these `horses`, among those that meet a condition, for the months up to `due`. */
export function unbilledAmong(among: SQL, today: LocalDate, due: SQL | Month): SQL {
  const [earliest = ""] = boardMonths(today);
  const from = sql`iif(${settings.boardIn} = 'advance', ${earliestMonth("advance", today)}, ${earliestMonth("arrears", today)})`;
  const [first, last] = [sql`month || '-01'`, sql`month || '-31'`];
  const isThere = sql`(${lastDay(horses.checkOutDate)} >= ${first} and ${horses.checkInDate} <= ${last} or ${hadStay(first, last)}) and ${wasKeptSince(first)}`;
  const month = sql`due.month`;
  const isBilledFor = (owed: SQL) => sql`${owed} & ${bitsBilled(month)} = ${owed}`;
  const isBilled = sql`((${isBilledFor(sql`owed`)} or ${isBilledFor(bitsBetween(first, last))}) and not ${hasOpenCharge(month, first, last)}
    or exists (select 1 from ${importedBoard(month)} and horse_id = ${horses.id}))`;
  const billed = sql`(select json_group_array(${billedLine}) from ${billedLines(month, horses.id)})`;
  const logged = sql`(select json_group_array(json_object('id', id, 'value', value, 'date', date)) from ${loggedBoard(month)} and horse_id = ${horses.id})`;
  const months = sql`(select json_group_array(json_object('month', month, 'billed', json(${billed}), 'logged', json(${logged}))) from due where ${isThere} and not ${isBilled} and not ${isDismissed("board", horses.id, sql`month`)})`;
  const row = {
    id: horses.id,
    name: horses.name,
    ...horseFacts,
    ...nextPrices,
    createdAt: horses.createdAt,
    deletedAt: horses.deletedAt,
    changes: horseChangesSince(sql`months ->> '$[0].month' || '-01'`),
    ...barnCharges,
    isProrated: asFlag(sql`(select prorate from ${settings})`),
    standing: standingOfHorse({ since: sql`months ->> '$[0].month' || '-01'` }),
    months: sql`json(months)`,
  };
  // The limits of the inner selects keep SQLite from working out the months and charges of a horse for each place that names them.
  const there = sql`select *, ${bitsSince(firstDayOf(earliest))} as owed from ${horses} where ${among} and ${wasKeptSince(firstDayOf(earliest))}
    and (${lastDay(horses.checkOutDate)} >= ${firstDayOf(earliest)} or ${hadStay(firstDayOf(earliest), today)}) limit -1`;
  const found = sql`select ${jsonObject(row)} as horse from (select *, ${months} as months from (${there}) ${horses} limit -1) ${horses}
    ${horseRecords.joins} where months <> '[]' limit ${MAX_HORSES}`;
  return sql`(with due as materialized (select value as month from ${settings}, json_each(${JSON.stringify(boardMonths(today))})
      where value between max(coalesce(${firstBilledMonth}, ${due}), ${from}) and ${due})
    select ${settings.boardIn} as board_in, (select json_group_array(json(horse)) from (${found})) as horses from ${settings})`;
}
