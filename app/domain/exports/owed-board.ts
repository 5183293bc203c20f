import { dayOf, type HorseWithPast, standingChanges } from "#app/domain/barn/horse-history.ts";
import { ownersKey, splitLine } from "#app/domain/barn/horse-owners.ts";
import { type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { firstDayOf, lastDayOf, type Month, monthOf } from "#app/domain/basics/months.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import type { BoardPart, Days, Payer } from "#app/domain/boarding/board-parts.ts";
import { type Board, billedPartsOf, boardOf } from "#app/domain/boarding/boarding-month.ts";
import type { BarnCharges } from "#app/domain/boarding/monthly-charges.ts";
import { chargeAt, chargeSince, type StandingCharge } from "#app/domain/boarding/standing-charges.ts";
import { WHOLE } from "#app/domain/fields/shares.ts";

/* What billing owes for the days of a run, before and after what changed since it: see judge-boards.ts. */

/** A standing bill for a month of a horse. The bills of one run have one instant. */
export type BoardBill = {
  id: string;
  month: Month;
  serviceId: string;
  /** The standing charge that the bill is for; null of the monthly charges. */
  standingId?: string | null;
  service: string;
  customerId: string | null;
  quantity: number;
  value: Cents;
  /** The amount that the run billed. */
  unitPrice: Cents | null;
  /** Null if the bill is for all days of its month. */
  firstDay: LocalDate | null;
  lastDay: LocalDate | null;
  at: string;
  isExported: boolean;
  /** The first bill of a line that was divided among owners: see `BillSplit`. */
  splitId: string | null;
  /** The share of the customer of a divided line, else null. */
  share: number | null;
  /** Whether a person logged the bill: it only counts against what is billed too little. */
  isByHand: boolean;
};

/** A horse with the bills that are older than one of its changes, and those by hand for the same months. */
export type BilledHorse = HorseWithPast &
  BarnCharges & {
    id: string;
    name: string;
    isProrated: boolean;
    bills: readonly BoardBill[];
    /** With deleted charges, and those of deleted services. */
    standing?: readonly StandingCharge[];
  };

/** What an admin chose for a run, as far as it changes amounts; `isAtFirst`: the prices that the month began with. */
type Choice = { isProrated: boolean; isAtFirst: boolean; payer: Payer; usesToday: boolean };

/** `unitPrice`: the price for one of the whole line, `value` what its owner pays of it; `dates`: those of a charge on weekdays. */
export type OwedLine = Pick<BoardBill, "customerId" | "serviceId" | "standingId" | "quantity"> & {
  dates: readonly LocalDate[];
  share: number;
  days: Days | null;
  value: Cents;
  unitPrice: Cents;
};
export type Owed = Pick<Board, "parts" | "toBill" | "changedPrices"> & { lines: OwedLine[] };

/** The days of a run for a horse and month, its bills, and the instant. */
export type RunOfHorse = { month: Month; days: readonly Days[]; bills: readonly BoardBill[]; at: string };

/** What billing owed at the run's instant for its days, and what it owes for them today, both with the choice of the run. */
export function owedThenAndNow(found: BilledHorse, run: RunOfHorse, today: LocalDate): { before: Owed; now: Owed } {
  const past = horseAt(found, run.at);
  const { choice, owed: before } = explain(past, run);
  return {
    before,
    now: owedNow({ ...found, changes: standingChanges(found.changes) }, past, run, { choice, before, today }),
  };
}

const isLaterThan = (at: string) => (change: { at: string }) => change.at > at;

/** The horse as it was at an instant. */
function horseAt(horse: BilledHorse, at: string): BilledHorse {
  const deletedAt = horse.deletedAt !== null && horse.deletedAt > at ? null : horse.deletedAt;
  return {
    ...horse,
    ...horse.changes.findLast(isLaterThan(at)),
    changes: standingChanges(horse.changes, at),
    deletedAt,
    standing: (horse.standing ?? []).map((charge) => chargeAt(charge, at)),
  };
}

/** What billing owes for the days of a run, of the charges that the run billed. Others are board that was not billed. */
function owed(
  horse: BilledHorse,
  { month, days, bills }: RunOfHorse,
  { isProrated, isAtFirst, ...basis }: Choice,
): Owed {
  const board = boardOf({ ...horse, ...basis, isOver: isAtFirst, billed: [] }, month);
  const toBill = board.parts.flatMap((part) => within(part, days));
  const charges = board.charges.flatMap((owing) => {
    const { charge, unbilled } = owing;
    const standingId = charge.standing?.id ?? null;
    const ofCharge = bills.filter((bill) => (bill.standingId ?? null) === standingId && bill.serviceId === charge.id);
    // A bill may have got fewer days than the others of its run.
    const ofRun = unbilled.flatMap((part) => within(part, daysOfBills(ofCharge, month)));
    if (ofCharge.length === 0) return [];
    return [{ ...owing, unbilled: charge.isNeverProrated ? ofRun.slice(0, 1) : ofRun }];
  });
  const lines = billedPartsOf({ ...board, charges }, { ...horse, isProrated }).flatMap((billed) =>
    billed.lines.flatMap(({ serviceId, value, quantity = 1, unitPrice = value, standing }) =>
      splitLine(
        {
          ...{ serviceId, value, quantity, unitPrice, days: billed.days },
          ...{ standingId: standing?.id ?? null, dates: standing?.dates ?? [] },
        },
        billed.part.facts,
      ).map(({ split, ...line }) => ({ ...line, share: split?.share ?? WHOLE })),
    ),
  );
  return { parts: board.parts, changedPrices: board.changedPrices, toBill, lines };
}

/** The days that bills are for, to its first and its last one. */
export const daysOfBills = (bills: readonly BoardBill[], month: Month): Days[] =>
  joinDays(
    bills.map(({ firstDay, lastDay }) => ({ from: firstDay ?? firstDayOf(month), to: lastDay ?? lastDayOf(month) })),
  );

/** The same days, those that follow one another together. */
export function joinDays(days: readonly Days[]): Days[] {
  const joined: Days[] = [];
  for (const { from, to } of days.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = joined.at(-1);
    if (!last || from > plusDays(last.to, 1)) joined.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  return joined;
}

/** The days of a part that are among some days. */
const within = (part: BoardPart, days: readonly Days[]): BoardPart[] =>
  days.flatMap(({ from, to }) => {
    const [first = "", last = ""] = [[part.from, from].sort().at(-1), [part.to, to].sort().at(0)];
    return first <= last ? [{ ...part, from: first, to: last }] : [];
  });

/** The choice that explains most bills of a run, and what it owed. Of equal ones it is the first: the one that billing offers. */
function explain(past: BilledHorse, run: RunOfHorse): { choice: Choice; owed: Owed } {
  const { isProrated } = past;
  const isAtFirst = run.month < monthOf(dayOf(run.at));
  const offered: Choice = { isProrated, isAtFirst, payer: null, usesToday: false };
  const first = { choice: offered, owed: owed(past, run, offered) };
  let [best, most] = [first, countExplained(run.bills, first.owed)];
  const owners = [...new Set(first.owed.parts.map(({ facts }) => ownersKey(facts)))];
  for (const choice of otherChoices(offered, owners)) {
    // Most runs are explained by what billing offered.
    if (most === run.bills.length) break;
    const other = { choice, owed: owed(past, run, choice) };
    const explained = countExplained(run.bills, other.owed);
    if (explained > most) [best, most] = [other, explained];
  }
  return best;
}

/** What an admin may have chosen instead of what billing offered. */
function otherChoices(offered: Choice, owners: readonly string[]): Choice[] {
  const payers: Payer[] = [null, ...(owners.length > 1 ? owners.flatMap((id) => (id ? [{ id }] : [])) : [])];
  return [offered.isProrated, !offered.isProrated].flatMap((isProrated) => [
    ...payers.flatMap((payer) =>
      [offered.isAtFirst, !offered.isAtFirst].map((isAtFirst) => ({ ...offered, isProrated, isAtFirst, payer })),
    ),
    { ...offered, isProrated, usesToday: true },
  ]);
}

/** The share of a bill's customer, who has several bills of a line after a merge. */
const shareOf = ({ splitId, customerId }: BoardBill, bills: readonly BoardBill[]): number =>
  splitId === null
    ? WHOLE
    : bills.reduce(
        (sum, bill) => sum + (bill.splitId === splitId && bill.customerId === customerId ? (bill.share ?? 0) : 0),
        0,
      );

/**
 * The number of bills as a run would make them. Their amounts may have been edited since. Bills that were given to a customer whom no line
 * bills count only between choices that explain as many of the others.
 */
const countExplained = (bills: readonly BoardBill[], { lines }: Owed) => {
  const isBilled = ({ customerId }: BoardBill) => lines.some((line) => line.customerId === customerId);
  const isExplained = (bill: BoardBill, isOwn: boolean) =>
    lines.some(
      ({ serviceId, standingId, customerId, share, unitPrice, days }) =>
        serviceId === bill.serviceId &&
        standingId === (bill.standingId ?? null) &&
        (!isOwn || (customerId === bill.customerId && share === shareOf(bill, bills))) &&
        unitPrice === (bill.unitPrice ?? bill.value) &&
        (days?.from ?? null) === bill.firstDay,
    );
  const [own, given] = [bills.filter(isBilled), bills.filter((bill) => !isBilled(bill))];
  const explained = own.filter((bill) => isExplained(bill, true)).length;
  return explained + given.filter((bill) => isExplained(bill, false)).length / (bills.length + 1);
};

/**
 * What billing owes today for the days of a run. Whether the horse has a blanket or is billable since then counts from the next run. A
 * price that changed since then counts if it is lower, and only for a month that is not over, which has the prices it began with.
 */
function owedNow(
  { changes, ...horse }: BilledHorse,
  past: BilledHorse,
  run: RunOfHorse,
  { choice, before, today }: { choice: Choice; before: Owed; today: LocalDate },
): Owed {
  const { hasBlanket, isBillable } = past;
  const isLater = isLaterThan(run.at);
  const now = {
    ...horse,
    ...{ hasBlanket, isBillable },
    standing: (horse.standing ?? []).map((charge) => chargeSince(charge, run.month, run.at)),
    changes: changes.map((change) => (isLater(change) ? { ...change, hasBlanket, isBillable } : change)),
  };
  if (choice.usesToday) {
    const { checkInDate, checkOutDate } = horse;
    return owed({ ...now, ...factsOf(past), checkInDate, checkOutDate }, run, choice);
  }
  // The run had two prices to choose between.
  if (before.changedPrices.length > 0) return owed(now, run, choice);
  const atFirst = owed(now, run, { ...choice, isAtFirst: true });
  if (atFirst.changedPrices.length === 0 || run.month < monthOf(today)) return atFirst;
  const atLast = owed(now, run, { ...choice, isAtFirst: false });
  return totalOf(atLast.lines) < totalOf(atFirst.lines) ? atLast : atFirst;
}

/** The facts of a horse, without its past. */
const factsOf = ({ changes, bills, ...facts }: BilledHorse) => facts;
