import { getISOWeek } from "date-fns";
import { expect } from "vitest";
import { plusDays } from "#app/domain/basics/calendar.ts";
import { MONDAY, TODAY } from "#tests/spec/barn.ts";
import { shownDate } from "#tests/spec/dates.ts";
import { spec, step } from "#tests/spec/spec.ts";
import { after, at, changes, deletes, emptied, runs } from "#tests/spec/steps.ts";
import * as the from "#tests/spec/words.ts";
import type { Barn } from "#tests/support/barn/barn.ts";

const DAY = plusDays(MONDAY, -6);
const paid = async ({ rows }: Barn) =>
  (await rows("select id from payroll where paid = 1 order by id")).map(({ id }) => id);
const named = async ({ rows }: Barn, item: string) => (await rows("select * from payroll where item = ?", [item]))[0];
const plaiting = (barn: Barn) => named(barn, "Plaiting");
const QUESTION =
  "This will generate payroll items for all active grooms since the last payroll date. Are you sure you want to continue?";

spec("§2 Payroll", [
  step(
    at("/payroll"),
    the.title("Payroll"),
    the.switchIs("Showing pending payments", "on"),
    the.searchBox("Search payroll..."),
    the.hasColumns("Date", "Week", "Groom", "Item", "Value", "Payment Date", "Paid", "Actions"),
    the.sortedBy("Date"),
    the.columnIs("the view has the items that are not paid, by date", "Item", ["Mucking", "Night watch", "Trailer"]),
    the.cell("Trailer", "Date", shownDate(DAY), "Date reads MM/DD/YYYY"),
    the.cell("Trailer", "Week", String(getISOWeek(new Date(`${DAY}T12:00:00`))), "Week is the number of the week"),
    the.cell("Trailer", "Groom", "Hal"),
    the.cell("Trailer", "Value", "$200.00"),
    the.cell("Trailer", "Payment Date", shownDate(MONDAY), "Payment Date reads MM/DD/YYYY"),
    the.hasButtons("Add Payroll Item", "Add Payroll Items"),
    [
      "the page says 'Last payroll run: date'",
      ({ text }) => expect(text).toContain(`Last payroll run: ${shownDate(plusDays(MONDAY, -14))}`),
    ],
    [
      "Paid is a switch",
      ({ things }) =>
        expect(things.filter(({ role, name }) => role === "switch" && /paid$/.test(name))).toHaveLength(3),
    ],
  ),
  step(
    after((person) => person.presses("Showing pending payments")),
    the.switchIs("Showing all payments", "off"),
    the.columnIs("the other view has all items, by date", "Item", [
      "Feeding",
      "Trailer",
      "Night watch",
      "Mucking",
      "Old work",
    ]),
  ),
  step(
    after((person) => person.presses("Add Payroll Item")),
    the.dialog("New Payroll Item"),
    the.fields({ Groom: "Select a groom...", Item: "" }),
    [
      "the fields are Groom, Item, Date, Payment Date, Value, Paid",
      (seen) =>
        expect(
          the
            .dialogOf(seen)
            ?.inside.filter(({ role }) => ["combobox", "textbox", "checkbox", "switch"].includes(role))
            .map(({ name }) => name),
        ).toEqual([...["Groom", "Item", "Date", "Payment Date", "Value", "Paid"]]),
    ],
    the.hasButtons("Cancel", "Add"),
  ),
  step(
    async (person, barn) => {
      await person.fills({ Item: "Nobody's", Date: DAY, "Payment Date": MONDAY, Value: "5" });
      await person.answers("Add");
      return named(barn, "Nobody's");
    },
    ["§5 without a groom nothing is saved", (row) => expect(row).toBeUndefined()],
  ),
  step(
    async (person, barn) => {
      await person.fills({ Groom: "Hal", Item: "Plaiting" });
      await person.answers("Add");
      return { seen: await person.sees(), row: await plaiting(barn) };
    },
    ["Add closes the dialog", ({ seen }) => expect(the.dialogOf(seen)).toBeUndefined()],
    [
      "§3 an item has a groom, two dates and a value",
      ({ row }) => expect(row).toMatchObject({ groom_id: "hal", date: DAY, payment_date: MONDAY, value: 500 }),
    ],
    ["§4 a new item is not paid", ({ row }) => expect(row?.paid).toBe(0)],
  ),
  step(
    after((person) => person.opensMenu("Plaiting")),
    the.menu("Edit", "Mark Date Paid", "Delete"),
  ),
  changes("item", ["Item", "Plaiting"], { Value: "6" }, plaiting, { value: 600 }),
  deletes("item", "Plaiting", /Plaiting.* was deleted\./, plaiting),
  step(
    after((person) => person.opensMenu("Trailer")),
    the.menu("Edit", "Mark Date Paid", "Delete"),
  ),
  step(
    async (person, barn) => {
      await person.presses("Mark Date Paid");
      return paid(barn);
    },
    [
      "§4 Mark Date Paid pays all unpaid items of that date, and no others",
      (ids) => expect(ids).toEqual(["feed", "old", "trailer", "watch"]),
    ],
  ),
  step(
    after((person) => person.opensMenu("Feeding")),
    the.hasButtons("Mark Date Unpaid"),
    the.noButton("Mark Date Paid"),
  ),
  step(
    async (person, barn) => {
      await person.presses("Mark Date Unpaid");
      return paid(barn);
    },
    [
      "§4 Mark Date Unpaid takes all paid items of that date back, and no others",
      (ids) => expect(ids).toEqual(["old"]),
    ],
  ),
  step(
    async (person, barn) => {
      await person.toggles("Trailer", "Paid");
      return paid(barn);
    },
    ["the switch Paid saves at once, for its item alone", (ids) => expect(ids).toEqual(["old", "trailer"])],
  ),
]);

