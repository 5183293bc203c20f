import { expect } from "vitest";
import { plusDays } from "#app/domain/calendar.ts";
import { daysAgo, MONDAY, TODAY } from "./barn.ts";
import { shownDate } from "./dates.ts";
import { spec, step } from "./spec.ts";
import * as the from "./words.ts";

spec("§2 Grooms", [
  step(
    async (person) => {
      await person.opens("/grooms");
      return person.sees();
    },
    the.title("Grooms"),
    the.switchIs("Showing active employees", "on"),
    the.searchBox("Search grooms..."),
    the.columns("Name", "Start Date", "End Date", "Weekly Salary", "Location", "Actions"),
    the.columnIs("§4 the view has the grooms who have started, or have no start date, and have not ended", "Name", [
      ...["Gus", "Hal"],
    ]),
    the.cell("Gus", "Start Date", shownDate(daysAgo(400)), "Start Date reads MM/DD/YYYY"),
    the.cell("Gus", "End Date", shownDate(TODAY), "End Date reads MM/DD/YYYY"),
    the.cell("Gus", "Weekly Salary", "$800.50"),
    the.cell("Gus", "Location", "Florida"),
    the.cell("Hal", "Location", "Long Island"),
    the.button("Add Groom", "Columns"),
  ),
  step(
    async (person) => {
      await person.presses("Showing active employees");
      return person.sees();
    },
    the.switchIs("Showing all employees", "off"),
    the.columnIs("the other view has all grooms", "Name", ["Gus", "Hal", "Ivy", "Jo"]),
  ),
  step(
    async (person) => {
      await person.presses("Add Groom");
      return person.sees();
    },
    the.dialog("New Groom"),
    the.fields({ Name: "", "Start Date": "", "End Date": "", "Weekly Salary": "", Location: "Florida" }),
    the.options("Location", "Florida", "Long Island"),
    the.button("Cancel", "Add"),
  ),
  step(
    async (person, barn) => {
      await person.fills({
        Name: "Kim",
        "Start Date": daysAgo(3),
        "Weekly Salary": "1,050.25",
        Location: "Long Island",
      });
      await person.answers("Add");
      return { seen: await person.sees(), groom: (await barn.rows("select * from grooms where name = 'Kim'"))[0] };
    },
    ["Add closes the dialog", ({ seen }) => expect(the.dialogOf(seen)).toBeUndefined()],
    ["the list has the new groom", ({ seen }) => expect(the.cellOf(seen, "Kim", "Weekly Salary")).toBe("$1,050.25")],
    ["§3 a groom has a salary", ({ groom }) => expect(groom?.weekly_salary).toBe(105_025)],
    [
      "§3 a groom has a start date, and may have no end date",
      ({ groom }) => expect([groom?.start_date, groom?.end_date]).toEqual([daysAgo(3), null]),
    ],
    ["§3 a groom is in florida or long-island", ({ groom }) => expect(groom?.location).toBe("long-island")],
  ),
  step(
    async (person, barn) => {
      await person.edits("Kim", "Start Date", daysAgo(5));
      await person.edits("Kim", "End Date", plusDays(MONDAY, 30));
      return { seen: await person.sees(), groom: (await barn.rows("select * from grooms where name = 'Kim'"))[0] };
    },
    ["a start date that is edited in the row is saved", ({ groom }) => expect(groom?.start_date).toBe(daysAgo(5))],
    [
      "an end date that is edited in the row is saved",
      ({ groom }) => expect(groom?.end_date).toBe(plusDays(MONDAY, 30)),
    ],
    [
      "the row shows the new date",
      ({ seen }) => expect(the.cellOf(seen, "Kim", "End Date")).toBe(shownDate(plusDays(MONDAY, 30))),
    ],
  ),
  step(
    async (person) => {
      await person.opensMenu("Kim");
      return person.sees();
    },
    the.menu("Edit", "Delete"),
  ),
  step(
    async (person, barn) => {
      await person.presses("Edit");
      const seen = await person.sees();
      await person.fills({ "Weekly Salary": "900" });
      await person.answers("Save");
      return { seen, groom: (await barn.rows("select * from grooms where name = 'Kim'"))[0] };
    },
    [
      "Edit opens the dialog with the values of the groom",
      ({ seen }) => expect(the.contentOf(seen, "Name")).toBe("Kim"),
    ],
    ["Save stores the change", ({ groom }) => expect(groom?.weekly_salary).toBe(90_000)],
  ),
  step(
    async (person, barn) => {
      await person.opensMenu("Kim", "Delete");
      return { seen: await person.sees(), groom: (await barn.rows("select * from grooms where name = 'Kim'"))[0] };
    },
    ["Delete asks nothing: the groom is gone at once", ({ groom }) => expect(groom?.deleted_at).not.toBeNull()],
    ["the page says what was deleted", ({ seen }) => expect(seen.text).toContain("Kim was deleted.")],
  ),
  step(
    async (person, barn) => {
      await barn.rows("update grooms set deleted_at = '2026-01-01T00:00:00.000Z'");
      await person.opens("/grooms");
      return person.sees();
    },
    the.empty("No Grooms", "Add new grooms to manage them here"),
  ),
]);
