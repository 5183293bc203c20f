import { expect } from "vitest";
import { plusDays } from "#app/domain/basics/calendar.ts";
import { daysAgo, TODAY } from "#tests/spec/barn.ts";
import { shownDate } from "#tests/spec/dates.ts";
import type { SpecPerson } from "#tests/spec/person.ts";
import { spec, step } from "#tests/spec/spec.ts";
import { after, at, deletes, emptied, runs } from "#tests/spec/steps.ts";
import * as the from "#tests/spec/words.ts";
import type { Barn } from "#tests/support/barn/barn.ts";

const show = async ({ rows }: Barn, name: string) => (await rows("select * from shows where name = ?", [name]))[0];
const billsOf = async ({ rows }: Barn) => rows("select * from bill_items where show_id is not null order by show_id");
const confirm = "Are you sure you want to bill 2 shows? This action cannot be undone.";

const NOWHERE = { "Show Name": "Nowhere", Date: TODAY, Horse: "Bella", Service: "Braiding", Quantity: "1" };

/** Presses Add in the filled dialog with one field as it must not be, and puts that right again. */
const withoutA = (label: keyof typeof NOWHERE, value = "") => {
  const what = `without ${label}${value === "0" ? " (0)" : ""}`;
  return step(
    async (person: SpecPerson, barn: Barn) => {
      await person.fills({ [label]: value });
      await person.answers("Add");
      const found = { seen: await person.sees(), row: await show(barn, "Nowhere") };
      await person.fills({ [label]: NOWHERE[label] });
      return found;
    },
    [`§5 ${what} no show is saved`, ({ row }) => expect(row).toBeUndefined()],
    [`§5 ${what} that field alone is marked as wrong`, ({ seen }) => expect(the.wrongIn(seen)).toEqual([label])],
  );
};

spec("§2 Shows", [
  step(
    at("/shows"),
    the.title("Shows"),
    the.switchIs("Showing unbilled shows", "on"),
    the.searchBox("Search shows..."),
    the.hasColumns("Show Name", "Date", "Horse", "Service", "Quantity", "Billed", "Actions"),
    the.sortedBy("Date"),
    the.columnIs("the view has the unbilled shows, by date", "Show Name", ["Ocala Opener", "Devon Classic"]),
    the.cell("Ocala Opener", "Date", shownDate(daysAgo(5)), "Date reads MM/DD/YYYY"),
    the.cell("Ocala Opener", "Horse", "Atlas"),
    the.cell("Ocala Opener", "Service", "Braiding"),
    the.cell("Ocala Opener", "Quantity", "2"),
    the.control("Ocala Opener", "Billed", "switch", "off"),
    the.hasButtons("Add Show", "Bill 2 Shows"),
  ),
  step(
    after((person) => person.presses("Showing unbilled shows")),
    the.switchIs("Showing all shows", "off"),
    the.columnIs("the other view has all shows, by date", "Show Name", ["Devon Classic", "Ocala Opener", "Bronx Cup"]),
    the.control("Bronx Cup", "Billed", "switch", "on"),
    ["N counts unbilled shows only", (seen) => the.hasButton(seen, "Bill 2 Shows")],
  ),
  step(
    after((person) => person.searches("unbilled")),
    the.columnIs("a search finds the words of badges", "Show Name", ["Ocala Opener"]),
  ),
  step(
    after(async (person) => {
      await person.opens("/shows");
      await person.presses("Add Show");
    }),
    the.dialog("New Show"),
    the.fields({ "Show Name": "", Horse: "Select a horse...", Service: "Select a service...", Quantity: "1" }),
    the.required("Show Name", "Date", "Horse", "Service", "Quantity"),
    the.options(
      "Service",
      ...["Aspirin", "Blanket", "Boarding", "Boarding Surcharge", "Body clip", "Braiding"],
      ...["Long Island Surcharge", "Training"],
    ),
    the.hasButtons("Cancel", "Add"),
  ),
  step((person) => person.fills(NOWHERE)),
  withoutA("Show Name"),
  withoutA("Date"),
  withoutA("Horse", "Select a horse..."),
  withoutA("Service", "Select a service..."),
  withoutA("Quantity"),
  withoutA("Quantity", "0"),
  step(
    async (person, barn) => {
      const fair = { "Show Name": "Fair", Date: daysAgo(1), Horse: "Bella", Service: "Aspirin", Quantity: "4" };
      await person.fills(fair);
      await person.answers("Add");
      return { seen: await person.sees(), row: await show(barn, "Fair") };
    },
    ["Add closes the dialog", ({ seen }) => expect(the.dialogOf(seen)).toBeUndefined()],
    ["the list has the new show", ({ seen }) => expect(the.cellOf(seen, "Fair", "Quantity")).toBe("4")],
    ["§3 the customer of a show is that of its horse", ({ row }) => expect(row?.customer_id).toBe("abbott")],
    ["§3 a new show is not billed", ({ row }) => expect(row?.billed).toBe(0)],
    [
      "§3 a show has a date, a service and a quantity",
      ({ row }) => expect([row?.date, row?.service_id, row?.quantity]).toEqual([daysAgo(1), "aspirin", 4]),
    ],
  ),
  step(
    after((person) => person.opensMenu("Fair")),
    the.menu("Edit", "Duplicate", "Delete"),
  ),
  step(
    after((person) => person.presses("Edit")),
    the.dialog("Edit Show"),
    the.hasButtons("Cancel", "Save"),
    ["the dialog has the values of the show", (seen) => expect(the.contentOf(seen, "Show Name")).toBe("Fair")],
  ),
  step(
    async (person, barn) => {
      await person.fills({ Horse: "Flint" });
      await person.answers("Save");
      return show(barn, "Fair");
    },
    [
      "§3 another horse brings its customer with it",
      (row) => expect([row?.horse_id, row?.customer_id]).toEqual(["flint", "brown"]),
    ],
  ),
  step(
    async (person, barn) => {
      await person.edits("Fair", "Horse", "Atlas");
      await person.edits("Fair", "Service", "Braiding");
      await person.edits("Fair", "Quantity", "3");
      return show(barn, "Fair");
    },
    ["a horse that is chosen in the row is saved", (row) => expect(row?.horse_id).toBe("atlas")],
    ["§7 and with it the customer of the horse", (row) => expect(row?.customer_id).toBe("zeller")],
    ["a service that is chosen in the row is saved", (row) => expect(row?.service_id).toBe("braid")],
    ["a quantity that is edited in the row is saved", (row) => expect(row?.quantity).toBe(3)],
  ),
  step(
    async (person, barn) => {
      await person.toggles("Fair", "Billed");
      const after = await show(barn, "Fair");
      await person.opens("/shows");
      const seen = await person.sees();
      await person.presses("Showing unbilled shows");
      await person.toggles("Fair", "Billed");
      return { after, seen, again: await show(barn, "Fair") };
    },
    ["the switch Billed saves at once", ({ after }) => expect(after?.billed).toBe(1)],
    [
      "a billed show leaves the view of unbilled shows",
      ({ seen }) => expect(the.cellOf(seen, "Fair", "Horse")).toBeUndefined(),
    ],
    ["§4 the switch Billed can be switched back", ({ again }) => expect(again?.billed).toBe(0)],
  ),
  step(
    async (person, barn) => {
      await person.opensMenu("Fair", "Duplicate");
      return barn.rows("select * from shows where deleted_at is null order by seq");
    },
    [
      "Duplicate adds an unbilled copy of the show",
      (rows) =>
        expect(rows.at(-1)).toMatchObject({
          date: daysAgo(1),
          horse_id: "atlas",
          service_id: "braid",
          quantity: 3,
          billed: 0,
        }),
    ],
    ["Duplicate adds one show", (rows) => expect(rows).toHaveLength(5)],
  ),
  deletes("show", "Fair", /Fair.* was deleted\./, async ({ rows }) => {
    const [row, another] = await rows("select * from shows where deleted_at is not null");
    return another ? undefined : row;
  }),
]);

