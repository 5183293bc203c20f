import { LOCATION_NAMES, type Location } from "#app/domain/basics/locations.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { type Month, monthsOfYear } from "#app/domain/basics/months.ts";
import { byNameAndId } from "#app/domain/basics/names.ts";
import { type SumTable, sumLines, sumTable } from "#app/domain/basics/tables.ts";

/** What was paid to a groom in a month for work at a location, in cents. */
export type PaidSum = { groomId: string; name: string; location: Location; month: Month; sum: Cents };

const rowsOf = (sums: readonly PaidSum[], idOf: (sum: PaidSum) => string, nameOf: (sum: PaidSum) => string) =>
  [...new Map(sums.map((sum) => [idOf(sum), { id: idOf(sum), name: nameOf(sum) }])).values()].sort(byNameAndId);

/** What grooms were paid in a year by month: by groom, and by location (docs/product.md, 'Paid by year'). */
export function paidYear(year: number, sums: readonly PaidSum[]): { grooms: SumTable; locations: SumTable } {
  const tableBy = (idOf: (sum: PaidSum) => string, nameOf: (sum: PaidSum) => string) =>
    sumTable(
      monthsOfYear(year),
      rowsOf(sums, idOf, nameOf),
      sums.map((each) => ({ row: idOf(each), column: each.month, sum: each.sum })),
    );
  return {
    grooms: tableBy(
      ({ groomId }) => groomId,
      ({ name }) => name,
    ),
    locations: tableBy(
      ({ location }) => location,
      ({ location }) => LOCATION_NAMES[location],
    ),
  };
}

/** The lines of the file: a groom who worked at two locations has two. */
export function paidYearLines(year: number, sums: readonly PaidSum[]): string[][] {
  const idOf = ({ groomId, location }: PaidSum) => `${groomId} ${location}`;
  const rows = rowsOf(sums, idOf, ({ name }) => name);
  const locations = new Map(sums.map((sum) => [idOf(sum), LOCATION_NAMES[sum.location]]));
  const table = sumTable(
    monthsOfYear(year),
    rows,
    sums.map((each) => ({ row: idOf(each), column: each.month, sum: each.sum })),
  );
  return sumLines("Groom", table, "Total").map(([name = "", ...amounts], n) => {
    const id = table.rows[n - 1]?.id;
    return [name, n === 0 ? "Location" : id ? (locations.get(id) ?? "") : "", ...amounts];
  });
}
