import { sql } from "drizzle-orm";
import type { PastHorse } from "#app/domain/barn/horse-history.ts";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { MonthSum } from "#app/domain/basics/months.ts";
import type { HorseRow } from "#app/domain/records/horse.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { isFirstOfLine, wholeValue } from "#db/queries/bills/bills.ts";
import { horses } from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { type BilledSums, billedTo, monthSums, SECTION_ROWS } from "./customer-page.ts";
import { changesOf, horseRecords } from "./horses.ts";

export type HorsePage = {
  record: HorseRow;
  isDeleted: boolean;
  createdAt: string;
  deletedAt: string | null;
  /** The newest first. */
  changes: PastHorse[];
  billed: BilledSums;
  months: MonthSum[];
  services: {
    id: string;
    date: LocalDate;
    service: string;
    quantity: number;
    value: number;
    groom: string | null;
    by: string;
  }[];
  shows: {
    id: string;
    name: string;
    date: LocalDate;
    service: string;
    isBilled: boolean;
    customer: string | null;
    customerId: string | null;
  }[];
};

/** The most changes that the stays are worked out from. */
export const MAX_CHANGES = 40;

/** The newest services that were logged with the service form. */
const servicesOf = (
  id: string,
) => sql`(select json_group_array(json_object('id', b.id, 'date', b.date, 'service', s.product_service_name, 'quantity', b.quantity, 'value', b.value,
  'groom', g.name, 'by', b.entered_by))
  from (select id, seq, date, service_id, groom_id, quantity, entered_by, ${wholeValue} as value from bill_items
    where horse_id = ${id} and billing_run_id is null and show_id is null and deleted_at is null and ${isFirstOfLine}
    order by date desc, seq desc limit ${SECTION_ROWS}) b
  join services s on s.id = b.service_id left join grooms g on g.id = b.groom_id)`;

const showsOf = (
  id: string,
) => sql`(select json_group_array(json_object('id', w.id, 'name', w.name, 'date', w.date, 'service', s.product_service_name,
  'isBilled', ${asFlag(sql`w.billed`)}, 'customer', p.name, 'customerId', p.id))
  from (select * from shows where horse_id = ${id} and deleted_at is null order by date desc, seq desc limit ${SECTION_ROWS}) w
  join services s on s.id = w.service_id left join customers p on p.id = w.customer_id)`;

/** Selects what the page of a horse shows, in one row; none if there is no such horse. */
export function horsePage(id: string, today: LocalDate) {
  const page = jsonObject({
    record: jsonObject(horseRecords.row),
    isDeleted: asFlag(sql`${horses.deletedAt} is not null`),
    createdAt: horses.createdAt,
    deletedAt: horses.deletedAt,
    changes: sql`json(${changesOf(id, sql`1`, MAX_CHANGES)})`,
    billed: sql`json(${billedTo("horse", id, today)})`,
    months: sql`json(${monthSums("horse", id)})`,
    services: sql`json(${servicesOf(id)})`,
    shows: sql`json(${showsOf(id)})`,
  });
  return statements
    .select({ page: page.mapWith((json: string) => JSON.parse(json) as HorsePage) })
    .from(sql`${horses} ${horseRecords.joins}`)
    .where(sql`${horses.id} = ${id}`);
}
