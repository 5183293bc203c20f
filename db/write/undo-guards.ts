import { type SQL, sql } from "drizzle-orm";
import { OBSTACLES, type Obstacle } from "#app/domain/activity/obstacles.ts";
import { IMPORTED_EXPORT, IMPORTER } from "#app/domain/bills/imported.ts";
import { BOARDING_SERVICE, MONTHLY_CHARGES } from "#app/domain/boarding/monthly-charges.ts";
import { WEEKLY_SALARY } from "#app/domain/payroll/payroll.ts";
import { customersHaveDependents, horsesHaveDependents } from "#db/queries/barn/find-dependents.ts";
import { sharedHorses } from "#db/queries/barn/horse-owners.ts";
import { usedInvoice } from "#db/queries/exports/used-invoice.ts";
import {
  activity,
  billItems,
  billingRuns,
  corrections,
  customers,
  dismissals,
  exports,
  invoices,
  payrollItems,
  payrollRuns,
  settings,
  shows,
} from "#db/schema.ts";
import type { Precondition } from "./change.ts";
import { changeNumberOf, keyInForce } from "./undo-keys.ts";
import { isPayOfRun } from "./undo-targets.ts";

/* What stands in the way of an undo, by the kind of record and by what would happen to it (docs/product.md, 'Undo'). */

/** `ids`: the records as a set in SQL. `key`: the change to undo. `added`: all records that it had added, as a set. */
type Guarded = { ids: SQL; key: SQL; added: SQL };

type Guard = { obstacle: Obstacle; isMet: (guarded: Guarded) => SQL };

/**
 * What happens to a record. It 'goes' if the change had added it, then also 'added', or had brought it back; it 'returns' if the change had
 * deleted it; otherwise it 'changes' back.
 */
export type Fate = "added" | "goes" | "returns" | "changes";

const notDeleted = sql`deleted_at is null`;

/** The last run that made items and was not undone. */
const lastPayrollRun = sql`(select max(rowid) from ${payrollRuns} where item_count > 0 and taken_back_at is null)`;

/** The condition that one of the runs meets a condition. With an alias, because `ids` may name a column of the table itself. */
const ofRuns = (ids: SQL, condition: SQL) =>
  sql`exists (select 1 from ${payrollRuns} r where r.id in ${ids} and ${condition})`;

/** The shows that the change left unbilled. */
const showsUnbilledBy = (key: SQL) =>
  sql`(select value ->> 'id' from ${activity}, json_each(${activity.after}) where ${activity.id} = ${key} and value ->> 'table' = 'shows' and not value ->> 'billed')`;

/** The time of the last payroll run, as the change left it; null if the change has not set it. */
const lastPayrollAfter = (key: SQL) =>
  sql`(select value ->> 'last_payroll' from ${activity}, json_each(${activity.after}) where ${activity.id} = ${key} and value ->> 'table' = 'settings')`;

/** The next invoice number in the records that the change has stored, before or after it. */
const nextInvoiceOf = (side: "before" | "after", key: SQL) =>
  sql`(select value ->> 'invoice_number' from ${activity}, json_each(${activity[side]}) where ${activity.id} = ${key} and value ->> 'table' = 'settings')`;

const onceAMonth = sql.raw(
  `(${MONTHLY_CHARGES.flatMap(({ id, isNeverProrated }) => (isNeverProrated ? [`'${id}'`] : [])).join(", ")})`,
);

/**
 * The condition that one of the bills `b` is for days for which its horse was billed again since the bill was deleted, or for a month
 * if the charge is billed once a month. `isSince`: another condition that the bill `other` is later.
 */
const billedAgain = (
  bills: SQL,
  isSince = sql`0`,
) => sql`exists (select 1 from ${bills} join ${billItems} other on other.horse_id = b.horse_id
    and (other.service_id = b.service_id or other.entered_by = ${IMPORTER} and other.service_id = ${BOARDING_SERVICE}) and iif(other.entered_by = ${IMPORTER}, substr(other.date, 1, 7), other.period) = b.period
    and (other.standing_charge_id is b.standing_charge_id or other.entered_by = ${IMPORTER})
    and (b.service_id in ${onceAMonth} or coalesce(other.first_day <= b.last_day and b.first_day <= other.last_day, 1))
  where other.deleted_at is null and (other.created_at > b.deleted_at or other.updated_at > b.deleted_at or ${isSince}))`;

