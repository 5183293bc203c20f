import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { mondayOf, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { addHorses } from "#lab/support/billing.ts";
import { addBills, type NewBill } from "#lab/support/exports.ts";
import { exportOldest } from "#tests/support/barn/corrections.ts";
import { DESK, headings, startLists } from "#tests/support/browser/lists.ts";
import { pressInMenu, selectionBar } from "#tests/support/browser/rows.ts";

/*
 * The jobs of the office in a browser without JavaScript, several in one visit. The other files of this folder have each job with
 * JavaScript and, where they say so, without; tests/worker/ posts every form with every kind of wrong entry.
 */

const lists = startLists();
const monday = mondayOf(todayInNewYork(new Date()));

const asAdmin = (steps: (page: Page) => Promise<void>, noise?: RegExp) =>
  lists.asAdmin({ ...DESK, javaScriptEnabled: false }, steps, noise);
const goto = (page: Page, path: string) => lists.goto(page, path, false);
const press = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

/** Adds three bills of 2 x $65.00, which a search for the tag finds, of an exportable customer. */
async function addThreeBills(tag: string): Promise<void> {
  const [horse] = await addHorses(lists.barn, tag, 1);
  const [customer] = await lists.barn.rows("select id from customers where deleted_at is null limit 1");
  const bill: Omit<NewBill, "id" | "date"> = {
    ...{ horseId: String(horse?.id), customerId: String(customer?.id), serviceId: "training" },
    ...{ quantity: 2, value: 13_000, location: "florida", comments: tag },
  };
  await addBills(
    lists.barn,
    [1, 2, 3].map((n) => ({ ...bill, id: `${tag} ${n}`, date: `2026-11-0${n}` })),
  );
}

test("bills are edited, voided and restored, exported, corrected, and their export is voided", () =>
  asAdmin(async (page) => {
    const tag = "Plainly";
    await addThreeBills(tag);
    await goto(page, `/billing?q=${tag}`);
    await pressInMenu(page, /^Actions for /, "Edit");
    const edited = page.getByRole("dialog", { name: "Edit Bill" });
    await edited.getByRole("textbox", { name: "Quantity", exact: true }).fill("3");
    await press(page, "Save");
    await page.getByRole("cell", { name: "$195.00", exact: true }).waitFor();
    const boxes = page.getByRole("checkbox", { name: /^Select Training for / });
    for (const n of [1, 2]) await boxes.nth(n).check();
    await selectionBar(page).getByRole("button", { name: "Void", exact: true }).click();
    await page.getByText("2 bills were voided.").waitFor();
    expect(await boxes.count()).toBe(1);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText("$455.00").waitFor();
    expect(await boxes.count()).toBe(3);

    await page.getByRole("link", { name: "Export to QB", exact: true }).click();
    await press(page, "Export");
    await page.getByRole("alert").getByText("Choose what the amount is for").waitFor();
    await page.getByRole("radio", { name: /\$195\.00 for all 3/ }).check();
    await press(page, "Export");
    await page.getByRole("alert").getByText("Choose how to date the invoices").waitFor();
    expect(await page.getByRole("radio", { name: /\$195\.00 for all 3/ }).isChecked()).toBe(true);
    await page.getByRole("radio", { name: /Date every line/ }).check();
    await press(page, "Export");
    const notice = page.getByRole("region", { name: "Just exported" });
    await notice.getByText("Exported 3 bills").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      notice.getByRole("link", { name: /^Download invoices/ }).click(),
    ]);
    expect(
      readFileSync(await download.path(), "utf8")
        .trim()
        .split("\n"),
    ).toHaveLength(4);

    await goto(page, "/billing/exports");
    await pressInMenu(page, /^Actions for export of /, "Void export");
    await press(page, "Void export");
    await page.getByText(/^Voided the export of 3 bills, /).waitFor();

    const [bill] = await exportOldest(lists.barn.rows, 1, 6005);
    await goto(page, `/billing/${bill?.id}/correct?view=all`);
    const corrected = page.getByRole("dialog", { name: "Correct Bill" });
    await corrected.getByRole("textbox", { name: "Amount", exact: true }).fill("1.25");
    await corrected.getByRole("textbox", { name: "Reason", exact: true }).fill(`Too much ${tag}`);
    await press(page, "Save correction");
    await corrected.waitFor({ state: "detached" });
    await goto(page, `/billing/corrections?q=${tag}`);
    await page.getByRole("switch", { name: /: entered$/ }).click();
    await page.getByText(`Nothing found for “${tag}”.`).waitFor();
  }, /status of 400/));

