import { formatUsDate, type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { type AmountField, HORSE_AMOUNTS, type HorseFacts } from "#app/domain/boarding/monthly-charges.ts";
import { type HorseRow, horse, type NextPrices } from "#app/domain/records/horse.ts";

/** The first and the last day of a horse on the property; `checkOutDate` is null if the last day is not known. */
export type Stay = { checkInDate: LocalDate; checkOutDate: LocalDate | null };

/** The prices that a change made hold from a day; null or absent: unchanged. The day may be before that of the change. */
export type HeldPrices = { from: LocalDate } & { [Name in AmountField]?: Cents | null };

/**
 * A horse before a change at an instant (UTC, ISO 8601); `actor` is null if the change was not made by the app. `held`: the prices that the
 * change made hold from a day. `undoneAt`: the instant of its undo; null or absent if it counts.
 */
export type PastHorse = HorseFacts & {
  seq: number;
  at: string;
  actor: string | null;
  held?: HeldPrices | null;
  undoneAt?: string | null;
};

/** The changes that counted at an instant; by default those that count today. */
export const standingChanges = (changes: readonly PastHorse[], at = "9999") =>
  changes.filter((change) => change.at <= at && (!change.undoneAt || change.undoneAt > at));

/** A horse with its next prices and its changes, the newest first, and the instants when it was added and, if it was, deleted. */
export type HorseWithPast = HorseFacts &
  Partial<NextPrices> & { createdAt: string; deletedAt: string | null; changes: readonly PastHorse[] };

/** A changed field: 'Boarding', '$2,900.00', '$3,050.00'. */
type FieldChange = { label: string; before: string; after: string };
export type HorseChange = { seq: number; at: string; actor: string | null; fields: FieldChange[] };

/**
 * The fields that differ between two states of a horse, in words, and the prices that hold from a day: '$3,500.00 from 11/01/2026'. `now`
 * has the fields that past states do not store.
 */
function differences(now: HorseRow, before: HorseFacts, after: HorseFacts, held?: HeldPrices | null): FieldChange[] {
  const [was, is] = [
    { ...now, ...before },
    { ...now, ...after },
  ];
  const isHeld = (name: string) => (held?.[name as AmountField] ?? null) !== null;
  return horse.fields
    .filter(({ name, value }) => JSON.stringify(value(was)) !== JSON.stringify(value(is)) || isHeld(name))
    .map(({ name, label, detail }) => ({
      label,
      before: detail(was) || "none",
      after: (detail(is) || "none") + (held && isHeld(name) ? ` from ${formatUsDate(held.from)}` : ""),
    }));
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
    fields: differences(now, change, changes[i - 1] ?? now, change.held),
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

/** The field with the next amount of a charge: `nextBoarding` for `boarding`. */
export const nextField = (field: AmountField) =>
  `next${field[0]?.toUpperCase()}${field.slice(1)}` as `next${Capitalize<AmountField>}`;

type Amounts = { [Name in AmountField]: Cents };
const ofAmounts = (amountOf: (field: AmountField) => Cents) =>
  Object.fromEntries(HORSE_AMOUNTS.map((field) => [field, amountOf(field)])) as Amounts;

/** The next amount of a horse, if it holds on a day; else null. */
const nextOn = (horse: Partial<NextPrices>, day: LocalDate, field: AmountField): Cents | null =>
  horse.pricesFrom && horse.pricesFrom <= day ? (horse[nextField(field)] ?? null) : null;

/** The amounts of a horse on a day from today on: the next ones hold from their day, even if they are not stored as its amounts yet. */
export const pricesOn = (horse: Amounts & Partial<NextPrices>, day: LocalDate): Amounts =>
  ofAmounts((field) => nextOn(horse, day, field) ?? horse[field]);

/**
 * The facts of a horse at the end of a day in New York; for a day before it was added, at the end of the day it was added; for one
 * before `known`, at the end of that day. A price is that of the newest change of it that holds on the day: since the day on which
 * the change was saved, or since the day that it names.
 */
export function factsAsOf(now: HorseWithPast, day: LocalDate, known = day): HorseFacts {
  const last = [dayOf(now.createdAt), day, known].reduce((one, other) => (one > other ? one : other));
  const state = now.changes.findLast(({ at }) => dayOf(at) > last) ?? now;
  return { ...state, ...pricesAsOf(now, day, last) };
}

/** The amounts on a day; changes that name no day hold if they were saved up to the day `last`. */
function pricesAsOf(now: HorseWithPast, day: LocalDate, last: LocalDate) {
  const { changes } = now;
  return ofAmounts((field) => {
    const next = nextOn(now, day, field);
    if (next !== null) return next;
    for (const [place, before] of changes.entries()) {
      const after = (changes[place - 1] ?? now)[field];
      const held = before.held?.[field] ?? null;
      if (held === null ? before[field] !== after && dayOf(before.at) <= last : (before.held?.from ?? "") <= day)
        return held ?? after;
    }
    return (changes.at(-1) ?? now)[field];
  });
}

/** The days from which prices hold that named a day: a month has a part from each of them. */
export const daysOfPrices = ({ pricesFrom, changes }: HorseWithPast): LocalDate[] =>
  [pricesFrom, ...changes.map(({ held }) => held?.from)].flatMap((day) => day ?? []);

/** The facts of a month's board that differ from today's: 'Boarding $2,900.00 as of October; $3,400.00 today'. */
export function describeDifferences(now: HorseRow, then: HorseFacts, asOf: string): string[] {
  return differences(now, { ...then, checkInDate: now.checkInDate, checkOutDate: now.checkOutDate }, now).map(
    ({ label, before, after }) => `${label} ${before} as of ${asOf}; ${after} today`,
  );
}
