import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { holdPosts } from "#lab/support/browser.ts";
import { DESK, startLists } from "#tests/support/browser/lists.ts";

/* What a dialog says and keeps, on a small phone, too (docs/product.md, 'Dialogs'). */

const lists = startLists();

const SMALL = { width: 390, height: 660 };
/** With the keyboard of the phone open. */
const WITH_KEYBOARD = { width: 390, height: 360 };

const asAdmin = (steps: (page: Page) => Promise<void>, noise?: RegExp) => lists.asAdmin(DESK, steps, noise);

const hasFocus = (element: Element) => element === document.activeElement;
/** Whether an element is in the window, with nothing over it. */
function isInSight(element: Element) {
  const { x, y, width, height, top, bottom } = element.getBoundingClientRect();
  const found = document.elementFromPoint(x + width / 2, y + height / 2);
  return top >= 0 && bottom <= innerHeight && (element.contains(found) || found?.contains(element) === true);
}

test("a field that is left wrong says so until it is mended, such a form is not sent, and the first such field gets the focus, in sight as the buttons are", () =>
  asAdmin(async (page) => {
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await page.setViewportSize(SMALL);
    await lists.goto(page, "/horses/new");
    const dialog = page.getByRole("dialog", { name: "New Horse" });
    const add = dialog.getByRole("button", { name: "Add", exact: true });
    for (const each of [add, dialog.getByRole("link", { name: "Cancel" })])
      expect(await each.evaluate(isInSight)).toBe(true);
    const [name, training] = [dialog.getByLabel("Name"), dialog.getByLabel("Training")];
    await name.press("Tab");
    await dialog.getByText("Name is required.", { exact: true }).waitFor();
    expect(await name.getAttribute("aria-describedby")).toBe("record-name-error");
    expect(await dialog.locator("[aria-invalid]").count()).toBe(1);
    await name.fill("Bella");
    await dialog.getByText("Name is required.").waitFor({ state: "detached" });
    await name.fill("");
    await training.fill("much");
    await dialog.getByLabel("Check-in Date").fill("2126-01-01");
    await page.setViewportSize(WITH_KEYBOARD);
    await add.click();
    await dialog.getByText("Enter an amount in dollars, such as 2,900 or 2900.50.").waitFor();
    await dialog.getByText("Enter a date that exists, from 01/01/2000 to 12/31/2099.").waitFor();
    await expect.poll(() => name.evaluate(hasFocus)).toBe(true);
    await name.fill("Bella");
    await dialog.getByLabel("Check-in Date").fill("2026-01-01");
    await add.click();
    await expect.poll(() => training.evaluate(hasFocus)).toBe(true);
    for (const each of [training, add]) expect(await each.evaluate(isInSight)).toBe(true);
    expect(posts).toEqual([]);
  }));

test("a press on Cancel closes the dialog, although a message of the field that is left appears; while a record is saved the button says so, and a second press sends nothing", () =>
  asAdmin(async (page) => {
    const dialog = page.getByRole("dialog", { name: "New Customer" });
    await lists.goto(page, "/customers/new");
    await dialog.getByLabel("Name").focus();
    await dialog.getByRole("link", { name: "Cancel" }).click({ position: { x: 5, y: 3 } });
    await dialog.waitFor({ state: "detached" });

    await page.getByRole("link", { name: "Add Customer" }).click();
    await dialog.getByLabel("Name").fill("Slow Network");
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    const release = await holdPosts(page);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByRole("button", { name: "Adding...", exact: true }).click({ force: true });
    await dialog.getByLabel("Name").press("Enter");
    await release();
    await dialog.waitFor({ state: "detached" });
    expect(posts).toHaveLength(1);
    expect(await lists.barn.rows("select count(*) as n from customers where name = 'Slow Network'")).toEqual([
      { n: 1 },
    ]);
  }));

test("if the network fails, or a new version has replaced the file, a press on a dialog says that it did not load, and opens it by Load again or by itself", () =>
  asAdmin(async (page) => {
    for (const how of ["abort", "404"]) {
      await lists.goto(page, "/services?q=clip");
      await page.route(/\/assets\/(record-)?dialog-/, (route) =>
        how === "abort" ? route.abort() : route.fulfill({ status: 404 }),
      );
      // What asks whether the server answers.
      await page.route(
        () => true,
        (route) => (route.request().method() === "HEAD" ? route.abort() : route.fallback()),
      );
      await page.getByRole("link", { name: "Add Service" }).click();
      await page.getByRole("heading", { name: "This page did not load" }).waitFor();
      await page.getByRole("link", { name: "Payroll", exact: true }).waitFor();
      if (how === "abort") {
        await page.unroute(/\/assets\/(record-)?dialog-/);
        await page.getByRole("link", { name: "Load again" }).click();
      } else await page.unrouteAll();
      await page.getByRole("dialog", { name: "New Service" }).waitFor();
      expect(new URL(page.url()).search).toBe("?q=clip");
    }
  }, /Failed to load resource|Loading chunk routes\/services\/new failed/));

