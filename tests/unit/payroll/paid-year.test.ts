import { expect, test } from "vitest";
import { yearIn } from "#app/domain/basics/months.ts";
import { sumTable } from "#app/domain/basics/tables.ts";
import { type PaidSum, paidYear, paidYearLines } from "#app/domain/payroll/paid-year.ts";

const paid = (groomId: string, location: PaidSum["location"], month: string, sum: number): PaidSum => ({
  groomId,
  name: groomId === "g3" ? "Ana" : groomId === "g1" ? "Luis" : "ana",
  location,
  month,
  sum,
});

const SUMS = [
  paid("g1", "florida", "2026-01", 100_01),
  paid("g1", "long-island", "2026-01", 50_00),
  paid("g1", "long-island", "2026-12", 0),
  paid("g2", "florida", "2026-12", 7),
  paid("g3", "florida", "2026-06", 20_00),
];

test("a year has the sum of each groom and of each location by month, and both have one total", () => {
  const { grooms, locations } = paidYear(2026, SUMS);
  expect(grooms.columns.map(({ label }) => label).join(" ")).toBe("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec");
  expect(grooms.rows.map(({ name, sums, total }) => [name, sums[0], sums[5], sums[11], total])).toEqual([
    ["ana", 0, 0, 7, 7],
    ["Ana", 0, 20_00, 0, 20_00],
    ["Luis", 150_01, 0, 0, 150_01],
  ]);
  expect(locations.rows.map(({ name, sums, total }) => [name, sums[0], total])).toEqual([
    ["Florida", 100_01, 120_08],
    ["Long Island", 50_00, 50_00],
  ]);
  expect([grooms.total, locations.total, grooms.columns[0]?.total]).toEqual([170_08, 170_08, 150_01]);
  expect(paidYear(2025, [])).toMatchObject({ grooms: { rows: [], total: 0 } });
});

test("the file has a line for each groom and location, and a total", () => {
  const lines = paidYearLines(2026, SUMS).map((line) => [line[0], line[1], line[2], line.at(-1)]);
  expect(lines).toEqual([
    ["Groom", "Location", "Jan", "Total"],
    ["ana", "Florida", "$0.00", "$0.07"],
    ["Ana", "Florida", "$0.00", "$20.00"],
    ["Luis", "Florida", "$100.01", "$100.01"],
    ["Luis", "Long Island", "$50.00", "$50.00"],
    ["Total", "", "$150.01", "$170.08"],
  ]);
});

test.each([
  [null, 2026],
  ["2025", 2025],
  ["1999", 2026],
  ["2100", 2026],
  ["20255", 2026],
  ["", 2026],
])("the address's year %j is %j", (text, year) => expect(yearIn(text, 2026)).toBe(year));

test("a sum outside of the rows and columns of a table is refused, because no total would have it", () => {
  const table = (row: string, column: string) =>
    sumTable([{ key: "c", label: "C" }], [{ id: "r", name: "R" }], [{ row, column, sum: 1 }]);
  expect(table("r", "c").total).toBe(1);
  expect(() => table("x", "c")).toThrow(RangeError);
  expect(() => table("r", "x")).toThrow(RangeError);
});
