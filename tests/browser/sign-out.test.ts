import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN, type Barn, NOT_AN_ADMIN, openBarn } from "#tests/support/barn.ts";
import { openBrowser, visit } from "#tests/support/browser.ts";
import { DESK } from "#tests/support/lists.ts";
import { openLivePage } from "#tests/support/live.ts";
import { openPage, visitAs } from "#tests/support/people.ts";

/** What browsers write where data were being loaded ahead as the session ended. */
const LOADED_AHEAD = /status of 403/;

let barn: Barn;
let browser: Browser;

beforeAll(async () => {
  const accounts = [ADMIN, NOT_AN_ADMIN].map((user) => ({ ...user, emailVerified: true }));
  [barn, browser] = await Promise.all([openBarn({ accounts }), openBrowser()]);
});
afterAll(() => barn.close());

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

test("'Sign out everywhere' sends all tabs, of another browser, too, to the service form, where Back shows nothing of the office", () =>
  visitAs(
    barn,
    browser,
    ADMIN,
    DESK,
    (page) =>
      visitAs(
        barn,
        browser,
        ADMIN,
        { ...DESK, locale: "en-US" },
        async (other) => {
          await openLivePage(barn, other, "/payroll?q=body");
          const tab = await page.context().newPage();
          await openLivePage(barn, tab, "/payroll?q=body");
          await openPage(barn, page, "/customers?q=bell");
          await openPage(barn, page, "/grooms?q=luz");
          await chooseInAccountMenu(page, "Sign out everywhere");
          for (const each of [page, tab, other]) await expectNothingOfTheOffice(each);
          for (let back = 0; back < 2; back += 1) {
            await page.goBack();
            await expectNothingOfTheOffice(page);
          }
        },
        LOADED_AHEAD,
      ),
    LOADED_AHEAD,
  ));

test("without JavaScript the Back button shows nothing of the office after a sign-out", () =>
  visitAs(barn, browser, ADMIN, { ...DESK, javaScriptEnabled: false }, async (page) => {
    await openPage(barn, page, "/payroll", false);
    await openPage(barn, page, "/grooms", false);
    await chooseInAccountMenu(page, "Sign out");
    for (let back = 0; back < 2; back += 1) {
      await page.goBack();
      await expectNothingOfTheOffice(page);
    }
  }));

test("a visitor who opened an admin page is told why, and reaches it by signing in as an admin", () =>
  visit(browser, DESK, async (page) => {
    const reason = page.getByText("Sign in with an admin's account to open Payroll", { exact: true });
    const signInAs = async (email: string) => {
      const popup = page.waitForEvent("popup");
      await page.getByRole("button", { name: "Sign in" }).click();
      await (await popup).getByRole("button", { name: email }).click();
    };
    await page.goto(`${barn.url}/payroll?q=night`);
    await openPage(barn, page, page.url().slice(barn.url.length), true);
    await reason.waitFor();
    await signInAs(NOT_AN_ADMIN.email);
    await page.getByText(`You are signed in as ${NOT_AN_ADMIN.email}, which is not an admin's account`).waitFor();
    await page.getByRole("button", { name: NOT_AN_ADMIN.email }).click();
    await reason.waitFor();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.goto(`${barn.url}/payroll?q=night`);
    await openPage(barn, page, page.url().slice(barn.url.length), true);
    await signInAs(ADMIN.email);
    await page.getByRole("heading", { name: "Payroll", level: 1 }).waitFor();
    expect(page.url()).toBe(`${barn.url}/payroll?q=night`);
  }));