test("payroll is generated, a late groom is added, due items and a single one are marked paid, and Undo takes it back", () =>
  asAdmin(async (page) => {
    await lists.barn.rows("delete from payroll where week >= ?", [monday]);
    await lists.barn.rows("update settings set last_payroll = ?", [`${plusDays(monday, -7)}T17:00:00.000Z`]);
    await goto(page, "/payroll");
    await page.getByRole("link", { name: "Add Payroll Items", exact: true }).click();
    await press(page, "Confirm");
    await page.getByText(/^Ran payroll: /).waitFor();
    await lists.barn.rows(
      `insert into grooms (id, name, start_date, end_date, weekly_salary, location, created_at, updated_at)
       values ('late', 'Late Plainly', ?, ?, 50000, 'florida', ?, ?)`,
      [plusDays(monday, -14), plusDays(monday, -10), new Date().toISOString(), new Date().toISOString()],
    );
    await goto(page, "/overview");
    await page.getByRole("link", { name: "See the weeks" }).click();
    await page.getByRole("button", { name: "Don't pay: Late Plainly", exact: true }).click();
    await page.getByText(/^Won't pay: Late Plainly, week of /).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Add Late Plainly", exact: true }).click();
    await page.getByText(/^Ran payroll for Late Plainly, .*: 1 item, \$500\.00\.$/).waitFor();

    await page.getByRole("link", { name: "Mark due payments as paid" }).click();
    const dialog = page.getByRole("dialog", { name: "Mark due payments as paid" });
    await dialog.getByLabel("Due by").fill(plusDays(monday, 60));
    await dialog.getByRole("button", { name: "Apply" }).click();
    await dialog.getByRole("button", { name: /^Mark \d+ items? paid$/ }).click();
    await page.getByText(/^Marked \d+ items? due by/).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText(/^Marked/).waitFor({ state: "detached" });

    await goto(page, "/payroll?q=late+plainly");
    await page.getByRole("switch", { name: /: paid$/ }).click();
    await page.getByText(/^Nothing found for/).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("switch", { name: /: paid$/ }).waitFor();
  }));

test("lists are searched, sorted, filtered and shown with other columns, and ten horses get a price together", () =>
  asAdmin(async (page) => {
    await goto(page, "/customers");
    await page.getByRole("searchbox").fill("no such customer");
    await page.getByRole("searchbox").press("Enter");
    await page.getByText("Nothing found for “no such customer”.").waitFor();
    await page.getByRole("link", { name: "Clear the search" }).click();
    const heading = page.getByRole("columnheader", { name: "Name", exact: true });
    await heading.getByRole("link").click();
    await expect.poll(() => heading.getAttribute("aria-sort")).toBe("descending");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.locator("#columns").getByLabel("Riders", { exact: true }).click();
    await page.locator("#columns").getByRole("button", { name: "Apply" }).click();
    const riders = page.getByRole("columnheader", { name: "Riders" });
    await expect.poll(() => riders.count()).toBe(0);
    await goto(page, "/customers?q=o'brien");
    expect(await riders.count()).toBe(0);
    const before = await headings(page);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("button", { name: "Move Phone up" }).click();
    const moved = async () => before.indexOf("Phone") - (await headings(page)).indexOf("Phone");
    await expect.poll(moved).toBe(1);
    expect(await riders.count()).toBe(0);
    expect(new URL(page.url()).search).toBe("?q=o%27brien");

    await goto(page, "/billing?q=apollo");
    await page.getByRole("link", { name: "More filters" }).click();
    await page.getByRole("dialog", { name: "Filter" }).getByLabel("Service").selectOption({ label: "Boarding" });
    await press(page, "Apply");
    const chip = page.getByRole("list", { name: "Filters" }).getByRole("link", { name: /^Remove .*Boarding/ });
    expect(new URL(page.url()).searchParams.get("q")).toBe("apollo");
    await chip.click();
    await chip.waitFor({ state: "detached" });

    await addHorses(lists.barn, "Together", 10);
    await goto(page, "/horses?q=together");
    for (const box of await page.getByRole("checkbox", { name: /^Select Together/ }).all()) await box.check();
    await selectionBar(page).getByLabel("What to set").selectOption({ label: "Boarding" });
    await selectionBar(page).getByLabel("Amount").fill("3,150");
    await selectionBar(page).getByRole("button", { name: "Set", exact: true }).click();
    await page.getByText("Saved: Boarding of 10 horses").waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    expect(await page.getByText("$3,150.00").count()).toBe(0);
  }));
