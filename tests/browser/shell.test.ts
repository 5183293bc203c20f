import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN, type Barn, NOT_AN_ADMIN, openBarn } from "#tests/support/barn.ts";
import { JAVASCRIPT, openBrowser, visit } from "#tests/support/browser.ts";
import { DESK, PHONE } from "#tests/support/lists.ts";
import { openPage, visitAs } from "#tests/support/people.ts";

const UNVERIFIED = { email: "new@hayloft.example", name: "Nell Newcombe" };

let barn: Barn;
let browser: Browser;

beforeAll(async () => {
  const accounts = [
    { ...ADMIN, emailVerified: true },
    { ...NOT_AN_ADMIN, emailVerified: true },
    { ...UNVERIFIED, emailVerified: false },
  ];
  [barn, browser] = await Promise.all([openBarn({ accounts }), openBrowser()]);
});
afterAll(async () => {
  await barn.close();
});

const shell = (page: Page) => ({
  open: page.getByRole("button", { name: "Open navigation" }),
  close: page.getByRole("button", { name: "Close navigation" }),
  form: page.getByRole("link", { name: "Input Form" }),
  signIn: page.getByRole("button", { name: "Sign in" }),
  signOut: page.getByRole("button", { name: "Sign out", exact: true }),
});

const goto = (page: Page, path = "/", javaScriptEnabled = true) => openPage(barn, page, path, javaScriptEnabled);

/** Presses 'Sign in', then the button `choice` on the provider's page, in a popup or in the same tab. */
async function signInAs(page: Page, choice: string, javaScriptEnabled: boolean) {
  const popup = javaScriptEnabled ? page.waitForEvent("popup") : page;
  await shell(page).signIn.click();
  await (await popup).getByRole("button", { name: choice }).click();
}

test("without JavaScript a visitor signs in, sees the account, and signs out", () =>
  visit(browser, { ...DESK, javaScriptEnabled: false }, async (page) => {
    await goto(page, "/", false);
    await signInAs(page, NOT_AN_ADMIN.email, false);
    const account = page.getByRole("button", { name: NOT_AN_ADMIN.email });
    await account.waitFor();
    expect(page.url()).toBe(`${barn.url}/`);
    expect(await account.textContent()).toBe(`S${NOT_AN_ADMIN.name}${NOT_AN_ADMIN.email}`);
    expect(await shell(page).signOut.isVisible()).toBe(false);
    await account.click();
    await shell(page).signOut.click();
    await shell(page).signIn.waitFor();
    expect(await page.getByText(NOT_AN_ADMIN.email).count()).toBe(0);
  }));

test.each(JAVASCRIPT)(
  "%s on a phone the navigation is a drawer that opens, closes and gives the focus back",
  (_, javaScriptEnabled) =>
    visitAs(barn, browser, ADMIN, { ...PHONE, javaScriptEnabled }, async (page) => {
      const { open, close, form, signOut } = shell(page);
      await goto(page, "/", javaScriptEnabled);
      expect(await form.count()).toBe(0);
      await open.press("Enter");
      await form.waitFor();
      expect(await form.getAttribute("aria-current")).toBe("page");
      expect(await close.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press("Escape");
      await form.waitFor({ state: "hidden" });
      expect(await open.evaluate((element) => element === document.activeElement)).toBe(true);
      await open.click();
      await close.click();
      await form.waitFor({ state: "hidden" });
      await open.click();
      await form.click();
      await form.waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "Your account" }).click();
      await signOut.click();
      await shell(page).signIn.waitFor();
    }),
);

test("a failed sign-in says why, and if the browser blocks the popup, the page itself goes to the provider", () =>
  visit(browser, {}, async (page) => {
    const message = page.getByRole("alert");
    await goto(page, "/", true);
    await signInAs(page, "Cancel", true);
    await message.waitFor();
    expect(await message.textContent()).toBe("You cancelled the sign-in.");
    await signInAs(page, UNVERIFIED.email, true);
    await message.filter({ hasText: "verified" }).waitFor();
    expect(await message.textContent()).toBe("This address is not verified by Google, so it cannot be used here.");
    expect(await shell(page).signIn.isVisible()).toBe(true);
    await page.evaluate("window.open = () => null");
    await signInAs(page, ADMIN.email, false);
    await page.getByRole("button", { name: ADMIN.email }).waitFor();
    expect(page.url()).toBe(`${barn.url}/overview`);
  }));

test("after signing in, an admin sees the Overview, unless something was entered in the service form", () =>
  visit(browser, DESK, async (page) => {
    await goto(page);
    await page.getByLabel("Comments").fill("Half-typed");
    await page.getByLabel("Comments").blur();
    await signInAs(page, ADMIN.email, true);
    await page.getByRole("link", { name: "Overview" }).waitFor();
    expect([page.url(), await page.getByLabel("Comments").inputValue()]).toEqual([`${barn.url}/`, "Half-typed"]);
    await page.getByRole("button", { name: ADMIN.email }).click();
    await shell(page).signOut.click();
    await shell(page).signIn.waitFor();
    await goto(page);
    await signInAs(page, ADMIN.email, true);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  }));

test("a font that loads late causes no layout shift", () =>
  visit(browser, DESK, async (page) => {
    await page.addInitScript(() => {
      const counted = globalThis as unknown as { shifted: number };
      counted.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) counted.shifted += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.route("**/*.woff2", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      await route.continue();
    });
    await goto(page);
    await expect.poll(() => page.evaluate("document.fonts.check('1rem \"Inter Variable\"')")).toBe(true);
    await page.waitForTimeout(200);
    expect(await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)).toBeLessThan(0.01);
  }));
