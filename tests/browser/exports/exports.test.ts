import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthBefore, monthOf } from "#app/domain/basics/months.ts";
import { addBills, type NewBill } from "#lab/support/exports.ts";
import { addPastExport } from "#tests/support/barn/barn.ts";
import { expectFine } from "#tests/support/browser/axe.ts";
import { DESK, PHONE, startLists } from "#tests/support/browser/lists.ts";
import { pressInMenu } from "#tests/support/browser/rows.ts";

/** Not old enough to be warned of, with the day before it in the same month. */
const DAY = `${monthBefore(monthOf(todayInNewYork(new Date())))}-15`;

const lists = startLists();
let horseId = "";
let customerId = "";

beforeAll(async () => {
  const [horse] = await lists.barn.rows("select id, customer_id from horses where customer_id is not null limit 1");
  [horseId, customerId] = [String(horse?.id), String(horse?.customer_id)];
});

/** Adds bills that only a search for `comments` finds. */
const addBillsWith = (comments: string, ...changes: Partial<NewBill>[]) =>
  addBills(
    lists.barn,
    changes.map((change) => ({
      id: crypto.randomUUID(),
      horseId,
      customerId,
      serviceId: "training",
      date: DAY,
      quantity: 1,
      value: 12_345,
      location: "florida",
      comments,
      ...change,
    })),
  );

/** Adds a bill to each of `count` new customers, whom a search for `name` finds. */
async function addInvoices(name: string, count: number): Promise<void> {
  const numbers = JSON.stringify(Array.from({ length: count }, (_, n) => `${name} ${n}`));
  await lists.barn.rows(
    `insert into customers (id, name, emails, riders, created_at, updated_at)
     select value, value, '[]', '[]', '2026-01-01', '2026-01-01' from json_each(?)`,
    [numbers],
  );
  await lists.barn.rows(
    `insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, created_at)
     select 'bill of ' || value, value, ?, 'training', '2026-10-31', 1, 100, 'florida', '2026-01-01' from json_each(?)`,
    [horseId, numbers],
  );
}

const exportButton = (page: Page) => page.getByRole("link", { name: "Export to QB", exact: true });
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Export to QB" });

/** Returns the name and the CSV records of the file that a press of a link or a button downloads. */
async function downloadBy(page: Page, press: () => Promise<unknown>): Promise<[name: string, records: string[][]]> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  expect(await download.failure()).toBeNull();
  return [download.suggestedFilename(), parse(readFileSync(await download.path(), "utf8"))];
}

/** Answers the questions of the dialog, which preselects nothing until the barn has chosen once, and says what is missing. */
async function chooseIn(dialog: Locator): Promise<void> {
  const forBoth = dialog.getByRole("radio", { name: /for both/ });
  const onePerInvoice = dialog.getByRole("radio", { name: /Date each invoice/ });
  expect(await dialog.getByRole("radio", { checked: true }).count()).toBe(0);
  const press = () => dialog.getByRole("button", { name: "Export", exact: true }).click();
  await press();
  await dialog.getByRole("alert").getByText("Choose what the amount is for").waitFor();
  const datesProblem = dialog.getByRole("alert").getByText("Choose how to date the invoices");
  await datesProblem.waitFor();
  await onePerInvoice.check();
  await press();
  await datesProblem.waitFor({ state: "detached" });
  expect(await onePerInvoice.isChecked()).toBe(true);
  await forBoth.check();
}

/** Voids the newest of the past exports, which has three bills. */
async function voidFirst(page: Page): Promise<void> {
  await lists.goto(page, "/billing/exports");
  const first = page.getByRole("row").nth(1);
  await pressInMenu(page, /^Actions for export of /, "Void export");
  const dialog = page.getByRole("dialog", { name: "Void export" });
  await dialog.getByText("3 bills, $2,001.00 total, are pending again").waitFor();
  await dialog.getByRole("button", { name: "Void export", exact: true }).click();
  await page.getByText("Voided the export of 3 bills, $2,001.00.").waitFor();
  await first.getByText("Voided", { exact: true }).waitFor();
  await pressInMenu(page, /^Actions for export of /, "File and steps");
  await page.getByText(/^Voided .* by alex@hayloft\.example$/).waitFor();
}