spec("§2 Payroll, §9 Payroll generation", [
  ...runs(
    {
      path: "/payroll",
      button: "Add Payroll Items",
      title: "Generate Payroll Items",
      says: [QUESTION],
      running: "Generating...",
    },
    ({ rows }) => rows("select * from payroll where payroll_run_id is not null order by groom_id, date"),
    [
      "each active groom has one item for each week since the last run, up to this one",
      ({ made }) =>
        expect(made.map(({ groom_id, date }) => `${groom_id} ${date}`)).toEqual([
          ...[`gus ${plusDays(MONDAY, -7)}`, `gus ${MONDAY}`, `hal ${plusDays(MONDAY, -7)}`, `hal ${MONDAY}`],
        ]),
    ],
    [
      "each item is a 'Weekly Salary'",
      ({ made }) => expect(new Set(made.map(({ item }) => item))).toEqual(new Set(["Weekly Salary"])),
    ],
    [
      "the value is the weekly salary of the groom",
      ({ made }) => expect(made.map(({ value }) => value)).toEqual([80_050, 80_050, 90_000, 90_000]),
    ],
    ["no item is paid", ({ made }) => expect(made.filter((item) => item.paid !== 0)).toEqual([])],
    [
      "an item is paid on the Monday after its week",
      ({ made }) =>
        expect(made.map((item) => item.payment_date)).toEqual([
          MONDAY,
          plusDays(MONDAY, 7),
          MONDAY,
          plusDays(MONDAY, 7),
        ]),
    ],
    ["the page says so", ({ seen }) => expect(seen.text).toContain(`Last payroll run: ${shownDate(TODAY)}`)],
  ),
  step(
    async (_, { rows }) => Date.parse(String((await rows("select last_payroll from settings"))[0]?.last_payroll)),
    ["§4 the last payroll date is now", (last) => expect(Date.now() - last).toBeLessThan(600_000)],
  ),
  emptied(
    "/payroll",
    ["delete from payroll"],
    the.empty("No Payroll Items", "No payroll items have been generated yet"),
  ),
]);
