import { beforeAll, expect, test } from "vitest";
import { textOf } from "#lab/support/exports.ts";
import { countActivity, hiddenFieldsOf } from "#lab/support/forms.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { exportOldest } from "#tests/support/barn/corrections.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* Two admins edit one record, as browsers without JavaScript do (docs/product.md, 'Two people'). */

const DANA = { email: "dana@hayloft.example", name: "Dana Whitfield" };

type Fields = Record<string, string>;

const { barn } = startBarn();
let mine: Fields;
let theirs: Fields;

beforeAll(async () => {
  [mine, theirs] = [{ Cookie: await barn.cookieOf(ADMIN) }, { Cookie: await barn.cookieOf(DANA) }];
});

const CUSTOMER: Fields = {
  name: "Priya Nolan",
  emails: "priya@example.com",
  phone: "555 0100",
  "riders[0]": "Ana",
  "riders[1]": "Bea",
};
const GROOM: Fields = {
  name: "Iris Vance",
  startDate: "2026-01-05",
  endDate: "",
  weeklySalary: "900",
  location: "florida",
};

/** The hidden fields of a dialog, as a browser has them. */
async function open(path: string, headers = mine): Promise<Fields> {
  const response = await barn.get(path, headers);
  expect([path, response.status]).toEqual([path, 200]);
  const page = await response.text();
  return hiddenFieldsOf(page.slice(page.indexOf("<dialog")));
}

async function add(path: string, fields: Fields): Promise<string> {
  const { idempotencyKey = "" } = await open(`${path}/new`);
  expect((await barn.post(`${path}/new`, { idempotencyKey, ...fields }, mine)).status).toBe(303);
  return `${path}/${idempotencyKey}/edit`;
}

const rowAt = async (path: string) => {
  const [, list, id = ""] = path.split("/");
  const table = list === "billing" ? "bill_items" : list;
  return (await barn.rows(`select * from ${table} where id = ?`, [id]))[0];
};

/** Sends a form, and returns the status, the notice after a save, and the dialog after a refusal. */
async function send(path: string, fields: Fields, headers = mine) {
  const response = await barn.post(path, fields, headers);
  const { status } = response;
  const html = await response.text();
  const location = response.headers.get("Location");
  const after = location ? await (await barn.get(location, headers)).text() : "";
  const dialog = html.slice(html.indexOf("<dialog"), html.indexOf("</dialog>"));
  return {
    status,
    notice: textOf(after).match(/Saved\. Merged: [^.]+(\.[a-z]+)*[^.]*\./)?.[0],
    text: textOf(dialog),
    html: dialog,
    next: hiddenFieldsOf(dialog),
    choices: [...dialog.matchAll(/<legend>([^<]*)/g)].map(([, label]) => label),
  };
}

/** Opens a form twice, saves their change, and returns my form. */
async function afterTheirs(path: string, fields: Fields, theirChange: Fields): Promise<Fields> {
  const [myForm, theirForm] = [await open(path), await open(path, theirs)];
  expect((await send(path, { ...theirForm, ...fields, ...theirChange }, theirs)).status).toBe(303);
  return myForm;
}

test("fields that only one of two admins changed are merged at once, and the notice names them and the other admin", async () => {
  const path = await add("/customers", CUSTOMER);
  const form = await afterTheirs(path, CUSTOMER, { phone: "555 0199", "riders[1]": "" });
  const saved = await send(path, { ...form, ...CUSTOMER, name: "Priya N.", emails: "p@example.com" });
  expect([saved.status, saved.notice]).toEqual([
    303,
    "Saved. Merged: Phone and Riders, changed by dana@hayloft.example.",
  ]);
  expect(await rowAt(path)).toMatchObject({
    ...{ name: "Priya N.", emails: '["p@example.com"]', phone: "555 0199", riders: '["Ana"]', version: 3 },
  });
});

test("an edit of fields that nobody else changed has no notice, and neither has one that only repeats the other's", async () => {
  const path = await add("/customers", CUSTOMER);
  expect((await send(path, { ...(await open(path)), ...CUSTOMER, phone: "1" })).notice).toBeUndefined();
  const current = { ...CUSTOMER, phone: "1" };
  const form = await afterTheirs(path, current, { phone: "2" });
  const same = await send(path, { ...form, ...current, phone: "2" });
  expect([same.status, same.notice]).toEqual([303, undefined]);
});