/** The condition that a horse or a rider who came with a merged customer has a bill, show or credit of the remaining one since. */
function billedSinceMerge(ids: SQL, key: SQL) {
  const moved = sql`(select value ->> 'id' from json_each(done."after") where value ->> 'table' = 'horses')`;
  const since = (table: typeof shows | typeof corrections) =>
    sql`exists (select 1 from ${table} x where x.customer_id = left_customer.merged_into and x.created_at > done.at and x.deleted_at is null and x.horse_id in ${moved})`;
  return sql`exists (select 1 from ${activity} done join ${customers} left_customer on left_customer.id in ${ids} and left_customer.merged_into is not null
    where done.id = ${key} and (${since(shows)} or ${since(corrections)}
      or exists (select 1 from ${billItems} b where coalesce(b.customer_id, '') = '' || left_customer.merged_into and b.created_at > done.at and b.deleted_at is null
        and (b.rider in (select value from json_each(left_customer.riders)) or b.horse_id in ${moved}
          or b.horse_id in ${sharedHorses(sql`left_customer.id`)}))))`;
}

/** The Monday of the week that an item pays the salary of, also one that was entered by hand; null of other items. */
const salaryWeek = (item: string) =>
  sql.raw(`case when ${item}.week is not null then ${item}.week
    when lower(trim(${item}.item)) = '${WEEKLY_SALARY.toLowerCase()}' then date(${item}.date, 'weekday 0', '-6 days') end`);

/** The condition that one of the items `gone` is a salary of a week for which its groom has another one. */
const paidAgain = (
  items: SQL,
) => sql`exists (select 1 from ${items} join ${payrollItems} other on other.groom_id = gone.groom_id and other.id <> gone.id
  where other.deleted_at is null and ${salaryWeek("other")} = ${salaryWeek("gone")})`;

