import { sql } from "drizzle-orm";
import type { PayItemOfGroom, SalaryBefore } from "#app/domain/payroll/groom-pay.ts";
import type { GroomRow } from "#app/domain/records/groom.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { grooms } from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { groomRecords } from "./grooms.ts";

export type GroomPage = {
  record: GroomRow;
  isDeleted: boolean;
  /** All items; `pending` are the unpaid ones. */
  all: { sum: number; pending: number } | null;
  /** The latest payment date first, those without one last; at most one more than MAX_PAY_ITEMS. */
  items: PayItemOfGroom[];
  /** The salary before each change of it or of the start date, the newest first. */
  salaries: SalaryBefore[];
};

/** The most payroll items that the page reads. */
export const MAX_PAY_ITEMS = 200;

const itemsOf = (
  id: string,
) => sql`(select json_group_array(json_object('id', id, 'item', item, 'date', date, 'week', week, 'paymentDate', payment_date, 'value', value,
  'paid', ${asFlag(sql`paid`)}))
  from (select * from payroll where groom_id = ${id} and deleted_at is null order by coalesce(payment_date, '') desc, seq desc limit ${MAX_PAY_ITEMS + 1}))`;

const allOf = (
  id: string,
) => sql`(select iif(count(*) = 0, null, json_object('sum', sum(value), 'pending', coalesce(sum(value) filter (where paid = 0), 0)))
  from payroll where groom_id = ${id} and deleted_at is null)`;

const salariesOf = (
  id: string,
) => sql`(select json_group_array(json_object('seq', seq, 'at', at, 'before', salary_before))
  from (select * from salary_changes where groom_id = ${id} order by at desc, seq desc limit 50))`;

/** Selects what the page of a groom shows, in one row; none if there is no such groom. */
export function groomPage(id: string) {
  const page = jsonObject({
    record: jsonObject(groomRecords.row),
    isDeleted: asFlag(sql`${grooms.deletedAt} is not null`),
    all: sql`json(${allOf(id)})`,
    items: sql`json(${itemsOf(id)})`,
    salaries: sql`json(${salariesOf(id)})`,
  });
  return statements
    .select({ page: page.mapWith((json: string) => JSON.parse(json) as GroomPage) })
    .from(sql`${grooms} ${groomRecords.joins}`)
    .where(sql`${grooms.id} = ${id}`);
}
