import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { addHorses, billsFor, billsOf } from "#lab/support/billing.ts";
import { openBrowser, settled } from "#lab/support/browser.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { DESK } from "#tests/support/browser/lists.ts";
import { actAs, expectLive, liveLabel, OUTAGE_NOISE, openLivePage } from "#tests/support/browser/live.ts";
import { openPage, visitAs } from "#tests/support/browser/people.ts";
import { openEditor, setInRow, valueIn } from "#tests/support/browser/rows.ts";

const { barn, otherAdmin } = startBarn();

const asAdmin = (steps: (page: Page) => Promise<void>, options: BrowserContextOptions = {}, noise?: RegExp) =>
  visitAs(barn, openBrowser(), ADMIN, { ...DESK, ...options }, steps, noise);

const { post, set, addGroom } = actAs(() => ({ barn, headers: otherAdmin }));

/** Counts the reloads of the page's live data from now on. */
function countReloads(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.url().includes("_routes=")) count += 1;
  });
  return () => count;
}

const FORBIDDEN_NOISE = /status of 403/;

test("an admin who signs out in another tab keeps what is typed in the service form, and is sent there from a list at the next change", () =>
  asAdmin(
    async (page) => {
      await openLivePage(barn, page, "/");
      await page.getByLabel("Comments").fill("Half a sent");
      const list = await page.context().newPage();
      await openLivePage(barn, list, "/grooms?q=luz");
      const reloads = countReloads(page);
      await page.context().clearCookies();
      await addGroom("After the sign-out");
      await expect.poll(() => page.getByRole("link", { name: "Grooms" }).count()).toBe(0);
      // waitForURL would fail here: the tab may start the navigation twice.
      await expect.poll(() => list.url()).toBe(`${barn.url}/`);
      await list.getByRole("button", { name: "Sign in" }).first().waitFor();
      const soon = reloads();
      await sleep(800);
      expect([soon <= 4, reloads()]).toEqual([true, soon]);
      expect(await page.getByLabel("Comments").inputValue()).toBe("Half a sent");
      expect(await page.locator(".live[data-state]").count()).toBe(0);
    },
    {},
    FORBIDDEN_NOISE,
  ));

test("a page whose shared worker has died without a word finds another one, and shows what changed meanwhile", () =>
  asAdmin(async (page) => {
    await page.addInitScript(() => {
      const Original = SharedWorker;
      let worker: SharedWorker | undefined;
      globalThis.SharedWorker = function connect(url: URL, options: WorkerOptions) {
        worker = new Original(url, options);
        return worker;
      } as unknown as typeof SharedWorker;
      Object.assign(globalThis, { loseWorker: () => worker?.port.close() });
    });
    await openLivePage(barn, page, "/grooms");
    await page.evaluate("loseWorker()");
    await addGroom("While nobody listened");
    await page.getByRole("rowheader", { name: "While nobody listened" }).waitFor();
    await expectLive(page);
    await addGroom("Heard again");
    await page.getByRole("rowheader", { name: "Heard again" }).waitFor();
  }));

test("a proxy that refuses the stream causes neither a redirect nor repeated page loads", () =>
  asAdmin(
    async (page) => {
      let loads = 0;
      page.on("load", () => {
        loads += 1;
      });
      await page.addInitScript(() => Reflect.deleteProperty(globalThis, "SharedWorker"));
      await page.route("**/live", (route) => route.fulfill({ status: 403 }));
      for (const path of ["/grooms/new", "/"]) {
        await openPage(barn, page, path);
        await expect.poll(() => liveLabel(page)).toBe("Reconnecting…");
        await sleep(300);
        expect(new URL(page.url()).pathname).toBe(path);
      }
      expect(loads).toBe(2);
    },
    {},
    FORBIDDEN_NOISE,
  ));

