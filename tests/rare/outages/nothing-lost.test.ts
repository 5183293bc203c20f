import type { Page, Route } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { openBrowser, settled } from "#lab/support/browser.ts";
import { countActivity } from "#lab/support/forms.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { headings } from "#tests/support/browser/lists.ts";
import { openPage, visitAs } from "#tests/support/browser/people.ts";
import { openEditor, pressInMenu, setInRow, valueIn } from "#tests/support/browser/rows.ts";

const OUTAGE_MESSAGE = "The database cannot be reached, so this is not saved. Try again in a moment.";

const { barn } = startBarn();

afterEach(() => barn.proxy.make({ kind: "none" }));

const asAdmin = (javaScriptEnabled: boolean, steps: (page: Page) => Promise<void>, noise?: RegExp) =>
  visitAs(barn, openBrowser(), ADMIN, { javaScriptEnabled }, steps, noise);

const NOW = "2026-01-01T00:00:00.000Z";

async function addService(name: string): Promise<string> {
  const id = crypto.randomUUID();
  await barn.rows(
    "insert into services (id, product_service_name, price, created_at, updated_at) values (?, ?, 4500, ?, ?)",
    [id, name, NOW, NOW],
  );
  return id;
}

async function addGroom(name: string): Promise<string> {
  const id = crypto.randomUUID();
  await barn.rows(
    "insert into grooms (id, name, start_date, weekly_salary, location, created_at, updated_at) values (?, ?, '2026-01-05', 90000, 'florida', ?, ?)",
    [id, name, NOW, NOW],
  );
  return id;
}

/** Returns the values that were set in rows after the first `after` changes, in the order of the writes. */
async function valuesSet(after: number): Promise<{ id: string; value: unknown }[]> {
  const rows = await barn.rows("select action, content from activity order by rowid limit -1 offset ?", [after]);
  return rows.map(({ action, content }) => {
    const { ids, fields, ...values } = JSON.parse(String(content));
    expect(action).toMatch(/^set /);
    return { id: ids.join(), value: values[fields[0]] };
  });
}

/** Runs `act`, JavaScript that may use the counter `n`, every 150 ms in the page, independently of the speed of the test. */
const repeatInPage = (page: Page, act: string, times: number) =>
  page.evaluate(
    `(async () => { for (let n = 0; n < ${times}; n++) { ${act}; await new Promise((done) => setTimeout(done, 150)); } })()`,
  );

/** Cuts off the database as soon as the next form post has its answer, before the page has it. */
const cutOffAfterPost = (page: Page) =>
  page.route("**/*.data*", async (route: Route) => {
    if (route.request().method() !== "POST") return route.continue();
    const response = await route.fetch();
    barn.proxy.make({ kind: "refuse" });
    await route.fulfill({ response });
  });

/** Enough time for a busy machine. */

/** Delays the form posts, the first one most, as a bad connection might. */
async function delayPosts(page: Page): Promise<void> {
  let delay = 300;
  await page.route("**/*.data*", async (route: Route) => {
    if (route.request().method() === "POST") {
      delay = Math.max(0, delay - 60);
      await new Promise((done) => setTimeout(done, delay));
    }
    await route.continue().catch(() => {});
  });
}

test("five switches pressed within a second are all saved, in order", () =>
  asAdmin(true, async (page) => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(await addService(`Quint ${n}`));
    await openPage(barn, page, "/services?q=Quint");
    await delayPosts(page);
    const before = await countActivity(barn);
    await repeatInPage(page, "document.querySelectorAll('td [role=switch]')[n].click()", 5);
    const checked = () =>
      page.evaluate("[...document.querySelectorAll('td [role=switch]')].map((each) => each.ariaChecked).join()");
    expect(await checked()).toBe(Array(5).fill("true").join());
    await expect.poll(() => valuesSet(before)).toEqual(ids.map((id) => ({ id, value: true })));
    await settled(page);
    expect(await checked()).toBe(Array(5).fill("true").join());
  }));

