import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addBills } from "#lab/support/exports.ts";
import { expectFine } from "#tests/support/browser/axe.ts";
import { DESK, PHONE, startLists } from "#tests/support/browser/lists.ts";

const lists = startLists();
let horseId = "";

beforeAll(async () => {
  horseId = String((await lists.barn.rows("select id from horses limit 1"))[0]?.id);
});

const addBill = (comments: string) =>
  addBills(lists.barn, [
    {
      ...{ id: crypto.randomUUID(), horseId, customerId: null, serviceId: "training", date: "2026-10-31" },
      ...{ quantity: 1, value: 12_345, location: "florida", comments },
    },
  ]);

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Export to QB" });
const press = (page: Page) => dialogOf(page).getByRole("button", { name: "Export", exact: true }).click();

test.each([
  ["", true, 2_524],
  [" without JavaScript", false, 7_524],
])(
  "the first export asks for QuickBooks' last invoice number, the later ones say theirs, and the setting is not lowered to them%s",
  (_, hasScript, last) =>
    lists.asAdmin(
      { ...(hasScript ? DESK : PHONE), javaScriptEnabled: hasScript },
      async (page) => {
        const tag = `first${last}`;
        await addBill(tag);
        await lists.barn.rows("update settings set is_invoice_number_chosen = 0, version = version + 1");
        await lists.goto(page, `/billing/export?q=${tag}`, hasScript);
        const field = dialogOf(page).getByLabel("QuickBooks' last invoice number");
        await dialogOf(page).getByText("1 bill · 1 invoice", { exact: true }).waitFor();
        if (hasScript) await expectFine(page);
        await press(page);
        await dialogOf(page).getByRole("alert").getByText("Enter QuickBooks' last invoice number").waitFor();
        await field.fill("No. 1");
        await press(page);
        await dialogOf(page).getByRole("alert").getByText("Enter a whole number").waitFor();
        expect(await field.inputValue()).toBe("No. 1");
        if (hasScript) await expectFine(page);
        await field.fill(String(last));
        await press(page);
        await page
          .getByRole("region", { name: "Just exported" })
          .getByText(`1 invoice (${last + 1})`)
          .waitFor();

        await addBill(tag);
        await lists.goto(page, `/billing/export?q=${tag}`, hasScript);
        await dialogOf(page)
          .getByText(`1 bill · 1 invoice (${last + 2})`)
          .waitFor();
        expect(await field.count()).toBe(0);

        await lists.goto(page, "/accounts/settings", hasScript);
        const next = page.getByLabel("Next Invoice Number");
        expect(await next.inputValue()).toBe(String(last + 2));
        await next.fill(String(last + 1));
        await page.getByRole("button", { name: "Save" }).click();
        await page.getByText(`Invoice ${last + 1} exists: the next is ${last + 2} or higher.`).waitFor();
      },
      /status of 400/,
    ),
);
