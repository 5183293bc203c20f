import { inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type LocalDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { firstDayOf, lastDayOf, type Month, monthOf } from "#app/domain/basics/months.ts";
import { orderKey } from "#app/domain/basics/search-text.ts";
import {
  boardingCharges,
  type Charge,
  type ChargedHorse,
  type ChargedShow,
  totalOf,
} from "#app/domain/bills/charges.ts";
import { billedPartsOf, boardOf, type HorseOfMonth } from "#app/domain/boarding/boarding-month.ts";
import { FIXED_SERVICE_IDS } from "#app/domain/boarding/monthly-charges.ts";
import { nameOfMark } from "#app/domain/boarding/standing-charges.ts";
import { MAX_HORSES } from "#app/domain/boarding/unbilled-board.ts";
import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import { payDateFor } from "#app/domain/payroll/pay-dates.ts";
import type { HorseRow } from "#app/domain/records/horse.ts";
import { SETTINGS_ID } from "#app/domain/records/settings.ts";
import { filteredSeqs } from "#db/list/list-page.ts";
import type { ListFilter } from "#db/list/list-source.ts";
import { shortList } from "#db/list/short-list.ts";
import { sharesOf } from "#db/queries/barn/horse-owners.ts";
import {
  hadStay,
  horseChangesSince,
  horseFacts,
  horseRecords,
  nextPrices,
  wasKeptSince,
} from "#db/queries/barn/horses.ts";
import { payingCustomer } from "#db/queries/barn/merged-customers.ts";
import { showPrice, showRecords } from "#db/queries/barn/shows.ts";
import { barnCharges, setSettings } from "#db/queries/barn/stored-settings.ts";
import { standingOfHorse, type Toggled } from "#db/queries/boarding/charges-of-horse.ts";
import { isDismissed } from "#db/queries/overview/stored-dismissals.ts";
import {
  billItems,
  billingRuns,
  customers,
  dismissals,
  horses,
  lastDay,
  payrollItems,
  services,
  settings,
  shows,
  totals,
} from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import { type BatchQuery, type ConfirmedBatch, isUnchanged, parseRows } from "#db/write/batch.ts";
import { type Change, chunksOf, type Mutation, ofAnyRows, setOf } from "#db/write/change.ts";
import { type By, idsInRun, nameOrDeleted } from "#db/write/records.ts";
import { nextVersion, updateRecords } from "#db/write/versions.ts";
import { billedLine, billedLines, boardingBills, countFor, loggedBoard } from "./billed-board.ts";

/* The batches 'Bill N Horses' and 'Bill N Shows' (docs/product.md, 'Billing horses' and 'Billing shows'): see batch.ts. */

/** What an admin chose in 'Bill N Horses'. */
export type BoardingChoice = {
  month: Month;
  /** Whether partial months are prorated; null takes the last choice of the barn. */
  isProrated: boolean | null;
  /** The horses that are billed as they are today, instead of as they were in the month. */
  today: "all" | readonly string[];
  /** The horses that are billed at the other prices of the month: see `BoardBasis`. */
  otherPrices: "all" | readonly string[];
  /** Who pays if a horse had several owners in the month: the first or the last one of each, or by horse the customer; else by days. */
  payer: "first" | "last" | Readonly<Record<string, string>>;
  /** The bills from the form and of shows that count as the boarding of the month. */
  counted?: readonly string[];
  /** What of standing charges is not billed or, if it was marked so, is. */
  toggled?: Toggled;
};

/** A horse of the list, with the values that its bills are computed from; amounts in cents. */
export type HorseToBill = HorseRow &
  HorseOfMonth & {
    /** The last choice of the barn, which the choice of this run replaces. */
    wasProrated: boolean;
  };

/** For this many days a boarding bill for another month counts as recent. */
const RECENT_DAYS = 7;

/**
 * The time limit for writing a run, in milliseconds: a run of 3,000 horses takes a second, and more on a busy machine.
 */
const RUN_TIMEOUT_MS = 15_000;

/** The condition that a horse may have been on the property in the month, or is there today. */
const isOfMonth = (month: Month, today: LocalDate): SQL => {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  return sql`(${lastDay(horses.checkOutDate)} >= ${today < first ? today : first} and ${horses.checkInDate} <= ${today > last ? today : last}
    or ${hadStay(first, last)})`;
};

/** Whether a choice is made for a horse: for all, or for those with these ids. */
const isAmong = (chosen: "all" | readonly string[]) =>
  asFlag(chosen === "all" ? sql`1` : inArray(horses.id, setOf({ ids: chosen })));

/**
 * Selects the horses that may have been on the property in a month, in any view of the list, and those that were deleted since its first
 * day; of too many, those to bill first.
 */
export function horsesToBill(
  { view }: ListFilter,
  today: LocalDate,
  { month, isProrated, today: asToday, payer, otherPrices, counted = [], toggled = {} }: BoardingChoice,
): BatchQuery<HorseToBill> {
  const wasProrated = asFlag(sql`(select prorate from ${settings})`);
  const isListed = sql`(${view ?? sql`1`} and ${horses.deletedAt} is null)`;
  const billed = sql`select horse_id, json_group_array(json(line)) as lines from (
    select horse_id, ${billedLine} as line from ${billedLines(sql`${month}`)} order by horse_id, first_day, service_id, date) group by horse_id`;
  const isCounted = asFlag(inArray(billItems.id, setOf({ ids: counted })));
  const logged = sql`select horse_id as of_horse, json_group_array(json_object('id', id, 'value', value, 'date', date, 'counts', ${isCounted})) as bills
    from (select * from ${loggedBoard(sql`${month}`)} order by horse_id, date, seq) ${billItems} group by horse_id`;
  const payerOfHorse = sql`(select json_object('id', value) from json_each(${JSON.stringify(payer)}) where key = ${horses.id})`;
  // SQLite takes the month from the row with the last date. A month ahead is expected to be billed shortly after others.
  const lately = sql`select horse_id, max(date) as date, period as month from ${boardingBills("bill_items_by_service")}
    and date between ${plusDays(today, -RECENT_DAYS)} and ${today} and period <> ${month} and ${month} <= ${monthOf(today)} group by horse_id`;
  const shown = {
    ...{ id: horses.id, name: horses.name },
    ...horseFacts,
    ...nextPrices,
    // Without next prices the day changes nothing.
    asOf: sql`iif(${horses.pricesFrom} is null, null, ${today})`,
    ...barnCharges,
    createdAt: horses.createdAt,
    deletedAt: horses.deletedAt,
    changes: horseChangesSince(firstDayOf(month)),
    usesToday: isAmong(asToday),
    isOver: asFlag(sql`${Number(month < monthOf(today))}`),
    usesOtherPrices: isAmong(otherPrices),
    payer: typeof payer === "string" ? sql`${payer}` : sql`json(${payerOfHorse})`,
    isNotOwed: asFlag(isDismissed("board", horses.id, sql`${month}`)),
    isListed: asFlag(isListed),
    standing: standingOfHorse({ since: firstDayOf(month), month, toggled }),
    isProrated: isProrated === null ? wasProrated : asFlag(sql`${Number(isProrated)}`),
    wasProrated,
    billed: sql`json(coalesce(billed.lines, '[]'))`,
    logged: sql`json(coalesce(logged.bills, '[]'))`,
    billedLately: sql`json(iif(lately.date is null, null, json_object('date', lately.date, 'month', lately.month)))`,
  };
  return {
    // Billing depends on the horse's changes, so its version does not matter.
    row: { ...horseRecords.row, version: sql`0`, ...shown },
    fingerprinted: Object.keys(shown),
    from: sql`${horses} ${horseRecords.joins}
      left join (${billed}) billed on billed.horse_id = ${horses.id} left join (${lately}) lately on lately.horse_id = ${horses.id}
      left join (${logged}) logged on logged.of_horse = ${horses.id}
      where ${isOfMonth(month, today)} and ${wasKeptSince(firstDayOf(month))}`,
    period: month,
    order: sql`billed.lines is not null or not ${horses.isBillable} or not ${isListed}, ${horses.seq}`,
    limit: MAX_HORSES,
  };
}

/** Selects the horses of the list that were not in the property in the month, and are not today; none in the default view. */
export const absentHorses = ({ view }: ListFilter, today: LocalDate, month: Month) =>
  shortList(horseRecords, { view: sql`${view ? sql`0` : sql`1`} and not ${isOfMonth(month, today)}` });

/** A show, with the values that its bill is computed from; the price in cents. */
export type ShowToBill = ChargedShow & {
  name: string;
  date: LocalDate;
  horse: string;
  service: string;
  price: number;
  location: ChargedHorse["location"];
  /** The names of the show's customer, who pays, and of the horse's owner of today. */
  customer: string;
  owner: string;
  isOwnersShow: boolean;
  isFuture: boolean;
  /** The date of its last bill, or null. */
  billedOn: LocalDate | null;
  /** True if the horse or the service of the show is deleted. */
  isMissing: boolean;
};

const isFutureShow = (today: LocalDate) => sql`${shows.date} > ${today}`;
const billsOfShow = sql`from ${billItems} bill where bill.show_id = ${shows.id} and bill.deleted_at is null`;

/** The unbilled shows that the list's filter selects, on all pages. */
export function showsToBill(filter: ListFilter, today: LocalDate): BatchQuery<ShowToBill> {
  const { id, name, date, horseId, serviceId, quantity } = shows;
  const payer = payingCustomer(shows.customerId);
  const nameOf = (customer: SQLWrapper) =>
    sql`coalesce((select ${nameOrDeleted(customers)} from ${customers} where ${customers.id} = ${customer}), ${UNKNOWN})`;
  return {
    row: {
      ...{ id, name, date, horseId, customerId: payer, serviceId, quantity },
      // A show whose customer is not the owner any more has one customer.
      shares: sql`json(iif(${payer} is ${horses.customerId}, ${sharesOf(horses)}, '[]'))`,
      horse: horses.name,
      service: services.productServiceName,
      price: showPrice,
      location: horses.location,
      customer: nameOf(payer),
      owner: nameOf(horses.customerId),
      isOwnersShow: asFlag(sql`${payer} is ${horses.customerId}`),
      isFuture: asFlag(isFutureShow(today)),
      billedOn: sql`(select max(bill.date) ${billsOfShow})`,
      isMissing: asFlag(sql`${horses.deletedAt} is not null or ${services.deletedAt} is not null`),
    },
    from: sql`${shows} join ${horses} on ${horses.id} = ${shows.horseId} join ${services} on ${services.id} = ${shows.serviceId}
      where not ${shows.billed} and ${shows.seq} in (${filteredSeqs(showRecords, filter)})`,
    period: monthOf(today),
    order: shows.seq,
  };
}

/** Selects the number of the barn's unbilled shows, those that the list does not show included. */
export function countUnbilledShows() {
  return statements.select({ unbilled: totals.currentRows }).from(totals).where(sql`${totals.list} = 'shows'`);
}

/** Selects the names of the fixed services that horses are billed for, and whether partial months were prorated last, in one row. */
export function boardingServices() {
  return statements
    .select({
      isProrated: sql`(select prorate from ${settings})`.mapWith(Boolean),
      names: asList<{ id: string; name: string }>({ id: services.id, name: services.productServiceName }),
    })
    .from(services)
    .where(sql`${services.id} in ${FIXED_SERVICE_IDS}`);
}

/**
 * Bills horses for a month, and stores whether partial months were prorated. ConflictError if a row of the batch
 * changed.
 */
export function billHorses(batch: ConfirmedBatch<HorseToBill>, chosen: HorseToBill[], by: By): Change {
  const { period } = batch.query;
  const change = billTogether(
    "horses",
    batch,
    chosen.flatMap((horse) =>
      billedPartsOf(boardOf(horse, period), horse).flatMap(({ part, days, lines }) =>
        boardingCharges({ ...part.facts, id: horse.id }, lines, period, days),
      ),
    ),
    by,
  );
  const marks = markToggled(batch, chosen, by);
  change.audited = [...change.audited, ...marks.audited];
  change.mutations = [...change.mutations, ...marks.mutations];
  const counted = parseRows(batch.query, batch.rowsJson).flatMap(({ logged }) =>
    logged.flatMap(({ id, counts }) => (counts ? [id] : [])),
  );
  if (counted.length > 0) {
    change.audited = [...change.audited, { table: billItems, ids: counted }];
    change.mutations = [...change.mutations, { sql: countFor(period, counted, by), expectRows: counted.length }];
  }
  const isOtherChoice = chosen.some(({ isProrated, wasProrated }) => isProrated !== wasProrated);
  const remember: Mutation = {
    sql: setSettings({ prorate: chosen[0]?.isProrated }),
    expectRows: 1,
  };
  if (!isOtherChoice) return change;
  const audited = [...change.audited, { table: settings, ids: [SETTINGS_ID] }];
  return { ...change, audited, mutations: [...change.mutations, remember] };
}

/** Stores what of the standing charges an admin left out in the dialog, and ends the marks that the admin reversed there. */
function markToggled(
  { idempotencyKey }: ConfirmedBatch<HorseToBill>,
  chosen: HorseToBill[],
  { at }: By,
): Pick<Change, "audited" | "mutations"> {
  const toggled = chosen.flatMap(({ name, standing = [] }) =>
    standing.flatMap((charge) =>
      charge.toggled.map((scope) => ({ charge, scope, name: nameOfMark(charge, name, scope) })),
    ),
  );
  const isNew = ({ charge, scope }: (typeof toggled)[number]) => !charge.leftOut.includes(scope);
  const [now, idOf] = [at.toISOString(), idsInRun(idempotencyKey)];
  const added = toggled.filter(isNew).map(({ charge, scope, name }, n) => ({
    ...{ id: idOf(n), kind: "standing", recordId: charge.id, scope, name },
    ...{ createdAt: now, updatedAt: now },
  }));
  const ended = JSON.stringify(toggled.filter((each) => !isNew(each)).map(({ charge, scope }) => [charge.id, scope]));
  const isEnded = sql`kind = 'standing' and (record_id, scope) in (select value ->> 0, value ->> 1 from json_each(${ended}))`;
  const mutations: Mutation[] = [
    ...(added.length > 0 ? [{ sql: statements.insert(dismissals).values(added), expectRows: added.length }] : []),
    ...(added.length < toggled.length
      ? [
          ofAnyRows(
            statements
              .update(dismissals)
              .set({ deletedAt: now, ...nextVersion(dismissals, at) })
              .where(sql`${isEnded} and deleted_at is null`),
          ),
        ]
      : []),
  ];
  const ids = added.map(({ id }) => id);
  const also = sql`select id from ${dismissals} where ${isEnded} and (deleted_at is null or deleted_at = ${now})`;
  return { audited: mutations.length > 0 ? [{ table: dismissals, ids, also }] : [], mutations };
}

/** Inserts the run with all its bills and their payroll items, and marks its shows billed. ConflictError if a row of the batch changed. */
export function billTogether<Row>(
  kind: "horses" | "shows",
  batch: ConfirmedBatch<Row>,
  charges: Charge[],
  by: By,
): Change {
  const { idempotencyKey: id, payload } = batch;
  const date = todayInNewYork(by.at);
  const now = by.at.toISOString();
  const idOf = idsInRun(id);
  const rows = charges.map((charge, n) => [
    idOf(n),
    ...columnsOf(charge),
    ...splitOf(charge, (place) => idOf(n - place)),
  ]);
  const billed = charges.flatMap(({ showId }) => showId ?? []);
  const horseCount = new Set(charges.map(({ horseId }) => horseId)).size;
  return {
    ...by,
    idempotencyKey: id,
    action: `bill ${kind}`,
    timeoutMs: RUN_TIMEOUT_MS,
    payload,
    audited: [{ table: billingRuns, ids: [id] }],
    preconditions: [isUnchanged(batch)],
    mutations: [
      {
        sql: statements.insert(billingRuns).values({
          id,
          kind,
          at: now,
          actor: by.actor,
          billCount: charges.length,
          horseCount,
          total: totalOf(charges),
        }),
        expectRows: 1,
      },
      ...chunksOf(rows).map((chunk) =>
        ofAnyRows(sql`insert into ${billItems} (id, customer_id, horse_id, service_id, show_id, quantity, value, location, period, comments, comments_sort, unit_price, first_day, last_day, standing_charge_id, groom_id, split_id, share, billing_run_id, date, created_at, entered_by)
          select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14, value ->> 15, value ->> 16, value ->> 17, ${id}, ${date}, ${now}, ${by.actor}
          from json_each(${JSON.stringify(chunk)})`),
      ),
      ...payItems(charges, idOf, now),
      // Without a billed show there is no mutation of shows: it would notify their topic.
      ...(billed.length > 0
        ? [{ sql: updateRecords(shows, billed, { billed: true }, by.at), expectRows: "any" as const }]
        : []),
    ],
  };
}

/** The columns of a bill in the order of the statement that inserts it. */
const columnsOf = ({ comments, ...bill }: Charge) => [
  ...[bill.customerId, bill.horseId, bill.serviceId, bill.showId, bill.quantity, bill.value, bill.location],
  ...[bill.period, comments, orderKey(comments ?? ""), bill.unitPrice, bill.firstDay, bill.lastDay],
  ...[bill.standingChargeId, bill.groomId],
];

/** The id of the first bill of a divided line, which is `place` bills before, and the owner's share. */
const splitOf = ({ split }: Charge, idBefore: (place: number) => string) =>
  split ? [idBefore(split.place), split.share] : [];

/** Inserts the payroll items of the grooms of bills, as an entry does; none without one. */
function payItems(charges: readonly Charge[], idOf: (n: number) => string, now: string): Mutation[] {
  const rows = charges.flatMap(({ groomId, pay }, n) => {
    if (!groomId || !pay) return [];
    const { item, value, date } = pay;
    return [[idOf(charges.length + n), idOf(n), groomId, item, orderKey(item), value, date, payDateFor(date)]];
  });
  return chunksOf(rows).map((chunk) =>
    ofAnyRows(sql`insert into ${payrollItems} (id, bill_item_id, groom_id, item, item_sort, value, date, payment_date, created_at, updated_at)
      select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, ${now}, ${now}
      from json_each(${JSON.stringify(chunk)})`),
  );
}
