import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { openBrowser, openBrowserToStop } from "#tests/support/browser.ts";
import { DESK } from "#tests/support/lists.ts";
import { connectHub, isLive, liveState, OUTAGE } from "#tests/support/live.ts";
import { startNetwork } from "#tests/support/network.ts";
import { visitAs } from "#tests/support/people.ts";

let barn: Barn;
let browser: Browser;

beforeAll(async () => {
  [barn, browser] = await Promise.all([openBarn(), openBrowser()]);
});
afterAll(async () => {
  await barn.close();
});

const asAdmin = (steps: (page: Page) => Promise<void>, options: BrowserContextOptions = {}, noise?: RegExp) =>
  visitAs(barn, browser, ADMIN, { ...DESK, ...options }, steps, noise);

describe("while the page is not live it says so, and comes right by itself", () => {
  const REPAIRED = { timeout: 5_000, interval: 50 };
  const says = (page: Page, words: string) =>
    expect.poll(() => liveState(page), { timeout: 12_000, interval: 100 }).toBe(words);

  /** As somebody would write who is not cut off. */
  const writePast = async (id: string, date: string) => {
    await barn.rows("update grooms set end_date = ?, version = version + 1 where id = ?", [date, id]);
    await barn.rows(
      "insert into activity (id, at, actor, action, content, topics, before, \"after\") values (?, '2026', 'x', 'x', '', '[\"grooms\"]', '[]', '[]')",
      [crypto.randomUUID()],
    );
  };
  const shown = (page: Page) => page.getByLabel("Outage: end date").inputValue();
  const id = crypto.randomUUID();
  beforeAll(() =>
    barn.rows(
      "insert into grooms (id, name, start_date, weekly_salary, location, created_at, updated_at) values (?, 'Outage', '2026-01-05', 90000, 'florida', '2026', '2026')",
      [id],
    ),
  );

  test("when workerd is started anew", () =>
    asAdmin(
      async (page) => {
        await connectHub(barn, page, "/grooms?q=outage");
        const restarted = barn.kill("workerd");
        await writePast(id, "2099-02-01");
        await restarted;
        await expect.poll(() => shown(page), REPAIRED).toBe("2099-02-01");
        await isLive(page);
      },
      {},
      OUTAGE,
    ));

  test("when sqld is away for a while", () =>
    asAdmin(
      async (page) => {
        await connectHub(barn, page, "/grooms?q=outage");
        await barn.stopDatabase();
        await says(page, "Reconnecting…");
        await barn.startDatabase();
        await writePast(id, "2099-02-02");
        await expect.poll(() => shown(page), REPAIRED).toBe("2099-02-02");
        await says(page, "Live");
      },
      {},
      OUTAGE,
    ));

  test("when the machine has no connection it says that it is offline, and reads again when it has one", () =>
    asAdmin(
      async (page) => {
        await connectHub(barn, page, "/grooms?q=outage");
        await page.context().setOffline(true);
        await says(page, "Offline");
        await writePast(id, "2099-02-03");
        await page.context().setOffline(false);
        await expect.poll(() => shown(page), REPAIRED).toBe("2099-02-03");
        await says(page, "Live");
      },
      {},
      OUTAGE,
    ));

  test("when the network is cut and nobody is told", async () => {
    const network = await startNetwork(barn.url);
    try {
      await asAdmin(
        async (page) => {
          await connectHub({ ...barn, url: network.url }, page, "/grooms?q=outage");
          network.cut();
          await says(page, "Reconnecting…");
          await writePast(id, "2099-02-04");
          await sleep(2_000);
          network.mend();
          await expect.poll(() => shown(page), REPAIRED).toBe("2099-02-04");
          await says(page, "Live");
        },
        {},
        OUTAGE,
      );
    } finally {
      await network.stop();
    }
  });

  test("when the machine was asleep, and every connection is gone", async () => {
    const [network, sleeper] = await Promise.all([startNetwork(barn.url), openBrowserToStop()]);
    try {
      await visitAs(
        barn,
        sleeper.browser,
        ADMIN,
        DESK,
        async (page) => {
          await connectHub({ ...barn, url: network.url }, page, "/grooms?q=outage");
          sleeper.stop();
          network.cut();
          await writePast(id, "2099-02-05");
          await sleep(6_000);
          network.forget();
          sleeper.goOn();
          await expect.poll(() => shown(page), REPAIRED).toBe("2099-02-05");
          await says(page, "Live");
        },
        OUTAGE,
      );
    } finally {
      await sleeper.close();
      await network.stop();
    }
  });
});
