import { type SQL, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { MonthSum } from "#app/domain/basics/months.ts";
import { IMPORTED_EXPORT } from "#app/domain/bills/imported.ts";
import type { CustomerRow } from "#app/domain/records/customer.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { invoiceOfEntry } from "#db/queries/bills/imported-bills.ts";
import { isWorking } from "#db/queries/statements/statement-links.ts";
import { customers, statementLinks } from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { customerRecords } from "./customers.ts";
import { sharedHorses } from "./horse-owners.ts";
import { withMerged } from "./merged-customers.ts";
import { type ChargeOfPage, chargesOfPage } from "./standing-charges.ts";

/*
 * The pages of a customer, a horse and a groom. Each is one select of one row, and reads the newest rows of each kind by an index.
 * Columns are named without drizzle's tables, because a select has several of the same table.
 */

/** The most rows of a section; the lists have the others. */
export const SECTION_ROWS = 12;

/** What a customer or a horse was billed in a year, without voided bills, and what is pending. */
export type BilledSums = { inYear: number; pending: number };

type InvoiceRow = {
  number: number;
  exportId: string;
  date: LocalDate;
  horse: string;
  horseId: string;
  total: number;
  isVoided: boolean;
};

export type CustomerPage = {
  record: CustomerRow;
  isDeleted: boolean;
  /** The customer that this one was merged into. */
  mergedInto: string | null;
  horses: {
    id: string;
    name: string;
    checkIn: LocalDate;
    checkOut: LocalDate | null;
    location: "florida" | "long-island";
    /** The customer's share in hundredths of a percent; null if the horse has one owner. */
    share: number | null;
  }[];
  /** Horses that were the customer's, until the instant `until`; null if the horse was deleted and not given away. */
  horsesBefore: { id: string; name: string; until: string | null }[];
  billed: BilledSums;
  months: MonthSum[];
  invoices: InvoiceRow[];
  /** The bills that were invoiced before Hayloft, and the sum of their values. */
  imported: { count: number; sum: number };
  corrections: {
    id: string;
    date: LocalDate;
    horse: string;
    service: string;
    amount: number;
    invoiceNumber: number | null;
    isEntered: boolean;
  }[];
  shows: {
    id: string;
    name: string;
    date: LocalDate;
    horse: string;
    horseId: string;
    service: string;
    isBilled: boolean;
  }[];
  charges: ChargeOfPage[];
  /** How many links show a statement of the customer now. */
  workingLinks: number;
};

/** The bills of a customer or a horse. */
const billsOf = (owner: "customer" | "horse", id: string) =>
  sql`from bill_items where ${owner === "customer" ? sql`coalesce(customer_id, '') in ${withMerged(id)}` : sql`horse_id = ${id}`} and (deleted_at is null or voided_at is not null)`;

const sumWhere = (condition: SQL) => sql`coalesce(sum(value) filter (where deleted_at is null and ${condition}), 0)`;
const pending = sumWhere(sql`export_id is null`);

/** The sums of the newest months in which a customer or a horse has bills, in one JSON array. */
export const monthSums = (owner: "customer" | "horse", id: string) =>
  sql`(select json_group_array(json_object('month', month, 'sum', sum, 'pending', pending)) from (
    select substr(date, 1, 7) as month, ${sumWhere(sql`1`)} as sum, ${pending} as pending ${billsOf(owner, id)}
    group by 1 order by 1 desc limit ${SECTION_ROWS}))`;

/** The sums of all bills of a customer or a horse, as a JSON object: see `BilledSums`. */
export const billedTo = (owner: "customer" | "horse", id: string, today: LocalDate) =>
  sql`(select json_object('inYear', ${sumWhere(sql`substr(date, 1, 4) = ${today.slice(0, 4)}`)}, 'pending', ${pending}) ${billsOf(owner, id)})`;

/** The share of a customer in hundredths of a percent: of the responsible party what the other owners leave; null of one owner. */
const shareOf = (
  id: string,
) => sql`(select iif(horses.customer_id = ${id}, 10000 - sum(share) filter (where not is_own), sum(share) filter (where is_own))
  from (select value ->> 'share' as share, value ->> 'id' in ${withMerged(id)} as is_own from json_each(horses.shares)))`;

/** The condition that a customer owns a horse, or a share of it. */
const isOwnedBy = (id: string) => sql`(h.customer_id = ${id} or h.id in ${sharedHorses(id)})`;

const horsesNowOf = (
  id: string,
) => sql`(select json_group_array(json_object('id', id, 'name', name, 'checkIn', check_in_date, 'checkOut', check_out_date, 'location', location,
  'share', iif(shares = '[]', null, ${shareOf(id)})))
  from (select * from horses h where ${isOwnedBy(id)} and deleted_at is null order by name collate nocase limit ${SECTION_ROWS}) horses)`;

/** The horses that the customer owned before, by the changes of their owners; and the customer's deleted horses, but for those of an import that was undone. */
const horsesBeforeOf = (
  id: string,
) => sql`(select json_group_array(json_object('id', id, 'name', name, 'until', until)) from (
  select h.id, h.name, was.until from (select horse_id, max(at) as until from (
      select horse_id, at from horse_changes where customer_id in ${withMerged(id)} and undone_at is null
      union all select c.horse_id, c.at from horse_changes c, json_each(c.shares) owner where c.shares <> '[]' and c.undone_at is null and owner.value ->> 'id' in ${withMerged(id)}) group by horse_id) was
    join horses h on h.id = was.horse_id where h.customer_id is not ${id} and h.id not in ${sharedHorses(id)}
  union all select id, name, null from horses where customer_id = ${id} and deleted_at <> created_at
  order by 2 collate nocase))`;

const invoicesOf = (
  id: string,
) => sql`(select json_group_array(json_object('number', i.number, 'exportId', i.export_id, 'date', i.date, 'horse', h.name, 'horseId', h.id,
  'total', i.total, 'isVoided', ${asFlag(sql`e.voided_at is not null`)}))
  from (select * from invoices where customer_id in ${withMerged(id)} order by number desc limit ${SECTION_ROWS}) i
  join exports e on e.id = i.export_id join horses h on h.id = i.horse_id)`;

const correctionsOf = (
  id: string,
) => sql`(select json_group_array(json_object('id', x.id, 'date', x.date, 'horse', h.name, 'service', s.product_service_name, 'amount', x.amount,
  'invoiceNumber', ${invoiceOfEntry({ billId: sql`x.bill_item_id`, customerId: sql`x.customer_id`, invoiceNumber: sql`x.invoice_number` })}, 'isEntered', ${asFlag(sql`x.entered`)}))
  from (select * from corrections where customer_id in ${withMerged(id)} and deleted_at is null order by bill_date desc, seq desc limit ${SECTION_ROWS}) x
  join horses h on h.id = x.horse_id join services s on s.id = x.service_id)`;

const showsOf = (
  id: string,
) => sql`(select json_group_array(json_object('id', w.id, 'name', w.name, 'date', w.date, 'horse', h.name, 'horseId', h.id, 'service', s.product_service_name,
  'isBilled', ${asFlag(sql`w.billed`)}))
  from (select * from shows where customer_id = ${id} and deleted_at is null order by date desc, seq desc limit ${SECTION_ROWS}) w
  join horses h on h.id = w.horse_id join services s on s.id = w.service_id)`;

/** Selects what the page of a customer shows, in one row; none if there is no such customer. */
export function customerPage(id: string, today: LocalDate) {
  const page = jsonObject({
    record: jsonObject(customerRecords.row),
    isDeleted: asFlag(sql`${customers.deletedAt} is not null`),
    mergedInto: customers.mergedInto,
    horses: sql`json(${horsesNowOf(id)})`,
    horsesBefore: sql`json(${horsesBeforeOf(id)})`,
    billed: sql`json(${billedTo("customer", id, today)})`,
    months: sql`json(${monthSums("customer", id)})`,
    invoices: sql`json(${invoicesOf(id)})`,
    imported: sql`(select json_object('count', count(*), 'sum', coalesce(sum(value), 0)) ${billsOf("customer", id)} and export_id = ${IMPORTED_EXPORT})`,
    corrections: sql`json(${correctionsOf(id)})`,
    shows: sql`json(${showsOf(id)})`,
    charges: sql`json(${chargesOfPage(isOwnedBy(id), today)})`,
    workingLinks: sql`(select count(*) from ${statementLinks} where customer_id = ${id} and ${isWorking(today)} and ${customers.deletedAt} is null)`,
  });
  return statements
    .select({ page: page.mapWith((json: string) => JSON.parse(json) as CustomerPage) })
    .from(customers)
    .where(sql`${customers.id} = ${id}`);
}
