import { and, eq, type SQL, sql } from "drizzle-orm";
import { orderKey } from "#app/domain/basics/search-text.ts";
import { type BillStatus, followsBill, isTypedValue } from "#app/domain/bills/mend-bill.ts";
import { payDateFor } from "#app/domain/payroll/pay-dates.ts";
import type { BillToEdit, BillValues } from "#app/domain/records/bill-form.ts";
import {
  activity,
  billItems,
  billingRuns,
  customers,
  grooms,
  horses,
  payrollItems,
  services,
  shows,
} from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import type { Change, Mutation } from "#db/write/change.ts";
import { type By, type Edited, findRecord } from "#db/write/records.ts";
import { isUndone, undoKeyOf } from "#db/write/undo.ts";
import { billStatus, billsSource, selectBillName } from "./bills.ts";

/*
 * Edits and voids pending bills, and the payroll items that service entries made with them (docs/product.md, 'Editing a bill'
 * and 'Voiding a bill').
 */

const payItem = sql`(select json_object('id', ${payrollItems.id}, 'groom', ${grooms.name}, 'item', ${payrollItems.item}, 'date', ${payrollItems.date},
  'paymentDate', ${payrollItems.paymentDate}, 'value', ${payrollItems.value}, 'paid', ${asFlag(sql`${payrollItems.paid}`)})
  from ${payrollItems} join ${grooms} on ${grooms.id} = ${payrollItems.groomId}
  where ${payrollItems.billItemId} = ${billItems.id} and ${payrollItems.deletedAt} is null)`;

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
        value: billItems.value,
        comments: sql`coalesce(${billItems.comments}, '')`,
        status: billStatus,
        // Unless the value was typed: see `priceOfOne`.
        follows: asFlag(sql`${billItems.value} % ${billItems.quantity} = 0`),
        pay: sql`json(${payItem})`,
      },
      parse: (json): BillToEdit => JSON.parse(json),
    },
    id,
  );
}

type Named = { id: string; name: string };
const optionsOf = (table: typeof customers | typeof services, name: SQL) =>
  sql`(select ${asList<Named>({ id: table.id, name })} from ${table} where ${table.deletedAt} is null)`.mapWith(
    (json: string): Named[] => JSON.parse(json),
  );

/** Selects the customers and the services that the forms of a bill offer, in one row. */
export function billChoices() {
  return statements
    .select({
      customerId: optionsOf(customers, sql`${customers.name}`),
      serviceId: optionsOf(services, sql`${services.productServiceName}`),
    })
    .from(sql`(select 1)`);
}

/** The precondition that the record exists, or is the one that the bill has already. */
export const isOfferedTo = (billId: string, column: "customer_id" | "service_id", id: string | null): SQL => {
  const table = sql.raw(column === "customer_id" ? "customers" : "services");
  return sql`${id} is null or exists (select 1 from ${table} where id = ${id} and deleted_at is null)
    or exists (select 1 from ${billItems} where id = ${billId} and ${sql.raw(column)} = ${id})`;
};

const isPendingBill = sql`export_id is null and deleted_at is null`;

/**
 * Saves a pending bill, and lets its unpaid payroll item follow. ConflictError if the bill was saved, exported or voided since
 * `bill` was read.
 */
export function editBill(
  { id, version, idempotencyKey }: Edited,
  entered: BillValues,
  { actor, at }: By,
  bill: BillToEdit,
): Change {
  const now = at.toISOString();
  const { date, customerId, quantity, value, comments } = entered;
  const isMoved = date !== bill.date || value !== bill.value;
  const follower = bill.pay && isMoved && followsBill(bill.pay, bill) ? bill.pay : null;
  return {
    actor,
    at,
    idempotencyKey,
    action: "edit bill",
    payload: { id, version, ...entered },
    audited: [
      { table: billItems, ids: [id] },
      { table: payrollItems, ids: follower ? [follower.id] : [] },
    ],
    preconditions: [isOfferedTo(id, "customer_id", customerId)],
    mutations: [
      {
        sql: sql`update ${billItems} set date = ${date}, customer_id = ${customerId}, quantity = ${quantity}, value = ${value}, is_value_typed = max(is_value_typed, ${Number(isTypedValue(bill, entered))}), comments = nullif(${comments}, ''), comments_sort = ${orderKey(comments)},
          version = version + 1, updated_at = ${now} where id = ${id} and version = ${version} and ${isPendingBill}`,
        expectRows: 1,
      },
      ...(follower
        ? [
            {
              sql: sql`update ${payrollItems} set date = ${date}, payment_date = ${payDateFor(date)}, value = ${value}, version = version + 1, updated_at = ${now}
                where id = ${follower.id} and deleted_at is null and paid = 0 and date = ${follower.date} and value = ${follower.value} and payment_date = ${follower.paymentDate}`,
              // An item that was paid or edited a moment ago stays as it is.
              expectRows: "any" as const,
            },
          ]
        : []),
    ],
  };
}

