import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatUsDate, plusDays, todayInNewYork } from "#app/domain/calendar.ts";
import { DESK, type Lists, openLists } from "#tests/support/lists.ts";

/* The questions that an office asks, each answered within three presses from the Overview. */

let lists: Lists;
const rows = (sql: string, args: (string | number)[] = []) => lists.barn.rows(sql, args);

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

/** Presses links one after the other, each found on the page that the one before has led to. */
async function ask(page: Page, presses: ((page: Page) => Locator)[]): Promise<void> {
  expect(presses.length).toBeLessThanOrEqual(3);
  await lists.goto(page, "/overview");
  for (const press of presses) await press(page).first().click();
}

const link = (name: string | RegExp) => (page: Page) =>
  page.getByRole("link", { name, exact: typeof name === "string" });

test("what a customer owed, what a horse cost and why that changed, and what is due to grooms are at most two presses away", () =>
  lists.asAdmin(DESK, async (page) => {
    const [top] = await rows(`select c.id, c.name from bill_items b join customers c on c.id = b.customer_id
      where b.export_id is null and b.deleted_at is null group by 1 order by sum(b.value) desc, c.name limit 1`);
    const [owed] = await rows(
      `select substr(date, 1, 7) as month from bill_items where customer_id = ? and export_id is null and deleted_at is null order by 1 desc limit 1`,
      [String(top?.id)],
    );
    await ask(page, [link(String(top?.name)), (at) => at.locator(`a[href$="/statement?month=${owed?.month}"]`)]);
    await page.getByRole("heading", { name: "Statement", level: 1 }).waitFor();

    const [horse] =
      await rows(`select h.id, h.name from horses h where h.deleted_at is null and h.check_out_date is null
      and exists (select 1 from bill_items b where b.horse_id = h.id) order by h.name limit 1`);
    const id = String(horse?.id);
    await rows("update horses set boarding = 123400, updated_at = '2026-11-01T12:00:00.000Z' where id = ?", [id]);
    await ask(page, [link("Horses"), (at) => at.locator(`tbody a[href="/horses/${id}"]`)]);
    const changes = page.getByRole("table", { name: "Changes" }).getByRole("row", { name: /Boarding/ });
    await changes.filter({ hasText: "$1,234.00" }).first().waitFor();

    const date = plusDays(todayInNewYork(new Date()), 3);
    await rows("update payroll set payment_date = null where payment_date > ?", [todayInNewYork(new Date())]);
    await rows(
      `insert into payroll (id, groom_id, item, date, payment_date, value, created_at, updated_at)
      select 'due on friday', id, 'Braiding', ?, ?, 4321, '2026', '2026' from grooms where deleted_at is null limit 1`,
      [date, date],
    );
    await ask(page, [link("See the checks")]);
    await page.getByRole("heading", { name: `Checks for ${formatUsDate(date)}` }).waitFor();
  }));

test("month end is done from Overview in at most 16 presses", () =>
  lists.asAdmin(DESK, async (page) => {
    await rows("update settings set is_amounts_chosen = 1, is_dates_chosen = 1");
    let presses = 0;
    const press = async (target: Locator) => {
      presses += 1;
      await target.first().click();
    };
    const dialog = page.getByRole("dialog");
    const isDone = (text: string | RegExp) => page.getByRole("status").getByText(text).waitFor();
    const overview = () => press(link("Overview")(page));
    await lists.goto(page, "/overview");
    // Shows.
    await press(link("Bill shows")(page));
    await press(dialog.getByRole("button", { name: "Confirm" }));
    await isDone(/^Billed \d+ shows?: /);
    // Boarding.
    await overview();
    await press(link("Bill horses")(page));
    await press(dialog.getByRole("button", { name: "Confirm" }));
    await isDone(/^Billed \d+ horses?: /);
    // What to look at, and the export.
    await overview();
    await press(link("Check")(page));
    await page.getByRole("heading", { name: "Check", level: 1 }).waitFor();
    await press(link("Export to QB")(page));
    await press(dialog.getByRole("button", { name: "Export" }));
    await page.waitForURL(/\/billing\/exports\?made=/);
    // Payroll and its checks.
    await overview();
    await press(link("Add Payroll Items")(page));
    await press(dialog.getByRole("button", { name: "Confirm" }));
    await isDone(/^Generated \d+ items/);
    await press(link("Payroll Summary")(page));
    await page.getByRole("heading", { name: "Payroll Summary", level: 1 }).waitFor();
    // Statements.
    await press(link("Customers")(page));
    await press(page.getByRole("button", { name: "More options" }));
    await press(link("Statements")(page));
    await page.getByRole("heading", { name: "Statements", level: 1 }).waitFor();
    expect(await page.getByRole("checkbox", { name: /^Select / }).count()).toBeGreaterThan(10);
    expect(presses).toBeLessThanOrEqual(16);
    // The last one shares them, or leads to their print.
    expect(await page.getByRole("button", { name: /^Share \d+ statements/ }).isVisible()).toBe(true);
    await link("Print")(page).click();
    await page.getByRole("button", { name: "Print" }).waitFor();
    expect(await page.getByRole("article").count()).toBeGreaterThan(10);
  }));
