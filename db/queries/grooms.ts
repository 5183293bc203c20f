import { and, gte, isNull, lte, or, type SQL } from "drizzle-orm";
import type { LocalDate } from "#app/domain/calendar.ts";
import { type NamedRow, namedRecords } from "#db/records.ts";
import { grooms, lastDay } from "#db/schema.ts";

/** `weeklySalary` in cents; dates in New York. */
export type GroomRow = NamedRow<typeof grooms>;

export const groomRecords = namedRecords(grooms, "groom");

/**
 * The condition that a groom is active: the start date is empty or not in the future, and the end date is empty or not in the
 * past (docs/product.md, 'Grooms').
 */
export function isActive(today: LocalDate): SQL | undefined {
  return and(or(isNull(grooms.startDate), lte(grooms.startDate, today)), gte(lastDay(grooms.endDate), today));
}
