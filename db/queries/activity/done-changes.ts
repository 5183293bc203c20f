import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type DoneChange, withChangedFirst } from "#app/domain/activity/done.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { mondayIn } from "#db/queries/payroll/payroll-runs.ts";
import { activity, activityEntries, grooms, isSalaryByHand, payrollItems, shows } from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { isUndone } from "#db/write/undo-keys.ts";

/* What a change has done, for the notice after it (docs/product.md, 'Undo'). */

/** The records after the change, or before it if it has left none. */
const snapshot = sql`iif(${activity.after} = '[]', ${activity.before}, ${activity.after})`;

/** A bulk change has no more records than a page of rows. Of a longer list, such as that of a run, three records are read. */
const MOST_READ = 250;
const readOf = (records: SQLWrapper) =>
  sql`json(iif(json_array_length(${snapshot}) <= ${sql.raw(String(MOST_READ))}, ${records}, (select json_group_array(json(value)) from (select value from json_each(${records}) limit 3))))`;

/** The number of the records of the change's first kind. */
const count = sql`(select count(*) from json_each(${snapshot}) where value ->> 'table' = kind)`;

const after = (table: string) => sql`from json_each(${activity.after}) where value ->> 'table' = ${table}`;
const content = (name: string) => sql`${activity.content} ->> ${sql.raw(`'${name}'`)}`;
const list = (select: SQL) => sql`json((select json_group_array(name) from (${select})))`;

/** The pay of the voided bills: the unpaid items were deleted with them, the paid ones stay. */
const pay = (condition: SQL) => sql`(select count(*) ${after("payroll")} and ${condition})`;

const wasBilled = sql`exists (select 1 from json_each(${activity.before}) was
  where was.value ->> 'table' = 'shows' and was.value ->> 'id' = ${shows.id} and was.value ->> 'billed')`;
const unbilled = sql`select ${shows.name} as name from ${shows} where ${shows.id} in (select value ->> 'id' ${after("shows")} and not value ->> 'billed') and ${wasBilled}`;

/** The items of 'Mark Date Paid' with another payment date than the item that was pressed. */
const payment = sql`value ->> 'payment_date'`;
const pressed = sql`(select coalesce(${payment}, '') ${after("payroll")} and value ->> 'id' = ${content("pressed")})`;
const others = sql`select json_object('id', value ->> 'id', 'paymentDate', ${payment}) as other ${after("payroll")} and ${payment} <> ${pressed} order by ${payment}`;

/** The items of a payroll run of at most this many are read, for the groom that they are all of. */
const MAX_READ = 60;
const ofRun = sql`from ${payrollItems} join ${grooms} on ${grooms.id} = ${payrollItems.groomId}
  where ${payrollItems.payrollRunId} = ${activity.id} and ${activity.after} ->> '$[0].item_count' <= ${sql.raw(String(MAX_READ))}`;

/** The weeks of the salary items of a changed groom, from the one before the change on. */
const ofChangedGroom = sql`from ${payrollItems} where kind = 'grooms' and ${payrollItems.groomId} = ${snapshot} ->> '$[0].id' and ${payrollItems.deletedAt} is null`;
const salaryWeeks = sql`select week as name ${ofChangedGroom} and week >= date(${activity.at}, '-8 days')
  union select ${mondayIn(payrollItems.date)} ${ofChangedGroom} and ${isSalaryByHand(payrollItems)} and date >= date(${activity.at}, '-8 days')`;

/** The bills or items that went with the run that a change has undone, and were edited before. */
const editedOf = (table: string, column: string) =>
  sql.raw(
    `(select count(*) from ${table} where ${column} = activity."after" ->> '$[0].id' and deleted_at = activity.at and version > ${table === "payroll" ? 2 : 1})`,
  );

/** Selects what the change with a key has done. Returns no row if there is none, or if it was archived. */
export function findDone(key: string) {
  const columns: { [Name in keyof Omit<DoneChange, "recordId">]: SQL } = {
    key: sql`${activity.id}`,
    action: sql`${activity.action}`,
    table: sql`coalesce(kind, '')`,
    records: sql`coalesce(records, '')`,
    count,
    before: readOf(activity.before),
    after: readOf(activity.after),
    isUndone: asFlag(isUndone(key)),
    fields: sql`json(coalesce(${activity.content} -> 'fields', '[]'))`,
    deletedPay: pay(sql`value ->> 'deleted_at' = ${activity.at}`),
    paidPay: pay(sql`value ->> 'deleted_at' is null`),
    unbilled: list(unbilled),
    date: content("date"),
    until: content("until"),
    paid: asFlag(content("paid")),
    total: sql`(select coalesce(sum(value ->> 'value'), 0) ${after("payroll")})`,
    others: sql`json((select json_group_array(json(other)) from (${others})))`,
    areOthersUndone: asFlag(
      sql`exists (select 1 from activity undone where undone.id = 'undo others of ' || ${activity.id})`,
    ),
    dismissed: sql`json(iif(${content("scopes")} is null, null, ${activity.content}))`,
    groom: sql`coalesce((select iif(count(distinct ${grooms.id}) = 1, ${grooms.name}, null) ${ofRun}),
      (select ${grooms.name} from ${grooms} where kind = 'bill_items' and ${grooms.id} = (select value ->> 'groom_id' ${after("payroll")} limit 1)))`,
    weeks: list(sql`select distinct ${payrollItems.week} as name ${ofRun} order by 1`),
    salaryWeeks: list(salaryWeeks),
    edited: sql`case kind when 'billing_runs' then ${editedOf("bill_items", "billing_run_id")} when 'payroll_runs' then ${editedOf("payroll", "payroll_run_id")} else 0 end`,
  };
  return statements
    .select({
      done: jsonObject(columns).mapWith((json: string) => withChangedFirst(JSON.parse(json))),
    })
    .from(sql`${activity} left join ${activityEntries} on ${activityEntries.seq} = ${activity}.rowid`)
    .where(sql`${activity.id} = ${key}`);
}
