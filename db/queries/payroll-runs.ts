import { desc, eq, isNotNull, sql } from "drizzle-orm";
import type { SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import { type LocalDate, mondayOf } from "#app/domain/calendar.ts";
import { totalOf } from "#app/domain/charges.ts";
import { type SalariedGroom, type Salary, WEEKLY_SALARY } from "#app/domain/payroll.ts";
import { type BatchQuery, type ConfirmedBatch, isUnchanged } from "#db/batch.ts";
import type { By } from "#db/records.ts";
import { grooms, payrollItems, payrollRuns, settings } from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import type { Change } from "#db/write.ts";

/* Generates the weekly payroll items, by the button and by the schedule (docs/product.md, 'Payroll generation' and 'Payroll schedule'). */

/** The actor of the scheduled runs. */
export const SCHEDULE = "schedule";

/** The result of a scheduled run. `failure` is the reason why it made no items. */
export type ScheduledRun = { at: string; itemCount: number; failure: string | null; isTakenBack: boolean };

const isTakenBack = isNotNull(payrollRuns.takenBackAt);

/** Selects the time of the last payroll run (UTC, ISO 8601) and the result of the last scheduled run, in one row. */
export function payrollState() {
  const scheduled = statements
    .select({
      json: sql`json_object('at', ${payrollRuns.at}, 'itemCount', item_count, 'failure', failure, 'isTakenBack', ${asFlag(isTakenBack)})`,
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

/** A groom that a run may pay. */
export type GroomToPay = SalariedGroom & {
  name: string;
  lastPayroll: string;
  /** The Monday of the current week if the groom's salary for it was deleted, or null. */
  deletedWeek: LocalDate | null;
};

/** All grooms, with the weeks for which they have items since the last run. Empty while the last run is unknown. */
export function payrollDue(today: LocalDate): BatchQuery<GroomToPay> {
  const week = mondayOf(today);
  const generatedWeeks = sql`(select json_group_array(week) from (select week from ${payrollItems} where groom_id = ${grooms.id} and week > date(${settings.lastPayroll}, '-8 days') and deleted_at is null order by week))`;
  const deletedWeek = sql`(select week from ${payrollItems} where groom_id = ${grooms.id} and week = ${week} and deleted_at is not null limit 1)`;
  return {
    row: {
      id: grooms.id,
      name: grooms.name,
      startDate: grooms.startDate,
      endDate: grooms.endDate,
      weeklySalary: grooms.weeklySalary,
      lastPayroll: settings.lastPayroll,
      made: sql`json(${generatedWeeks})`,
      deletedWeek,
    },
    from: sql`${grooms} cross join ${settings} where ${grooms.deletedAt} is null and ${settings.lastPayroll} is not null`,
    order: grooms.seq,
    period: week,
  };
}

/** Inserts the run with all its items, and sets the time of the last run. ConflictError if a row of the batch changed. */
export function generatePayroll(batch: ConfirmedBatch<GroomToPay>, salaries: Salary[], by: By): Change {
  const { idempotencyKey: id, payload } = batch;
  const now = by.at.toISOString();
  // Sorted like the indexes, the insert of thousands of items takes a third of the time.
  const ids = salaries.map(() => crypto.randomUUID()).sort();
  const rows = salaries
    .toSorted((a, b) => a.week.localeCompare(b.week))
    .map(({ groomId, week, paymentDate, value }, n) => [ids[n], groomId, week, paymentDate, value]);
  return {
    ...by,
    idempotencyKey: id,
    action: "generate payroll",
    payload,
    audited: [
      { table: payrollRuns, ids: [id] },
      { table: settings, ids: ["1"] },
    ],
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
        sql: sql`insert into ${payrollItems} (id, groom_id, item, date, week, payment_date, value, payroll_run_id, created_at, updated_at)
          select value ->> 0, value ->> 1, ${WEEKLY_SALARY}, value ->> 2, value ->> 2, value ->> 3, value ->> 4, ${id}, ${now}, ${now}
          from json_each(${JSON.stringify(chunk)})`,
        expectRows: "any" as const,
      })),
      {
        sql: sql`update ${settings} set last_payroll = ${now}, version = version + 1`,
        expectRows: 1,
      },
    ],
  };
}

/** The rows of one insert. The database rejects a text of more than a few megabytes as one parameter. */
const CHUNK_SIZE = 5_000;

const chunksOf = <Row>(rows: Row[]) =>
  Array.from({ length: Math.ceil(rows.length / CHUNK_SIZE) }, (_, n) =>
    rows.slice(n * CHUNK_SIZE, (n + 1) * CHUNK_SIZE),
  );

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

/** Selects the result of a payroll run; the total in cents. */
export function findPayrollRun(id: string) {
  return statements
    .select({
      id: payrollRuns.id,
      itemCount: payrollRuns.itemCount,
      total: payrollRuns.total,
      isTakenBack: sql`${isTakenBack}`.mapWith(Boolean),
    })
    .from(payrollRuns)
    .where(eq(payrollRuns.id, id));
}

/** Sets an unknown time of the last run to 17:00 UTC on `date`, which is on the same day in New York. ConflictError if it is known. */
export function setLastPayroll(idempotencyKey: string, date: LocalDate, by: By): Change {
  return {
    ...by,
    idempotencyKey,
    action: "set last payroll",
    payload: { date },
    audited: [{ table: settings, ids: ["1"] }],
    mutations: [
      {
        sql: sql`update ${settings} set last_payroll = ${`${date}T17:00:00.000Z`}, version = version + 1 where last_payroll is null`,
        expectRows: 1,
      },
    ],
  };
}
