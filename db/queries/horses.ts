import { and, eq, gte, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/calendar.ts";
import type { HorseRow } from "#app/domain/records/horse.ts";
import { nameOrDeleted, type RecordSource, recordSource } from "#db/records.ts";
import { customers, horses, lastDay, settings } from "#db/schema.ts";
import { asList, statements } from "#db/statements.ts";
import { barnCharges } from "./settings.ts";

export const horseRecords: RecordSource<typeof horses, HorseRow> = recordSource({
  table: horses,
  noun: "horse",
  displayName: sql`${horses.name}`,
  joins: sql`left join ${customers} on ${eq(customers.id, horses.customerId)}`,
  joined: {
    blanketCharge: barnCharges.blanketCharge,
    responsibleParty: sql<string>`coalesce(${nameOrDeleted(customers)}, 'Unknown')`,
  },
});

/**
 * The condition that a horse is in the property: the check-in date is not after today, and the check-out date is empty or not
 * before today (docs/product.md, 'Horses').
 */
export function isInProperty(today: LocalDate): SQL | undefined {
  return and(lte(horses.checkInDate, today), gte(lastDay(horses.checkOutDate), today));
}

/** Selects the amounts of a new horse. */
export function newHorse() {
  const { newBoarding: boarding, newBoardingSurcharge: boardingSurcharge, newTraining: training } = settings;
  return statements.select({ boarding, boardingSurcharge, training }).from(settings);
}

/** Selects the customers that the form of a horse offers, in no order, in one row. */
export function horseChoices() {
  return statements
    .select({ customerId: asList<{ id: string; name: string }>({ id: customers.id, name: customers.name }) })
    .from(customers)
    .where(isNull(customers.deletedAt));
}
