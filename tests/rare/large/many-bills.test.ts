import { expect, onTestFinished, test } from "vitest";
import { exportFieldsOf, textOf } from "#lab/support/exports.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { ADMIN, LONG_DATABASE_LIMIT, openBarn } from "#tests/support/barn/barn.ts";
import { addManyBills, expectNoFurtherPage } from "#tests/support/barn/many-bills.ts";

test("the dialog of an export says if there are too many bills, and does not export them; Check says how many it looked at", async () => {
  const barn = await openBarn(LONG_DATABASE_LIMIT);
  onTestFinished(() => barn.close());
  const admin = { Cookie: await barn.cookieOf(ADMIN) };
  const open = async () => (await barn.get("/billing/export?q=marked", admin)).text();
  await addManyBills(barn, 50_001, "marked");
  const page = await open();
  expect(textOf(page)).toContain("More than 50,000 bills are shown");
  expect(exportFieldsOf(page)).toEqual({});
  await barn.rows("update bill_items set customer_id = null, search_text = '' where id = 'marked 1'");
  const most = textOf(await open());
  expect([most.includes("50,000 bills"), most.includes("Only 20,000 of these bills were checked.")]).toEqual([
    true,
    true,
  ]);
  const check = await (await barn.get("/billing/check", admin)).text();
  expect(textOf(check)).toContain("Checked 20,000 of the pending bills.");
});

test("a download of more than the 5,000 lines of a page fails if the next page cannot be read or the session has ended, and a void makes all of them pending", async () => {
  const barn = await openBarn(LONG_DATABASE_LIMIT);
  onTestFinished(() => barn.close());
  const admin = { Cookie: await barn.cookieOf(ADMIN) };
  await addManyBills(barn, 5_100, "marked");
  const fields = exportFieldsOf(await (await barn.get("/billing/export?q=marked", admin)).text());
  expect((await barn.post("/billing/export?q=marked", fields, admin)).status).toBe(303);
  const path = `/billing/exports/${fields.idempotencyKey}.csv`;
  const read = async () => (await barn.get(path, admin)).text();
  const whole = await read();
  expect(whole.split("\r\n")).toHaveLength(5_101);
  for (const kind of ["lose answer", "fail statement"] as const) {
    barn.proxy.make({ kind, place: 1, request: 1 });
    await expect(read()).rejects.toThrow();
    barn.proxy.make({ kind: "none" });
  }
  await expectNoFurtherPage(barn, path, "cut off");
  expect(await read()).toBe(whole);
  const dialog = `/billing/exports/${fields.idempotencyKey}/void`;
  const confirmed = hiddenFieldsOf(await (await barn.get(dialog, admin)).text());
  expect((await barn.post(dialog, confirmed, admin)).status).toBe(303);
  expect(await read()).toBe(whole);
  expect(
    await barn.rows("select count(*) as n from bill_items where customer_id = 'marked' and export_id is null"),
  ).toEqual([{ n: 5_100 }]);
});
