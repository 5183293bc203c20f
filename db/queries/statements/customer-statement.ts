import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { BarnDetails } from "#app/domain/barn/barn-details.ts";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import type { Amounts } from "#app/domain/exports/invoices.ts";
import {
  MAX_LISTED_LINES,
  MAX_PART_LINES,
  MAX_STATEMENT_BILLS,
  type Opening,
  type Period,
  type StatementBill,
} from "#app/domain/statements/statement.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { payingCustomer, withMerged } from "#db/queries/barn/merged-customers.ts";
import { billedDays } from "#db/queries/bills/bills.ts";
import { importedLine, invoiceOfEntry } from "#db/queries/bills/imported-bills.ts";
import {
  billItems,
  corrections,
  customers,
  exportLines,
  horses,
  isListedBill,
  services,
  settings,
} from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { setOf } from "#db/write/change.ts";
import { lateBillsOf } from "./late-entries.ts";

/** What a customer's statement is made of (docs/product.md, 'Statements'). */
export type StatementData = {
  customer: { id: string; name: string; emails: string[]; phone: string; isDeleted: boolean };
  barn: BarnDetails;
  /** How the next export computes the amounts of pending bills. */
  amounts: Amounts;
  period: Period;
  opening: Opening;
  bills: StatementBill[];
  /** The bills of earlier days that were entered after the customer saw their statement: see late-entries.ts. */
  late: StatementBill[];
  /** The period has more bills than one statement shows, and `bills` has the first of them; or longer notes, and `bills` is empty. */
  isTooLong: boolean;
};

type Id = string | SQLWrapper;

/** The condition that a bill or an entry is of a customer, or of one that was merged into the customer. */
const isOf = (customerId: Id, row = sql.raw("")) => sql`coalesce(${row}customer_id, '') in ${withMerged(customerId)}`;

/** The last month up to the present one with a bill of the customer, or the present month if there is none. */
const lastMonth = (customerId: string, today: LocalDate) =>
  sql`coalesce((select substr(max(date), 1, 7) from ${billItems} where ${isOf(customerId)} and ${isListedBill(billItems)}
    and date <= ${`${monthOf(today)}-31`}), ${monthOf(today)})`;

/**
 * Whether amounts are multiplied by the quantity: the barn's choice once it was made; until then an amount is the
 * bill's own value.
 */
const isMultiplied = sql`(select is_amounts_chosen and export_amounts = 'quantity-x-value' from ${settings})`;

/** The day of the last bill that a statement has; without one it has bills of any day. */
type Until = LocalDate | undefined;

const upTo = (day: string, until: Until) => (until === undefined ? sql`` : sql` and ${sql.raw(day)} <= ${until}`);

/** The pending bills before the period. */
const openingBills = (customerId: Id, until: Until) =>
  sql`(select coalesce(sum(value * iif(${isMultiplied}, quantity, 1)), 0) from ${billItems} where ${isOf(customerId)}
    and deleted_at is null and export_id is null and date < p.first${upTo("date", until)})`;

const openingCorrections = (customerId: Id, until: Until) =>
  sql`(select coalesce(sum(amount), 0) from ${corrections} where ${isOf(customerId)}
    and not ${corrections.entered} and deleted_at is null and bill_date < p.first${upTo("bill_date", until)})`;

const COLUMNS = sql.raw(
  "b.seq, b.id, b.customer_id, b.date, b.period, b.first_day, b.last_day, b.horse_id, b.service_id, b.quantity, b.value, b.rider, b.comments, b.corrected_at, b.export_id, b.share",
);

/**
 * The bills of the period that belong to the customer, and those with a correction entry for the customer: such an
 * entry credits a bill that moved to another customer.
 */
const billsOf = (customerId: Id, until: Until) =>
  sql`(select ${COLUMNS} from ${billItems} b where ${isOf(customerId, sql.raw("b."))} and b.deleted_at is null
      and b.date between p.first and p.last${upTo("b.date", until)}
    union select ${COLUMNS} from ${corrections} c cross join ${billItems} b on b.id = c.bill_item_id
      where c.customer_id in ${withMerged(customerId)} and c.deleted_at is null and c.bill_date between p.first and p.last${upTo("c.bill_date", until)} and b.deleted_at is null
    limit ${MAX_STATEMENT_BILLS + 1})`;

const entries = sql`iif(b.corrected_at is null, '[]', (select json_group_array(json_object('customerId', ${payingCustomer(sql`c.customer_id`)}, 'invoiceNumber', ${invoiceOfEntry(
  {
    billId: sql`c.bill_item_id`,
    customerId: sql`c.customer_id`,
    invoiceNumber: sql`c.invoice_number`,
  },
)},
  'service', s.product_service_name, 'amount', c.amount, 'isEntered', ${asFlag(sql`c.entered`)}))
  from (select * from ${corrections} where bill_item_id = b.id and deleted_at is null order by seq) c join ${services} s on s.id = c.service_id))`;

/**
 * The condition that the statement of a shared link has comments; null for a statement that is not shared, which has no
 * riders either.
 */
type Comments = SQL | null;

