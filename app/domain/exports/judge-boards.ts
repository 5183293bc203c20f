import { dayOfDeletion } from "#app/domain/barn/horse-history.ts";
import { ownersKey, ownersOf } from "#app/domain/barn/horse-owners.ts";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import type { Month } from "#app/domain/basics/months.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import { type BoardPart, type Days, daysOutside } from "#app/domain/boarding/board-parts.ts";
import { FIXED_SERVICE_IDS, HORSE_AMOUNTS, type HorseFacts } from "#app/domain/boarding/monthly-charges.ts";
import { daysOf } from "#app/domain/boarding/owed-charges.ts";
import { type BoardCheck, type FineKey, fineText } from "./checks.ts";
import { withGivenBills } from "./given-bills.ts";
import {
  type BilledHorse,
  type BoardBill,
  daysOfBills,
  joinDays,
  type Owed,
  type OwedLine,
  owedThenAndNow,
} from "./owed-board.ts";

/*
 * Board that was billed before its horse left, was deleted, or got another owner, place or price (docs/product.md, 'Check'). What was
 * billed is compared with what billing owes for the same days today, as far as that differs from what it owed at the run's instant.
 */

/** Why a board is billed wrongly: the days that the horse was not here, its deletion, or what changed, from a day on. */
export type BoardCause =
  | (Days & { kind: "away"; isFirst: boolean; isLast: boolean })
  | { kind: "deleted"; on: LocalDate }
  | { kind: "charge"; service: string }
  | { kind: "owner" | "place" | "price"; from: LocalDate; facts: HorseFacts };

/**
 * A bill with the amount that it should have, if one is right, and the days that it is then for, if these are fewer. If its customer owes
 * none of them, it becomes the bill of `owner`.
 */
export type BillToMend = BoardBill & {
  due: Cents | null;
  dueDays: Days | null;
  owner: NewOwner | null;
  /** What the bill of a standing charge then says; null of other bills, or if another amount is due than that of a run. */
  counted: { quantity: number; dates: readonly LocalDate[] } | null;
};
type NewOwner = Pick<HorseFacts, "customerId" | "responsibleParty">;

export type ChangedBoard = {
  horse: BilledHorse;
  month: Month;
  check: BoardCheck;
  causes: BoardCause[];
  /** What was billed too much, to all customers together, and what was billed too little. */
  tooMuch: Cents;
  tooLittle: Cents;
  /** The bills of too much. */
  bills: BillToMend[];
};

/** The dismissal ends once the amounts are others. */
export const fineKeyOfBoard = ({ horse, month, tooMuch, tooLittle }: ChangedBoard): FineKey => ({
  recordId: horse.id,
  scope: `${month} ${tooMuch} ${tooLittle}`,
});

/** The boards that billing would bill in another way today, because of a change after their runs; without those marked fine. */
export function judgeBoards(horses: readonly BilledHorse[], today: LocalDate, fine: readonly string[]): ChangedBoard[] {
  // A horse that was deleted on the day on which it was added has no days: its bills are another mistake than its deletion.
  const kept = horses.filter((horse) => dayOfDeletion(horse) !== "");
  return kept.flatMap((horse) =>
    [...new Set(horse.bills.map(({ month }) => month))].flatMap((month) => {
      const found = judgeMonth(horse, month, today);
      return found && !fine.includes(fineText(found.check, fineKeyOfBoard(found))) ? [found] : [];
    }),
  );
}

type JudgedRun = { days: readonly Days[]; before: Owed; now: Owed };

function judgeMonth(horse: BilledHorse, month: Month, today: LocalDate): ChangedBoard | null {
  const bills = horse.bills.filter((bill) => bill.month === month);
  const instants = new Set(bills.flatMap(({ at, isByHand }) => (isByHand ? [] : [at])));
  const runs = [...instants].map((at): JudgedRun => {
    const ofRun = bills.filter((bill) => bill.at === at && !bill.isByHand);
    const days = daysOfBills(ofRun, month);
    const owed = owedThenAndNow(horse, { month, days, bills: ofRun, at }, today);
    return { days, ...withGivenBills(owed, ofRun, month) };
  });
  const sums = sumUp(bills, runs);
  // Each part of a board is rounded to the cent.
  const rounding = Math.max(0, ...runs.flatMap(({ before, now }) => [before.toBill.length, now.toBill.length]));
  const over = sums.map((sum) => ({ ...sum, excess: excessOf(sum) })).filter(({ excess }) => excess > rounding);
  const lacks = sums.map(lackOf).filter((lack) => lack > rounding);
  if (over.length + lacks.length === 0) return null;
  const isAway = runs.some(({ before, now }) => daysOf(now.toBill) < daysOf(before.toBill));
  return {
    horse,
    month,
    check: isAway ? "daysNotHere" : "boardChanged",
    causes: runs.flatMap((run) => causesOf(horse, run)),
    tooMuch: over.reduce((sum, { excess }) => sum + excess, 0),
    tooLittle: lacks.reduce((sum, lack) => sum + lack, 0),
    bills: joinSplits(
      over.flatMap((sum) => billsToMend(sum, sums, runs)),
      bills,
    ).sort((a, b) => orderOf(a) - orderOf(b)),
  };
}

