import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PastRun, RunToTakeBack, TakenBack } from "#app/domain/bills/runs.ts";
import { WEEKLY_SALARY } from "#app/domain/payroll/payroll.ts";
import { SETTINGS_ID } from "#app/domain/records/settings.ts";
import type { RowSource } from "#db/list/list-source.ts";
import { activity, billItems, billingRuns, payrollItems, payrollRuns, settings, shows } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import type { Change } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { isUndone, undoKeyOf } from "#db/write/undo.ts";

/*
 * Undoes billing and payroll runs as a whole, and reverses that (docs/product.md, 'Undoing a run'). The bills or items
 * of an undone run have the instant of the undoing as `deleted_at`; the activity row of the undoing has the shows, and
 * the last payroll run before.
 */

type RunsTable = typeof billingRuns | typeof payrollRuns;

const isStanding = sql`deleted_at is null`;
const billsOf = (run: SQLWrapper) => sql`from ${billItems} where billing_run_id = ${run} and ${isStanding}`;
const itemsOf = (run: SQLWrapper) => sql`from ${payrollItems} where payroll_run_id = ${run} and ${isStanding}`;

type Columns<Row> = { [Name in keyof Row & string]: SQLWrapper };

const billingColumns: Columns<PastRun> = {
  id: billingRuns.id,
  seq: sql`${billingRuns}.rowid`,
  at: billingRuns.at,
  kind: billingRuns.kind,
  actor: billingRuns.actor,
  count: billingRuns.billCount,
  total: billingRuns.total,
  takenBackAt: billingRuns.takenBackAt,
  takenBackBy: billingRuns.takenBackBy,
  obstacle: sql`case when ${billingRuns.takenBackAt} is not null then 'taken-back'
    when exists (select 1 ${billsOf(billingRuns.id)} and export_id is not null) then 'exported' end`,
};

/** The last run that made items and was not undone. */
const lastPayrollRun = sql`(select max(rowid) from ${payrollRuns} where item_count > 0 and taken_back_at is null)`;

const payrollColumns: Columns<PastRun> = {
  id: payrollRuns.id,
  seq: sql`${payrollRuns}.rowid`,
  at: payrollRuns.at,
  kind: sql`'payroll'`,
  actor: payrollRuns.actor,
  count: payrollRuns.itemCount,
  total: payrollRuns.total,
  takenBackAt: payrollRuns.takenBackAt,
  takenBackBy: payrollRuns.takenBackBy,
  obstacle: sql`case when ${payrollRuns.takenBackAt} is not null then 'taken-back'
    when ${payrollRuns.itemCount} = 0 then 'made-nothing'
    when ${payrollRuns}.rowid < ${lastPayrollRun} then 'later-run'
    when ${payrollRuns.lastPayrollBefore} is null then 'unknown-before'
    when exists (select 1 ${itemsOf(payrollRuns.id)} and paid = 1) then 'paid' end`,
};

const runsSource = (table: RunsTable, row: Columns<PastRun>): RowSource<PastRun> => ({
  table,
  joins: sql``,
  where: sql`1`,
  seq: row.seq,
  row,
  parse: (json) => JSON.parse(json),
});

/** The billing runs and the payroll runs, in the order of time. */
export const pastBilling = runsSource(billingRuns, billingColumns);
export const pastPayroll = runsSource(payrollRuns, payrollColumns);

/** The shows that are billed by no other run, as a JSON array of their ids. */
const showsBilledOnlyBy = (
  run: SQLWrapper,
) => sql`(select json_group_array(id) from (select ${shows.id} as id from ${shows}
  where ${shows.billed} and ${shows.id} in (select show_id ${billsOf(run)} and show_id is not null)
    and not exists (select 1 from ${billItems} other where other.show_id = ${shows.id} and other.billing_run_id <> ${run} and other.deleted_at is null)
  order by ${shows.seq}))`;