const riderOf = (comments: Comments) => (comments ? sql`coalesce(b.rider, '')` : sql`''`);
const commentsOf = (comments: Comments) => (comments ? sql`iif(${comments}, coalesce(b.comments, ''), '')` : sql`''`);

/** How many bytes the riders and comments of some bills have, as JSON. */
const notesOf = (comments: Comments) =>
  sql`coalesce(sum(octet_length(json_array(${riderOf(comments)}, ${commentsOf(comments)}))), 0)`;

/** The most bytes of riders and comments in a shared statement: the database makes no text of more than 4 MB. */
const MAX_NOTES = sql.raw("1000000");

const billOf = (comments: Comments) =>
  ({
    seq: sql`b.seq`,
    customerId: payingCustomer(sql`b.customer_id`),
    date: sql`b.date`,
    period: sql`b.period`,
    days: billedDays("b"),
    horseId: sql`b.horse_id`,
    horse: sql`h.name`,
    service: sql`s.product_service_name`,
    quantity: sql`b.quantity`,
    value: sql`b.value`,
    rider: riderOf(comments),
    comments: commentsOf(comments),
    share: sql`b.share`,
    line: sql`iif(l.bill_item_id is null, ${importedLine({
      id: sql`b.id`,
      exportId: sql`b.export_id`,
      service: sql`s.product_service_name`,
      quantity: sql`b.quantity`,
      value: sql`b.value`,
    })}, json_object('invoiceNumber', l.invoice_number, 'dueDate', l.due_date, 'item', l.item, 'quantity', l.item_quantity, 'amount', l.item_amount))`,
    entries: sql`json(${entries})`,
  }) satisfies { [Name in keyof StatementBill]: SQL };

/** The credit memos of the period, each as a `StatementBill`. */
const creditsOf = (customerId: Id, comments: Comments, until: Until) =>
  sql`select ${jsonObject({
    seq: sql`c.seq`,
    customerId: payingCustomer(sql`c.customer_id`),
    date: sql`c.bill_date`,
    horseId: sql`c.horse_id`,
    horse: sql`h.name`,
    service: sql`s.product_service_name`,
    value: sql`c.amount`,
    comments: comments ? sql`iif(${comments}, c.reason, '')` : sql`''`,
    entries: sql`json('[]')`,
    credit: jsonObject({ isEntered: asFlag(sql`c.entered`) }),
  })} as bill
    from ${corrections} c join ${horses} h on h.id = c.horse_id join ${services} s on s.id = c.service_id
    where c.customer_id in ${withMerged(customerId)} and c.deleted_at is null and c.bill_item_id is null
      and c.bill_date between p.first and p.last${upTo("c.bill_date", until)}`;

/**
 * A statement of the customer of the outer query, for the period in `p`, as JSON, which `parseStatement` reads. With
 * `comments` the bills have their riders and, where that condition is met, their comments; the statement has no bills
 * if these are longer than `MAX_NOTES`. Bills after `until` are left out.
 */
export function statementRow(customerId: Id, comments: Comments = null, until?: LocalDate): SQL {
  const found = sql`from ${billsOf(customerId, until)} b`;
  const listed = sql`(select json_group_array(json(bill)) from (${rowsOf(found, comments)} union all ${creditsOf(customerId, comments, until)}))`;
  const lateBills = sql`from (select ${COLUMNS} from ${billItems} b where b.seq in (${lateBillsOf(customerId)}) limit ${MAX_LATE}) b`;
  const late = sql`(select json_group_array(json(bill)) from (${rowsOf(lateBills, null)}))`;
  const bills = comments ? sql`iif((select ${notesOf(comments)} ${found}) > ${MAX_NOTES}, null, ${listed})` : listed;
  return jsonObject({
    customer: jsonObject({
      id: sql`customers.id`,
      name: sql`customers.name`,
      emails: sql`json(customers.emails)`,
      phone: sql`customers.phone`,
      isDeleted: asFlag(sql`customers.deleted_at is not null`),
    }),
    barn: sql`json(${barnDetails})`,
    amounts: sql`iif(${isMultiplied}, 'quantity-x-value', 'bill-value')`,
    period: sql`json_object('first', p.first, 'last', p.last)`,
    opening: sql`json_object('bills', ${openingBills(customerId, until)}, 'corrections', ${openingCorrections(customerId, until)})`,
    bills: sql`json(${bills})`,
    late: sql`json(${late})`,
  });
}

/** The most late entries of a statement. */
const MAX_LATE = 100;

/** Some bills `b`, each as a `StatementBill`. */
const rowsOf = (bills: SQL, comments: Comments) =>
  sql`select ${jsonObject(billOf(comments))} as bill ${bills} join ${horses} h on h.id = b.horse_id
    join ${services} s on s.id = b.service_id left join ${exportLines} l on l.bill_item_id = b.id and l.is_voided = 0`;

/** The barn on statements, as JSON. */
export const barnDetails = sql`(select json_object('name', barn_name, 'address', barn_address, 'phone', barn_phone, 'email', barn_email) from ${settings})`;

const asRow = ({ first, last }: Period) => sql`(select ${first} as first, ${last} as last)`;