/** A bill to void or to restore, with the ids of its payroll item and its show, deleted or not. */
type MarkedBill = {
  id: string;
  status: BillStatus;
  payId: string | null;
  showId: string | null;
  /** Whether its show has another bill. */
  isBilledAgain: boolean;
};

/** Selects the bills with these ids, in one row. Bills whose run was undone are left out. */
export function findBills(ids: readonly string[]) {
  const columns = asList<MarkedBill>({
    ...{ id: billItems.id, status: billStatus, payId: payrollItems.id, showId: billItems.showId },
    isBilledAgain: asFlag(isBilledAgain(sql`${billItems.id} = other.id`)),
  });
  return statements
    .select({ bills: columns })
    .from(billItems)
    .leftJoin(payrollItems, sql`${payrollItems.billItemId} = ${billItems.id}`)
    .where(sql`${billItems.id} in ${listOf(ids)} and ${billsSource.where}`);
}

const listOf = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

/** The condition that the show of a bill has another bill, which is none of `own`. */
const isBilledAgain = (own: SQL) =>
  sql`exists (select 1 from ${billItems} other where other.show_id = ${billItems.showId} and other.deleted_at is null and not ${own})`;

const VOID = "void bills";
/** The action of the Undo of an entry, on the device that logged it. */
export const UNDO_ENTRY = "undo log service";

type Followers = { payIds: readonly string[]; showIds: readonly string[] };

/**
 * Voids pending bills, deletes their unpaid payroll items and makes their shows unbilled. ConflictError if one of the bills is not
 * pending any more.
 */
export function voidBills(
  idempotencyKey: string,
  ids: readonly string[],
  { payIds, showIds }: Followers,
  { actor, at }: By,
): Change {
  const now = at.toISOString();
  return {
    actor,
    at,
    idempotencyKey,
    action: VOID,
    payload: { ids },
    audited: [{ table: billItems, ids }, { table: payrollItems, ids: payIds }, ...showsOf(showIds)],
    preconditions: [
      sql`select count(*) = ${ids.length} from ${billItems} where id in ${listOf(ids)} and ${isPendingBill}`,
    ],
    mutations: [
      {
        sql: sql`update ${billItems} set voided_at = ${now}, deleted_at = ${now}, version = version + 1, updated_at = ${now} where id in ${listOf(ids)}`,
        expectRows: "any",
      },
      {
        sql: sql`update ${payrollItems} set deleted_at = ${now}, version = version + 1, updated_at = ${now}
          where bill_item_id in ${listOf(ids)} and paid = 0 and deleted_at is null`,
        expectRows: "any",
      },
      ...setBilled(
        showIds,
        false,
        now,
        sql`not exists (select 1 from ${billItems} where show_id = ${shows.id} and deleted_at is null)`,
      ),
    ],
  };
}

/** The shows that a change of bills is recorded with; none if no bill is of a show. */
const showsOf = (ids: readonly string[]) => (ids.length > 0 ? [{ table: shows, ids }] : []);

/** Marks shows billed or unbilled. Without a show there is no mutation, because one of shows notifies their topic. */
const setBilled = (ids: readonly string[], isBilled: boolean, now: string, condition = sql`1`): Mutation[] =>
  ids.length === 0
    ? []
    : [
        {
          sql: sql`update ${shows} set billed = ${Number(isBilled)}, version = version + 1, updated_at = ${now}
            where id in ${listOf(ids)} and billed <> ${Number(isBilled)} and ${condition}`,
          expectRows: "any",
        },
      ];

/** A voiding, for its notice and its Undo. */
export type Voiding = {
  id: string;
  billIds: string[];
  payIds: string[];
  showIds: string[];
  /** The names of the shows that the voiding made unbilled. */
  unbilled: string[];
  /** Whether the show of one of the bills was billed again since. */
  isBilledAgain: boolean;
  /** The number of payroll items that were deleted with the bills, and of those that stay because they are paid. */
  deletedPay: number;
  paidPay: number;
  /** The first bill: 'Body clipping for Bella'. */
  name: string;
  isUndone: boolean;
};

/** Whether an action is a voiding: by an admin, or on the device that logged the entry. */
export const isVoiding = (action: string) => action === VOID || action === UNDO_ENTRY;

