import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatUsDate, plusDays, todayInNewYork } from "#app/domain/calendar.ts";
import { monthBefore, monthOf } from "#app/domain/months.ts";
import { addPastExport } from "#tests/support/barn.ts";
import { holdPosts } from "#tests/support/browser.ts";
import { addBills, type NewBill } from "#tests/support/exports.ts";
import { DESK, type Lists, openLists, PHONE } from "#tests/support/lists.ts";

/** Not old enough to be warned of, with the day before it in the same month. */
const DAY = `${monthBefore(monthOf(todayInNewYork(new Date())))}-15`;

let lists: Lists;
let horseId = "";
let customerId = "";

beforeAll(async () => {
  lists = await openLists();
  const [horse] = await lists.barn.rows("select id, customer_id from horses where customer_id is not null limit 1");
  [horseId, customerId] = [String(horse?.id), String(horse?.customer_id)];
});
afterAll(() => lists.close());

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

/**
 * Chooses the bills' values and one date for each invoice in the dialog of three bills. Until the barn has chosen once, nothing is
 * preselected, and Export says so.
 */
async function chooseIn(dialog: Locator): Promise<void> {
  await dialog.getByRole("group", { name: "Is $2,000.00 for both trainings, or for each? Required" }).waitFor();
  await dialog
    .getByRole("group", { name: "Does every line have its own date, or each invoice one? Required" })
    .waitFor();
  await dialog.getByText("1 bill has a quantity above 1.").waitFor();
  await dialog.getByText("The totals differ by $2,000.00 (100%).").waitFor();
  const forEach = dialog.getByRole("radio", { name: /\$2,000\.00 each\s*2 × \$2,000\.00 = \$4,000\.00.*\$4,001\.00/ });
  const forBoth = dialog.getByRole("radio", { name: /for both\s*2 × \$1,000\.00 = \$2,000\.00.*\$2,001\.00/ });
  const onePerInvoice = dialog.getByRole("radio", {
    name: new RegExp(`Date each invoice\\s*${formatUsDate(DAY)}, due ${formatUsDate(plusDays(DAY, 15))}`),
  });
  expect([await forEach.isChecked(), await forBoth.isChecked(), await onePerInvoice.isChecked()]).toEqual([
    ...[false, false, false],
  ]);
  const press = () => dialog.getByRole("button", { name: "Export", exact: true }).click();
  await press();
  await dialog.getByRole("alert").getByText("Choose what the amount is for").waitFor();
  const datesProblem = dialog.getByRole("alert").getByText("Choose how to date the invoices");
  await datesProblem.waitFor();
  await onePerInvoice.check();
  await press();
  await datesProblem.waitFor({ state: "detached" });
  expect(await onePerInvoice.isChecked()).toBe(true);
  const warnings = dialog.getByRole("region", { name: "Before you export" });
  expect(await warnings.getByRole("listitem").allTextContents()).toEqual([
    "3 monthly bills repeat others. Show them",
    "1 bill has no customer and is exported as “Unknown”. Show them",
    "1 bill has an amount of $0.00. Show them",
  ]);
  await forBoth.check();
}

/** Voids the newest of the past exports, which has three bills. */
async function voidFirst(page: Page): Promise<void> {
  const first = page.getByRole("row").nth(1);
  await first.getByRole("link", { name: /^Void export of / }).click();
  const dialog = page.getByRole("dialog", { name: "Void export" });
  await dialog.getByText("3 bills, $2,001.00 total, are pending again").waitFor();
  await dialog.getByRole("button", { name: "Void export", exact: true }).click();
  await page.getByText("Voided the export of 3 bills, $2,001.00.").waitFor();
  await first.getByText(/^Voided .* by alex@hayloft\.example$/).waitFor();
}

const SCRIPTED: Partial<NewBill>[] = [
  { value: 200_000, quantity: 2 },
  { customerId: null, value: 100 },
  { value: 0, date: plusDays(DAY, -1) },
];

