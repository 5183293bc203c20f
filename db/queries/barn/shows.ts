import { isNull, type SQL, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { rowIdempotencyKey } from "#app/domain/basics/idempotency-key.ts";
import { billValue, type Cents } from "#app/domain/basics/money.ts";
import { type AmountPart, partsOf } from "#app/domain/fields/shares.ts";
import type { ShowRow } from "#app/domain/records/show.ts";
import type { ListSource } from "#db/list/list-source.ts";
import { horses, services, shows } from "#db/schema.ts";
import { asList, statements } from "#db/statements.ts";
import { type Change, isOffered } from "#db/write/change.ts";
import {
  addRecord,
  type By,
  type Edited,
  fieldsInWords,
  longRecordSource,
  nameOrDeleted,
  type RecordSource,
  saveRecord,
  setFields,
} from "#db/write/records.ts";

/** The values of the form of a show. The customer of a show is the customer of its horse. */
type ShowValues = {
  name: string;
  date: LocalDate;
  horseId: string;
  serviceId: string;
  quantity: number;
  price?: Cents | null;
};

/** The condition that a show is not billed (docs/product.md, 'Shows'). A partial index uses the same expression. */
export const isUnbilled: SQL = sql`not ${shows.billed}`;

export const showRecords: RecordSource<typeof shows, ShowRow> & ListSource<ShowRow> = longRecordSource({
  table: shows,
  noun: "show",
  displayName: sql`${shows.name}`,
  day: shows.date,
  omitted: ["customerId"],
  joins: sql`left join ${horses} on ${horses.id} = ${shows.horseId} left join ${services} on ${services.id} = ${shows.serviceId}`,
  joined: { horse: nameOrDeleted(horses), service: sql<string>`${services.productServiceName}` },
  sorts: {
    name: sql`${shows.nameSort}`,
    horse: { names: horses, column: shows.horseId },
    service: { names: services, column: shows.serviceId },
    billed: sql`${shows.billed} + 0`,
  },
  summary: { name: "unbilled", of: sql`(${isUnbilled})` },
  current: isUnbilled,
  currentIndex: "shows_unbilled_by_date",
  states: (today) => ({
    Billed: sql`${shows.billed}`,
    Unbilled: sql`${isUnbilled} and ${shows.date} <= ${today}`,
    "In the future": sql`${isUnbilled} and ${shows.date} > ${today}`,
  }),
});

/** The price for one, from a join with the service. */
export const showPrice: SQL = sql`coalesce(${shows.price}, ${services.price})`;

type ShowOption = { id: string; name: string };
let choices: ReturnType<typeof selectChoices> | undefined;

/**
 * Selects the horses, and the services, public or not, that the form of a show offers, in one row. Always the same select, so
 * that the list and the dialog over it read it once.
 */
export function showChoices() {
  choices ??= selectChoices();
  return choices;
}

function selectChoices() {
  const horse = asList<ShowOption>({ id: horses.id, name: horses.name });
  const service = asList<ShowOption>({ id: services.id, name: services.productServiceName });
  const parse = (json: string): ShowOption[] => JSON.parse(json);
  return statements
    .select({
      horseId: sql`(select ${horse} from ${horses} where ${isNull(horses.deletedAt)})`.mapWith(parse),
      serviceId: sql`(select ${service} from ${services} where ${isNull(services.deletedAt)})`.mapWith(parse),
    })
    .from(sql`(select 1)`);
}

/** Adds a show, with the customer of its horse. ConflictError if the horse or the service is deleted. */
export function addShow(id: string, values: ShowValues, by: By): Change {
  return {
    ...addRecord(showRecords, id, { ...values, customerId: customerOf(values.horseId) }, by),
    payload: values,
    preconditions: areOffered(values),
  };
}

/** Adds a show of each horse, with its part of the cost. ConflictError if a horse has no customer, or one of the records is deleted. */
export function addDividedShow(
  id: string,
  { parts, ...values }: ShowValues & { parts: readonly AmountPart[] },
  by: By,
): Change {
  const prices = partsOf(billValue(values.price ?? 0, values.quantity), parts);
  const [first = addShow(id, values, by), ...others] = parts.map((part, n) => {
    const horseId = part.id || values.horseId;
    const showId = n === 0 ? id : rowIdempotencyKey(id, n);
    return addShow(showId, { ...values, horseId, quantity: 1, price: prices[n] ?? 0 }, by);
  });
  const all = [first, ...others];
  const horseIds = parts.map((part) => part.id || values.horseId);
  return {
    ...first,
    payload: { ...values, ...(parts.length > 0 && { parts }) },
    audited: all.flatMap(({ audited }) => audited),
    preconditions: [
      ...all.flatMap(({ preconditions = [] }) => preconditions),
      ...horseIds.map((horseId) => sql`${customerOf(horseId)} is not null`),
    ],
    mutations: all.flatMap(({ mutations }) => mutations),
  };
}

/** Saves a show, with the current customer of its horse. ConflictError if another user saved the show. */
export function saveShow(edited: Edited, values: ShowValues, by: By): Change {
  const { id, version } = edited;
  return {
    ...saveRecord(showRecords, edited, { ...values, customerId: customerOf(values.horseId) }, by),
    payload: { id, version, ...values },
    preconditions: areOffered(values, id),
  };
}

/** Sets some fields of shows. A new horse also sets the customer. */
export function setShow(ids: readonly string[], values: Partial<ShowValues & { billed: boolean }>, by: By): Change {
  const { horseId } = values;
  const withCustomer = horseId === undefined ? values : { ...values, customerId: customerOf(horseId) };
  return {
    ...setFields(showRecords, ids, withCustomer, by),
    action: `set ${fieldsInWords(Object.keys(values))} of show`,
    payload: { ids, fields: Object.keys(withCustomer), ...values },
    preconditions: areOffered(values),
  };
}

/** Adds an unbilled copy of a show, with the current customer of its horse, at most once for each `copyId`. */
export function duplicateShow(id: string, copyId: string, { actor, at }: By): Change {
  const now = at.toISOString();
  const customer = sql`(select customer_id from ${horses} where ${horses.id} = ${shows.horseId})`;
  return {
    actor,
    at,
    idempotencyKey: copyId,
    action: "duplicate show",
    payload: { id },
    audited: [{ table: shows, ids: [copyId] }],
    mutations: [
      {
        sql: sql`insert into ${shows} (id, name, name_sort, date, horse_id, customer_id, service_id, quantity, price, created_at, updated_at)
          select ${copyId}, ${shows.name}, ${shows.nameSort}, ${shows.date}, ${shows.horseId}, ${customer}, ${shows.serviceId}, ${shows.quantity}, ${shows.price}, ${now}, ${now}
          from ${shows} where ${shows.id} = ${id} and ${shows.deletedAt} is null`,
        expectRows: 1,
      },
    ],
  };
}

const customerOf = (horseId: string) => sql`(select customer_id from ${horses} where ${horses.id} = ${horseId})`;

/** The preconditions that the horse and the service exist, or are already those of the show `showId`. */
function areOffered({ horseId, serviceId }: { horseId?: string; serviceId?: string }, showId = ""): SQL[] {
  return [
    ...(horseId === undefined ? [] : [isOffered(horses, horseId, shows.horseId, showId)]),
    ...(serviceId === undefined ? [] : [isOffered(services, serviceId, shows.serviceId, showId)]),
  ];
}
