import { expect } from "vitest";
import { ADMIN, type Barn } from "#tests/support/barn/barn.ts";
import { type EngineWindow, TEXT_IN_SIGHT, type Visit } from "#tests/support/engines/engine.ts";
import { openIn } from "#tests/support/engines/engines.ts";
import { ENGINE_TAG } from "./screens.ts";

/* Engines differ in which pages they keep for the Back button; tests/browser/shell/shell.test.ts has the rest, in Chromium. */

/** Notes in the window's storage what a page that the browser has kept shows from the moment it is back. */
const NOTE_WHAT_COMES_BACK = `addEventListener("pageshow", ({ persisted }) => {
  const note = () => {
    sessionStorage.setItem("seen", (sessionStorage.getItem("seen") ?? "") + ${TEXT_IN_SIGHT});
    requestAnimationFrame(note);
  };
  if (persisted) note();
})`;

/** The service form of a visitor, and nothing that only admins may see, now or since the page was left. */
async function expectServiceForm(window: EngineWindow, names: string[]): Promise<void> {
  await expect.poll(async () => (await window.address()).pathname).toBe("/");
  await expect.poll(() => window.count("button", "Sign in")).toBe(1);
  expect(await window.count("heading", "Service Form")).toBe(1);
  expect(await window.count("table")).toBe(0);
  expect(await window.count("link", "Payroll")).toBe(0);
  const seen = await window.evaluate<string>(`${TEXT_IN_SIGHT} + sessionStorage.getItem("seen")`);
  expect([ADMIN.email, ...names].filter((name) => seen.includes(name))).toEqual([]);
}

/** Presses Back, and waits for another document than that of before. */
async function goBack(window: EngineWindow): Promise<void> {
  await window.evaluate("(globalThis.isBefore = true)");
  await window.back();
  await expect.poll(() => window.evaluate("globalThis.isBefore === undefined")).toBe(true);
}

/** A sign-out in one window sends another one to the service form, too, and the Back button shows nothing of the office in either. */
export async function signOutOfTwoWindows(barn: Barn, { window, openWindow }: Visit): Promise<void> {
  const found = await barn.rows("select name from horses union select name from customers");
  // The form has the horses that are logged most beside its fields, for visitors, too.
  const form = (await (await barn.get("/")).text()).replace(/<(option|script)[\s\S]*?<\/\1>/g, "");
  const names = found.map(({ name }) => String(name)).filter((name) => !form.includes(name.replaceAll("'", "&#x27;")));
  const open = async (each: EngineWindow, path: string) => {
    await openIn(each, `${barn.url}${path}`);
    await each.evaluate(NOTE_WHAT_COMES_BACK);
  };
  const other = await openWindow();
  await open(other, `/horses?q=${ENGINE_TAG}`);
  await expect.poll(() => other.text()).toMatch(/\bLive\b/);
  await open(window, `/horses?q=${ENGINE_TAG}`);
  expect(await window.count("table")).toBe(1);
  await window.press("link", "Customers");
  await expect.poll(() => window.count("heading", "Customers")).toBe(1);
  await open(window, "/grooms?q=luz");
  await window.press("button", ADMIN.email);
  await window.press("button", "Sign out");
  await expectServiceForm(window, names);
  await expectServiceForm(other, names);
  // To Grooms, Customers and Horses.
  for (let back = 0; back < 3; back += 1) {
    await goBack(window);
    await expectServiceForm(window, names);
  }
  await goBack(other);
  await expectServiceForm(other, names);
}