test.each([
  ["holds back all events of the stream", null],
  ["refuses the stream", 403],
])("behind a proxy that %s a page shows what changed when it gets the focus, and twice a minute", (_, status) =>
  asAdmin(
    async (page) => {
      await page.clock.install();
      await page.addInitScript(() => Reflect.deleteProperty(globalThis, "SharedWorker"));
      await page.route("**/live", (route) => (status ? route.fulfill({ status }) : undefined));
      await openPage(barn, page, "/grooms");
      await expect.poll(() => liveLabel(page)).toBe("Reconnecting…");
      const row = (name: string) => page.getByRole("rowheader", { name });
      await addGroom(`At the focus, ${status}`);
      await expect
        .poll(async () => {
          await page.evaluate(() => window.dispatchEvent(new Event("focus")));
          return row(`At the focus, ${status}`).count();
        })
        .toBe(1);
      await addGroom(`By the clock, ${status}`);
      await page.clock.runFor(31_000);
      await row(`By the clock, ${status}`).waitFor();
      const reloads = countReloads(page);
      const counts: number[] = [];
      for (let halfMinute = 0; halfMinute < 6; halfMinute += 1) {
        const before = reloads();
        await page.clock.runFor(30_000);
        // The refusal of a stream is followed by a look at who is signed in.
        await expect.poll(reloads).toBeGreaterThan(before);
        await settled(page);
        counts.push(reloads() - before);
      }
      // A page that is left open does not ask more and more often: a timer for each refusal would double them each time.
      expect(counts.at(-1)).toBeLessThanOrEqual(10);
      expect(await liveLabel(page)).toBe("Reconnecting…");
    },
    {},
    FORBIDDEN_NOISE,
  ),
);

test("a page of an older version ignores data of a newer one, keeps the typed text and offers the new version", () =>
  asAdmin(async (page) => {
    await openLivePage(barn, page, "/grooms/new");
    const dialog = page.getByRole("dialog", { name: "New Groom" });
    await dialog.getByLabel("Name").fill("Half typ");
    await page.route(/_routes=/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "x-version": "another" } });
    });
    const reloads = countReloads(page);
    await addGroom("Of a newer version");
    await expect.poll(() => liveLabel(page)).toBe("New version: load it");
    await addGroom("And another");
    await sleep(500);
    expect(reloads()).toBe(1);
    expect(await dialog.getByLabel("Name").inputValue()).toBe("Half typ");
    await page.unroute(/_routes=/);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Discard changes?" }).getByRole("button", { name: "Discard" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "New version: load it" }).click();
    await page.getByRole("rowheader", { name: "Of a newer version" }).waitFor();
    await expectLive(page);
  }));

test("a batch that was confirmed without a response stays as submitted, and confirming again bills once", () =>
  asAdmin(
    async (page) => {
      const horses = await addHorses(barn, "Sentlive", 3);
      await openLivePage(barn, page, "/horses/bill?q=sentlive");
      const dialog = page.getByRole("dialog", { name: "Confirm Billing" });
      await set("/horses", horses[0]?.id ?? "", "checkInDate", "2099-01-01");
      await dialog.getByText("bill 2 horses?").waitFor();
      const confirm = dialog.getByRole("button", { name: "Confirm" });
      await expect.poll(() => confirm.getAttribute("aria-disabled")).toBe("false");
      barn.proxy.make({ kind: "lose answer", request: 1 });
      // The server did bill, so the next reload finds nothing left to bill.
      const read = page.waitForResponse(/_routes=[^&]*bill/);
      await confirm.click();
      await dialog.getByRole("alert").getByText("Press Confirm again").waitFor();
      barn.proxy.make({ kind: "none" });
      await read;
      await settled(page);
      await dialog.getByText("bill 2 horses?").waitFor();
      await confirm.click();
      await page.getByText("Billed 2 horses: ").waitFor();
      expect(await billsOf(barn, horses)).toHaveLength(billsFor(horses.slice(1)));
    },
    {},
    /status of 50\d/,
  ));

