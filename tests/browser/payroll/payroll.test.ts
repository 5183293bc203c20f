import { expect, test } from "vitest";
import { mondayOf, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { describeWeeks } from "#app/domain/payroll/payroll.ts";
import { DESK, startLists } from "#tests/support/browser/lists.ts";

/* Payroll, from the first run to the paid items. tests/worker/payroll/payroll.test.ts and activity/undo.test.ts have what each form does, says and refuses. */

const lists = startLists();
const today = todayInNewYork(new Date());
const monday = mondayOf(today);
const LAST_MONDAY = plusDays(monday, -7);
const WEEKS = [-21, -14].map((days) => plusDays(monday, days));

test("the date of the last run is asked for, a run is made, past weeks of a groom are marked as not owed, undone and added, and what is due is marked paid", async () => {
  await lists.barn.rows("delete from payroll where week >= ?", [monday]);
  await lists.barn.rows("update settings set last_payroll = null");
  await lists.asAdmin(
    DESK,
    async (page) => {
      await lists.goto(page, "/payroll");
      await page.getByRole("link", { name: "Add Payroll Items", exact: true }).click();
      const run = page.getByRole("dialog", { name: "Generate Payroll Items", exact: true });
      const field = run.getByLabel("Last payroll date");
      const save = run.getByRole("button", { name: "Save" });
      await field.fill(plusDays(today, 1));
      await save.click();
      await run.getByText(/^Enter a day from /).waitFor();
      expect([await field.inputValue(), await field.getAttribute("aria-invalid")]).toEqual([
        plusDays(today, 1),
        "true",
      ]);
      await field.fill(plusDays(monday, -1));
      await save.click();
      await run.getByText(/^Week of /).waitFor();
      await run.getByRole("button", { name: "Confirm" }).click();
      await page.getByText(/^Ran payroll: /).waitFor();

      await lists.barn.rows(
        `insert into grooms (id, name, start_date, end_date, weekly_salary, location, created_at, updated_at)
         values ('late', 'Late', ?, ?, 50000, 'florida', ?3, ?3)`,
        [...WEEKS, new Date().toISOString()],
      );
      await lists.goto(page, "/overview");
      const todo = page.getByRole("listitem").filter({ hasText: "Past weeks without a salary, 1 groom" });
      await todo.getByText("$1,000.00", { exact: true }).waitFor();
      await page.getByRole("link", { name: "See the weeks" }).click();
      const line = page.getByText(`Late: ${describeWeeks(WEEKS, today)}, $1,000.00`, { exact: true });
      await line.waitFor();
      await page.getByRole("button", { name: "Don't pay: Late", exact: true }).click();
      await page.getByText(/^Won't pay: Late, week of .* and 1 more\.$/).waitFor();
      expect(await line.count()).toBe(0);
      await page.getByRole("button", { name: "Undo" }).click();
      await line.waitFor();
      await page.getByText(/^Won't pay/).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Add Late", exact: true }).click();
      await page.getByText(`Ran payroll for Late, ${describeWeeks(WEEKS, today)}: 2 items, $1,000.00.`).waitFor();
      expect(await line.count()).toBe(0);

      await page.getByRole("link", { name: "Mark due payments as paid" }).click();
      const dialog = page.getByRole("dialog", { name: "Mark due payments as paid" });
      await dialog.getByLabel("Due by").fill(plusDays(monday, 60));
      await dialog.getByRole("button", { name: "Apply" }).click();
      await dialog.getByText(` due by ${plusDays(monday, 60).slice(5, 7)}/`).waitFor();
      const mark = dialog.getByRole("button", { name: /^Mark \d+ items? paid$/ });
      const [, count] = ((await mark.textContent()) ?? "").split(" ");
      await mark.click();
      await page.getByText(new RegExp(`^Marked ${count} items? due by`)).waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText(/^Marked/).waitFor({ state: "detached" });
    },
    /status of 400/,
  );
});

/** Presses the first two switches, and keeps the page busy for some seconds, as on an old phone: React then shows answers late. */
const PRESS_TWO_ON_A_BUSY_PAGE = `{
  const busy = setInterval(() => { for (const end = performance.now() + 250; performance.now() < end; ); }, 50);
  setTimeout(() => clearInterval(busy), 3_000);
  const [first, second] = document.querySelectorAll("[role=switch][aria-label$=': paid']");
  first.click();
  setTimeout(() => second.click(), 60);
}`;

test("of two switches 'Paid' that are pressed at once on a busy page both are saved, and Undo is of the second", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/payroll?view=all&q=weekly");
    const switches = page.getByRole("switch", { name: /: paid$/ });
    const states = async () =>
      Promise.all((await switches.all()).slice(0, 2).map((each) => each.getAttribute("aria-checked")));
    const before = await states();
    await page.evaluate(PRESS_TWO_ON_A_BUSY_PAGE);
    const flipped = before.map((state) => String(state !== "true"));
    await expect.poll(states).toEqual(flipped);
    await expect.poll(() => page.locator("[data-unsent]").count()).toBe(0);
    const label = (await switches.nth(1).getAttribute("aria-label")) ?? "";
    // The notice of the second, whose name is the label up to the date.
    const toast = page.getByRole("status").filter({ hasText: `Saved: Paid of ${label.split(",")[0]}` });
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect.poll(states).toEqual([flipped[0], before[1]]);
  }));

test("a run is undone from its notice, which an open list of its items and an open list of past runs follow, and made again by Redo", async () => {
  await lists.barn.rows("delete from payroll where week >= ?", [LAST_MONDAY]);
  await lists.barn.rows(`update settings set last_payroll = '${LAST_MONDAY}T17:00:00.000Z'`);
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/payroll/generate");
    await page.getByRole("dialog").getByRole("button", { name: "Confirm", exact: true }).click();
    await page.getByText(/^Ran payroll: /).waitFor();
    const [items, runs] = [await page.context().newPage(), await page.context().newPage()];
    await lists.goto(items, "/payroll?q=weekly+salary&sort=-date");
    await lists.goto(runs, "/payroll/runs");
    const rows = items.getByRole("rowheader");
    const shown = await rows.count();
    const undone = runs.getByText(/^Undone /);
    expect(await undone.count()).toBe(0);

    await page.bringToFront();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText(/^Undid \d+ items: .* The last payroll run is \d.* again/).waitFor();
    await expect.poll(() => rows.count()).toBeLessThan(shown);
    await undone.first().waitFor();
    await page.getByRole("button", { name: "Redo", exact: true }).click();
    await undone.waitFor({ state: "detached" });
    await expect.poll(() => rows.count()).toBe(shown);
  });
});
