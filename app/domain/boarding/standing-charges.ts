import { dayOf } from "#app/domain/barn/horse-history.ts";
import { formatUsDate, type LocalDate, plusDays, weekdayOf } from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { firstDayOf, formatMonth, lastDayOf, type Month } from "#app/domain/basics/months.ts";
import { type BoardPart, countDays, type Days, dayAndMonth } from "./board-parts.ts";
import { type BoardingLine, type MonthPart, prorated, type StandingLine } from "./boarding.ts";

/* What a horse is billed each month, or on weekdays, beside its board (docs/product.md, 'Standing charges'). */

/** A change of the charge's own price, or of the price of its service, with its idempotency key: the price before it, at an instant. */
type PriceBefore = { key: string; at: string; isOwn: boolean; price: Cents | null };

/** A standing charge, with what a month's board depends on. */
export type StandingCharge = {
  id: string;
  /** Its number, which names it in addresses. */
  seq: number;
  serviceId: string;
  service: string;
  quantity: number;
  /** The charge's own price, and that of its service; changes of both, the earliest first. */
  ownPrice: Cents | null;
  servicePrice: Cents;
  prices: readonly PriceBefore[];
  /** Empty if the charge is monthly. */
  weekdays: readonly string[];
  from: LocalDate;
  until: LocalDate | null;
  /** The groom who is paid for the charge; null if it pays no groom. */
  groomId: string | null;
  comments: string;
  /** The days, or months of a monthly charge, that were marked not to bill; and those whose mark the admin reverses in the dialog. */
  leftOut: readonly string[];
  toggled: readonly string[];
  /** The days of the month on which its service was logged for the horse. */
  logged: readonly LocalDate[];
  /** For Check: its deletion, and what it was before its changes, the earliest first. */
  deletedAt?: string | null;
  past?: readonly ChargeBefore[];
};

/** What a charge was before a change, at an instant. */
type ChargeBefore = { at: string } & Pick<StandingCharge, "quantity" | "weekdays" | "from" | "until">;

/** What of a month's board a standing charge depends on: see `BoardBasis`. */
type Basis = { isOver?: boolean; usesToday?: boolean };

/**
 * The changes that count. One that was undone counts for no day, and again after the undo of that; an undo itself counts only if what it
 * undoes was archived, or was not the last change that counts.
 */
function countedChanges(changes: readonly PriceBefore[]): PriceBefore[] {
  const counted: PriceBefore[] = [];
  const undone = new Map<string, { change: PriceBefore; after: PriceBefore | undefined }>();
  for (const change of changes) {
    const [, target = null] = change.key.match(/^undo (?:others of )?(.+)$/) ?? [];
    const last = counted.at(-1);
    const again = target === null ? undefined : undone.get(target);
    if (last && last.key === target) {
      undone.set(change.key, { change: last, after: counted.at(-2) });
      counted.pop();
    } else counted.push(again && again.after === last ? { ...again.change, key: change.key } : change);
  }
  return counted;
}

/** The price for one on a day. */
export function priceOn({ ownPrice, servicePrice, prices }: StandingCharge, day: LocalDate): Cents {
  const before = (own: boolean) =>
    countedChanges(prices.filter(({ isOwn }) => isOwn === own)).find(({ at }) => dayOf(at) > day);
  const own = before(true);
  return (own ? own.price : ownPrice) ?? before(false)?.price ?? servicePrice;
}

/** The price for one in a month: a month that is over has that of its first day with the charge. */
export function priceIn(charge: StandingCharge, month: Month, { isOver, usesToday }: Basis): Cents {
  const first = [firstDayOf(month), charge.from].sort().at(-1) ?? "";
  return isOver && !usesToday ? priceOn(charge, first) : (charge.ownPrice ?? charge.servicePrice);
}

/** The day of a month from which on the price of its last day holds. */
export function lastPriceSince(charge: StandingCharge, month: Month): LocalDate {
  let day = lastDayOf(month);
  const last = priceOn(charge, day);
  while (day > firstDayOf(month) && priceOn(charge, plusDays(day, -1)) === last) day = plusDays(day, -1);
  return day;
}

/** A charge as it was at an instant. */
export function chargeAt({ past = [], prices, ...charge }: StandingCharge, instant: string): StandingCharge {
  const later = past.find(({ at }) => at > instant);
  const { quantity, weekdays, from, until } = later ?? charge;
  const before = (own: boolean) => prices.find(({ at, isOwn }) => isOwn === own && at > instant);
  const [own, ofService] = [before(true), before(false)];
  return {
    ...charge,
    ...{ quantity, weekdays, from, until },
    ownPrice: own ? own.price : charge.ownPrice,
    servicePrice: ofService?.price ?? charge.servicePrice,
    prices: prices.filter(({ at }) => at <= instant),
  };
}

