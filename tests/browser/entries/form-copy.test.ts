import type { Page } from "playwright-core";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { formatUsDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { FORM_COPY } from "#app/offline/protocol.ts";
import { settled } from "#lab/support/browser.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { PHONE, startLists } from "#tests/support/browser/lists.ts";
import {
  connectionState,
  openAndKeep,
  openServiceForm,
  quickEntry,
  submitButton,
  submitting,
} from "#tests/support/browser/offline.ts";
import { hydrated } from "#tests/support/browser/people.ts";
import { type Relay, startRelay } from "#tests/support/browser/relay.ts";
import { type Choices, chooseHorse, findChoices } from "#tests/support/browser/service-entry.ts";

/* The form of a returning visitor, which opens from the copy on the phone and is then made current. */

const lists = startLists({ accounts: [{ ...ADMIN, emailVerified: true }] });
let choices: Choices;

beforeAll(async () => {
  choices = await findChoices(lists.barn);
});

const NOISE = /ERR_|status of 503|fetching the script|Failed to fetch/;
const PHONE_WITH_COPY = { ...PHONE, serviceWorkers: "allow" } as const;
const visitPhone = (steps: (page: Page) => Promise<void>) => lists.asVisitor(PHONE_WITH_COPY, steps, NOISE);
const copyOf = (page: Page) => page.evaluate(async () => (await (await caches.match("/"))?.text()) ?? "");

const expectState = (page: Page, text: string | RegExp) =>
  expect.poll(() => connectionState(page)).toEqual(expect.stringMatching(text));
const horseOptions = (page: Page) => page.locator("select[name=horseId] option").allTextContents();
const rowsWith = (comments: string) => lists.barn.rows("select date from bill_items where comments = ?", [comments]);

/** Opens the form for the first time, and waits until the service worker would open it the next time. */
async function openFirst(page: Page, url = lists.barn.url): Promise<void> {
  await openAndKeep(page, url);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe("activated");
}

/** Whether the page came from the copy, and not from the server. */
const isFromCopy = (page: Page) => page.evaluate<boolean>("window.__remixRouter.state.loaderData['/'].isCopy");

/** Holds back what the page itself asks for, but not its entries, nor the service worker's next copy. */
const holdChoices = (relay: Relay) =>
  relay.hold(({ method, path }) => method === "GET" && path.startsWith("/_root.data"));

async function opensFromCopy(page: Page, url = lists.barn.url): Promise<boolean> {
  await openServiceForm(page, url);
  return isFromCopy(page);
}

/** Makes the copy one of that many days ago. */
async function ageCopy(page: Page, age: number): Promise<void> {
  const now = new Date();
  const then = new Date(now.getTime() - age * 86_400_000);
  const days = [todayInNewYork(now), todayInNewYork(then)];
  await page.evaluate(
    async ({ days: [today, day, todayInWords, dayInWords], keptAt }) => {
      const cache = await caches.open("form");
      const copy = await cache.match("/");
      const text = (await copy?.text())?.replaceAll(today, day).replaceAll(todayInWords, dayInWords);
      const headers = { ...Object.fromEntries(copy?.headers ?? []), "x-kept-at": keptAt };
      await cache.put("/", new Response(text, { headers }));
    },
    { days: [...days, ...days.map(formatUsDate)] as [string, string, string, string], keptAt: String(then.getTime()) },
  );
}

test("opens at once though the server is slow, gone or without its database, takes new choices, keeps what was typed, and says how old it is", () =>
  visitPhone(async (page) => {
    const relay = await startRelay(lists.barn.url);
    onTestFinished(relay.stop);
    await openFirst(page, relay.url);
    const [{ name: horse } = {}] = await lists.barn.rows("select name from horses where id = ?", [
      choices.spareHorse.id,
    ]);
    await lists.barn.rows("update horses set name = 'Newcomer' where id = ?", [choices.spareHorse.id]);
    const letGo = holdChoices(relay);
    expect(await opensFromCopy(page, relay.url)).toBe(true);
    await expectState(page, /^As of \d+:\d\d [AP]M$/);
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
    await expect.poll(() => copyOf(page)).toMatch(/>Newcomer</);
    await expect.poll(() => copyOf(page)).toMatch(/class="chip[^>]*>/);
    await lists.barn.rows("update horses set name = ? where id = ?", [String(horse), choices.spareHorse.id]);

    await page.context().setOffline(true);
    expect(await opensFromCopy(page, relay.url)).toBe(true);
    await expectState(page, "Offline");
    await page.getByText(/Horses and services as of /).waitFor();
    await page.context().setOffline(false);
    await expectState(page, "Online");
    lists.barn.proxy.make({ kind: "refuse" });
    const failed = page.waitForResponse((response) => response.url().includes("_root.data"));
    expect(await opensFromCopy(page, relay.url)).toBe(true);
    expect((await failed).status()).toBe(503);
    await expectState(page, /^As of /);
    // A reload asks the server, and the copy stands in for its fault.
    await page.reload();
    await hydrated(page);
    expect(await isFromCopy(page)).toBe(true);
    lists.barn.proxy.make({ kind: "none" });
  }));

test("has no key and cannot be submitted before its page runs, logs two services in two openings, offers today, and stands for no page after a week", () =>
  visitPhone(async (page) => {
    const relay = await startRelay(lists.barn.url);
    onTestFinished(relay.stop);
    await openFirst(page, relay.url);
    const copy = await copyOf(page);
    expect(copy).toMatch(/<input type="hidden" name="id" value=""\/>/);
    expect(copy).toMatch(/<button type="submit" disabled=""/);
    expect(await (await lists.barn.get("/")).text()).not.toMatch(/<button type="submit" disabled=""/);
    const other = await page.context().newPage();
    for (const tab of [page, other]) expect(await opensFromCopy(tab, relay.url)).toBe(true);
    const entry = quickEntry(choices, { comments: "twice" });
    const ids = [];
    for (const tab of [page, other]) ids.push(await tab.evaluate<string>(submitting(entry)));
    expect(new Set(ids).size).toBe(2);
    await expect.poll(() => rowsWith("twice")).toHaveLength(2);
    // A reload after a save would take the place of the request that is held below, and one of a closed tab never ends.
    for (const tab of [page, other])
      await tab
        .getByText(/^Saved: /)
        .first()
        .waitFor();
    await settled(page);
    await other.close();

    const today = todayInNewYork(new Date());
    await ageCopy(page, 6);
    const letGo = holdChoices(relay);
    expect(await opensFromCopy(page, relay.url)).toBe(true);
    await expectState(page, /^As of /);
    expect(await page.getByLabel("Date").inputValue()).toBe(today);
    await page.evaluate(submitting({ ...quickEntry(choices), date: plusDays(today, -1), comments: "by the phone" }));
    await expect.poll(() => rowsWith("by the phone")).toEqual([{ date: plusDays(today, -1) }]);
    letGo();
    await expectState(page, "Online");
    await settled(page);
    // The service worker may still be storing a newer copy, but begins with no other.
    relay.hold(({ path }) => path === FORM_COPY);
    const opensAnOldCopy = async () => {
      await ageCopy(page, 8);
      return opensFromCopy(page, relay.url);
    };
    await expect.poll(opensAnOldCopy).toBe(false);
  }));

test("a copy that its page cannot make current is replaced nevertheless", () =>
  visitPhone(async (page) => {
    const relay = await startRelay(lists.barn.url);
    try {
      await openFirst(page, relay.url);
      await ageCopy(page, 1);
      relay.lose(({ path }) => path.startsWith("/_root.data"));
      expect(await opensFromCopy(page, relay.url)).toBe(true);
      const keptAt = () => page.evaluate(async () => Number((await caches.match("/"))?.headers.get("x-kept-at")));
      await expect.poll(keptAt).toBeGreaterThan(Date.now() - 3_600_000);
    } finally {
      await relay.stop();
    }
  }));

test("an address with a query and a reload ask the server, and a step back brings no page of an earlier visit, with its key", () =>
  visitPhone(async (page) => {
    await openFirst(page);
    for (const path of ["/?to=%2Fpayroll", "/?index", "/?saved=x", "/?sign-in=failed", "/?horseId=x"]) {
      await lists.goto(page, path);
      expect([path, await isFromCopy(page)]).toEqual([path, false]);
    }
    await openServiceForm(page, lists.barn.url);
    await page.reload();
    await hydrated(page);
    expect(await isFromCopy(page)).toBe(false);
    const key = () => page.locator("form#service input[name=id]").inputValue();
    const used = await key();
    await page.evaluate(submitting(quickEntry(choices, { comments: "of the first page" })));
    await expect.poll(() => rowsWith("of the first page")).toHaveLength(1);
    await openServiceForm(page, lists.barn.url);
    await page.goto("about:blank");
    await page.goBack();
    await hydrated(page);
    expect(await isFromCopy(page)).toBe(true);
    expect(await key()).not.toBe(used);
  }));

test("an admin who is signed in never gets it, nor one who was removed, and a visitor does again after a sign-out", () =>
  visitPhone(async (page) => {
    await openFirst(page);
    expect(await opensFromCopy(page)).toBe(true);
    const other = await page.context().newPage();
    await other.goto(`${lists.barn.url}/?to=%2Fgrooms`);
    const popup = other.waitForEvent("popup");
    await other.getByRole("button", { name: "Sign in" }).filter({ visible: true }).click();
    await (await popup).getByRole("button", { name: ADMIN.email }).click();
    await other.getByRole("heading", { name: "Grooms", level: 1 }).waitFor();
    // Signed in in another tab.
    expect(await opensFromCopy(page)).toBe(false);
    expect(await page.locator('a[href="/payroll"]').count()).toBeGreaterThan(0);
    await lists.barn.rows("update admins set deleted_at = '2026-01-01T00:00:00.000Z' where email = ?", [ADMIN.email]);
    try {
      expect(await opensFromCopy(page)).toBe(false);
    } finally {
      await lists.barn.rows("update admins set deleted_at = null where email = ?", [ADMIN.email]);
    }
    expect(await opensFromCopy(page)).toBe(false);
    await page.evaluate(() => fetch("/auth/sign-out", { method: "POST", body: new URLSearchParams() }).then(() => {}));
    expect(await opensFromCopy(page)).toBe(true);
    await page.getByRole("button", { name: "Sign in" }).filter({ visible: true }).waitFor();
  }));

test("a session from before there were marks never gets it, and the copy that it keeps is a visitor's", () =>
  lists.asAdmin(PHONE_WITH_COPY, async (page) => {
    await openFirst(page);
    expect((await page.context().cookies()).map(({ name }) => name)).toContain("hayloft-signed-in");
    expect(await opensFromCopy(page)).toBe(false);
    expect(await copyOf(page)).not.toContain(ADMIN.email);
    // Even if the mark is lost in the moment in which the copy is fetched.
    const answer = await lists.barn.get("/?offline", { Cookie: await lists.barn.cookieOf(ADMIN) });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  }));
