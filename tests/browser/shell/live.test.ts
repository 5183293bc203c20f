import { setTimeout as sleep } from "node:timers/promises";
import type { Page, Request } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { cookieAt } from "#bin/running/session-cookie.ts";
import { addHorses, addShows } from "#lab/support/billing.ts";
import { settled } from "#lab/support/browser.ts";
import { ADMIN, NOT_AN_ADMIN, OTHER_ADMIN } from "#tests/support/barn/barn.ts";
import { DESK, startLists } from "#tests/support/browser/lists.ts";
import { actAs, expectLive, openLivePage } from "#tests/support/browser/live.ts";
import { openPage, visitAs } from "#tests/support/browser/people.ts";
import { menuButton, openEditor, openMenu, setInRow, valueIn } from "#tests/support/browser/rows.ts";
import { chooseHorse } from "#tests/support/browser/service-entry.ts";

const lists = startLists();
let otherAdmin: { Cookie: string };

beforeAll(async () => {
  otherAdmin = { Cookie: await lists.barn.cookieOf(OTHER_ADMIN) };
});

const asAdmin = (steps: (page: Page) => Promise<void>, noise?: RegExp) => lists.asAdmin(DESK, steps, noise);
const openLive = (page: Page, path: string) => openLivePage(lists.barn, page, path);
const clients = async () => (await lists.barn.hub()).clients;

const rowOf = (page: Page, name: string) => page.locator("tbody tr").filter({ hasText: name });
const marked = (page: Page) => page.locator("tbody :is(.changed, .changed-again)");

const { addGroom, post, set, undoDeletion } = actAs(() => ({ barn: lists.barn, headers: otherAdmin }));

/** The page's data requests from now on, both reads and form posts. */
function dataRequestsOf(page: Page): Request[] {
  const requests: Request[] = [];
  page.on("request", (request) => request.url().includes(".data") && requests.push(request));
  return requests;
}

/** The shortest time in milliseconds from the end of one request to the start of the next, by the browser's timing. */
function shortestPause(requests: Request[]): number {
  const times = requests.map((request) => request.timing());
  const pauses = times
    .slice(1)
    .map(({ startTime }, n) => startTime - ((times[n]?.startTime ?? 0) + (times[n]?.responseEnd ?? 0)));
  return Math.min(...pauses);
}

test("a page shows, without a reload, a record that another admin adds, edits, deletes and restores, and marks it", () =>
  asAdmin(async (page) => {
    await openLive(page, "/customers?q=liverecord");
    const id = crypto.randomUUID();
    const save = (path: string, name: string, fields = {}) =>
      post(path, { idempotencyKey: crypto.randomUUID(), emails: "", phone: "", name, ...fields });
    const expectShown = (name: string) => marked(page).filter({ hasText: name }).waitFor();
    await save("/customers/new", "Liverecord one", { idempotencyKey: id });
    await expectShown("Liverecord one");
    await save(`/customers/${id}/edit`, "Liverecord two", { version: "1" });
    await expectShown("Liverecord two");
    await post("/customers", { intent: "delete", id });
    await page.getByText("0 customers").waitFor();
    await undoDeletion("/customers", id);
    await expectShown("Liverecord two");
  }));

