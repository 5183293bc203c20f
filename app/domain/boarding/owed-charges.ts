import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { firstDayOf, lastDayOf, type Month } from "#app/domain/basics/months.ts";
import { type BilledLine, type BoardPart, countDays, daysOutside, type LoggedBoard } from "./board-parts.ts";
import { type BoardingLine, chargeLine, type MonthPart } from "./boarding.ts";
import {
  type BarnCharges,
  BOARDING_SERVICE,
  chargeAmount,
  MONTHLY_CHARGES,
  type MonthlyCharge,
} from "./monthly-charges.ts";
import { partsWithCharge, priceIn, type StandingCharge, standingLine } from "./standing-charges.ts";

/* What a month's board of a horse owes, and what of it is billed, charge by charge (docs/product.md, 'Billing horses'). */

/** A charge of a month's board: its service, or the standing charge that it is, and what the days of a part owe. */
export type BoardCharge = Pick<MonthlyCharge, "id" | "name" | "isNeverProrated"> & {
  standing?: StandingCharge;
  /** The parts that owe it. */
  partsOf: (parts: readonly BoardPart[]) => BoardPart[];
  lineOf: (part: BoardPart, share: MonthPart) => BoardingLine | null;
};

/** A charge with the parts of the month that owe it, and the days of these that no bill of the charge is for. */
export type OwedCharge = {
  charge: BoardCharge;
  parts: BoardPart[];
  unbilled: BoardPart[];
  /** Whether some of the unbilled days owe an amount: $0.00 alone is not billed later. */
  isOpen: boolean;
};

/** Whether a bill is for a charge. A bill without a service is for all charges: another system made it. */
export const isBillOf = ({ serviceId, standingId }: BilledLine, { id, standing }: BoardCharge) =>
  serviceId === null || (standing || standingId ? standingId === standing?.id : serviceId === id);

/** What the charges of a horse in a month depend on beside its parts. */
export type ChargeBasis = BarnCharges & {
  standing?: readonly StandingCharge[];
  isOver?: boolean;
  usesToday?: boolean;
};

/** The charges of a horse, the standing ones last. */
function chargesOf({ standing = [], ...horse }: ChargeBasis, month: Month): BoardCharge[] {
  const { blanketCharge, longIslandRate } = horse;
  const factsIn = ({ facts }: BoardPart) => ({ ...facts, blanketCharge, longIslandRate });
  return [
    ...MONTHLY_CHARGES.map((charge) => ({
      ...charge,
      partsOf: (parts: readonly BoardPart[]) => parts.filter((part) => chargeAmount(charge, factsIn(part)) !== null),
      lineOf: (part: BoardPart, share: MonthPart) => chargeLine(charge, factsIn(part), share),
    })),
    ...standing.map((charge) => ({
      ...{ id: charge.serviceId, name: charge.service, standing: charge },
      partsOf: (parts: readonly BoardPart[]) => partsWithCharge(charge, month, parts),
      lineOf: (part: BoardPart, share: MonthPart) => standingLine(charge, priceIn(charge, month, horse), part, share),
    })),
  ];
}

const WHOLE: MonthPart = { days: 1, of: 1 };

/** The charges that the parts of a month owe, with what the standing bills leave of them, in the order of the charges. */
export function owedCharges(
  parts: readonly BoardPart[],
  billed: readonly BilledLine[],
  horse: ChargeBasis,
  month: Month,
): OwedCharge[] {
  return chargesOf(horse, month).flatMap((charge) => {
    const owing = charge.partsOf(parts);
    if (owing.length === 0) return [];
    const amountIn = (part: BoardPart): Cents => charge.lineOf(part, WHOLE)?.value ?? 0;
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
function unbilledOf(
  { isNeverProrated, partsOf }: BoardCharge,
  owing: readonly BoardPart[],
  bills: readonly BilledLine[],
) {
  if (isNeverProrated) return bills.length > 0 ? [] : owing.slice(0, 1);
  const unbilled = daysOutside(
    owing,
    bills.map(({ first, last }) => ({ from: first, to: last })),
  );
  // The rest of the days of a charge on weekdays may have none of them.
  return bills.length > 0 ? partsOf(unbilled) : unbilled;
}

export const daysOf = (parts: readonly BoardPart[]) => parts.reduce((sum, part) => sum + countDays(part), 0);

/** Whether bills are for some days of a charge, and none for the others. */
export const isPartOfCharge = ({ parts, unbilled }: OwedCharge) => daysOf(unbilled) < daysOf(parts);

/** Whether the unbilled days of a charge are parts of it as a run bills them. */
export const areWholeParts = ({ parts, unbilled }: OwedCharge) =>
  unbilled.every(({ from, to }) => parts.some((part) => part.from === from && part.to === to));

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
