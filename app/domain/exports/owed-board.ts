import type { HorseWithPast } from "#app/domain/barn/horse-history.ts";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { type Month, monthOf } from "#app/domain/basics/months.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import type { BoardPart, Days, Payer } from "#app/domain/boarding/board-parts.ts";
import { type Board, billedPartsOf, boardOf } from "#app/domain/boarding/boarding-month.ts";
import type { BarnCharges } from "#app/domain/boarding/monthly-charges.ts";

/* What billing owes for the days of a run, before and after what changed since it: see judge-boards.ts. */

/** A standing bill for a month of a horse. The bills of one run have one instant. */
export type BoardBill = {
  id: string;
  month: Month;
  serviceId: string;
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
  /** Whether a person logged the bill: it only counts against what is billed too little. */
  isByHand: boolean;
};

/** A horse with the bills that are older than one of its changes, and those by hand for the same months. */
export type BilledHorse = HorseWithPast &
  BarnCharges & { id: string; name: string; isProrated: boolean; bills: readonly BoardBill[] };

/** What an admin chose for a run, as far as it changes amounts; `isAtFirst`: the prices that the month began with. */
type Choice = { isProrated: boolean; isAtFirst: boolean; payer: Payer; usesToday: boolean };

export type OwedLine = { customerId: string | null; serviceId: string; days: Days | null; value: Cents };
export type Owed = Pick<Board, "parts" | "toBill"> & { lines: OwedLine[] };

/** The days of a run for a horse and month, its bills, and the instant. */
export type RunOfHorse = { month: Month; days: readonly Days[]; bills: readonly BoardBill[]; at: string };

/** What billing owed at the run's instant for its days, and what it owes for them today, both with the choice of the run. */
export function owedThenAndNow(horse: BilledHorse, run: RunOfHorse, today: LocalDate): { before: Owed; now: Owed } {
  const past = horseAt(horse, run.at);
  const choice = choiceOf(past, run);
  return { before: owed(past, run, choice), now: owedNow(horse, past, run, { choice, today }) };
}

const isLaterThan = (at: string) => (change: { at: string }) => change.at > at;

/** The horse as it was at an instant. */
function horseAt(horse: BilledHorse, at: string): BilledHorse {
  const isLater = isLaterThan(at);
  return { ...horse, ...horse.changes.findLast(isLater), changes: horse.changes.filter((change) => !isLater(change)) };
}

/** What billing owes for the days of a run. */
function owed(horse: BilledHorse, { month, days }: RunOfHorse, { isProrated, isAtFirst, ...basis }: Choice): Owed {
  const board = boardOf({ ...horse, ...basis, isOver: isAtFirst, billed: [] }, month);
  const toBill = board.parts.flatMap((part) => within(part, days));
  const lines = billedPartsOf({ ...board, toBill }, { ...horse, isProrated }).flatMap((billed) =>
    billed.lines.map((line) => ({ ...line, days: billed.days, customerId: billed.part.facts.customerId })),
  );
  return { parts: board.parts, toBill, lines };
}

/** The days of a part that are among some days. */
const within = (part: BoardPart, days: readonly Days[]): BoardPart[] =>
  days.flatMap(({ from, to }) => {
    const [first = "", last = ""] = [[part.from, from].sort().at(-1), [part.to, to].sort().at(0)];
    return first <= last ? [{ ...part, from: first, to: last }] : [];
  });

/** The choice that explains most bills of a run. Of equal ones it is the one that billing offers. */
function choiceOf(before: BilledHorse, run: RunOfHorse): Choice {
  const { isProrated } = before;
  const offered = { isProrated, isAtFirst: run.month < monthOf(run.at), payer: null, usesToday: false };
  const owners = new Set(owed(before, run, offered).parts.map(({ facts }) => facts.customerId));
  const payers: Payer[] = [null, ...[...owners].flatMap((id) => (id && owners.size > 1 ? [{ id }] : []))];
  const choices = [isProrated, !isProrated].flatMap((isProrated): Choice[] => [
    ...payers.flatMap((payer) =>
      [offered.isAtFirst, !offered.isAtFirst].map((isAtFirst) => ({ ...offered, isProrated, isAtFirst, payer })),
    ),
    { ...offered, isProrated, usesToday: true },
  ]);
  const scores = choices.map((choice) => countExplained(run.bills, owed(before, run, choice)));
  return choices[scores.indexOf(Math.max(...scores))] ?? offered;
}

/** The number of bills as a run would make them. Their amounts may have been edited since. */
const countExplained = (bills: readonly BoardBill[], { lines }: Owed) =>
  bills.filter((bill) =>
    lines.some(
      ({ serviceId, customerId, value, days }) =>
        serviceId === bill.serviceId &&
        customerId === bill.customerId &&
        value === (bill.unitPrice ?? bill.value) &&
        (days?.from ?? null) === bill.firstDay,
    ),
  ).length;

/**
 * What billing owes today for the days of a run. A blanket that was put on or off since then counts from the next run. A price that
 * changed since then counts if it is lower, and only for a month that is not over, which has the prices it began with.
 */
function owedNow(
  { changes, ...horse }: BilledHorse,
  before: BilledHorse,
  run: RunOfHorse,
  { choice, today }: { choice: Choice; today: LocalDate },
): Owed {
  const { hasBlanket } = before;
  const isLater = isLaterThan(run.at);
  const now = {
    ...horse,
    hasBlanket,
    changes: changes.map((change) => (isLater(change) ? { ...change, hasBlanket } : change)),
  };
  if (choice.usesToday) {
    const { checkInDate, checkOutDate } = horse;
    return owed({ ...now, ...factsOf(before), checkInDate, checkOutDate }, run, choice);
  }
  const [atFirst, atLast] = [true, false].map((isAtFirst) => ({ ...choice, isAtFirst })) as [Choice, Choice];
  const sumOf = (horse: BilledHorse, choice: Choice) => totalOf(owed(horse, run, choice).lines);
  const wasChosen = sumOf(before, atFirst) !== sumOf(before, atLast);
  if (wasChosen) return owed(now, run, choice);
  const isLower = run.month >= monthOf(today) && sumOf(now, atLast) < sumOf(now, atFirst);
  return owed(now, run, isLower ? atLast : atFirst);
}

/** The facts of a horse, without its past. */
const factsOf = ({ changes, bills, ...facts }: BilledHorse) => facts;
