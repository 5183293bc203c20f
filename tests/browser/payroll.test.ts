import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { formatUsDate, mondayOf, plusDays, todayInNewYork } from "#app/domain/calendar.ts";
import { DESK, type Lists, openLists } from "#tests/support/lists.ts";
import { pressInMenu } from "#tests/support/rows.ts";

let lists: Lists;
const today = todayInNewYork(new Date());
const monday = mondayOf(today);

beforeAll(async () => {
  lists = await openLists();
});
// Or the tests after one that failed during an outage would fail, too.
afterEach(() => lists.barn.proxy.make({ kind: "none" }));
afterAll(() => lists.close());

async function setLastRun(instant: string | null) {
  await lists.barn.rows("delete from payroll where week >= ?", [monday]);
  await lists.barn.rows(`update settings set last_payroll = ${instant ? `'${instant}'` : "null"}`);
}
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Generate Payroll Items", exact: true });
const QUESTION =
  "This will generate payroll items for all active grooms since the last payroll date. Are you sure you want to continue?";

test("if the last run is unknown, the dialog asks for its date, refuses invalid dates, and then shows the due items", async () => {
  await setLastRun(null);
  await lists.asAdmin(
    DESK,
    async (page) => {
      await lists.goto(page, "/payroll");
      await page.getByText("Last payroll date not found").waitFor();
      await page.getByRole("link", { name: "Add Payroll Items", exact: true }).click();
      const dialog = dialogOf(page);
      await dialog.getByText("Last payroll date not found", { exact: true }).waitFor();
      const field = dialog.getByLabel("Last payroll date");
      await field.fill(plusDays(today, 1));
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByText(/^Enter a day from /).waitFor();
      expect([await field.inputValue(), await field.getAttribute("aria-invalid")]).toEqual([
        plusDays(today, 1),
        "true",
      ]);
      await field.fill(plusDays(monday, -1));
      const save = dialog.getByRole("button", { name: "Save" });
      lists.barn.proxy.make({ kind: "refuse" });
      await save.click();
      await dialog.getByText("The database cannot be reached, so this is not saved.").waitFor();
      lists.barn.proxy.make({ kind: "none" });
      await page.context().setOffline(true);
      await save.click();
      await dialog.getByText("Hayloft cannot be reached, so this is not saved yet.").waitFor();
      await page.context().setOffline(false);
      expect(await field.inputValue()).toBe(plusDays(monday, -1));
      await save.click();
      await dialog.getByText(QUESTION, { exact: true }).waitFor();
      await dialog.getByText(`1 week that begins on ${formatUsDate(monday)}`).waitFor();
    },
    /status of (400|503)|ERR_INTERNET_DISCONNECTED/,
  );
});

test("an admin marks a date as paid in the menu of a row, and undoes it", async () => {
  const date = "2031-05-05";
  for (const [n, item] of ["Walk", "Wash", "Feed"].entries()) {
    await lists.barn.rows(
      "insert into payroll (id, groom_id, item, date, value, created_at, updated_at) select ?, id, ?, ?, ?, '', '' from grooms order by seq limit 1",
      [crypto.randomUUID(), `${item} ${date}`, date, 100 * (n + 1)],
    );
  }
  const paid = async () => (await lists.barn.rows("select sum(paid) as n from payroll where date = ?", [date]))[0]?.n;
  await lists.asAdmin(DESK, async (page) => {
    const choose = (item: string) => pressInMenu(page, /^Actions for Walk/, item);
    await lists.goto(page, `/payroll?q=${formatUsDate(date)}`);
    await choose("Mark Date Paid");
    await page.getByText(`Marked 3 items of ${formatUsDate(date)} paid.`).waitFor();
    expect(await paid()).toBe(3);
    expect(await page.getByRole("rowheader").count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("3 items", { exact: true }).waitFor();
    expect(await paid()).toBe(0);
    // The item of another payment date is set back alone.
    await lists.barn.rows(
      "update payroll set payment_date = iif(item like 'Feed%', '2031-06-02', '2031-05-12') where date = ?",
      [date],
    );
    await lists.goto(page, `/payroll?q=${formatUsDate(date)}`);
    await choose("Mark Date Paid");
    const notice = `Marked 3 items of ${formatUsDate(date)} paid; one of them is payable on 06/02/2031.`;
    await page.getByText(notice, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Undo that one" }).click();
    await page.getByText(`Marked 2 items of ${formatUsDate(date)} paid.`, { exact: true }).waitFor();
    expect(await paid()).toBe(2);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText("3 items", { exact: true }).waitFor();
    expect(await paid()).toBe(0);
    await lists.barn.rows("update payroll set payment_date = null where date = ?", [date]);
    await lists.goto(page, `/payroll?view=all&q=${formatUsDate(date)}`);
    await choose("Mark Date Paid");
    await page.getByText(/^Marked 3 items .* paid\.$/).waitFor();
    await choose("Mark Date Unpaid");
    await page.getByText(/^Marked 3 items .* unpaid\.$/).waitFor();
    expect(await paid()).toBe(0);
  });
});
