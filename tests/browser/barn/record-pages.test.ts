import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addCorrections } from "#tests/support/barn/corrections.ts";
import { DESK, PHONE, startLists } from "#tests/support/browser/lists.ts";

/* The pages of records and statements (docs/product.md, 'Pages of records' and 'Statements'). */

const lists = startLists();
let ids: Record<string, string>;

beforeAll(async () => {
  await addCorrections(lists.barn.rows);
  const [found] = await lists.barn.rows(`select customer_id as customers, horse_id as horses,
    (select groom_id from payroll limit 1) as grooms from corrections where customer_id is not null limit 1`);
  ids = found as Record<string, string>;
});

test("a name in Billing leads to the customer, whose statement leads to the settings and back", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/billing?view=all&q=apollo");
    const link = page.locator('tbody a[href^="/customers/"]').first();
    const name = (await link.textContent()) ?? "";
    await link.click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    expect(await page.title()).toBe(`${name} – Hayloft`);
    await page.getByRole("link", { name: "Statement", exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: "Statement" }).waitFor();
    await page.getByRole("navigation", { name: "Period" }).getByRole("button").click();
    await page.getByLabel("From").fill("2026-01-01");
    await page.getByRole("button", { name: "Apply" }).click();
    await page
      .getByText(/^01\/01\/2026 to [\d/]+$/)
      .first()
      .waitFor();
    expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(true);
    await page.getByRole("main").getByRole("link", { name: "Settings" }).click();
    const dialog = page.getByRole("dialog", { name: "Settings" });
    await dialog.getByRole("textbox", { name: "Barn Name" }).fill("Elm Farm");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Elm Farm").waitFor();
    expect(new URL(page.url()).searchParams.get("from")).toBe("2026-01-01");
  }));

test("on a phone the addresses of a customer stand beside their label, each with a place of its own for a finger", () =>
  lists.asAdmin(PHONE, async (page) => {
    const addresses = ["ada@example.com", "ben@example.com"];
    await lists.barn.rows("update customers set emails = ? where id = ?", [
      JSON.stringify(addresses),
      ids.customers ?? "",
    ]);
    await lists.goto(page, `/customers/${ids.customers}`);
    const label = await page.getByText("Email(s)", { exact: true }).boundingBox();
    const links = addresses.map((name) => page.getByRole("link", { name }));
    const boxes = await Promise.all(links.map((link) => link.boundingBox()));
    const [first, second] = boxes.map((box) => ({ left: box?.x ?? 0, top: box?.y ?? 0, height: box?.height ?? 0 }));
    if (!first || !second) throw new Error("There are no two addresses");
    const topOfText = await links[0]?.evaluate((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return range.getBoundingClientRect().top;
    });
    expect(Math.abs((topOfText ?? 0) - (label?.y ?? 0))).toBeLessThan(4);
    expect(first.left).toBeGreaterThan((label?.x ?? 0) + (label?.width ?? 0));
    expect(first.height).toBeGreaterThanOrEqual(44);
    expect(second.top - first.top).toBeGreaterThanOrEqual(44);
  }));

test("on a phone no table of a groom scrolls sideways, with overdue items and salaries of thousands", () =>
  lists.asAdmin(PHONE, async (page) => {
    await lists.barn.rows(
      "update payroll set payment_date = '2026-01-05', paid = 0, value = 123456 where seq in (select seq from payroll where groom_id = ? limit 12)",
      [ids.grooms ?? ""],
    );
    await lists.goto(page, `/grooms/${ids.grooms}`);
    const tables = await page
      .locator(".record-section > section")
      .evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth));
    expect(tables.length).toBeGreaterThanOrEqual(2);
    expect(Math.max(...tables)).toBe(0);
  }));

/** The number of pages of a printed page, and their size in points. */
async function print(page: Page, format: "A4" | "Letter") {
  const pdf = (await page.pdf({ format })).toString("latin1");
  const [, width, height] = pdf.match(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/) ?? [];
  return {
    pages: pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0,
    size: [width, height].map((each) => Math.floor(Number(each))),
  };
}

test("a statement prints on Letter and on A4 without the shell and its controls, on as many pages as it needs", () =>
  lists.asAdmin(DESK, async (page) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await lists.goto(page, `/customers/${ids.customers}/statement?from=2000-01-01&to=2099-12-31`);
    const few = await print(page, "Letter");
    expect(few.size).toEqual([612, 792]);
    expect((await print(page, "A4")).size).toEqual([595, 842]);
    await page.emulateMedia({ media: "print" });
    const visible = (role: "button" | "navigation" | "link", name?: string) =>
      page.getByRole(role, name ? { name } : {}).count();
    expect([await visible("navigation"), await visible("button"), await visible("link", "Settings")]).toEqual([
      0, 0, 0,
    ]);
    await page.emulateMedia({ media: null });
    await lists.barn.rows(
      `insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, created_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 200)
        select 'printed ' || i, ?, ?, 'training', '2026-02-03', 1, 100, 'florida', '2026' from n`,
      [ids.customers ?? "", ids.horses ?? ""],
    );
    await page.reload();
    const many = await print(page, "Letter");
    // Some 50 lines are on a page.
    expect(many.pages - few.pages).toBeGreaterThan(2);
    expect(many.pages - few.pages).toBeLessThan(8);
  }));

/** Texts with a hyphen between letters, and those of them that have tabular figures. */
const HYPHENATED = `(() => {
  const found = [...document.querySelectorAll("main *, dialog *")].filter(({ childNodes }) =>
    [...childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && /\\p{L}-\\p{L}/u.test(data)));
  const isTabular = (element) => getComputedStyle(element).fontVariantNumeric.includes("tabular-nums");
  return [found.length > 0, found.filter(isTabular).map(({ textContent }) => textContent)];
})()`;

/** Whether the cell has tabular figures. */
const isTabular = (page: Page, cell: string) =>
  page.evaluate(`getComputedStyle(document.querySelector("${cell}")).fontVariantNumeric.includes("tabular-nums")`);

test("amounts and days have tabular figures, and names have none, whose hyphens are wide", () =>
  lists.asAdmin(DESK, async (page) => {
    for (const table of ["customers", "grooms", "horses"])
      await lists.barn.rows(`update ${table} set name = 'Anne-Marie ' || seq`);
    for (const [path, figures] of [
      ["/horses", [".data-table td.end", ".data-table td.date"]],
      ["/horses/bill", [".batch-items li > b"]],
      [`/customers/${ids.customers}`, [".record-table td.end", ".record-table td.date"]],
      ["/payroll-summary", [".summary td.end"]],
      ["/overview", [".bar-table .amount"]],
    ] as const) {
      await lists.goto(page, path);
      expect([path, await page.evaluate(HYPHENATED)]).toEqual([path, [true, []]]);
      for (const cell of figures) expect([path, cell, await isTabular(page, cell)]).toEqual([path, cell, true]);
    }
  }));