test("a batch counts exactly the ticked rows, even after a row was removed and came back", () =>
  asAdmin(async (page) => {
    const horses = await addHorses(barn, "Comesandgoes", 2);
    const two = await page.context().newPage();
    await openPage(barn, two, "/horses/bill?q=comesandgoes");
    await two.getByRole("button", { name: "Confirm" }).click();
    await two.getByText("Billed 2 ").waitFor();
    await openLivePage(barn, page, "/horses/bill?q=comesandgoes");
    const dialog = page.getByRole("dialog", { name: "Confirm Billing" });
    for (const box of await dialog.getByRole("checkbox").all()) await box.check();
    await dialog.getByText("bill 2 horses?").waitFor();
    await set("/horses", horses[0]?.id ?? "", "checkInDate", "2099-01-01");
    await dialog.getByText("bill 1 horse?").waitFor();
    await set("/horses", horses[0]?.id ?? "", "checkInDate", "2026-01-01");
    await expect.poll(() => dialog.getByRole("checkbox").count()).toBe(2);
    const ticked = () => dialog.getByRole("checkbox", { checked: true }).count();
    await expect.poll(async () => [await ticked(), await dialog.getByText("bill 1 horse?").count()]).toEqual([1, 1]);
  }));

test("changes by others arrive while a save waits for its response", () =>
  asAdmin(async (page) => {
    const id = await addGroom("Waiting groom");
    await openLivePage(barn, page, "/grooms?q=waiting groom");
    await page.route("**/grooms.data?*", (route) =>
      route.request().method() === "POST" ? undefined : route.continue(),
    );
    await setInRow(page, "Waiting groom: start date", "2026-04-04");
    await set("/grooms", id, "endDate", "2099-09-09");
    await expect.poll(() => valueIn(page, "Waiting groom: end date").textContent()).toBe("09/09/2099");
    await page.unroute("**/grooms.data?*");
  }));

test("after a failed reload, a navigation makes the page live again", () =>
  asAdmin(
    async (page) => {
      await openLivePage(barn, page, "/grooms");
      await page.route(/_routes=%2Fgrooms/, (route) => route.fulfill({ status: 500 }));
      await addGroom("Not read");
      await expect.poll(() => liveLabel(page)).toBe("Reconnecting…");
      await page.getByRole("link", { name: "Customers" }).click();
      await page.waitForURL(`${barn.url}/customers`);
      await expectLive(page);
      await page.unroute(/_routes=/);
    },
    {},
    /status of 500/,
  ));

test("the last row of a list stays while it has the focus, although another admin deleted it", () =>
  asAdmin(async (page) => {
    const id = await addGroom("The only one");
    await openLivePage(barn, page, "/grooms?q=the only one");
    const end = await openEditor(page, "The only one: end date");
    await page.keyboard.type("12");
    await post("/grooms", { intent: "delete", id });
    await page.getByText("0 grooms", { exact: true }).waitFor();
    expect(await end.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.getByRole("searchbox").focus();
    await page.getByText("Nothing found for").waitFor();
  }));

test("a page that was opened during an outage becomes live when it gets the focus", () =>
  asAdmin(
    async (page) => {
      await barn.stopDatabase();
      await openPage(barn, page, "/");
      await barn.startDatabase();
      await expect
        .poll(async () => {
          await page.evaluate(() => window.dispatchEvent(new Event("focus")));
          return page.getByRole("link", { name: "Grooms" }).count();
        })
        .toBe(1);
      await expectLive(page);
    },
    {},
    OUTAGE_NOISE,
  ));

test("a row that only moves is not marked as changed", () =>
  asAdmin(async (page) => {
    const ids = await Promise.all(["Moves A", "Moves B"].map(addGroom));
    await openLivePage(barn, page, "/grooms?q=moves&sort=endDate");
    await set("/grooms", ids[1] ?? "", "endDate", "2098-01-01");
    const marked = page.locator("tbody :is(.changed, .changed-again)");
    await expect.poll(() => marked.count()).toBe(1);
    await expect.poll(() => marked.count()).toBe(0);
    await set("/grooms", ids[0] ?? "", "endDate", "2099-01-01");
    await expect.poll(() => marked.count()).toBe(1);
    expect(await marked.getByRole("rowheader").textContent()).toBe("Moves A");
  }));
