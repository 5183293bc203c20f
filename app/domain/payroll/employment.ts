import { type Stay, staysOf } from "#app/domain/barn/horse-history.ts";
import { daysBetween, type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";

/**
 * A groom before a change of the start or end date, at an instant (UTC, ISO 8601). `startDateBefore` is '' if there was none;
 * `endDateBefore` is null if there was none. Both are null in records that are older than these fields.
 */
export type PastEmployment = { at: string; startDateBefore: LocalDate | "" | null; endDateBefore: LocalDate | null };

/** A groom with the changes of both dates, the oldest first. */
export type Employed = {
  startDate: LocalDate | null;
  endDate: LocalDate | null;
  salaryChanges: readonly PastEmployment[];
};

/**
 * The stays of a groom, the latest first, by the rule for horses (`enteredStaysOf`): a start date after the last end date begins
 * another stay. The check-in date of a stay without a start date is ''.
 */
export const staysOfGroom = ({ startDate, endDate, salaryChanges }: Employed): Stay[] =>
  staysOf(
    { checkInDate: startDate ?? "", checkOutDate: endDate },
    salaryChanges.toReversed().map(({ at, startDateBefore, endDateBefore }) => ({
      ...{ at, checkInDate: startDateBefore ?? "", checkOutDate: endDateBefore },
    })),
  );

/** Whether a stay has a day in the week of a Monday. */
export const isStayInWeek = ({ checkInDate, checkOutDate }: Stay, week: LocalDate): boolean =>
  checkInDate <= plusDays(week, 6) && (checkOutDate === null || checkOutDate >= week);

/** The days of a stay within a week: null for a side on which the stay goes on. */
type Part = { from: LocalDate | null; until: LocalDate | null };

/** The days of a week on which a groom was employed, if these are not all of them: a part for each stay, the first one first. */
export function partOfWeek(groom: Employed, week: LocalDate): { parts: Part[]; days: number } | null {
  const sunday = plusDays(week, 6);
  const parts = staysOfGroom(groom)
    .filter((stay) => isStayInWeek(stay, week))
    .reverse()
    .map(({ checkInDate, checkOutDate }) => ({
      from: checkInDate > week ? checkInDate : null,
      until: checkOutDate !== null && checkOutDate < sunday ? checkOutDate : null,
    }));
  const days = parts.reduce((sum, { from, until }) => sum + daysBetween(from ?? week, until ?? sunday) + 1, 0);
  return parts.length > 0 && days < 7 ? { parts, days } : null;
}