/**
 * Selects a customer's statement of a period, or of the last month with bills, in one row; none if there is no such
 * customer. `hasComments` is given for a statement that is to be shared, which has riders, too.
 */
export function customerStatement(customerId: string, period: Period | null, today: LocalDate, hasComments?: boolean) {
  const comments = hasComments === undefined ? null : sql`${Number(hasComments)}`;
  const month = lastMonth(customerId, today);
  const p = period
    ? asRow(period)
    : sql`(select month || '-01' as first, date(month || '-01', '+1 month', '-1 day') as last from (select ${month} as month))`;
  return statements
    .select({
      statement: statementRow(customerId, comments).mapWith(parseStatement),
      mergedInto: sql<string | null>`customers.merged_into`,
    })
    .from(sql`${p} p cross join ${customers} on customers.id = ${customerId}`);
}

/** The customers with lines in a period, in the order of their names, each with the part of the print that has its statement. */
const billedIn = ({ first, last }: Period) => {
  const lines = sql`select customer_id, count(*) as n from ${billItems} where ${isListedBill(billItems)} and deleted_at is null and date between ${first} and ${last} group by 1
    union all select customer_id, count(*) from ${corrections} where deleted_at is null and bill_date between ${first} and ${last} group by 1`;
  const ordered = sql`select id, name_sort, sum(n) over () as all_lines, (sum(n) over (order by name_sort, id) - n) / ${sql.raw(String(MAX_PART_LINES))} as place
    from (select c.id, c.name_sort, sum(n) as n from (${lines}) join ${customers} c on c.id = ${payingCustomer(sql`customer_id`)} group by c.id)`;
  // `dense_rank` skips the empty parts that a long statement would leave behind it.
  return sql`(select id, name_sort, all_lines, dense_rank() over (order by place) as part from (${ordered}))`;
};

/** The statements of a period, of the customers with lines in it. */
const billedStatements = (period: Period) =>
  sql`${asRow(period)} p cross join ${billedIn(period)} billed join ${customers} on customers.id = billed.id`;

// The plus removes the affinity of the column, or no index of an expression would be used.
const statementOfRow = (comments: Comments = null) => statementRow(sql`+customers.id`, comments);

/** Selects the statements of a period in one part of the print, a row each, in the order of the customers' names. */
export function allStatements(period: Period, part: number) {
  return statements
    .select({ statement: statementOfRow().mapWith(parseStatement) })
    .from(billedStatements(period))
    .where(sql`billed.part = ${part}`)
    .orderBy(sql`billed.name_sort, billed.id`);
}

/** Selects all statements of a period, a row each, in the order of the customers' names; nulls if together they have more than `MAX_LISTED_LINES`. */
export function listedStatements(period: Period) {
  const statement = sql`iif(billed.all_lines <= ${MAX_LISTED_LINES}, ${statementOfRow()}, null)`;
  return statements
    .select({ statement: statement.mapWith(parseStatement) as SQL<StatementData | null> })
    .from(billedStatements(period))
    .orderBy(sql`billed.name_sort, billed.id`);
}

/** About how many bytes the statements of one answer have. A bill has some 500 without its notes, and an answer at most 10 MB. */
const MAX_ANSWER = sql.raw("3000000");

/**
 * Selects the statements of some customers with riders and, if they are wanted, comments, a row each, in the order of
 * the customers' names; nulls from the row on that makes the answer too long, which is never the first.
 */
export function statementsToShare(period: Period, customerIds: readonly string[], hasComments: boolean) {
  const comments = sql`${Number(hasComments)}`;
  const notes = notesOf(comments);
  const bytes = sql`(select 500 * count(*) + iif(${notes} > ${MAX_NOTES}, 0, ${notes}) from ${billsOf(sql`+customers.id`, undefined)} b)`;
  const chosen = sql`select customers.id as id, ${bytes} as bytes, name_sort from ${asRow(period)} p cross join ${customers}
    where customers.id in ${setOf({ ids: customerIds })}`;
  const before = sql`(select id, sum(bytes) over (order by name_sort, id) - bytes as bytes from (${chosen}))`;
  const statement = sql`iif(before.bytes < ${MAX_ANSWER}, ${statementOfRow(comments)}, null)`;
  return statements
    .select({
      customerId: sql<string>`customers.id`,
      statement: statement.mapWith(parseStatement) as SQL<StatementData | null>,
    })
    .from(sql`${asRow(period)} p cross join ${before} before join ${customers} on customers.id = before.id`)
    .orderBy(sql`name_sort, customers.id`);
}

/** Selects how many customers have lines in a period, and how many parts their statements are printed in, in one row. */
export function countStatements(period: Period) {
  return statements
    .select({ customers: sql<number>`count(*)`, parts: sql<number>`coalesce(max(part), 1)` })
    .from(billedIn(period));
}

export function parseStatement(json: string): StatementData {
  const { bills, ...read } = JSON.parse(json) as Omit<StatementData, "isTooLong" | "bills"> & {
    bills: StatementBill[] | null;
  };
  return { ...read, bills: bills ?? [], isTooLong: bills === null || bills.length > MAX_STATEMENT_BILLS };
}
