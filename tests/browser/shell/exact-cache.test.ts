import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { cookieAt } from "#bin/running/session-cookie.ts";
import { settled } from "#lab/support/browser.ts";
import { ADMIN, OTHER_ADMIN } from "#tests/support/barn/barn.ts";
import { DESK, startLists } from "#tests/support/browser/lists.ts";
import { actAs, openLivePage } from "#tests/support/browser/live.ts";
import { pressInMenu } from "#tests/support/browser/rows.ts";

/* What a page keeps, from the database to the screen (docs/architecture.md, 'The exact cache'). */

const lists = startLists();
let other: { Cookie: string };

beforeAll(async () => {
  other = { Cookie: await lists.barn.cookieOf(OTHER_ADMIN) };
});

const { set } = actAs(() => ({ barn: lists.barn, headers: other }));

/** The requests of the page for data, from now on. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on(
    "request",
    (request) =>
      request.url().includes(".data") &&
      requests.push(`${request.method()} ${request.url().slice(request.url().indexOf("/", 8))}`),
  );
  return requests;
}

const press = async (page: Page, title: string) => {
  await page
    .locator("nav a:visible")
    .getByText(title, { exact: true })
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
};

/** How far the rows are scrolled, in pixels. */
const scrolled = (page: Page) => page.locator(".table-scroll").evaluate((rows) => rows.scrollTop);

/** A connection that is paid by its use, on which nothing is loaded ahead. */
const PAID = 'Object.defineProperty(navigator, "connection", { value: { saveData: true } })';

const asAdmin = (steps: (page: Page) => Promise<void>, noise?: RegExp) =>
  lists.asAdmin(
    DESK,
    async (page) => {
      await page.addInitScript(PAID);
      await steps(page);
    },
    noise,
  );

test("a screen that was opened before shows without a request, Back too with its scroll and focus, until something of it changes; a save is one request, and shows in every screen", () =>
  asAdmin(async (page) => {
    await openLivePage(lists.barn, page, "/horses");
    for (const title of ["Grooms", "Customers"]) await press(page, title);
    await settled(page);
    const requests = requestsOf(page);
    await press(page, "Horses");
    await press(page, "Grooms");
    expect(requests).toEqual([]);

    await press(page, "Horses");
    const link = page.locator("tbody tr").nth(30).locator("a").first();
    await link.focus();
    const before = await scrolled(page);
    const name = await link.textContent();
    expect(before).toBeGreaterThan(0);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: name ?? "", level: 1 }).waitFor();
    requests.length = 0;
    await page.goBack();
    await page.getByRole("heading", { name: "Horses", level: 1 }).waitFor();
    await expect
      .poll(() => Promise.all([scrolled(page), page.evaluate(() => document.activeElement?.textContent)]))
      .toEqual([before, name]);
    expect(requests).toEqual([]);

    const [groom] = await lists.barn.rows(
      "select id, name from grooms where deleted_at is null and end_date is null order by name limit 1",
    );
    await set("/grooms", String(groom?.id), "weeklySalary", "1234");
    await settled(page);
    await press(page, "Grooms");
    const row = page.locator("tbody tr").filter({ hasText: String(groom?.name) });
    await expect.poll(() => row.textContent()).toContain("$1,234.00");
    expect(requests.filter((each) => each.includes("/grooms.data"))).toHaveLength(1);
    await press(page, "Horses");
    expect(requests).toHaveLength(1);

    const [found] = await lists.barn.rows(
      "select c.name from customers c join horses h on h.customer_id = c.id where c.deleted_at is null and h.deleted_at is null and h.check_out_date is null order by c.name limit 1",
    );
    await press(page, "Customers");
    await settled(page);
    requests.length = 0;
    await pressInMenu(page, String(found?.name), "Edit");
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    expect(requests).toEqual([]);
    await dialog.getByLabel("Name").first().fill("Kept Customer");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Kept Customer saved").waitFor();
    expect(requests.map((each) => each.split(" ")[0])).toEqual(["POST"]);
    await press(page, "Horses");
    await page.getByText("Kept Customer").first().waitFor();
    expect(requests.filter((each) => each.startsWith("GET"))).toHaveLength(1);
    await press(page, "Grooms");
    expect(requests.filter((each) => each.startsWith("GET"))).toHaveLength(1);
  }));

test("another account in the same browser sees nothing of the first one's, and a page becomes that of the admin who signs in", () =>
  asAdmin(async (page) => {
    const signOut = async (cookies: { name: string; value: string }[]) =>
      lists.barn.post(
        "/auth/sign-out",
        { sign: "out" },
        { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") },
      );
    await openLivePage(lists.barn, page, "/horses");
    await press(page, "Grooms");
    const before = await page.context().cookies();
    await page.context().addCookies([cookieAt(lists.barn.url, other.Cookie)]);
    await signOut(before);
    await page.getByRole("button", { name: OTHER_ADMIN.email }).waitFor();
    expect(await page.getByText(ADMIN.email).count()).toBe(0);
    await page.getByRole("heading", { name: "Grooms", level: 1 }).waitFor();

    await openLivePage(lists.barn, page, "/horses");
    for (const title of ["Grooms", "Horses"]) await press(page, title);
    await signOut(await page.context().cookies());
    // waitForURL would fail here: the tab may start the navigation twice.
    await expect.poll(() => page.url()).toBe(`${lists.barn.url}/`);
    await page.goBack();
    await expect.poll(() => page.locator("tbody").count()).toBe(0);
  }, /403|Failed to load/));
