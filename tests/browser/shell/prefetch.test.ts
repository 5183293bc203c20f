import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { settled } from "#lab/support/browser.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { DESK, startLists } from "#tests/support/browser/lists.ts";
import { openLivePage } from "#tests/support/browser/live.ts";

const lists = startLists();

/** The page's requests for the data of Grooms from now on. */
function requestsForGrooms(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => request.url().includes("/grooms.data") && requests.push(request.url()));
  return requests;
}

const isFor = (path: string) => (response: { url(): string }) => response.url().includes(`${path}.data`);

/** Puts the pointer on the link to Grooms until its page is loaded. */
async function hover(page: Page) {
  const loaded = page.waitForResponse(isFor("/grooms"));
  await page.getByRole("link", { name: "Grooms" }).hover();
  await (await loaded).finished();
  await settled(page);
}

async function press(page: Page, name = "Grooms") {
  await page.getByRole("link", { name }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  await settled(page);
}

const onHorses = (steps: (page: Page, requests: string[]) => Promise<void>, noise?: RegExp) =>
  lists.asAdmin(
    DESK,
    async (page) => {
      await openLivePage(lists.barn, page, "/horses?q=rumba");
      await steps(page, requestsForGrooms(page));
    },
    noise,
  );

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

    const loaded = page.waitForResponse(isFor("/services"));
    await page.getByRole("link", { name: "Services" }).focus();
    await (await loaded).finished();
    await settled(page);
    const { length } = requests;
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Services", level: 1 }).waitFor();
    await press(page);
    expect(requests).toHaveLength(length);
  }));

test("a dialog under the pointer is loaded once, and each opening of it has a key of its own; a page that was loaded before a change is not shown as it was", () =>
  onHorses(async (page, grooms) => {
    const requests: string[] = [];
    page.on("request", (request) => request.url().includes("/horses/new.data") && requests.push(request.url()));
    const keys = new Set<string>();
    for (const times of [1, 2]) {
      // When the dialog closes, the pointer is on the link again.
      if (times === 1) await page.getByRole("link", { name: "Add Horse" }).hover();
      await expect.poll(() => requests.length).toBe(times);
      await settled(page);
      await page.getByRole("link", { name: "Add Horse" }).click();
      keys.add(await page.locator("dialog [name=idempotencyKey]").inputValue());
      expect([requests.length, keys.size]).toEqual([times, times]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }

    await hover(page);
    await lists.barn.post(
      "/grooms/new",
      { idempotencyKey: crypto.randomUUID(), name: "Zoe Late", weeklySalary: "700", location: "florida" },
      { Cookie: await lists.barn.cookieOf(ADMIN) },
    );
    await press(page);
    await page.getByText("Zoe Late").first().waitFor();
    expect(grooms).toHaveLength(2);
  }));

test("on a connection that is paid by its use nothing is loaded before the press", () =>
  onHorses(async (page, requests) => {
    await page.evaluate(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
    await page.getByRole("link", { name: "Grooms" }).hover();
    // The code of the page, which is loaded for any connection, comes first.
    await page.locator("link[rel=modulepreload][href*=route]").last().waitFor({ state: "attached" });
    await page.waitForTimeout(200);
    expect(requests).toEqual([]);
    await press(page);
    expect(requests).toHaveLength(1);
  }));

test("without a connection a link under the pointer causes no error, and a press works once there is one", () =>
  onHorses(async (page) => {
    // Loads the code that loads ahead.
    await hover(page);
    await page.context().setOffline(true);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.getByRole("link", { name: "Services" }).hover();
    await page.waitForTimeout(200);
    expect(requests.filter((url) => url.includes("/services"))).toEqual([]);
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "Services" }).click();
    await page.getByRole("heading", { name: "Services", level: 1 }).waitFor();
    await settled(page);
  }, /ERR_INTERNET_DISCONNECTED/));
