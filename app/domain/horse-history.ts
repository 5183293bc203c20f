import type { LocalDate } from "./calendar.ts";
import { type HorseRow, horse } from "./records/horse.ts";

/** What is kept of a horse when it is changed: its owner, stay and prices as they were. */
export type PastHorse = Omit<HorseRow, "id" | "version" | "name"> & { at: string; actor: string | null };

/** What a change has set: 'Boarding', '$2,900.00', '$3,050.00'. */
type FieldChange = { label: string; before: string; after: string };
export type HorseChange = { seq: number; at: string; actor: string | null; fields: FieldChange[] };

/**
 * What each change has set, the newest first: `changes` has the horse before each of them in that order, and `now` is the horse
 * after the newest.
 */
export function horseHistory(now: HorseRow, changes: readonly PastHorse[]): HorseChange[] {
  return changes.map((change, i) => {
    const [before, after] = [
      { ...now, ...change },
      { ...now, ...changes[i - 1] },
    ];
    const fields = horse.fields.filter(({ value }) => value(before) !== value(after));
    return {
      seq: change.seq,
      at: change.at,
      actor: change.actor,
      fields: fields.map(({ label, detail }) => ({
        label,
        before: detail(before) || "none",
        after: detail(after) || "none",
      })),
    };
  });
}

export type PastStay = { first: LocalDate; last: LocalDate | null };

/**
 * The stays of a horse, the latest first: its check-in and check-out dates, and those before each change that brought it back, which
 * is a later check-in date after a check-out date. Other changes of the dates correct the same stay.
 */
export function staysOf(now: HorseRow, changes: readonly PastHorse[]): PastStay[] {
  const stays: PastStay[] = [{ first: now.checkInDate, last: now.checkOutDate }];
  for (const { checkInDate, checkOutDate } of changes) {
    const later = stays.at(-1);
    if (later && checkOutDate && checkOutDate < later.first) stays.push({ first: checkInDate, last: checkOutDate });
  }
  return stays;
}
