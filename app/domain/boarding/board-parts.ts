import {
  dayOf,
  dayOfDeletion,
  daysOfPrices,
  type EnteredStay,
  enteredStaysOf,
  factsAsOf,
  type HorseWithPast,
  pricesOn,
} from "#app/domain/barn/horse-history.ts";
import { ownersKey } from "#app/domain/barn/horse-owners.ts";
import { daysBetween, formatUsDate, type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { firstDayOf, lastDayOf, type Month } from "#app/domain/basics/months.ts";
import { type AmountField, HORSE_AMOUNTS, type HorseFacts } from "#app/domain/boarding/monthly-charges.ts";

/* The days of a horse in a month, by stay, owner and location (docs/product.md, 'Billing horses'). */

/** Days from the first to the last one. */
export type Days = { from: LocalDate; to: LocalDate };

/** Days of one stay with one owner at one location, and the facts that they are billed by. `stay`: the number of the stay. */
export type BoardPart = Days & { stay: number; facts: HorseFacts };

/**
 * A standing bill for a month of a horse: the days that it is for, `first` to `last`, and its own date. `serviceId`: null of a bill
 * that another system made for all charges of the month.
 */
export type BilledLine = { serviceId: string | null; first: LocalDate; last: LocalDate; date: LocalDate };

/**
 * A bill of boarding from the form or of a show, dated in a month. `counts`: whether an admin chose that it is the month's boarding.
 */
export type LoggedBoard = { id: string; value: Cents; date: LocalDate; counts?: boolean };

/**
 * Who pays for a month with changes of owners or shares: all that month's days the first or the last owners, or those whose `ownersKey` is
 * the id; null: by days.
 */
export type Payer = "first" | "last" | { id: string } | null;

/** '11/01 to 11/14', '11/14': the days in words, without their year. */
export const daysInWords = ({ from, to }: Days): string =>
  from === to ? dayAndMonth(from) : `${dayAndMonth(from)} to ${dayAndMonth(to)}`;
/** '11/14' */
export const dayAndMonth = (day: LocalDate) => formatUsDate(day).slice(0, 5);

export const countDays = ({ from, to }: Days): number => daysBetween(from, to) + 1;

/** The days that a stay has in a month, up to `until`, with the day on which the stay was entered; null if it has none. */
function daysIn(
  { checkInDate, checkOutDate, entered }: EnteredStay,
  month: Month,
  until: LocalDate | null,
): (Days & { entered: LocalDate }) | null {
  const [first, ...ends] = [firstDayOf(month), lastDayOf(month), checkOutDate, until];
  const from = checkInDate > first ? checkInDate : first;
  const to = ends.filter((day) => day !== null).sort()[0] ?? "";
  return from <= to ? { from, to, entered } : null;
}

/**
 * The days of a stay between the changes of the horse. A change counts from the day on which it was saved, or from the day that its
 * prices name; of a stay that was entered late, the facts at the end of that day count for the days before it, too.
 */
function partsOfStay(
  horse: HorseWithPast,
  { from, to, entered }: Days & { entered: LocalDate },
  stay: number,
): BoardPart[] {
  const known = entered > from ? entered : from;
  const changed = horse.changes.map(({ at }) => dayOf(at)).filter((day) => day > known && day <= to);
  const priced = daysOfPrices(horse).filter((day) => day > from && day <= to);
  const starts = [from, ...new Set([...changed, ...priced].sort())];
  const ends = [...starts.slice(1).map((start) => plusDays(start, -1)), to];
  return starts.map((start, place) => ({
    from: start,
    to: ends[place] ?? to,
    stay,
    facts: factsAsOf(horse, start, known),
  }));
}

/**
 * The horse's days on the property in a month between all its changes, the earliest first, whether it was billable or not; of a deleted
 * horse, those until its deletion.
 */
export function partsBetweenChanges(horse: HorseWithPast, month: Month): BoardPart[] {
  const stays = enteredStaysOf(horse, horse.changes).reverse();
  return stays.flatMap((stay, place) => {
    const days = daysIn(stay, month, dayOfDeletion(horse));
    return days ? partsOfStay(horse, days, place) : [];
  });
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

/**
 * The parts of one owner with the facts that the owner is billed by: the prices at the end of the owner's first or last day of the
 * stay in the month, the rest at the end of the last.
 */
function pricedFor(parts: readonly BoardPart[], isAtFirstPrices: boolean): BoardPart[] {
  const [first, last] = [parts[0]?.facts, parts.at(-1)?.facts];
  if (!first || !last) return [];
  const prices = Object.fromEntries(HORSE_AMOUNTS.map((name) => [name, (isAtFirstPrices ? first : last)[name]]));
  return parts.map((part) => ({ ...part, facts: { ...last, ...prices, location: part.facts.location } }));
}

/**
 * The parts with another payer, at the payer's prices. The location stays that of the days. Stays of one owner keep their own prices:
 * there is no other payer.
 */
function paidBy(payer: Payer, tenures: readonly BoardPart[][]): BoardPart[][] {
  if (new Set(tenures.flat().map(({ facts }) => ownersKey(facts))).size < 2) return [...tenures];
  const isPayer = ([part]: BoardPart[]) =>
    payer !== null && typeof payer === "object" && part !== undefined && ownersKey(part.facts) === payer.id;
  const paying = payer === "first" ? tenures[0] : payer === "last" ? tenures.at(-1) : tenures.findLast(isPayer);
  const facts = paying?.[0]?.facts;
  if (!facts) return [...tenures];
  return tenures.map((parts) =>
    parts.map((part) => ({ ...part, facts: { ...part.facts, ...facts, location: part.facts.location } })),
  );
}

const isSameOwner = (one: BoardPart, other: BoardPart) => ownersKey(one.facts) === ownersKey(other.facts);

/** What an admin chose for the board of a horse, and whether the month is over. */
export type BoardBasis = {
  /** Whether the month is over: then the prices that it began with count. */
  isOver?: boolean;
  /** Whether the admin chose the other prices: those that the month began with, or those at its end. */
  usesOtherPrices?: boolean;
  /** Whether the admin chose the facts of today instead of those of the month. */
  usesToday?: boolean;
  /** Who pays for a month with several owners. */
  payer?: Payer;
  /** Today; it may be absent for a horse without next prices. */
  asOf?: LocalDate | null;
};

/** Whether next prices of the month are still to come: then the prices that it began with count. */
const isPriceToCome = ({ pricesFrom, asOf }: Partial<HorseWithPast> & BoardBasis, month: Month): boolean =>
  Boolean(pricesFrom && asOf && pricesFrom > asOf && pricesFrom <= lastDayOf(month));

/** Whether a horse is billed for a month at the prices of the first day, instead of the last one. */
export const isAtFirstPrices = (horse: Partial<HorseWithPast> & BoardBasis, month: Month): boolean =>
  (horse.isOver || isPriceToCome(horse, month)) !== (horse.usesOtherPrices ?? false);

/** The facts of a horse today. */
export const factsToday = <Horse extends HorseWithPast & BoardBasis>(horse: Horse): Horse =>
  horse.asOf ? { ...horse, ...pricesOn(horse, horse.asOf) } : horse;

/**
 * The days of a month on which the horse was on the property and billable, the earliest first: a part for each stay, owner and
 * location, and between days that were not billable.
 */
export function boardParts(horse: HorseWithPast & BoardBasis, month: Month): BoardPart[] {
  const isOfStay = (one: BoardPart, other: BoardPart) => one.stay === other.stay;
  const between = partsBetweenChanges(horse, month);
  if (horse.usesToday) {
    const facts = factsToday(horse);
    return groupNeighbors(between, isOfStay)
      .map((parts) => ({ ...joined(parts), facts }))
      .filter(isBillable);
  }
  const tenures = groupNeighbors(
    between.filter(isBillable),
    (one, other) => isOfStay(one, other) && isSameOwner(one, other),
  );
  const priced = tenures.map((parts) => pricedFor(parts, isAtFirstPrices(horse, month)));
  return groupNeighbors(
    paidBy(horse.payer ?? null, priced).flat(),
    (one, other) =>
      isOfStay(one, other) &&
      isSameOwner(one, other) &&
      one.facts.location === other.facts.location &&
      plusDays(one.to, 1) === other.from,
  ).map(joined);
}

const isBillable = ({ facts }: BoardPart) => facts.isBillable;

/** The days on the property on which a horse was not billable, and what of its days comes before and after them. */
export type UnbillableDays = Days & { isBillableBefore: boolean; billableAgain: LocalDate | null };

/** The neighboring days of a month on which a horse on the property was not billable. */
export function unbillableDays(horse: HorseWithPast, month: Month): UnbillableDays[] {
  const groups = groupNeighbors(
    partsBetweenChanges(horse, month),
    (one, other) => one.facts.isBillable === other.facts.isBillable,
  ).map(joined);
  return groups.flatMap(({ from, to, facts }, place) =>
    facts.isBillable ? [] : [{ from, to, isBillableBefore: place > 0, billableAgain: groups[place + 1]?.from ?? null }],
  );
}

/** Neighbors as one part, with the facts of the first one. */
const joined = (parts: BoardPart[]): BoardPart => ({ ...(parts[0] as BoardPart), to: parts.at(-1)?.to ?? "" });

/** A price that changed within a month, with the days of each amount. */
export type ChangedPrice = { field: AmountField; amounts: (Days & { value: Cents })[] };

/** The prices of a horse that changed within its billable days of a month. */
export function changedPrices(horse: HorseWithPast, month: Month): ChangedPrice[] {
  const between = partsBetweenChanges(horse, month).filter(isBillable);
  return HORSE_AMOUNTS.map((field) => ({
    field,
    amounts: groupNeighbors(between, (one, other) => one.facts[field] === other.facts[field]).map((parts) => {
      const { from, to, facts } = joined(parts);
      return { from, to, value: facts[field] };
    }),
  })).filter(({ amounts }) => amounts.length > 1);
}

/** The days of the parts that are in none of the ranges. */
export const daysOutside = (parts: readonly BoardPart[], ranges: readonly Days[]): BoardPart[] =>
  ranges.reduce((rest, range) => rest.flatMap((part) => daysBeside(part, range)), [...parts]);

/** The days of a part before and after a range. */
function daysBeside(part: BoardPart, { from: first, to: last }: Days): BoardPart[] {
  const before = { ...part, to: part.to < first ? part.to : plusDays(first, -1) };
  const after = { ...part, from: part.from > last ? part.from : plusDays(last, 1) };
  return [before, after].filter(({ from, to }) => from <= to);
}