const orderOf = ({ serviceId, standingId }: BoardBill) => (standingId ? 9 : FIXED_SERVICE_IDS.indexOf(serviceId));

/** The bills of a customer and charge, what was logged by hand, and what billing owed before and owes now. */
type Sums = Pick<OwedLine, "customerId" | "serviceId" | "standingId"> & {
  bills: BoardBill[];
  byHand: Cents;
  before: Cents;
  now: Cents;
  dueLines: OwedLine[];
};

function sumUp(bills: readonly BoardBill[], runs: readonly JudgedRun[]): Sums[] {
  const sums = new Map<string, Sums>();
  const sumOf = ({
    customerId,
    serviceId,
    standingId = null,
  }: Pick<OwedLine, "customerId" | "serviceId" | "standingId">) => {
    const key = `${customerId} ${serviceId} ${standingId}`;
    const sum = sums.get(key) ?? {
      ...{ customerId, serviceId, standingId },
      ...{ bills: [], byHand: 0, before: 0, now: 0, dueLines: [] },
    };
    sums.set(key, sum);
    return sum;
  };
  for (const bill of bills) {
    if (bill.isByHand) sumOf(bill).byHand += bill.value;
    else sumOf(bill).bills.push(bill);
  }
  for (const { before, now } of runs) {
    for (const line of before.lines) sumOf(line).before += line.value;
    for (const line of now.lines) {
      sumOf(line).now += line.value;
      sumOf(line).dueLines.push(line);
    }
  }
  return [...sums.values()];
}

/** What was billed too much or too little, as far as that is due to a change: an edited bill is the admin's own choice. */
const excessOf = ({ bills, before, now }: Sums): Cents => Math.min(totalOf(bills) - now, before - now);
const lackOf = ({ bills, byHand, before, now }: Sums): Cents => Math.min(now - totalOf(bills) - byHand, now - before);

/**
 * The bills of a customer and charge, the last of which become less first. A single bill gets days in a row, because a run bills those
 * of other owners only if no bill is for them: its customer's or, if none are left, those of the first owner who owes some.
 */
function billsToMend(
  sum: Sums & { excess: Cents },
  sums: readonly Sums[],
  runs: readonly JudgedRun[],
): (BillToMend & { due: Cents })[] {
  const [bill, ...others] = sum.bills;
  const lacking = sums.filter((each) => isSameCharge(each, sum) && lackOf(each) > 0);
  // An owner with bills of the charge owes only some of the days.
  const next = lacking[0]?.bills.length === 0 ? newOwner(lacking[0], runs) : undefined;
  const owing = sum.dueLines.length > 0 ? sum : next && lacking[0];
  if (bill && owing && others.length === 0 && bill.splitId === null) {
    const lines = lacking.length > 0 ? firstInRow(owing.dueLines) : owing.dueLines;
    const days = joinDays(lines.flatMap((line) => line.days ?? []));
    const due = owing === sum && lines.length === sum.dueLines.length ? bill.value - sum.excess : totalOf(lines);
    const owner = owing === sum ? null : (next ?? null);
    const counted = countedIn(bill, lines, due);
    return [{ ...bill, due, dueDays: days.length === 1 ? (days[0] ?? null) : null, owner, counted }];
  }
  let rest = sum.excess;
  return sum.bills
    .toReversed()
    .map((each) => {
      const less = Math.min(rest, each.value);
      rest -= less;
      const due = each.value - less;
      const own = others.length === 0 ? sum.dueLines : sum.dueLines.filter(isWithin(each));
      const counted = countedIn(each, own, due);
      const [line] = own.length === 1 && (others.length === 0 || counted) ? own : [];
      return { ...each, due, dueDays: line?.days ?? null, owner: null, counted };
    })
    .filter(({ due, value }) => due < value);
}

