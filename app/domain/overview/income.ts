import { LOCATION_NAMES, type Location } from "#app/domain/basics/locations.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { type Month, monthsOfYear } from "#app/domain/basics/months.ts";
import { byNameAndId } from "#app/domain/basics/names.ts";
import { type SumTable, sumLines, sumTable } from "#app/domain/basics/tables.ts";

/** What was billed for a service at a location in a month, and what grooms get for these bills, in cents. */
export type IncomeSum = {
  serviceId: string;
  service: string;
  location: Location;
  month: Month;
  sum: Cents;
  pay: Cents;
};

/** What the columns of the table of income stand for. */
export type IncomeColumns = "months" | "locations";

const LOCATIONS = Object.entries(LOCATION_NAMES).map(([key, label]) => ({ key, label }));

const totalPay = (sums: readonly IncomeSum[]) => sums.reduce((total, { pay }) => total + pay, 0);

const servicesIn = (sums: readonly IncomeSum[]) =>
  [...new Map(sums.map(({ serviceId, service }) => [serviceId, { id: serviceId, name: service }])).values()].sort(
    byNameAndId,
  );

/** The income of a year by service and month, or by service and location (docs/product.md, 'Income'). */
export function incomeTable(year: number, columns: IncomeColumns, sums: readonly IncomeSum[]) {
  const [of, keyOf] =
    columns === "months"
      ? [monthsOfYear(year), ({ month }: IncomeSum) => month]
      : [LOCATIONS, ({ location }: IncomeSum) => location];
  const tableOf = (rows: { id: string; name: string }[], idOf: (sum: IncomeSum) => string): SumTable =>
    sumTable(
      of,
      rows,
      sums.map((each) => ({ row: idOf(each), column: keyOf(each), sum: each.sum })),
    );
  const services = servicesIn(sums);
  const locations = LOCATIONS.filter(({ key }) => sums.some(({ location }) => location === key));
  return {
    table: tableOf(services, ({ serviceId }) => serviceId),
    /** By location, as rows; null if these are the columns. */
    locations:
      columns === "months"
        ? tableOf(
            locations.map(({ key, label }) => ({ id: key, name: label })),
            ({ location }) => location,
          )
        : null,
    /** What the grooms get for the bills of each service, by its id, and for all. */
    pay: Object.fromEntries(services.map(({ id }) => [id, totalPay(sums.filter(({ serviceId }) => serviceId === id))])),
    totalPay: totalPay(sums),
  };
}

/** The lines of the file: one for each service and location, by month. */
export function incomeLines(year: number, sums: readonly IncomeSum[]): string[][] {
  const ofPlaces = LOCATIONS.flatMap(({ key, label }) => {
    const own = sums.filter(({ location }) => location === key);
    return servicesIn(own).map(({ id, name }) => ({ id: `${id} ${key}`, name, label }));
  }).sort(byNameAndId);
  const idOf = ({ serviceId, location }: IncomeSum) => `${serviceId} ${location}`;
  const table = sumTable(
    monthsOfYear(year),
    ofPlaces,
    sums.map((each) => ({ row: idOf(each), column: each.month, sum: each.sum })),
  );
  return sumLines("Service", table, "Total").map(([name = "", ...amounts], n, lines) => {
    const place = ofPlaces[n - 1];
    if (n === 0) return [name, "Location", ...amounts, "Grooms"];
    const own = n === lines.length - 1 ? sums : sums.filter((each) => idOf(each) === place?.id);
    return [name, place?.label ?? "", ...amounts, formatDollars(totalPay(own))];
  });
}