/** Selects the voiding that was made with an idempotency key. Returns no row if there is none. */
export function findVoiding(id: string) {
  const after = (table: string) => sql`from json_each(${activity.after}) where value ->> 'table' = ${table}`;
  const idsOf = (table: string) =>
    sql`(select json_group_array(value ->> 'id') ${after(table)})`.mapWith(
      (json: string) => JSON.parse(json) as string[],
    );
  const first = sql`(select value ->> 'id' ${after("bill_items")} limit 1)`;
  return statements
    .select({
      id: activity.id,
      billIds: idsOf("bill_items"),
      payIds: idsOf("payroll"),
      showIds: idsOf("shows"),
      unbilled: sql`(select json_group_array(value ->> 'name') ${after("shows")} and not value ->> 'billed' and exists (
        select 1 from json_each(${activity.before}) was where was.value ->> 'table' = 'shows' and was.value ->> 'id' = json_each.value ->> 'id' and was.value ->> 'billed'))`.mapWith(
        (json: string) => JSON.parse(json) as string[],
      ),
      isBilledAgain: sql`exists (select 1 from ${billItems} where id in (select value ->> 'id' ${after("bill_items")})
        and ${isBilledAgain(sql`other.id in (select value ->> 'id' ${after("bill_items")})`)})`.mapWith(Boolean),
      deletedPay: sql<number>`(select count(*) ${after("payroll")} and value ->> 'deleted_at' = ${activity.at})`,
      paidPay: sql<number>`(select count(*) ${after("payroll")} and value ->> 'deleted_at' is null)`,
      name: selectBillName(first),
      isUndone: isUndone(id).mapWith(Boolean),
    })
    .from(activity)
    .where(and(eq(activity.id, id), sql`${activity.action} in (${VOID}, ${UNDO_ENTRY})`));
}

/** Undoes a voiding: its bills are pending again. ConflictError if one was restored, its run undone, or its show billed, since. */
export function undoVoiding({ id, billIds, payIds, showIds }: Voiding, by: By): Change {
  const isVoidedThen = sql`voided_at = (select at from ${activity} where id = ${id})`;
  return {
    ...makePending(billIds, { payIds, showIds }, isVoidedThen, by),
    idempotencyKey: undoKeyOf(id),
    action: `undo ${VOID}`,
    payload: { id },
  };
}

/** Makes a voided bill pending again, and its show billed. ConflictError if its run was undone or its show billed since. */
export function restoreBill(idempotencyKey: string, { id, payId, showId }: MarkedBill, by: By): Change {
  return {
    ...makePending(
      [id],
      { payIds: payId ? [payId] : [], showIds: showId ? [showId] : [] },
      sql`voided_at is not null`,
      by,
    ),
    idempotencyKey,
    action: "restore bill",
    payload: { id },
  };
}

/** Restores voided bills, the payroll items that were deleted together with them, and the marks of their shows. */
function makePending(billIds: string[], { payIds, showIds }: Followers, isVoided: SQL, { actor, at }: By) {
  const now = at.toISOString();
  const bills = listOf(billIds);
  const isTakenBack = sql`exists (select 1 from ${billItems} join ${billingRuns} on ${billingRuns.id} = ${billItems.billingRunId}
    where ${billItems.id} in ${bills} and ${billingRuns.takenBackAt} is not null)`;
  const voidedAt = sql`(select voided_at from ${billItems} where ${billItems.id} = ${payrollItems.billItemId})`;
  return {
    actor,
    at,
    audited: [{ table: billItems, ids: billIds }, { table: payrollItems, ids: payIds }, ...showsOf(showIds)],
    preconditions: [
      sql`select count(*) = ${billIds.length} from ${billItems} where id in ${bills} and ${isVoided}`,
      sql`not ${isTakenBack}`,
      // A show that was billed since is not billed twice.
      sql`not exists (select 1 from ${billItems} where id in ${bills} and ${isBilledAgain(sql`other.id in ${bills}`)})`,
    ],
    mutations: [
      // First, while the bills still have the instant at which they were voided.
      {
        sql: sql`update ${payrollItems} set deleted_at = null, version = version + 1, updated_at = ${now}
          where bill_item_id in ${bills} and deleted_at = ${voidedAt}`,
        expectRows: "any" as const,
      },
      {
        sql: sql`update ${billItems} set voided_at = null, deleted_at = null, version = version + 1, updated_at = ${now} where id in ${bills}`,
        expectRows: "any" as const,
      },
      ...setBilled(showIds, true, now),
    ],
  };
}
