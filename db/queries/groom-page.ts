import { sql } from "drizzle-orm";
import type { Location } from "#app/domain/boarding.ts";
import type { LocalDate } from "#app/domain/calendar.ts";
import type { PayItemOfGroom } from "#app/domain/groom-pay.ts";
import { asFlag, statements } from "#db/statements.ts";

export type GroomPage = {
  name: string;
  startDate: LocalDate | null;
  endDate: LocalDate | null;
  weeklySalary: number;
  location: Location;
  isDeleted: boolean;
  /** All items; `pending` are the unpaid ones. */
  all: { sum: number; pending: number } | null;
  /** The latest payment date first, those without one last; at most one more than MAX_PAY_ITEMS. */
  items: PayItemOfGroom[];
  /** The salary before each change, the newest first. */
  salaries: { seq: number; at: string; before: number }[];
};

/** The most payroll items that the page reads. */
export const MAX_PAY_ITEMS = 200;

const items = sql`(select json_group_array(json_object('id', id, 'item', item, 'date', date, 'week', week, 'paymentDate', payment_date, 'value', value,
  'paid', ${asFlag(sql`paid`)}))
  from (select * from payroll where groom_id = g.id and deleted_at is null order by coalesce(payment_date, '') desc, seq desc limit ${MAX_PAY_ITEMS + 1}))`;

const all = sql`(select iif(count(*) = 0, null, json_object('sum', sum(value), 'pending', coalesce(sum(value) filter (where paid = 0), 0)))
  from payroll where groom_id = g.id and deleted_at is null)`;

const salaries = sql`(select json_group_array(json_object('seq', seq, 'at', at, 'before', salary_before))
  from (select * from salary_changes where groom_id = g.id order by at desc, seq desc limit 50))`;

/** Selects what the page of a groom shows, in one row; none if there is no such groom. */
export function groomPage(id: string) {
  const page = sql`json_object('name', g.name, 'startDate', g.start_date, 'endDate', g.end_date, 'weeklySalary', g.weekly_salary, 'location', g.location,
    'isDeleted', ${asFlag(sql`g.deleted_at is not null`)},
    'all', json(${all}),
    'items', json(${items}), 'salaries', json(${salaries}))`;
  return statements
    .select({ page: page.mapWith((json: string) => JSON.parse(json) as GroomPage) })
    .from(sql`grooms g`)
    .where(sql`g.id = ${id}`);
}
