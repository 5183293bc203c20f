import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN, type Barn, NOT_AN_ADMIN, openBarn } from "#tests/support/barn.ts";
import { JAVASCRIPT, openBrowser, visit } from "#tests/support/browser.ts";
import { DESK } from "#tests/support/lists.ts";
import { openLivePage } from "#tests/support/live.ts";
import { openPage, visitAs } from "#tests/support/people.ts";

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

test("signing out in one tab sends all tabs of the browser to the service form", () =>
  visitAs(barn, browser, ADMIN, DESK, async (page) => {
    await openLivePage(barn, page, "/grooms");
    const tab = await page.context().newPage();
    await openLivePage(barn, tab, "/payroll");
    await chooseInAccountMenu(page, "Sign out");
    for (const each of [page, tab]) await expectNothingOfTheOffice(each);
  }));

test("'Sign out everywhere' sends the tabs of another browser to the service form", () =>
  visitAs(barn, browser, ADMIN, DESK, (page) =>
    visitAs(barn, browser, ADMIN, { ...DESK, locale: "en-US" }, async (other) => {
      await openLivePage(barn, other, "/payroll");
      await openPage(barn, page, "/grooms");
      await chooseInAccountMenu(page, "Sign out everywhere");
      for (const each of [page, other]) await expectNothingOfTheOffice(each);
    }),
  ));

describe.each(JAVASCRIPT)("%s", (_, javaScriptEnabled) => {
  test("the Back button shows nothing of the office after a sign-out", () =>
    visitAs(barn, browser, ADMIN, { ...DESK, javaScriptEnabled }, async (page) => {
      await openPage(barn, page, "/payroll", javaScriptEnabled);
      await openPage(barn, page, "/grooms", javaScriptEnabled);
      await chooseInAccountMenu(page, "Sign out");
      for (let back = 0; back < 2; back += 1) {
        await page.goBack();
        await expectNothingOfTheOffice(page);
      }
    }));
});

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
