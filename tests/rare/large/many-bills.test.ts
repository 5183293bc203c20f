import { expect, onTestFinished, test } from "vitest";
import { ADMIN, openBarn } from "#tests/support/barn.ts";
import { addManyBills, exportFieldsOf, textOf } from "#tests/support/exports.ts";

test("the dialog of an export says if there are too many bills, and does not export them", async () => {
  const barn = await openBarn();
  onTestFinished(() => barn.close());
  const admin = { Cookie: await barn.cookieOf(ADMIN) };
  const open = async () => (await barn.get("/billing/export?q=marked", admin)).text();
  await addManyBills(barn, 50_001, "marked");
  const page = await open();
  expect(textOf(page)).toContain("More than 50,000 bills are shown");
  expect(exportFieldsOf(page)).toEqual({});
  await barn.rows("update bill_items set customer_id = null, search_text = '' where id = 'marked 1'");
  expect(textOf(await open())).toContain("Bills 50,000");
}, 120_000);
