import { sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { PayItemOfGroom, Payment, PaySums, SalaryBefore } from "#app/domain/payroll/groom-pay.ts";
import type { GroomRow } from "#app/domain/records/groom.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { dayPaid, grooms, payrollItems } from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { SECTION_ROWS } from "./customer-page.ts";
import { groomRecords } from "./grooms.ts";

type GroomPage = {
  record: GroomRow;
  isDeleted: boolean;
  sums: PaySums;
  /** The latest payment dates, those without one last. */
  payments: Payment[];
  /** The latest items by payment date. */
  items: PayItemOfGroom[];
  /** The salary and the dates before each change of one, the newest first. */
  salaries: SalaryBefore[];
};

const ofGroom = (id: string) => sql`from payroll where groom_id = ${id} and deleted_at is null`;

const itemsOf = (id: string) =>
  sql`(select json_group_array(json_object('id', id, 'item', item, 'date', date, 'paymentDate', payment_date, 'value', value, 'paid', ${asFlag(sql`paid`)}))
  from (select * ${ofGroom(id)} order by coalesce(payment_date, '') desc, seq desc limit ${SECTION_ROWS}))`;

const paymentsOf = (id: string) =>
  sql`(select json_group_array(json_object('date', date, 'total', total, 'unpaid', unpaid)) from (
    select payment_date as date, sum(value) as total, coalesce(sum(value) filter (where not paid), 0) as unpaid
    ${ofGroom(id)} group by coalesce(payment_date, '') order by coalesce(payment_date, '') desc limit ${SECTION_ROWS}))`;

/** See `PaySums`. */
function sumsOf(id: string, today: LocalDate) {
  const isOverdue = sql`not paid and payment_date < ${today}`;
  const next = sql`(select json_object('date', payment_date, 'sum', sum(value)) ${ofGroom(id)} and not paid and coalesce(payment_date, '') >= ${today}
    group by coalesce(payment_date, '') order by coalesce(payment_date, '') limit 1)`;
  return sql`(select json_object('owed', coalesce(sum(value) filter (where not paid), 0),
    'paidInYear', coalesce(sum(value) filter (where paid and substr(${dayPaid(payrollItems)}, 1, 4) = ${today.slice(0, 4)}), 0),
    'overdue', coalesce(sum(value) filter (where ${isOverdue}), 0), 'overdueSince', min(payment_date) filter (where ${isOverdue}),
    'next', json(${next})) ${ofGroom(id)})`;
}

const salariesOf = (
  id: string,
) => sql`(select json_group_array(json_object('seq', seq, 'at', at, 'before', salary_before, 'startDateBefore', start_date_before, 'endDateBefore', end_date_before))
  from (select * from salary_changes where groom_id = ${id} and undone_at is null order by at desc, seq desc limit 50))`;

/** Selects what the page of a groom shows, in one row; none if there is no such groom. */
export function groomPage(id: string, today: LocalDate) {
  const page = jsonObject({
    record: jsonObject(groomRecords.row),
    isDeleted: asFlag(sql`${grooms.deletedAt} is not null`),
    sums: sql`json(${sumsOf(id, today)})`,
    payments: sql`json(${paymentsOf(id)})`,
    items: sql`json(${itemsOf(id)})`,
    salaries: sql`json(${salariesOf(id)})`,
  });
  return statements
    .select({ page: page.mapWith((json: string) => JSON.parse(json) as GroomPage) })
    .from(sql`${grooms} ${groomRecords.joins}`)
    .where(sql`${grooms.id} = ${id}`);
}
