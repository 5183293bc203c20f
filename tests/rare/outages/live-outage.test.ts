import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, openBrowserToStop } from "#lab/support/browser.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { expectFine } from "#tests/support/browser/axe.ts";
import { DESK, PHONE } from "#tests/support/browser/lists.ts";
import { expectLive, liveLabel, OUTAGE_NOISE, openLivePage } from "#tests/support/browser/live.ts";
import { startNetwork } from "#tests/support/browser/network.ts";
import { openPage, visitAs } from "#tests/support/browser/people.ts";
import { valueIn } from "#tests/support/browser/rows.ts";

const { barn } = startBarn();

afterEach(() => barn.proxy.make({ kind: "none" }));

const asAdmin = (steps: (page: Page) => Promise<void>, options: BrowserContextOptions = {}, noise?: RegExp) =>
  visitAs(barn, openBrowser(), ADMIN, { ...DESK, ...options }, steps, noise);

test("a navigation while the server is down keeps the sidebar, and the page loads by itself once the server is back", () =>
  asAdmin(
    async (page) => {
      await openLivePage(barn, page, "/grooms");
      const sidebar = page.getByRole("complementary", { name: "Sidebar" });
      // Without the number of weeks due, which the database does not tell during an outage.
      const shown = async () =>
        (await sidebar.getByRole("link").allTextContents()).map((text) => text.replace(/\d+$/, ""));
      const links = await shown();
      // The browser has the code, the styles and the icons already.
      const all = ({ pathname }: URL) => !/^\/assets\/|\.svg$/.test(pathname);
      for (const [name, fault, answer] of [
        ["Customers", "This page did not load", () => page.route(all, (route) => route.abort())],
        ["Services", "This page did not load", () => page.route(all, (route) => route.fulfill({ status: 502 }))],
        ["Accounts", "The database cannot be reached", () => barn.proxy.make({ kind: "refuse" })],
      ] as const) {
        await answer();
        await sidebar.getByRole("link", { name, exact: true }).click();
        await page.getByRole("heading", { level: 1, name: fault }).waitFor();
        // Where requests are intercepted nothing is cached, so the styles of the error page load first.
        await expect.poll(shown).toEqual(links);
        await sidebar.getByRole("button", { name: /alex@hayloft\.example/ }).waitFor();
        expect(await page.getByRole("button", { name: "Sign in" }).count()).toBe(0);
        barn.proxy.make({ kind: "none" });
        await page.unrouteAll();
        await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
        await expect.poll(shown).toEqual(links);
        // Before its hydration a link would load the document, for which a browser has an error screen of its own.
        await expectLive(page);
      }
    },
    {},
    // Remix writes the error of an answer that it cannot decode.
    new RegExp(`${OUTAGE_NOISE.source}|^SyntaxError`),
  ));

/** Lets the code of the 'New Service' dialog throw an error, and opens the dialog. */
async function openWithError(page: Page, message: string, { isHidden = false } = {}) {
  await openPage(barn, page, "/services");
  if (isHidden)
    await page.evaluate(() => Object.defineProperty(document, "hidden", { configurable: true, value: true }));
  const code = await page
    .waitForFunction(() => window.__remixManifest.routes["/services/new"]?.module)
    .then((found) => found.jsonValue());
  const body = `export const clientLoader = () => ({}); export default () => { throw new Error("${message}"); }`;
  await page.route(`**${code}`, (route) => route.fulfill({ contentType: "text/javascript", body }));
  await page.getByRole("link", { name: "Add Service" }).click();
}

test("a fault of a page that is no failed request does not load the page again and again", () =>
  asAdmin(
    async (page) => {
      await openWithError(page, "Cannot read properties of undefined (reading 'fetchedAt')");
      await page.getByRole("heading", { name: "Unexpected Application Error!" }).waitFor();
    },
    {},
    /fetchedAt/,
  ));

test("a page that did not load asks ever more seldom, in a visible tab only, and loads by itself once in half a minute", () =>
  asAdmin(
    async (page) => {
      await page.clock.install();
      const asked: string[] = [];
      await page.route(
        () => true,
        (route) => {
          if (route.request().method() !== "HEAD") return route.fallback();
          asked.push(route.request().url());
          return asked.length < 4 ? route.abort() : route.fallback();
        },
      );
      await openWithError(page, "Failed to fetch", { isHidden: true });
      const failed = page.getByRole("heading", { name: "This page did not load" });
      await failed.waitFor();
      await page.clock.runFor(10_000);
      expect(asked).toEqual([]);
      await page.evaluate(() => {
        Reflect.deleteProperty(document, "hidden");
        document.dispatchEvent(new Event("visibilitychange"));
      });
      await expect.poll(() => asked.length).toBe(1);
      const secondsUntil = async (times: number) => {
        let seconds = 0;
        for (; asked.length < times && seconds < 60; seconds += 1) await page.clock.runFor(1_000);
        return seconds;
      };
      const [first, second] = [await secondsUntil(2), await secondsUntil(3)];
      const loaded = page.waitForEvent("load");
      const third = await secondsUntil(4);
      expect([first, second, third]).toEqual([first, second, third].toSorted((a, b) => a - b));
      expect(third).toBeGreaterThan(first + 5);
      await loaded;
      await failed.waitFor();
      await page.clock.runFor(10_000);
      expect(asked).toHaveLength(4);
    },
    {},
    /Failed to (fetch|load)|ERR_|Minified React error/,
  ));

