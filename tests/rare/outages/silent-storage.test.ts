import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser, visit } from "#lab/support/browser.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { PHONE } from "#tests/support/browser/lists.ts";
import {
  connectionState,
  keptList,
  openAndKeep,
  openServiceForm,
  serviceSelect,
  submitButton,
} from "#tests/support/browser/offline.ts";
import { type Choices, chooseHorse, findChoices } from "#tests/support/browser/service-entry.ts";

/* The service form on a phone that is online and whose storage does not answer. */

const { barn } = startBarn();
let choices: Choices;

beforeAll(async () => {
  choices = await findChoices(barn);
});

const OPEN = `const database = await new Promise((done) => {
  indexedDB.open("hayloft", 1).onsuccess = ({ target }) => done(target.result);
});`;

/** Scripts for another tab, which keep the storage from answering until its `release` is called. */
const SILENT = {
  "does not open": `(async () => { ${OPEN}
    window.release = () => database.close();
    indexedDB.deleteDatabase("hayloft");
  })()`,
  "runs no transaction": `(async () => { ${OPEN}
    let isHeld = true;
    window.release = () => { isHeld = false; };
    const store = database.transaction("forms", "readwrite").objectStore("forms");
    const hold = () => { if (isHeld) store.count().onsuccess = hold; };
    hold();
  })()`,
};

const isKept = (page: Page) =>
  page.evaluate<number>(`(async () => { ${OPEN}
    const count = await new Promise((done) => {
      database.transaction("forms").objectStore("forms").count().onsuccess = ({ target }) => done(target.result);
    });
    database.close();
    return count;
  })()`);

const billsWith = (comments: string) => barn.rows("select id from bill_items where comments = ?", [comments]);

async function log(page: Page, comments: string): Promise<void> {
  await chooseHorse(page, choices.horse.name);
  await serviceSelect(page).selectOption(choices.service.id);
  await page.getByLabel("Comments").fill(comments);
  await submitButton(page).click();
  await expect.poll(() => billsWith(comments)).toHaveLength(1);
  await page.getByText(/^Saved: /).waitFor();
}

test.each(Object.entries(SILENT))(
  "on a phone whose storage %s, an entry is sent without it, once, and is not kept when the storage answers later",
  (silence, script) =>
    visit(openBrowser(), { ...PHONE, serviceWorkers: "allow" }, async (page) => {
      const posts: string[] = [];
      page.on("request", (request) => request.method() === "POST" && posts.push(new URL(request.url()).pathname));
      await openServiceForm(page, barn.url);
      await expect.poll(() => connectionState(page)).toBe("Online");
      const other = await page.context().newPage();
      await other.goto(`${barn.url}/robots.txt`);
      await other.evaluate(script);

      await log(page, `${silence}, first`);
      await page.getByText(/^This phone cannot keep entries/).waitFor();
      expect(await connectionState(page)).toBe("Online");
      await openServiceForm(page, barn.url);
      await page.getByText(/^This phone cannot keep entries/).waitFor();
      await log(page, `${silence}, second`);
      expect(posts.filter((path) => path === "/entries")).toEqual([]);

      await other.evaluate("release()");
      await page.getByText(/^This phone cannot keep entries/).waitFor({ state: "hidden" });
      await expect.poll(() => isKept(other)).toBe(0);
      await log(page, `${silence}, third`);
      expect(await page.getByText("kept on this phone").count()).toBe(0);
      expect(await keptList(page).count()).toBe(0);
      expect(posts.filter((path) => path === "/entries")).toHaveLength(1);
      expect(await billsWith(`${silence}, first`)).toHaveLength(1);
      expect(await billsWith(`${silence}, second`)).toHaveLength(1);
    }),
);

test("the form opens though the service worker's cache does not answer", () =>
  visit(openBrowser(), { ...PHONE, serviceWorkers: "allow" }, async (page) => {
    await openAndKeep(page, barn.url);
    const [worker] = page.context().serviceWorkers();
    await worker?.evaluate("CacheStorage.prototype.match = () => new Promise(() => {})");
    await openServiceForm(page, barn.url);
    await expect.poll(() => connectionState(page)).toBe("Online");
  }));
