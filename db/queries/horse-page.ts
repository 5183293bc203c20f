import { sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/calendar.ts";
import type { HorseState, PastState } from "#app/domain/horse-history.ts";
import type { MonthSum } from "#app/domain/months.ts";
import { asFlag, statements } from "#db/statements.ts";
import { allBills, monthSums, SECTION_ROWS } from "./customer-page.ts";

export type HorsePage = HorseState & {
  name: string;
  isDeleted: boolean;
  /** When the horse was added. */
  createdAt: string;
  /** The newest first. */
  changes: PastState[];
  all: { sum: number; pending: number } | null;
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

/** The most changes that the page shows. */
export const MAX_CHANGES = 40;

const state = (table: string) =>
  sql.raw(`'customerId', ${table}.customer_id, 'customer', o.name, 'checkInDate', ${table}.check_in_date, 'checkOutDate', ${table}.check_out_date,
  'boarding', ${table}.boarding, 'boardingSurcharge', ${table}.boarding_surcharge, 'training', ${table}.training,
  'hasBlanket', json(iif(${table}.has_blanket, 'true', 'false')), 'isBillable', json(iif(${table}.is_billable, 'true', 'false')), 'location', ${table}.location`);

const changes = sql`(select json_group_array(json_object('seq', x.seq, 'at', x.at, 'actor', x.actor, ${state("x")}))
  from (select * from horse_changes where horse_id = h.id order by seq desc limit ${MAX_CHANGES}) x left join customers o on o.id = x.customer_id)`;

/** The newest services that were logged with the service form. */
const services = sql`(select json_group_array(json_object('id', b.id, 'date', b.date, 'service', s.product_service_name, 'quantity', b.quantity, 'value', b.value,
  'groom', g.name, 'by', b.entered_by))
  from (select * from bill_items where horse_id = h.id and billing_run_id is null and show_id is null and deleted_at is null
    order by date desc, seq desc limit ${SECTION_ROWS}) b
  join services s on s.id = b.service_id left join grooms g on g.id = b.groom_id)`;

const shows = sql`(select json_group_array(json_object('id', w.id, 'name', w.name, 'date', w.date, 'service', s.product_service_name,
  'isBilled', ${asFlag(sql`w.billed`)}, 'customer', p.name, 'customerId', p.id))
  from (select * from shows where horse_id = h.id and deleted_at is null order by date desc, seq desc limit ${SECTION_ROWS}) w
  join services s on s.id = w.service_id left join customers p on p.id = w.customer_id)`;

/** Selects what the page of a horse shows, in one row; none if there is no such horse. */
export function horsePage(id: string, months: number) {
  const page = sql`json_object('name', h.name, 'isDeleted', ${asFlag(sql`h.deleted_at is not null`)}, 'createdAt', h.created_at, ${state("h")},
    'changes', json(${changes}), 'all', json(${allBills("horse", id)}), 'months', json(${monthSums("horse", id, months)}),
    'services', json(${services}), 'shows', json(${shows}))`;
  return statements
    .select({ page: page.mapWith((json: string) => JSON.parse(json) as HorsePage) })
    .from(sql`horses h left join customers o on o.id = h.customer_id`)
    .where(sql`h.id = ${id}`);
}