describe("while updates arrive,", () => {
  test("a dialog keeps its typed text, messages and focus while the list behind it changes", () =>
    asAdmin(async (page) => {
      const id = await addGroom("Stays in dialog");
      await openLive(page, `/grooms/${id}/edit`);
      const dialog = page.getByRole("dialog", { name: "Edit Groom" });
      await dialog.getByLabel("Weekly Salary").fill("nine hundred");
      await dialog.getByRole("button", { name: "Save", exact: true }).click();
      await dialog.getByText(/^Enter an amount/).waitFor();
      await dialog.getByLabel("Name").fill("Half typ");
      await addGroom("Comes behind the dialog");
      await set("/grooms", id, "startDate", "2026-02-02");
      await page.locator("tbody").getByText("Comes behind the dialog").waitFor({ state: "attached" });
      expect(await dialog.getByLabel("Name").inputValue()).toBe("Half typ");
      expect(await dialog.getByLabel("Weekly Salary").inputValue()).toBe("nine hundred");
      expect(await dialog.getByText(/^Enter an amount/).count()).toBe(1);
      expect(await page.evaluate("document.activeElement.name")).toBe("name");
    }, /status of 400/));

  test("a half-typed number and its row stay in place, although another admin moves or deletes the row", () =>
    asAdmin(async (page) => {
      const { shows } = await addShows(lists.barn, "Heldshow", await addHorses(lists.barn, "Heldhorse", 3));
      const [first, second, third] = shows.map(({ id }) => id) as [string, string, string];
      await openLive(page, "/shows?q=heldshow&sort=quantity");
      const names = () => page.getByRole("rowheader").allTextContents();
      expect(await names()).toEqual(["Heldshow show 0", "Heldshow show 1", "Heldshow show 2"]);
      const quantity = await openEditor(page, "Heldshow show 1: quantity");
      await quantity.press("Backspace");
      await set("/shows", first, "quantity", "9");
      await expect.poll(() => valueIn(page, "Heldshow show 0: quantity").textContent()).toBe("9");
      expect(await names()).toEqual(["Heldshow show 0", "Heldshow show 1", "Heldshow show 2"]);
      await post("/shows", { intent: "delete", id: third });
      await expect.poll(names).toEqual(["Heldshow show 0", "Heldshow show 1"]);
      await post("/shows", { intent: "delete", id: second });
      await settled(page);
      await sleep(300);
      expect(await names()).toEqual(["Heldshow show 0", "Heldshow show 1"]);
      expect(await quantity.inputValue()).toBe("");
      expect(await quantity.evaluate((input) => input === document.activeElement)).toBe(true);
      await undoDeletion("/shows", third);
      await expect.poll(names).toContain("Heldshow show 2");
      // Within one task: the focus that Escape returns to the row must not take it from the search.
      await quantity.evaluate(async (input) => {
        input.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
        await null;
        document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
      });
      await expect.poll(names).toEqual(["Heldshow show 2", "Heldshow show 0"]);
      expect(await page.getByRole("searchbox").evaluate((input) => input === document.activeElement)).toBe(true);
    }));

  test("a page keeps a half-typed date, an open menu, a selection, a search and the scroll position", () =>
    asAdmin(async (page) => {
      await lists.barn.rows(
        `insert into grooms (id, name, start_date, weekly_salary, location, created_at, updated_at)
         select 'long-list-' || value, 'Long list ' || value, '2026-01-05', 90000, 'florida', '2026', '2026' from json_each(?)`,
        [JSON.stringify(Array.from({ length: 25 }, (_, n) => String(n).padStart(2, "0")))],
      );
      await openLive(page, "/grooms?q=long list");
      const body = page.locator("tbody");
      const date = await openEditor(page, "Long list 20: end date", "key");
      await page.keyboard.type("12");
      const place = await date.evaluate((input) => input.getBoundingClientRect().top);
      await addGroom("Long list 00 a");
      await body.getByText("Long list 00 a").waitFor();
      expect(await date.evaluate((input) => input.getBoundingClientRect().top)).toBe(place);
      await page.keyboard.type("312026");
      await page.keyboard.press("Enter");
      await expect.poll(() => valueIn(page, "Long list 20: end date").textContent()).toBe("12/31/2026");

      await menuButton(page, "Long list 10").click();
      await addGroom("Long list 00 b");
      await body.getByText("Long list 00 b").waitFor();
      expect(await openMenu(page).count()).toBe(1);
      await page.keyboard.press("Escape");

      await page.evaluate(() => {
        const cell = [...document.querySelectorAll("tbody th")].find((th) => th.textContent === "Long list 05");
        if (cell) getSelection()?.selectAllChildren(cell);
      });
      await addGroom("Long list 00 c");
      await body.getByText("Long list 00 c").waitFor();
      expect(await page.evaluate("String(getSelection())")).toBe("Long list 05");

      const search = page.getByRole("searchbox");
      await search.fill("long list 0");
      await settled(page);
      await search.pressSequentially("1", { delay: 0 });
      await addGroom("Long list 01 d");
      await body.getByText("Long list 01 d").waitFor();
      expect(await search.inputValue()).toBe("long list 01");
      expect(await search.evaluate((input) => input === document.activeElement)).toBe(true);
    }));

  test("a batch dialog updates its rows, says so, keeps the ticks, and disables Confirm for a moment", () =>
    asAdmin(async (page) => {
      const horses = await addHorses(lists.barn, "Followed", 3);
      const [first, second] = horses.map(({ id }) => id) as [string, string];
      await openLive(page, "/horses/bill?q=followed");
      const dialog = page.getByRole("dialog", { name: "Confirm Billing" });
      const question = (n: number) => `Are you sure you want to bill ${n} horses? This action cannot be undone.`;
      await dialog.getByText(question(3)).waitFor();
      const confirm = dialog.getByRole("button", { name: "Confirm" });
      const idempotencyKey = () => dialog.locator("[name=idempotencyKey]").inputValue();
      const openedKey = await idempotencyKey();
      const paused = dialog.locator("button[aria-disabled=true]", { hasText: "Confirm" }).waitFor();
      await set("/horses", first, "checkInDate", "2099-01-01");
      await dialog.getByText(question(2)).waitFor();
      // The key identifies the submission, however often the dialog reloads.
      expect(await idempotencyKey()).toBe(openedKey);
      await paused;
      await dialog.getByRole("alert").getByText("Somebody changed this since you opened it").waitFor();
      await expect.poll(() => confirm.getAttribute("aria-disabled")).toBe("false");

      const two = await page.context().newPage();
      await lists.goto(two, "/horses/bill?q=followed");
      await two.getByRole("button", { name: "Confirm" }).click();
      await two.getByText("Billed 2 ").waitFor();
      await dialog.getByText("Skipped. Tick to include").waitFor();
      const box = dialog.getByRole("checkbox").first();
      await box.check();
      await set("/horses", second, "checkInDate", "2020-03-03");
      await set("/horses", first, "checkInDate", "2020-03-03");
      await dialog.getByText(question(2)).waitFor();
      expect(await box.isChecked()).toBe(true);
      await expect.poll(() => confirm.getAttribute("aria-disabled")).toBe("false");
      await confirm.click();
      await page.getByText("Billed 2 horses: ").waitFor();
    }));

  test("the service form keeps its choices, even deleted ones, and offers new records", () =>
    asAdmin(async (page) => {
      const [gone, moved] = await addHorses(lists.barn, "Chosen", 2, () => ({ check_in_date: "2020-01-01" }));
      await openLive(page, "/");
      await chooseHorse(page, "Chosen 000");
      await page.getByLabel("Comments").fill("Half a sent");
      await post("/horses", { intent: "delete", id: gone?.id ?? "" });
      const id = await addGroom("Newly offered");
      const offered = page.getByRole("option", { name: "Newly offered", includeHidden: true });
      await offered.waitFor({ state: "attached" });
      const chosen = () => page.locator("select[name=horseId] option:checked").textContent();
      expect([await chosen(), await page.getByLabel("Comments").inputValue()]).toEqual(["Chosen 000", "Half a sent"]);
      await chooseHorse(page, "Chosen 001");
      // A horse that has checked out gets a note.
      await set("/horses", moved?.id ?? "", "checkOutDate", "2020-01-02");
      await expect.poll(chosen).toBe("Chosen 001 (not on the property)");
      await post("/grooms", { intent: "delete", id });
      await offered.waitFor({ state: "detached" });
      expect(await chosen()).toBe("Chosen 001 (not on the property)");
    }));
});

