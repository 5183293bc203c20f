import {
  dayOf,
  type EnteredStay,
  enteredStaysOf,
  factsAsOf,
  type HorseWithPast,
} from "#app/domain/barn/horse-history.ts";
import { daysBetween, formatUsDate, type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import { firstDayOf, lastDayOf, type Month } from "#app/domain/basics/months.ts";
import { BOARDING_SERVICE, type HorseFacts } from "#app/domain/boarding/monthly-charges.ts";

/* The days of a horse in a month, by stay, owner and location (docs/product.md, 'Billing horses'). */

/** Days from the first to the last one. */
export type Days = { from: LocalDate; to: LocalDate };

/** Days of one stay with one owner at one location, and the facts that they are billed by. */
export type BoardPart = Days & { facts: HorseFacts };

/** A standing bill for a month of a horse: the days that it is for, `first` to `last`, and its own date. */
export type BilledLine = { serviceId: string; first: LocalDate; last: LocalDate; date: LocalDate };

/** Who pays for a month with several owners: all that month's days the first or the last owner, or the one with an id; null: by days. */
export type Payer = "first" | "last" | { id: string } | null;

/** '11/01 to 11/14', '11/14': the days in words, without their year. */
export const daysInWords = ({ from, to }: Days): string =>
  from === to ? dayAndMonth(from) : `${dayAndMonth(from)} to ${dayAndMonth(to)}`;
const dayAndMonth = (day: LocalDate) => formatUsDate(day).slice(0, 5);

export const countDays = ({ from, to }: Days): number => daysBetween(from, to) + 1;

/** The days that a stay has in a month, with the day on which the stay was entered; null if it has none. */
function daysIn(
  { checkInDate, checkOutDate, entered }: EnteredStay,
  month: Month,
): (Days & { entered: LocalDate }) | null {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const from = checkInDate > first ? checkInDate : first;
  const to = checkOutDate !== null && checkOutDate < last ? checkOutDate : last;
  return from <= to ? { from, to, entered } : null;
}

/**
 * The days of a stay between the changes of the horse. A change counts from the day on which it was saved; of a stay that was
 * entered late, the facts at the end of that day count for the days before it, too.
 */
function partsOfStay(horse: HorseWithPast, { from, to, entered }: Days & { entered: LocalDate }): BoardPart[] {
  const known = entered > from ? entered : from;
  const changed = horse.changes.map(({ at }) => dayOf(at)).filter((day) => day > known && day <= to);
  const starts = [from, ...new Set(changed.sort())];
  const ends = [...starts.slice(1).map((start) => plusDays(start, -1)), to];
  return starts.map((start, place) => ({
    from: start,
    to: ends[place] ?? to,
    facts: factsAsOf(horse, place === 0 ? known : start),
  }));
}

/** Neighbors that belong together as one group each. */
function groupNeighbors<Item>(items: readonly Item[], belong: (before: Item, after: Item) => boolean): Item[][] {
  const groups: Item[][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group && before && belong(before, item)) group.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** The parts of one owner with the facts that the owner is billed by: those at the end of the owner's last day. */
function pricedFor(parts: readonly BoardPart[]): BoardPart[] {
  const billed = parts.at(-1)?.facts;
  return parts.map(({ facts, ...days }) => ({ ...days, facts: { ...facts, ...billed, location: facts.location } }));
}

/** The parts with another payer, at the payer's prices. The location stays that of the days. */
function paidBy(payer: Payer, tenures: readonly BoardPart[][]): BoardPart[][] {
  const isPayer = ([part]: BoardPart[]) =>
    payer !== null && typeof payer === "object" && part?.facts.customerId === payer.id;
  const paying = payer === "first" ? tenures[0] : payer === "last" ? tenures.at(-1) : tenures.findLast(isPayer);
  const facts = paying?.[0]?.facts;
  if (!facts) return [...tenures];
  return tenures.map((parts) =>
    parts.map((part) => ({ ...part, facts: { ...part.facts, ...facts, location: part.facts.location } })),
  );
}

const isSameOwner = (one: BoardPart, other: BoardPart) => one.facts.customerId === other.facts.customerId;

/** Whether a part follows the other one without a day between, with the same owner and location. */
const continues = (before: BoardPart, after: BoardPart) =>
  plusDays(before.to, 1) === after.from && isSameOwner(before, after) && before.facts.location === after.facts.location;

/** The horse's days on the property in a month, the earliest first: a part for each stay, owner and location. */
export function boardParts(horse: HorseWithPast & { usesToday?: boolean; payer?: Payer }, month: Month): BoardPart[] {
  const stays = enteredStaysOf(horse, horse.changes).reverse();
  const spans = stays.flatMap((stay) => daysIn(stay, month) ?? []);
  if (horse.usesToday) return spans.map(({ from, to }) => ({ from, to, facts: horse }));
  const tenures = spans.flatMap((span) => groupNeighbors(partsOfStay(horse, span), isSameOwner).map(pricedFor));
  const stayOf = (part: BoardPart) => spans.find(({ to }) => part.to <= to);
  return groupNeighbors(
    paidBy(horse.payer ?? null, tenures).flat(),
    (before, after) => stayOf(before) === stayOf(after) && continues(before, after),
  ).map((parts) => ({ ...(parts[0] as BoardPart), to: parts.at(-1)?.to ?? "" }));
}

/** The days of the parts that no bill for boarding is for. */
export function unbilledPartsOf(parts: readonly BoardPart[], billed: readonly BilledLine[]): BoardPart[] {
  const lines = billed.filter(({ serviceId }) => serviceId === BOARDING_SERVICE);
  return lines.reduce((rest, line) => rest.flatMap((part) => daysBeside(part, line)), [...parts]);
}

/** The days of a part before and after those of a bill. */
function daysBeside(part: BoardPart, { first, last }: BilledLine): BoardPart[] {
  const before = { ...part, to: part.to < first ? part.to : plusDays(first, -1) };
  const after = { ...part, from: part.from > last ? part.from : plusDays(last, 1) };
  return [before, after].filter(({ from, to }) => from <= to);
}
