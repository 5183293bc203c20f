import { and, isNull, lte, type SQL, sql } from "drizzle-orm";
import { nextField } from "#app/domain/barn/horse-history.ts";
import { NO_NEXT_PRICES, nextPricesProblem } from "#app/domain/barn/next-prices.ts";
import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { HORSE_AMOUNTS } from "#app/domain/boarding/monthly-charges.ts";
import type { NextPrices } from "#app/domain/records/horse.ts";
import { horses } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import { type Change, type Mutation, ofAnyRows, setOf } from "#db/write/change.ts";
import { type By, type Edited, fieldsInWords, saveRecord, setFields, type Values } from "#db/write/records.ts";
import { nextVersion } from "#db/write/versions.ts";
import { horseRecords, ownersOffered } from "./horses.ts";

/*
 * Prices that hold from a day (docs/product.md, 'Prices from a day'). The next prices of a horse become its amounts in one way, `settle`: as
 * soon as their day has come, by the next change of the horse or by the nightly schedule. A trigger keeps their day in `horse_changes`.
 */

const SETTLED = {
  ...Object.fromEntries(
    HORSE_AMOUNTS.map((field) => [field, sql`coalesce(${horses[nextField(field)]}, ${horses[field]})`]),
  ),
  pricesSince: horses.pricesFrom,
  ...NO_NEXT_PRICES,
};

const haveCome = ({ at }: By) => and(isNull(horses.deletedAt), lte(horses.pricesFrom, todayInNewYork(at)));

/** Makes the next prices of horses their amounts if their day has come. The versions stay, for the change that this is a part of. */
const settle = (ids: readonly string[], by: By, condition?: SQL): Mutation =>
  ofAnyRows(
    statements
      .update(horses)
      .set({ ...SETTLED, updatedAt: by.at.toISOString() })
      .where(and(sql`${horses.id} in ${setOf({ ids })}`, haveCome(by), condition)),
  );

/** A change of horses that meets no next prices whose day has come, if they are `others` than those that it sets, and leaves none. */
const settled = (change: Change, ids: readonly string[], by: By, others?: SQL): Change => ({
  ...change,
  mutations: [settle(ids, by, others), ...change.mutations, settle(ids, by)],
});

type HorseValues = Omit<Values<typeof horses>, keyof NextPrices>;

/** Saves a horse. A day of its next prices that is too far away is a problem of its field. */
export function saveHorse(edited: Edited, values: HorseValues & NextPrices, by: By): Change {
  const others = sql`${horses.pricesFrom} is not ${values.pricesFrom}`;
  const saved = { ...saveRecord(horseRecords, edited, values, by), preconditions: ownersOffered(values, edited.id) };
  const change = settled(saved, [edited.id], by, others);
  const problem = nextPricesProblem(values.pricesFrom, todayInNewYork(by.at));
  return problem ? { ...change, preconditions: [sql`0`], ...{ problem, field: "pricesFrom" } } : change;
}

/** Sets some fields of horses. */
export const setHorses = (ids: readonly string[], values: Partial<Values<typeof horses>>, by: By): Change =>
  settled(setFields(horseRecords, ids, values, by), ids, by);

const OTHER_DAY =
  "Some of these horses have next prices from another day. Change or clear those first, in the form of the horse.";

/** Sets amounts of horses from a day on. A horse has one day for all its next prices. */
export function setHorsesFrom(
  day: LocalDate,
  ids: readonly string[],
  values: Partial<HorseValues>,
  by: By,
): Change | { problem: string } {
  const today = todayInNewYork(by.at);
  const problem = nextPricesProblem(day, today);
  if (problem) return { problem };
  const amounts = HORSE_AMOUNTS.flatMap((field) => (field in values ? [[nextField(field), values[field]]] : []));
  const change = setFields(horseRecords, ids, { ...Object.fromEntries(amounts), pricesFrom: day }, by);
  const hasOther = sql`exists (select 1 from ${horses} where id in ${setOf({ ids })} and prices_from > ${today} and prices_from <> ${day})`;
  const action = `set ${fieldsInWords(amounts.map(([name]) => String(name)))} of horse`;
  return {
    ...settled(change, ids, by),
    action,
    preconditions: [{ holds: sql`not ${hasOther}`, otherwise: OTHER_DAY }],
  };
}

/** Selects whether next prices have come that are not the amounts of their horses yet. */
export const pricesDue = (by: By) => statements.select({ id: horses.id }).from(horses).where(haveCome(by));

/** Makes the next prices of these horses their amounts: the change of the nightly schedule. */
export function settlePrices(idempotencyKey: string, ids: readonly string[], by: By): Change {
  const values = { ...SETTLED, ...nextVersion(horses, by.at) };
  const update = statements
    .update(horses)
    .set(values)
    .where(and(sql`${horses.id} in ${setOf({ ids })}`, haveCome(by)));
  return {
    ...by,
    idempotencyKey,
    action: "set next prices of horse",
    payload: { ids },
    audited: [{ table: horses, ids }],
    mutations: [{ sql: update, expectRows: ids.length }],
  };
}
