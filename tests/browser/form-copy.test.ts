import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plusDays, todayInNewYork } from "#app/domain/calendar.ts";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { openBrowser, visit } from "#tests/support/browser.ts";
import { PHONE } from "#tests/support/lists.ts";
import {
  connectionState,
  openAndKeep,
  openForm,
  quickEntry,
  submitButton,
  submitting,
} from "#tests/support/offline.ts";
import { IS_HYDRATED, openPage, visitAs } from "#tests/support/people.ts";
import { startRelay } from "#tests/support/relay.ts";
import { type Choices, chooseHorse, findChoices } from "#tests/support/service-entry.ts";

/* The form of a returning visitor, which opens from the copy on the phone and is then made current. */

let barn: Barn;
let browser: Browser;
let choices: Choices;

beforeAll(async () => {
  [barn, browser] = await Promise.all([openBarn({ accounts: [{ ...ADMIN, emailVerified: true }] }), openBrowser()]);
  choices = await findChoices(barn);
});
afterAll(() => barn.close());

const NOISE = /ERR_|status of 503|fetching the script|Failed to fetch/;
const PHONE_WITH_COPY = { ...PHONE, serviceWorkers: "allow" } as const;
const visitPhone = (steps: (page: Page) => Promise<void>) => visit(browser, PHONE_WITH_COPY, steps, NOISE);

const expectState = (page: Page, text: string | RegExp) =>
  expect.poll(() => connectionState(page)).toEqual(expect.stringMatching(text));
const horseOptions = (page: Page) => page.locator("select[name=horseId] option").allTextContents();
const rowsWith = (comments: string) => barn.rows("select date from bill_items where comments = ?", [comments]);

/** Opens the form for the first time, and waits until the service worker would open it the next time. */
async function openFirst(page: Page, url = barn.url): Promise<void> {
  await openAndKeep(page, url);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe("activated");
}

/** Whether the page came from the copy, and not from the server. */
const isFromCopy = (page: Page) =>
  page.evaluate<boolean>("window.__remixRouter.state.loaderData['routes/_index/route'].isCopy");

async function opensFromCopy(page: Page, url = barn.url): Promise<boolean> {
  await openForm(page, url);
  return isFromCopy(page);
}

/** Holds back the next request to the database, which is for the data that make the copy current. Returns what lets it go. */
function holdData(): () => void {
  let letGo = () => {};
  const isHeld = new Promise<void>((done) => {
    letGo = done;
  });
  barn.proxy.make({ kind: "meanwhile", request: 0, act: () => isHeld });
  return letGo;
}

/** Makes the copy one of that many days ago. */
async function ageCopy(page: Page, days: number): Promise<void> {
  const now = new Date();
  const then = new Date(now.getTime() - days * 86_400_000);
  await page.evaluate(
    async ({ texts: [today, day], keptAt }) => {
      const cache = await caches.open("form");
      const copy = await cache.match("/");
      const text = (await copy?.text())?.replaceAll(today, day);
      const headers = { ...Object.fromEntries(copy?.headers ?? []), "x-kept-at": keptAt };
      await cache.put("/", new Response(text, { headers }));
    },
    { texts: [todayInNewYork(now), todayInNewYork(then)] as const, keptAt: String(then.getTime()) },
  );
}

