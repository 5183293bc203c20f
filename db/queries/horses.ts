import { and, eq, gte, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Location } from "#app/domain/boarding.ts";
import type { LocalDate } from "#app/domain/calendar.ts";
import type { ListSource } from "#db/list/list-page.ts";
import { searchRows } from "#db/list/search.ts";
import type { Kind } from "#db/records.ts";
import { customers, horses } from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";

/** Amounts in cents; dates in New York. */
export type HorseRow = {
  id: string;
  seq: number;
  version: number;
  name: string;
  /** The customer's name, deleted or not. */
  responsibleParty: string;
  checkInDate: LocalDate;
  checkOutDate: LocalDate | null;
  boarding: number;
  boardingSurcharge: number;
  training: number;
  hasBlanket: boolean;
  isBillable: boolean;
  location: Location;
};

/** Check-in on or before today, and check-out empty or not before today (spec section 4). */
export function isInProperty(today: LocalDate): SQL | undefined {
  return and(lte(horses.checkInDate, today), or(isNull(horses.checkOutDate), gte(horses.checkOutDate, today)));
}

const responsibleParty = sql<string>`coalesce(${customers.name}, 'Unknown')`;

export const horsesList: ListSource<HorseRow, Exclude<keyof HorseRow, "id" | "seq" | "version">> = {
  table: horses,
  joins: sql`left join ${customers} on ${eq(customers.id, horses.customerId)}`,
  where: sql`${isNull(horses.deletedAt)}`,
  seq: horses.seq,
  search: searchRows("horses_search", horses, horses.seq),
  sorts: {
    name: sql`${horses.name} collate nocase`,
    responsibleParty: sql`${responsibleParty} collate nocase`,
    checkInDate: sql`${horses.checkInDate}`,
    checkOutDate: sql`coalesce(${horses.checkOutDate}, '')`,
    boarding: sql`${horses.boarding}`,
    boardingSurcharge: sql`${horses.boardingSurcharge}`,
    training: sql`${horses.training}`,
    hasBlanket: sql`${horses.hasBlanket}`,
    isBillable: sql`${horses.isBillable}`,
    location: sql`${horses.location}`,
  },
  row: {
    id: horses.id,
    seq: horses.seq,
    version: horses.version,
    name: horses.name,
    responsibleParty,
    checkInDate: horses.checkInDate,
    checkOutDate: horses.checkOutDate,
    boarding: horses.boarding,
    boardingSurcharge: horses.boardingSurcharge,
    training: horses.training,
    hasBlanket: asFlag(eq(horses.hasBlanket, true)),
    isBillable: asFlag(eq(horses.isBillable, true)),
    location: horses.location,
  },
  summary: { billable: sql`count(*) filter (where ${horses.isBillable})` },
};

export const HORSE: Kind = { table: horses, name: "horse", topic: "horses" };

export function findHorse(id: string) {
  return statements
    .select({
      id: horses.id,
      version: horses.version,
      name: horses.name,
      customerId: horses.customerId,
      responsibleParty,
      checkInDate: horses.checkInDate,
      checkOutDate: horses.checkOutDate,
      boarding: horses.boarding,
      boardingSurcharge: horses.boardingSurcharge,
      training: horses.training,
      hasBlanket: horses.hasBlanket,
      isBillable: horses.isBillable,
      location: horses.location,
    })
    .from(horses)
    .leftJoin(customers, eq(customers.id, horses.customerId))
    .where(and(eq(horses.id, id), isNull(horses.deletedAt)));
}

/** What a horse is called, deleted or not. */
export function horseName(id: string) {
  return statements.select({ name: horses.name }).from(horses).where(eq(horses.id, id));
}

/** Who may answer for a horse, in no order. */
export function responsibleParties() {
  return statements
    .select({ customers: asList<{ id: string; name: string }>({ id: customers.id, name: customers.name }) })
    .from(customers)
    .where(isNull(customers.deletedAt));
}
