import { type SplitPart, splitLine } from "#app/domain/barn/horse-owners.ts";
import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import type { Location } from "#app/domain/basics/locations.ts";
import { billValue, type Cents } from "#app/domain/basics/money.ts";
import { lastDayOf, type Month } from "#app/domain/basics/months.ts";
import type { Days } from "#app/domain/boarding/board-parts.ts";
import type { BoardingLine } from "#app/domain/boarding/boarding.ts";
import { commentsOf } from "#app/domain/boarding/standing-charges.ts";
import type { Share } from "#app/domain/fields/shares.ts";

/** A bill to create; the billing run adds the date and its own id. `unitPrice`, the price for one, and `value` in cents. */
export type Charge = {
  customerId: string | null;
  horseId: string;
  serviceId: string;
  showId: string | null;
  /** The standing charge that a bill of a month's board is for, and its groom. */
  standingChargeId: string | null;
  groomId: string | null;
  quantity: number;
  unitPrice: Cents;
  value: Cents;
  location: Location;
  /** The month of a boarding bill; null for a show. */
  period: Month | null;
  /** The first and the last day of a boarding bill for some days of the month; null for all of it. */
  firstDay: LocalDate | null;
  lastDay: LocalDate | null;
  comments: string | null;
  /** What the groom is paid for the line, and its day; null without a groom, and of all but the first bill of a divided line. */
  pay: { item: string; value: Cents; date: LocalDate } | null;
  /** What the bill is of a line that is divided among owners; null of other bills. `unitPrice` is that of the whole line. */
  split: SplitPart | null;
};

/** Who pays for a line, with the names of no use here. */
type Payers = { customerId: string | null; shares?: readonly Share[] | null | undefined };

type Line = Omit<Charge, "customerId" | "split" | "pay"> & { paid: { item: string; date: LocalDate } | null };

/** The bills of a line, one for each owner; the first one has the groom's pay, of the whole line (docs/decisions/shares.md). */
const chargesOf = ({ customerId, shares = [] }: Payers, { paid, ...line }: Line): Charge[] =>
  splitLine(line, { customerId, responsibleParty: "", shares }).map(({ whole, responsibleParty, ...charge }) => ({
    ...charge,
    pay: paid && !charge.split?.place ? { ...paid, value: whole } : null,
  }));

/** The day of a groom's share of a standing charge: the last day of its bill, by which all of it was done. */
export const payDayOf = (period: Month, lastDay: LocalDate | null): LocalDate => lastDay ?? lastDayOf(period);

export type ChargedHorse = Payers & { id: string; location: Location };

/** The charges of one horse for the lines of one month, or some days of it (docs/product.md, 'Billing horses'). */
export function boardingCharges(
  horse: ChargedHorse,
  lines: readonly BoardingLine[],
  period: Month,
  days: Days | null = null,
): Charge[] {
  const { id: horseId, location } = horse;
  const common = { showId: null, location, period };
  const billed = { firstDay: days?.from ?? null, lastDay: days?.to ?? null };
  return lines.flatMap(({ serviceId, value, quantity = 1, unitPrice = value, standing }) =>
    chargesOf(horse, {
      ...{ horseId, serviceId, quantity, unitPrice, value },
      ...common,
      ...billed,
      standingChargeId: standing?.id ?? null,
      groomId: standing?.groomId ?? null,
      comments: standing ? commentsOf(standing) : null,
      paid: standing?.groomId ? { item: standing.service, date: payDayOf(period, billed.lastDay) } : null,
    }),
  );
}

export type ChargedShow = Payers &
  Pick<Charge, "horseId" | "serviceId" | "quantity"> & {
    id: string;
    name: string;
    date: LocalDate;
  };

/** The charges of one show, from the price for one in cents and the location of its horse (docs/product.md, 'Billing shows'). */
export function showCharges(show: ChargedShow, price: Cents, location: Location): Charge[] {
  const { id: showId, horseId, serviceId, quantity, name, date } = show;
  const value = billValue(price, quantity);
  const comments = `${name}, ${formatUsDate(date)}`;
  return chargesOf(show, {
    ...{ horseId, serviceId, showId, location, comments, quantity, unitPrice: price, value },
    ...{ period: null, firstDay: null, lastDay: null, standingChargeId: null, groomId: null, paid: null },
  });
}

/** The sum of the values, in cents. */
export function totalOf(charges: readonly { value: Cents }[]): Cents {
  return charges.reduce((sum, { value }) => sum + value, 0);
}
