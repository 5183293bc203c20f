import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { firstDayOf, lastDayOf, type Month } from "#app/domain/basics/months.ts";
import { type BilledLine, type BoardPart, countDays, daysOutside, type LoggedBoard } from "./board-parts.ts";
import {
  type BarnCharges,
  BOARDING_SERVICE,
  chargeAmount,
  MONTHLY_CHARGES,
  type MonthlyCharge,
} from "./monthly-charges.ts";

/* What a month's board of a horse owes, and what of it is billed, charge by charge (docs/product.md, 'Billing horses'). */

/** A charge with the parts of the month that owe it, and the days of these that no bill of the charge is for. */
export type OwedCharge = {
  charge: MonthlyCharge;
  parts: BoardPart[];
  unbilled: BoardPart[];
  /** Whether some of the unbilled days owe an amount: $0.00 alone is not billed later. */
  isOpen: boolean;
};

/** Whether a bill is for a charge. A bill without a service is for all charges: another system made it. */
export const isBillOf = ({ serviceId }: BilledLine, { id }: MonthlyCharge) => serviceId === null || serviceId === id;

/** The charges that the parts of a month owe, with what the standing bills leave of them, in the order of the charges. */
export function owedCharges(
  parts: readonly BoardPart[],
  billed: readonly BilledLine[],
  { blanketCharge, longIslandRate }: BarnCharges,
): OwedCharge[] {
  return MONTHLY_CHARGES.flatMap((charge) => {
    const amountIn = ({ facts }: BoardPart) => chargeAmount(charge, { ...facts, blanketCharge, longIslandRate });
    const owing = parts.filter((part) => amountIn(part) !== null);
    if (owing.length === 0) return [];
    const bills = billed.filter((line) => isBillOf(line, charge));
    const unbilled = unbilledOf(charge, owing, bills);
    return [
      {
        charge,
        parts: charge.isNeverProrated ? owing.slice(0, 1) : owing,
        unbilled,
        isOpen: unbilled.some((part) => amountIn(part) !== 0),
      },
    ];
  });
}

/** A charge that is never prorated is owed once a month, by the first part with it. */
function unbilledOf({ isNeverProrated }: MonthlyCharge, owing: readonly BoardPart[], bills: readonly BilledLine[]) {
  if (isNeverProrated) return bills.length > 0 ? [] : owing.slice(0, 1);
  return daysOutside(
    owing,
    bills.map(({ first, last }) => ({ from: first, to: last })),
  );
}

export const daysOf = (parts: readonly BoardPart[]) => parts.reduce((sum, part) => sum + countDays(part), 0);

/** Whether bills are for some days of a charge, and none for the others. */
export const isPartOfCharge = ({ parts, unbilled }: OwedCharge) => daysOf(unbilled) < daysOf(parts);

const AND = new Intl.ListFormat("en-GB");
/** The names of charges: 'Boarding, Blanket and Training'. */
export const nameCharges = (owed: readonly OwedCharge[]) => AND.format(owed.map(({ charge }) => charge.name));

/** The lines of the bills from the form and of shows that an admin chose to count as a month's boarding. */
export const countedLines = (logged: readonly LoggedBoard[], month: Month): BilledLine[] =>
  logged.flatMap(({ counts, date }) =>
    counts ? [{ serviceId: BOARDING_SERVICE, first: firstDayOf(month), last: lastDayOf(month), date }] : [],
  );

/** Whether the boarding of a month is not billed, so that a bill from the form or of a show may be it. */
export const isBoardingOpen = (owed: readonly OwedCharge[]) =>
  owed.some(({ charge, isOpen }) => charge.id === BOARDING_SERVICE && isOpen);

/** 'Boarding logged by hand: $95.00 on 11/12/2026' */
export const loggedInWords = ({ value, date }: LoggedBoard) =>
  `Boarding logged by hand: ${formatDollars(value)} on ${formatUsDate(date)}`;
