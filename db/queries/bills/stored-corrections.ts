import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { correctedSoFar, correctionEntries } from "#app/domain/bills/corrections.ts";
import { IMPORTED_EXPORT, IMPORTED_INVOICE } from "#app/domain/bills/imported.ts";
import { type Mend, type PayItem, whyNotPayChoice } from "#app/domain/bills/mend-bill.ts";
import { withDates } from "#app/domain/boarding/standing-charges.ts";
import type { CorrectionRow } from "#app/domain/records/correction.ts";
import type { BillToCorrect, CorrectionValues, CreditValues } from "#app/domain/records/correction-form.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { billItems, corrections, customers, exportLines, horses, payrollItems, services } from "#db/schema.ts";
import { asList, statements } from "#db/statements.ts";
import { type Change, hasRecord, isOffered, type Mutation } from "#db/write/change.ts";
import {
  addRecord,
  type By,
  type Edited,
  nameOrDeleted,
  type RecordSource,
  recordSource,
  setFields,
} from "#db/write/records.ts";
import { updateRecords } from "#db/write/versions.ts";
import { billStatus, billsSource } from "./bills.ts";
import { importedLine, invoiceOfEntry } from "./imported-bills.ts";
import { daysOfBill, isCreditable, lineSeqs, partsWith, payItem } from "./mend-bills.ts";

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
  omitted: ["billItemId", "billDate", "serviceId", "invoiceNumber"],
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

type Found = Omit<BillToCorrect, "amount" | "reason" | "invoice" | "pay" | "parts"> & {
  seq: number;
  share: number | null;
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
    seq: billItems.seq,
    share: billItems.share,
    id: billItems.id,
    version: billItems.version,
    date: billItems.date,
    comments: sql`coalesce(${billItems.comments}, '')`,
    customerId: billItems.customerId,
    customer: sql`coalesce(${customers.name}, 'Unknown')`,
    horse: horses.name,
    serviceId: billItems.serviceId,
    service: services.productServiceName,
    status: billStatus,
    value: billItems.value,
    line: sql`json(${line})`,
    standing: sql`json(${standing})`,
    payItem: sql`json(${payItem})`,
  } satisfies { [Name in keyof Found]: SQLWrapper };
  return statements
    .select({ record: sql`json_group_array(${jsonObject(row)})`.mapWith((json: string) => parseLine(json, id)) })
    .from(sql`${billItems} ${billsSource.joins}`)
    .where(and(sql`${billItems.seq} in (${lineSeqs([id])})`, billsSource.where))
    .groupBy(sql`coalesce(${billItems.splitId}, ${billItems.id})`);
}

/** The bill of an id, with the others of its line. */
function parseLine(json: string, id: string): BillToCorrect {
  const found = (JSON.parse(json) as Found[]).toSorted((one, other) => one.seq - other.seq);
  const bills = found.map(({ value, standing: entries, ...bill }) => ({
    ...bill,
    value,
    ...(bill.line ? correctedSoFar(bill.line, bill.customerId, entries) : { amount: value, invoice: null }),
  }));
  const asked = bills.find((bill) => bill.id === id) ?? bills[0];
  if (!asked) throw new TypeError("No bill was found");
  const { seq, share, value, ...bill } = asked;
  const parts = bills.flatMap((part) => (part.share === null ? [] : [{ ...part, share: part.share }]));
  const amount = parts.reduce((sum, part) => sum + part.amount, 0);
  return { ...bill, amount: parts.length > 0 ? amount : bill.amount, parts, reason: "", pay: "" };
}

/** The bills of a correction, each with what it is and what is right. */
function corrected(bill: BillToCorrect, version: number, { customerId, serviceId, amount }: CorrectionValues) {
  const parts = bill.parts.length > 0 ? bill.parts : [bill];
  return partsWith(bill, version, amount).map(({ value, ...edited }, place) => {
    const was = parts[place] ?? bill;
    const isPending = !was.line && bill.parts.length > 0;
    const now = { customerId: was.customerId, serviceId: bill.serviceId, amount: was.amount };
    const right = { customerId: bill.parts.length > 0 ? was.customerId : customerId, serviceId, amount: value };
    return {
      ...edited,
      line: was.line,
      isPending,
      right,
      entries: isPending ? [] : correctionEntries(was.invoice, now, right),
      now,
    };
  });
}

/** Whether a correction changes a bill: an exported one by what is to enter, a pending one of a divided line by itself. */
const isChanged = ({ isPending, entries, now, right }: Corrected) =>
  entries.length > 0 || (isPending && (now.amount !== right.amount || now.serviceId !== right.serviceId));

/**
 * Corrects an exported bill, adds what the accountant has to enter, and changes the groom's payroll item if that was chosen. Of a divided
 * line it corrects all bills, and sets those that are pending. ConflictError if one was changed or its item since `bill` was read, or with
 * the `problem` if nothing changes, or the item cannot be changed as chosen.
 */