/** Whether a line is for days of a bill. */
const isWithin =
  ({ firstDay, lastDay }: BoardBill) =>
  ({ days }: OwedLine) =>
    days !== null && days.from >= (firstDay ?? "") && days.to <= (lastDay ?? "9");

/** The quantity and the dates of a standing charge's bill that is for these lines, if they are what is due. */
function countedIn({ standingId }: BoardBill, lines: readonly OwedLine[], due: Cents): BillToMend["counted"] {
  if (!standingId || totalOf(lines) !== due) return null;
  const dates = lines.flatMap((line) => line.dates);
  const [line] = lines.length === 1 ? lines : [];
  return {
    dates,
    quantity: dates.length > 0 ? lines.reduce((sum, { quantity }) => sum + quantity, 0) : (line?.quantity ?? 1),
  };
}

const isSameCharge = (one: Sums, other: Sums) =>
  one.serviceId === other.serviceId && one.standingId === other.standingId;

/** The lines up to the first one whose days do not follow those before. */
function firstInRow(lines: readonly OwedLine[]): OwedLine[] {
  const [first] = joinDays(lines.flatMap(({ days }) => days ?? []));
  return lines.filter(({ days }) => !days || !first || days.to <= first.to);
}

/** The only owner of days that the customer owes; undefined if the horse has several, whose bills are shares. */
const newOwner = ({ customerId }: Sums, runs: readonly JudgedRun[]): NewOwner | undefined =>
  runs
    .flatMap(({ now }) => now.toBill)
    .find(({ facts }) => facts.customerId === customerId && ownersOf(facts).length === 1)?.facts;

/** The bills to mend, those of a split as one: its form has the whole amount. Of a split with other shares now, no amount is due. */
function joinSplits(mends: readonly (BillToMend & { due: Cents })[], bills: readonly BoardBill[]): BillToMend[] {
  return mends.flatMap((mend): BillToMend[] => {
    if (mend.splitId === null) return [mend];
    const ofSplit = ({ splitId }: BoardBill) => splitId === mend.splitId;
    const [found, all] = [mends.filter(ofSplit), bills.filter(ofSplit)];
    if (found[0] !== mend) return [];
    const due = found.length === all.length ? found.reduce((sum, each) => sum + each.due, 0) : null;
    return [{ ...mend, value: totalOf(all), due }];
  });
}

/** Whether a price is lower than it was. */
const isLower = (now: HorseFacts, was: HorseFacts) => HORSE_AMOUNTS.some((name) => now[name] < was[name]);

function causesOf(horse: BilledHorse, { days, before, now }: JudgedRun): BoardCause[] {
  const changed = now.toBill.flatMap(({ from, facts }): BoardCause[] => {
    const was = before.parts.find((part) => part.from <= from && from <= part.to)?.facts;
    if (!was) return [];
    if (ownersKey(was) !== ownersKey(facts)) return [{ kind: "owner", from, facts }];
    if (was.location !== facts.location) return [{ kind: "place", from, facts }];
    return isLower(facts, was) ? [{ kind: "price", from, facts }] : [];
  });
  const deletion = dayOfDeletion(horse);
  const away = awayDays(before.toBill, now.toBill, days).map((cause): BoardCause => {
    const isStay = horse.checkOutDate === null || horse.checkOutDate >= cause.from;
    return deletion !== null && deletion < cause.from && isStay ? { kind: "deleted", on: deletion } : cause;
  });
  return [...away, ...changed, ...chargesOf(horse, before, now)];
}

/** The standing charges of which another amount is due for the days of today. */
const chargesOf = ({ standing = [] }: BilledHorse, before: Owed, now: Owed): BoardCause[] =>
  standing
    .filter(({ id }) => sumOfCharge(now, id) < sumOfCharge(before, id) && daysOf(now.toBill) === daysOf(before.toBill))
    .map(({ service }) => ({ kind: "charge", service }));

const sumOfCharge = ({ lines }: Owed, id: string) => totalOf(lines.filter(({ standingId }) => standingId === id));

/** The days of some parts that no part of today has. */
function awayDays(before: readonly BoardPart[], now: readonly BoardPart[], billed: readonly Days[]) {
  const [one] = before;
  if (!one) return [];
  const away = daysOutside(
    joinDays(before).map((days) => ({ ...one, ...days })),
    now,
  );
  return away.map(({ from, to }) => ({
    kind: "away" as const,
    ...{ from, to },
    isFirst: from === billed[0]?.from,
    isLast: to === billed.at(-1)?.to,
  }));
}
