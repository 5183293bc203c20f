import { LOCATION_NAMES, type Location } from "./boarding.ts";
import { formatUsDate, type LocalDate } from "./calendar.ts";
import { BLANKET_CHARGE } from "./fixed-services.ts";
import { type Cents, formatDollars } from "./money.ts";

/** The owner, stay and prices of a horse; `customer` is the owner's name. */
export type HorseState = {
  customerId: string | null;
  customer: string | null;
  checkInDate: LocalDate;
  checkOutDate: LocalDate | null;
  boarding: Cents;
  boardingSurcharge: Cents;
  training: Cents;
  hasBlanket: boolean;
  isBillable: boolean;
  location: Location;
};

/** The horse as it was before a change. */
export type PastState = HorseState & { seq: number; at: string; actor: string | null };

/** What a change has set: 'Boarding', '$2,900.00', '$3,050.00'. */
type FieldChange = { label: string; before: string; after: string };
export type HorseChange = { seq: number; at: string; actor: string | null; fields: FieldChange[] };

/** The texts of a horse that are compared, in the order of the list of horses. */
const TEXTS: [label: string, text: (state: HorseState) => string, key: keyof HorseState][] = [
  ["Responsible Party", ({ customer }) => customer ?? "Unknown", "customerId"],
  ["Check-in Date", ({ checkInDate }) => formatUsDate(checkInDate), "checkInDate"],
  ["Check-out Date", ({ checkOutDate }) => (checkOutDate ? formatUsDate(checkOutDate) : "none"), "checkOutDate"],
  ["Boarding", ({ boarding }) => formatDollars(boarding), "boarding"],
  ["Boarding Surcharge", ({ boardingSurcharge }) => formatDollars(boardingSurcharge), "boardingSurcharge"],
  ["Training", ({ training }) => formatDollars(training), "training"],
  ["Blanket", ({ hasBlanket }) => formatDollars(hasBlanket ? BLANKET_CHARGE : 0), "hasBlanket"],
  ["Billable", ({ isBillable }) => (isBillable ? "yes" : "no"), "isBillable"],
  ["Location", ({ location }) => LOCATION_NAMES[location], "location"],
];

/**
 * What each change has set, the newest first: `changes` has the horse before each of them in that order, and `now` is the horse
 * after the newest.
 */
export function horseHistory(now: HorseState, changes: readonly PastState[]): HorseChange[] {
  return changes.map((before, i) => {
    const after = changes[i - 1] ?? now;
    const fields = TEXTS.filter(([, , key]) => before[key] !== after[key]);
    return {
      seq: before.seq,
      at: before.at,
      actor: before.actor,
      fields: fields.map(([label, text]) => ({ label, before: text(before), after: text(after) })),
    };
  });
}

export type PastStay = { first: LocalDate; last: LocalDate | null };

/**
 * The stays of a horse, the latest first: its check-in and check-out dates, and those before each change that brought it back, which
 * is a later check-in date after a check-out date. Other changes of the dates correct the same stay.
 */
export function staysOf(now: HorseState, changes: readonly PastState[]): PastStay[] {
  const stays: PastStay[] = [{ first: now.checkInDate, last: now.checkOutDate }];
  for (const { checkInDate, checkOutDate } of changes) {
    const later = stays.at(-1);
    if (later && checkOutDate && checkOutDate < later.first) stays.push({ first: checkInDate, last: checkOutDate });
  }
  return stays;
}