test("a page marks the rows that others changed only, and does not reload after its own save", () =>
  asAdmin(async (page) => {
    const ids = await Promise.all(["Marked A", "Marked B", "Marked C"].map((name) => addGroom(name)));
    await openLive(page, "/grooms?q=marked");
    const requests = dataRequestsOf(page);
    await set("/grooms", ids[1] ?? "", "endDate", "2099-01-01");
    await marked(page).first().waitFor();
    expect(await marked(page).getByRole("rowheader").allTextContents()).toEqual(["Marked B"]);
    expect(requests.length).toBe(1);
    // Delays the response to the save, so that the announcement of the change arrives first.
    await page.route("**/grooms.data?*", async (route) => {
      const response = await route.fetch();
      if (route.request().method() === "POST") await sleep(500);
      await route.fulfill({ response });
    });
    await setInRow(page, "Marked A: start date", "2026-03-03");
    await settled(page);
    await sleep(500);
    await page.unroute("**/grooms.data?*");
    expect(await marked(page).getByRole("rowheader").allTextContents()).toEqual([]);
    // The answer to the form post has the list.
    expect(requests.length).toBe(2);
    await set("/services", "training", "public", "true");
    await sleep(500);
    expect(requests.length).toBe(2);
    // A burst of changes causes few reloads, and the last change is shown.
    for (let n = 1; n <= 9; n += 1) await set("/grooms", ids[2] ?? "", "endDate", `2098-01-0${n}`);
    await expect.poll(() => valueIn(page, "Marked C: end date").textContent()).toBe("01/09/2098");
    await settled(page);
    expect(shortestPause(requests.slice(2))).toBeGreaterThan(90);
  }));

test("a browser has one connection for all of its tabs, and none after they are closed", async () => {
  await asAdmin(async (page) => {
    await openLive(page, "/grooms");
    for (const path of ["/horses", "/payroll", "/"]) await openLive(await page.context().newPage(), path);
    // Connections of earlier tests end by then.
    await expect.poll(clients).toBe(1);
    await addGroom("For all tabs");
    await rowOf(page, "For all tabs").waitFor();
  });
  await expect.poll(clients).toBe(0);
});