describe("a page that misses updates says so and recovers without a reload", () => {
  const expectLabel = (page: Page, label: string) => expect.poll(() => liveLabel(page), { interval: 100 }).toBe(label);

  /** Changes the groom in the database, without the worker. */
  const setEndDate = async (id: string, date: string) => {
    await barn.rows("update grooms set end_date = ?, version = version + 1 where id = ?", [date, id]);
    await barn.rows(
      "insert into activity (id, at, actor, action, content, topics, before, \"after\") values (?, '2026', 'x', 'x', '', '[\"grooms\"]', '[]', '[]')",
      [crypto.randomUUID()],
    );
  };
  const endDateShown = (page: Page) => valueIn(page, "Outage: end date").textContent();
  const id = crypto.randomUUID();
  beforeAll(() =>
    barn.rows(
      "insert into grooms (id, name, start_date, weekly_salary, location, created_at, updated_at) values (?, 'Outage', '2026-01-05', 90000, 'florida', '2026', '2026')",
      [id],
    ),
  );

  test("after workerd was killed and restarted", () =>
    asAdmin(
      async (page) => {
        await openLivePage(barn, page, "/grooms?q=outage");
        const restarted = barn.kill("workerd");
        await setEndDate(id, "2099-02-01");
        await restarted;
        await expect.poll(() => endDateShown(page)).toBe("02/01/2099");
        await expectLive(page);
      },
      {},
      OUTAGE_NOISE,
    ));

  test("after an outage of the database", () =>
    asAdmin(
      async (page) => {
        await openLivePage(barn, page, "/grooms?q=outage");
        await barn.stopDatabase();
        await expectLabel(page, "Reconnecting…");
        await barn.startDatabase();
        await setEndDate(id, "2099-02-02");
        await expect.poll(() => endDateShown(page)).toBe("02/02/2099");
        await expectLabel(page, "Live");
      },
      {},
      OUTAGE_NOISE,
    ));

  test("after an outage of the database that began with an answer of 403, and keeps what is typed meanwhile", () =>
    asAdmin(
      async (page) => {
        await openLivePage(barn, page, "/grooms?q=outage");
        await page.getByRole("link", { name: "Add Groom" }).click();
        await page.getByRole("dialog").getByLabel("Name").fill("Half a na");
        const checked = page.waitForResponse(/\/_root\.data/);
        await page.route(/_routes=.*grooms/, async (route) => {
          barn.proxy.make({ kind: "refuse" });
          await route.fulfill({ status: 403 });
          await page.unroute(/_routes=.*grooms/);
        });
        await setEndDate(id, "2099-02-06");
        await checked;
        barn.proxy.make({ kind: "none" });
        await expect.poll(() => endDateShown(page)).toBe("02/06/2099");
        expect(await page.getByRole("dialog").getByLabel("Name").inputValue()).toBe("Half a na");
      },
      {},
      OUTAGE_NOISE,
    ));

  test("after the browser was offline, which the page of a phone calls 'Offline'", () =>
    asAdmin(
      async (page) => {
        await openLivePage(barn, page, "/grooms?q=outage");
        await page.context().setOffline(true);
        await expectLabel(page, "Offline");
        await expectFine(page);
        await setEndDate(id, "2099-02-03");
        await page.context().setOffline(false);
        await expect.poll(() => endDateShown(page)).toBe("02/03/2099");
        await expectLabel(page, "Live");
      },
      PHONE,
      OUTAGE_NOISE,
    ));

  test("after packets were lost without either side learning of it", async () => {
    const network = await startNetwork(barn.url);
    try {
      await asAdmin(
        async (page) => {
          await openLivePage({ ...barn, url: network.url }, page, "/grooms?q=outage");
          network.goDown();
          await expectLabel(page, "Reconnecting…");
          await setEndDate(id, "2099-02-04");
          await sleep(2_000);
          network.comeUp();
          await expect.poll(() => endDateShown(page)).toBe("02/04/2099");
          await expectLabel(page, "Live");
        },
        {},
        OUTAGE_NOISE,
      );
    } finally {
      await network.stop();
    }
  });

  test("after the machine was asleep and every connection was reset", async () => {
    const [network, sleeper] = await Promise.all([startNetwork(barn.url), openBrowserToStop()]);
    try {
      await visitAs(
        barn,
        sleeper.browser,
        ADMIN,
        DESK,
        async (page) => {
          await openLivePage({ ...barn, url: network.url }, page, "/grooms?q=outage");
          sleeper.stop();
          network.goDown();
          await setEndDate(id, "2099-02-05");
          await sleep(6_000);
          network.comeUpWithoutConnections();
          sleeper.goOn();
          await expect.poll(() => endDateShown(page)).toBe("02/05/2099");
          await expectLabel(page, "Live");
        },
        OUTAGE_NOISE,
      );
    } finally {
      await sleeper.close();
      await network.stop();
    }
  });
});
