import { afterAll, beforeAll, expect, test } from "vitest";
import { expectFine } from "#tests/support/axe.ts";
import { JAVASCRIPT } from "#tests/support/browser.ts";
import { DESK, type Lists, openLists, PHONE } from "#tests/support/lists.ts";

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

const CHARTS = ["Billed by month", "Payroll by week", "Horses in the property", "Services logged by day"];

test.each(JAVASCRIPT)(
  "%s, the Overview lists what to do, and each chart has its values in a table",
  (_, javaScriptEnabled) =>
    lists.asAdmin({ ...(javaScriptEnabled ? DESK : PHONE), javaScriptEnabled }, async (page) => {
      await lists.goto(page, "/overview", javaScriptEnabled);
      expect(await page.title()).toBe("Overview – Hayloft");

      for (const title of CHARTS) {
        const chart = page.getByRole("region", { name: title }).first();
        await chart.getByRole("img", { name: title }).waitFor();
        await chart.locator("summary").click();
        await chart.getByRole("table", { name: title }).waitFor();
      }
      if (javaScriptEnabled) {
        await expectFine(page);
      }
      const pending = await page.getByText(/bills are pending: /).textContent();
      const [seq] = await lists.barn.rows(
        "select seq from bill_items where export_id is null and deleted_at is null order by seq desc limit 1",
      );
      await lists.barn.rows("update bill_items set voided_at = '2026', deleted_at = '2026' where seq = ?", [
        Number(seq?.seq),
      ]);
      await page.reload();
      await expect.poll(() => page.getByText(/bills are pending: /).textContent()).not.toBe(pending);
      await page.getByRole("link", { name: "Mark all due paid" }).click();
      await page.getByRole("dialog", { name: "Mark all due paid" }).waitFor();
    }),
);