/**
 * A charge as it holds today for a month that was billed at an instant: its first and last day are those of today, and the day of its
 * deletion is the last one; another quantity or other weekdays hold from the next month.
 */
export function chargeSince(charge: StandingCharge, month: Month, instant: string): StandingCharge {
  const { past = [], deletedAt = null, until } = charge;
  const held = past.find(({ at }) => at > instant && dayOf(at) > firstDayOf(month)) ?? charge;
  const [last = null] = [until, deletedAt && dayOf(deletedAt)].filter((day) => day !== null).sort();
  return { ...charge, quantity: held.quantity, weekdays: held.weekdays, until: last };
}

/** Whether a day, or the month of a monthly charge, is not billed. */
export const isLeftOut = ({ leftOut, toggled }: StandingCharge, scope: string) =>
  leftOut.includes(scope) !== toggled.includes(scope);

/** The days between the first and the last day of a charge; null if there are none. */
function heldDays({ from, until }: StandingCharge, days: Days): Days | null {
  const [first = "", last = ""] = [[days.from, from].sort().at(-1), [days.to, until ?? days.to].sort().at(0)];
  return first <= last ? { from: first, to: last } : null;
}

/** The days of a part of the month, with those that are left out, on which a charge on weekdays is due. */
export function dueDays(charge: StandingCharge, days: Days): LocalDate[] {
  const held = heldDays(charge, days);
  if (!held) return [];
  return Array.from({ length: countDays(held) }, (_, n) => plusDays(held.from, n)).filter((day) =>
    charge.weekdays.includes(weekdayOf(day)),
  );
}

/** What of a charge is billed or left out in a month by itself: its days, or the month of a monthly one. */
export const scopesIn = (charge: StandingCharge, month: Month, parts: readonly Days[]): string[] =>
  charge.weekdays.length > 0 ? parts.flatMap((part) => dueDays(charge, part)) : [month];

export const billedDates = (charge: StandingCharge, days: Days) =>
  dueDays(charge, days).filter((day) => !isLeftOut(charge, day));

/** The parts of a board that owe a standing charge, each with its days between the first and the last day of the charge. */
export function partsWithCharge(charge: StandingCharge, month: Month, parts: readonly BoardPart[]): BoardPart[] {
  const isMonthly = charge.weekdays.length === 0;
  if (isMonthly && isLeftOut(charge, month)) return [];
  return parts.flatMap((part) => {
    const held = heldDays(charge, part);
    return held && (isMonthly || billedDates(charge, held).length > 0) ? [{ ...part, ...held }] : [];
  });
}

/**
 * The bill line of a standing charge for days of a month. One on weekdays has the price of each of them; a monthly one is prorated, and
 * the part of a month is one piece.
 */
export function standingLine(charge: StandingCharge, price: Cents, days: Days, share: MonthPart): BoardingLine {
  const { id, serviceId, service, groomId, comments } = charge;
  const standing = { id, service, groomId, comments, dates: billedDates(charge, days) };
  const isWhole = charge.weekdays.length > 0 || share.days === share.of;
  const quantity = charge.quantity * (charge.weekdays.length > 0 ? standing.dates.length : 1);
  const value = isWhole ? price * quantity : prorated(price * quantity, share);
  const counted = isWhole ? { quantity, unitPrice: price } : { quantity: 1, unitPrice: value };
  return { serviceId, value, ...counted, standing };
}

/** '11/03, 11/10' */
export const datesInWords = (dates: readonly LocalDate[]) => dates.map(dayAndMonth).join(", ");

/** 'Private lesson 4 x $120.00: 11/03, 11/10, 11/17, 11/24', 'Farrier $80.00' */
export function standingInWords({ value, quantity = 1, unitPrice = value, standing }: BoardingLine): string {
  const amount = quantity === 1 ? formatDollars(value) : `${quantity} x ${formatDollars(unitPrice)}`;
  return `${standing?.service} ${amount}${standing?.dates.length ? `: ${datesInWords(standing.dates)}` : ""}`;
}

/** The comments of the bill of a standing charge: its days, and the comments of the charge. */
export const commentsOf = ({ dates, comments }: StandingLine): string | null =>
  [datesInWords(dates), comments].filter(Boolean).join(" · ") || null;

/** The comments of a bill with other days: those at their beginning, unless an admin typed something else there. */
export const withDates = (comments: string, dates: string): string =>
  comments.replace(/^\d\d\/\d\d(, \d\d\/\d\d)*(?= ·|$)/, dates).replace(/^ · /, "");

/** 'Private lesson for Bella, 11/10/2026', 'Farrier for Bella, November 2026': what a mark not to bill is called. */
export const nameOfMark = ({ service }: StandingCharge, horse: string, scope: string) =>
  `${service} for ${horse}, ${scope.length > 7 ? formatUsDate(scope) : formatMonth(scope)}`;
