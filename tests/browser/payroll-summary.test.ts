import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, type Lists, openLists, PHONE } from "#tests/support/lists.ts";

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

const summaryOf = (page: Page) => page.getByRole("table", { name: "Payroll Summary" });
const summaryNames = (page: Page) => summaryOf(page).getByRole("rowheader").allTextContents();
const barsOf = (page: Page) => page.getByRole("table", { name: "Weekly totals" });
const totals = (page: Page) => summaryOf(page).locator("tfoot td").allTextContents();
const printedPages = async (page: Page, format: "A4" | "Letter") =>
  (await page.pdf({ format })).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;

test("the summary shows four weeks of sums by item date, and its switch shows sums by payment date", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/payroll");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Payroll Summary" }).click();
    await page.getByRole("heading", { level: 1, name: "Payroll Summary" }).waitFor();
    expect(await page.title()).toBe("Payroll Summary – Hayloft");
    const weeks = expect.stringMatching(/^\d\d\/\d\d\/20\d\d$/);
    expect(await summaryOf(page).getByRole("columnheader").allTextContents()).toEqual([
      ...["Name on Check", weeks, weeks, weeks, weeks],
    ]);
    expect(await summaryOf(page).getByRole("rowheader").last().textContent()).toBe("Grand Total");
    const checks = page.getByRole("table", { name: /^Checks for/ });
    expect((await checks.getByRole("columnheader").allTextContents()).slice(-5)).toEqual([
      ...["Items", "Due", "Total", "Paid", "Unpaid"],
    ]);
    expect(await page.getByRole("button", { name: "Print" }).count()).toBe(1);
    const chart = barsOf(page);
    const byDate = await totals(page);
    expect(await chart.locator(".amount").allTextContents()).toEqual(byDate);
    const control = page.getByRole("switch");
    expect([await control.textContent(), await control.getAttribute("aria-checked")]).toEqual([
      "Showing sums by item date",
      "true",
    ]);
    await control.focus();
    await page.keyboard.press("Space");
    await expect.poll(() => new URL(page.url()).search).toBe("?by=payment");
    await expect.poll(() => control.textContent()).toBe("Showing sums by payment date");
    expect(await control.getAttribute("aria-checked")).toBe("false");
    const byPayment = await totals(page);
    expect(byPayment).not.toEqual(byDate);
    expect(await chart.locator(".amount").allTextContents()).toEqual(byPayment);
    await control.click();
    await expect.poll(() => totals(page)).toEqual(byDate);
    expect(new URL(page.url()).search).toBe("");
    await page.getByRole("link", { name: "Earlier" }).click();
    await page.getByRole("link", { name: "Later" }).click();
    await expect.poll(() => totals(page)).toEqual(byDate);
    const date = page.getByRole("navigation", { name: "Payment dates" }).getByRole("link").last();
    const day = (await date.textContent())?.slice(0, "01/04/2027".length);
    await date.click();
    await page.getByRole("heading", { name: `Checks for ${day}` }).waitFor();
  }));

test("a year has its months and a total of each groom, and other weeks are chosen by their days", () =>
  lists.asAdmin(DESK, async (page) => {
    const columns = () => summaryOf(page).getByRole("columnheader").allTextContents();
    await lists.goto(page, "/payroll-summary");
    await page.getByRole("button", { name: "Weeks" }).click();
    await page.getByRole("link", { name: "Last year" }).click();
    await expect.poll(columns).toHaveLength(14);
    await page.getByText("A month has the weeks that begin in it.").waitFor();
    expect(await printedPages(page, "Letter")).toBe(2);
    await page.getByRole("button", { name: "Weeks" }).click();
    await page.getByLabel("From").fill("2026-03-04");
    await page.getByLabel("To", { exact: true }).fill("2026-04-06");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect
      .poll(columns)
      .toEqual([
        ...[
          "Name on Check",
          "Total",
          "03/02/2026",
          "03/09/2026",
          "03/16/2026",
          "03/23/2026",
          "03/30/2026",
          "04/06/2026",
        ],
      ]);
    expect(await page.getByLabel("From").inputValue()).toBe("2026-03-02");
    await page.getByRole("button", { name: "Weeks" }).click();
    await page.getByRole("link", { name: "Latest weeks" }).click();
    await expect.poll(columns).toHaveLength(5);
    expect(new URL(page.url()).search).toBe("");
  }));

test("on a phone the dates are large enough for a finger and the names stay visible as the weeks scroll, and a large screen shows all", async () => {
  await lists.asAdmin(PHONE, async (page) => {
    await lists.goto(page, "/payroll-summary");
    const links = page.getByRole("table", { name: "Checks" }).getByRole("link");
    const sizes = await links.evaluateAll((all) =>
      all.map((link) => link.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)),
    );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
    await page.locator(".table-scroll").evaluate((scroll) => scroll.scrollTo({ left: 1_000 }));
    const [name, last] = [page.getByRole("rowheader").first(), page.getByRole("cell").nth(3)];
    expect((await name.boundingBox())?.x).toBe(0);
    await expect.poll(async () => Math.round((await last.boundingBox())?.x ?? 0)).toBeGreaterThan(200);
  });
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/payroll-summary?by=payment");
    const scroll = page.locator(".table-scroll");
    expect(await scroll.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  });
});

test("the summary prints on one page, and its checks on another, without controls, for forty grooms", () =>
  lists.asAdmin({ ...DESK, colorScheme: "dark" }, async (page) => {
    await lists.goto(page, "/payroll-summary");
    const present = (await summaryNames(page)).length - 1;
    const before = "2026-01-05T12:00:00.000Z";
    await lists.barn.rows(
      `insert into grooms (id, name, weekly_salary, location, created_at, updated_at)
        select 'g' || value, 'Maximiliano Gutierrez ' || value, 0, 'florida', ?, ? from json_each(?)`,
      [before, before, JSON.stringify(Array.from({ length: 40 - present }, (_, n) => n))],
    );
    await page.reload();
    expect(await summaryNames(page)).toHaveLength(41);
    expect([await printedPages(page, "A4"), await printedPages(page, "Letter")]).toEqual([2, 2]);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("switch").count()).toBe(0);
    expect(await page.getByRole("navigation").count()).toBe(0);
    await page.getByText("Sums by item date", { exact: true }).waitFor();
    const textColor = "(({ color }) => color)(getComputedStyle(document.querySelector('tbody td')))";
    expect(await page.evaluate(textColor)).toBe("rgb(0, 0, 0)");
  }));
