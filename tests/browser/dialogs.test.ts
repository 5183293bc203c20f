import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { holdPosts, JAVASCRIPT, openBrowser } from "#tests/support/browser.ts";
import { openPage, visitAs } from "#tests/support/people.ts";

/* What a dialog says and keeps, on a small phone, too (docs/product.md, 'Dialogs'). */

let barn: Barn;
let browser: Browser;

beforeAll(async () => {
  [barn, browser] = await Promise.all([openBarn(), openBrowser()]);
});
afterAll(async () => {
  await barn.close();
});

const PHONE = { viewport: { width: 390, height: 660 } };
/** A phone whose keyboard is open. */
const KEYBOARD = { width: 390, height: 360 };

const asAdmin = (steps: (page: Page) => Promise<void>, options = {}, noise?: RegExp) =>
  visitAs(barn, browser, ADMIN, { ...PHONE, ...options }, steps, noise);

const hasFocus = (element: Element) => element === document.activeElement;
/** Whether an element is in the window, with nothing over it. */
function isInSight(element: Element) {
  const { x, y, width, height, top, bottom } = element.getBoundingClientRect();
  const found = document.elementFromPoint(x + width / 2, y + height / 2);
  return top >= 0 && bottom <= innerHeight && (element.contains(found) || found?.contains(element) === true);
}

test("the buttons stay in sight, the field in error gets the focus above them, and the alert stands there, too", () =>
  asAdmin(
    async (page) => {
      await openPage(barn, page, "/horses/new");
      const dialog = page.getByRole("dialog", { name: "New Horse" });
      const add = dialog.getByRole("button", { name: "Add", exact: true });
      const cancel = dialog.getByRole("link", { name: "Cancel" });
      for (const each of [add, cancel]) expect(await each.evaluate(isInSight)).toBe(true);
      await dialog.getByLabel("Name").fill("Bella");
      await dialog.getByLabel("Training").fill("much");
      await page.setViewportSize(KEYBOARD);
      await add.click();
      const wrong = dialog.locator("#record-training[aria-invalid]");
      await wrong.waitFor();
      await expect.poll(() => wrong.evaluate(hasFocus)).toBe(true);
      for (const each of [wrong, add]) expect(await each.evaluate(isInSight)).toBe(true);
    },
    {},
    /status of 400/,
  ));

test("a field that is left says what is wrong with it until that is mended, and a form with such a message is not sent", () =>
  asAdmin(async (page) => {
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await openPage(barn, page, "/horses/new");
    const dialog = page.getByRole("dialog", { name: "New Horse" });
    const name = dialog.getByLabel("Name");
    await name.press("Tab");
    await dialog.getByText("Name is required.", { exact: true }).waitFor();
    expect(await name.getAttribute("aria-describedby")).toBe("record-name-error");
    expect(await dialog.locator("[aria-invalid]").count()).toBe(1);
    await name.fill("Bella");
    await dialog.getByText("Name is required.").waitFor({ state: "detached" });
    await name.fill("");
    await dialog.getByLabel("Training").fill("much");
    await dialog.getByLabel("Check-in Date").fill("2126-01-01");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByText("Enter an amount in dollars, such as 2,900 or 2900.50.").waitFor();
    await dialog.getByText("Enter a date that exists, from 01/01/2000 to 12/31/2099.").waitFor();
    await expect.poll(() => name.evaluate(hasFocus)).toBe(true);
    expect(posts).toEqual([]);
  }));

test("a press on Cancel as a field is left wrong closes the dialog, although a message appears above it", () =>
  asAdmin(async (page) => {
    await openPage(barn, page, "/customers/new");
    const dialog = page.getByRole("dialog", { name: "New Customer" });
    await dialog.getByLabel("Name").focus();
    await dialog.getByRole("link", { name: "Cancel" }).click({ position: { x: 5, y: 3 } });
    await dialog.waitFor({ state: "detached" });
  }));

