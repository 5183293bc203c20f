import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mondayOf, plusDays, todayInNewYork } from "#app/domain/calendar.ts";
import { addHorses } from "#tests/support/billing.ts";
import { DESK, type Lists, openLists, PHONE } from "#tests/support/lists.ts";

/* Taking a run back, from the notice after it and from the past runs (docs/product.md, 'Undoing a run'). */

let lists: Lists;
const monday = mondayOf(todayInNewYork(new Date()));

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

const confirm = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Confirm", exact: true }).click();
const takeBack = (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name: "Undo run", exact: true }).click();

test("without JavaScript horses that were billed are undone from the notice, restored by Undo, undone from the past runs, and billed again", async () => {
  const tag = "Undone";
  await addHorses(lists.barn, tag, 2);
  await lists.asAdmin({ ...DESK, javaScriptEnabled: false }, async (page) => {
    await lists.goto(page, `/horses?q=${tag}`, false);
    const bill = page.getByRole("link", { name: "Bill 2 Horses", exact: true });
    await bill.click();
    // Confirm is locked for a moment after the dialog opened.
    await confirm(page);
    await page.getByText(/^Billed 2 horses: \d+ bills/).waitFor();
    await page.getByRole("link", { name: "Undo run", exact: true }).click();
    await page.getByRole("dialog", { name: "Undo billing run" }).waitFor();
    await page.getByText(/The horses count as not billed, and can be billed again\./).waitFor();
    await takeBack(page);
    await page.getByText(/^Undid \d+ bills: \$/).waitFor();
    await page
      .getByText(/^Undone /)
      .first()
      .waitFor();

    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText(/^Undid /).waitFor({ state: "detached" });
    await page
      .getByRole("link", { name: /^Undo run of / })
      .first()
      .click();
    await takeBack(page);
    await page.getByText(/^Undid \d+ bills: \$/).waitFor();

    await lists.goto(page, `/billing?q=${tag}`, false);
    await page.getByText(`Nothing found for “${tag}”.`).waitFor();
    await lists.goto(page, `/horses?q=${tag}`, false);
    await bill.click();
    await page.getByText("Are you sure you want to bill 2 horses?").waitFor();
    expect(await page.getByText(/^already billed/).count()).toBe(0);
    await confirm(page);
    await page.getByText(/^Billed 2 horses: \d+ bills/).waitFor();
  });
});

test("an open list of payroll items and an open list of past runs follow a take-back by another admin", async () => {
  await lists.barn.rows(`update settings set last_payroll = '${plusDays(monday, -7)}T17:00:00.000Z'`);
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/payroll/generate");
    await confirm(page);
    await page.getByText(/^Generated \d+ items: /).waitFor();
    await page.getByRole("link", { name: "Undo run", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Undo payroll run" });
    await dialog.getByText(/so does the next scheduled run, on Monday /).waitFor();
    await lists.asAdmin(PHONE, async (other) => {
      await lists.goto(other, "/payroll?q=weekly+salary&sort=-date");
      const rows = other.getByRole("rowheader");
      const shown = await rows.count();
      await takeBack(page);
      await page.getByText(/^Undid \d+ items: /).waitFor();
      await expect.poll(() => rows.count()).toBeLessThan(shown);
      await lists.goto(other, "/payroll/runs");
      await other
        .getByText(/^Undone /)
        .first()
        .waitFor();
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await other.getByText(/^Undone /).waitFor({ state: "detached" });
    });
  });
});
