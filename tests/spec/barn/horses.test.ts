import { expect } from "vitest";
import { daysAgo, FIRST_OF_MONTH, TODAY } from "#tests/spec/barn.ts";
import { shownDate } from "#tests/spec/dates.ts";
import { spec, step } from "#tests/spec/spec.ts";
import { after, at, deletes, emptied } from "#tests/spec/steps.ts";
import * as the from "#tests/spec/words.ts";

const found = (what: string, text: string, ...names: string[]) =>
  step(
    after((person) => person.searches(text)),
    the.columnIs(`a search finds rows by ${what}`, "Name", names),
  );

spec("§2 Horses", [
  step(
    at("/horses"),
    the.title("Horses"),
    the.switchIs("Showing horses in property", "on"),
    the.searchBox("Search horses..."),
    the.hasColumns(
      ...["Name", "Responsible Party", "Check-in Date", "Check-out Date", "Boarding", "Boarding Surcharge", "Training"],
      ...["Blanket", "Billable", "Location", "Actions"],
    ),
    the.sortedBy("Name"),
    the.columnIs("the view has the horses checked in by now and not checked out before today, by name", "Name", [
      ...["Atlas", "Bella", "Comet", "Flint"],
    ]),
    the.cell("Bella", "Responsible Party", "Ann Abbott"),
    the.cell("Comet", "Responsible Party", "Unknown"),
    the.cell("Bella", "Check-in Date", shownDate(FIRST_OF_MONTH), "Check-in Date reads MM/DD/YYYY"),
    the.cell("Flint", "Check-out Date", shownDate(TODAY), "Check-out Date reads MM/DD/YYYY"),
    the.cell("Atlas", "Boarding", "$2,500.50"),
    the.cell("Bella", "Boarding Surcharge", "$150.00"),
    the.cell("Bella", "Training", "$1,750.00"),
    the.cell("Atlas", "Blanket", "$100.00"),
    the.cell("Bella", "Blanket", "$0.00"),
    the.cell("Bella", "Location", "Florida"),
    the.cell("Atlas", "Location", "Long Island"),
    the.control("Bella", "Billable", "checkbox", "on"),
    the.control("Comet", "Billable", "checkbox", "off"),
    the.hasButtons("Add Horse", "Bill 3 Horses"),
  ),
  step(
    after((person) => person.presses("Showing horses in property")),
    the.switchIs("Showing all horses", "off"),
    the.columnIs("the other view has all horses", "Name", ["Atlas", "Bella", "Comet", "Drift", "Ember", "Flint"]),
    the.hasButtons("Bill 4 Horses"),
  ),
  step(
    after(async (person) => {
      await person.presses("Showing all horses");
      await person.sortsBy("Name");
    }),
    the.sortedBy("Name", "descending"),
    the.columnIs("a click on the heading of the sorted column reverses the list", "Name", [
      ...["Flint", "Comet", "Bella", "Atlas"],
    ]),
  ),
  step(
    after((person) => person.sortsBy("Responsible Party")),
    the.sortedBy("Responsible Party"),
    [
      "the sort by Responsible Party goes by the name of the customer",
      ({ rows }) =>
        expect(rows.map((row) => row["Responsible Party"]).filter((name) => name !== "Unknown")).toEqual([
          ...["Ann Abbott", "Bob Brown", "Cy Zeller"],
        ]),
    ],
  ),
  found("the name, in capitals or not", "BELLA", "Bella"),
  found("the responsible party", "zeller", "Atlas"),
  found("the location", "long island", "Atlas"),
  found("dates", `${shownDate(TODAY)} brown`, "Flint"),
  found("the amount of boarding", "2,500.50", "Atlas"),
  step(
    async (person) => {
      await person.opens("/horses");
      await person.hides("Training");
      const without = await person.sees();
      await person.hides("Training");
      return { without, with: await person.sees() };
    },
    ["the Columns menu hides a column", ({ without }) => expect(without.columns).not.toContain("Training")],
    ["the Columns menu shows a column again", ({ with: { columns } }) => expect(columns).toContain("Training")],
  ),
  step(
    after((person) => person.presses("Add Horse")),
    the.dialog("New Horse"),
    the.fields({
      Name: "",
      "Responsible Party": "Select a responsible party",
      "Check-in Date": TODAY,
      "Check-out Date": "",
      Boarding: "2900",
      "Boarding Surcharge": "150",
      Training: "1750",
      Blanket: false,
      Billable: true,
      Location: "Florida",
    }),
    the.isA("Billable", "checkbox"),
    the.options("Location", "Florida", "Long Island"),
    the.hasButtons("Cancel", "Add"),
  ),
  step(
    after((person) => person.answers("Cancel")),
    the.noDialog("Cancel closes the dialog"),
  ),
  step(
    async (person, barn) => {
      await person.presses("Add Horse");
      await person.fills({
        ...{ Name: "Gala", "Responsible Party": "Bob Brown", Boarding: "3,000", Training: "0" },
        ...{ Blanket: true, Billable: false, Location: "Long Island" },
      });
      await person.answers("Add");
      return { seen: await person.sees(), horse: (await barn.rows("select * from horses where name = 'Gala'"))[0] };
    },
    ["after saving, the dialog closes", ({ seen }) => expect(the.dialogOf(seen)).toBeUndefined()],
    ["the list has the new horse", ({ seen }) => expect(the.cellOf(seen, "Gala", "Boarding")).toBe("$3,000.00")],
    ["§3 a horse has the responsible party of the dialog", ({ horse }) => expect(horse?.customer_id).toBe("brown")],
    ["§3 a horse is in florida or long-island", ({ horse }) => expect(horse?.location).toBe("long-island")],
    ["§3 a horse has amounts", ({ horse }) => expect([horse?.boarding, horse?.training]).toEqual([300_000, 0])],
    ["§3 a horse has a blanket", ({ horse }) => expect(horse?.has_blanket).toBe(1)],
    ["§3 a horse is billable or not", ({ horse }) => expect(horse?.is_billable).toBe(0)],
    ["§3 the check-out date may be empty", ({ horse }) => expect(horse?.check_out_date).toBeNull()],
  ),
  step(
    after((person) => person.presses("Add Horse")),
    [
      "after saving, the form has its defaults again",
      (seen) => expect([the.contentOf(seen, "Name"), the.contentOf(seen, "Boarding")]).toEqual(["", "2900"]),
    ],
  ),
  step(
    after(async (person) => {
      await person.answers("Cancel");
      await person.opensMenu("Gala");
    }),
    the.menu("Edit", "Delete"),
  ),
  step(
    after((person) => person.presses("Edit")),
    the.hasButtons("Cancel", "Save"),
    ["the dialog has the values of the horse", (seen) => expect(the.contentOf(seen, "Name")).toBe("Gala")],
  ),
  step(
    async (person, barn) => {
      await person.fills({ Name: "Gala II" });
      await person.answers("Save");
      return {
        seen: await person.sees(),
        horse: (await barn.rows("select name from horses where name like 'Gala%'"))[0],
      };
    },
    ["Save closes the dialog", ({ seen }) => expect(the.dialogOf(seen)).toBeUndefined()],
    ["Save stores the change", ({ horse }) => expect(horse?.name).toBe("Gala II")],
  ),
  step(
    async (person, barn) => {
      await person.edits("Bella", "Check-in Date", daysAgo(2));
      await person.edits("Bella", "Check-out Date", TODAY);
      return { seen: await person.sees(), horse: (await barn.rows("select * from horses where id = 'bella'"))[0] };
    },
    [
      "a check-in date that is edited in the row is saved",
      ({ horse }) => expect(horse?.check_in_date).toBe(daysAgo(2)),
    ],
    ["a check-out date that is edited in the row is saved", ({ horse }) => expect(horse?.check_out_date).toBe(TODAY)],
    [
      "the row shows the new date",
      ({ seen }) => expect(the.cellOf(seen, "Bella", "Check-out Date")).toBe(shownDate(TODAY)),
    ],
  ),
  step(
    async (person, barn) => {
      await person.toggles("Bella", "Billable");
      return { seen: await person.sees(), horse: (await barn.rows("select * from horses where id = 'bella'"))[0] };
    },
    ["the checkbox Billable saves at once", ({ horse }) => expect(horse?.is_billable).toBe(0)],
    ["a horse that is not billable does not count in the button", ({ seen }) => the.hasButton(seen, "Bill 2 Horses")],
  ),
  deletes(
    "horse",
    "Flint",
    "Flint was deleted.",
    async ({ rows }) => (await rows("select * from horses where id = 'flint'"))[0],
    ["the list no longer has a deleted horse", ({ seen }) => expect(the.cellOf(seen, "Flint", "Name")).toBeUndefined()],
  ),
  step(
    after((person) => person.opensMenu("Atlas", "Delete")),
    [
      "what hangs on a deleted horse is said afterwards, with Undo",
      ({ text }) =>
        expect(text.replace(/\s+/g, " ")).toMatch(
          /Atlas was deleted\. 1 pending bill \(\$120\.00\) and 1 unbilled show stay\. .*Undo/,
        ),
    ],
    the.noDialog("no dialog asks about a horse with bills"),
    the.hasButtons("Show them"),
  ),
  emptied(
    "/horses",
    ["update horses set deleted_at = '2026-01-01T00:00:00.000Z'"],
    the.empty("No Horses", "Add new horses to manage them here"),
    the.disabled("Bill 0 Horses"),
  ),
]);
