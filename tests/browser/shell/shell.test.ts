import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { JAVASCRIPT } from "#lab/support/browser.ts";
import { ADMIN, NOT_AN_ADMIN } from "#tests/support/barn/barn.ts";
import { DESK, PHONE, startLists } from "#tests/support/browser/lists.ts";
import { openLivePage } from "#tests/support/browser/live.ts";

/** What browsers write where data were being loaded ahead as the session ended. */
const LOADED_AHEAD = /status of 403/;

const UNVERIFIED = { email: "new@hayloft.example", name: "Nell Newcombe" };

const lists = startLists({
  accounts: [
    { ...ADMIN, emailVerified: true },
    { ...NOT_AN_ADMIN, emailVerified: true },
    { ...UNVERIFIED, emailVerified: false },
  ],
});

const shell = (page: Page) => ({
  open: page.getByRole("button", { name: "Open navigation" }),
  close: page.getByRole("button", { name: "Close navigation" }),
  form: page.getByRole("link", { name: "Input Form" }),
  signIn: page.getByRole("button", { name: "Sign in" }),
  signOut: page.getByRole("button", { name: "Sign out", exact: true }),
});

/** Presses 'Sign in', then the button `choice` on the provider's page, in a popup or in the same tab. */
async function signInAs(page: Page, choice: string, javaScriptEnabled: boolean) {
  const popup = javaScriptEnabled ? page.waitForEvent("popup") : page;
  await shell(page).signIn.click();
  await (await popup).getByRole("button", { name: choice }).click();
}

test("without JavaScript a visitor signs in, sees the account, and signs out", () =>
  lists.asVisitor({ ...DESK, javaScriptEnabled: false }, async (page) => {
    await lists.goto(page, "/", false);
    await signInAs(page, NOT_AN_ADMIN.email, false);
    const account = page.getByRole("button", { name: NOT_AN_ADMIN.email });
    await account.waitFor();
    expect(page.url()).toBe(`${lists.barn.url}/`);
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
    lists.asAdmin({ ...PHONE, javaScriptEnabled }, async (page) => {
      const { open, close, form, signOut } = shell(page);
      await lists.goto(page, "/", javaScriptEnabled);
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

test("a failed sign-in says why, one leads to the Overview unless something was entered, and if the browser blocks the popup, the page goes to the provider", () =>
  lists.asVisitor(DESK, async (page) => {
    const message = page.getByRole("alert");
    await lists.goto(page, "/");
    await signInAs(page, "Cancel", true);
    await message.waitFor();
    expect(await message.textContent()).toBe("You cancelled the sign-in.");
    await signInAs(page, UNVERIFIED.email, true);
    await message.filter({ hasText: "verified" }).waitFor();
    expect(await message.textContent()).toBe("This address is not verified by Google, so it cannot be used here.");
    expect(await shell(page).signIn.isVisible()).toBe(true);
    await page.getByLabel("Comments").fill("Half-typed");
    await page.getByLabel("Comments").blur();
    await signInAs(page, ADMIN.email, true);
    await page.getByRole("link", { name: "Overview" }).waitFor();
    expect([page.url(), await page.getByLabel("Comments").inputValue()]).toEqual([`${lists.barn.url}/`, "Half-typed"]);
    await page.getByRole("button", { name: ADMIN.email }).click();
    await shell(page).signOut.click();
    await shell(page).signIn.waitFor();
    await lists.goto(page, "/");
    await page.evaluate("window.open = () => null");
    await signInAs(page, ADMIN.email, false);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  }));

test("a font that loads late causes no layout shift", () =>
  lists.asVisitor(DESK, async (page) => {
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
    await lists.goto(page, "/");
    await expect.poll(() => page.evaluate("document.fonts.check('1rem \"Inter Variable\"')")).toBe(true);
    await page.waitForTimeout(200);
    expect(await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)).toBeLessThan(0.01);
  }));

/** Chooses an item of the account menu. */
async function chooseInAccountMenu(page: Page, item: string) {
  await page.getByRole("button", { name: ADMIN.email }).click();
  await page.getByRole("button", { name: item, exact: true }).click();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
}

/** Nothing that only admins may see. */
async function expectNothingOfTheOffice(page: Page) {
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  await page.getByRole("heading", { name: "Service Form" }).waitFor();
  expect(await page.getByRole("link", { name: "Payroll" }).count()).toBe(0);
  expect(await page.getByText(ADMIN.email).count()).toBe(0);
}

test("'Sign out everywhere' sends all tabs to the service form, where Back shows nothing of the office", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      const tab = await page.context().newPage();
      await openLivePage(lists.barn, tab, "/payroll?q=body");
      for (const path of ["/customers?q=bell", "/grooms?q=luz"]) await lists.goto(page, path);
      await chooseInAccountMenu(page, "Sign out everywhere");
      for (const each of [page, tab]) await expectNothingOfTheOffice(each);
      for (let back = 0; back < 2; back += 1) {
        await page.goBack();
        await expectNothingOfTheOffice(page);
      }
    },
    LOADED_AHEAD,
  ));

test("without JavaScript the Back button shows nothing of the office after a sign-out", () =>
  lists.asAdmin({ ...DESK, javaScriptEnabled: false }, async (page) => {
    await lists.goto(page, "/payroll", false);
    await lists.goto(page, "/grooms", false);
    await chooseInAccountMenu(page, "Sign out");
    for (let back = 0; back < 2; back += 1) {
      await page.goBack();
      await expectNothingOfTheOffice(page);
    }
  }));

test("a visitor who opened an admin page is told why, and reaches it by signing in as an admin", () =>
  lists.asVisitor(DESK, async (page) => {
    const reason = page.getByText("Sign in with an admin's account to open Payroll", { exact: true });
    await lists.goto(page, "/payroll?q=night");
    await reason.waitFor();
    await signInAs(page, NOT_AN_ADMIN.email, true);
    await page.getByText(`You are signed in as ${NOT_AN_ADMIN.email}, which is not an admin's account`).waitFor();
    await page.getByRole("button", { name: NOT_AN_ADMIN.email }).click();
    await reason.waitFor();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await lists.goto(page, "/payroll?q=night");
    await signInAs(page, ADMIN.email, true);
    await page.getByRole("heading", { name: "Payroll", level: 1 }).waitFor();
    expect(page.url()).toBe(`${lists.barn.url}/payroll?q=night`);
  }));
