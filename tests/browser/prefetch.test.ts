import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { openBrowser, settled } from "#tests/support/browser.ts";
import { DESK } from "#tests/support/lists.ts";
import { openLivePage } from "#tests/support/live.ts";
import { visitAs } from "#tests/support/people.ts";

let barn: Barn;
let browser: Browser;

beforeAll(async () => {
  [barn, browser] = await Promise.all([openBarn(), openBrowser()]);
});
afterAll(() => barn.close());

/** The page's requests for the data of Grooms from now on. */
function requestsForGrooms(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => request.url().includes("/grooms.data") && requests.push(request.url()));
  return requests;
}

/** Puts the pointer on the link to Grooms until its page is loaded. */
async function hover(page: Page) {
  const loaded = page.waitForResponse(`${barn.url}/grooms.data`);
  await page.getByRole("link", { name: "Grooms" }).hover();
  await (await loaded).finished();
  await settled(page);
}

async function press(page: Page) {
  await page.getByRole("link", { name: "Grooms" }).click();
  await page.getByRole("heading", { name: "Grooms", level: 1 }).waitFor();
  await settled(page);
}

/** A busy machine may take longer than prefetched data may be shown. */
const SLOW_CLOCK = "{ const now = performance.now.bind(performance); performance.now = () => now() / 100; }";

const onHorses = (steps: (page: Page, requests: string[]) => Promise<void>) =>
  visitAs(barn, browser, ADMIN, DESK, async (page) => {
    await page.addInitScript(SLOW_CLOCK);
    await openLivePage(barn, page, "/horses?q=rumba");
    await steps(page, requestsForGrooms(page));
  });

test("a link under the pointer, or with the focus, has its page loaded once, and a press shows it without another request", () =>
  onHorses(async (page, requests) => {
    await hover(page);
    // The page asks its tab broker for news, and hears of none.
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await settled(page);
    await page.getByRole("link", { name: "Shows" }).hover();
    await page.getByRole("link", { name: "Grooms" }).hover();
    await press(page);
    expect(requests).toHaveLength(1);
    // Each answer is used once.
    await page.getByRole("link", { name: "Customers" }).click();
    await page.getByRole("heading", { name: "Customers", level: 1 }).waitFor();
    await press(page);
    expect(requests).toHaveLength(2);

    await page.getByRole("link", { name: "Horses" }).click();
    await page.getByRole("heading", { name: "Horses", level: 1 }).waitFor();
    await settled(page);
    const loaded = page.waitForResponse(`${barn.url}/grooms.data`);
    await page.getByRole("link", { name: "Grooms" }).focus();
    await (await loaded).finished();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Grooms", level: 1 }).waitFor();
    expect(requests).toHaveLength(3);
  }));

test("a page that was loaded before a change, or more than seconds ago, is not shown", () =>
  onHorses(async (page, requests) => {
    await hover(page);
    const changed = page.evaluate(() => new Promise((done) => addEventListener("datachange", done, { once: true })));
    await barn.post(
      "/grooms/new",
      { idempotencyKey: crypto.randomUUID(), name: "Zoe Late", weeklySalary: "700", location: "florida" },
      { Cookie: await barn.cookieOf(ADMIN) },
    );
    await changed;
    // The press itself loads it again.
    await press(page);
    expect(requests).toHaveLength(2);
    await page.getByText("Zoe Late").first().waitFor();

    await page.getByRole("link", { name: "Horses" }).click();
    await page.getByRole("heading", { name: "Horses", level: 1 }).waitFor();
    await settled(page);
    await page.getByRole("searchbox").hover();
    await hover(page);
    await page.evaluate(() => {
      const { now } = performance;
      performance.now = () => now.call(performance) + 6_000;
    });
    await press(page);
    expect(requests).toHaveLength(4);
  }));

test("after a sign-out in another window a page that was loaded before is not shown", () =>
  onHorses(async (page) => {
    await hover(page);
    const cookies = await page.context().cookies();
    const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    expect((await barn.post("/auth/sign-out", { sign: "out" }, { Cookie })).status).toBeLessThan(400);
    // The page leaves by itself as soon as it hears of the sign-out.
    await page.waitForURL(`${barn.url}/`);
    expect(await page.getByRole("link", { name: "Grooms" }).count()).toBe(0);
  }));

test("without a connection a link under the pointer causes no error, and a press works once there is one", () =>
  visitAs(
    barn,
    browser,
    ADMIN,
    DESK,
    async (page) => {
      await openLivePage(barn, page, "/horses?q=rumba");
      // Loads the code that prefetches.
      await hover(page);
      await page.context().setOffline(true);
      const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/services.data"));
      await page.getByRole("link", { name: "Services" }).hover();
      await failed;
      await page.context().setOffline(false);
      await page.getByRole("link", { name: "Services" }).click();
      await page.getByRole("heading", { name: "Services", level: 1 }).waitFor();
      await settled(page);
    },
    /ERR_INTERNET_DISCONNECTED/,
  ));
