import type { HorseWithPast } from "#app/domain/barn/horse-history.ts";
import { type LocalDate, plusMonths } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import {
  firstDayOf,
  formatMonth,
  type Month,
  monthBefore,
  monthOf,
  nameOfMonth,
  shortMonthAndYear,
} from "#app/domain/basics/months.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import type { BilledLine, LoggedBoard } from "./board-parts.ts";
import { type Board, boardOf, isWhollyBilled, linesOf, missingCharges } from "./boarding-month.ts";
import type { BarnCharges } from "./monthly-charges.ts";
import { isBoardingOpen } from "./owed-charges.ts";
import type { StandingCharge } from "./standing-charges.ts";

/* Board that was not billed for a month, and the month that 'Bill N Horses' offers (docs/product.md, 'Board that was not billed'). */

/** Whether board is billed for the current month or for the previous one. */
export type BoardIn = "advance" | "arrears";

/** How many months are searched for unbilled board, up to the last one due. */
const BOARD_MONTHS = 12;
/** How many months can be billed before they begin. */
export const MONTHS_AHEAD = 3;

/**
 * The most horses that one billing run considers, and that are searched for unbilled board. The database returns at
 * most 10 MB per request, and both reads together take up to 3 kB for a horse.
 */
export const MAX_HORSES = 2_000;
export const MOST_HORSES = `${MAX_HORSES.toLocaleString("en-US")} horses`;
/** Whether there may be more horses than were read. */
export const isCut = (horses: readonly unknown[]) => horses.length >= MAX_HORSES;

/** The months that can be billed, the earliest first: the current one, 12 before and 3 ahead. */
export const boardMonths = (today: LocalDate): Month[] =>
  Array.from({ length: BOARD_MONTHS + 1 + MONTHS_AHEAD }, (_, n) =>
    monthOf(plusMonths(firstDayOf(monthOf(today)), n - BOARD_MONTHS)),
  );

/** The earliest month that is searched for unbilled board. */
export const earliestMonth = (boardIn: BoardIn, today: LocalDate): Month =>
  monthOf(plusMonths(firstDayOf(monthDue(boardIn, today)), 1 - BOARD_MONTHS));

/** The last month whose board is due. */
export const monthDue = (boardIn: BoardIn, today: LocalDate): Month =>
  boardIn === "advance" ? monthOf(today) : monthBefore(monthOf(today));

/**
 * The month that the dialog offers: the month due (in advance the current one, in arrears the previous one), or the
 * month before it if that one has unbilled board.
 */
export function offeredMonth(boardIn: BoardIn, unbilled: readonly Month[], today: LocalDate): Month {
  const due = monthDue(boardIn, today);
  return unbilled.includes(monthBefore(due)) ? monthBefore(due) : due;
}

/** The months with unbilled board, the previous month, the current one and those ahead, the earliest first: 'December', 'Jan 2027'. */
export function monthsOffered(
  unbilled: readonly { month: Month; horses: readonly unknown[] }[],
  chosen: Month,
  today: LocalDate,
) {
  const recent = boardMonths(today).slice(-2 - MONTHS_AHEAD);
  const months = new Set([...unbilled.map(({ month }) => month), ...recent, chosen]);
  return [...months].sort().map((month) => ({
    month,
    name: isOfYear(month, today) ? nameOfMonth(month) : shortMonthAndYear(month),
    unbilled: unbilled.find((each) => each.month === month)?.horses.length ?? 0,
  }));
}

/** The bills of a horse for a month of which not all is billed, and those of boarding in it from the form and of shows. */
type UnbilledBills = { month: Month; billed: readonly BilledLine[]; logged?: readonly LoggedBoard[] };

/** A horse with the months that have days on the property, if no bill is for the whole month, and its bills for some days of them. */
export type UnbilledHorse = HorseWithPast &
  BarnCharges & { isProrated: boolean; standing?: readonly StandingCharge[]; months: readonly UnbilledBills[] };

/**
 * A month with the horses that were not billed for it, and what 'Bill N Horses' would bill them, in cents. `charges`: the charges that
 * are not billed if each horse lacks the same ones and its others are billed; else ''.
 */
type UnbilledMonth<Horse> = {
  month: Month;
  sum: Cents;
  charges: string;
  /** `logged`: the bills from the form and of shows that may be the month's boarding. */
  horses: (Horse & { board: Board; amount: Cents; logged: readonly LoggedBoard[] })[];
};

/**
 * The horses with charges that were not billed for a month, the last month first: on the property and billable on such a day up to
 * today (docs/product.md, 'Board that was not billed').
 */
export function unbilledBoard<Horse extends UnbilledHorse>(
  horses: readonly Horse[],
  today: LocalDate,
): UnbilledMonth<Horse>[] {
  const byMonth = new Map<Month, UnbilledMonth<Horse>>();
  for (const horse of horses) {
    for (const { month, billed, logged = [] } of horse.months) {
      const board = boardOf({ ...horse, billed, isOver: month < monthOf(today), asOf: today }, month);
      const hasCome = board.toBill.some(({ from }) => from <= today);
      if (!hasCome || isWhollyBilled(board)) continue;
      const missing = missingCharges(board);
      const found = byMonth.get(month) ?? { month, sum: 0, charges: missing, horses: [] };
      if (missing !== found.charges) found.charges = "";
      const amount = totalOf(linesOf(board, horse));
      found.horses.push({ ...horse, board, amount, logged: isBoardingOpen(board.charges) ? logged : [] });
      found.sum += amount;
      byMonth.set(month, found);
    }
  }
  return [...byMonth.values()].sort((a, b) => (a.month < b.month ? 1 : -1));
}

const isOfYear = (month: Month, today: LocalDate) => month.slice(0, 4) === today.slice(0, 4);

/** 'August: 1,940 horses not billed', 'August: Training of 2 horses not billed'; a month of another year has its year. */
export const monthNotBilled = (month: Month, count: number, today: LocalDate, charges = "") =>
  `${isOfYear(month, today) ? nameOfMonth(month) : formatMonth(month)}: ${charges && `${charges} of `}${pluralize(count, "horse")} not billed`;
