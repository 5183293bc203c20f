import { eq, isNull, type SQL, sql } from "drizzle-orm";
import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { whyNotPaidOn } from "#app/domain/payroll/paid-on.ts";
import type { PayrollRow } from "#app/domain/records/payroll-item.ts";
import type { ListSource } from "#db/list/list-source.ts";
import { grooms, isoWeek, payrollItems } from "#db/schema.ts";
import { asList, statements } from "#db/statements.ts";
import { type Change, isOffered } from "#db/write/change.ts";
import {
  addRecord,
  type By,
  type Edited,
  longRecordSource,
  type RecordSource,
  saveRecord,
  setFields,
} from "#db/write/records.ts";
import { updateRecords, versionsOf } from "#db/write/versions.ts";

/** The values of the form of a payroll item; `value` in cents. */
type PayrollValues = {
  groomId: string;
  item: string;
  date: LocalDate;
  paymentDate: LocalDate | null;
  value: number;
  paid: boolean;
  paidOn: LocalDate | null;
};

/** The condition that an item is not paid (docs/product.md, 'Payroll'). Partial indexes use the same expression. */
export const isUnpaid: SQL = sql`${payrollItems.paid} = 0`;

const week = isoWeek(payrollItems.date);

export const payrollRecords: RecordSource<typeof payrollItems, PayrollRow> & ListSource<PayrollRow> = longRecordSource({
  table: payrollItems,
  noun: "payroll item",
  displayName: sql`${payrollItems.item} || ' of ' || ${grooms.name}`,
  day: payrollItems.date,
  omitted: ["week", "payrollRunId", "billItemId"],
  joins: sql`left join ${grooms} on ${eq(grooms.id, payrollItems.groomId)}`,
  joined: { groom: sql<string>`${grooms.name}`, weekNumber: sql<number>`${week}` },
  sorts: {
    week,
    groom: { names: grooms, column: payrollItems.groomId },
    item: sql`${payrollItems.itemSort}`,
    payment: sql`coalesce(${payrollItems.paymentDate}, '')`,
    paid: sql`${payrollItems.paid} + 0`,
  },
  summary: { name: "value", of: payrollItems.value },
  current: isUnpaid,
  currentIndex: "payroll_unpaid_by_date",
  states: (today) => ({
    Paid: sql`${payrollItems.paid}`,
    Overdue: sql`${isUnpaid} and ${payrollItems.paymentDate} < ${today}`,
    "Due today": sql`${isUnpaid} and ${payrollItems.paymentDate} = ${today}`,
  }),
});

/** Selects the grooms that the form of an item offers, in one row. */
export function payrollChoices() {
  return statements
    .select({ groomId: asList<{ id: string; name: string }>({ id: grooms.id, name: grooms.name }) })
    .from(grooms)
    .where(isNull(grooms.deletedAt));
}

/** Adds an item. ConflictError if its groom is deleted, or with the `problem` of its day of payment. */
export function addPayrollItem(id: string, values: PayrollValues, by: By): CheckedChange {
  const today = todayInNewYork(by.at);
  const problem = whyNotPaidOn(values, today);
  const paidOn = values.paid ? (values.paidOn ?? today) : null;
  return {
    ...addRecord(payrollRecords, id, { ...values, paidOn }, by),
    ...ofPaidOn(problem),
    // The values as entered, because a retry on the next day is the same change.
    payload: values,
    preconditions: [isOfferedTo("", values.groomId), hasNo(problem)],
  };
}

/**
 * Saves an item. ConflictError if the item was saved by another user since `before` was read, if a newly chosen groom is deleted, or
 * with the `problem` of its day of payment.
 */
export function savePayrollItem(
  edited: Edited,
  values: PayrollValues,
  by: By,
  before: Pick<PayrollRow, "version" | "paid" | "paidOn">,
): CheckedChange {
  const { paid, paidOn } = values;
  const today = todayInNewYork(by.at);
  const problem = whyNotPaidOn(values, today, before);
  const stored = { ...values, ...(paid && paidOn ? {} : paidNow(paid, today)) };
  return {
    ...saveRecord(payrollRecords, edited, stored, by),
    // Of an item that another user saved since, the form asks about both edits instead.
    ...(edited.version === before.version && ofPaidOn(problem)),
    payload: { id: edited.id, version: edited.version, ...values },
    preconditions: [isOfferedTo(edited.id, values.groomId), hasNo(problem)],
  };
}

type CheckedChange = Change & { problem?: string; field?: string };

const ofPaidOn = (problem: string | undefined) => (problem === undefined ? {} : { problem, field: "paidOn" });

/** A repeated post of a saved form is recognized before the preconditions, and succeeds all the same. */
const hasNo = (problem: string | undefined) => sql`${problem === undefined ? 1 : 0}`;

/** Sets fields of items in their rows. Items that become paid are paid today. */
export function setPayrollFields(ids: readonly string[], values: Partial<PayrollValues>, by: By): Change {
  const set = setFields(payrollRecords, ids, values, by);
  const { paid } = values;
  if (paid === undefined) return set;
  const withDay = { ...values, ...paidNow(paid, todayInNewYork(by.at)) };
  return {
    ...set,
    mutations: [
      { sql: updateRecords(payrollItems, ids, withDay, by.at, isNull(payrollItems.deletedAt)), expectRows: ids.length },
    ],
  };
}

