import { and, gte, isNull, lte, or, type SQL } from "drizzle-orm";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { GroomRow } from "#app/domain/records/groom.ts";
import { grooms, lastDay } from "#db/schema.ts";
import { namedRecords, type RecordSource } from "#db/write/records.ts";

export const groomRecords: RecordSource<typeof grooms, GroomRow> = namedRecords(grooms, "groom");

/**
 * The condition that a groom is active: the start date is empty or not in the future, and the end date is empty or not in the
 * past (docs/product.md, 'Grooms').
 */
export function isActive(today: LocalDate): SQL | undefined {
  return and(or(isNull(grooms.startDate), lte(grooms.startDate, today)), gte(lastDay(grooms.endDate), today));
}
