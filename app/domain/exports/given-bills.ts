import { type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import { firstDayOf, lastDayOf, type Month } from "#app/domain/basics/months.ts";
import { countDays, type Days } from "#app/domain/boarding/board-parts.ts";
import type { BoardBill, Owed, OwedLine } from "./owed-board.ts";

/*
 * Bills of a run that have another customer than the run billed, because an admin or a suggestion of Check gave them one (docs/product.md,
 * 'Check').
 */

type ThenAndNow = { before: Owed; now: Owed };

/**
 * What billing owed and owes, with the lines of each given bill, within its days, as those of its new customer. The lines are those of the
 * customers whom the run billed for these days, and who have no bill for them. A divided line cannot be given.
 */
export function withGivenBills({ before, now }: ThenAndNow, bills: readonly BoardBill[], month: Month): ThenAndNow {
  const all: Days = { from: firstDayOf(month), to: lastDayOf(month) };
  const daysOf = ({ firstDay, lastDay }: BoardBill): Days => ({ from: firstDay ?? all.from, to: lastDay ?? all.to });
  const linesOf = (bill: BoardBill) =>
    before.lines.filter((line) => isOfCharge(bill, line) && meet(line.days ?? all, daysOf(bill)));
  const isGiven = (bill: BoardBill) =>
    bill.splitId === null && !linesOf(bill).some(({ customerId }) => customerId === bill.customerId);
  const hasOwnBill = (line: OwedLine, days: Days) =>
    bills.some((each) => each.customerId === line.customerId && isOfCharge(each, line) && meet(daysOf(each), days));
  const given = bills.filter(isGiven).map((bill) => {
    const days = daysOf(bill);
    const left = linesOf(bill).filter((line) => !hasOwnBill(line, days));
    return { bill, days, givers: new Set(left.map(({ customerId }) => customerId)) };
  });
  const give = (lines: OwedLine[]) =>
    given.reduce(
      (moved, { bill, days, givers }) =>
        moved.flatMap((line) => {
          if (!isOfCharge(bill, line) || !givers.has(line.customerId)) return [line];
          const { inside, outside } = cut(line, line.days ?? all, days);
          return [...outside, ...inside.map((each) => ({ ...each, customerId: bill.customerId }))];
        }),
      lines,
    );
  return { before: { ...before, lines: give(before.lines) }, now: { ...now, lines: give(now.lines) } };
}

const isOfCharge = (bill: BoardBill, line: OwedLine) =>
  bill.serviceId === line.serviceId && (bill.standingId ?? null) === line.standingId;

const meet = (one: Days, other: Days) => one.from <= other.to && other.from <= one.to;

/** A line in two: what it is for within some days, and what is outside of them. */
function cut(line: OwedLine, all: Days, { from, to }: Days): { inside: OwedLine[]; outside: OwedLine[] } {
  if (from <= all.from && all.to <= to) return { inside: [line], outside: [] };
  const part = (first: LocalDate, last: LocalDate): OwedLine[] => {
    const days = { from: first > all.from ? first : all.from, to: last < all.to ? last : all.to };
    if (days.from > days.to) return [];
    const dates = line.dates.filter((date) => days.from <= date && date <= days.to);
    const share = line.dates.length > 0 ? dates.length / line.dates.length : countDays(days) / countDays(all);
    const quantity = line.dates.length > 0 ? line.quantity * share : line.quantity;
    return [{ ...line, days, dates, quantity, value: Math.round(line.value * share) }];
  };
  return {
    inside: part(from, to),
    outside: [...part(all.from, plusDays(from, -1)), ...part(plusDays(to, 1), all.to)],
  };
}
