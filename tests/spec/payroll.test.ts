import { getISOWeek } from "date-fns";
import { expect } from "vitest";
import { plusDays } from "#app/domain/calendar.ts";
import type { Barn } from "#tests/support/barn.ts";
import { MONDAY, TODAY } from "./barn.ts";
import { shownDate } from "./dates.ts";
import { spec, step, withJavaScript } from "./spec.ts";
import * as the from "./words.ts";

const DAY = plusDays(MONDAY, -6);
const paid = async ({ rows }: Barn) =>
  (await rows("select id from payroll where paid = 1 order by id")).map(({ id }) => id);
const named = async ({ rows }: Barn, item: string) => (await rows("select * from payroll where item = ?", [item]))[0];
const QUESTION =
  "This will generate payroll items for all active grooms since the last payroll date. Are you sure you want to continue?";

spec("§2 Payroll", [
  step(
    async (person) => {
      await person.opens("/payroll");
      return person.sees();
    },
    the.title("Payroll"),
    the.switchIs("Showing pending payments", "on"),
    the.searchBox("Search payroll..."),
    the.columns("Date", "Week", "Groom", "Item", "Value", "Payment Date", "Paid", "Actions"),
    the.sortedBy("Date"),
    the.columnIs("the view has the items that are not paid, by date", "Item", ["Mucking", "Night watch", "Trailer"]),
    the.cell("Trailer", "Date", shownDate(DAY), "Date reads MM/DD/YYYY"),
    the.cell("Trailer", "Week", String(getISOWeek(new Date(`${DAY}T12:00:00`))), "Week is the number of the week"),
    the.cell("Trailer", "Groom", "Hal"),
    the.cell("Trailer", "Value", "$200.00"),
    the.cell("Trailer", "Payment Date", shownDate(MONDAY), "Payment Date reads MM/DD/YYYY"),
    the.button("Add Payroll Item", "Add Payroll Items", "Columns"),
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
    async (person) => {
      await person.presses("Showing pending payments");
      return person.sees();
    },
    the.switchIs("Showing all payments", "off"),
    the.columnIs("the other view has all items, by date", "Item", [
      "Old work",
      "Mucking",
      "Night watch",
      "Trailer",
      "Feeding",
    ]),
  ),
  step(
    async (person) => {
      await person.presses("Add Payroll Item");
      return person.sees();
    },
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
    the.button("Cancel", "Add"),
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
      return { seen: await person.sees(), row: await named(barn, "Plaiting") };
    },
    ["Add closes the dialog", ({ seen }) => expect(the.dialogOf(seen)).toBeUndefined()],
    [
      "§3 an item has a groom, two dates and a value",
      ({ row }) => expect(row).toMatchObject({ groom_id: "hal", date: DAY, payment_date: MONDAY, value: 500 }),
    ],
    ["§4 a new item is not paid", ({ row }) => expect(row?.paid).toBe(0)],
  ),
  step(
    async (person, barn) => {
      await person.opensMenu("Plaiting", "Edit");
      const seen = await person.sees();
      await person.fills({ Value: "6" });
      await person.answers("Save");
      return { seen, row: await named(barn, "Plaiting") };
    },
    [
      "Edit opens the dialog with the values of the item",
      ({ seen }) => expect(the.contentOf(seen, "Item")).toBe("Plaiting"),
    ],
    ["Save stores the change", ({ row }) => expect(row?.value).toBe(600)],
  ),
  step(
    async (person, barn) => {
      await person.opensMenu("Plaiting", "Delete");
      return { seen: await person.sees(), row: await named(barn, "Plaiting") };
    },
    ["Delete asks nothing: the item is gone at once", ({ row }) => expect(row?.deleted_at).not.toBeNull()],
    ["the page says what was deleted", ({ seen }) => expect(seen.text).toMatch(/Plaiting.* was deleted\./)],
  ),
  step(
    async (person) => {
      await person.opensMenu("Trailer");
      return person.sees();
    },
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
    async (person) => {
      await person.opensMenu("Feeding");
      return person.sees();
    },
    the.button("Mark Date Unpaid"),
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
  step(
    async (person) => {
      await person.opens("/payroll");
      await person.presses("Add Payroll Items");
      return person.sees();
    },
    the.dialog("Generate Payroll Items", QUESTION),
    the.button("Cancel", "Confirm"),
  ),
  withJavaScript(
    step((person) => person.waitsAfter("Confirm", "Generating..."), the.disabled("Generating..."), [
      "the dialog cannot be closed while payroll is generated",
      (seen) => expect(the.dialogOf(seen)?.name).toBe("Generate Payroll Items"),
    ]),
  ),
  step(
    async (person, barn) => {
      if (!person.hasJavaScript) await person.answers("Confirm");
      const items = await barn.rows("select * from payroll where payroll_run_id is not null order by groom_id, date");
      const [settings] = await barn.rows("select last_payroll from settings");
      return { seen: await person.sees(), items, last: String(settings?.last_payroll) };
    },
    ["success closes the dialog", ({ seen }) => expect(the.dialogOf(seen)).toBeUndefined()],
    [
      "each active groom has one item for each week since the last run, up to this one",
      ({ items }) =>
        expect(items.map(({ groom_id, date }) => `${groom_id} ${date}`)).toEqual([
          ...[`gus ${plusDays(MONDAY, -7)}`, `gus ${MONDAY}`, `hal ${plusDays(MONDAY, -7)}`, `hal ${MONDAY}`],
        ]),
    ],
    [
      "each item is a 'Weekly Salary'",
      ({ items }) => expect(new Set(items.map(({ item }) => item))).toEqual(new Set(["Weekly Salary"])),
    ],
    [
      "the value is the weekly salary of the groom",
      ({ items }) => expect(items.map(({ value }) => value)).toEqual([80_050, 80_050, 90_000, 90_000]),
    ],
    ["no item is paid", ({ items }) => expect(items.filter((item) => item.paid !== 0)).toEqual([])],
    [
      "an item is paid on the Monday after its week",
      ({ items }) =>
        expect(items.map((item) => item.payment_date)).toEqual([
          MONDAY,
          plusDays(MONDAY, 7),
          MONDAY,
          plusDays(MONDAY, 7),
        ]),
    ],
    ["§4 the last payroll date is now", ({ last }) => expect(Date.now() - Date.parse(last)).toBeLessThan(600_000)],
    ["the page says so", ({ seen }) => expect(seen.text).toContain(`Last payroll run: ${shownDate(TODAY)}`)],
  ),
  step(
    async (person, barn) => {
      await barn.rows("delete from payroll");
      await person.opens("/payroll");
      return person.sees();
    },
    the.empty("No Payroll Items", "No payroll items have been generated yet"),
  ),
]);
