import { beforeAll, expect, test } from "vitest";
import { doneIn, hiddenFieldsOf } from "#lab/support/forms.ts";
import { addSharedLink, openShared } from "#tests/support/barn/shared-links.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { insertRow } from "#tests/support/database/rows-of-tables.ts";

/* 'Merge customers' as a browser without JavaScript uses it (docs/product.md, 'Merging customers'). */

const { barn, admin } = startBarn();

beforeAll(async () => {
  const maeve = { emails: '["maeve@example.com"]', phone: "555-0101", riders: '["Ann"]' };
  await add("customers", { id: "left", name: "Maeve OBrien", ...maeve });
  await add("customers", {
    ...maeve,
    id: "kept",
    name: "Maeve O'Brien",
    emails: '["mo@example.com"]',
    phone: "555-0102",
  });
  await add("horses", { id: "Zed", name: "Zed", customer_id: "left", check_in_date: "2026-01-01" });
  const bill = { customer_id: "left", horse_id: "Zed", service_id: "training", date: "2026-11-01", quantity: 1 };
  await add("bill_items", { id: "bill 1", ...bill, value: 124_000, location: "florida" });
});

const add = (table: string, row: Record<string, string | number>) =>
  insertRow(barn, table, { ...row, created_at: "2026-01-01", updated_at: "2026-01-01" });

const textAt = async (path: string) =>
  (await (await barn.get(path, admin)).text()).replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");

const ADDRESS = "/customers/left/merge?into=kept";
const post = (fields: Record<string, string>, address = ADDRESS) => barn.post(address, fields, admin);
const payer = async () => (await barn.rows("select customer_id from bill_items where id = 'bill 1'"))[0]?.customer_id;

test("a customer's page leads to the choice of the other one, and that to the question", async () => {
  expect(await textAt("/customers/left")).toContain('href="/customers/left/merge"');
  expect(await textAt("/customers/left/merge")).toContain(
    '<option value="kept" translate="no">Maeve O\'Brien - mo@example.com</option>',
  );
  const dialog = await textAt(ADDRESS);
  for (const said of [
    "1 bill not exported: $1,240.00",
    "1 horse",
    "mo@example.com, maeve@example.com",
    "555-0102",
    'href="/customers/kept/merge?into=left"',
  ])
    expect(dialog).toContain(said);
});

test("Check leads to the merge of two customers that QuickBooks takes for one", async () => {
  await add("customers", { id: "twin", name: "maeve obrien", emails: "[]", riders: "[]" });
  expect(await textAt("/billing/check?all=mergedNames")).toMatch(
    /href="\/customers\/(left|twin)\/merge\?into=(left|twin)&amp;from=check"/,
  );
  await barn.rows("delete from customers where id = 'twin'");
});

test("a customer who was edited meanwhile is shown again, and a merge is written once and undone", async () => {
  const old = hiddenFieldsOf(await textAt(ADDRESS));
  await barn.rows("update customers set phone = '555-0103', version = version + 1 where id = 'kept'");
  const refused = await post({ ...old, emails: "both", phone: "remaining" });
  const shown = await refused.text();
  expect(refused.status).toBe(409);
  expect(shown).toContain("Nothing was merged");
  expect(shown).toContain("555-0103");
  expect(await payer()).toBe("left");

  const fields: Record<string, string> = { ...hiddenFieldsOf(shown), emails: "leaving", phone: "remaining" };
  const merged = await post(fields);
  const address = merged.headers.get("Location") ?? "";
  expect([merged.status, address]).toEqual([303, `/customers/kept?done=${fields.idempotencyKey}`]);
  expect((await post(fields)).headers.get("Location")).toBe(address);
  expect((await post({ ...fields, emails: "both" })).status).toBe(409);
  expect(await payer()).toBe("kept");
  expect(await barn.rows("select emails, phone, riders from customers where id = 'kept'")).toEqual([
    { emails: '["maeve@example.com"]', phone: "555-0103", riders: '["Ann"]' },
  ]);
  expect(await textAt(address)).toContain("Merged Maeve OBrien into Maeve O'Brien.");
  expect((await barn.get("/customers/left", admin)).headers.get("Location")).toBe("/customers/kept");
  expect(
    (await barn.get("/customers/left/statement?from=2026-11-01&to=2026-11-30", admin)).headers.get("Location"),
  ).toBe("/customers/kept/statement?from=2026-11-01&to=2026-11-30");
  expect(await textAt(ADDRESS)).toContain("is deleted or was merged already");

  const undone = await barn.post("/customers/kept", `intent=undo&change=${doneIn(merged)}`, admin);
  expect(undone.status).toBe(303);
  expect(await textAt(undone.headers.get("Location") ?? "")).toContain("are two customers again.");
  expect(await payer()).toBe("left");
});