test("a switch pressed five times and a date set five times are saved in order, and the last values stay", () =>
  asAdmin(true, async (page) => {
    const service = await addService("Flickering");
    await openPage(barn, page, "/services?q=Flickering");
    await delayPosts(page);
    let before = await countActivity(barn);
    const flag = page.getByRole("switch", { name: "Flickering: public" });
    await repeatInPage(page, "document.querySelector('td [role=switch]').click()", 5);
    expect(await flag.getAttribute("aria-checked")).toBe("true");
    await expect
      .poll(() => valuesSet(before))
      .toEqual([true, false, true, false, true].map((value) => ({ id: service, value })));
    await settled(page);
    expect(await flag.getAttribute("aria-checked")).toBe("true");

    const groom = await addGroom("Often Moved");
    await openPage(barn, page, "/grooms?q=Often&view=all");
    before = await countActivity(barn);
    const dates = Array.from({ length: 5 }, (_, n) => `2027-01-${n + 10}`);
    for (const date of dates) await setInRow(page, "Often Moved: end date", date);
    const shown = () => valueIn(page, "Often Moved: end date").textContent();
    expect(await shown()).toBe("01/14/2027");
    await expect.poll(() => valuesSet(before)).toEqual(dates.map((value) => ({ id: groom, value })));
    await settled(page);
    expect(await shown()).toBe("01/14/2027");
  }));

test("an edit is saved although the user leaves the page at once, and a typed number although the user goes back", () =>
  asAdmin(true, async (page) => {
    const id = await addService("Left behind");
    await openPage(barn, page, "/services?q=Left");
    await delayPosts(page);
    const flag = page.getByRole("switch", { name: "Left behind: public" });
    for (let n = 0; n < 3; n++) await flag.click();
    await page.getByRole("link", { name: "Grooms" }).first().click();
    await page.getByRole("heading", { name: "Grooms", level: 1 }).waitFor();
    await expect
      .poll(() => barn.rows("select public, version from services where id = ?", [id]))
      .toEqual([{ public: 1, version: 4 }]);

    await page.getByRole("link", { name: "Horse Shows" }).first().click();
    const number = await openEditor(page, /: quantity/);
    const name = (await number.getAttribute("aria-label"))?.replace(": quantity", "") ?? "";
    await number.fill("37");
    await page.goBack();
    await page.getByRole("heading", { name: "Grooms", level: 1 }).waitFor();
    await expect.poll(() => barn.rows("select name from shows where quantity = 37")).toEqual([{ name }]);
  }));

test("quick choices in the Columns menu are all saved, without console errors", () =>
  asAdmin(true, async (page) => {
    await openPage(barn, page, "/services");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.locator("#columns").getByLabel("Public", { exact: true }).waitFor();
    // Growing pauses, so that a click comes while the one before is sent, while it is answered, and while the list reloads.
    const clickBox = (at: string) => `document.querySelectorAll('#columns .tick')[${at}].click()`;
    await page.evaluate(
      `(async () => { for (let n = 0; n < 14; n++) { ${clickBox("4 + (n % 2)")}; await new Promise((done) => setTimeout(done, n * 9)); } })()`,
    );
    await settled(page);
    const chosen = ["Product Service Name", "Price", "Sales Description", "Needs Groom", "Actions"];
    expect(await headings(page)).toEqual(chosen);
    await expect
      .poll(() => barn.rows("select hidden from column_choices where screen = '/services'"))
      .toEqual([{ hidden: '["spanishName","public"]' }]);
    await openPage(barn, page, "/services");
    expect(await headings(page)).toEqual(chosen);
    await barn.rows("delete from column_choices");
  }));

