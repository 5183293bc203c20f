import { dayOf, factsAsOf, type HorseWithPast, type Stay, staysOf } from "#app/domain/barn/horse-history.ts";
import { ownersInWords, ownersKey } from "#app/domain/barn/horse-owners.ts";
import { daysBetween, formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { firstDayOf, lastDayOf, type Month, monthOf, nameOfMonth } from "#app/domain/basics/months.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import {
  type BilledLine,
  type BoardBasis,
  type BoardPart,
  boardParts,
  type ChangedPrice,
  changedPrices,
  countDays,
  daysInWords,
  daysOutside,
  factsToday,
  type LoggedBoard,
  partsBetweenChanges,
  type UnbillableDays,
  unbillableDays,
} from "./board-parts.ts";
import { type BoardingLine, boardingLines, type MonthPart } from "./boarding.ts";
import type { BarnCharges, HorseFacts } from "./monthly-charges.ts";
import {
  areWholeParts,
  countedLines,
  daysOf,
  isBillOf,
  isPartOfCharge,
  nameCharges,
  type OwedCharge,
  owedCharges,
} from "./owed-charges.ts";
import type { StandingCharge } from "./standing-charges.ts";

/* Which horses 'Bill N Horses' bills for a month, at which prices, and for which part of it (docs/product.md, 'Billing horses'). */

/** What a month's board of a horse depends on beside the horse, with its standing bills for the month and those that may be its boarding. */
type BoardChoice = BoardBasis & {
  billed?: readonly BilledLine[];
  logged?: readonly LoggedBoard[];
  standing?: readonly StandingCharge[];
};

/** A horse that 'Bill N Horses' considers. */
export type HorseOfMonth = HorseWithPast &
  BarnCharges &
  Required<Omit<BoardChoice, "standing">> & {
    /** The standing charges of the horse, in the order of the bills. */
    standing?: readonly StandingCharge[];
    /** Whether partial months are prorated. */
    isProrated: boolean;
    /** Whether the view of the list shows the horse. */
    isListed: boolean;
    /** Whether an admin has marked the month's board not to bill. */
    isNotOwed: boolean;
    /** The horse's last boarding bill for another month, if that bill was made within the last 7 days. */
    billedLately: { date: LocalDate; month: Month } | null;
  };

/** The board of a horse for a month. */
export type Board = {
  /** The days on the property, billable or not; 0 if the horse was not there. */
  part: MonthPart;
  /** The stays that have days in the month, the earliest first. */
  stays: Stay[];
  /**
   * The day of the facts: the horse's last billable day on the property in the month, its last day there if it was not billable, or the
   * month's last day if it was absent.
   */
  lastDay: LocalDate;
  facts: HorseFacts;
  /** All billable parts of the month, and the days of them that a run bills. */
  parts: BoardPart[];
  toBill: BoardPart[];
  /** What the month owes, charge by charge. */
  charges: OwedCharge[];
  /** The days on the property on which the horse was not billable; none if the facts of today are billed. */
  unbillable: UnbillableDays[];
  /** The prices that changed within the month; none if the facts of today are billed. */
  changedPrices: ChangedPrice[];
  /** The facts before changes within the month: those of its first billable day. */
  usual: HorseFacts;
  /** The parts with which the horse got a blanket, or had none any more. */
  blanketChanges: BoardPart[];
  /** Whether the horse came to the property in the month for the first time. */
  isFirstMonth: boolean;
  /** The standing bills of the horse for the month. */
  billed: readonly BilledLine[];
};

const partOf = (parts: readonly BoardPart[], month: Month): MonthPart => ({
  days: daysOf(parts),
  of: countDays({ from: firstDayOf(month), to: lastDayOf(month) }),
});

/** The days of a horse on the property in a month, of those of the month. */
export const daysOnProperty = (horse: HorseWithPast, month: Month) => partOf(partsBetweenChanges(horse, month), month);

