import { desc, eq, isNotNull, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import { type LocalDate, mondayOf, plusDays } from "#app/domain/basics/calendar.ts";
import { orderKey } from "#app/domain/basics/search-text.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import {
  OPTIONAL_WEEKS,
  type RunHistory,
  type SalariedGroom,
  type Salary,
  WAITING_WEEKS,
  WEEKLY_SALARY,
} from "#app/domain/payroll/payroll.ts";
import { SETTINGS_ID } from "#app/domain/records/settings.ts";
import { setSettings } from "#db/queries/barn/stored-settings.ts";
import {
  dismissals,
  grooms,
  isSalaryByHand,
  lastDay,
  payrollItems,
  payrollRuns,
  salaryChanges,
  settings,
} from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { type BatchQuery, type ConfirmedBatch, isUnchanged } from "#db/write/batch.ts";
import { type Change, chunksOf } from "#db/write/change.ts";
import { type By, idsInRun } from "#db/write/records.ts";

/* Generates the weekly payroll items, by the button and by the schedule (docs/product.md, 'Payroll generation' and 'Payroll schedule'). */

/** The actor of the scheduled runs. */
export const SCHEDULE = "schedule";

/** The result of a scheduled run. `failure` is the reason why it made no items. */
export type ScheduledRun = { at: string; itemCount: number; failure: string | null; isUndone: boolean };

const isUndone = isNotNull(payrollRuns.undoneAt);

/** Selects the time of the last payroll run (UTC, ISO 8601) and the result of the last scheduled run, in one row. */
export function payrollState() {
  const scheduled = statements
    .select({
      json: sql`json_object('at', ${payrollRuns.at}, 'itemCount', item_count, 'failure', failure, 'isUndone', ${asFlag(isUndone)})`,
    })
    .from(payrollRuns)
    .where(eq(payrollRuns.actor, SCHEDULE))
    .orderBy(desc(payrollRuns.at))
    .limit(1);
  return statements
    .select({
      lastPayroll: settings.lastPayroll,
      scheduled: sql`(${scheduled})`.mapWith((json: string) => JSON.parse(json) as ScheduledRun),
    })
    .from(settings);
}

/** Selects the time of the last payroll run, or null, in one row. */
export function lastPayrollRun() {
  return statements.select({ lastPayroll: settings.lastPayroll }).from(settings);
}

/** A groom that a run may pay, with the history of runs, which is the same for all grooms. */
export type GroomToPay = SalariedGroom & RunHistory & { name: string };

/** The Monday of a date, in SQL. */
export const mondayIn = (date: SQLWrapper) => sql`date(${date}, 'weekday 0', '-6 days')`;

/** The first Monday of the last `weeks` weeks, the current one included. */
const earliestWeek = (today: LocalDate, weeks: number) => plusDays(mondayOf(today), -7 * (weeks - 1));

/** A day before every week that is due, or covered since the Monday `earliest`, in SQL. */
const sinceWeek = (earliest: LocalDate) => sql`min(date(${settings.lastPayroll}, '-8 days'), ${earliest})`;

/** The changes of a groom's salary and dates that were not undone, the oldest first, as JSON: see `SalariedGroom`. */
export const changesOfGroom = sql`json((select json_group_array(json_object('at', at, 'before', salary_before, 'startDateBefore', start_date_before, 'endDateBefore', end_date_before))
  from (select * from ${salaryChanges} where groom_id = ${grooms.id} and undone_at is null order by at, seq)))`;

function groomToPay(thisWeek: LocalDate, earliest: LocalDate): BatchQuery<GroomToPay>["row"] {
  const since = sinceWeek(earliest);
  const ofGroom = sql`${payrollItems.groomId} = ${grooms.id}`;
  // SQLite would prefer the index of all items of the groom.
  const salaries = sql`${payrollItems} indexed by payroll_salaries_by_hand where ${ofGroom} and ${isSalaryByHand(payrollItems)}`;
  const byHand = sql`select ${mondayIn(payrollItems.date)} as week from ${salaries}`;
  const made = sql`select week from ${payrollItems} where ${ofGroom} and week >= ${since} and deleted_at is null
    union ${byHand} and date >= ${since} and deleted_at is null`;
  // The items of a run that was undone do not count: the next run makes them anew.
  const isDeleted = sql`${payrollItems.deletedAt} is not null and not exists (
    select 1 from ${payrollRuns} where ${payrollRuns.id} = ${payrollItems.payrollRunId} and ${payrollRuns.undoneAt} = ${payrollItems.deletedAt})`;
  const deleted = sql`select week from ${payrollItems} where ${ofGroom} and week is not null and week >= ${earliest} and ${isDeleted}
    union ${byHand} and date >= ${earliest} and ${isDeleted}`;
  const dismissed = sql`select scope as week from ${dismissals}
    where kind = 'salary' and record_id = ${grooms.id} and scope >= ${since} and ${dismissals.deletedAt} is null`;
  const list = (column: SQL, rows: SQL) => sql`json((select json_group_array(${column}) from (${rows})))`;
  return {
    id: grooms.id,
    name: grooms.name,
    startDate: grooms.startDate,
    endDate: grooms.endDate,
    weeklySalary: grooms.weeklySalary,
    createdAt: grooms.createdAt,
    deletedAt: grooms.deletedAt,
    salaryChanges: changesOfGroom,
    made: list(sql`week`, sql`${made} order by week`),
    deletedWeeks: list(sql`week`, sql`${deleted} order by week`),
    dismissedWeeks: list(sql`week`, sql`${dismissed} order by week`),
    thisWeek: sql`${thisWeek}`,
    lastPayroll: settings.lastPayroll,
    firstRun: sql`first.at`,
    runBeforeFirst: sql`first.before`,
    lateFrom: settings.lateFrom,
    earliest: sql`${earliest}`,
  };
}

