import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { HorseFacts } from "#app/domain/boarding/monthly-charges.ts";
import { type HorseRow, horse } from "#app/domain/records/horse.ts";

/** The first and the last day of a horse on the property; `checkOutDate` is null if the last day is not known. */
export type Stay = { checkInDate: LocalDate; checkOutDate: LocalDate | null };

/** A horse before a change at an instant (UTC, ISO 8601); `actor` is null if the change was not made by the app. */
export type PastHorse = HorseFacts & { seq: number; at: string; actor: string | null };

/** A horse with its changes, the newest first, and the instants when it was added and, if it was, deleted. */
export type HorseWithPast = HorseFacts & {
  createdAt: string;
  deletedAt: string | null;
  changes: readonly PastHorse[];
};

/** A changed field: 'Boarding', '$2,900.00', '$3,050.00'. */
type FieldChange = { label: string; before: string; after: string };
export type HorseChange = { seq: number; at: string; actor: string | null; fields: FieldChange[] };

/**
 * The fields that differ between two states of a horse, in words. `now` has the fields that past states do not store.
 */
function differences(now: HorseRow, before: HorseFacts, after: HorseFacts): FieldChange[] {
  const [was, is] = [
    { ...now, ...before },
    { ...now, ...after },
  ];
  return horse.fields
    .filter(({ value }) => value(was) !== value(is))
    .map(({ label, detail }) => ({ label, before: detail(was) || "none", after: detail(is) || "none" }));
}

/**
 * The changed fields of each change, the newest first. `changes` has the horse before each change, in the same order;
 * `now` is the horse after the newest one.
 */
export function horseHistory(now: HorseRow, changes: readonly PastHorse[]): HorseChange[] {
  return changes.map((change, i) => ({
    seq: change.seq,
    at: change.at,
    actor: change.actor,
    fields: differences(now, change, changes[i - 1] ?? now),
  }));
}

/** The day in New York of an instant (UTC, ISO 8601). */
export const dayOf = (instant: string) => todayInNewYork(new Date(instant));

/**
 * The last day that a deleted horse may have on the property, that of its deletion; null if it is not deleted. One that was deleted on
 * the day on which it was added was a mistake, and has no days: '' is before all of them.
 */
export function dayOfDeletion({ createdAt, deletedAt }: Pick<HorseWithPast, "createdAt" | "deletedAt">) {
  if (deletedAt === null) return null;
  return dayOf(deletedAt) > dayOf(createdAt) ? dayOf(deletedAt) : "";
}

/** A stay, and the day in New York on which it was entered; '' of the first stay, which the horse was added with. */
export type EnteredStay = Stay & { entered: LocalDate };

/**
 * The stays of a horse, the latest first: its current check-in and check-out dates, and the dates before each change
 * that brought the horse back (a check-in date later than the old check-out date). Other changes of the dates correct
 * the same stay. Dates that were changed before their check-in day are no stay. No two stays share a day.
 */
export function enteredStaysOf(now: Stay, changes: readonly (Stay & { at: string })[]): EnteredStay[] {
  let later: EnteredStay = { checkInDate: now.checkInDate, checkOutDate: now.checkOutDate, entered: "" };
  const stays = [later];
  for (const { checkInDate, checkOutDate, at } of changes) {
    const isBefore = checkOutDate && checkOutDate < later.checkInDate;
    if (!isBefore || checkInDate > dayOf(at)) continue;
    later.entered = dayOf(at);
    later = { checkInDate, checkOutDate, entered: "" };
    stays.push(later);
  }
  return stays;
}

/** The same stays, without the days on which they were entered. */
export const staysOf = (...horse: Parameters<typeof enteredStaysOf>): Stay[] =>
  enteredStaysOf(...horse).map(({ entered, ...stay }) => stay);

/**
 * The facts of a horse at the end of a day in New York; for a day before it was added, at the end of the day it was
 * added.
 */
export function factsAsOf(now: HorseWithPast, day: LocalDate): HorseFacts {
  const added = dayOf(now.createdAt);
  const last = added > day ? added : day;
  return now.changes.findLast(({ at }) => dayOf(at) > last) ?? now;
}

/** The facts of a month's board that differ from today's: 'Boarding $2,900.00 as of October; $3,400.00 today'. */
export function describeDifferences(now: HorseRow, then: HorseFacts, asOf: string): string[] {
  return differences(now, { ...then, checkInDate: now.checkInDate, checkOutDate: now.checkOutDate }, now).map(
    ({ label, before, after }) => `${label} ${before} as of ${asOf}; ${after} today`,
  );
}
