import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { formatUsDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { KEEP_COPY } from "#app/offline/protocol.ts";
import { openBrowser, visit } from "#lab/support/browser.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { PHONE } from "#tests/support/browser/lists.ts";
import {
  connectionState,
  keepEntry,
  keptList,
  keptPaths,
  openAndKeep,
  openServiceForm,
  type QuickEntry,
  quickEntry,
  serviceSelect,
  submitButton,
  submitting,
} from "#tests/support/browser/offline.ts";
import { startRelay } from "#tests/support/browser/relay.ts";
import { type Choices, chooseHorse, findChoices } from "#tests/support/browser/service-entry.ts";

/* The service form where the connection is there, but late, lying or gone in the middle, and where the phone has no room. */

const { barn } = startBarn();
let choices: Choices;

beforeAll(async () => {
  choices = await findChoices(barn);
});

const visitPhone = (steps: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) =>
  visit(
    openBrowser(),
    { ...PHONE, serviceWorkers: "allow", ...options },
    steps,
    /ERR_|status of (400|503)|fetching the script|Failed to fetch/,
  );

const today = todayInNewYork(new Date());
const billsWith = (comments: string) =>
  barn.rows("select quantity, date, rider from bill_items where comments = ? order by seq", [comments]);
const entry = (fields: Partial<QuickEntry> = {}) => quickEntry(choices, fields);

async function fill(page: Page, comments: string): Promise<void> {
  await chooseHorse(page, choices.horse.name);
  await serviceSelect(page).selectOption(choices.service.id);
  await page.getByLabel("Comments").filter({ visible: true }).fill(comments);
}

/** Makes the copy of the form on the phone one of three days ago. */
async function ageCopy(page: Page): Promise<void> {
  const aged = await page.evaluate(
    async (days) => {
      const [now, then, shownNow, shownThen] = days as [string, string, string, string];
      const cache = await caches.open("form");
      const copy = await cache.match("/");
      const text = (await copy?.text())?.replaceAll(now, then).replaceAll(shownNow, shownThen) ?? "";
      await cache.put("/", new Response(text, { headers: copy?.headers ?? {} }));
      return text.includes(then);
    },
    [today, plusDays(today, -3), formatUsDate(today), formatUsDate(plusDays(today, -3))],
  );
  expect(aged).toBe(true);
}

test("an old copy offers the day of today, also where the server is reached and the page's data are not", () =>
  visitPhone(async (page) => {
    await openAndKeep(page, barn.url);
    await ageCopy(page);
    await barn.stopDatabase();
    try {
      await openServiceForm(page, barn.url);
      await expect.poll(() => connectionState(page)).toMatch(/^As of /);
      expect(await page.getByLabel("Date").inputValue()).toBe(today);
      await fill(page, "from an old copy");
      await submitButton(page).click();
      await page.getByText("1 entry waits to be sent").waitFor();
    } finally {
      await barn.startDatabase();
    }
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(() => billsWith("from an old copy")).toEqual([expect.objectContaining({ date: today })]);
  }));

test("an entry that may be saved is not removed without a warning, though the page was closed before the answer came", () =>
  visitPhone(async (page) => {
    await openAndKeep(page, barn.url);
    // The server saves the entry, and the page never gets the answer.
    await page.route("**/entries", async (route) => void (await route.fetch()));
    await page.evaluate(submitting(entry({ comments: "perhaps saved" })));
    await expect.poll(() => billsWith("perhaps saved")).toHaveLength(1);
    const other = await page.context().newPage();
    await page.close();
    await other.context().setOffline(true);
    await openServiceForm(other, barn.url);
    await keptList(other).locator("summary").click();
    await keptList(other)
      .getByText(/^Sent, but not confirmed\./)
      .waitFor();
    await keptList(other)
      .getByRole("button", { name: /^Remove/ })
      .click();
    await other.getByText(/Hayloft may have saved it/).waitFor();
  }));

test("on a full phone an edit says that it cannot be kept, the entry stays as it was, and a refused one holds up none behind it", () =>
  visitPhone(async (page) => {
    await openServiceForm(page, barn.url);
    await page.context().setOffline(true);
    await keepEntry(page, entry({ comments: "refused", horseId: choices.spareHorse.id }));
    await keepEntry(page, entry({ comments: "as it was" }));
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("The storage is full", "QuotaExceededError");
      };
    });
    await keptList(page).locator("summary").click();
    await keptList(page).getByRole("button", { name: /^Edit/ }).last().click();
    await page.getByLabel("Quantity").filter({ visible: true }).fill("7");
    await submitButton(page).click();
    await page.getByRole("alert").filter({ hasText: "This phone cannot keep the change", visible: true }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await barn.rows("update horses set deleted_at = '2026-01-01T00:00:00.000Z' where id = ?", [choices.spareHorse.id]);
    try {
      await page.context().setOffline(false);
      await expect.poll(() => billsWith("as it was")).toEqual([expect.objectContaining({ quantity: 1 })]);
      expect(await billsWith("refused")).toEqual([]);
    } finally {
      await barn.rows("update horses set deleted_at = null where id = ?", [choices.spareHorse.id]);
    }
  }));

