import { expect, test } from "vitest";
import { textOf } from "#lab/support/exports.ts";
import { hiddenFieldsOf, listAfter } from "#lab/support/forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* Adding a credit as a browser without JavaScript does (docs/product.md, 'Credits'). */

const { barn, admin } = startBarn();

const PATH = "/billing/corrections/new";

async function creditForm(change: Record<string, string> = {}) {
  const page = await (await barn.get(PATH, admin)).text();
  const [horse] = await barn.rows(
    "select id, customer_id as customerId from horses where customer_id is not null and deleted_at is null limit 1",
  );
  return {
    ...hiddenFieldsOf(page.slice(page.indexOf("<dialog"))),
    ...{ customerId: String(horse?.customerId), horseId: String(horse?.id), serviceId: "boarding" },
    ...{ amount: "250.27", date: "2026-03-15", reason: "Away", ...change },
  };
}

const credits = () => barn.rows("select amount, actor from corrections where bill_item_id is null");

test.each([
  ["no customer", { customerId: "" }, "Customer is required."],
  ["an amount of 0", { amount: "0" }, "Enter an amount above $0.00."],
  ["a negative amount", { amount: "-5" }, "An amount cannot be below 0."],
  ["a day that is none", { date: "2026-02-30" }, "Enter a date"],
  ["no reason", { reason: "  " }, "Reason is required."],
  ["a horse that is not offered", { horseId: crypto.randomUUID() }, "Horse not found. Choose another one."],
])("a credit with %s is refused at its field, and nothing is written", async (_, change, message) => {
  const response = await barn.post(PATH, await creditForm(change), admin);
  expect([response.status, textOf(await response.text()).includes(message)]).toEqual([400, true]);
  expect(await credits()).toEqual([]);
});

test("a credit that is sent three times at once is added once, and Corrections lists it as a credit memo to enter", async () => {
  const form = await creditForm();
  const responses = await Promise.all([1, 2, 3].map(() => barn.post(PATH, form, admin)));
  expect(responses.map((response) => [response.status, listAfter(response)])).toEqual(
    [1, 2, 3].map(() => [303, "/billing/corrections"]),
  );
  expect(await credits()).toEqual([{ amount: -25_027, actor: "alex@hayloft.example" }]);
  const list = textOf(await (await barn.get("/billing/corrections?q=Away", admin)).text());
  expect(list).toContain("credit memo");
  expect(list).toContain("Credit $250.27");
});

test("the address of the form can have its values", async () => {
  const page = await (await barn.get(`${PATH}?amount=12.50&reason=Left%20early`, admin)).text();
  expect(page).toMatch(/name="amount"[^>]*value="12.50"/);
  expect(page).toContain("Left early");
});