test("a field that both changed is asked about: nothing is written without a choice, however often Save is pressed", async () => {
  const path = await add("/customers", CUSTOMER);
  const form = await afterTheirs(path, CUSTOMER, { name: "Their name", phone: "555 0199" });
  const before = await barn.lastCommit();
  let fields: Fields = { ...form, ...CUSTOMER, name: "My <name>" };
  for (const round of [1, 2, 3]) {
    const asked = await send(path, fields);
    expect([asked.status, asked.choices]).toEqual([409, ["Name"]]);
    expect(asked.text).toContain("Mine: My <name> Theirs: Their name");
    expect(asked.text.includes("Merged: Phone, changed by dana@hayloft.example.")).toBe(round === 1);
    expect(asked.text).toContain("dana@hayloft.example saved this while you were editing. Choose what to keep");
    // What only they changed is in the form, and what both changed is kept as I typed it.
    expect(asked.html).toContain('value="555 0199"');
    // The riders are as they were, and the last field is the one that is typed.
    expect(asked.html.match(/name="riders\[\d\]"[^>]*/g)?.map((input) => /value="(\w+)"/.exec(input)?.[1])).toEqual([
      "Ana",
      "Bea",
      undefined,
    ]);
    expect(asked.html).toContain('type="hidden" name="name" value="My &lt;name&gt;"');
    fields = { ...fields, ...asked.next, phone: "555 0199" };
  }
  expect(await barn.lastCommit()).toBe(before);
  for (const nonsense of ["", "both", "MINE"]) {
    expect((await send(path, { ...fields, "keep:name": nonsense })).status).toBe(409);
  }
  expect((await send(path, { ...fields, "keep:name": "mine" })).status).toBe(303);
  expect(await rowAt(path)).toMatchObject({ name: "My <name>", phone: "555 0199", version: 3 });
});

test("of a name and a phone that both changed, mine and theirs are kept as chosen", async () => {
  const path = await add("/customers", CUSTOMER);
  const form = await afterTheirs(path, CUSTOMER, { name: "Their name", phone: "2" });
  const fields = { ...CUSTOMER, name: "My name", phone: "1" };
  const asked = await send(path, { ...form, ...fields });
  // One choice of two is not enough.
  expect((await send(path, { ...fields, ...asked.next, "keep:name": "mine" })).status).toBe(409);
  expect((await send(path, { ...fields, ...asked.next, "keep:name": "mine", "keep:phone": "theirs" })).status).toBe(
    303,
  );
  expect(await rowAt(path)).toMatchObject({ name: "My name", phone: "2" });
});

test("a choice counts only for the version that it was made for", async () => {
  const path = await add("/customers", CUSTOMER);
  const form = await afterTheirs(path, CUSTOMER, { name: "Second" });
  const fields = { ...CUSTOMER, name: "Mine" };
  const asked = await send(path, { ...form, ...fields });
  await afterTheirs(path, { ...CUSTOMER, name: "Second" }, { name: "Third" });
  const again = await send(path, { ...fields, ...asked.next, "keep:name": "theirs" });
  expect([again.status, again.text]).toEqual([409, expect.stringContaining("Theirs: Third")]);
  expect((await send(path, { ...fields, ...again.next, "keep:name": "mine" })).status).toBe(303);
  expect(await rowAt(path)).toMatchObject({ name: "Mine", version: 4 });
});

test("a merged save that is sent five times in parallel, and again later, is made once", async () => {
  const path = await add("/customers", CUSTOMER);
  const form = { ...(await afterTheirs(path, CUSTOMER, { phone: "2" })), ...CUSTOMER, name: "Mine" };
  const before = await countActivity(barn);
  const answers = await Promise.all(Array.from({ length: 5 }, () => barn.post(path, form, mine)));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(303));
  const changed = await afterTheirs(path, { ...CUSTOMER, name: "Mine", phone: "2" }, { name: "Theirs later" });
  expect(changed.version).toBe("3");
  expect((await send(path, form)).status).toBe(303);
  expect(await rowAt(path)).toMatchObject({ name: "Theirs later", phone: "2", version: 4 });
  expect((await countActivity(barn)) - before).toBe(2);
});

