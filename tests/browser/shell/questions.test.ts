import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { formatUsDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { addHorses } from "#lab/support/billing.ts";
import { DESK, startLists } from "#tests/support/browser/lists.ts";
import { expectLive } from "#tests/support/browser/live.ts";
import { pressInMenu } from "#tests/support/browser/rows.ts";
import { findChoices, newEntry } from "#tests/support/browser/service-entry.ts";

/* The Overview, the questions that an office asks, each answered within three presses from there, and what was changed. */

const lists = startLists();
const rows = (sql: string, args: (string | number)[] = []) => lists.barn.rows(sql, args);

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

const CHARTS = ["Billed by month", "Payroll by week", "Horses on the property", "Services logged by day"];

test("the Overview lists what to do, each chart has its values in a table, and its figures follow an entry by somebody else", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/overview");
    expect(await page.title()).toBe("Overview – Hayloft");

    for (const title of CHARTS) {
      const chart = page.getByRole("region", { name: title }).first();
      // The bars of a chart that leads to lists are links.
      await chart.getByRole(title === "Billed by month" ? "group" : "img", { name: title }).waitFor();
      const summary = chart.locator("summary");
      // The keys lead to the values of the bars: from the table back to the last one, and on to the one before.
      await summary.focus();
      await page.keyboard.press("Shift+Tab");
      const value = chart.getByRole("status");
      await expect.poll(() => value.textContent()).toMatch(/: .*\d/);
      const last = await value.textContent();
      await page.keyboard.press("ArrowLeft");
      await expect.poll(() => value.textContent()).not.toBe(last);
      await page.keyboard.press("Escape");
      await expect.poll(() => value.textContent()).toBe("");
      await summary.click();
      await chart.getByRole("table", { name: title }).waitFor();
    }
    const bills = page.getByRole("listitem").filter({ hasText: "bills to export" });
    const pending = await bills.textContent();
    await expectLive(page);
    const entry = newEntry(await findChoices(lists.barn));
    expect((await lists.barn.post("/?index", entry)).status).toBe(303);
    await expect.poll(() => bills.textContent()).not.toBe(pending);
    await page.getByRole("link", { name: "Mark due payments as paid" }).click();
    await page.getByRole("dialog", { name: "Mark due payments as paid" }).waitFor();
  }));

test("a change is found from its record, and undone", () =>
  lists.asAdmin(DESK, async (page) => {
    const [horse] = await rows("select id, name from horses where deleted_at is null and is_billable limit 1");
    await rows("update horses set boarding = 290000 where id = ?", [String(horse?.id)]);
    await lists.goto(page, `/horses/${horse?.id}/edit`);
    const dialog = page.getByRole("dialog", { name: "Edit Horse" });
    await dialog.getByRole("textbox", { name: /^Boarding(?! Sur)/ }).fill("3050");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await lists.goto(page, `/horses/${horse?.id}`);
    await page.getByRole("button", { name: "More options" }).click();
    await page.getByRole("link", { name: "History" }).click();
    await page.getByText("Boarding: $2,900.00 → $3,050.00").first().waitFor();
    await pressInMenu(page, /^Actions for Edit horse/, "Undo");
    await page.getByText(`Undone: Boarding of ${horse?.name}.`, { exact: true }).waitFor();
    await page.getByText("Boarding: $3,050.00 → $2,900.00").first().waitFor();
    expect(await rows("select boarding from horses where id = ?", [String(horse?.id)])).toEqual([
      { boarding: 290_000 },
    ]);
  }));

/** Adds 40 horses whose board is not billed. 30 have a standing charge, on Tuesdays or monthly, and three a second owner of 40 %. */
async function addMonthEnd(): Promise<void> {
  const horses = await addHorses(lists.barn, "Month end", 40, () => ({ check_in_date: "2020-01-01" }));
  const ids = horses.map(({ id }) => id);
  await rows(
    `insert into standing_charges (id, horse_id, service_id, repeats, weekdays, from_date, created_at, updated_at)
    select 'charge ' || value, value, (select id from services where not is_fixed and price > 0 and deleted_at is null limit 1),
      iif(key % 2, 'weekdays', 'monthly'), iif(key % 2, '["Tue"]', '[]'), '2020-01-01', '2020', '2020' from json_each(?)`,
    [JSON.stringify(ids.slice(0, 30))],
  );
  await rows(
    `update horses set shares = json_array(json_object('id', (select c.id from customers c
      where c.id <> horses.customer_id and c.deleted_at is null limit 1), 'share', 4000)) where id in (select value from json_each(?))`,
    [JSON.stringify(ids.slice(0, 3))],
  );
}

test("month end of 40 horses with 30 standing charges and 3 shared horses is done from Overview in at most 15 presses", () =>
  lists.asAdmin(DESK, async (page) => {
    await addMonthEnd();
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
    await isDone(/^Billed \d+ horses: /);
    const [billed] = await rows(
      `select count(distinct horse_id) as horses, count(distinct standing_charge_id) as charges,
        count(distinct iif(split_id is not null, horse_id, null)) as shared
      from bill_items where billing_run_id is not null and horse_id in (select id from horses where name like 'Month end%')`,
    );
    expect(billed).toEqual({ horses: 40, charges: 30, shared: 3 });
    // What to look at, and the export.
    await overview();
    await press(link("Check")(page));
    await page.getByRole("heading", { name: "Check", level: 1 }).waitFor();
    await press(link("Export to QB")(page));
    await press(dialog.getByRole("button", { name: "Export" }));
    await page.waitForURL(/\/billing\/exports\?made=/);
    // Payroll and its checks.
    await overview();
    await press(link("Run payroll")(page));
    await press(dialog.getByRole("button", { name: "Confirm" }));
    await isDone(/^Ran payroll: /);
    await press(link("Payroll Summary")(page));
    await page.getByRole("heading", { name: "Payroll Summary", level: 1 }).waitFor();
    // Statements.
    await press(link("Customers")(page));
    await press(link("Statements")(page));
    await page.getByRole("heading", { name: "Customers: Statements", level: 1 }).waitFor();
    expect(await page.getByRole("checkbox", { name: /^Select / }).count()).toBeGreaterThan(10);
    expect(presses).toBeLessThanOrEqual(15);
    // The last one leads to their print. Sharing them takes two: 'Share…', and its dialog, which asks first.
    await link("Print")(page).click();
    await page.getByRole("button", { name: "Print" }).waitFor();
    expect(await page.getByRole("article").count()).toBeGreaterThan(10);
  }));