test("during an outage of the database a list stays, a switch returns to its old value, and the row says why", () =>
  asAdmin(
    true,
    async (page) => {
      await addService("Away 0");
      await addService("Away 1");
      await openPage(barn, page, "/services?q=Away");
      barn.proxy.make({ kind: "stall" });
      const switches = [0, 1].map((n) => page.getByRole("switch", { name: `Away ${n}: public` }));
      for (const each of switches) await each.click();
      for (const each of switches) expect(await each.getAttribute("aria-checked")).toBe("true");
      const alerts = page.locator("td").getByRole("alert");
      await expect.poll(() => alerts.allTextContents()).toEqual([OUTAGE_MESSAGE, OUTAGE_MESSAGE]);
      for (const each of switches) expect(await each.getAttribute("aria-checked")).toBe("false");
      await pressInMenu(page, "Away 1", "Delete");
      await page.locator(".toast").getByText(OUTAGE_MESSAGE).waitFor();
      expect(await page.getByRole("rowheader").allTextContents()).toEqual(["Away 0", "Away 1"]);
      barn.proxy.make({ kind: "none" });
      await switches[0]?.click();
      await expect
        .poll(() => barn.rows("select public from services where product_service_name = 'Away 0'"))
        .toEqual([{ public: 1 }]);
      await settled(page);
      expect(await alerts.count()).toBe(1);
    },
    /status of 503/,
  ));

test("if Undo does not reach the database, its notice stays, and a second press undoes", () =>
  asAdmin(
    true,
    async (page) => {
      const id = await addService("Undone later");
      const deleted = await barn.post(
        "/services?q=undone",
        { intent: "delete", id },
        { Cookie: await barn.cookieOf(ADMIN) },
      );
      await openPage(barn, page, String(deleted.headers.get("Location")));
      const undo = page.getByRole("button", { name: "Undo" });
      barn.proxy.make({ kind: "server error", error: { at: "begin", code: "BLOCKED", message: "No more writes" } });
      await undo.click();
      await page.getByText(OUTAGE_MESSAGE).waitFor();
      barn.proxy.make({ kind: "none" });
      await undo.click();
      await page.getByRole("rowheader", { name: "Undone later" }).waitFor();
      expect(await page.getByText(OUTAGE_MESSAGE).count()).toBe(0);
    },
    /503/,
  ));

test("a dialog keeps what was refused as invalid, though the database is gone right after", () =>
  asAdmin(
    true,
    async (page) => {
      await openPage(barn, page, "/grooms/new");
      const dialog = page.getByRole("dialog", { name: "New Groom" });
      await dialog.getByLabel("Name").fill("Invalid");
      await dialog.getByLabel("Weekly Salary").fill("much");
      await cutOffAfterPost(page);
      await dialog.getByRole("button", { name: "Add", exact: true }).click();
      const salary = dialog.getByLabel("Weekly Salary");
      await expect.poll(() => salary.getAttribute("aria-invalid")).toBe("true");
      await settled(page);
      expect(await salary.inputValue()).toBe("much");
    },
    /status of (400|503)/,
  ));

test("a dialog keeps the typed values during an outage of the database, and of a record that was deleted in the meantime", () =>
  asAdmin(
    true,
    async (page) => {
      const id = await addGroom("Dialog");
      await openPage(barn, page, `/grooms/${id}/edit?q=Dialog`);
      const dialog = page.getByRole("dialog", { name: "Edit Groom" });
      await dialog.getByLabel("Name").fill("Kept");
      const save = dialog.getByRole("button", { name: "Save", exact: true });
      barn.proxy.make({ kind: "refuse" });
      await save.click();
      await dialog.getByText(OUTAGE_MESSAGE).waitFor();
      barn.proxy.make({ kind: "none" });
      await barn.rows("update grooms set deleted_at = ? where id = ?", [NOW, id]);
      await save.click();
      await dialog.getByText("Somebody deleted this while you were editing.").waitFor();
      expect(await dialog.getByLabel("Name").inputValue()).toBe("Kept");
      expect(await dialog.getByLabel("Weekly Salary").inputValue()).toBe("900");
      await barn.rows("update grooms set deleted_at = null where id = ?", [id]);
      await save.click();
      await dialog.waitFor({ state: "detached" });
      expect(await barn.rows("select name from grooms where id = ?", [id])).toEqual([{ name: "Kept" }]);
    },
    /status of (404|503)/,
  ));