const GUARDS: { readonly [table: string]: { readonly [fate in Fate]?: readonly Guard[] } } = {
  billing_runs: {
    goes: [
      {
        obstacle: "exported",
        isMet: ({ ids }) =>
          sql`exists (select 1 from ${billItems} where billing_run_id in ${ids} and ${notDeleted} and export_id is not null)`,
      },
      {
        obstacle: "paid",
        isMet: ({ ids }) =>
          sql`exists (select 1 from ${payrollItems} where ${isPayOfRun(sql`in ${ids}`)} and ${notDeleted} and paid = 1)`,
      },
    ],
    returns: [
      {
        obstacle: "billed-since",
        isMet: ({ ids, key }) => sql`exists (select 1 from ${shows} where billed and id in ${showsUnbilledBy(key)})
          or ${billedAgain(
            sql`${billingRuns} r join ${billItems} b on r.id in ${ids} and b.billing_run_id = r.id and b.deleted_at = r.taken_back_at`,
            // The bills of a run that was made again keep their times.
            sql`${changeNumberOf(keyInForce(sql`other.billing_run_id`))} > ${changeNumberOf(key)}`,
          )}`,
      },
    ],
  },
  payroll_runs: {
    goes: [
      { obstacle: "made-nothing", isMet: ({ ids }) => ofRuns(ids, sql`r.item_count = 0`) },
      { obstacle: "later-run", isMet: ({ ids }) => ofRuns(ids, sql`r.rowid < ${lastPayrollRun}`) },
      { obstacle: "unknown-before", isMet: ({ ids }) => ofRuns(ids, sql`r.last_payroll_before is null`) },
      {
        obstacle: "paid",
        isMet: ({ ids }) =>
          sql`exists (select 1 from ${payrollItems} where payroll_run_id in ${ids} and ${notDeleted} and paid = 1)`,
      },
    ],
    returns: [
      {
        obstacle: "run-since",
        isMet: ({ key }) =>
          sql`${lastPayrollAfter(key)} is not null and (select last_payroll from ${settings}) is not ${lastPayrollAfter(key)}`,
      },
      {
        obstacle: "salary-since",
        isMet: ({ ids }) =>
          paidAgain(
            sql`${payrollRuns} r join ${payrollItems} gone on r.id in ${ids} and gone.payroll_run_id = r.id and gone.deleted_at = r.taken_back_at`,
          ),
      },
    ],
  },
  payroll: {
    returns: [
      {
        obstacle: "run-undone",
        isMet: ({ ids }) =>
          sql`exists (select 1 from ${payrollItems} gone join ${payrollRuns} r on r.id = gone.payroll_run_id where gone.id in ${ids} and r.taken_back_at is not null)`,
      },
      {
        obstacle: "paid-again",
        isMet: ({ ids }) => paidAgain(sql`(select * from ${payrollItems} where id in ${ids}) gone`),
      },
    ],
  },
  exports: {
    goes: [
      { obstacle: "imported", isMet: ({ ids }) => sql`${IMPORTED_EXPORT} in ${ids}` },
      {
        obstacle: "corrected",
        isMet: ({ ids }) =>
          sql`exists (select 1 from ${billItems} where export_id in ${ids} and corrected_at is not null)`,
      },
    ],
  },
  bill_items: {
    returns: [
      {
        obstacle: "run-undone",
        isMet: ({ ids }) =>
          sql`exists (select 1 from ${billItems} b join ${billingRuns} r on r.id = b.billing_run_id where b.id in ${ids} and r.taken_back_at is not null)`,
      },
      {
        obstacle: "show-billed",
        isMet: ({ ids }) =>
          sql`exists (select 1 from ${billItems} b join ${billItems} other on other.show_id = b.show_id where b.id in ${ids} and other.deleted_at is null and other.id not in ${ids})`,
      },
      {
        obstacle: "billed-again",
        isMet: ({ ids }) => billedAgain(sql`(select * from ${billItems} where id in ${ids} and period is not null) b`),
      },
    ],
  },
  dismissals: {
    returns: [
      {
        obstacle: "marked-again",
        isMet: ({ ids }) =>
          sql`exists (select 1 from ${dismissals} d join ${dismissals} other on other.kind = d.kind and other.record_id = d.record_id and other.scope = d.scope
            where d.id in ${ids} and other.id <> d.id and other.deleted_at is null)`,
      },
    ],
  },
  corrections: {
    goes: [
      {
        obstacle: "entered",
        isMet: ({ ids }) => sql`exists (select 1 from ${corrections} where id in ${ids} and entered)`,
      },
      {
        obstacle: "corrected-again",
        isMet: ({
          ids,
        }) => sql`exists (select 1 from ${corrections} c join ${corrections} later on later.bill_item_id = c.bill_item_id and later.seq > c.seq
          where c.id in ${ids} and later.deleted_at is null and later.id not in ${ids})`,
      },
    ],
  },
  customers: {
    added: [{ obstacle: "used", isMet: ({ ids, added }) => customersHaveDependents(ids, added) }],
    returns: [
      { obstacle: "merged-billed", isMet: ({ ids, key }) => billedSinceMerge(ids, key) },
      {
        obstacle: "merged-export-voided",
        isMet: ({ ids }) =>
          sql`exists (select 1 from ${customers} left_customer join ${invoices} i on i.customer_id = left_customer.id
            join ${exports} e on e.id = i.export_id where left_customer.id in ${ids} and left_customer.merged_into is not null and e.voided_at >= left_customer.deleted_at)`,
      },
    ],
  },
  settings: {
    changes: [
      {
        obstacle: "number-used",
        isMet: ({ key }) =>
          sql`coalesce(${nextInvoiceOf("before", key)} <> ${nextInvoiceOf("after", key)} and ${nextInvoiceOf("before", key)} <= ${usedInvoice}, 0)`,
      },
    ],
  },
  horses: { added: [{ obstacle: "used", isMet: ({ ids }) => horsesHaveDependents(ids) }] },
};

/** The preconditions of an undo, each with the sentence that says what stands in the way. */
export const guardsOf = (table: string, fates: readonly Fate[], guarded: Guarded): Precondition[] =>
  fates
    .flatMap((fate) => GUARDS[table]?.[fate] ?? [])
    .map(({ obstacle, isMet }) => ({
      holds: sql`not (${isMet(guarded)})`,
      otherwise: OBSTACLES[obstacle].sentence,
    }));

/** The first obstacle to the undo of the change that made a run or an export, as a value in SQL; null if there is none. */
export function obstacleOf(table: "billing_runs" | "payroll_runs" | "exports", undoneAt: SQL, id: SQL): SQL {
  const guarded = { ids: sql`(${id})`, key: id, added: sql`('')` };
  const isArchived = sql`not exists (select 1 from ${activity} where ${activity.id} = ${id})`;
  const cases = (GUARDS[table]?.goes ?? []).map(
    ({ obstacle, isMet }) => sql`when ${isMet(guarded)} then ${sql.raw(`'${obstacle}'`)}`,
  );
  return sql`case when ${undoneAt} is not null then 'undone' ${sql.join(cases, sql` `)} when ${isArchived} then 'archived' end`;
}
