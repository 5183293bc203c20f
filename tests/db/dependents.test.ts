import { afterAll, beforeAll, expect, test } from "vitest";
import { ConflictError } from "#db/errors.ts";
import { customerRecords } from "#db/queries/customers.ts";
import { customerDependents } from "#db/queries/dependents.ts";
import { removeRecords } from "#db/records.ts";
import { openDatabase } from "#tests/support/database.ts";

/* What hangs on a customer is a precondition of the delete (docs/product.md, 'Deleting'). */

let database: Awaited<ReturnType<typeof openDatabase>>;
let id = "";
const by = { actor: "alex@hayloft.example", at: new Date() };

beforeAll(async () => {
  database = await openDatabase();
  const [found] = await database.rows(
    "select customer_id as id from bill_items where export_id is null and deleted_at is null and customer_id in (select customer_id from horses where deleted_at is null) limit 1",
  );
  id = String(found?.id);
});
afterAll(() => database.close());

const read = async () => (await database.connect().read(customerDependents.find(id)))[0]?.fingerprint ?? "";
const remove = (shown: string) =>
  database.connect().write({
    ...removeRecords(customerRecords, [id], by),
    preconditions: [customerDependents.areUnchanged(id, shown)],
  });
const isDeleted = async () =>
  (await database.rows("select deleted_at is not null as deleted from customers where id = ?", [id]))[0]?.deleted === 1;

test.each([
  [
    "a bill has another value",
    "update bill_items set value = value + 1",
    "customer_id",
    "export_id is null and deleted_at is null",
  ],
  ["a horse has another name", "update horses set name = name || 'x'", "customer_id", "deleted_at is null"],
  ["a rider came", `update customers set riders = '["Another"]'`, "id", "1"],
])("between the check and the write, %s: nothing is deleted", async (_, update, column, condition) => {
  const shown = await read();
  expect(shown).not.toBe("");
  await database.rows(`${update} where ${column} = ? and ${condition}`, [id]);
  await expect(remove(shown)).rejects.toThrow(ConflictError);
  expect(await isDeleted()).toBe(false);
});

test("a delete from the list, which has shown nothing, is refused if something hangs on the customer by then", async () => {
  await expect(remove("")).rejects.toThrow(ConflictError);
});

test("what was shown is deleted, and a repeated delete changes nothing", async () => {
  const shown = await read();
  expect(await remove(shown)).toBe("written");
  expect(await isDeleted()).toBe(true);
  expect(await remove("other")).toBe("written");
});
