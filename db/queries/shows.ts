import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/calendar.ts";
import type { ListSource } from "#db/list/list-page.ts";
import { searchRows } from "#db/list/search.ts";
import { addRecord, type By, type Kind, saveRecord, setFields } from "#db/records.ts";
import { horses, services, shows } from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import type { Change } from "#db/write.ts";

/** What the form of a show says; its customer is the horse's. */
export type ShowValues = { name: string; date: LocalDate; horseId: string; serviceId: string; quantity: number };

export type ShowRow = ShowValues & {
  id: string;
  seq: number;
  version: number;
  /** The names, also of what was deleted. */
  horse: string;
  service: string;
  billed: boolean;
};

export const isUnbilled: SQL = eq(shows.billed, false);

export const showsList: ListSource<ShowRow, "name" | "date" | "horse" | "service" | "quantity" | "billed"> = {
  table: shows,
  joins: sql`left join ${horses} on ${horses.id} = ${shows.horseId} left join ${services} on ${services.id} = ${shows.serviceId}`,
  where: sql`${isNull(shows.deletedAt)}`,
  seq: shows.seq,
  search: searchRows("shows_search", shows, shows.seq),
  sorts: {
    name: sql`${shows.name} collate nocase`,
    date: sql`${shows.date}`,
    horse: sql`${horses.name} collate nocase`,
    service: sql`${services.productServiceName} collate nocase`,
    quantity: sql`${shows.quantity}`,
    billed: sql`${shows.billed}`,
  },
  row: {
    id: shows.id,
    seq: shows.seq,
    version: shows.version,
    name: shows.name,
    date: shows.date,
    horseId: shows.horseId,
    horse: horses.name,
    serviceId: shows.serviceId,
    service: services.productServiceName,
    quantity: shows.quantity,
    billed: asFlag(eq(shows.billed, true)),
  },
  summary: { unbilled: sql`count(*) filter (where not ${shows.billed})` },
};

export const SHOW: Kind = { table: shows, name: "show", topic: "shows" };

export function findShow(id: string) {
  return statements
    .select({
      id: shows.id,
      version: shows.version,
      name: shows.name,
      date: shows.date,
      horseId: shows.horseId,
      horse: horses.name,
      serviceId: shows.serviceId,
      service: services.productServiceName,
      quantity: shows.quantity,
    })
    .from(shows)
    .innerJoin(horses, eq(horses.id, shows.horseId))
    .innerJoin(services, eq(services.id, shows.serviceId))
    .where(and(eq(shows.id, id), isNull(shows.deletedAt)));
}

/** What a show is called, deleted or not. */
export function showName(id: string) {
  return statements.select({ name: shows.name }).from(shows).where(eq(shows.id, id));
}

export type ShowOption = { id: string; name: string };
export type ShowOptions = { horses: ShowOption[]; services: ShowOption[] };

/** The horses that a show may be of, and the services, public or not, that it may be billed as: one row. */
export function showOptions() {
  const horse = asList<ShowOption>({ id: horses.id, name: horses.name });
  const service = asList<ShowOption>({ id: services.id, name: services.productServiceName });
  const read = (json: string) => JSON.parse(json) as ShowOption[];
  return statements
    .select({
      horses: sql`(select ${horse} from ${horses} where ${isNull(horses.deletedAt)})`.mapWith(read),
      services: sql`(select ${service} from ${services} where ${isNull(services.deletedAt)})`.mapWith(read),
    })
    .from(sql`(select 1)`);
}

/** Adds a show under the id that its form carried, with the customer of its horse. */
export function addShow(id: string, values: ShowValues, by: By): Change {
  return { ...addRecord(SHOW, id, withCustomer(values), by), payload: values, preconditions: present(values) };
}

/** Saves a show that was read at `version`, with the customer that its horse has now. */
export function saveShow(
  of: { id: string; version: number; idempotencyKey: string },
  values: ShowValues,
  by: By,
): Change {
  const { id, version } = of;
  return {
    ...saveRecord(SHOW, of, withCustomer(values), by),
    payload: { id, version, ...values },
    preconditions: present(values, id),
  };
}

/** Sets single fields of a show; with its horse, the customer too. */
export function setShow(id: string, values: Partial<ShowValues & { billed: boolean }>, by: By): Change {
  return {
    ...setFields(SHOW, id, withCustomer(values), by),
    action: `set ${Object.keys(values).join(", ")} of show`,
    payload: { id, ...values },
    preconditions: present(values),
  };
}

/** Makes an unbilled copy of a show under `copyId`, with the customer that its horse has now. Sent twice, it is made once. */
export function duplicateShow(id: string, copyId: string, { actor, at }: By): Change {
  const now = at.toISOString();
  return {
    idempotencyKey: copyId,
    actor,
    at,
    action: "duplicate show",
    payload: { id },
    audited: [{ table: shows, ids: [copyId] }],
    mutations: [
      {
        sql: sql`insert into ${shows} (id, name, date, horse_id, customer_id, service_id, quantity, created_at, updated_at)
          select ${copyId}, ${shows.name}, ${shows.date}, ${shows.horseId}, ${customerOf(sql`${shows.horseId}`)}, ${shows.serviceId}, ${shows.quantity}, ${now}, ${now}
          from ${shows} where ${shows.id} = ${id} and ${shows.deletedAt} is null`,
        expectRows: 1,
      },
    ],
  };
}

function withCustomer<Values extends { horseId?: string }>(values: Values): Values & { customerId?: SQL } {
  const { horseId } = values;
  return horseId === undefined ? values : { ...values, customerId: customerOf(sql`${horseId}`) };
}

const customerOf = (horseId: SQL) => sql`(select customer_id from ${horses} where ${horses.id} = ${horseId})`;

/** The chosen horse and service must be there at the moment of writing, or be those that the show, if named, has already. */
function present({ horseId, serviceId }: { horseId?: string; serviceId?: string }, showId = ""): SQL[] {
  const isThere = (table: typeof horses | typeof services, id: string | undefined, own: SQLWrapper) => {
    if (id === undefined) return [];
    const there = sql`exists (select 1 from ${table} where id = ${id} and deleted_at is null)`;
    return [sql`${there} or exists (select 1 from ${shows} where ${shows.id} = ${showId} and ${own} = ${id})`];
  };
  return [...isThere(horses, horseId, shows.horseId), ...isThere(services, serviceId, shows.serviceId)];
}