/** The days, stays and facts of a horse in a month, and the parts to bill. */
export function boardOf(horse: HorseWithPast & BarnCharges & BoardChoice, month: Month): Board {
  const { logged = [] } = horse;
  const billed = [...(horse.billed ?? []), ...countedLines(logged, month)];
  const parts = boardParts(horse, month);
  const present = partsBetweenChanges(horse, month);
  const lastDay = (parts.at(-1) ?? present.at(-1))?.to ?? lastDayOf(month);
  const charges = owedCharges(parts, billed, horse, month);
  const isClosed = isWhollyBilled({ charges, billed });
  const unbilled = charges.flatMap(({ unbilled }) => unbilled);
  const stays = staysOf(horse, horse.changes).reverse();
  const facts = horse.usesToday ? factsToday(horse) : factsAsOf(horse, lastDay);
  const between = horse.usesToday ? [] : present.filter((part) => part.facts.isBillable);
  const isInMonth = ({ checkInDate, checkOutDate }: Stay) =>
    checkInDate <= lastDayOf(month) && (checkOutDate ?? lastDayOf(month)) >= firstDayOf(month);
  return {
    part: partOf(present, month),
    stays: stays.filter(isInMonth),
    lastDay,
    facts,
    parts,
    toBill: isClosed ? parts : daysOutside(parts, daysOutside(parts, unbilled)),
    charges,
    unbillable: horse.usesToday ? [] : unbillableDays(horse, month),
    changedPrices: horse.usesToday ? [] : changedPrices(horse, month),
    usual: between[0]?.facts ?? facts,
    blanketChanges: between.filter(
      (part, place) => place > 0 && part.facts.hasBlanket !== between[place - 1]?.facts.hasBlanket,
    ),
    isFirstMonth: monthOf(stays[0]?.checkInDate ?? "") === month,
    billed,
  };
}

/** The owners that a board is billed to, the first one first; of several by percent, all of them as one. */
export function ownersOfBoard({ toBill }: Board): { key: string; customerId: string | null; names: string }[] {
  const owners = toBill.map(({ facts }) => ({
    key: ownersKey(facts),
    customerId: facts.customerId,
    names: ownersInWords(facts),
  }));
  return owners.filter(({ key }, place) => owners.findIndex((other) => other.key === key) === place);
}

/** The names of these owners: 'Maeve Ryan, then Priya Shah 60 %, Ben Cole 40 %'. */
export const ownerNamesOf = (board: Board): string =>
  ownersOfBoard(board)
    .map(({ names }) => names)
    .join(", then ");

/** Whether bills are for all that a board owes. Of such a board, a run bills all again. */
export const isWhollyBilled = ({ charges, billed }: Pick<Board, "charges" | "billed">) =>
  billed.length > 0 && !charges.some(({ isOpen }) => isOpen);

/** Whether bills are for some of what a board owes, and none for the rest. */
export const isPartlyBilled = (board: Board) => !isWhollyBilled(board) && board.charges.some(isPartOfCharge);

/** The names of the charges of a board that are not billed, if others are billed for the same days; else ''. */
export function missingCharges({ charges }: Pick<Board, "charges">): string {
  const missing = charges.filter(({ unbilled }) => unbilled.length > 0);
  return missing.length < charges.length ? nameCharges(missing) : "";
}

/** The bill lines of a part of a board. `share`: the part of the month's amounts; `days`: null if the lines are for the whole month. */
export type BilledPart = { part: BoardPart; share: MonthPart; days: BoardPart | null; lines: BoardingLine[] };

/**
 * The bill lines of a board, by its parts: of each charge the days that are not billed or, if all is billed, all of them, but for
 * standing charges, which have no second bill for a day. If partial
 * months are prorated, a part has its days of those of the month. If not, a single part has the whole amount, and several parts share
 * it by their days. The rest of a charge is prorated by the days of the month, unless it is whole parts of a standing charge, as after a
 * void, and a charge that is never prorated is billed in full.
 */