test.each(JAVASCRIPT)(
  "%s riders are added and removed one by one, and what is typed is saved",
  (_, javaScriptEnabled) =>
    visitAs(barn, browser, ADMIN, { ...PHONE, javaScriptEnabled }, async (page) => {
      await openPage(barn, page, "/customers/new", javaScriptEnabled);
      const dialog = page.getByRole("dialog", { name: "New Customer" });
      const [riders, chips] = [dialog.getByLabel("Riders"), dialog.getByRole("listitem")];
      const name = `Riding ${javaScriptEnabled}`;
      await dialog.getByLabel("Name").fill(name);
      for (const text of ["Ana", "Bea", "Cleo"]) {
        await riders.fill(text);
        if (javaScriptEnabled) await riders.press("Enter");
        else await dialog.getByRole("button", { name: "Add rider" }).click();
        await chips.filter({ hasText: text }).waitFor();
        await expect.poll(() => riders.evaluate(hasFocus)).toBe(true);
      }
      await dialog.getByRole("button", { name: "Remove Bea" }).click();
      await expect.poll(() => chips.allTextContents()).toEqual(["Ana", "Cleo"]);
      if (javaScriptEnabled) {
        // A blank name and one that is there are ignored.
        for (const text of ["  ", " Ana "]) {
          await riders.fill(text);
          await riders.press("Enter");
          expect([await riders.inputValue(), await chips.allTextContents()]).toEqual(["", ["Ana", "Cleo"]]);
        }
      }
      const saved = () => barn.rows("select riders from customers where name = ?", [name]);
      expect(await saved()).toEqual([]);
      await riders.fill("Dora");
      await dialog.getByRole("button", { name: "Add", exact: true }).last().click();
      await dialog.waitFor({ state: "detached" });
      expect(await saved()).toEqual([{ riders: '["Ana","Cleo","Dora"]' }]);
    }),
);

test("a second Escape and the backdrop ask before what was typed is dropped, too", () =>
  asAdmin(async (page) => {
    const question = page.getByRole("dialog", { name: "Discard changes?" });
    const dialog = page.getByRole("dialog", { name: "New Customer" });
    await openPage(barn, page, "/customers/new");
    await dialog.getByLabel("Name").fill("Typed");
    // Chrome closes a dialog at a second Escape, whatever a page does at its `cancel` event.
    for (const leave of [
      () => page.keyboard.press("Escape"),
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(3, 200),
    ]) {
      await leave();
      await question.getByRole("button", { name: "Keep editing" }).click();
      await question.waitFor({ state: "detached" });
      expect(await dialog.getByLabel("Name").inputValue()).toBe("Typed");
    }
    await dialog.getByLabel("Name").fill("");
    await page.mouse.click(3, 200);
    await dialog.waitFor({ state: "detached" });
  }));

test("while a record is saved the button says so, and a second press sends nothing", () =>
  asAdmin(async (page) => {
    await openPage(barn, page, "/customers/new");
    let answer = () => {};
    const held = new Promise<void>((done) => {
      answer = done;
    });
    const posts: string[] = [];
    await page.route("**/customers/new.data*", async (route) => {
      posts.push(route.request().url());
      await held;
      await route.continue();
    });
    const dialog = page.getByRole("dialog", { name: "New Customer" });
    await dialog.getByLabel("Name").fill("Slow Network");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const adding = dialog.getByRole("button", { name: "Adding...", exact: true });
    await adding.click({ force: true });
    await dialog.getByLabel("Name").press("Enter");
    answer();
    await dialog.waitFor({ state: "detached" });
    expect(posts).toHaveLength(1);
    expect(await barn.rows("select count(*) as n from customers where name = 'Slow Network'")).toEqual([{ n: 1 }]);
  }));

test("if the network fails, or a new version has replaced the file, a press on a dialog says that it did not load, and opens it by Load again or by itself", () =>
  asAdmin(
    async (page) => {
      for (const how of ["abort", "404"]) {
        await openPage(barn, page, "/services?q=clip");
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
    },
    { viewport: { width: 1280, height: 800 } },
    /Failed to load resource|Loading chunk routes\/services\/new failed/,
  ));

test("an invited and a deleted admin show in the list before the server has answered", () =>
  asAdmin(async (page) => {
    await openPage(barn, page, "/accounts/new");
    const row = page.getByRole("rowheader", { name: "new.admin@example.com", includeHidden: true });
    const stored = () => barn.rows("select deleted_at from admins where email = 'new.admin@example.com'");
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
