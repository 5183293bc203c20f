import { factsAsOf, type HorseWithPast, type Stay, staysOf } from "#app/domain/barn/horse-history.ts";
import { daysBetween, formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { firstDayOf, lastDayOf, type Month, nameOfMonth } from "#app/domain/basics/months.ts";
import { type BoardingLine, boardingLines, type MonthPart } from "./boarding.ts";
import type { BarnCharges, HorseFacts } from "./monthly-charges.ts";

/* Which horses 'Bill N Horses' bills for a month, at which prices, and for which part of it (docs/product.md, 'Billing horses'). */

/** A horse that 'Bill N Horses' considers. */
export type HorseOfMonth = HorseWithPast &
  BarnCharges & {
    /** Whether partial months are prorated. */
    isProrated: boolean;
    /** Whether the view of the list shows the horse. */
    isListed: boolean;
    /** Whether the admin chose the facts of today instead of those of the month. */
    usesToday: boolean;
    /** Whether an admin has marked the month's board not to bill. */
    isNotOwed: boolean;
    /** The date of the horse's last boarding bill for the month, or null. */
    billedOn: LocalDate | null;
    /** The horse's last boarding bill for another month, if that bill was made within the last 7 days. */
    billedLately: { date: LocalDate; month: Month } | null;
  };

/** The board of a horse for a month. */
export type Board = {
  /** The days on the property; 0 if the horse was not there. */
  part: MonthPart;
  /** The stays that have days in the month, the earliest first. */
  stays: Stay[];
  /**
   * The day of the facts: the horse's last day on the property in the month, or the month's last day if it was absent.
   */
  lastDay: LocalDate;
  facts: HorseFacts;
};

/** The part of a stay that lies in a month; null if no day does. */
function daysIn({ checkInDate, checkOutDate }: Stay, month: Month): { from: LocalDate; to: LocalDate } | null {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const from = checkInDate > first ? checkInDate : first;
  const to = checkOutDate !== null && checkOutDate < last ? checkOutDate : last;
  return from <= to ? { from, to } : null;
}

/** The days, stays and facts of a horse in a month. */
export function boardOf(horse: HorseWithPast & { usesToday?: boolean }, month: Month): Board {
  const stays = staysOf(horse, horse.changes).reverse();
  const spans = stays.flatMap((stay) => daysIn(stay, month) ?? []);
  const days = spans.reduce((sum, { from, to }) => sum + daysBetween(from, to) + 1, 0);
  const lastDay = spans.at(-1)?.to ?? lastDayOf(month);
  return {
    part: { days, of: daysBetween(firstDayOf(month), lastDayOf(month)) + 1 },
    stays: stays.filter((stay) => daysIn(stay, month)),
    lastDay,
    facts: horse.usesToday ? horse : factsAsOf(horse, lastDay),
  };
}

/** The bill lines of a board, prorated to the days on the property if partial months are prorated. */
export function linesOf(
  { facts, part }: Pick<Board, "facts" | "part">,
  { isProrated, blanketCharge, longIslandRate }: BarnCharges & { isProrated: boolean },
): BoardingLine[] {
  const priced = { ...facts, blanketCharge, longIslandRate };
  return isProrated ? boardingLines(priced, part) : boardingLines(priced);
}

/** The day of a board's facts in words: 'October' or, if the horse left before the month's end, '10/11/2026'. */
export const asOfWords = ({ lastDay }: Board, month: Month): string =>
  lastDay === lastDayOf(month) ? nameOfMonth(month) : formatUsDate(lastDay);

/** 'billed': the run bills the horse. 'optional': only if the admin ticks it. 'left out': never. */
export type BillingState = {
  kind: "billed" | "optional" | "left out";
  /** Why the run skips the horse; 'left' if it is not in the list's view because it left. */
  why?: "absent" | "not billable" | "not owed" | "already billed" | "left" | "not listed";
  reasons: string[];
};

/** Whether a billing run for a month bills the horse, with the reasons that the dialog shows. */
export function billingStateOf(horse: HorseOfMonth, board: Board, month: Month, today: LocalDate): BillingState {
  const { billedOn, billedLately, isListed, isNotOwed } = horse;
  if (board.part.days === 0) return { kind: "left out", why: "absent", reasons: [whereabouts(horse, today)] };
  if (!board.facts.isBillable) return { kind: "left out", why: "not billable", reasons: ["not billable"] };
  const lately = billedLately
    ? [`billed ${formatUsDate(billedLately.date)} for ${nameOfMonth(billedLately.month)}`]
    : [];
  const others = [...describeStays(board, month), ...lately];
  if (billedOn) {
    return {
      kind: "optional",
      why: "already billed",
      reasons: [`already billed ${formatUsDate(billedOn)}`, ...others],
    };
  }
  if (isNotOwed) return { kind: "optional", why: "not owed", reasons: ["marked not to bill", ...others] };
  if (isListed) return { kind: "billed", reasons: others };
  const why = horse.checkOutDate !== null && horse.checkOutDate < today ? "left" : "not listed";
  return { kind: "optional", why, reasons: [whereabouts(horse, today), ...lately] };
}

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
  return [`on the property ${texts.join(" and ")}`];
}

/** When a horse came to the property, comes, or left it. */
export function whereabouts({ checkInDate, checkOutDate }: Stay, today: LocalDate): string {
  if (checkInDate > today) return `arrives ${formatUsDate(checkInDate)}`;
  if (checkOutDate !== null && checkOutDate < today) return `checked out ${formatUsDate(checkOutDate)}`;
  return `on the property since ${formatUsDate(checkInDate)}`;
}
