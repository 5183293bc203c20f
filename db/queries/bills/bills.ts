import { eq, isNull, type SQL, sql } from "drizzle-orm";
import { formatMonth } from "#app/domain/basics/months.ts";
import { orderKey } from "#app/domain/basics/search-text.ts";
import { IMPORTED_EXPORT, IMPORTED_INVOICE } from "#app/domain/bills/imported.ts";
import type { BillRow } from "#app/domain/records/bill.ts";
import type { GroupBy } from "#db/list/list-page.ts";
import type { ListSource } from "#db/list/list-source.ts";
import {
  billItems,
  boardingMonth,
  customers,
  exportLines,
  exports,
  grooms,
  horses,
  isListedBill,
  isPendingBill,
  services,
} from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { nameOrDeleted, type RecordSource } from "#db/write/records.ts";

/** The condition that a bill counts: it is not voided, and its billing run was not undone. */
const isStanding: SQL = isNull(billItems.deletedAt);

export const isPending: SQL = sql`(${isPendingBill(billItems)})`;

/** The condition that a bill is the first one of its line, which may be divided among owners (docs/decisions/shares.md). */
export const isFirstOfLine: SQL = sql`coalesce(${billItems.splitId}, ${billItems.id}) = ${billItems.id}`;

/** The value of the line that a bill is of, in cents. */
export const wholeValue: SQL = sql`iif(${billItems.splitId} is null, ${billItems.value}, (select sum(part.value) from ${billItems} part where part.split_id = ${billItems.splitId} and (part.deleted_at is null) = (${billItems.deletedAt} is null)))`;

/** Returns one row if there is any bill that counts. */
export function anyBill() {
  return statements.select({ seq: billItems.seq }).from(billItems).where(isStanding).limit(1);
}

/** The state of a bill that the list of all bills shows. */
export const billStatus = sql`case when ${billItems.voidedAt} is not null then 'voided' when ${billItems.exportId} is null then 'pending' else 'exported' end`;

/** The bills of the line that a bill is of, if it was divided among owners, as JSON: see `LinePart`. */
export const partsOfLine = sql`json(iif(${billItems.splitId} is null, '[]', (select json_group_array(json_object('id', part.id, 'version', part.version,
  'customer', coalesce((select ${nameOrDeleted(customers)} from ${customers} where ${customers.id} = part.customer_id), 'Unknown'), 'share', part.share, 'value', part.value,
  'status', case when part.voided_at is not null then 'voided' when part.export_id is null then 'pending' else 'exported' end))
  from (select inner_part.* from ${billItems} inner_part where inner_part.split_id = ${billItems.splitId} order by inner_part.seq) part)))`;

/** The days of a boarding bill for a part of its month in words, as `daysInWords` writes them: '11/01 to 11/14'; null of other bills. */
export const billedDays = (bill: string) => {
  const dayAndMonth = (column: string) => `(substr(${bill}.${column}, 6, 2) || '/' || substr(${bill}.${column}, 9, 2))`;
  return sql.raw(
    `(${dayAndMonth("first_day")} || iif(${bill}.first_day = ${bill}.last_day, '', ' to ' || ${dayAndMonth("last_day")}))`,
  );
};

const comments = sql`coalesce(${billItems.comments}, '')`;

const customerId = sql`coalesce(${billItems.customerId}, '')`;

export const billsSource: RecordSource<typeof billItems, BillRow> & ListSource<BillRow> = {
  table: billItems,
  noun: "bill",
  displayName: sql`${services.productServiceName} || ' for ' || ${horses.name}`,
  joins: sql`left join ${customers} on ${eq(customers.id, billItems.customerId)} left join ${horses} on ${eq(horses.id, billItems.horseId)} left join ${services} on ${eq(services.id, billItems.serviceId)}`,
  where: isListedBill(billItems),
  seq: billItems.seq,
  name: "bill_items",
  searchText: billItems.searchText,
  day: billItems.date,
  sorts: {
    date: sql`${billItems.date}`,
    customer: { names: customers, column: customerId, none: orderKey("Unknown") },
    horse: { names: horses, column: billItems.horseId },
    service: { names: services, column: billItems.serviceId },
    quantity: sql`${billItems.quantity}`,
    value: sql`${billItems.value}`,
    location: sql`${billItems.location}`,
    comments: sql`${billItems.commentsSort}`,
    entered_by: sql`${billItems.enteredBy}`,
  },
  row: {
    id: billItems.id,
    seq: billItems.seq,
    date: billItems.date,
    customer: sql`coalesce(${nameOrDeleted(customers)}, 'Unknown')`,
    customerId: billItems.customerId,
    horse: nameOrDeleted(horses),
    horseId: billItems.horseId,
    service: services.productServiceName,
    quantity: billItems.quantity,
    value: billItems.value,
    location: billItems.location,
    comments,
    enteredBy: billItems.enteredBy,
    status: billStatus,
    isCorrected: asFlag(sql`${billItems.correctedAt} is not null`),
    share: billItems.share,
    parts: partsOfLine,
  },
  parse: (json) => JSON.parse(json),
  inFile: {
    invoice: sql`iif(${billItems.exportId} = ${IMPORTED_EXPORT}, ${IMPORTED_INVOICE}, (select ${exportLines.invoiceNumber} from ${exportLines}
      where ${exportLines.billItemId} = ${billItems.id} and ${exportLines.isVoided} = 0))`,
    exported: sql`(select ${exports.date} from ${exports} where ${exports.id} = ${billItems.exportId} and ${exports.id} <> ${IMPORTED_EXPORT})`,
    billedFor: boardingMonth(billItems),
    rider: billItems.rider,
    groom: sql`(select ${nameOrDeleted(grooms)} from ${grooms} where ${grooms.id} = ${billItems.groomId})`,
    unitPrice: billItems.unitPrice,
  },
  // A voided bill is in no sum.
  summary: { name: "value", of: sql`iif(${isStanding}, ${billItems.value}, 0)` },
  current: isPending,
  currentIndex: "bill_items_pending_by_date",
  states: () => {
    const { voidedAt, exportId, correctedAt } = billItems;
    const isExported = sql`${exportId} is not null and ${voidedAt} is null`;
    return {
      Pending: sql`${exportId} is null and ${voidedAt} is null`,
      Exported: sql`${isExported} and ${correctedAt} is null`,
      Corrected: sql`${isExported} and ${correctedAt} is not null`,
      Voided: sql`${voidedAt} is not null`,
    };
  },
};

const nameOf = (table: typeof customers | typeof horses) => (id: SQL) =>
  sql`coalesce((select ${nameOrDeleted(table)} from ${table} where ${table.id} = ${id}), 'Unknown')`;

/** The columns by which bills can be grouped: see `groupRows`. */
export const billGroups: { readonly [group: string]: GroupBy } = {
  customer: { column: customerId, nameOf: nameOf(customers) },
  horse: { column: sql`${billItems.horseId}`, nameOf: nameOf(horses) },
  service: {
    column: sql`${billItems.serviceId}`,
    nameOf: (id) => sql`(select ${services.productServiceName} from ${services} where ${services.id} = ${id})`,
  },
  month: { column: sql`substr(${billItems.date}, 1, 7)`, nameOf: (month) => month, format: formatMonth },
  billedFor: { column: boardingMonth(billItems), nameOf: (month) => month, format: formatMonth },
};