/** The values of an item that is marked paid or unpaid: one that was paid before keeps its day. */
const paidNow = (paid: boolean, day: LocalDate) => ({
  paid,
  paidOn: paid ? sql`iif(paid, paid_on, ${day})` : null,
});

const isOfferedTo = (itemId: string, groomId: string) => isOffered(grooms, groomId, payrollItems.groomId, itemId);

/** Items of one date that are marked together. */
type MarkedItems = { ids: string[]; date: LocalDate };

/** Selects the items of the same date as item `id` whose paid flag is not `paid`, in one row. */
export function itemsToMark(id: string, paid: boolean) {
  const date = sql`(select date from payroll where id = ${id})`;
  return statements
    .select({
      ids: sql`${idsToMark(date, paid)}`.mapWith((json: string) => JSON.parse(json) as string[]),
      date: sql<LocalDate>`coalesce(${date}, '')`,
    })
    .from(sql`(select 1)`);
}

const idsToMark = (date: SQL | LocalDate, paid: boolean) =>
  sql`(select json_group_array(id) from (select id from ${payrollItems} where date = ${date} and paid <> ${paid} and deleted_at is null order by seq))`;

/** The actions of 'Mark Date Paid' and of 'Mark due payments as paid'. */
const MARKINGS = { date: "mark date", due: "mark due" } as const;

/** The unpaid items with a payment date up to `until`. */
const itemsDue = (until: LocalDate | SQL) =>
  sql`from ${payrollItems} where coalesce(payment_date, '') between '0' and ${until} and paid = 0 and deleted_at is null`;

/** How many items can be marked at once. */
export const MAX_MARKED = 5_000;

/** The items that 'Mark due payments as paid' marks; `total` in cents. `ids` is empty if there are more than MAX_MARKED. */
export type ItemsDue = { until: LocalDate; count: number; ids: string[]; total: number; versions: string };

/** Selects the unpaid items with a payment date up to `until`, or up to the latest one that is not after `today`, in one row. */
export function paymentsDue(until: LocalDate | null, today: LocalDate) {
  const latest = sql`(select coalesce(max(payment_date), ${today}) ${itemsDue(today)})`;
  return statements
    .select({
      until: sql<LocalDate>`chosen.until`,
      count: sql<number>`count(payroll.id)`,
      // An array of all of them could be longer than an answer of the database may be.
      ids: sql`iif(count(payroll.id) > ${MAX_MARKED}, '[]', (select json_group_array(id) ${itemsDue(sql`chosen.until`)}))`.mapWith(
        (json: string) => JSON.parse(json) as string[],
      ),
      total: sql<number>`coalesce(sum(payroll.value), 0)`,
      versions: versionsOf(itemsDue(sql`chosen.until`), ["payroll"]),
    })
    .from(
      sql`(select ${until ?? latest} as until) chosen left join ${payrollItems} on coalesce(payment_date, '') between '0' and chosen.until and paid = 0 and deleted_at is null`,
    );
}

/**
 * Marks the items due up to a payment date, which have this fingerprint, as paid on a day. ConflictError if they changed since they
 * were read.
 */
export function markDue(
  id: string,
  { until, ids, versions }: ItemsDue,
  { fingerprint, paidOn }: { fingerprint: string; paidOn: LocalDate },
  by: By,
): Change {
  return {
    ...setPaid(ids, true, by, paidOn),
    idempotencyKey: id,
    action: MARKINGS.due,
    payload: payloadOfDue({ until, fingerprint, paidOn }),
    preconditions: [sql`${versionsOf(itemsDue(until), ["payroll"])} = ${versions}`],
  };
}

export const payloadOfDue = (sent: { until: LocalDate; fingerprint: string; paidOn: LocalDate }) => ({
  ...sent,
  paid: true,
});

/**
 * Sets the items of a date paid or unpaid, at most once for each `id` (docs/product.md, 'Payroll'). ConflictError if the date
 * has other items to mark than those in `ids`. `pressed` is the item whose menu has the command.
 */
export function markItems(id: string, pressed: string, { ids, date }: MarkedItems, paid: boolean, by: By): Change {
  const isUnchanged = sql`${idsToMark(date, paid)} = ${JSON.stringify(ids)}`;
  return {
    ...setPaid(ids, paid, by),
    idempotencyKey: id,
    action: MARKINGS.date,
    payload: { date, paid, pressed },
    preconditions: [isUnchanged],
  };
}

function setPaid(ids: string[], paid: boolean, by: By, day = todayInNewYork(by.at)) {
  return {
    ...by,
    audited: [{ table: payrollItems, ids }],
    mutations: [
      {
        sql: updateRecords(payrollItems, ids, paidNow(paid, day), by.at, sql`paid <> ${paid} and deleted_at is null`),
        expectRows: "any" as const,
      },
    ],
  };
}
