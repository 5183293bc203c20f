import { eq, type SQL, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import type { LinePart } from "#app/domain/bills/divided-line.ts";
import { type BillStatus, followsBill, isTypedValue, type PayItem } from "#app/domain/bills/mend-bill.ts";
import type { Days } from "#app/domain/boarding/board-parts.ts";
import { splitCents } from "#app/domain/fields/shares.ts";
import { payDateFor } from "#app/domain/payroll/pay-dates.ts";
import type { BillToEdit, BillValues } from "#app/domain/records/bill-form.ts";
import { nameApart } from "#db/list/filters.ts";
import { namedHorse } from "#db/queries/shell/list-filters.ts";
import { activity, billItems, customers, grooms, horses, isListedBill, payrollItems, services } from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import { type Change, isOffered, type Mutation, setOf } from "#db/write/change.ts";
import { type By, type Edited, findRecord } from "#db/write/records.ts";
import { type FoundChange, findChangeWhere } from "#db/write/undo.ts";
import { auditedShows, followBills } from "#db/write/undo-targets.ts";
import { nextVersion, updateRecords } from "#db/write/versions.ts";
import { billStatus, billsSource, partsOfLine, wholeValue } from "./bills.ts";

/*
 * Edits and voids pending bills, and the payroll items that service entries made with them (docs/product.md, 'Editing a bill'
 * and 'Voiding a bill').
 */

/** The payroll item of the service entry that made a bill, in JSON: see `PayItem`. Null if there is none, or if it was deleted. */
export const payItem = sql`(select json_object('id', ${payrollItems.id}, 'groom', ${grooms.name}, 'item', ${payrollItems.item}, 'date', ${payrollItems.date},
  'paymentDate', ${payrollItems.paymentDate}, 'value', ${payrollItems.value}, 'paid', ${asFlag(sql`${payrollItems.paid}`)}, 'paidOn', iif(${payrollItems.paid}, ${payrollItems.paidOn}, null))
  from ${payrollItems} join ${grooms} on ${grooms.id} = ${payrollItems.groomId}
  where ${payrollItems.billItemId} = coalesce(${billItems.splitId}, ${billItems.id}) and ${payrollItems.deletedAt} is null)`;

/** Selects the bill that a form edits or corrects, in any status; no row if the billing run that made it was undone. */
export function findBillToEdit(id: string) {
  return findRecord(
    {
      ...billsSource,
      row: {
        id: billItems.id,
        version: billItems.version,
        date: billItems.date,
        customerId: billItems.customerId,
        customer: sql`coalesce(${customers.name}, 'Unknown')`,
        horse: horses.name,
        service: services.productServiceName,
        quantity: billItems.quantity,
        value: wholeValue,
        comments: sql`coalesce(${billItems.comments}, '')`,
        status: billStatus,
        // Unless the value was typed: see `priceOfOne`.
        follows: asFlag(sql`${wholeValue} % ${billItems.quantity} = 0`),
        pay: sql`json(${payItem})`,
        doneBy: sql`iif(standing_charge_id is null, null, coalesce(last_day, date(period || '-01', '+1 month', '-1 day')))`,
        parts: partsOfLine,
      },
      parse: (json): BillToEdit => JSON.parse(json),
    },
    id,
  );
}

type Named = { id: string; name: string };
const optionsOf = (table: typeof customers | typeof horses | typeof services, name: SQL) =>
  sql`(select ${asList<Named>({ id: table.id, name })} from ${table} where ${table.deletedAt} is null)`.mapWith(
    (json: string): Named[] => JSON.parse(json),
  );

const offered = () => ({
  customerId: optionsOf(customers, sql`${customers.name}`),
  serviceId: optionsOf(services, sql`${services.productServiceName}`),
});

/** Selects the customers and the services that the forms of a bill offer, in one row. */
export const billChoices = () => statements.select(offered()).from(sql`(select 1)`);

/** The condition that a credit may be for a horse: it is not deleted, or it has bills. */
export const isCreditable = sql`(horses.deleted_at is null or exists (select 1 from ${billItems}
  where bill_items.horse_id = horses.id and ${isListedBill(billItems)} and bill_items.deleted_at is null))`;

const creditableHorses = sql`(select ${asList<Named>({ id: horses.id, name: nameApart(namedHorse, namedHorse.shown) })}
  from ${horses} where ${isCreditable})`;

/** Selects the customers, horses and services that the form of a credit offers, in one row. */
export const creditChoices = () =>
  statements
    .select({ ...offered(), horseId: creditableHorses.mapWith((json: string): Named[] => JSON.parse(json)) })
    .from(sql`(select 1)`);

const isPendingBill = sql`export_id is null and deleted_at is null`;

/** The columns of the days that a board bill is for, if these are days of its month; other bills keep theirs. */
export function daysOfBill(days: Days | null) {
  if (!days) return {};
  const { from, to } = days;
  const isOfMonth = sql`coalesce(period = ${from.slice(0, 7)} and period = ${to.slice(0, 7)}, 0)`;
  return {
    firstDay: sql`iif(${isOfMonth}, ${from}, first_day)`,
    lastDay: sql`iif(${isOfMonth}, ${to}, last_day)`,
  };
}

/** The bills of a line with what each has of its value in cents, and their versions; one bill if the line was not divided. */
export function partsWith(bill: { id: string; parts: readonly LinePart[] }, version: number, whole: Cents) {
  const values = splitCents(
    whole,
    bill.parts.map(({ share }) => share),
  );
  if (bill.parts.length === 0) return [{ id: bill.id, version, value: whole }];
  return bill.parts.map((part, place) => ({
    id: part.id,
    version: part.id === bill.id ? version : part.version,
    value: values[place] ?? 0,
  }));
}

/**
 * Saves a pending bill, or those of a divided line, for days of its month if they are given, and lets its unpaid payroll item follow. ConflictError if the bill was saved, exported or voided since
 * `bill` was read.
 */
export function editBill(
  { id, version, idempotencyKey }: Edited,
  entered: BillValues,
  { actor, at }: By,
  bill: BillToEdit,
  days: Days | null = null,
): Change {
  const { date, customerId, quantity, value, comments } = entered;
  const isValueTyped = sql`max(is_value_typed, ${Number(isTypedValue(bill, entered))})`;
  // The customers of a divided line stay.
  const customer = bill.parts.length > 0 ? {} : { customerId };
  const set = { date, ...customer, quantity, isValueTyped, comments: comments || null, ...daysOfBill(days) };
  const parts = partsWith(bill, version, value);
  const paid = { value, day: bill.doneBy ? (days?.to ?? bill.doneBy) : date };
  const isMoved = paid.day !== (bill.doneBy ?? bill.date) || value !== bill.value;
  const follower = bill.pay && isMoved && followsBill(bill.pay, bill) ? bill.pay : null;
  return {
    actor,
    at,
    idempotencyKey,
    action: "edit bill",
    payload: { id, version, ...entered },
    audited: [
      { table: billItems, ids: parts.map((part) => part.id) },
      { table: payrollItems, ids: follower ? [follower.id] : [] },
    ],
    preconditions: "customerId" in customer ? [isOffered(customers, customerId, billItems.customerId, id)] : [],
    mutations: [
      ...parts.map((part) => ({
        sql: updateRecords(
          billItems,
          [part.id],
          { ...set, value: part.value },
          at,
          sql`version = ${part.version} and ${isPendingBill}`,
        ),
        expectRows: 1 as const,
      })),
      ...(follower ? [follow(follower, paid, at)] : []),
    ],
  };
}

/** Lets a payroll item follow its bill. An item that was paid or edited a moment ago stays as it is. */
function follow({ id, date, value, paymentDate }: PayItem, paid: { day: LocalDate; value: Cents }, at: Date): Mutation {
  const set = { date: paid.day, paymentDate: payDateFor(paid.day), value: paid.value };
  const isUnchanged = sql`deleted_at is null and paid = 0 and date = ${date} and value = ${value} and payment_date = ${paymentDate}`;
  return { sql: updateRecords(payrollItems, [id], set, at, isUnchanged), expectRows: "any" };
}

/** A bill to void, with the ids of its payroll item and its show, deleted or not. */
type MarkedBill = { id: string; status: BillStatus; payId: string | null; showId: string | null; isDivided: boolean };

/** Selects the bills with these ids, and the others of divided lines, in one row. Bills whose run was undone are left out. */
export function findBills(ids: readonly string[]) {
  const columns = asList<MarkedBill>({
    ...{ id: billItems.id, status: billStatus, payId: payrollItems.id, showId: billItems.showId },
    isDivided: asFlag(sql`${billItems.splitId} is not null`),
  });
  return statements
    .select({ bills: columns })
    .from(billItems)
    .leftJoin(payrollItems, sql`${payrollItems.billItemId} = ${billItems.id}`)
    .where(sql`${billItems.seq} in (${lineSeqs(ids)}) and ${billsSource.where}`);
}

/** Selects the numbers of bills, and of the others of their divided lines. */
export const lineSeqs = (
  ids: readonly string[],
) => sql`select one.seq from ${billItems} one where one.id in ${setOf({ ids })}
  union select other.seq from ${billItems} one join ${billItems} other on other.split_id = one.split_id where one.id in ${setOf({ ids })} and one.split_id is not null`;

type Followers = { payIds: readonly string[]; showIds: readonly string[] };

/**
 * Voids pending bills, deletes their unpaid payroll items and makes their shows unbilled. ConflictError if one of the bills is not
 * pending any more.
 */
export function voidBills(
  idempotencyKey: string,
  ids: readonly string[],
  { payIds, showIds }: Followers,
  by: By,
): Change {
  const now = by.at.toISOString();
  const shows = { showIds, runIds: [] };
  const bills = setOf({ ids });
  const deleteItems = statements.update(payrollItems).set({ deletedAt: now, ...nextVersion(payrollItems, by.at) });
  return {
    ...by,
    idempotencyKey,
    action: "void bills",
    payload: { ids },
    audited: [
      { table: billItems, ids },
      { table: payrollItems, ids: payIds },
      ...(showIds.length > 0 ? [auditedShows(shows)] : []),
    ],
    preconditions: [eq(statements.$count(billItems, sql`id in ${bills} and ${isPendingBill}`), ids.length)],
    mutations: [
      {
        sql: updateRecords(billItems, ids, { voidedAt: now, deletedAt: now }, by.at),
        expectRows: "any",
      },
      {
        sql: deleteItems.where(sql`bill_item_id in ${bills} and paid = 0 and deleted_at is null`),
        expectRows: "any",
      },
      // Without a show there is no mutation, because one of shows notifies their topic.
      ...(showIds.length > 0 ? [followBills(shows, by)] : []),
    ],
  };
}

/**
 * Selects the change that voided a bill, or the one that the change `undoKey` has undone already. Returns no row if the bill is not
 * voided, or if the change was archived.
 */
export const findVoiding = (billId: string, undoKey = "") =>
  findChangeWhere(sql`coalesce((select content ->> 'key' from ${activity} where id = ${undoKey}),
    (select a.id from activity_records r join ${activity} a on a.rowid = r.seq join ${billItems} b on b.id = r.record_id
    where r.record_id = ${billId} and b.voided_at = a.at order by r.seq desc limit 1))`);

/** The ids of a voided bill and the others of its line, of its payroll item and of its show, among the records of the change that voided it. */
export function idsWithBill({ after }: FoundChange, billId: string): string[] {
  const lineOf = ({ id, split_id: split }: FoundChange["after"][number]) => split ?? id;
  const bills = after.filter(({ table }) => table === "bill_items");
  const voided = bills.find(({ id }) => id === billId);
  const line = voided ? lineOf(voided) : billId;
  return after.flatMap(({ table, bill_item_id: bill, show_id: show, ...record }) => {
    if (table !== "bill_items") return bill === line ? [String(record.id)] : [];
    return lineOf(record) === line ? [String(record.id), ...(show === null ? [] : [String(show)])] : [];
  });
}