test("an invited and a deleted admin show in the list before the server has answered", () =>
  asAdmin(async (page) => {
    await lists.goto(page, "/accounts/new");
    const row = page.getByRole("rowheader", { name: "new.admin@example.com", includeHidden: true });
    const stored = () => lists.barn.rows("select deleted_at from admins where email = 'new.admin@example.com'");
    const invite = await holdPosts(page);
    await page.getByLabel("Email Address").fill("New.Admin@example.com");
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await row.waitFor({ state: "attached" });
    expect(await stored()).toEqual([]);
    await invite();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const remove = await holdPosts(page);
    await page.getByRole("button", { name: "Actions for new.admin@example.com" }).click();
    await page.locator(".menu:popover-open").getByText("Delete").click();
    await row.waitFor({ state: "detached" });
    expect(await stored()).toEqual([{ deleted_at: null }]);
    await remove();
    await page.getByText("new.admin@example.com was deleted.").waitFor();
  }));

test("what another admin changed meanwhile is asked about, in sight, and Save without a choice sends nothing", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      await lists.barn.rows(
        `insert into grooms (id, name, start_date, weekly_salary, location, created_at, updated_at)
         values ('two', 'Two', '2026-01-05', 90000, 'florida', '2026', '2026')`,
      );
      const groom = async () =>
        (await lists.barn.rows("select name, weekly_salary, version from grooms where id = 'two'"))[0];
      await page.setViewportSize({ width: 390, height: 660 });
      await lists.goto(page, "/grooms/two/edit");
      await lists.barn.rows("update grooms set weekly_salary = 95000, version = 2 where id = 'two'");

      const dialog = page.getByRole("dialog", { name: "Edit Groom" });
      await dialog.getByLabel("Name").fill("Second Choice");
      await dialog.getByRole("textbox", { name: "Weekly Salary" }).fill("980");
      const save = dialog.getByRole("button", { name: "Save", exact: true });
      await save.click();
      const alert = dialog.getByRole("alert").filter({ hasText: "Choose what to keep" });
      await alert.waitFor();
      const choice = dialog.getByRole("group", { name: "Weekly Salary" });
      for (const label of ["Mine: $980.00", "Theirs: $950.00"])
        expect(await choice.getByRole("radio", { name: label, checked: false }).count()).toBe(1);
      await expect.poll(() => choice.getByRole("radio").first().evaluate(hasFocus)).toBe(true);
      for (const each of [choice, alert, save]) expect(await each.evaluate(isInSight)).toBe(true);
      expect(await dialog.getByLabel("Name").inputValue()).toBe("Second Choice");

      const posts: string[] = [];
      page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
      await save.click();
      await save.click();
      expect(await choice.getByRole("radio").first().evaluate(hasFocus)).toBe(true);
      expect([posts, await groom()]).toEqual([[], { name: "Two", weekly_salary: 95_000, version: 2 }]);
      await choice.getByRole("radio", { name: "Mine: $980.00" }).check();
      await save.click();
      await dialog.waitFor({ state: "detached" });
      expect(await groom()).toEqual({ name: "Second Choice", weekly_salary: 98_000, version: 3 });
    },
    /status of 409/,
  ));

const ownerOf = async (horse: string) => {
  const [row] = await lists.barn.rows(
    "select c.name, c.riders, c.id <> h.id as own from horses h join customers c on c.id = h.customer_id where h.name = ?",
    [horse],
  );
  return row;
};

test("a customer with two riders and a horse takes 9 presses, and a new horse makes its customer", () =>
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

    // A new horse makes its customer in the same save.
    await lists.goto(page, "/horses/new");
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Nueva");
    const customer = dialog.getByLabel("New Customer");
    expect(await customer.isVisible()).toBe(false);
    await dialog.getByLabel("Responsible Party", { exact: true }).selectOption("New customer…");
    await customer.fill("Owner of Nueva");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("status").getByText("Nueva added").waitFor();
    expect(await ownerOf("Nueva")).toEqual({ name: "Owner of Nueva", riders: "[]", own: 1 });
  }));
