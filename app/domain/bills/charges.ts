import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import type { Location } from "#app/domain/basics/locations.ts";
import { billValue, type Cents } from "#app/domain/basics/money.ts";
import type { Month } from "#app/domain/basics/months.ts";
import type { Days } from "#app/domain/boarding/board-parts.ts";
import type { BoardingLine } from "#app/domain/boarding/boarding.ts";
import { commentsOf } from "#app/domain/boarding/standing-charges.ts";

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
  /** What the groom is paid for. */
  payItem: string | null;
};

export type ChargedHorse = { id: string; customerId: string | null; location: Location };

/** The charges of one horse for the lines of one month, or some days of it (docs/product.md, 'Billing horses'). */
export function boardingCharges(
  horse: ChargedHorse,
  lines: readonly BoardingLine[],
  period: Month,
  days: Days | null = null,
): Charge[] {
  const { id: horseId, customerId, location } = horse;
  const common = { showId: null, location, period };
  const billed = { firstDay: days?.from ?? null, lastDay: days?.to ?? null };
  return lines.map(({ serviceId, value, quantity = 1, unitPrice = value, standing }) => ({
    ...{ customerId, horseId, serviceId, quantity, unitPrice, value },
    ...common,
    ...billed,
    standingChargeId: standing?.id ?? null,
    groomId: standing?.groomId ?? null,
    comments: standing ? commentsOf(standing) : null,
    payItem: standing?.service ?? null,
  }));
}

const NO_STANDING = { standingChargeId: null, groomId: null, payItem: null };

export type ChargedShow = Pick<Charge, "customerId" | "horseId" | "serviceId" | "quantity"> & {
  id: string;
  name: string;
  date: LocalDate;
};

/** The charge of one show, from the price of its service in cents and the location of its horse (docs/product.md, 'Billing shows'). */
export function showCharge(show: ChargedShow, price: Cents, location: Location): Charge {
  const { id: showId, customerId, horseId, serviceId, quantity, name, date } = show;
  const value = billValue(price, quantity);
  const comments = `${name}, ${formatUsDate(date)}`;
  const amounts = { quantity, unitPrice: price, value };
  return {
    customerId,
    horseId,
    serviceId,
    showId,
    ...NO_STANDING,
    ...amounts,
    location,
    period: null,
    firstDay: null,
    lastDay: null,
    comments,
  };
}

/** The sum of the values, in cents. */
export function totalOf(charges: readonly { value: Cents }[]): Cents {
  return charges.reduce((sum, { value }) => sum + value, 0);
}
