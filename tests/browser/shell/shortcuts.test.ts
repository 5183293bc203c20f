import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DESK, startLists } from "#tests/support/browser/lists.ts";

const lists = startLists();

const at = (page: Page) => new URL(page.url()).pathname;

test("Ctrl-K finds what is typed, arrows and Enter lead to it, and Escape gives the focus back", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/grooms");
    const search = page.locator("#content").getByRole("searchbox");
    await search.focus();
    const dialog = page.getByRole("dialog", { name: "Go to anything" });
    await page.keyboard.press("Control+k");
    await dialog.getByRole("link", { name: "Add horse" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await search.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.getByRole("link", { name: /^Go to…/ }).click();
    await dialog.getByRole("link", { name: "Add horse" }).waitFor();
    // Until the answer arrives, the links are those of an earlier text: keys do not lead to them, and no number is said of the new text.
    let answer = () => {};
    const isAwaited = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/[?&]q=runs/, (route) => isAwaited.then(() => route.continue()));
    await dialog.getByRole("searchbox").fill("runs");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await dialog.getByRole("status").textContent()).toBe("");
    expect(await dialog.getByRole("searchbox").evaluate((box) => box === document.activeElement)).toBe(true);
    answer();
    await dialog.getByText("2 found", { exact: true }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Billing runs", level: 1 }).waitFor();
  }));

test("without JavaScript the button leads to a page with a form and links", () =>
  lists.asAdmin({ javaScriptEnabled: false }, async (page) => {
    await lists.goto(page, "/grooms", false);
    await page.getByRole("link", { name: /^Go to…/ }).click();
    await page.getByRole("searchbox").fill("bella");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("region", { name: "Horses" }).getByRole("link", { name: "Bella" }).first().click();
    await page.getByRole("heading", { name: /Bella/, level: 1 }).waitFor();
  }));

test("keys search, add and lead to the screens, but never while typing, and can be switched off", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/services");
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
