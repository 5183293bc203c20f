import { beforeAll, expect, test } from "vitest";
import { addHorses } from "#lab/support/billing.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* Horses that divide the cost of a new show (docs/product.md, 'Shows'), as a browser without JavaScript enters them. */

const { barn, admin: headers } = startBarn();

/** The ids of 21 horses, by '#0' to '#20', and of one without a responsible party and one that is deleted. */
const ids = new Map<string, string>();
let serviceId = "";
beforeAll(async () => {
  const [owner, other] = await barn.rows("select id from customers where deleted_at is null order by seq limit 2");
  const customer = { customer_id: String(owner?.id) };
  const horses = await addHorses(barn, "Hauled", 23, (n) => (n === 21 ? { customer_id: null } : customer));
  for (const [n, { id }] of horses.entries()) ids.set(n === 21 ? "ownerless" : n === 22 ? "deleted" : `#${n}`, id);
  await barn.rows("update horses set deleted_at = updated_at where id = ?", [ids.get("deleted") ?? ""]);
  await barn.rows("update horses set shares = ? where id = ?", [
    JSON.stringify([{ id: other?.id, share: 3_333 }]),
    ids.get("#1") ?? "",
  ]);
  const [service] = await barn.rows(
    "select id from services where not is_fixed and deleted_at is null order by seq limit 1",
  );
  serviceId = String(service?.id);
});

/** The controls of the horses beside '#0': its part, then each of them with its part. */
const parts = (own: string, ...rows: [horse: string, part: string][]) =>
  Object.fromEntries([own, ...rows.flat()].map((text, n) => [`parts[${n}]`, text]));

const add = (name: string, fields: Record<string, string>) => {
  const form = {
    idempotencyKey: crypto.randomUUID(),
    name,
    date: "2026-11-20",
    horseId: "#0",
    serviceId,
    quantity: "1",
  };
  const texts = Object.entries({ ...form, ...fields }).map(([field, text]) => [field, ids.get(text) ?? text]);
  return barn.post("/shows/new", Object.fromEntries(texts), headers);
};
const shows = async (name: string) => {
  const found = await barn.rows(
    `select s.horse_id, s.quantity, s.price, s.billed, s.customer_id = h.customer_id as is_owners from shows s
      join horses h on h.id = s.horse_id where s.name = ? and s.deleted_at is null order by s.seq`,
    [name],
  );
  return found.map(({ horse_id: id, ...show }) => ({ ...show, horse: [...ids].find((each) => each[1] === id)?.[0] }));
};
const show = (horse: string, price: number | null, quantity = 1) => ({
  ...{ horse, quantity, price, billed: 0, is_owners: 1 },
});

const OTHERS = [...Array(20).keys()].map((n): [string, string] => [`#${n + 1}`, ""]);

test.each<[name: string, fields: Record<string, string>, found: ReturnType<typeof show>[]]>([
  ["one horse", parts("", ["", ""]), [show("#0", null)]],
  ["one horse with an own price", { price: "12.50", quantity: "3" }, [show("#0", 1_250, 3)]],
  [
    "three horses",
    { price: "$1,234.57", ...parts("", ["#1", ""], ["", ""], ["#2", ""]) },
    [show("#0", 41_153), show("#1", 41_152), show("#2", 41_152)],
  ],
  ["a quantity", { price: "50.01", quantity: "2", ...parts("", ["#1", ""]) }, [show("#0", 5_001), show("#1", 5_001)]],
  [
    "typed parts",
    { price: "100", ...parts("50", ["#1", "30.01"], ["#2", "19.99"]) },
    [show("#0", 5_000), show("#1", 3_001), show("#2", 1_999)],
  ],
  [
    "a cent of 20 horses",
    { price: "0.01", ...parts("", ...OTHERS.slice(1)) },
    [show("#0", 1), ...OTHERS.slice(1).map(([horse]) => show(horse, 0))],
  ],
])("%s", async (name, fields, found) => {
  expect((await add(name, fields)).status).toBe(303);
  expect(await shows(name)).toEqual(found);
});

const TWO = parts("", ["#1", ""]);

test.each([
  ["no price", TWO, "Enter the price that the horses divide."],
  ["the first horse twice", { price: "9", ...parts("", ["#0", ""]) }, "Choose each horse once."],
  ["another horse twice", { price: "9", ...parts("", ["#1", ""], ["#1", ""]) }, "Choose each horse once."],
  ["no sum", { price: "100", ...parts("50", ["#1", "49.99"]) }, "The parts sum to $99.99. They must sum to $100.00."],
  ["some parts", { price: "100", ...parts("", ["#1", "50"]) }, "Enter a part for each horse, or for none."],
  ["no amount", { price: "100", ...parts("x", ["#1", "50"]) }, "Enter an amount in dollars"],
  ["a part without a horse", { price: "100", ...parts("50", ["", "50"]) }, "Choose a horse for each part."],
  ["a part of one horse", { price: "100", ...parts("100") }, "Choose a horse for each part."],
  ["a deleted horse", { price: "9", ...parts("", ["deleted", ""]) }, "Horses not found. Choose another one."],
  ["no responsible party", { price: "9", ...parts("", ["ownerless", ""]) }, "A horse has no responsible party"],
  ["a large part", { price: "1000000", quantity: "3", ...TWO }, "A part can be at most $1,000,000.00."],
  ["21 horses", { price: "9", ...parts("", ...OTHERS) }, "Choose at most 20 horses."],
])("%s is refused at its field, and adds nothing", async (name, fields, message) => {
  const response = await add(name, fields);
  const [, said = ""] = (await response.text()).match(/<p id="record-\w+-error"[^>]*>(.*?)<\/p>/) ?? [];
  expect([response.status, said]).toEqual([400, expect.stringContaining(message)]);
  expect(await shows(name)).toEqual([]);
});

test("the same form adds its shows once, another form with its key adds nothing, and Undo in Activity removes all", async () => {
  const idempotencyKey = crypto.randomUUID();
  const fields = { idempotencyKey, price: "10.01", ...TWO };
  const answers = await Promise.all(Array.from({ length: 4 }, () => add("Once", fields)));
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(303));
  expect(await shows("Once")).toEqual([show("#0", 501), show("#1", 500)]);
  expect(await (await barn.get(`/shows?done=${idempotencyKey}`, headers)).text()).toContain("2 shows added");
  expect((await add("Once", { ...fields, price: "20" })).status).toBe(409);
  const undo = await barn.post("/activity", { intent: "undo", change: idempotencyKey }, headers);
  expect([undo.status, await shows("Once")]).toEqual([303, []]);
});

test("each show is billed its part, which the owners of a horse divide again", async () => {
  await add("Trailer", { price: "100.01", ...TWO });
  const dialog = await (await barn.get("/shows/bill?q=Trailer", headers)).text();
  expect(dialog).toContain("$50.01</small>");
  expect((await barn.post("/shows/bill?q=Trailer", hiddenFieldsOf(dialog), headers)).status).toBe(303);
  const bills = await barn.rows(
    "select value, unit_price, quantity, share from bill_items where comments like 'Trailer,%' order by seq",
  );
  expect(bills).toEqual([
    { value: 5_001, unit_price: 5_001, quantity: 1, share: null },
    { value: 3_334, unit_price: 5_000, quantity: 1, share: 6_667 },
    { value: 1_666, unit_price: 5_000, quantity: 1, share: 3_333 },
  ]);
});
