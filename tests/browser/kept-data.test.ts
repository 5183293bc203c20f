import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { openBrowser, settled } from "#tests/support/browser.ts";
import { DESK } from "#tests/support/lists.ts";
import { actAs, openLivePage } from "#tests/support/live.ts";
import { visitAs } from "#tests/support/people.ts";
import { pressInMenu } from "#tests/support/rows.ts";

/* What a page keeps, from the database to the screen (docs/architecture.md, 'What a page keeps'). */

const OTHER_ADMIN = { email: "dana@hayloft.example", name: "Dana Whitfield" };

let barn: Barn;
let browser: Browser;
let other: { Cookie: string };

beforeAll(async () => {
  [barn, browser] = await Promise.all([openBarn(), openBrowser()]);
  other = { Cookie: await barn.cookieOf(OTHER_ADMIN) };
});
afterAll(() => barn.close());

const { set } = actAs(() => ({ barn, headers: other }));

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

const asAdmin = (steps: (page: Page) => Promise<void>, noise?: RegExp, script = PAID) =>
  visitAs(
    barn,
    browser,
    ADMIN,
    DESK,
    async (page) => {
      await page.addInitScript(script);
      await steps(page);
    },
    noise,
  );

test("a screen that was opened before shows without a request, Back too with its scroll and focus, until something of it changes", () =>
  asAdmin(async (page) => {
    await openLivePage(barn, page, "/horses");
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

    const [groom] = await barn.rows(
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
  }));

test("a save is one request, shows in its list, and in every other screen that shows the record", () =>
  asAdmin(async (page) => {
    await openLivePage(barn, page, "/customers");
    for (const title of ["Horses", "Grooms", "Customers"]) await press(page, title);
    await settled(page);
    const [found] = await barn.rows(
      "select c.name from customers c join horses h on h.customer_id = c.id where c.deleted_at is null and h.deleted_at is null and h.check_out_date is null order by c.name limit 1",
    );
    const requests = requestsOf(page);
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

test("another account in the same browser sees nothing of the first one's", () =>
  asAdmin(async (page) => {
    await openLivePage(barn, page, "/horses");
    for (const title of ["Grooms", "Horses"]) await press(page, title);
    const cookies = await page.context().cookies();
    const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    await barn.post("/auth/sign-out", { sign: "out" }, { Cookie });
    // waitForURL would fail here: the tab may start the navigation twice.
    await expect.poll(() => page.url()).toBe(`${barn.url}/`);
    await page.goBack();
    await expect.poll(() => page.locator("tbody").count()).toBe(0);
  }, /403|Failed to load/));

test("a page of an admin becomes that of another one who signs in in the same browser", () =>
  asAdmin(async (page) => {
    await openLivePage(barn, page, "/horses");
    await press(page, "Grooms");
    const [name = "", value = ""] = other.Cookie.split("=");
    const [before] = (await page.context().cookies()).filter((cookie) => cookie.name === name);
    await page.context().addCookies([{ name, value, url: barn.url }]);
    await barn.post("/auth/sign-out", { sign: "out" }, { Cookie: `${name}=${before?.value}` });
    await page.getByRole("button", { name: OTHER_ADMIN.email }).waitFor();
    expect(await page.getByText(ADMIN.email).count()).toBe(0);
    await page.getByRole("heading", { name: "Grooms", level: 1 }).waitFor();
  }, /403|Failed to load/));

test("the screens opened most are loaded ahead once, but not on a connection that is paid by its use", async () => {
  const visits = `localStorage.setItem("visits", '{"/grooms":9,"/shows":7,"/services":1,"/accounts":3,"/billing":5}')`;
  for (const [script, expected] of [
    [visits, ["/grooms", "/shows", "/billing", "/accounts"]],
    [`${visits}; ${PAID}`, []],
  ] as const) {
    await asAdmin(
      async (page) => {
        const requests = requestsOf(page);
        await openLivePage(barn, page, "/horses");
        await expect.poll(() => requests.length, { timeout: 8_000 }).toBe(expected.length);
        // Longer than the page rests before it loads others ahead.
        await page.waitForTimeout(2_000);
        expect(requests.map((each) => each.replace(/^GET (.*)\.data.*$/, "$1"))).toEqual(expected);
        if (expected.length === 0) return;
        await press(page, "Grooms");
        await press(page, "Billing");
        expect(requests).toHaveLength(expected.length);
      },
      undefined,
      script,
    );
  }
});
