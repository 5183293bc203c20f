import type { BarnCharges } from "#app/domain/barn/fixed-services.ts";
import { factsAsOf, type HorseFacts, type HorseWithPast, type Stay, staysOf } from "#app/domain/barn/horse-history.ts";
import { daysBetween, formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { firstDayOf, lastDayOf, type Month, nameOfMonth } from "#app/domain/basics/months.ts";
import { type BoardingLine, boardingLines, type MonthPart } from "./boarding.ts";

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
    /** Whether an admin has marked the month's board as not owed. */
    isNotOwed: boolean;
    /** The date of its last boarding bill for the month, or null. */
    billedOn: LocalDate | null;
    /** Its last boarding bill for another month, if that was made within the last 7 days. */
    billedLately: { date: LocalDate; month: Month } | null;
  };

/** The board of a horse for a month. */
export type Board = {
  /** The days on the property; 0 if the horse was not there. */
  part: MonthPart;
  /** The stays that have days in the month, the earliest first. */
  stays: Stay[];
  /** The last day on the property in the month, as of which the facts hold; the last day of the month without any. */
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

/** The bill lines of a board: of the days on the property, if partial months are prorated. */
export function linesOf(
  { facts, part }: Pick<Board, "facts" | "part">,
  { isProrated, blanketCharge, longIslandRate }: BarnCharges & { isProrated: boolean },
): BoardingLine[] {
  const priced = { ...facts, blanketCharge, longIslandRate };
  return isProrated ? boardingLines(priced, part) : boardingLines(priced);
}

/** 'October' or, of a horse that left before the month's end, '10/11/2026': as of when the facts of a board hold. */
export const asOfWords = ({ lastDay }: Board, month: Month): string =>
  lastDay === lastDayOf(month) ? nameOfMonth(month) : formatUsDate(lastDay);

/** 'billed': the run bills the horse. 'optional': it does so if the admin ticks the horse. 'left out': it does not. */
export type BillingState = {
  kind: "billed" | "optional" | "left out";
  /** Why the run skips the horse; 'left' if it is not in the list's view because it left. */
  why?: "absent" | "not billable" | "not owed" | "already billed" | "left" | "not listed";
  reasons: string[];
};

/** Whether a billing run for a month bills the horse, with what the dialog says of it. */
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
  if (isNotOwed) return { kind: "optional", why: "not owed", reasons: ["marked not owed", ...others] };
  if (isListed) return { kind: "billed", reasons: others };
  const why = horse.checkOutDate !== null && horse.checkOutDate < today ? "left" : "not listed";
  return { kind: "optional", why, reasons: [whereabouts(horse, today), ...lately] };
}

/** When the horse was on the property, if that was not the whole month. */
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