test("opens at once though the server is slow, takes new choices, and keeps what was typed and chosen", () =>
  visitPhone(async (page) => {
    await openFirst(page);
    const [{ name: horse } = {}] = await barn.rows("select name from horses where id = ?", [choices.spareHorse.id]);
    await barn.rows("update horses set name = 'Newcomer' where id = ?", [choices.spareHorse.id]);
    try {
      const letGo = holdData();
      expect(await opensFromCopy(page)).toBe(true);
      await expectState(page, /^As of \d\d\/\d\d\/\d{4}, \d+:\d\d [AP]M$/);
      await chooseHorse(page, choices.horse.name);
      await page.getByLabel("Service", { exact: false }).and(page.locator("select")).selectOption(choices.service.id);
      await page.getByLabel("Comments").fill("typed before");
      expect((await horseOptions(page)).join()).not.toContain("Newcomer");
      letGo();
      await expectState(page, "Online");
      expect((await horseOptions(page)).join()).toContain("Newcomer");
      await submitButton(page).click();
      await page.getByText(/^Saved: 1 x /).waitFor();
      expect(await rowsWith("typed before")).toHaveLength(1);
      // The copy for the next opening has the new choice, and what this device logged.
      const copy = () => page.evaluate(async () => (await (await caches.match("/"))?.text()) ?? "");
      await expect.poll(copy).toMatch(/>Newcomer</);
      await expect.poll(copy).toMatch(/class="chip[^>]*>/);
      expect(await opensFromCopy(page)).toBe(true);
    } finally {
      await barn.rows("update horses set name = ? where id = ?", [String(horse), choices.spareHorse.id]);
    }
  }));

test("opens though the server is gone or its database does not answer, and never says that it is current", () =>
  visitPhone(async (page) => {
    await openFirst(page);
    await page.context().setOffline(true);
    expect(await opensFromCopy(page)).toBe(true);
    await expectState(page, "Offline");
    await page.getByText(/Horses and services as of /).waitFor();
    await page.context().setOffline(false);
    await expectState(page, "Online");
    barn.proxy.make({ kind: "refuse" });
    try {
      const failed = page.waitForResponse((response) => response.url().includes("_root.data"));
      expect(await opensFromCopy(page)).toBe(true);
      expect((await failed).status()).toBe(503);
      await expectState(page, /^As of /);
    } finally {
      barn.proxy.make({ kind: "none" });
    }
  }));

test("the copy has no key and cannot be submitted before its page runs, and two openings of it log two services, though these are the same", () =>
  visitPhone(async (page) => {
    await openFirst(page);
    const copy = await page.evaluate(async () => (await (await caches.match("/"))?.text()) ?? "");
    expect(copy).toMatch(/<input type="hidden" name="id" value=""\/>/);
    expect(copy).toMatch(/<button type="submit" disabled=""/);
    expect(await (await barn.get("/")).text()).not.toMatch(/<button type="submit" disabled=""/);
    const other = await page.context().newPage();
    for (const tab of [page, other]) expect(await opensFromCopy(tab)).toBe(true);
    const entry = quickEntry(choices, { comments: "twice" });
    const ids = [];
    for (const tab of [page, other]) ids.push(await tab.evaluate<string>(submitting(entry)));
    expect(new Set(ids).size).toBe(2);
    await expect.poll(() => rowsWith("twice")).toHaveLength(2);
  }));

test("a copy of another day offers today", () =>
  visitPhone(async (page) => {
    const today = todayInNewYork(new Date());
    await openFirst(page);
    await ageCopy(page, 6);
    const letGo = holdData();
    expect(await opensFromCopy(page)).toBe(true);
    await expectState(page, /^As of /);
    expect(await page.getByLabel("Date").inputValue()).toBe(today);
    await page.evaluate(submitting({ ...quickEntry(choices), date: plusDays(today, -1), comments: "by the phone" }));
    await expect.poll(() => rowsWith("by the phone")).toEqual([{ date: plusDays(today, -1) }]);
    letGo();
  }));

test("a copy that is older than a week does not stand for the page", () =>
  visitPhone(async (page) => {
    await openFirst(page);
    await ageCopy(page, 8);
    expect(await opensFromCopy(page)).toBe(false);
  }));

test("a copy that its page cannot make current is replaced nevertheless", () =>
  visitPhone(async (page) => {
    const relay = await startRelay(barn.url);
    try {
      await openFirst(page, relay.url);
      await ageCopy(page, 1);
      relay.lose(({ path }) => path.startsWith("/_root.data"));
      expect(await opensFromCopy(page, relay.url)).toBe(true);
      const keptAt = () => page.evaluate(async () => Number((await caches.match("/"))?.headers.get("x-kept-at")));
      await expect.poll(keptAt, { timeout: 15_000 }).toBeGreaterThan(Date.now() - 3_600_000);
    } finally {
      await relay.stop();
    }
  }));

test("an address with a query and a reload ask the server, and a step back brings no page of an earlier visit, with its key", () =>
  visitPhone(async (page) => {
    await openFirst(page);
    for (const path of ["/?to=%2Fpayroll", "/?index", "/?saved=x", "/?sign-in=failed", "/?horseId=x"]) {
      await openPage(barn, page, path);
      expect([path, await isFromCopy(page)]).toEqual([path, false]);
    }
    await openForm(page, barn.url);
    await page.reload();
    await expect.poll(() => page.evaluate(IS_HYDRATED)).toBe(true);
    expect(await isFromCopy(page)).toBe(false);
    const key = () => page.locator("form#service input[name=id]").inputValue();
    const used = await key();
    await page.evaluate(submitting(quickEntry(choices, { comments: "of the first page" })));
    await expect.poll(() => rowsWith("of the first page")).toHaveLength(1);
    await openForm(page, barn.url);
    await page.goto("about:blank");
    await page.goBack();
    await expect.poll(() => page.evaluate(IS_HYDRATED)).toBe(true);
    expect(await isFromCopy(page)).toBe(true);
    expect(await key()).not.toBe(used);
  }));

test("an admin who is signed in never gets it, nor one who was removed, and a visitor does again after a sign-out", () =>
  visitPhone(async (page) => {
    await openFirst(page);
    expect(await opensFromCopy(page)).toBe(true);
    const other = await page.context().newPage();
    await other.goto(`${barn.url}/?to=%2Fgrooms`);
    const popup = other.waitForEvent("popup");
    await other.getByRole("button", { name: "Sign in" }).filter({ visible: true }).click();
    await (await popup).getByRole("button", { name: ADMIN.email }).click();
    await other.getByRole("heading", { name: "Grooms", level: 1 }).waitFor();
    // Signed in in another tab.
    expect(await opensFromCopy(page)).toBe(false);
    expect(await page.locator('a[href="/payroll"]').count()).toBeGreaterThan(0);
    await barn.rows("update admins set deleted_at = '2026-01-01T00:00:00.000Z' where email = ?", [ADMIN.email]);
    try {
      expect(await opensFromCopy(page)).toBe(false);
    } finally {
      await barn.rows("update admins set deleted_at = null where email = ?", [ADMIN.email]);
    }
    expect(await opensFromCopy(page)).toBe(false);
    await page.evaluate(() => fetch("/auth/sign-out", { method: "POST", body: new URLSearchParams() }).then(() => {}));
    expect(await opensFromCopy(page)).toBe(true);
    await page.getByRole("button", { name: "Sign in" }).filter({ visible: true }).waitFor();
  }));

test("a session from before there were marks never gets it, and the copy that it keeps is a visitor's", () =>
  visitAs(barn, browser, ADMIN, PHONE_WITH_COPY, async (page) => {
    await openFirst(page);
    expect((await page.context().cookies()).map(({ name }) => name)).toContain("hayloft-signed-in");
    expect(await opensFromCopy(page)).toBe(false);
    const copy = await page.evaluate(async () => (await (await caches.match("/"))?.text()) ?? "");
    expect(copy).not.toContain(ADMIN.email);
    // Even if the mark is lost in the moment in which the copy is fetched.
    const answer = await barn.get("/?offline", { Cookie: await barn.cookieOf(ADMIN) });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  }));
