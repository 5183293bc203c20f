import { expect } from "vitest";
import { plusDays } from "#app/domain/basics/calendar.ts";
import { MONDAY } from "#tests/spec/barn.ts";
import { shownDate } from "#tests/spec/dates.ts";
import { spec, step } from "#tests/spec/spec.ts";
import { at } from "#tests/spec/steps.ts";
import * as the from "#tests/spec/words.ts";

const WEEKS = [-21, -14, -7, 0].map((days) => shownDate(plusDays(MONDAY, days)));
const [first = "", second = "", third = "", current = ""] = WEEKS;

spec("§2 Payroll Summary", [
  step(
    at("/payroll-summary"),
    the.title("Payroll Summary"),
    ["the first column is 'Name on Check'", ({ columns }) => expect(columns[0]).toBe("Name on Check")],
    [
      "§9 the other columns are the Mondays of the three weeks before the current one, and of that, MM/DD/YYYY",
      ({ columns }) => expect(columns.slice(1)).toEqual(WEEKS),
    ],
    [
      "each groom has a row",
      ({ rows }) => expect(rows.map((row) => row["Name on Check"])).toEqual(expect.arrayContaining(["Gus", "Hal"])),
    ],
    ["the last row is 'Grand Total'", ({ rows }) => expect(rows.at(-1)?.["Name on Check"]).toBe("Grand Total")],
    the.cell("Gus", first, "$10.55", "§9 Gus of three weeks ago is $10.55"),
    the.cell("Gus", second, "$0.00", "§9 Gus of two weeks ago is $0.00"),
    the.cell("Gus", third, "$123.45", "§9 Gus of last week is $123.45"),
    the.cell("Hal", third, "$250.00", "§9 Hal of last week is $250.00"),
    the.cell("Gus", current, "$0.00", "§9 Gus of this week is $0.00"),
    the.cell("Grand Total", first, "$10.55", "§9 Grand Total of three weeks ago is $10.55"),
    the.cell("Grand Total", third, "$373.45", "§9 Grand Total of last week is $373.45"),
    the.cell("Grand Total", current, "$0.00", "§9 Grand Total of this week is $0.00"),
  ),
  step(
    (person) =>
      person.page
        .getByText("Grand Total", { exact: true })
        .first()
        .evaluate((element) => Number(getComputedStyle(element).fontWeight)),
    ["the row 'Grand Total' is bold", (weight) => expect(weight).toBeGreaterThanOrEqual(600)],
  ),
  step(
    async (person, barn) => {
      for (const table of ["payroll", "grooms"]) await barn.rows(`delete from ${table}`);
      await person.opens("/payroll-summary");
      return person.sees();
    },
    the.empty("No Data", "No payroll data to display"),
  ),
]);
