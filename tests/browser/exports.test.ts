import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectFine } from "#tests/support/axe.ts";
import { JAVASCRIPT } from "#tests/support/browser.ts";
import { addBills, addManyBills, type NewBill } from "#tests/support/exports.ts";
import { DESK, headings, type Lists, openLists, PHONE } from "#tests/support/lists.ts";

let lists: Lists;
let horseId = "";
let customerId = "";

beforeAll(async () => {
  lists = await openLists();
  const [horse] = await lists.barn.rows("select id, customer_id from horses where customer_id is not null limit 1");
  [horseId, customerId] = [String(horse?.id), String(horse?.customer_id)];
});
afterAll(() => lists.close());

/** Bills that a search for `comments` finds, and nothing else does. */
const add = (comments: string, ...changes: Partial<NewBill>[]) =>
  addBills(
    lists.barn,
    changes.map((change) => ({
      id: crypto.randomUUID(),
      horseId,
      customerId,
      serviceId: "training",
      date: "2026-10-31",
      quantity: 1,
      value: 12_345,
      location: "florida",
      comments,
      ...change,
    })),
  );

const exportButton = (page: Page) => page.getByRole("link", { name: "Export to QB", exact: true });
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Export to QB" });

/** What a press of a link or a button downloads: its name and its records. */
async function downloaded(page: Page, press: () => Promise<unknown>): Promise<[name: string, records: string[][]]> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  expect(await download.failure()).toBeNull();
  return [download.suggestedFilename(), parse(readFileSync(await download.path(), "utf8"))];
}

/** It has no fault, and fits, on a phone and on a desk. */
async function isFine(page: Page): Promise<void> {
  for (const { viewport } of [PHONE, DESK]) {
    if (viewport) await page.setViewportSize(viewport);
    await expectFine(page);
  }
}

test("before anything was exported there is nothing to download, and a way back", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/billing");
    await page.getByRole("link", { name: "Past exports" }).click();
    await page.getByRole("heading", { level: 1, name: "Past exports" }).waitFor();
    expect(await page.getByRole("heading", { level: 2 }).textContent()).toBe("No exports yet");
    expect(await page.getByRole("link", { name: /csv/ }).count()).toBe(0);
    await page.getByRole("main").getByRole("link", { name: "Billing" }).click();
    await page.getByRole("heading", { level: 1, name: "Billing" }).waitFor();
  }));