/** Numbers that change whenever a bill or item of the run is added, removed or changed. */
const fingerprintOf = (numbers: SQL[], rows: SQL) =>
  sql`(select ${sql.join(
    numbers.map((number) => sql`coalesce(${number}, 0)`),
    sql` || '.' || `,
  )} ${rows})`;

const billsFingerprint = (run: SQLWrapper) =>
  fingerprintOf(
    [
      sql`count(*)`,
      sql`sum(seq)`,
      sql`sum(seq * seq % 1000003)`,
      sql`sum(value)`,
      sql`count(export_id)`,
      sql`sum(version)`,
    ],
    billsOf(run),
  );
const itemsFingerprint = (run: SQLWrapper) =>
  fingerprintOf(
    [sql`count(*)`, sql`sum(seq)`, sql`sum(seq * seq % 1000003)`, sql`sum(value)`, sql`sum(paid)`, sql`sum(version)`],
    itemsOf(run),
  );

function findRunToTakeBack(table: RunsTable, columns: Columns<RunToTakeBack>, id: string) {
  const pairs = Object.entries<SQLWrapper>(columns).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return statements
    .select({
      past: sql`json_object(${sql.join(pairs, sql`, `)})`.mapWith((json: string) => JSON.parse(json) as RunToTakeBack),
    })
    .from(sql`${table}`)
    .where(eq(table.id, id));
}

/** Selects a billing run with what undoing it would delete. */
export const findBillingRun = (id: string) =>
  findRunToTakeBack(
    billingRuns,
    {
      ...billingColumns,
      left: sql`(select count(*) ${billsOf(billingRuns.id)})`,
      blocked: sql`(select count(export_id) ${billsOf(billingRuns.id)})`,
      edited: sql`(select count(*) ${billsOf(billingRuns.id)} and version > 1)`,
      showIds: sql`json(${showsBilledOnlyBy(billingRuns.id)})`,
      lastPayrollBefore: sql`null`,
      fingerprint: billsFingerprint(billingRuns.id),
    },
    id,
  );

/** Selects a payroll run with what undoing it would delete. */
export const findPayrollRunToTakeBack = (id: string) =>
  findRunToTakeBack(
    payrollRuns,
    {
      ...payrollColumns,
      left: sql`(select count(*) ${itemsOf(payrollRuns.id)})`,
      blocked: sql`(select count(*) ${itemsOf(payrollRuns.id)} and paid = 1)`,
      edited: sql`(select count(*) ${itemsOf(payrollRuns.id)} and version > 1)`,
      showIds: sql`json('[]')`,
      lastPayrollBefore: payrollRuns.lastPayrollBefore,
      fingerprint: itemsFingerprint(payrollRuns.id),
    },
    id,
  );

/**
 * The undoing of a run, or the voiding of an export, that an admin confirmed, with the fingerprint that the dialog
 * showed.
 */
export type TakeBack = { idempotencyKey: string; id: string; fingerprint: string };

const markTakenBack = (table: RunsTable, runId: string, { actor, at }: By) => ({
  sql: sql`update ${table} set taken_back_at = ${at.toISOString()}, taken_back_by = ${actor} where id = ${runId} and taken_back_at is null`,
  expectRows: 1 as const,
});

/** The precondition that the run can be undone, and has the fingerprint that the admin confirmed. */
const canTakeBack = (table: RunsTable, { obstacle }: Columns<PastRun>, fingerprint: SQL, takeBack: TakeBack) =>
  sql`select (${obstacle}) is null and ${fingerprint} = ${takeBack.fingerprint} from ${table} where ${table.id} = ${takeBack.id}`;

const TAKE_BACK = { billing: "undo billing run", payroll: "undo payroll run" } as const;