/** The grooms of the condition, with the weeks since `earliest` for which they have items. Empty while the last run is unknown. */
function groomsToPay(today: LocalDate, earliest: LocalDate, condition: SQL): BatchQuery<GroomToPay> {
  return {
    row: groomToPay(mondayOf(today), earliest),
    from: sql`${grooms} cross join ${settings}
      left join (select at, last_payroll_before as before from ${payrollRuns} where failure is null and taken_back_at is null order by at limit 1) first
      where ${settings.lastPayroll} is not null and ${condition}`,
    order: grooms.seq,
    period: mondayOf(today),
  };
}

/**
 * The grooms that a run may pay: all but those who left, or were deleted, before the weeks that it may make, and those who were
 * deleted at the moment they were created, as the unknown grooms of an import are.
 */
export function payrollDue(today: LocalDate): BatchQuery<GroomToPay> {
  const earliest = earliestWeek(today, OPTIONAL_WEEKS);
  const since = sinceWeek(earliest);
  return groomsToPay(
    today,
    earliest,
    sql`${lastDay(grooms.endDate)} >= ${since} and (${grooms.deletedAt} is null or (${grooms.deletedAt} >= ${since} and ${grooms.deletedAt} <> ${grooms.createdAt}))`,
  );
}

/**
 * The grooms whose weeks may wait for an admin: grooms who were added or changed since the earliest of these weeks, and
 * had not left before it. With `id`, that groom alone.
 */
export function waitingGrooms(today: LocalDate, id?: string): BatchQuery<GroomToPay> {
  const earliest = earliestWeek(today, WAITING_WEEKS);
  const condition = sql`${grooms.deletedAt} is null and ${grooms.updatedAt} >= ${earliest} and ${lastDay(grooms.endDate)} >= ${earliest}`;
  return groomsToPay(today, earliest, id === undefined ? condition : sql`${grooms.id} = ${id} and ${condition}`);
}

/** Inserts the run with all its items, and sets the time of the last run. ConflictError if a row of the batch changed. */
export function generatePayroll(batch: ConfirmedBatch<GroomToPay>, salaries: Salary[], by: By): Change {
  const change = insertSalaries(batch, salaries, by);
  const lastRun = setSettings({ lastPayroll: by.at.toISOString() });
  return {
    ...change,
    audited: [...change.audited, { table: settings, ids: [SETTINGS_ID] }],
    mutations: [...change.mutations, { sql: lastRun, expectRows: 1 }],
  };
}

/** Inserts a run with the salaries of grooms who came after the last run, which stays the last run. */
export function insertSalaries(batch: ConfirmedBatch<GroomToPay>, salaries: Salary[], by: By): Change {
  const { idempotencyKey: id, payload } = batch;
  const now = by.at.toISOString();
  // Sorted like the indexes, the insert of thousands of items takes a third of the time.
  const idOf = idsInRun(id);
  const rows = salaries
    .toSorted((a, b) => a.week.localeCompare(b.week))
    .map(({ groomId, week, paymentDate, value }, n) => [idOf(n), groomId, week, paymentDate, value]);
  return {
    ...by,
    idempotencyKey: id,
    action: "generate payroll",
    payload,
    audited: [{ table: payrollRuns, ids: [id] }],
    preconditions: [isUnchanged(batch)],
    mutations: [
      {
        sql: insertRun({
          ...{ id, at: now, actor: by.actor, itemCount: rows.length, total: totalOf(salaries) },
          lastPayrollBefore: sql`(select last_payroll from ${settings})`,
        }),
        expectRows: 1,
      },
      ...chunksOf(rows).map((chunk) => ({
        sql: sql`insert into ${payrollItems} (id, groom_id, item, item_sort, date, week, payment_date, value, payroll_run_id, created_at, updated_at)
          select value ->> 0, value ->> 1, ${WEEKLY_SALARY}, ${orderKey(WEEKLY_SALARY)}, value ->> 2, value ->> 2, value ->> 3, value ->> 4, ${id}, ${now}, ${now}
          from json_each(${JSON.stringify(chunk)})`,
        expectRows: "any" as const,
      })),
    ],
  };
}

/** Records why the scheduled run `runId` failed, at most once for each `id`. ConflictError if that run exists. */
export function recordFailure(id: string, runId: string, failure: string, by: By): Change {
  return {
    ...by,
    idempotencyKey: id,
    action: "fail to generate payroll",
    payload: { runId },
    preconditions: [sql`not exists (select 1 from ${payrollRuns} where ${payrollRuns.id} = ${runId})`],
    audited: [{ table: payrollRuns, ids: [id] }],
    mutations: [
      {
        sql: insertRun({ id, at: by.at.toISOString(), actor: by.actor, itemCount: 0, total: 0, failure }),
        expectRows: 1,
      },
    ],
  };
}

const insertRun = (run: SQLiteInsertValue<typeof payrollRuns>) => statements.insert(payrollRuns).values(run);

/** Sets an unknown time of the last run to 17:00 UTC on `date`, which is on the same day in New York. ConflictError if it is known. */
export function setLastPayroll(idempotencyKey: string, date: LocalDate, by: By): Change {
  return {
    ...by,
    idempotencyKey,
    action: "set last payroll",
    payload: { date },
    audited: [{ table: settings, ids: [SETTINGS_ID] }],
    mutations: [
      {
        sql: setSettings({ lastPayroll: `${date}T17:00:00.000Z` }).where(isNull(settings.lastPayroll)),
        expectRows: 1,
      },
    ],
  };
}
