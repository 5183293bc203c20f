import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addHorses } from "#lab/support/billing.ts";
import { addBills } from "#lab/support/exports.ts";
import { exportOldest } from "#tests/support/barn/corrections.ts";
import { DESK, PHONE, startLists } from "#tests/support/browser/lists.ts";
import { pressInMenu, selectionBar } from "#tests/support/browser/rows.ts";

/* Bills are edited, voided and corrected (docs/product.md, 'Editing a bill' to 'Corrections'). */

const lists = startLists();

/** Adds a horse, called by a new tag, with bills of 2 x $65.00. */
async function addTagged(tag: string, count: number): Promise<void> {
  const [horse] = await addHorses(lists.barn, tag, 1);
  const bill = { serviceId: "training", date: "2026-11-02", quantity: 2, value: 13_000, comments: "" };
  await addBills(
    lists.barn,
    Array.from({ length: count }, (_, i) => ({
      ...{ ...bill, location: "florida" as const },
      ...{ id: `${tag} ${i}`, horseId: horse?.id ?? "", customerId: horse?.customer_id ?? null },
    })),
  );
}

const tag = "Mended";

test("a bill is edited, its value follows, several bills are voided together, and Undo restores them", async () => {
  await addTagged(tag, 3);
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, `/billing?q=${tag}`);
    await pressInMenu(page, /^Actions for /, "Edit");
    const dialog = page.getByRole("dialog", { name: "Edit Bill" });
    await dialog.getByRole("textbox", { name: "Quantity", exact: true }).fill("3");
    const value = dialog.getByRole("textbox", { name: "Value", exact: true });
    expect(await value.inputValue()).toBe("195");
    // A value that is typed does not follow the quantity any more, until that is asked for.
    const follows = dialog.getByLabel("Update value when quantity changes");
    await value.fill("100");
    await dialog.getByRole("textbox", { name: "Quantity", exact: true }).fill("4");
    expect([await value.inputValue(), await follows.isChecked()]).toEqual(["100", false]);
    await follows.check();
    expect(await value.inputValue()).toBe("260");
    await dialog.getByRole("textbox", { name: "Quantity", exact: true }).fill("3");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("cell", { name: "$195.00", exact: true }).waitFor();
    await page.getByText("$455.00").waitFor();

    const boxes = page.getByRole("checkbox", { name: /^Select Training for / });
    const bar = selectionBar(page);
    expect(await bar.isVisible()).toBe(false);
    await page.getByRole("checkbox", { name: "Select all rows of this page" }).check();
    await boxes.nth(0).uncheck();
    await bar.waitFor();
    await bar.getByRole("button", { name: "Void", exact: true }).click();
    await page.getByText("2 bills were voided.").waitFor();
    await expect.poll(() => boxes.count()).toBe(1);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(() => boxes.count()).toBe(3);
    await page.getByText("$455.00").waitFor();
    expect(await bar.isVisible()).toBe(false);
  });
});

test("a dialog that can only be closed focuses Close", async () => {
  await addTagged("Refused", 1);
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/billing/Refused 0/correct");
    const dialog = page.getByRole("dialog", { name: "Correct Bill" });
    await expect.poll(() => dialog.locator(":focus").textContent()).toBe("Close");
  });
});

/** The row of a bill in the open section of Check, by its day. */
const foundOn = (page: Page, day: string) =>
  page.locator("details[open]").getByRole("listitem").filter({ hasText: day });

test("on Check, what is found is marked OK, edited or voided in its place", async () => {
  await addTagged("Checked", 3);
  await lists.barn.rows(
    "update bill_items set date = '2099-03-0' || (1 + substr(id, 9)), unit_price = 6500, quantity = 3 where id like 'Checked %'",
  );
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/billing/check?all=future");
    const [fine, edited, voided] = ["03/01/2099", "03/02/2099", "03/03/2099"].map((day) => foundOn(page, day));
    if (!fine || !edited || !voided) throw new Error("A bill is missing");
    await fine.getByRole("button", { name: /^It's OK: / }).click();
    await page.getByText(/^Marked OK: Training for .+, 03\/01\/2099\.$/).waitFor();
    await expect.poll(() => fine.count()).toBe(0);
    await page.reload();
    await edited.waitFor();
    expect(await fine.count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await fine.waitFor();

    // Edit opens over Check, and leads back to the bills of the same check.
    await edited.getByRole("link", { name: /^Edit / }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Bill" });
    await dialog.getByRole("link", { name: "Cancel" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?all=future");
    await edited.getByRole("link", { name: /^Edit / }).click();
    await dialog.getByRole("textbox", { name: "Value", exact: true }).fill("195");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(/^Training for .+ saved$/).waitFor();
    await edited.getByText("$195.00").waitFor();
    await page.getByText(/^Not price × quantity: /).click();
    await expect.poll(() => foundOn(page, "Not 3 × $65.00 = $195.00").count()).toBe(2);
    await page.getByText(/^Not price × quantity: /).click();

    for (const row of [fine, voided]) await row.getByRole("checkbox").check();
    await selectionBar(page).getByRole("button", { name: "Void", exact: true }).click();
    await page.getByText("2 bills were voided.").waitFor();
    await expect.poll(() => voided.count()).toBe(0);
  });
});

test("on a phone an exported bill is corrected and its entry ticked, and a filter is chosen and removed", async () => {
  const [bill] = await exportOldest(lists.barn.rows, 1, 6003);
  await addTagged("Fine", 2);
  await lists.asAdmin(PHONE, async (page) => {
    await lists.goto(page, "/billing?q=Fine");
    await page.getByRole("link", { name: "More filters" }).click();
    const month = page.getByLabel("Month", { exact: true });
    await month.waitFor();
    await month.selectOption("November 2026");
    await page.waitForURL(/month=2026-11/);
    expect(new URL(page.url()).searchParams.get("q")).toBe("Fine");
    await page.getByRole("button", { name: "Done", exact: true }).click();
    // On a phone the button says how many filters are set.
    await page.getByRole("link", { name: "More filters 1" }).click();
    await month.selectOption("Any");
    await page.waitForURL(/q=Fine$/);
    await page.keyboard.press("Escape");
    await lists.goto(page, `/billing/${bill?.id}/correct?q=Fine`);
    const dialog = page.getByRole("dialog", { name: "Correct Bill" });
    await dialog.getByRole("textbox", { name: "Amount", exact: true }).fill("1.25");
    await dialog.getByRole("textbox", { name: "Reason", exact: true }).fill("Fine on a phone");
    await dialog.getByRole("button", { name: "Save correction", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await lists.goto(page, "/billing/corrections?q=Fine");
    // The card of a correction does not show its reason.
    await page.getByText("Fine on a phone").waitFor({ state: "attached" });
    await page.getByRole("switch", { name: /: entered$/ }).click();
    await page.getByText("Nothing found for “Fine”.").waitFor();
  });
});