/** Deletes the bills of a run, and marks its shows unbilled. ConflictError if the run or its shows changed since. */
export function takeBackBilling(takeBack: TakeBack, { showIds }: RunToTakeBack, by: By): Change {
  const { idempotencyKey, id: runId, fingerprint } = takeBack;
  const now = by.at.toISOString();
  const ids = JSON.stringify(showIds);
  return {
    ...by,
    idempotencyKey,
    action: TAKE_BACK.billing,
    payload: { runId, fingerprint },
    audited: [
      { table: billingRuns, ids: [runId] },
      { table: shows, ids: showIds },
    ],
    preconditions: [
      canTakeBack(billingRuns, billingColumns, billsFingerprint(billingRuns.id), takeBack),
      sql`${showsBilledOnlyBy(sql`${runId}`)} = ${ids}`,
    ],
    mutations: [
      markTakenBack(billingRuns, runId, by),
      {
        sql: sql`update ${billItems} set deleted_at = ${now} where billing_run_id = ${runId} and ${isStanding}`,
        expectRows: "any",
      },
      setBilled(showIds, false, now),
    ],
  };
}

/** Deletes the items of a run, and sets the time of the last run back. ConflictError if the run changed since. */
export function takeBackPayroll(takeBack: TakeBack, _: RunToTakeBack, by: By): Change {
  const { idempotencyKey, id: runId, fingerprint } = takeBack;
  const now = by.at.toISOString();
  return {
    ...by,
    idempotencyKey,
    action: TAKE_BACK.payroll,
    payload: { runId, fingerprint },
    audited: [
      { table: payrollRuns, ids: [runId] },
      { table: settings, ids: [SETTINGS_ID] },
    ],
    preconditions: [canTakeBack(payrollRuns, payrollColumns, itemsFingerprint(payrollRuns.id), takeBack)],
    mutations: [
      markTakenBack(payrollRuns, runId, by),
      {
        sql: sql`update ${payrollItems} set deleted_at = ${now}, updated_at = ${now}, version = version + 1 where payroll_run_id = ${runId} and ${isStanding}`,
        expectRows: "any",
      },
      {
        sql: sql`update ${settings} set last_payroll = (select last_payroll_before from ${payrollRuns} where id = ${runId}), version = version + 1`,
        expectRows: 1,
      },
    ],
  };
}

const setBilled = (ids: string[], billed: boolean, now: string) => ({
  sql: sql`update ${shows} set billed = ${billed}, version = version + 1, updated_at = ${now}
    where id in (select value from json_each(${JSON.stringify(ids)})) and billed <> ${billed}`,
  expectRows: "any" as const,
});

function findTakeBack(kind: keyof typeof TAKE_BACK, rows: SQL, id: string) {
  const columns: Columns<TakenBack> = {
    id: activity.id,
    runId: sql`${activity.content} ->> 'runId'`,
    showIds: sql`(select json_group_array(value ->> 'id') from json_each(${activity.before}) where value ->> 'table' = 'shows')`,
    isUndone: isUndone(id),
    count: sql`(select count(*) ${rows})`,
    total: sql`(select coalesce(sum(value), 0) ${rows})`,
  };
  const pairs = Object.entries<SQLWrapper>(columns).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return statements
    .select({
      takenBack: sql`json_object(${sql.join(pairs, sql`, `)})`.mapWith((json: string) => {
        const { isUndone, ...rest } = JSON.parse(json) as Omit<TakenBack, "isUndone"> & { isUndone: number };
        return { ...rest, isUndone: isUndone === 1 };
      }),
    })
    .from(activity)
    .where(and(eq(activity.id, id), sql`${activity.action} = ${TAKE_BACK[kind]}`));
}

const deletedBy = (column: "billing_run_id" | "payroll_run_id", table: SQLWrapper) =>
  sql`from ${table} where ${sql.raw(column)} = ${activity.content} ->> 'runId' and deleted_at = ${activity.at}`;

/** Selects what the undoing of a run deleted, by its idempotency key. Returns no row if there is none. */
export const findBillingTakeBack = (id: string) => findTakeBack("billing", deletedBy("billing_run_id", billItems), id);
export const findPayrollTakeBack = (id: string) =>
  findTakeBack("payroll", deletedBy("payroll_run_id", payrollItems), id);

