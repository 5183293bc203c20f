import { desc, eq, sql } from "drizzle-orm";
import { type LocalDate, mondayOf } from "#app/domain/calendar.ts";
import { totalOf } from "#app/domain/charges.ts";
import { type SalariedGroom, type Salary, WEEKLY_SALARY } from "#app/domain/payroll.ts";
import { type BatchQuery, type ConfirmedBatch, isUnchanged } from "#db/batch.ts";
import type { By } from "#db/records.ts";
import { grooms, payrollItems, payrollRuns, settings } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import type { Change } from "#db/write.ts";

/*
 * The weekly generation of payroll items (spec sections 2 and 9, design section 6 'Payroll weeks' and 'Cron'), by the button
 * and by the schedule.
 */

/** The actor of what the schedule does. */
export const SCHEDULE = "schedule";

/** When payroll was last run, UTC ISO 8601, and what the schedule did when it last ran: one row. */
export function payrollState() {
  const scheduled = statements
    .select({ json: sql`json_object('at', ${payrollRuns.at}, 'itemCount', item_count, 'failure', failure)` })
    .from(payrollRuns)
    .where(eq(payrollRuns.actor, SCHEDULE))
    .orderBy(desc(payrollRuns.at))
    .limit(1);
  return statements
    .select({
      lastPayroll: settings.lastPayroll,
      scheduled: sql`(${scheduled})`.mapWith(
        (json: string) => JSON.parse(json) as { at: string; itemCount: number; failure: string | null },
      ),
    })
    .from(settings);
}

/** Somebody whom a run may pay; none while it is not known when payroll was last run. */
export type GroomToPay = SalariedGroom & { name: string; lastPayroll: string };

/** All grooms, with the weeks that were made for them since the last run. */
export function payrollDue(today: LocalDate): BatchQuery<GroomToPay> {
  // Also what was deleted: it is not made again.
  const made = sql`(select json_group_array(week) from (select week from ${payrollItems} where groom_id = ${grooms.id} and week > date(${settings.lastPayroll}, '-8 days') order by week))`;
  return {
    row: {
      id: grooms.id,
      name: grooms.name,
      startDate: grooms.startDate,
      endDate: grooms.endDate,
      weeklySalary: grooms.weeklySalary,
      lastPayroll: settings.lastPayroll,
      made: sql`json(${made})`,
    },
    from: sql`${grooms} cross join ${settings} where ${grooms.deletedAt} is null and ${settings.lastPayroll} is not null`,
    order: grooms.seq,
    period: mondayOf(today),
  };
}

/** Makes all items of a run and sets the day of the last one, or does nothing. */
export function generatePayroll(batch: ConfirmedBatch<GroomToPay>, salaries: Salary[], by: By): Change {
  const { idempotencyKey: id, payload } = batch;
  const now = by.at.toISOString();
  // In the order of the indexes: thousands of items take a third of the time.
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
        sql: insertRun({ id, at: now, actor: by.actor, itemCount: rows.length, total: totalOf(salaries) }),
        expectRows: 1,
      },
      ...inParts(rows).map((part) => ({
        sql: sql`insert into ${payrollItems} (id, groom_id, item, date, week, payment_date, value, payroll_run_id, created_at, updated_at)
          select value ->> 0, value ->> 1, ${WEEKLY_SALARY}, value ->> 2, value ->> 2, value ->> 3, value ->> 4, ${id}, ${now}, ${now}
          from json_each(${JSON.stringify(part)})`,
        expectRows: "any" as const,
      })),
      {
        sql: sql`update ${settings} set last_payroll = ${now}, version = version + 1`,
        expectRows: 1,
      },
    ],
  };
}

/** SQLite takes no text of more than a few megabytes as one value. */
const PART = 5_000;

const inParts = <Row>(rows: Row[]) =>
  Array.from({ length: Math.ceil(rows.length / PART) }, (_, n) => rows.slice(n * PART, (n + 1) * PART));

/** Records, once for an id, that the schedule could not make the run `runId`, and why; stale where that was made. */
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

const insertRun = (run: typeof payrollRuns.$inferInsert) => statements.insert(payrollRuns).values(run);

/** What a run has made; the total in cents. */
export function findPayrollRun(id: string) {
  return statements
    .select({ id: payrollRuns.id, itemCount: payrollRuns.itemCount, total: payrollRuns.total })
    .from(payrollRuns)
    .where(eq(payrollRuns.id, id));
}

/** Says when payroll was last run, where that is not known: on that day, at noon in New York or an hour later. */
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
