import { and, eq, gte, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Location } from "#app/domain/boarding.ts";
import type { LocalDate } from "#app/domain/calendar.ts";
import type { ListSource } from "#db/list/list-page.ts";
import { searchRows } from "#db/list/search.ts";
import type { Kind } from "#db/records.ts";
import { grooms } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

/** `weeklySalary` in cents; dates in New York. */
export type GroomRow = {
  id: string;
  seq: number;
  version: number;
  name: string;
  startDate: LocalDate | null;
  endDate: LocalDate | null;
  weeklySalary: number;
  location: Location;
};

/** Start date empty or not in the future, and end date empty or not in the past (spec section 4). */
export function isActive(today: LocalDate): SQL | undefined {
  return and(
    or(isNull(grooms.startDate), lte(grooms.startDate, today)),
    or(isNull(grooms.endDate), gte(grooms.endDate, today)),
  );
}

export const groomsList: ListSource<GroomRow, "name" | "startDate" | "endDate" | "weeklySalary" | "location"> = {
  table: grooms,
  joins: sql``,
  where: sql`${isNull(grooms.deletedAt)}`,
  seq: grooms.seq,
  search: searchRows("grooms_search", grooms, grooms.seq),
  sorts: {
    name: sql`${grooms.name} collate nocase`,
    startDate: sql`coalesce(${grooms.startDate}, '')`,
    endDate: sql`coalesce(${grooms.endDate}, '')`,
    weeklySalary: sql`${grooms.weeklySalary}`,
    location: sql`${grooms.location}`,
  },
  row: {
    id: grooms.id,
    seq: grooms.seq,
    version: grooms.version,
    name: grooms.name,
    startDate: grooms.startDate,
    endDate: grooms.endDate,
    weeklySalary: grooms.weeklySalary,
    location: grooms.location,
  },
};

export const GROOM: Kind = { table: grooms, name: "groom", topic: "grooms" };

export function findGroom(id: string) {
  return statements
    .select({
      id: grooms.id,
      version: grooms.version,
      name: grooms.name,
      startDate: grooms.startDate,
      endDate: grooms.endDate,
      weeklySalary: grooms.weeklySalary,
      location: grooms.location,
    })
    .from(grooms)
    .where(and(eq(grooms.id, id), isNull(grooms.deletedAt)));
}

/** What a groom is called, deleted or not. */
export function groomName(id: string) {
  return statements.select({ name: grooms.name }).from(grooms).where(eq(grooms.id, id));
}
