import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { settled } from "#lab/support/browser.ts";
import { DESK, startLists } from "#tests/support/browser/lists.ts";
import { serviceSelect, submitButton } from "#tests/support/browser/offline.ts";
import { type Choices, chooseHorse, findChoices } from "#tests/support/browser/service-entry.ts";

/* Pages that Chrome translates: it puts each text into <font><font>, those that come later, too. */

const lists = startLists();
let choices: Choices;

beforeAll(async () => {
  choices = await findChoices(lists.barn);
});

/** Starts to translate the page: each text gets the mark '‡' where it may be translated. */
const translate = (page: Page) =>
  page.evaluate(`{
    const isKept = (element) => element.closest("[translate]")?.translate === false
      || element.closest("script, style, textarea, title, svg, font, [contenteditable]");
    const wrap = (root) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found = [];
      while (texts.nextNode()) found.push(texts.currentNode);
      for (const text of found) {
        if (!text.data.trim() || !text.parentElement || isKept(text.parentElement)) continue;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        text.replaceWith(outer);
        outer.append(inner);
        text.data += "‡";
        inner.append(text);
      }
    };
    wrap(document.body);
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target.isConnected) for (const node of addedNodes) if (node.isConnected) wrap(node.nodeType === 3 ? node.parentNode : node);
      }
    }).observe(document.body, { childList: true, subtree: true });
  }`);

const noError = async (page: Page) => expect(await page.getByText("Unexpected Application Error!").count()).toBe(0);

async function log(page: Page, comments: string): Promise<void> {
  await chooseHorse(page, choices.horse.name);
  await serviceSelect(page).selectOption(choices.service.id);
  await page.getByLabel("Comments").fill(comments);
  await submitButton(page).click();
  await expect.poll(() => lists.barn.rows("select id from bill_items where comments = ?", [comments])).toHaveLength(1);
  await page.getByText(/^Saved:/).waitFor();
}

test("in a translated service form entries are saved and undone, what is typed for the next one stays, and names stay as they are", () =>
  lists.asVisitor(DESK, async (page) => {
    await lists.goto(page, "/");
    await translate(page);
    await log(page, "translated once");
    await page.getByLabel("Comments").fill("half a sentence");
    await page.getByRole("button", { name: "Undo" }).first().click();
    await page.getByText(/^Undone:/).waitFor();
    expect(await page.getByLabel("Comments").inputValue()).toBe("half a sentence");
    await log(page, "translated twice");
    await page.getByRole("region", { name: "Today from this device" }).getByText(choices.horse.name).first().waitFor();
    expect(await page.locator("option", { hasText: /‡/ }).count()).toBeGreaterThan(0);
    expect(
      await page
        .locator("option:not([translate=yes]), .recent-chips, section li span[translate=no]", { hasText: "‡" })
        .count(),
    ).toBe(0);
    await noError(page);
  }));

test("in a translated office lists are searched, toggled and edited, records are added, deleted and put back, and figures are current", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/services");
    await translate(page);
    const rows = page.locator("tbody tr");
    const all = await rows.count();
    const search = page.getByRole("searchbox");
    await search.fill(choices.service.product_service_name);
    await expect.poll(() => rows.count()).toBeLessThan(all);
    const found = await rows.count();
    await expect.poll(() => page.locator(".list-count").textContent()).toMatch(new RegExp(`^${found}\\b`));
    await search.fill("");
    await expect.poll(() => rows.count()).toBe(all);

    await page.getByRole("link", { name: /^Add Service/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Translated service");
    await dialog.getByLabel("Price").fill("10");
    await dialog.locator("[type=submit]").last().click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => rows.count()).toBe(all + 1);
    await expect.poll(() => page.locator(".list-count").textContent()).toMatch(new RegExp(`^${all + 1}\\b`));
    await rows.filter({ hasText: "Translated service" }).locator("button.more").click();
    await page
      .getByRole("link", { name: /^Delete/ })
      .or(page.getByRole("button", { name: /^Delete/ }))
      .first()
      .click();
    await expect.poll(() => rows.count()).toBe(all);
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect.poll(() => rows.count()).toBe(all + 1);
    await noError(page);

    await page.locator('nav a[href="/horses"]').click();
    await page.waitForURL(`${lists.barn.url}/horses`);
    await settled(page);
    const horses = await rows.count();
    await page.locator(".list-tools a[href*='view=']").first().click();
    await expect.poll(() => rows.count()).not.toBe(horses);
    await page.getByRole("searchbox").fill(choices.horse.name);
    await expect.poll(() => page.locator("tbody").textContent()).toContain(choices.horse.name);
    expect(await page.locator("tbody th [translate=no], tbody th[translate=no]").first().textContent()).not.toContain(
      "‡",
    );
    await page.locator('nav a[href="/overview"]').click();
    await page.waitForURL(`${lists.barn.url}/overview`);
    await settled(page);
    await noError(page);
  }));