export function billedPartsOf(board: Board, { isProrated }: { isProrated: boolean }): BilledPart[] {
  const isAgain = isWhollyBilled(board);
  const byPart = new Map<string, BilledPart>();
  for (const owed of board.charges) {
    const isStanding = owed.charge.standing !== undefined;
    const isRest = !isAgain && isPartOfCharge(owed) && !(isStanding && areWholeParts(owed));
    const isOne = board.parts.length === 1 && !isRest;
    const of = isProrated || isRest ? board.part.of : daysOf(isStanding ? owed.parts : board.parts);
    for (const part of isAgain && !isStanding ? owed.parts : owed.unbilled) {
      const share = { days: countDays(part), of };
      const isWhole = isOne && (!isProrated || share.days === of);
      const line = owed.charge.lineOf(part, share);
      const key = `${part.from} ${part.to} ${of} ${isWhole}`;
      const found = byPart.get(key) ?? { part, share, days: isWhole ? null : part, lines: [] };
      byPart.set(key, { ...found, lines: [...found.lines, ...(line ? [line] : [])] });
    }
  }
  return [...byPart.values()].sort((one, other) => daysBetween(other.part.from, one.part.from));
}

/** The bill lines of a board: see `billedPartsOf`. */
export const linesOf = (...board: Parameters<typeof billedPartsOf>): BoardingLine[] =>
  billedPartsOf(...board).flatMap(({ lines }) => lines);

/** What a board bills beyond a whole month without changes, in cents; negative if it bills less. Standing charges are as usual. */
export const differenceFromUsual = (board: Board, charges: BarnCharges & { isProrated: boolean }): Cents =>
  totalOf(linesOf(board, charges).filter(({ standing }) => !standing)) -
  totalOf(boardingLines({ ...charges, ...board.usual }));

/** The day of a board's facts in words: 'October' or, if the horse left before the month's end, '10/11/2026'. */
export const asOfWords = ({ lastDay }: Board, month: Month): string =>
  lastDay === lastDayOf(month) ? nameOfMonth(month) : formatUsDate(lastDay);

/** 'billed': the run bills the horse. 'optional': only if the admin ticks it. 'left out': never. */
export type BillingState = {
  kind: "billed" | "optional" | "left out";
  /** Why the run skips the horse; 'left' if it is not in the list's view because it left. */
  why?: "absent" | "not billable" | "not owed" | "already billed" | "deleted" | "left" | "not listed";
  reasons: string[];
};

/** Whether a billing run for a month bills the horse, with the reasons that the dialog shows. */
export function billingStateOf(horse: HorseOfMonth, board: Board, month: Month, today: LocalDate): BillingState {
  const { billedLately, isListed, isNotOwed } = horse;
  if (board.part.days === 0) return { kind: "left out", why: "absent", reasons: [whereabouts(horse, today, month)] };
  if (board.parts.length === 0) return { kind: "left out", why: "not billable", reasons: ["not billable"] };
  const lately = billedLately
    ? [`billed ${formatUsDate(billedLately.date)} for ${nameOfMonth(billedLately.month)}`]
    : [];
  const changes = [...describeBillable(board), ...describeChanges(board)];
  const deleted = describeDeletion(horse);
  const first = board.isFirstMonth && board.part.days === board.part.of ? ["first month"] : [];
  const others = [...deleted, ...describeStays(board, month), ...first, ...changes, ...lately];
  if (isWhollyBilled(board)) {
    return {
      kind: "optional",
      why: "already billed",
      reasons: [`already billed ${formatUsDate(lastBillOf(board))}`, ...others],
    };
  }
  if (board.billed.length > 0) others.unshift(...describeBilled(board, month));
  if (isNotOwed) return { kind: "optional", why: "not owed", reasons: ["marked not to bill", ...others] };
  if (deleted.length > 0) return { kind: "optional", why: "deleted", reasons: others };
  if (isListed) return { kind: "billed", reasons: others };
  const why = horse.checkOutDate !== null && horse.checkOutDate < today ? "left" : "not listed";
  return { kind: "optional", why, reasons: [whereabouts(horse, today), ...changes, ...lately] };
}

/** The last date of the bills that are for a charge of the board. */
const lastBillOf = ({ billed, charges }: Board) =>
  billed
    .filter((line) => charges.some(({ charge }) => isBillOf(line, charge)))
    .map(({ date }) => date)
    .sort()
    .at(-1) ?? "";