test("an admin exports the bills of a search and downloads the file", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      await addBillsWith("scripted", ...SCRIPTED);
      await lists.goto(page, "/billing?q=scripted");
      expect(await page.getByText(/^\$[\d,.]+ total$/).textContent()).toBe("$2,001.00 total");
      await exportButton(page).click();
      const dialog = dialogOf(page);
      await dialog.waitFor();
      expect(await dialog.locator("dd").allTextContents()).toEqual([
        expect.stringContaining("$2,001.00 or $4,001.00"),
        "3",
        expect.stringMatching(/^2, numbers \d+ to \d+$/),
      ]);
      await chooseIn(dialog);
      const press = () => dialog.getByRole("button", { name: "Export", exact: true }).click();
      const notice = page.getByRole("region", { name: "Just exported" });
      const link = notice.getByRole("link", { name: /^Download invoices-\d{4}-\d\d-\d\d-from-\d+\.csv$/ });
      // The download starts by itself.
      const [name, records] = await downloadBy(page, press);
      expect(name).toMatch(/^invoices-\d{4}-\d\d-\d\d-from-\d+\.csv$/);
      expect(
        records
          .slice(1)
          .map((record) => [record[4] === "Unknown", ...record.slice(8)])
          .sort(),
      ).toEqual(
        [
          [false, "2", "1000.00", "FLORIDA", "2000.00"],
          [false, "1", "0.00", "FLORIDA", "0.00"],
          [true, "1", "1.00", "FLORIDA", "1.00"],
        ].sort(),
      );
      await link.waitFor();
      expect(await notice.textContent()).toContain("Exported 3 bills");
      expect(await notice.textContent()).toContain("$2,001.00");
      await lists.goto(page, "/billing?q=scripted");
      expect(await page.getByText(/Nothing found/).count()).toBe(1);

      await lists.goto(page, "/billing/exports");
      await voidFirst(page);
      await page.getByRole("link", { name: `voided-${name}` }).waitFor();
      await lists.goto(page, "/billing?q=scripted");
      expect(await page.getByText(/^\$[\d,.]+ total$/).textContent()).toBe("$2,001.00 total");
    },
    /status of 400/,
  ));

test("Cancel returns to the list with the same view, search and order, and a warning leads to the bills that it is about", () =>
  lists.asAdmin(DESK, async (page) => {
    await addBillsWith("for free", { value: 0 });
    await lists.goto(page, "/billing?view=all&q=for+free&sort=-value");
    await exportButton(page).click();
    await dialogOf(page).getByRole("link", { name: "Cancel" }).click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(new URL(page.url()).search).toBe("?view=all&q=for+free&sort=-value");
    await exportButton(page).click();
    await dialogOf(page)
      .getByRole("link", { name: /^Show them: .*\$0\.00/ })
      .click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(new URL(page.url()).searchParams.get("all")).toBe("zero");
    const values = await page.locator(".finding > .amount").allTextContents();
    expect(values.length).toBeGreaterThan(0);
    expect(new Set(values)).toEqual(new Set(["$0.00"]));
  }));

test("an export is refused of bills that changed, waits for the database and the connection, and downloads once", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      await addBillsWith("at once twice", { value: 100 });
      await lists.goto(page, "/billing/export?q=at+once+twice");
      let downloads = 0;
      page.on("download", () => {
        downloads += 1;
      });
      const dialog = dialogOf(page);
      const alert = dialog.getByRole("alert");
      const press = () => dialog.getByRole("button", { name: "Export", exact: true }).click();
      await addBillsWith("at once twice", { value: 200 });
      await press();
      await alert.getByText("Nothing was exported: since you opened this").waitFor();
      await expect.poll(() => dialog.locator("dd").allTextContents()).toContain("$3.00");
      lists.barn.proxy.make({ kind: "refuse" });
      await press();
      await alert.getByText("nothing is exported twice").waitFor();
      lists.barn.proxy.make({ kind: "none" });
      await page.context().setOffline(true);
      await Promise.all([page.waitForEvent("requestfailed"), press()]);
      await alert.getByText("nothing is exported twice").waitFor();
      await page.context().setOffline(false);
      await downloadBy(page, press);
      const link = page.getByRole("link", { name: /^Download invoices/ });
      await link.waitFor();
      await page.reload();
      // When this download has finished, one that the reload started would have finished too.
      await downloadBy(page, () => link.click());
      expect(downloads).toBe(2);
    },
    /status of (409|503)|ERR_INTERNET_DISCONNECTED/,
  ));

