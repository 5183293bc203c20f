import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openPage, visitAs } from "#tests/support/people.ts";

let barn: Barn;
let browser: Browser;

beforeAll(async () => {
  [barn, browser] = await Promise.all([openBarn(), openBrowser()]);
});
afterAll(async () => {
  await barn.close();
});

const at = (page: Page) => new URL(page.url()).pathname;

test("keys search, add and lead to the screens, but never while typing, and can be switched off", () =>
  visitAs(barn, browser, ADMIN, {}, async (page) => {
    await openPage(barn, page, "/services", true);
    const search = page.getByRole("searchbox");
    await page.keyboard.press("/");
    await expect.poll(() => search.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.type("gbn?");
    await expect.poll(() => new URL(page.url()).search).toBe("?q=gbn%3F");
    expect(at(page)).toBe("/services");
    await search.blur();
    await page.keyboard.press("n");
    await page.getByRole("dialog", { name: "New Service" }).waitFor();
    // In a dialog the keys belong to its fields.
    await page.keyboard.press("Tab");
    await page.keyboard.press("g");
    await page.keyboard.press("b");
    expect(at(page)).toBe("/services/new");
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("g");
    await page.keyboard.press("g");
    await page.getByRole("heading", { name: "Grooms", level: 1 }).waitFor();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.getByText("Payroll Summary").waitFor();
    await help.getByLabel("Use these keys in this browser").uncheck();
    await help.getByRole("button", { name: "Close" }).click();
    await page.keyboard.press("?");
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await page.getByRole("button", { name: /Alex Moreno/ }).click();
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await help.waitFor();
    expect(at(page)).toBe("/grooms");
  }));
