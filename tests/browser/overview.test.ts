import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, type Lists, openLists } from "#tests/support/lists.ts";
import { expectLive } from "#tests/support/live.ts";
import { findChoices, newEntry } from "#tests/support/service-entry.ts";

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

const CHARTS = ["Billed by month", "Payroll by week", "Horses on the property", "Services logged by day"];

test("the Overview lists what to do, each chart has its values in a table, and its figures follow an entry by somebody else", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/overview");
    expect(await page.title()).toBe("Overview – Hayloft");

    for (const title of CHARTS) {
      const chart = page.getByRole("region", { name: title }).first();
      // The bars of a chart that leads to lists are links.
      await chart.getByRole(title === "Billed by month" ? "group" : "img", { name: title }).waitFor();
      await chart.locator("summary").click();
      await chart.getByRole("table", { name: title }).waitFor();
    }
    const bills = page.getByRole("listitem").filter({ hasText: "bills are pending" });
    const pending = await bills.textContent();
    await expectLive(page);
    const entry = newEntry(await findChoices(lists.barn));
    expect((await lists.barn.post("/?index", entry)).status).toBe(303);
    await expect.poll(() => bills.textContent()).not.toBe(pending);
    await page.getByRole("link", { name: "Mark due payments as paid" }).click();
    await page.getByRole("dialog", { name: "Mark due payments as paid" }).waitFor();
  }));