spec("§2 Shows, §7 Billing shows", [
  ...runs(
    {
      path: "/shows",
      button: "Bill 2 Shows",
      title: "Confirm Billing",
      says: [confirm, "Runs", "in the future"],
      running: "Billing...",
    },
    billsOf,
    [
      "§9 the value is the price of the service times the quantity",
      ({ made: [, opener] }) => expect([opener?.quantity, opener?.value]).toEqual([2, 13_100]),
    ],
    ["§9 the date of the bill is today", ({ made: [, opener] }) => expect(opener?.date).toBe(TODAY)],
    [
      "§9 the location of the bill is that of the horse",
      ({ made: [, opener] }) => expect(opener?.location).toBe("long-island"),
    ],
    [
      "the bill has the customer, horse and service of the show",
      ({ made: [, opener] }) =>
        expect(opener).toMatchObject({ customer_id: "zeller", horse_id: "atlas", service_id: "braid" }),
    ],
    ["§9 the bill is not exported", ({ made: [, opener] }) => expect(opener?.export_id).toBeNull()],
    ["a show in the future is billed, too", ({ made: [classic] }) => expect(classic?.value).toBe(12_000)],
    [
      "the view of unbilled shows is empty, with the title 'No Shows'",
      ({ seen }) => expect(seen.text).toContain("No Shows"),
    ],
    ["with no unbilled show the button is disabled", ({ seen }) => the.isDisabled(seen, "Bill 0 Shows")],
  ),
  step(
    (_, { rows }) => rows("select * from shows where billed = 0"),
    ["§4 a show that was billed is billed", (shows) => expect(shows).toEqual([])],
  ),
  step(
    after(async (person, barn) => {
      await barn.rows(
        "insert into shows (id, name, date, horse_id, service_id, created_at, updated_at) values ('far', 'Far', ?, 'bella', 'braid', '2026-01-01', '2026-01-01')",
        [plusDays(TODAY, 30)],
      );
      await person.opens("/shows");
    }),
    the.hasButtons("Bill 1 Show"),
  ),
  emptied(
    "/shows",
    ["update shows set deleted_at = '2026-01-01T00:00:00.000Z'"],
    the.empty("No Shows", "Add new shows to manage them here"),
    the.disabled("Bill 0 Shows"),
  ),
]);
