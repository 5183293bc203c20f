import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { type EngineWindow, TEXT_IN_SIGHT } from "#tests/support/engine.ts";
import { type Engines, engines, openIn, startEngines } from "#tests/support/engines.ts";

/* Engines differ in which pages they keep for the Back button; tests/browser/sign-out.test.ts has the rest, in Chromium. */

let barn: Barn;
let started: Engines;
/** The names of all horses and customers. */
let names: string[];

beforeAll(async () => {
  started = startEngines();
  barn = await openBarn();
  const found = await barn.rows("select name from horses union select name from customers");
  names = found.map(({ name }) => String(name));
});
afterAll(() => Promise.all([started.close(), barn.close()]));

/** Notes in the window's storage what a page that the browser has kept shows from the moment it is back. */
const NOTE_WHAT_COMES_BACK = `addEventListener("pageshow", ({ persisted }) => {
  const note = () => {
    sessionStorage.setItem("seen", (sessionStorage.getItem("seen") ?? "") + ${TEXT_IN_SIGHT});
    requestAnimationFrame(note);
  };
  if (persisted) note();
})`;

async function open(window: EngineWindow, path: string): Promise<void> {
  await openIn(window, `${barn.url}${path}`);
  await window.evaluate(NOTE_WHAT_COMES_BACK);
}

async function signOut(window: EngineWindow): Promise<void> {
  await window.press("button", ADMIN.email);
  await window.press("button", "Sign out");
  await expectServiceForm(window);
}

/** Presses Back, and waits for another document than that of before. */
async function goBack(window: EngineWindow): Promise<void> {
  await window.evaluate("(globalThis.isBefore = true)");
  await window.back();
  await expect.poll(() => window.evaluate("globalThis.isBefore === undefined")).toBe(true);
  await expectServiceForm(window);
}

/** The service form of a visitor, and nothing that only admins may see, now or since the page was left. */
async function expectServiceForm(window: EngineWindow): Promise<void> {
  await expect.poll(async () => (await window.address()).pathname).toBe("/");
  await expect.poll(() => window.count("button", "Sign in")).toBe(1);
  expect(await window.count("heading", "Service Form")).toBe(1);
  expect(await window.count("table")).toBe(0);
  expect(await window.count("link", "Payroll")).toBe(0);
  const seen = await window.evaluate<string>(`${TEXT_IN_SIGHT} + sessionStorage.getItem("seen")`);
  expect([ADMIN.email, ...names].filter((name) => seen.includes(name))).toEqual([]);
}

// `describe.each` would shorten the title, and with it the reason.
for (const { engine, title, isMissing } of engines()) {
  describe(title, () => {
    test.skipIf(isMissing)("after a sign-out, the Back button shows nothing of the office", () =>
      started.visitAs(engine, barn, ADMIN, async ({ window }) => {
        await open(window, "/horses");
        expect(await window.count("table")).toBe(1);
        await window.press("link", "Customers");
        await expect.poll(() => window.count("heading", "Customers")).toBe(1);
        await open(window, "/grooms");
        await signOut(window);
        // To Grooms, Customers and Horses.
        for (let back = 0; back < 3; back += 1) await goBack(window);
      }),
    );

    test.skipIf(isMissing)("a sign-out sends another window to the service form, where Back shows nothing either", () =>
      started.visitAs(engine, barn, ADMIN, async ({ window, openWindow }) => {
        const other = await openWindow();
        await open(other, "/horses");
        await expect.poll(() => other.text()).toMatch(/\bLive\b/);
        await open(window, "/horses");
        await signOut(window);
        await expectServiceForm(other);
        await goBack(other);
      }),
    );
  });
}