test("without shared workers each tab has a connection, which closes after minutes in the background and reopens on return", async () => {
  await asAdmin(async (page) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, "SharedWorker"));
    await openLive(page, "/grooms");
    await expect.poll(clients).toBe(1);
    // Three minutes of the worker last three seconds.
    await page.workers()[0]?.evaluate(() => {
      const { setTimeout } = globalThis;
      Object.assign(globalThis, { setTimeout: (act: () => void, ms: number) => setTimeout(act, ms / 60) });
    });
    const setHidden = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await setHidden(true);
    const requests = dataRequestsOf(page);
    await addGroom("While hidden");
    await sleep(500);
    expect(await clients()).toBeGreaterThan(0);
    await expect.poll(clients).toBe(0);
    expect(requests).toEqual([]);
    await setHidden(false);
    await rowOf(page, "While hidden").waitFor();
    await expect.poll(clients).toBe(1);
    await expectLive(page);
  });
});

test("a removed admin is sent to the service form in all tabs, keeps what is typed there, and the connection closes until the next sign-in", () =>
  visitAs(lists.barn, lists.browser, OTHER_ADMIN, DESK, async (page) => {
    await openLive(page, "/grooms");
    const form = await page.context().newPage();
    await openLive(form, "/");
    await form.getByLabel("Comments").fill("Half a sent");
    const admin = { Cookie: await lists.barn.cookieOf(ADMIN) };
    await lists.barn.post("/accounts", { intent: "delete", id: OTHER_ADMIN.email }, admin);
    for (const each of [page, form]) {
      // waitForURL would fail here: the tab may start the navigation twice.
      await expect.poll(() => each.url()).toBe(`${lists.barn.url}/`);
      await expect.poll(() => each.getByRole("link", { name: "Grooms" }).count()).toBe(0);
    }
    expect(await form.getByLabel("Comments").inputValue()).toBe("Half a sent");
    await expect.poll(clients).toBe(0);
    await lists.barn.post("/accounts/new", { idempotencyKey: crypto.randomUUID(), email: OTHER_ADMIN.email }, admin);
    // The removal has ended the session with which the other tests write.
    otherAdmin = { Cookie: await lists.barn.cookieOf(OTHER_ADMIN) };
    await page.context().addCookies([cookieAt(lists.barn.url, otherAdmin.Cookie)]);
    await openLive(page, "/grooms");
  }));

test("a visitor's page opens no stream, asks for nothing by itself, and offers new records when it gets the focus", async () => {
  const before = await clients();
  await visitAs(lists.barn, lists.browser, NOT_AN_ADMIN, DESK, async (page) => {
    const urls: string[] = [];
    page.context().on("request", (request) => urls.push(request.url()));
    await page.clock.install();
    await lists.goto(page, "/");
    await settled(page);
    const asked = urls.length;
    await page.clock.runFor(60_000);
    await settled(page);
    expect(urls.slice(asked)).toEqual([]);
    expect(await page.locator(".live[data-state]").count()).toBe(0);
    expect(urls.filter((url) => /\/live|broker-worker/.test(url))).toEqual([]);
    expect(await clients()).toBe(before);
    await page.getByLabel("Comments").fill("Half a sent");
    await addGroom("For visitors, too");
    const offered = page.getByRole("option", { name: "For visitors, too", includeHidden: true });
    await expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event("focus")));
        return offered.count();
      })
      .toBe(1);
    expect(await page.getByLabel("Comments").inputValue()).toBe("Half a sent");
  });
});

test("a new day that begins while a page reloads makes it reload once more", () =>
  asAdmin(async (page) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, "SharedWorker"));
    const message = { state: "live", numbers: {} };
    const messages = [message, { ...message, numbers: { grooms: 1_000_000_000 } }, { ...message, mustReloadAll: true }];
    let isNewDay = false;
    let isReloading = false;
    await page.route("**/live", async (route) => {
      // The day begins once the page has asked for its data, however slow the machine is.
      while (messages.length === 1 && !isReloading) await sleep(50);
      const next = messages.shift();
      isNewDay = messages.length === 0;
      return next && route.fulfill({ body: `data: ${JSON.stringify(next)}\n\n` });
    });
    const id = await addGroom("Late in the day");
    await page.route(/grooms\.data.*_routes/, async (route) => {
      const response = await route.fetch();
      if (!isNewDay) await set("/grooms", id, "endDate", "2099-09-09");
      isReloading = true;
      while (!isNewDay) await sleep(50);
      await sleep(500);
      await route.fulfill({ response });
    });
    await openPage(lists.barn, page, "/grooms?q=late in the day");
    await rowOf(page, "Late in the day").getByText("09/09/2099").waitFor();
  }));