test("if six admins save different fields or the same one in parallel, no answer of 303 is lost", async () => {
  const path = await add("/customers", CUSTOMER);
  const forms = await Promise.all(Array.from({ length: 6 }, () => open(path)));
  const changes = forms.map((_, n) => (n % 2 ? { name: `Name ${n}` } : { phone: `${n}` }));
  const answers = await Promise.all(
    forms.map((form, n) => barn.post(path, { ...form, ...CUSTOMER, ...(changes[n] as Fields) }, mine)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 409]));
  const saved = changes.filter((_, n) => answers[n]?.status === 303);
  const row = await rowAt(path);
  for (const name of ["name", "phone"]) {
    const values = saved.flatMap((change) => (change as Fields)[name] ?? []);
    // A second save of the same field would have overwritten the first one unseen.
    expect(values.length).toBeLessThanOrEqual(1);
    expect(row?.[name]).toBe(values[0] ?? CUSTOMER[name]);
  }
  expect(row?.version).toBe(1 + saved.length);
});

test.each([
  ["an invented one", JSON.stringify({ name: "Mine", phone: "x" })],
  ["no JSON", "{"],
  ["JSON of another kind", '["name"]'],
  ["JSON with values of other kinds", '{"name":{"a":1},"__proto__":{"phone":"1"},"version":"x"}'],
])("with a forged base (%s) a form writes no more than what it sends or what is there", async (_, base) => {
  const path = await add("/customers", CUSTOMER);
  const form = await afterTheirs(path, CUSTOMER, { name: "Theirs" });
  const { status } = await send(path, { ...form, base, ...CUSTOMER, name: "Mine" });
  const row = await rowAt(path);
  expect([status, row?.name]).toEqual(status === 303 ? [303, expect.stringMatching(/Mine|Theirs/)] : [409, "Theirs"]);
  expect(row).toMatchObject({ phone: CUSTOMER.phone, emails: '["priya@example.com"]' });
});

test("a form without a base, from before an update, asks about every field that differs", async () => {
  const path = await add("/customers", CUSTOMER);
  const { base: _, ...form } = await afterTheirs(path, CUSTOMER, { phone: "2" });
  const asked = await send(path, { ...form, ...CUSTOMER, name: "Mine" });
  expect([asked.status, asked.choices]).toEqual([409, ["Name", "Phone"]]);
});

test("if the merged values break a rule, nothing is written, and the dialog shows them with the message", async () => {
  const path = await add("/grooms", GROOM);
  const form = await afterTheirs(path, GROOM, { startDate: "2026-03-01" });
  const fields = { ...GROOM, endDate: "2026-02-01" };
  const refused = await send(path, { ...form, ...fields });
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining("The end date cannot be before the start date"),
  ]);
  expect(refused.html).toContain('value="2026-03-01"');
  expect(await rowAt(path)).toMatchObject({ end_date: null, version: 2 });
  const mended = { ...fields, ...refused.next, startDate: "2026-03-01", endDate: "2026-04-01" };
  expect((await send(path, mended)).status).toBe(303);
  expect(await rowAt(path)).toMatchObject({ start_date: "2026-03-01", end_date: "2026-04-01", version: 3 });
});

test("a record that was edited in its row keeps that value", async () => {
  const path = await add("/grooms", GROOM);
  const form = await open(path);
  const id = path.split("/")[2] ?? "";
  await barn.post("/grooms", { intent: "set", id, field: "endDate", value: "2027-12-31" }, theirs);
  const saved = await send(path, { ...form, ...GROOM, weeklySalary: "975" });
  expect([saved.status, saved.notice]).toEqual([303, "Saved. Merged: End Date, changed by dana@hayloft.example."]);
  expect(await rowAt(path)).toMatchObject({ end_date: "2027-12-31", weekly_salary: 97_500 });
});

/** A pending bill of two at $65.00, as its form has it. */
async function bill(): Promise<{ path: string; fields: Fields }> {
  const [found] = await barn.rows(
    "select id, date, customer_id from bill_items where export_id is null and deleted_at is null and version = 1 and billing_run_id is null order by seq desc limit 1",
  );
  const id = String(found?.id);
  await barn.rows("update bill_items set quantity = 2, value = 13000, comments = null where id = ?", [id]);
  const fields = {
    date: String(found?.date),
    customerId: String(found?.customer_id),
    quantity: "2",
    value: "130",
    follows: "on",
    comments: "",
  };
  return { path: `/billing/${id}/edit`, fields };
}