test("while an export runs both buttons are disabled and say so, and the dialog stays open", () =>
  lists.asAdmin(DESK, async (page) => {
    await addBillsWith("slowly", { value: 100 });
    await lists.goto(page, "/billing?q=slowly");
    await exportButton(page).click();
    const release = await holdPosts(page);
    const dialog = dialogOf(page);
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    const running = dialog.getByRole("button", { name: "Exporting..." });
    await running.waitFor();
    expect(await running.getAttribute("aria-disabled")).toBe("true");
    const head = page.locator(".list-head").getByText("Exporting...", { exact: true });
    expect(await head.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await dialog.getByText("Cancel").click({ force: true });
    expect(await dialog.isVisible()).toBe(true);
    const [download] = await Promise.all([page.waitForEvent("download"), release()]);
    await page.getByRole("region", { name: "Just exported" }).waitFor();
    expect(await download.failure()).toBeNull();
    expect(
      await lists.barn.rows("select count(*) as n from bill_items where comments = 'slowly' and export_id is null"),
    ).toEqual([{ n: 0 }]);
  }));

test("nothing lies over the last of the past exports, which is in the page, on a large screen and on a phone", async () => {
  for (let n = 0; n < 15; n += 1) await addPastExport(lists.barn);
  for (const screen of [DESK, PHONE]) {
    await lists.asAdmin(screen, async (page) => {
      await lists.goto(page, "/billing/exports");
      const [isInSight, isInPage] = await page
        .getByRole("row")
        .last()
        .evaluate((row) => {
          row.scrollIntoView({ block: "end" });
          const { left, width, bottom } = row.getBoundingClientRect();
          const page = document.querySelector("main")?.getBoundingClientRect();
          const shown = document.elementFromPoint(left + Math.min(width, innerWidth - left) / 2, bottom - 4);
          return [row.contains(shown), bottom <= (page?.bottom ?? 0)];
        });
      expect([isInSight, isInPage]).toEqual([true, true]);
    });
  }
});

test("an export of more invoices than QuickBooks takes is downloaded in parts", () =>
  lists.asAdmin(PHONE, async (page) => {
    const dialog = dialogOf(page);
    const name = "In parts";
    await addInvoices(name, 110);
    await lists.goto(page, `/billing/export?q=${name}`);
    await dialog.getByText("QuickBooks takes 100 invoices").waitFor();
    let downloads = 0;
    page.on("download", () => {
      downloads += 1;
    });
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    const made = page.getByRole("region", { name: "Just exported" });
    await made.waitFor();
    expect(await made.getByRole("listitem").getByRole("link").allTextContents()).toEqual([
      "Download part 1",
      "Download part 2",
    ]);
    await made.getByText("The whole file: 110 invoices; QuickBooks takes 100.").waitFor();
    await made.getByRole("link", { name: /^invoices-/ }).waitFor();
    expect(await made.getByRole("link", { name: /^Download invoices/ }).count()).toBe(0);
    const [file, records] = await downloadBy(page, () => made.getByRole("link", { name: "Download part 2" }).click());
    expect([file, records.length]).toEqual([expect.stringMatching(/-part-2\.csv$/), 11]);
    // The whole file did not download by itself.
    expect(downloads).toBe(1);
  }));
