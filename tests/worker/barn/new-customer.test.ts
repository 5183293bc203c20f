import { expect, test } from "vitest";
import { amountFields } from "#lab/support/forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* A horse that brings its customer, in one save (docs/product.md, 'Horses'). */

const { barn, admin: headers } = startBarn();

const HORSE = {
  ...{ checkInDate: "2026-01-05", checkOutDate: "", ...amountFields(() => "150") },
  ...{ isBillable: "on", location: "florida", customerId: "new" },
};
const add = (name: string, fields: Record<string, string>) =>
  barn.post("/horses/new", { idempotencyKey: crypto.randomUUID(), ...HORSE, name, ...fields }, headers);
const standing = async (name: string) =>
  (
    await barn.rows(
      `select h.name, c.name as customer from horses h left join customers c on c.id = h.customer_id and c.deleted_at is null
        where h.name = ? and h.deleted_at is null`,
      [name],
    )
  ).map(({ customer }) => customer);

test.each([
  ["no name", "", "New Customer is required."],
  ["a formula", "=HYPERLINK(1)", "New Customer cannot begin with =, +, - or @"],
])("%s is refused, and adds neither", async (_, newCustomer, message) => {
  const response = await add("Refused", { newCustomer });
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(message)]);
  expect(await standing("Refused")).toEqual([]);
});

test("the same form adds both once, another form with its key adds nothing, and Undo in Activity removes both", async () => {
  const idempotencyKey = crypto.randomUUID();
  const fields = { idempotencyKey, newCustomer: "Once Only" };
  const answers = await Promise.all(Array.from({ length: 4 }, () => add("Once", fields)));
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(303));
  expect(await standing("Once")).toEqual(["Once Only"]);
  expect((await add("Once", { ...fields, newCustomer: "Another" })).status).toBe(409);
  expect((await barn.post("/activity", { intent: "undo", change: idempotencyKey }, headers)).status).toBe(303);
  expect(await standing("Once")).toEqual([]);
  expect(await barn.rows("select 1 from customers where name = 'Once Only' and deleted_at is null")).toEqual([]);
});

test("a name of a new customer is ignored if another one is chosen", async () => {
  const [customer] = await barn.rows("select id, name from customers where deleted_at is null order by seq limit 1");
  const response = await add("Chosen", { customerId: String(customer?.id), newCustomer: "Nobody" });
  expect([response.status, await standing("Chosen")]).toEqual([303, [customer?.name]]);
  expect(await barn.rows("select 1 from customers where name = 'Nobody'")).toEqual([]);
});
