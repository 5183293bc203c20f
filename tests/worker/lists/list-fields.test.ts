import { expect, test } from "vitest";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* The riders of a customer: a list of fields, and the buttons that add and remove them (docs/architecture.md, 'One form'). */

const { barn, admin } = startBarn();

const post = async (path: string, fields: Record<string, string>) => {
  const response = await barn.post(path, { idempotencyKey: crypto.randomUUID(), name: "Priya", ...fields }, admin);
  return { status: response.status, page: await response.text() };
};
const ridersOn = (page: string) =>
  (page.match(/<input[^>]* name="riders\[\d+\]"[^>]*>/g) ?? []).map((input) => input.match(/ value="([^"]*)"/)?.[1]);
const RIDERS = { "riders[0]": "Ana", "riders[1]": "Bea", "riders[2]": "Cleo" };
const intent = (type: string, payload: object) => ({ __intent__: JSON.stringify({ type, payload }) });

test("the buttons of a list change the form, keep what was entered and save nothing", async () => {
  const before = await barn.lastCommit();
  const added = await post("/customers/new", { ...RIDERS, ...intent("insert", { name: "riders" }) });
  expect([added.status, ridersOn(added.page)]).toEqual([200, ["Ana", "Bea", "Cleo", undefined]]);
  expect(added.page).toContain('value="Priya"');
  const removed = await post("/customers/new", { ...RIDERS, ...intent("remove", { name: "riders", index: 1 }) });
  expect([removed.status, ridersOn(removed.page)]).toEqual([200, ["Ana", "Cleo"]]);
  expect(removed.page).not.toContain("is required.");
  const last = await post("/customers/new", { "riders[0]": "", ...intent("remove", { name: "riders", index: 0 }) });
  expect([last.status, ridersOn(last.page)]).toEqual([200, []]);
  expect(await barn.lastCommit()).toBe(before);
});

test("the message of an entry stands beside it", async () => {
  const { status, page } = await post("/customers/new", { ...RIDERS, "riders[1]": "=1" });
  expect(status).toBe(400);
  expect(page).toMatch(/id="record-riders\[1\]-error"[^>]*>=1 would be a formula/);
  expect(ridersOn(page)).toEqual(["Ana", "=1", "Cleo"]);
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`riders[${index}]`, `Rider ${index}`]));
  expect((await post("/customers/new", many)).page).toMatch(/id="record-riders-error"[^>]*>Enter at most 50\./);
});

const WRONG: [what: string, path: string, fields: Record<string, string>][] = [
  ...["riders", "riders[200]", "riders[01]", "riders[]", "riders[0].a", "riders[0][0]", "phone[0]", "__state__"].map(
    (name): (typeof WRONG)[number] => [`the field ${name}`, "/customers/new", { [name]: "Ana" }],
  ),
  ["an intent that is no JSON", "/customers/new", { __intent__: "{" }],
  ["an intent of no list", "/customers/new", intent("insert", { name: "phone" })],
  ["an intent with a value", "/customers/new", intent("insert", { name: "riders", defaultValue: [[[]]] })],
  ["another intent", "/customers/new", intent("reorder", { name: "riders", from: 0, to: 9e9 })],
  ["an intent to a form without a list", "/grooms/new", intent("insert", { name: "riders" })],
];

test.each(WRONG)("%s is refused", async (_, path, fields) => {
  const before = await barn.lastCommit();
  const { status, page } = await post(path, fields);
  expect([status, /This form has no field/.test(page)]).toEqual([400, true]);
  expect(await barn.lastCommit()).toBe(before);
});