const instantOf = (id: string) => sql`(select at from ${activity} where id = ${id})`;
const changeNumberOf = (id: SQLWrapper | string) => sql`(select rowid from ${activity} where id = ${id})`;

const markStanding = (table: RunsTable, { id, runId }: TakenBack) => ({
  sql: sql`update ${table} set taken_back_at = null, taken_back_by = null where id = ${runId} and taken_back_at = ${instantOf(id)}`,
  expectRows: 1 as const,
});

/**
 * Restores the bills of an undone run, and marks its shows billed. ConflictError if a run of the same kind was made
 * since, or one of the shows was billed.
 */
export function undoBillingTakeBack(takenBack: TakenBack, by: By): Change {
  const { id, runId, showIds } = takenBack;
  const runsSince = sql`select 1 from ${billingRuns} later join ${billingRuns} taken on taken.id = ${runId} and taken.kind = later.kind
    where later.taken_back_at is null and ${changeNumberOf(sql`later.id`)} > ${changeNumberOf(id)}`;
  return {
    ...by,
    idempotencyKey: undoKeyOf(id),
    action: "restore billing run",
    payload: { id },
    audited: [
      { table: billingRuns, ids: [runId] },
      { table: shows, ids: showIds },
    ],
    preconditions: [
      sql`not exists (${runsSince})`,
      sql`not exists (select 1 from ${shows} where id in (select value from json_each(${JSON.stringify(showIds)})) and billed)`,
    ],
    mutations: [
      {
        sql: sql`update ${billItems} set deleted_at = null where billing_run_id = ${runId} and deleted_at = ${instantOf(id)}`,
        expectRows: "any",
      },
      markStanding(billingRuns, takenBack),
      setBilled(showIds, true, by.at.toISOString()),
    ],
  };
}

/** The salaries that were added for the weeks of an undone run since, by a run or by hand. */
const salariesSince = ({
  id,
  runId,
}: TakenBack) => sql`select 1 from ${payrollItems} gone join ${payrollItems} other on other.groom_id = gone.groom_id
  where gone.payroll_run_id = ${runId} and gone.deleted_at = ${instantOf(id)} and other.deleted_at is null
    and (other.week = gone.week or (other.week is null and lower(trim(other.item)) = ${WEEKLY_SALARY.toLowerCase()} and other.date between gone.week and date(gone.week, '+6 days')))`;

/**
 * Restores the items of an undone run, and the time of the last run. ConflictError if payroll was run or undone, or a
 * salary added, since.
 */
export function undoPayrollTakeBack(takenBack: TakenBack, by: By): Change {
  const { id, runId } = takenBack;
  const now = by.at.toISOString();
  const lastPayroll = (column: SQLWrapper) =>
    sql`(select value ->> 'last_payroll' from ${activity}, json_each(${column}) where ${activity.id} = ${id} and value ->> 'table' = 'settings')`;
  return {
    ...by,
    idempotencyKey: undoKeyOf(id),
    action: "restore payroll run",
    payload: { id },
    audited: [
      { table: payrollRuns, ids: [runId] },
      { table: settings, ids: [SETTINGS_ID] },
    ],
    preconditions: [
      sql`select last_payroll = ${lastPayroll(activity.after)} from ${settings}`,
      sql`not exists (${salariesSince(takenBack)})`,
    ],
    mutations: [
      {
        sql: sql`update ${payrollItems} set deleted_at = null, updated_at = ${now}, version = version + 1
          where payroll_run_id = ${runId} and deleted_at = ${instantOf(id)}`,
        expectRows: "any",
      },
      markStanding(payrollRuns, takenBack),
      {
        sql: sql`update ${settings} set last_payroll = ${lastPayroll(activity.before)}, version = version + 1`,
        expectRows: 1,
      },
    ],
  };
}
