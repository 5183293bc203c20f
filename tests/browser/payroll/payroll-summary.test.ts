import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DESK, PHONE, startLists } from "#tests/support/browser/lists.ts";

const lists = startLists();

const summaryOf = (page: Page) => page.getByRole("table", { name: "Payroll Summary" });
const summaryNames = (page: Page) => summaryOf(page).getByRole("rowheader").allTextContents();
const barsOf = (page: Page) => page.getByRole("table", { name: "Weekly totals" });
const totals = (page: Page) => summaryOf(page).locator("tfoot td").allTextContents();
const printedPages = async (page: Page, format: "A4" | "Letter") =>
  (await page.pdf({ format })).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;

test("a switch shows sums by payment date instead of item date, and a payment date leads to its checks", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/payroll");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Payroll Summary" }).click();
    await page.getByRole("heading", { level: 1, name: "Payroll Summary" }).waitFor();
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
    const date = page.getByRole("navigation", { name: "Payment dates" }).getByRole("link").last();
    const day = (await date.textContent())?.slice(0, "01/04/2027".length);
    await date.click();
    await page.getByRole("heading", { name: `Checks for ${day}` }).waitFor();
  }));

test("other weeks are chosen by their days, a year has its months, and the latest weeks come back", () =>
  lists.asAdmin(DESK, async (page) => {
    const columns = async () => (await summaryOf(page).getByRole("columnheader").allTextContents()).length;
    const open = () => page.getByRole("button", { name: "Period" }).click();
    await lists.goto(page, "/payroll-summary");
    await open();
    await page.getByRole("link", { name: "Last year" }).click();
    await expect.poll(columns).toBe(14);
    expect(await printedPages(page, "Letter")).toBe(2);
    await open();
    await page.getByRole("link", { name: "Last month" }).click();
    // A month has four or five Mondays, beside the columns of names and sums.
    await expect.poll(columns).toBeLessThan(8);
    await open();
    await page.getByLabel("From").fill("2026-03-04");
    await page.getByLabel("To", { exact: true }).fill("2026-04-06");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(columns).toBe(8);
    expect(await page.getByLabel("From").inputValue()).toBe("2026-03-02");
    await open();
    await page.getByRole("link", { name: "Last 4 weeks" }).click();
    await expect.poll(columns).toBe(5);
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
  lists.asAdmin(DESK, async (page) => {
    await page.emulateMedia({ colorScheme: "dark" });
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
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await page.getByRole("switch").count()).toBe(0);
    expect(await page.getByRole("navigation").count()).toBe(0);
    await page.getByText("Sums by item date", { exact: true }).waitFor();
    const textColor = "(({ color }) => color)(getComputedStyle(document.querySelector('tbody td')))";
    expect(await page.evaluate(textColor)).toBe("rgb(0, 0, 0)");
  }));