/** What of a month is billed, in words: '11/01 to 11/10 already billed 11/12/2026', 'Boarding already billed 11/12/2026'. */
function describeBilled({ billed, charges }: Board, month: Month): string[] {
  const byDays = new Map<string, BilledLine[]>();
  for (const line of billed) {
    const key = `${line.first} ${line.last} ${line.date}`;
    byDays.set(key, [...(byDays.get(key) ?? []), line]);
  }
  return [...byDays.values()].flatMap((lines) => {
    const [line] = lines;
    if (!line) return [];
    const { first, last, date } = line;
    const owed = charges.filter(({ parts }) => parts.some(({ from, to }) => from <= last && to >= first));
    const found = owed.filter(({ charge }) => lines.some((each) => isBillOf(each, charge)));
    if (found.length === 0) return [];
    const isWhole = first === firstDayOf(month) && last === lastDayOf(month);
    const what = [
      found.length < owed.length && nameCharges(found),
      !isWhole && daysInWords({ from: first, to: last }),
      `already billed ${formatUsDate(date)}`,
    ];
    return what.filter(Boolean).join(" ");
  });
}

/** What changed within the month, in words: 'owner changed 11/15/2026'. */
function describeChanges({ parts, changedPrices, blanketChanges }: Board): string[] {
  const daysOfChange = (differ: (one: HorseFacts, other: HorseFacts) => boolean) =>
    parts.filter(({ facts }, place) => place > 0 && differ(parts[place - 1]?.facts ?? facts, facts));
  const changes = [
    { what: "owner", days: daysOfChange((one, other) => ownersKey(one) !== ownersKey(other)) },
    { what: "location", days: daysOfChange((one, other) => one.location !== other.location) },
    { what: "price", days: changedPrices.flatMap(({ amounts }) => amounts.slice(1)) },
    { what: "blanket", days: blanketChanges },
  ];
  return changes.flatMap(({ what, days }) => {
    const texts = [...new Set(days.map(({ from }) => from).sort())].map(formatUsDate);
    return texts.length > 0 ? [`${what} changed ${texts.join(" and ")}`] : [];
  });
}

/** 'deleted 11/12/2026', of a deleted horse. */
export const describeDeletion = ({ deletedAt }: Pick<HorseWithPast, "deletedAt">): string[] =>
  deletedAt === null ? [] : [`deleted ${formatUsDate(dayOf(deletedAt))}`];

/** The days that are not billable in words: 'not billable since 11/12/2026'; empty if all are billable, or none. */
export const describeBillable = ({ parts, unbillable }: Board): string[] =>
  parts.length === 0
    ? []
    : unbillable.map(({ isBillableBefore, billableAgain, ...days }) => {
        if (!billableAgain) return `not billable since ${formatUsDate(days.from)}`;
        return isBillableBefore ? `not billable ${daysInWords(days)}` : `billable since ${formatUsDate(billableAgain)}`;
      });

/** The horse's days on the property in words; empty for the whole month. */
function describeStays({ part, stays }: Board, month: Month): string[] {
  if (part.days === part.of) return [];
  const texts = stays.map(({ checkInDate, checkOutDate }) =>
    [
      checkInDate > firstDayOf(month) && `since ${formatUsDate(checkInDate)}`,
      checkOutDate !== null && checkOutDate < lastDayOf(month) && `until ${formatUsDate(checkOutDate)}`,
    ]
      .filter((each) => each !== false)
      .join(", "),
  );
  // A deleted horse may have been there without a first or a last day.
  return texts.some(Boolean) ? [`on the property ${texts.join(" and ")}`] : [];
}

/** When a horse came to the property, comes, left it or, before a month ahead, leaves it. */
export function whereabouts({ checkInDate, checkOutDate }: Stay, today: LocalDate, month = monthOf(today)): string {
  if (checkInDate > today) return `arrives ${formatUsDate(checkInDate)}`;
  if (checkOutDate !== null && checkOutDate < today) return `checked out ${formatUsDate(checkOutDate)}`;
  if (checkOutDate !== null && checkOutDate < firstDayOf(month)) return `leaves ${formatUsDate(checkOutDate)}`;
  return `on the property since ${formatUsDate(checkInDate)}`;
}
