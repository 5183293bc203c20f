import { expect, test } from "vitest";
import { type IncomeSum, incomeLines, incomeTable } from "#app/domain/overview/income.ts";

const sum = (
  serviceId: string,
  location: IncomeSum["location"],
  month: string,
  amount: number,
  pay = 0,
): IncomeSum => ({
  ...{ serviceId, service: serviceId === "b" ? "Boarding" : "Clipping" },
  ...{ location, month, sum: amount, pay },
});
const SUMS = [
  sum("b", "florida", "2026-01", 2_900_00),
  sum("b", "long-island", "2026-01", 1_000_01),
  sum("c", "long-island", "2026-12", 150_00, 60_00),
  sum("c", "florida", "2026-12", 50_00, 20_05),
];

test("income by service and month has the sum of each location below, and what grooms get beside", () => {
  const { table, locations, pay, totalPay } = incomeTable(2026, "months", SUMS);
  expect(table.rows.map(({ name, sums, total }) => [name, sums[0], sums[11], total])).toEqual([
    ["Boarding", 3_900_01, 0, 3_900_01],
    ["Clipping", 0, 200_00, 200_00],
  ]);
  expect(locations?.rows.map(({ name, total }) => [name, total])).toEqual([
    ["Florida", 2_950_00],
    ["Long Island", 1_150_01],
  ]);
  expect([table.total, locations?.total, pay, totalPay]).toEqual([4_100_01, 4_100_01, { b: 0, c: 80_05 }, 80_05]);
});

test("income by service and location has the same sums in other columns", () => {
  const { table, locations } = incomeTable(2026, "locations", SUMS);
  expect(table.columns.map(({ label, total }) => [label, total])).toEqual([
    ["Florida", 2_950_00],
    ["Long Island", 1_150_01],
  ]);
  expect([table.rows[0]?.sums, locations]).toEqual([[2_900_00, 1_000_01], null]);
});

test("the file has a line for each service and location", () => {
  const lines = incomeLines(2026, SUMS).map((line) => [line[0], line[1], line[2], line.at(-2), line.at(-1)]);
  expect(lines).toEqual([
    ["Service", "Location", "Jan", "Total", "Grooms"],
    ["Boarding", "Florida", "$2,900.00", "$2,900.00", "$0.00"],
    ["Boarding", "Long Island", "$1,000.01", "$1,000.01", "$0.00"],
    ["Clipping", "Florida", "$0.00", "$50.00", "$20.05"],
    ["Clipping", "Long Island", "$0.00", "$150.00", "$60.00"],
    ["Total", "", "$3,900.01", "$4,100.01", "$80.05"],
  ]);
});
