import { expect } from "vitest";
import { plusDays } from "#app/domain/basics/calendar.ts";
import { daysAgo, MONDAY, TODAY } from "#tests/spec/barn.ts";
import { shownDate } from "#tests/spec/dates.ts";
import { spec, step } from "#tests/spec/spec.ts";
import { after, at, changes, deletes, emptied } from "#tests/spec/steps.ts";
import * as the from "#tests/spec/words.ts";
import type { Barn } from "#tests/support/barn/barn.ts";

const kim = async ({ rows }: Barn) => (await rows("select * from grooms where name = 'Kim'"))[0];

spec("§2 Grooms", [
  step(
    at("/grooms"),
    the.title("Grooms"),
    the.switchIs("Showing active employees", "on"),
    the.searchBox("Search grooms..."),
    the.hasColumns("Name", "Start Date", "End Date", "Weekly Salary", "Location", "Actions"),
    the.columnIs("§4 the view has the grooms who have started, or have no start date, and have not ended", "Name", [
      ...["Gus", "Hal"],
    ]),
    the.cell("Gus", "Start Date", shownDate(daysAgo(400)), "Start Date reads MM/DD/YYYY"),
    the.cell("Gus", "End Date", shownDate(TODAY), "End Date reads MM/DD/YYYY"),
    the.cell("Gus", "Weekly Salary", "$800.50"),
    the.cell("Gus", "Location", "Florida"),
    the.cell("Hal", "Location", "Long Island"),
    the.hasButtons("Add Groom"),
  ),
  step(
    after((person) => person.presses("Showing active employees")),
    the.switchIs("Showing all employees", "off"),
    the.columnIs("the other view has all grooms", "Name", ["Gus", "Hal", "Ivy", "Jo"]),
  ),
  step(
    after((person) => person.presses("Add Groom")),
    the.dialog("New Groom"),
    the.fields({ Name: "", "Start Date": "", "End Date": "", "Weekly Salary": "", Location: "Florida" }),
    the.options("Location", "Florida", "Long Island"),
    the.hasButtons("Cancel", "Add"),
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
      return { seen: await person.sees(), groom: await kim(barn) };
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
      return { seen: await person.sees(), groom: await kim(barn) };
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
    after((person) => person.opensMenu("Kim")),
    the.menu("Edit", "Delete"),
  ),
  changes("groom", ["Name", "Kim"], { "Weekly Salary": "900" }, kim, { weekly_salary: 90_000 }),
  deletes("groom", "Kim", "Kim was deleted.", kim),
  emptied(
    "/grooms",
    ["update grooms set deleted_at = '2026-01-01T00:00:00.000Z'"],
    the.empty("No Grooms", "Add new grooms to manage them here"),
  ),
]);
