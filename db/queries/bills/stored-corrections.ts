import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { correctedSoFar, correctionEntries } from "#app/domain/bills/corrections.ts";
import { IMPORTED_EXPORT, IMPORTED_INVOICE } from "#app/domain/bills/imported.ts";
import type { CorrectionRow } from "#app/domain/records/correction.ts";
import type { BillToCorrect, CorrectionValues } from "#app/domain/records/correction-form.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { activity, billItems, corrections, customers, exportLines, horses, services } from "#db/schema.ts";
import { asList, statements } from "#db/statements.ts";
import type { Change } from "#db/write/change.ts";
import { type By, type Edited, nameOrDeleted, type RecordSource, recordSource, setFields } from "#db/write/records.ts";
import { isUndone, undoKeyOf } from "#db/write/undo.ts";
import { billStatus, billsSource, selectBillName } from "./bills.ts";
import { importedLine, invoiceOfEntry } from "./imported-bills.ts";
import { isOfferedTo } from "./mend-bills.ts";

/*
 * Corrections of exported bills, and their entries for the accountant (docs/product.md, 'Correcting a bill'). The bill has the
 * right values; export lines never change.
 */

/** The condition that an entry is not entered in QuickBooks yet. */
export const isOpen: SQL = sql`not ${corrections.entered}`;

export const correctionRecords: RecordSource<typeof corrections, CorrectionRow> = recordSource({
  table: corrections,
  noun: "correction",
  displayName: sql`'Correction of ' || ${services.productServiceName} || ' for ' || ${horses.name}`,
  omitted: ["correctionId", "billItemId", "billDate", "serviceId", "invoiceNumber"],
  joins: sql`left join ${customers} on ${customers.id} = ${corrections.customerId} left join ${horses} on ${horses.id} = ${corrections.horseId} left join ${services} on ${services.id} = ${corrections.serviceId}`,
  joined: {
    customer: sql<string>`coalesce(${nameOrDeleted(customers)}, 'Unknown')`,
    horse: nameOrDeleted(horses),
    service: sql<string>`${services.productServiceName}`,
    invoiceNumber: sql<number | null>`${invoiceOfEntry({ ...corrections, billId: corrections.billItemId })}`,
  },
});

/** Ticks or unticks entries. */
export const setEntered = (ids: readonly string[], values: { entered?: boolean }, by: By) =>
  setFields(correctionRecords, ids, values, by);

type Found = Omit<BillToCorrect, "amount" | "reason" | "invoice"> & {
  value: number;
  standing: { customerId: string | null; invoiceNumber: number | null; amount: number }[];
};

const exportedLine = sql`(select json_object('invoiceNumber', ${exportLines.invoiceNumber}, 'customer', ${exportLines.customer}, 'item', ${exportLines.item},
  'quantity', ${exportLines.itemQuantity}, 'amount', ${exportLines.itemAmount})
  from ${exportLines} where ${exportLines.billItemId} = ${billItems.id} and ${exportLines.isVoided} = 0)`;

const line = sql`coalesce(${exportedLine}, ${importedLine({ ...billItems, service: services.productServiceName })})`;

const standing = sql`(select ${asList({
  customerId: sql`customer_id`,
  invoiceNumber: invoiceOfEntry({
    billId: sql`bill_item_id`,
    customerId: sql`entry.customer_id`,
    invoiceNumber: sql`invoice_number`,
  }),
  amount: sql`amount`,
})}
  from (select * from ${corrections} where ${corrections.billItemId} = ${billItems.id} and ${corrections.deletedAt} is null order by seq) entry)`;

/** Selects a bill for the form of its correction, whatever its status. */
export function findBillToCorrect(id: string) {
  const row = {
    id: billItems.id,
    version: billItems.version,
    date: billItems.date,
    customerId: billItems.customerId,
    customer: sql`coalesce(${customers.name}, 'Unknown')`,
    horse: horses.name,
    serviceId: billItems.serviceId,
    service: services.productServiceName,
    status: billStatus,
    value: billItems.value,
    line: sql`json(${line})`,
    standing: sql`json(${standing})`,
  } satisfies { [Name in keyof Found]: SQLWrapper };
  return statements
    .select({ record: jsonObject(row).mapWith(parseBill) })
    .from(sql`${billItems} ${billsSource.joins}`)
    .where(and(eq(billItems.id, id), billsSource.where));
}

function parseBill(json: string): BillToCorrect {
  const { value, standing: entries, ...bill } = JSON.parse(json) as Found;
  const soFar = bill.line ? correctedSoFar(bill.line, bill.customerId, entries) : { amount: value, invoice: null };
  return { ...bill, ...soFar, reason: "" };
}