describe.each(JAVASCRIPT)("%s", (_, javaScriptEnabled) => {
  const options = { ...DESK, javaScriptEnabled, acceptDownloads: true };
  const mark = javaScriptEnabled ? "scripted" : "unscripted";

  test("the bills of a search are exported, and the file is saved", () =>
    lists.asAdmin(options, async (page) => {
      await add(mark, { value: 200_000, quantity: 2 }, { customerId: null, value: 100 }, { value: 0 });
      await lists.goto(page, `/billing?q=${mark}`, javaScriptEnabled);
      expect(await page.getByText("Total of the bills shown").textContent()).toContain("$2,001.00");
      await exportButton(page).click();
      const dialog = dialogOf(page);
      await dialog.waitFor();
      expect(await dialog.locator("dd").allTextContents()).toEqual([
        "3",
        expect.stringMatching(/^2, numbers \d+ to \d+$/),
      ]);
      expect(await dialog.getByText(/a quantity above 1/).textContent()).toContain("1 bill has a quantity above 1.");
      const choices = dialog.getByRole("radio");
      expect(await choices.count()).toBe(2);
      expect(await dialog.getByRole("radio", { name: /Quantity × value.*\$4,001\.00/ }).isChecked()).toBe(
        javaScriptEnabled,
      );
      const warnings = dialog.getByRole("region", { name: "Before you export" });
      expect(await warnings.getByRole("listitem").allTextContents()).toEqual([
        "1 bill has no customer; the file says “Unknown”. Show them",
        "1 bill has an amount of $0.00. Show them",
      ]);
      await dialog.getByRole("radio", { name: /The bill’s value.*\$2,001\.00/ }).check();
      const press = () => dialog.getByRole("button", { name: "Export", exact: true }).click();
      const made = page.getByRole("region", { name: "Just exported" });
      const link = made.getByRole("link", { name: /^Download invoices-\d{4}-\d\d-\d\d\.csv$/ });
      // With script it begins by itself.
      if (!javaScriptEnabled) await press();
      const [name, records] = await downloaded(page, javaScriptEnabled ? press : () => link.click());
      expect(name).toMatch(/^invoices-\d{4}-\d\d-\d\d\.csv$/);
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
      await made.waitFor();
      expect(await made.textContent()).toContain("Exported 3 bills");
      expect(await made.textContent()).toContain("$2,001.00");
      expect(await headings(page)).toEqual(["Exported", "File", "Bills", "Invoices", "Total", "By"]);
      const first = page.getByRole("row").nth(1);
      expect(await first.textContent()).toContain("$2,001.00alex@hayloft.example");
      const [again, same] = await downloaded(page, () => first.getByRole("link", { name }).click());
      expect([again, same]).toEqual([name, records]);
      await lists.goto(page, `/billing?q=${mark}`, javaScriptEnabled);
      expect(await page.getByText(/Nothing found/).count()).toBe(1);
    }));

  test("a warning leads to the bills that it is about", () =>
    lists.asAdmin(options, async (page) => {
      await add(`${mark} free`, { value: 0 });
      await lists.goto(page, `/billing/export?q=${mark}+free`, javaScriptEnabled);
      await dialogOf(page).getByRole("link", { name: "Show them: $0.00" }).click();
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
      expect(new URL(page.url()).searchParams.get("q")).toBe("$0.00");
      const values = await page.locator("tbody td:nth-child(6)").allTextContents();
      expect(values.length).toBeGreaterThan(0);
      expect(new Set(values)).toEqual(new Set(["$0.00"]));
    }));

  test("what changed since the dialog was opened is shown, and exported when Export is pressed again", () =>
    lists.asAdmin(
      options,
      async (page) => {
        await add(`${mark} twice`, { value: 100 });
        await lists.goto(page, `/billing/export?q=${mark}+twice`, javaScriptEnabled);
        const dialog = dialogOf(page);
        const press = () => dialog.getByRole("button", { name: "Export", exact: true }).click();
        await add(`${mark} twice`, { value: 200 });
        await press();
        expect(await dialog.getByRole("alert").textContent()).toContain("Nothing was exported: since you opened this");
        await expect.poll(() => dialog.locator("dd").allTextContents()).toContain("$3.00");
        await press();
        await page.getByRole("region", { name: "Just exported" }).waitFor();
      },
      /status of 409/,
    ));

  test("Cancel leads back to the list as it was", () =>
    lists.asAdmin(options, async (page) => {
      await lists.goto(page, "/billing?view=all&q=boarding&sort=-value", javaScriptEnabled);
      await exportButton(page).click();
      await dialogOf(page).getByRole("link", { name: "Cancel" }).click();
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
      expect(new URL(page.url()).search).toBe("?view=all&q=boarding&sort=-value");
    }));
});

test("while an export runs both buttons say so, and the dialog stays", () =>
  lists.asAdmin(DESK, async (page) => {
    await add("slowly", { value: 100 });
    await lists.goto(page, "/billing?q=slowly");
    await exportButton(page).click();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/billing/export.data*", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
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
    const [download] = await Promise.all([page.waitForEvent("download"), answer()]);
    await page.getByRole("region", { name: "Just exported" }).waitFor();
    expect(await download.failure()).toBeNull();
    expect(
      await lists.barn.rows("select count(*) as n from bill_items where comments = 'slowly' and export_id is null"),
    ).toEqual([{ n: 0 }]);
  }));

