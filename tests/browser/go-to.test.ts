import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openPage, visitAs } from "#tests/support/people.ts";

let barn: Barn;
let browser: Browser;

beforeAll(async () => {
  [barn, browser] = await Promise.all([openBarn(), openBrowser()]);
});
afterAll(() => barn.close());

test("Ctrl-K finds what is typed, arrows and Enter lead to it, and Escape gives the focus back", () =>
  visitAs(barn, browser, ADMIN, {}, async (page) => {
    await openPage(barn, page, "/grooms", true);
    const search = page.locator("#content").getByRole("searchbox");
    await search.focus();
    const dialog = page.getByRole("dialog", { name: "Go to anything" });
    await page.keyboard.press("Control+k");
    await dialog.getByRole("link", { name: "Add horse" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await search.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.getByRole("link", { name: /^Go to…/ }).click();
    await dialog.getByRole("searchbox").fill("runs");
    await dialog.getByText("2 found").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Billing runs", level: 1 }).waitFor();
  }));

test("without JavaScript the button leads to a page with a form and links", () =>
  visitAs(barn, browser, ADMIN, { javaScriptEnabled: false }, async (page) => {
    await openPage(barn, page, "/grooms", false);
    await page.getByRole("link", { name: /^Go to…/ }).click();
    await page.getByRole("searchbox").fill("bella");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("region", { name: "Horses" }).getByRole("link", { name: "Bella" }).first().click();
    await page.getByRole("heading", { name: /Bella/, level: 1 }).waitFor();
  }));