test("quantity and value of a bill are never mixed, and a value that follows counts as changed without JavaScript", async () => {
  const { path, fields } = await bill();
  const form = await afterTheirs(path, fields, { value: "100" });
  // A browser without JavaScript sends the old value with the new quantity.
  const asked = await send(path, { ...form, ...fields, quantity: "3", comments: "mine" });
  expect([asked.status, asked.choices]).toEqual([409, ["Quantity, Value"]]);
  expect(asked.text).toContain("Mine: Quantity: 3 Value: $195.00 Theirs: Quantity: 2 Value: $100.00");
  const kept = { ...fields, ...asked.next, quantity: "3", value: "195", comments: "mine" };
  expect((await send(path, { ...kept, "keep:quantity": "mine" })).status).toBe(303);
  expect(await rowAt(path)).toMatchObject({ quantity: 3, value: 19_500, comments: "mine" });
});

test("an item that was paid meanwhile does not get another value unseen", async () => {
  const [item] = await barn.rows(
    "select id, groom_id, item, date, payment_date, value from payroll where paid = 0 and deleted_at is null limit 1",
  );
  const id = String(item?.id);
  const path = `/payroll/${id}/edit`;
  const form = await open(path);
  await barn.post("/payroll", { intent: "set", id, field: "paid", value: "true" }, theirs);
  const fields = {
    groomId: String(item?.groom_id),
    item: String(item?.item),
    date: String(item?.date),
    paymentDate: String(item?.payment_date ?? ""),
    value: "1.23",
  };
  const asked = await send(path, { ...form, ...fields });
  expect([asked.status, asked.choices]).toEqual([409, ["Value, Paid, Paid On"]]);
  expect(asked.text).toMatch(/Mine: Value: \$1\.23 Paid: No Paid On: – Theirs: Value: \$[\d,.]+ Paid: Yes Paid On: \d/);
  expect(await rowAt(path)).toMatchObject({ value: item?.value, paid: 1 });
});

test("of two admins who correct one bill, the second chooses between both corrections as a whole", async () => {
  const [exported] = await exportOldest(barn.rows, 1, 8201);
  const path = `/billing/${exported?.id}/correct`;
  const { customerId = "", serviceId = "" } = exported ?? {};
  const [line] = await barn.rows("select item_amount from export_lines where invoice_number = 8201");
  const amount = String(Number(line?.item_amount) / 100);
  const fields = { customerId, serviceId, amount, reason: "Mine" };
  const [customer] = await barn.rows("select id, name from customers where id <> ? and deleted_at is null limit 1", [
    customerId,
  ]);
  const form = await afterTheirs(path, { ...fields, reason: "Theirs" }, { amount: "2" });
  const change = { ...fields, customerId: String(customer?.id) };
  const asked = await send(path, { ...form, ...change });
  expect([asked.status, asked.choices]).toEqual([409, ["Customer, Amount"]]);
  expect(asked.text).toContain(`Mine: Customer: ${customer?.name} Amount: $`);
  const count = async () =>
    (await barn.rows("select id from corrections where bill_item_id = ?", [exported?.id ?? ""])).length;
  const before = await count();
  const nothing = await send(path, { ...change, ...asked.next, "keep:customerId": "theirs" });
  expect([nothing.status, nothing.text]).toEqual([400, expect.stringContaining("nothing to correct")]);
  expect(await count()).toBe(before);
  expect((await send(path, { ...change, ...asked.next, "keep:customerId": "mine" })).status).toBe(303);
  expect(await rowAt(path)).toMatchObject({ customer_id: customer?.id, value: Number(line?.item_amount) });
  expect(await count()).toBeGreaterThan(before);
});

test("the name of the other admin is found among the last 100 changes only, and the merge works without it", async () => {
  const path = await add("/customers", CUSTOMER);
  const form = await afterTheirs(path, CUSTOMER, { phone: "2" });
  await barn.rows(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 100)
     insert into activity (id, at, actor, action, content, topics, before, "after") select 'later ' || i, '2026-01-01', 'x', 'test', '{}', '[]', '[]', '[]' from n`,
  );
  const saved = await send(path, { ...form, ...CUSTOMER, name: "Mine" });
  expect([saved.status, saved.notice]).toEqual([303, "Saved. Merged: Phone, changed by somebody else."]);
});