test("two owners of a horse are merged after both had a bill of its standing charge", async () => {
  for (const id of ["ann", "ben"]) await add("customers", { id, name: `Owner ${id}`, emails: "[]", riders: "[]" });
  const horse = { customer_id: "ann", shares: '[{"id":"ben","share":4000}]' };
  await add("horses", { id: "Duo", name: "Duo", check_in_date: "2026-01-01", ...horse });
  await add("standing_charges", { id: "tack", horse_id: "Duo", service_id: "training", from_date: "2026-01-01" });
  const bill = { horse_id: "Duo", service_id: "training", standing_charge_id: "tack", period: "2026-11" };
  const line = { ...bill, date: "2026-11-01", quantity: 1, location: "florida", split_id: "first" };
  await add("bill_items", { ...line, id: "first", customer_id: "ann", value: 60, share: 6_000 });
  await add("bill_items", { ...line, id: "second", customer_id: "ben", value: 40, share: 4_000 });
  const address = "/customers/ben/merge?into=ann";
  const merged = await post({ ...hiddenFieldsOf(await textAt(address)), emails: "both", phone: "remaining" }, address);
  expect(merged.status).toBe(303);
  expect(await barn.rows("select customer_id as payer from bill_items where split_id = 'first'")).toEqual([
    { payer: "ann" },
    { payer: "ann" },
  ]);
  await expect(
    add("bill_items", { ...line, id: "again", split_id: "again", value: 100, share: 9_999 }),
  ).rejects.toThrow("UNIQUE constraint failed");
});

test.each([{ emails: "nobody's" }, { phone: "both" }, { idempotencyKey: "x" }, { version: "1 1", more: "1" }])(
  "a form with %o merges nothing",
  async (change) => {
    const fields = { ...hiddenFieldsOf(await textAt(ADDRESS)), emails: "both", phone: "remaining" };
    expect((await post({ ...fields, ...change } as Record<string, string>)).status).toBe(400);
    expect(await payer()).toBe("left");
  },
);

test("a customer is not merged into itself", async () => {
  const address = "/customers/left/merge?into=left";
  const fields = { ...hiddenFieldsOf(await textAt(ADDRESS)), emails: "both", phone: "remaining" };
  expect((await post(fields, address)).status).toBe(409);
  expect(await payer()).toBe("left");
});

test("a link of the merged customer works on, with the bills of both", async () => {
  const [one, other] = [await addSharedLink(barn.rows), await addSharedLink(barn.rows)];
  const address = `/customers/${one.customerId}/merge?into=${other.customerId}`;
  const merged = await post({ ...hiddenFieldsOf(await textAt(address)), emails: "both", phone: "remaining" }, address);
  expect(merged.status).toBe(303);
  const page = await (await openShared(barn.rows, one.path, (path) => barn.get(path))).text();
  expect(page).toContain("$246.90");
  expect(await textAt(`/customers/links?customer=${other.customerId}`)).toContain("2 links");
});