/**
 * Corrects an exported bill, and adds what the accountant has to enter. ConflictError if the bill was corrected since `bill` was
 * read, or if nothing changes, which `problem` then says.
 */
export function correctBill(
  { id, version, idempotencyKey }: Edited,
  entered: CorrectionValues,
  { actor, at }: By,
  bill: BillToCorrect,
): Change & { problem?: string } {
  const now = at.toISOString();
  const { customerId, serviceId, amount, reason } = entered;
  const right = { customerId, serviceId, amount };
  const entries = correctionEntries(bill.invoice, bill, right).map((entry, i) => ({
    ...entry,
    id: i === 0 ? idempotencyKey : crypto.randomUUID(),
  }));
  const isNothing = entries.length === 0;
  const isMoved = customerId !== bill.customerId || serviceId !== bill.serviceId;
  return {
    ...(isNothing && version === bill.version && { problem: isMoved ? NOTHING_TO_ENTER : NOTHING_WRONG }),
    actor,
    at,
    idempotencyKey,
    action: "correct bill",
    payload: { id, version, ...right, reason },
    audited: [
      { table: billItems, ids: [id] },
      { table: corrections, ids: entries.map((entry) => entry.id) },
    ],
    preconditions: [
      // The idempotency key is looked up before the preconditions: the bill may be right already because the same form
      // was sent before.
      sql`${isNothing ? 0 : 1}`,
      isOfferedTo(id, "customer_id", customerId),
      isOfferedTo(id, "service_id", serviceId),
      // The bill may have been exported again since it was read: an invoice number is never used twice.
      sql`exists (select 1 from ${exportLines} where ${exportLines.billItemId} = ${id} and ${exportLines.isVoided} = 0
        and ${exportLines.invoiceNumber} = ${bill.line?.invoiceNumber ?? IMPORTED_INVOICE})
        or exists (select 1 from ${billItems} where id = ${id} and export_id = ${IMPORTED_EXPORT})`,
    ],
    mutations: [
      {
        sql: sql`update ${billItems} set customer_id = ${customerId}, service_id = ${serviceId}, value = ${amount}, is_value_typed = 1, corrected_at = ${now},
          version = version + 1, updated_at = ${now} where id = ${id} and version = ${version} and export_id is not null and deleted_at is null`,
        expectRows: 1,
      },
      ...entries.map((entry) => ({
        sql: sql`insert into ${corrections} (id, correction_id, bill_item_id, date, customer_id, horse_id, service_id, invoice_number, amount, reason, actor, created_at, updated_at)
          select ${entry.id}, ${idempotencyKey}, id, ${todayInNewYork(at)}, ${entry.customerId}, horse_id, ${entry.serviceId}, nullif(${entry.invoiceNumber}, ${IMPORTED_INVOICE}), ${entry.amount}, ${reason}, ${actor}, ${now}, ${now}
          from ${billItems} where id = ${id}`,
        expectRows: 1 as const,
      })),
    ],
  };
}

const NOTHING_WRONG = "This is what the bill says already, so there is nothing to correct.";
const NOTHING_TO_ENTER = "The bill is $0.00 before and after, so there is nothing to enter in QuickBooks.";

/** A correction that an admin undoes, by one of its entries. */
export type Correction = {
  correctionId: string;
  billItemId: string;
  entryIds: string[];
  /** Whether the activity still has the bill as it was before the correction. */
  isKnown: boolean;
  isEntered: boolean;
  isLast: boolean;
};

const entriesOf = (correctionId: SQLWrapper | string) =>
  sql`from ${corrections} other where other.correction_id = ${correctionId} and other.deleted_at is null`;
const isLastOf = (billItemId: SQLWrapper | string, correctionId: SQLWrapper | string) =>
  sql`not exists (select 1 from ${corrections} later where later.bill_item_id = ${billItemId} and later.deleted_at is null
    and later.seq > (select max(same.seq) from ${corrections} same where same.correction_id = ${correctionId}))`;

/** Selects the correction that has an entry, by the id of the entry. */
export function findCorrection(entryId: string) {
  const { correctionId, billItemId } = corrections;
  return statements
    .select({
      correctionId,
      billItemId,
      entryIds: sql`(select json_group_array(other.id) ${entriesOf(correctionId)})`.mapWith(
        (json: string) => JSON.parse(json) as string[],
      ),
      isKnown: sql`exists (select 1 from ${activity} where ${activity.id} = ${correctionId})`.mapWith(Boolean),
      isEntered: sql`exists (select 1 ${entriesOf(correctionId)} and other.entered)`.mapWith(Boolean),
      isLast: sql`${isLastOf(billItemId, correctionId)}`.mapWith(Boolean),
    })
    .from(corrections)
    .where(eq(corrections.id, entryId));
}

