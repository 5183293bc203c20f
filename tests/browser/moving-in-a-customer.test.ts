import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, type Lists, openLists } from "#tests/support/lists.ts";

/* A customer who comes with riders and a horse. */

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

const ownerOf = async (horse: string) => {
  const [row] = await lists.barn.rows(
    "select c.name, c.riders, c.id <> h.id as own from horses h join customers c on c.id = h.customer_id where h.name = ?",
    [horse],
  );
  return row;
};

test("a customer with two riders and a horse takes 9 presses", () =>
  lists.asAdmin(DESK, async (page) => {
    let presses = 0;
    const press = async (target: Locator) => {
      presses += 1;
      await target.click();
    };
    const enter = async () => {
      presses += 1;
      await page.keyboard.press("Enter");
    };
    await lists.goto(page, "/customers");
    const dialog = page.getByRole("dialog");
    await press(page.getByRole("link", { name: "Add Customer" }));
    await dialog.getByRole("textbox", { name: "Name", exact: true }).waitFor();
    await page.keyboard.type("Carla Nunez");
    await press(dialog.getByLabel("Riders", { exact: true }));
    await page.keyboard.type("Eva Nunez");
    await enter();
    await page.keyboard.type("Leo Nunez");
    await press(dialog.getByRole("button", { name: "Add", exact: true }));
    await press(page.getByRole("status").getByRole("link", { name: "Add horse" }));
    await page.getByRole("dialog", { name: "New Horse" }).waitFor();
    await page.keyboard.type("Cuervo");
    await press(dialog.getByRole("button", { name: "Add", exact: true }));
    await page.getByRole("status").getByText("Cuervo added").waitFor();
    expect(await ownerOf("Cuervo")).toEqual({ name: "Carla Nunez", riders: '["Eva Nunez","Leo Nunez"]', own: 1 });
    expect(presses).toBeLessThanOrEqual(9);
  }));

test("a new horse makes its customer in the same save", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      const horse = "Nueva";
      await lists.goto(page, "/horses/new");
      const dialog = page.getByRole("dialog", { name: "New Horse" });
      await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(horse);
      const customer = dialog.getByLabel("New Customer");
      expect(await customer.isVisible()).toBe(false);
      await dialog.getByLabel("Responsible Party").selectOption("New customer…");
      await dialog.getByRole("button", { name: "Add", exact: true }).click();
      await dialog.getByText("New Customer is required.").waitFor();
      await customer.fill(`Owner of ${horse}`);
      await dialog.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByRole("status").getByText(`${horse} added`).waitFor();
      expect(await ownerOf(horse)).toEqual({ name: `Owner of ${horse}`, riders: "[]", own: 1 });
      const [change] = await lists.barn.rows(
        "select kind, action, records from activity_entries order by seq desc limit 1",
      );
      expect(change).toMatchObject({ action: "add horse and customer", kind: "horses" });
    },
    /status of 400/,
  ));
