import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addHorses } from "#lab/support/billing.ts";
import { holdPosts, settled } from "#lab/support/browser.ts";
import { DESK, startLists } from "#tests/support/browser/lists.ts";
import { boxOf } from "#tests/support/browser/rows.ts";

/* What a press shows while it waits for its answer. */

const lists = startLists();

/** Holds the requests for data from now on. Returns their addresses, and what lets them go. */
async function holdData(page: Page) {
  const held: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.data/, async (route) => {
    held.push(new URL(route.request().url()).pathname);
    await released;
    await route.fallback();
  });
  return { held, release };
}

test("a link that waits for its page is faint, and a second press of it sends nothing", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/billing?q=apollo");
    const check = page.getByRole("link", { name: "Check", exact: true });
    // The pointer brings the code that watches the presses, and the data ahead.
    await page.getByRole("link", { name: "Runs", exact: true }).hover();
    await settled(page);
    const { held, release } = await holdData(page);
    await check.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => check.evaluate((link) => getComputedStyle(link).opacity)).toBe("0.4");
    const { length } = held;
    await page.keyboard.press("Enter");
    await settledFrame(page);
    expect(held).toHaveLength(length);
    const [other] = await Promise.all([
      page.context().waitForEvent("page"),
      check.click({ modifiers: ["ControlOrMeta"] }),
    ]);
    await other.close();
    expect(await check.getAttribute("aria-busy")).toBe("true");
    release();
    await page.getByRole("heading", { name: "Check", level: 1 }).waitFor();
    expect(await page.locator("a[aria-busy], button[aria-busy]").count()).toBe(0);
    await settled(page);
  }));

/** Waits until the page has handled what was pressed. */
const settledFrame = (page: Page) =>
  page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");

test("a command for selected rows that is pressed twice is sent once, and the buttons of its answer wait for nothing", async () => {
  await addHorses(lists.barn, "Twice", 2);
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/horses?q=twice");
    await page.getByRole("link", { name: "Customers" }).hover();
    await settled(page);
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await boxOf(page, "Twice 000").check();
    const release = await holdPosts(page);
    const remove = page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Delete" });
    await remove.click();
    await expect.poll(() => remove.evaluate((button) => getComputedStyle(button).opacity)).toBe("0.4");
    await remove.click();
    await release();
    await page.getByRole("button", { name: "Undo" }).waitFor();
    expect(posts).toHaveLength(1);
    expect(await page.locator("a[aria-busy], button[aria-busy]").count()).toBe(0);
    await settled(page);
  });
});