const TAKE_BACK = "undo correction";
/** Sets the bill to what it was before or after a change, as its activity row has it. */
function setBillAsIn(changeId: string, side: "before" | "after", billItemId: string, now: string): SQL {
  const was = (column: string) =>
    sql`(select value ->> ${column} from ${activity}, json_each(${activity[side]}) where ${activity.id} = ${changeId} and value ->> 'table' = 'bill_items')`;
  return sql`update ${billItems} set customer_id = ${was("customer_id")}, service_id = ${was("service_id")}, value = ${was("value")},
    is_value_typed = coalesce(${was("is_value_typed")}, is_value_typed), corrected_at = ${was("corrected_at")}, version = version + 1, updated_at = ${now} where id = ${billItemId} and export_id is not null`;
}

/**
 * Undoes a correction: the bill is as before, and the entries of the correction go. ConflictError if an entry was
 * ticked, or the bill corrected, since.
 */
export function takeBackCorrection(idempotencyKey: string, correction: Correction, { actor, at }: By): Change {
  const { correctionId, billItemId, entryIds } = correction;
  const now = at.toISOString();
  return {
    actor,
    at,
    idempotencyKey,
    action: TAKE_BACK,
    payload: { correctionId },
    audited: [
      { table: billItems, ids: [billItemId] },
      { table: corrections, ids: entryIds },
    ],
    preconditions: [
      sql`exists (select 1 ${entriesOf(correctionId)})`,
      sql`not exists (select 1 ${entriesOf(correctionId)} and other.entered)`,
      isLastOf(billItemId, correctionId),
    ],
    mutations: [
      { sql: setBillAsIn(correctionId, "before", billItemId, now), expectRows: 1 },
      {
        sql: sql`update ${corrections} set deleted_at = ${now}, version = version + 1, updated_at = ${now} where correction_id = ${correctionId} and deleted_at is null`,
        expectRows: "any",
      },
    ],
  };
}

/** A correction that was undone, for the notice and its Undo. */
type TakenCorrection = {
  id: string;
  correctionId: string;
  billItemId: string;
  entryIds: string[];
  /** 'Body clipping for Bella' */
  name: string;
  isUndone: boolean;
};

/** Selects the undoing of a correction by its idempotency key. Returns no row if there is none. */
export function findTakenCorrection(id: string) {
  const billItemId = sql<string>`(select value ->> 'id' from json_each(${activity.after}) where value ->> 'table' = 'bill_items')`;
  return statements
    .select({
      id: activity.id,
      correctionId: sql<string>`${activity.content} ->> 'correctionId'`,
      billItemId,
      entryIds:
        sql`(select json_group_array(value ->> 'id') from json_each(${activity.after}) where value ->> 'table' = 'corrections')`.mapWith(
          (json: string) => JSON.parse(json) as string[],
        ),
      name: selectBillName(billItemId),
      isUndone: isUndone(id).mapWith(Boolean),
    })
    .from(activity)
    .where(and(eq(activity.id, id), sql`${activity.action} = ${TAKE_BACK}`));
}

/** Reverses the undoing of a correction. ConflictError if the bill changed, or was exported again, since. */
export function undoTakenCorrection(taken: TakenCorrection, { actor, at }: By): Change {
  const { id, correctionId, billItemId, entryIds } = taken;
  const now = at.toISOString();
  const then = (column: string) =>
    sql`(select value ->> ${column} from ${activity}, json_each(${activity.after}) where ${activity.id} = ${id} and value ->> 'table' = 'bill_items')`;
  return {
    actor,
    at,
    idempotencyKey: undoKeyOf(id),
    action: "restore correction",
    payload: { id },
    audited: [
      { table: billItems, ids: [billItemId] },
      { table: corrections, ids: entryIds },
    ],
    preconditions: [
      sql`exists (select 1 from ${billItems} where id = ${billItemId} and version = ${then("version")} and export_id = ${then("export_id")})`,
    ],
    mutations: [
      { sql: setBillAsIn(id, "before", billItemId, now), expectRows: 1 },
      {
        sql: sql`update ${corrections} set deleted_at = null, version = version + 1, updated_at = ${now}
          where correction_id = ${correctionId} and deleted_at = (select at from ${activity} where id = ${id})`,
        expectRows: "any",
      },
    ],
  };
}
