import { afterAll, beforeAll, expect, test } from "vitest";
import { formatUsDate, mondayOf, plusDays, todayInNewYork } from "#app/domain/calendar.ts";
import { describeWeeks } from "#app/domain/payroll.ts";
import { DESK, type Lists, openLists } from "#tests/support/lists.ts";
import { pressInMenu } from "#tests/support/rows.ts";

let lists: Lists;
const today = todayInNewYork(new Date());
const monday = mondayOf(today);

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

const WEEKS = [-21, -14].map((days) => plusDays(monday, days));

/** Adds a groom who was employed in the two weeks, which a run has covered. */
async function hire(id: string) {
  await lists.barn.rows("update settings set last_payroll = ?", [new Date().toISOString()]);
  await lists.barn.rows(
    `insert into grooms (id, name, start_date, end_date, weekly_salary, location, created_at, updated_at) values (?, ?, ?, ?, 50000, 'florida', ?, ?)`,
    [id, `Late ${id}`, WEEKS[0] ?? "", WEEKS[1] ?? "", new Date().toISOString(), new Date().toISOString()],
  );
}

test("past weeks are marked as not owed, that is undone, and 'Add' makes them", async () => {
  const id = "groom";
  await hire(id);
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/overview");
    const todo = page.getByRole("listitem").filter({ hasText: "Past weeks without a salary, 1 groom" });
    await todo.getByText("$1,000.00", { exact: true }).waitFor();
    await page.getByRole("link", { name: "See the weeks" }).click();
    const line = page.getByText(`Late ${id}: ${describeWeeks(WEEKS, today)}, $1,000.00`, { exact: true });
    await line.waitFor();
    await page.getByRole("button", { name: `Not owed: Late ${id}`, exact: true }).click();
    await page.getByText(`Marked not owed: Late ${id}, week of ${formatUsDate(WEEKS[0] ?? "")} and 1 more.`).waitFor();
    expect(await line.count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await line.waitFor();
    await page.getByText(/^Marked not owed/).waitFor({ state: "detached" });
    await page.getByRole("button", { name: `Add Late ${id}`, exact: true }).click();
    await page.getByText(`Generated 2 items for Late ${id}, ${describeWeeks(WEEKS, today)}: $1,000.00.`).waitFor();
    expect(await line.count()).toBe(0);
  });
  expect(await lists.barn.rows("select week from payroll where groom_id = ? order by week", [id])).toEqual(
    WEEKS.map((week) => ({ week })),
  );
});

test("'Mark due payments as paid' asks before it marks", async () => {
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/payroll");
    await page.getByRole("link", { name: "Mark due payments as paid" }).click();
    const dialog = page.getByRole("dialog", { name: "Mark due payments as paid" });
    await dialog.getByLabel("Payment date up to").fill(plusDays(monday, 60));
    await dialog.getByRole("button", { name: "Show" }).click();
    await dialog.getByText(`Up to ${plusDays(monday, 60).slice(5, 7)}/`).waitFor();
    const mark = dialog.getByRole("button", { name: /^Mark \d+ items? paid$/ });
    const label = (await mark.textContent()) ?? "";
    await mark.click();
    await page.getByText(new RegExp(`^Marked ${label.split(" ")[1]} items? due by`)).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText(/^Marked/).waitFor({ state: "detached" });
  });
});

test("the switch 'Paid' in a row offers Undo", async () => {
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/payroll?view=all&q=weekly");
    const switches = page.getByRole("switch", { name: /: paid$/ });
    const states = async () => (await switches.all()).slice(0, 2).map((each) => each.getAttribute("aria-checked"));
    const before = await Promise.all(await states());
    await switches.nth(0).click();
    // The second is pressed before the first is answered.
    await switches.nth(1).click();
    const flipped = before.map((state) => String(state !== "true"));
    await expect.poll(async () => Promise.all(await states())).toEqual(flipped);
    const label = (await switches.nth(1).getAttribute("aria-label")) ?? "";
    // The notice of the second, whose name is the label up to the date.
    const toast = page.getByRole("status").filter({ hasText: `Saved: Paid of ${label.split(",")[0]}` });
    await toast.waitFor();
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => Promise.all(await states())).toEqual([flipped[0], before[1]]);
  });
});

test("without JavaScript a Delete of a customer with horses asks nothing, and says afterwards what stays", async () => {
  const [row] = await lists.barn.rows(
    "select name from customers c where deleted_at is null and (select count(*) from horses where customer_id = c.id and deleted_at is null) > 1 limit 1",
  );
  const customer = String(row?.name);
  await lists.asAdmin({ ...DESK, javaScriptEnabled: false }, async (page) => {
    await lists.goto(page, `/customers?q=${encodeURIComponent(customer)}`, false);
    await pressInMenu(page, customer, "Delete");
    await page.getByText(new RegExp(`^${customer} was deleted\\. .*\\d horses stay\\.$`)).waitFor();
    await page.getByRole("link", { name: "Show them" }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await lists.goto(page, `/horses?view=all&q=${encodeURIComponent(`${customer} (deleted)`)}`, false);
    expect(await page.getByText(`${customer} (deleted)`).count()).toBeGreaterThan(1);
    await lists.barn.rows("update customers set deleted_at = null where name = ?", [customer]);
  });
});