export function correctBill(
  { id, version, idempotencyKey }: Edited,
  entered: CorrectionValues,
  { actor, at }: By,
  bill: BillToCorrect,
  mend: Mend | null = null,
): Change & { problem?: string; field?: string } {
  const { customerId, serviceId, amount, reason, pay } = entered;
  const bills = corrected(bill, version, entered);
  const entries = bills
    .flatMap((part) => part.entries.map((entry) => ({ ...entry, billId: part.id })))
    .map((entry, i) => ({ ...entry, id: i === 0 ? idempotencyKey : crypto.randomUUID() }));
  const isNothing = !bills.some(isChanged);
  const isMoved = bills.some(
    ({ now, right }) => now.customerId !== right.customerId || now.serviceId !== right.serviceId,
  );
  const changed = pay === "change" && bill.payItem?.value !== amount ? bill.payItem : null;
  const payProblem = bill.line ? whyNotPayChoice(bill.payItem, pay) : undefined;
  return {
    ...(version === bill.version && payProblem && { problem: payProblem, ...(pay && { field: "pay" }) }),
    ...(version === bill.version && isNothing && { problem: isMoved ? NOTHING_TO_ENTER : NOTHING_WRONG }),
    actor,
    at,
    idempotencyKey,
    action: "correct bill",
    payload: { id, version, customerId, serviceId, amount, reason, pay },
    audited: [
      { table: billItems, ids: bills.map((part) => part.id) },
      { table: payrollItems, ids: changed ? [changed.id] : [] },
      { table: corrections, ids: entries.map((entry) => entry.id) },
    ],
    preconditions: [
      // The idempotency key is looked up before the preconditions: the bill may be right already because the same form
      // was sent before.
      sql`${isNothing || payProblem ? 0 : 1}`,
      ...(bill.parts.length > 0 ? [] : [isOffered(customers, customerId, billItems.customerId, id)]),
      isOffered(services, serviceId, billItems.serviceId, id),
      ...bills.flatMap(({ line, id: of }) => (line || bill.parts.length === 0 ? [isInvoicedAs(of, line)] : [])),
    ],
    mutations: [
      ...bills.map((part) => setRight(part, bill, at, mend)),
      ...(changed ? [setPay(changed, amount, at)] : []),
      ...entries.map((entry) => addEntryOf(entry, { idempotencyKey, reason, actor, at })),
    ],
  };
}

/** The condition that a bill is on the invoice of a line: it may have been exported again since, and a number is never used twice. */
const isInvoicedAs = (id: string, line: BillToCorrect["line"]) =>
  sql`exists (select 1 from ${exportLines} where ${exportLines.billItemId} = ${id} and ${exportLines.isVoided} = 0
    and ${exportLines.invoiceNumber} = ${line?.invoiceNumber ?? IMPORTED_INVOICE})
    or exists (select 1 from ${billItems} where id = ${id} and export_id = ${IMPORTED_EXPORT})`;

type Corrected = ReturnType<typeof corrected>[number];

/** Sets what is right of a bill that is as it was read: of an exported one, and of a pending one of a divided line. */
function setRight(
  { id, version, isPending, right, entries }: Corrected,
  bill: BillToCorrect,
  at: Date,
  mend: Mend | null,
): Mutation {
  const { customerId, serviceId, amount: value } = right;
  const isCorrected = bill.parts.length === 0 || entries.length > 0;
  const { days = null, counted } = mend ?? {};
  const count = counted && {
    quantity: counted.quantity,
    comments: withDates(bill.comments, counted.dates) || null,
  };
  const set = { customerId, serviceId, value, isValueTyped: true, ...daysOfBill(days), ...count };
  const isUnchanged = sql`version = ${version} and ${isPending ? sql`export_id is null` : sql`export_id is not null`} and deleted_at is null`;
  const correctedAt = isCorrected ? { correctedAt: at.toISOString() } : {};
  return { sql: updateRecords(billItems, [id], { ...set, ...correctedAt }, at, isUnchanged), expectRows: 1 };
}

type AddedEntry = Corrected["entries"][number] & { id: string; billId: string };
type Reasoned = { idempotencyKey: string; reason: string; actor: string; at: Date };

/** Adds a line for the accountant to enter. */
function addEntryOf(entry: AddedEntry, { idempotencyKey, reason, actor, at }: Reasoned): Mutation {
  const now = at.toISOString();
  return {
    sql: sql`insert into ${corrections} (id, correction_id, bill_item_id, date, customer_id, horse_id, service_id, invoice_number, amount, reason, actor, created_at, updated_at)
      select ${entry.id}, ${idempotencyKey}, id, ${todayInNewYork(at)}, ${entry.customerId}, horse_id, ${entry.serviceId}, nullif(${entry.invoiceNumber}, ${IMPORTED_INVOICE}), ${entry.amount}, ${reason}, ${actor}, ${now}, ${now}
      from ${billItems} where id = ${entry.billId}`,
    expectRows: 1,
  };
}

/** Sets the value of an unpaid payroll item that is as it was read. */
function setPay({ id, value }: PayItem, amount: Cents, at: Date): Mutation {
  const isUnchanged = sql`deleted_at is null and paid = 0 and value = ${value}`;
  return { sql: updateRecords(payrollItems, [id], { value: amount }, at, isUnchanged), expectRows: 1 };
}

/** Adds a credit memo. ConflictError if its customer or service is deleted, or its horse, unless that has bills. */
export const addCredit = (id: string, values: CreditValues, by: By): Change => ({
  ...addRecord(
    correctionRecords,
    id,
    { ...values, correctionId: id, billDate: values.date, amount: -values.amount, actor: by.actor },
    by,
  ),
  action: "add credit",
  payload: values,
  preconditions: [
    hasRecord(customers, values.customerId),
    sql`exists (select 1 from ${horses} where horses.id = ${values.horseId} and ${isCreditable})`,
    hasRecord(services, values.serviceId),
  ],
});

const NOTHING_WRONG = "This is what the bill says already, so there is nothing to correct.";
const NOTHING_TO_ENTER = "The bill is $0.00 before and after, so there is nothing to enter in QuickBooks.";