/** Exports with the answers of the export before, which are a line each, in two presses. */
async function exportAsBefore(page: Page): Promise<void> {
  await exportButton(page).click();
  const dialog = dialogOf(page);
  const lines = dialog.locator("summary");
  const shown = async () => (await lines.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
  await expect.poll(shown).toEqual(["Amounts: $2,000.00 for both Change", "Dates: Date each invoice Change"]);
  expect(await dialog.getByRole("radio").first().isVisible()).toBe(false);
  await expectFine(page);
  await lines.nth(1).click();
  await dialog.getByRole("radio", { name: /Date every line/ }).check();
  await expect.poll(async () => (await shown())[1]).toBe("Dates: Date every line Change");
  await dialog.getByRole("radio", { name: /Date each invoice/ }).check();
  await downloadBy(page, () => dialog.getByRole("button", { name: "Export", exact: true }).click());
  await page.getByRole("region", { name: "Just exported" }).waitFor();
}

test("an admin exports the bills of a search, the file downloads by itself, and the export is voided; Cancel and a warning lead back to the list", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      await addBillsWith(
        "scripted",
        { value: 200_000, quantity: 2 },
        { customerId: null, value: 100 },
        { value: 0, date: plusDays(DAY, -1) },
      );
      const total = page.getByText(/^\$[\d,.]+ total$/);
      const dialog = dialogOf(page);
      const search = "?view=all&q=scripted&sort=-value";
      await lists.goto(page, `/billing${search}`);
      await exportButton(page).click();
      await dialog.getByRole("link", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "detached" });
      expect(new URL(page.url()).search).toBe(search);
      await exportButton(page).click();
      await dialog.getByRole("link", { name: /^Show them: .*\$0\.00/ }).click();
      await dialog.waitFor({ state: "detached" });
      expect(new URL(page.url()).searchParams.get("all")).toBe("zero");
      const amounts = page.locator("details[open] .finding > .amount");
      await expect.poll(async () => [...new Set(await amounts.allTextContents())]).toEqual(["$0.00"]);

      await lists.goto(page, "/billing?q=scripted");
      expect(await total.textContent()).toBe("$2,001.00 total");
      await exportButton(page).click();
      await chooseIn(dialog);
      const press = () => dialog.getByRole("button", { name: "Export", exact: true }).click();
      await page.context().setOffline(true);
      await press();
      await dialog.getByRole("alert").getByText("nothing is exported twice").waitFor();
      await page.context().setOffline(false);
      let downloads = 0;
      page.on("download", () => {
        downloads += 1;
      });
      const [name, records] = await downloadBy(page, press);
      expect(name).toMatch(/^invoices-\d{4}-\d\d-\d\d-from-\d+\.csv$/);
      expect(
        records
          .slice(1)
          .map((record) => record.slice(8).join())
          .sort(),
      ).toEqual(["1,0.00,FLORIDA,0.00", "1,1.00,FLORIDA,1.00", "2,1000.00,FLORIDA,2000.00"]);
      const notice = page.getByRole("region", { name: "Just exported" });
      expect(await notice.textContent()).toMatch(/Exported 3 bills.*\$2,001\.00/);
      await page.reload();
      // When this download has finished, one that the reload started would have finished too.
      await downloadBy(page, () => notice.getByRole("link", { name: `Download ${name}` }).click());
      expect(downloads).toBe(2);
      await voidFirst(page);
      await page.getByRole("link", { name: `Download voided-${name}` }).waitFor();
      await lists.goto(page, "/billing?q=scripted");
      expect(await total.textContent()).toBe("$2,001.00 total");
      await exportAsBefore(page);
    },
    /status of 400|ERR_INTERNET_DISCONNECTED/,
  ));

test("nothing lies over the last of the past exports, which is in the page, on a large screen and on a phone", async () => {
  for (let n = 0; n < 15; n += 1) await addPastExport(lists.barn);
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/billing/exports");
    for (const { viewport } of [DESK, PHONE]) {
      if (viewport) await page.setViewportSize(viewport);
      const isShown = await page
        .getByRole("row")
        .last()
        .evaluate((row) => {
          row.scrollIntoView({ block: "end" });
          const { left, width, bottom } = row.getBoundingClientRect();
          const page = document.querySelector("main")?.getBoundingClientRect();
          const shown = document.elementFromPoint(left + Math.min(width, innerWidth - left) / 2, bottom - 4);
          return [row.contains(shown), bottom <= (page?.bottom ?? 0)];
        });
      expect([viewport, isShown]).toEqual([viewport, [true, true]]);
    }
  });
});

test("an export of more invoices than QuickBooks takes is downloaded in parts, and not by itself", () =>
  lists.asAdmin(DESK, async (page) => {
    const name = "In parts";
    await addInvoices(name, 110);
    await lists.goto(page, `/billing/export?q=${name}`);
    let downloads = 0;
    page.on("download", () => {
      downloads += 1;
    });
    await dialogOf(page).getByRole("button", { name: "Export", exact: true }).click();
    const made = page.getByRole("region", { name: "Just exported" });
    const part = made.getByRole("link", { name: "Download part 2" });
    await made.getByText("The whole file: 110 invoices; QuickBooks takes 100.").waitFor();
    const [, records] = await downloadBy(page, () => part.click());
    expect([records.length, downloads]).toEqual([11, 1]);
  }));