test("an entry keeps its rider while it is edited, also one who has left the lists", () =>
  visitPhone(async (page) => {
    await openServiceForm(page, barn.url);
    const rider = page.getByLabel("Rider").filter({ visible: true });
    const [, value = ""] = await rider
      .locator("option")
      .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
    const [customerId = "", name = ""] = value.split(/:(.*)/s);
    await fill(page, "of a rider");
    await rider.selectOption(value);
    await page.context().setOffline(true);
    await submitButton(page).click();
    await page.getByText("1 entry waits for a connection").waitFor();
    const [{ riders } = {}] = await barn.rows("select riders from customers where id = ?", [customerId]);
    await barn.rows("update customers set riders = '[]' where id = ?", [customerId]);
    try {
      await page.route("**/entries", (route) => route.abort());
      await page.context().setOffline(false);
      const offered = async () => {
        // A visitor's page asks for new options when it gets the focus.
        await page.evaluate(() => window.dispatchEvent(new Event("focus")));
        return page.locator(`option[value="${value}"]`).count();
      };
      await expect.poll(offered).toBe(0);
      await keptList(page).locator("summary").click();
      await keptList(page).getByRole("button", { name: /^Edit/ }).click();
      expect(await rider.inputValue()).toBe(value);
      expect(await rider.locator("option:checked").textContent()).toContain(name);
    } finally {
      await barn.rows("update customers set riders = ? where id = ?", [String(riders), customerId]);
    }
  }));

test("an entry that was saved is said to be saved, though the database goes before the page is read again", () =>
  visitPhone(async (page) => {
    await openAndKeep(page, barn.url);
    await fill(page, "saved before the outage");
    await page.route("**/_root.data*", async (route) => {
      await barn.stopDatabase();
      await route.continue();
    });
    try {
      await submitButton(page).click();
      await page.getByText(/^Saved\. The database cannot be reached just now/).waitFor();
      expect(await page.getByRole("alert").filter({ visible: true }).count()).toBe(0);
      expect(await page.getByLabel("Comments").filter({ visible: true }).inputValue()).toBe("");
    } finally {
      await barn.startDatabase();
    }
    expect(await billsWith("saved before the outage")).toHaveLength(1);
  }));

test("the login page of a guest network takes the place of neither the copy nor a file of it", () =>
  visitPhone(async (page) => {
    const relay = await startRelay(barn.url);
    try {
      await openAndKeep(page, relay.url);
      const paths = (await keptPaths(page)).sort();
      /** Has the service worker replace the copy, and returns the files and the page that it keeps then. */
      const keepAgain = async () => {
        await page.evaluate(
          async (message) => (await navigator.serviceWorker.ready).active?.postMessage(message),
          KEEP_COPY,
        );
        await expect.poll(relay.logins).toBeGreaterThan(0);
        // The service worker would have stored the login page by then.
        await sleep(300);
        return page.evaluate(async () =>
          Promise.all((await (await caches.open("form")).matchAll()).map((each) => each.text())),
        );
      };
      relay.askForLogin(/offline/);
      expect((await keepAgain()).filter((text) => text.includes("Log in"))).toEqual([]);
      // A file that the copy lacks is asked for again.
      await page.evaluate(async () => {
        const cache = await caches.open("form");
        const file = (await cache.keys()).find(({ url }) => url.includes("/assets/offline-"));
        if (file) await cache.delete(file);
      });
      relay.askForLogin(/^\/assets/);
      await (await page.context().newCDPSession(page)).send("Network.clearBrowserCache");
      expect((await keepAgain()).filter((text) => text.includes("Log in"))).toEqual([]);
      relay.askForLogin(/^$/);
      await page.evaluate(
        async (message) => (await navigator.serviceWorker.ready).active?.postMessage(message),
        KEEP_COPY,
      );
      await expect.poll(async () => (await keptPaths(page)).sort()).toEqual(paths);
    } finally {
      await relay.stop();
    }
  }));

test("a browser without time limits for requests has no outbox, and sends an entry at once", () =>
  visitPhone(async (page) => {
    await page.addInitScript("delete AbortSignal.timeout");
    await openServiceForm(page, barn.url);
    await fill(page, "from an old phone");
    await submitButton(page).click();
    await page.getByText(/^Saved: /).waitFor();
    expect(await billsWith("from an old phone")).toHaveLength(1);
  }));