test("with the database away the dialog stays and says so, and Export makes one export when it is back", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      await add("while away", { value: 100 });
      await lists.goto(page, "/billing/export?q=while+away");
      const press = () => dialogOf(page).getByRole("button", { name: "Export", exact: true }).click();
      lists.barn.proxy.make({ kind: "refuse" });
      await press();
      await dialogOf(page).getByRole("alert").getByText("nothing is exported twice").waitFor();
      lists.barn.proxy.make({ kind: "none" });
      await press();
      await page.getByRole("region", { name: "Just exported" }).waitFor();
    },
    /status of 503/,
  ));

test("the download begins by itself once, not when the page is loaded again", () =>
  lists.asAdmin(DESK, async (page) => {
    await add("only once", { value: 100 });
    await lists.goto(page, "/billing/export?q=only+once");
    let downloads = 0;
    page.on("download", () => {
      downloads += 1;
    });
    await downloaded(page, () => dialogOf(page).getByRole("button", { name: "Export", exact: true }).click());
    const link = page.getByRole("link", { name: /^Download/ });
    await link.waitFor();
    await page.reload();
    // By the time that one which was asked for is there, another would be too.
    await downloaded(page, () => link.click());
    expect(downloads).toBe(2);
  }));

test("without a connection the dialog stays and says so, and Export works later", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      await add("offline", { value: 100 });
      await lists.goto(page, "/billing/export?q=offline");
      const dialog = dialogOf(page);
      const press = () => dialog.getByRole("button", { name: "Export", exact: true }).click();
      await page.context().setOffline(true);
      await press();
      expect(await dialog.getByRole("alert").textContent()).toContain("nothing is exported twice");
      await page.context().setOffline(false);
      await downloaded(page, press);
    },
    /ERR_INTERNET_DISCONNECTED/,
  ));

test("all of it can be done by keyboard alone", () =>
  lists.asAdmin(DESK, async (page) => {
    await add("by keys", { value: 100, quantity: 2 });
    await lists.goto(page, "/billing?q=by+keys");
    const focus = () => page.evaluate<string>("document.activeElement.textContent || document.activeElement.value");
    await exportButton(page).focus();
    await page.keyboard.press("Enter");
    const dialog = dialogOf(page);
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/billing");
    expect(await focus()).toBe("Export to QB");
    await page.keyboard.press("Enter");
    await dialog.waitFor();
    // The choice comes first.
    await expect.poll(() => page.evaluate("document.activeElement.matches('[type=radio]')")).toBe(true);
    await page.keyboard.press("ArrowDown");
    for (let tabs = 0; tabs < 6 && (await focus()) !== "Export"; tabs += 1) await page.keyboard.press("Tab");
    expect(await focus()).toBe("Export");
    await downloaded(page, () => page.keyboard.press("Enter"));
  }));

test("the list, the dialog with its warnings and the past exports have no fault, and fit a phone", () =>
  lists.asAdmin(DESK, async (page) => {
    const name = "In parts";
    await addManyBills(lists.barn, 1_200, name);
    await lists.goto(page, `/billing?q=${name}`);
    await isFine(page);
    await lists.goto(page, `/billing/export?q=${name}`);
    const dialog = dialogOf(page);
    await dialog.getByText("QuickBooks takes 100 invoices").waitFor();
    await isFine(page);
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("link", { name: /^Download/ }).waitFor();
    expect(await page.getByRole("region", { name: "Just exported" }).getByRole("listitem").count()).toBe(2);
    await page.getByRole("table").getByText("In 2 parts").click();
    await isFine(page);
  }));

test("with no bills at all the button cannot be pressed", () =>
  lists.asAdmin(DESK, async (page) => {
    for (const sql of ["delete from export_lines", "delete from payroll", "delete from bill_items"])
      await lists.barn.rows(sql);
    await lists.goto(page, "/billing");
    expect(await page.getByText("No bills have been generated yet").count()).toBe(1);
    expect(await exportButton(page).getAttribute("aria-disabled")).toBe("true");
    expect(await exportButton(page).getAttribute("href")).toBeNull();
  }));
