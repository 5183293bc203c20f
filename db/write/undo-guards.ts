import { type SQL, sql } from "drizzle-orm";
import { OBSTACLES, type Obstacle } from "#app/domain/activity/obstacles.ts";
import { IMPORTED_EXPORT } from "#app/domain/bills/imported.ts";
import { customersHaveDependents, horsesHaveDependents } from "#db/queries/barn/find-dependents.ts";
import {
  activity,
  billItems,
  billingRuns,
  corrections,
  isSalaryByHand,
  payrollItems,
  payrollRuns,
  settings,
  shows,
} from "#db/schema.ts";
import type { Precondition } from "./change.ts";

/* What stands in the way of an undo, by the kind of record and by what would happen to it (docs/product.md, 'Undo'). */

/** `ids`: the records as a set in SQL. `key`: the change to undo. `added`: all records that it had added, as a set. */
type Guarded = { ids: SQL; key: SQL; added: SQL };

type Guard = { obstacle: Obstacle; stands: (guarded: Guarded) => SQL };

/** 'added': a record that the change had added is deleted. 'leaves': so is one that it had brought back. 'returns': one that it had deleted comes back. */
export type Fate = "added" | "leaves" | "returns";

const standing = sql`deleted_at is null`;

/** The last run that made items and was not undone. */
const lastPayrollRun = sql`(select max(rowid) from ${payrollRuns} where item_count > 0 and taken_back_at is null)`;

const changeNumberOf = (key: SQL) => sql`(select rowid from ${activity} where ${activity.id} = ${key})`;

/** The condition that one of the runs meets a condition. With an alias, because `ids` may name a column of the table itself. */
const ofRuns = (ids: SQL, condition: SQL) =>
  sql`exists (select 1 from ${payrollRuns} r where r.id in ${ids} and ${condition})`;

/** The shows that the change left unbilled. */
const showsUnbilledBy = (key: SQL) =>
  sql`(select value ->> 'id' from ${activity}, json_each(${activity.after}) where ${activity.id} = ${key} and value ->> 'table' = 'shows' and not value ->> 'billed')`;

/** The time of the last payroll run, as the change left it; null if the change has not set it. */
const lastPayrollAfter = (key: SQL) =>
  sql`(select value ->> 'last_payroll' from ${activity}, json_each(${activity.after}) where ${activity.id} = ${key} and value ->> 'table' = 'settings')`;

const GUARDS: { readonly [table: string]: { readonly [fate in Fate]?: readonly Guard[] } } = {
  billing_runs: {
    leaves: [
      {
        obstacle: "exported",
        stands: ({ ids }) =>
          sql`exists (select 1 from ${billItems} where billing_run_id in ${ids} and ${standing} and export_id is not null)`,
      },
    ],
    returns: [
      {
        obstacle: "billed-since",
        stands: ({
          ids,
          key,
        }) => sql`exists (select 1 from ${billingRuns} later join ${billingRuns} r on r.id in ${ids} and r.kind = later.kind
          where later.taken_back_at is null and ${changeNumberOf(sql`later.id`)} > ${changeNumberOf(key)})
          or exists (select 1 from ${shows} where billed and id in ${showsUnbilledBy(key)})`,
      },
    ],
  },
  payroll_runs: {
    leaves: [
      { obstacle: "made-nothing", stands: ({ ids }) => ofRuns(ids, sql`r.item_count = 0`) },
      { obstacle: "later-run", stands: ({ ids }) => ofRuns(ids, sql`r.rowid < ${lastPayrollRun}`) },
      { obstacle: "unknown-before", stands: ({ ids }) => ofRuns(ids, sql`r.last_payroll_before is null`) },
      {
        obstacle: "paid",
        stands: ({ ids }) =>
          sql`exists (select 1 from ${payrollItems} where payroll_run_id in ${ids} and ${standing} and paid = 1)`,
      },
    ],
    returns: [
      {
        obstacle: "run-since",
        stands: ({ key }) =>
          sql`${lastPayrollAfter(key)} is not null and (select last_payroll from ${settings}) is not ${lastPayrollAfter(key)}`,
      },
      {
        obstacle: "salary-since",
        stands: ({
          ids,
        }) => sql`exists (select 1 from ${payrollRuns} r join ${payrollItems} gone on gone.payroll_run_id = r.id and gone.deleted_at = r.taken_back_at
          join ${payrollItems} on ${payrollItems.groomId} = gone.groom_id where r.id in ${ids} and ${payrollItems.deletedAt} is null
          and (${payrollItems.week} = gone.week or (${isSalaryByHand(payrollItems)} and ${payrollItems.date} between gone.week and date(gone.week, '+6 days'))))`,
      },
    ],
  },
  exports: {
    leaves: [
      { obstacle: "imported", stands: ({ ids }) => sql`${IMPORTED_EXPORT} in ${ids}` },
      {
        obstacle: "corrected",
        stands: ({ ids }) =>
          sql`exists (select 1 from ${billItems} where export_id in ${ids} and corrected_at is not null)`,
      },
    ],
  },
  bill_items: {
    returns: [
      {
        obstacle: "run-undone",
        stands: ({ ids }) =>
          sql`exists (select 1 from ${billItems} b join ${billingRuns} r on r.id = b.billing_run_id where b.id in ${ids} and r.taken_back_at is not null)`,
      },
      {
        obstacle: "show-billed",
        stands: ({ ids }) =>
          sql`exists (select 1 from ${billItems} b join ${billItems} other on other.show_id = b.show_id where b.id in ${ids} and other.deleted_at is null and other.id not in ${ids})`,
      },
    ],
  },
  corrections: {
    leaves: [
      {
        obstacle: "entered",
        stands: ({ ids }) => sql`exists (select 1 from ${corrections} where id in ${ids} and entered)`,
      },
      {
        obstacle: "corrected-again",
        stands: ({
          ids,
        }) => sql`exists (select 1 from ${corrections} c join ${corrections} later on later.bill_item_id = c.bill_item_id and later.seq > c.seq
          where c.id in ${ids} and later.deleted_at is null and later.id not in ${ids})`,
      },
    ],
  },
  customers: {
    added: [{ obstacle: "used", stands: ({ ids, added }) => customersHaveDependents(ids, added) }],
  },
  horses: { added: [{ obstacle: "used", stands: ({ ids }) => horsesHaveDependents(ids) }] },
};

/** The preconditions of an undo, each with the sentence that says what stands in the way. */
export const guardsOf = (table: string, fates: readonly Fate[], guarded: Guarded): Precondition[] =>
  fates
    .flatMap((fate) => GUARDS[table]?.[fate] ?? [])
    .map(({ obstacle, stands }) => ({
      holds: sql`not (${stands(guarded)})`,
      otherwise: OBSTACLES[obstacle].sentence,
    }));

/** The first obstacle to the undo of the change that made a run or an export, as a value in SQL; null if there is none. */
export function obstacleOf(table: "billing_runs" | "payroll_runs" | "exports", undoneAt: SQL, id: SQL): SQL {
  const guarded = { ids: sql`(${id})`, key: id, added: sql`('')` };
  const isArchived = sql`not exists (select 1 from ${activity} where ${activity.id} = ${id})`;
  const cases = (GUARDS[table]?.leaves ?? []).map(
    ({ obstacle, stands }) => sql`when ${stands(guarded)} then ${sql.raw(`'${obstacle}'`)}`,
  );
  return sql`case when ${undoneAt} is not null then 'undone' ${sql.join(cases, sql` `)} when ${isArchived} then 'archived' end`;
}
