import { type BoardedHorse, type BoardingLine, boardingLines, type MonthPart } from "./boarding.ts";
import { daysBetween, formatUsDate, type LocalDate } from "./calendar.ts";
import { firstDayOf, lastDayOf, type Month, nameOfMonth } from "./months.ts";

/* Which horses 'Bill N Horses' bills for a month, and for which part of it (docs/product.md, 'Billing horses'). */

/** The first and the last day of a horse in the property; `checkOutDate` is null if the last day is not known. */
export type Stay = { checkInDate: LocalDate; checkOutDate: LocalDate | null };

/** The days of a month that a stay covers, with its first and last day, and the days of the month. */
export function partOfMonth({ checkInDate, checkOutDate }: Stay, month: Month): MonthPart {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const from = checkInDate > first ? checkInDate : first;
  const to = checkOutDate !== null && checkOutDate < last ? checkOutDate : last;
  return { days: Math.max(0, daysBetween(from, to) + 1), of: daysBetween(first, last) + 1 };
}

/** A horse as a run charges it. `isProrated`: whether part months are prorated. */
export type ChargeableHorse = BoardedHorse & Stay & { isProrated: boolean };

/** A horse that 'Bill N Horses' considers. */
export type HorseOfMonth = ChargeableHorse & {
  isBillable: boolean;
  /** Whether the view of the list shows the horse. */
  isListed: boolean;
  /** The date of its last boarding bill for the month, or null. */
  billedOn: LocalDate | null;
  /** Its last boarding bill for another month, if that was made within the last 7 days. */
  billedLately: { date: LocalDate; month: Month } | null;
};

/** 'billed': the run bills the horse. 'optional': it does so if the admin ticks the horse. 'left out': it does not. */
export type BillingState = {
  kind: "billed" | "optional" | "left out";
  /** Why the run skips the horse. */
  why?: "absent" | "not billable" | "already billed" | "not listed";
  reasons: string[];
};

/** Whether a billing run for a month bills the horse, with what the dialog says of it. */
export function billingStateOf(horse: HorseOfMonth, month: Month, today: LocalDate): BillingState {
  const { checkInDate, checkOutDate, billedOn, billedLately } = horse;
  const part = partOfMonth(horse, month);
  if (part.days === 0) return { kind: "left out", why: "absent", reasons: [whereabouts(horse, today)] };
  if (!horse.isBillable) return { kind: "left out", why: "not billable", reasons: ["not billable"] };
  const stay = [
    checkInDate > firstDayOf(month) && `in the property since ${formatUsDate(checkInDate)}`,
    checkOutDate !== null && checkOutDate < lastDayOf(month) && `until ${formatUsDate(checkOutDate)}`,
  ].filter((each) => each !== false);
  const lately = billedLately && `billed ${formatUsDate(billedLately.date)} for ${nameOfMonth(billedLately.month)}`;
  const others = [...(stay.length > 0 ? [stay.join(", ")] : []), ...(lately ? [lately] : [])];
  if (billedOn) {
    const reasons = [`already billed ${formatUsDate(billedOn)}`, ...others];
    return { kind: "optional", why: "already billed", reasons };
  }
  if (!horse.isListed) {
    const reasons = [whereabouts(horse, today), ...(lately ? [lately] : [])];
    return { kind: "optional", why: "not listed", reasons };
  }
  return { kind: "billed", reasons: others };
}

/** When a horse came to the property, or left it. */
export function whereabouts({ checkInDate, checkOutDate }: Stay, today: LocalDate): string {
  if (checkInDate > today) return `not in the property until ${formatUsDate(checkInDate)}`;
  if (checkOutDate !== null && checkOutDate < today) return `checked out ${formatUsDate(checkOutDate)}`;
  return `in the property since ${formatUsDate(checkInDate)}`;
}

/** The bill lines of a horse for a month: of the days in the property, if part months are prorated. */
export function linesOfMonth(horse: ChargeableHorse, month: Month): BoardingLine[] {
  return horse.isProrated ? boardingLines(horse, partOfMonth(horse, month)) : boardingLines(horse);
}
