import { expect, test } from "vitest";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { payDateFor } from "#app/domain/payroll/pay-dates.ts";
import { textOf } from "#lab/support/exports.ts";
import { doneIn, hiddenFieldsOf, listAfter } from "#lab/support/forms.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { exportOldest, importAsExported } from "#tests/support/barn/corrections.ts";
import { addPendingBills } from "#tests/support/barn/presses.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { withoutTranslation } from "#tests/support/browser/markup.ts";

/* Editing, voiding and correcting bills, as a browser without JavaScript does (docs/product.md, 'Billing'). */

const { barn, admin, otherAdmin: other } = startBarn();

type Fields = Record<string, string>;
type Bill = { id: string; seq: number; date: string; quantity: number; value: number; customerId: string | null };

async function load(path: string, status = 200): Promise<string> {
  const response = await barn.get(path, admin);
  expect([path, response.status]).toEqual([path, status]);
  return response.text();
}

const send = (path: string, fields: Fields | string, who = admin) => barn.post(path, fields, who);
const locationOf = (response: Response) => [response.status, listAfter(response)];
const alertOf = async (response: Response) =>
  textOf((await response.text()).match(/role="alert"[^>]*>([\s\S]*?)<\//)?.[1] ?? "").trim();

/** Pending bills of today for one test, each of 2 x $65.00, with an unpaid payroll item. */
async function pendingBills(count: number): Promise<Bill[]> {
  const found = await barn.rows(
    "select id, seq, date, quantity, value, customer_id as customerId from bill_items where id in (select value from json_each(?)) order by seq desc",
    [JSON.stringify(await addPendingBills(barn, count, todayInNewYork(new Date())))],
  );
  return found as Bill[];
}

const stateOf = async (id: string) =>
  (
    await barn.rows(
      "select date, quantity, value, comments, version, voided_at, deleted_at from bill_items where id = ?",
      [id],
    )
  )[0];

/** The form of a bill as its dialog has it. */
async function editForm({ id, date, customerId }: Bill, change: Fields = {}): Promise<Fields> {
  const page = await load(`/billing/${id}/edit`);
  const fields = { date, customerId: customerId ?? "", quantity: "2", value: "130", follows: "on", comments: "" };
  const { idempotencyKey = "", version = "" } = hiddenFieldsOf(page.slice(page.indexOf("<dialog")));
  return { idempotencyKey, version, ...fields, ...change };
}

test("the dialog of a pending bill shows its service and horse, and what happens to the payroll item", async () => {
  const [bill] = (await pendingBills(1)) as [Bill];
  const page = textOf(await load(`/billing/${bill.id}/edit`));
  expect(page).toMatch(
    /Edit Bill .+ for .+'s payroll item of \$130\.00, dated .+, is unpaid: its date, payment date and value follow/,
  );
  expect(page).not.toContain("This bill is exported");
});

test("a quantity that was changed without JavaScript changes the value, and the payroll item follows", async () => {
  const [bill] = (await pendingBills(1)) as [Bill];
  const path = `/billing/${bill.id}/edit`;
  const response = await send(
    `${path}?q=bella`,
    await editForm(bill, { quantity: "3", date: "2026-06-02", comments: "Two\nlines" }),
  );
  expect(locationOf(response)).toEqual([303, "/billing?q=bella"]);
  expect(await stateOf(bill.id)).toMatchObject({
    quantity: 3,
    value: 19_500,
    date: "2026-06-02",
    comments: "Two\nlines",
    version: 2,
  });
  const [pay] = await barn.rows("select value, date, payment_date from payroll where bill_item_id = ?", [bill.id]);
  expect(pay).toEqual({ value: 19_500, date: "2026-06-02", payment_date: payDateFor("2026-06-02") });
});

test.each([
  ["a value that was typed stays", { quantity: "3", value: "100" }, 10_000],
  ["without the tick, the value stays", { quantity: "3", follows: "" }, 13_000],
])("%s", async (_, change, value) => {
  const [bill] = (await pendingBills(1)) as [Bill];
  const fields = await editForm(bill, change as Fields);
  if (!fields.follows) delete fields.follows;
  expect((await send(`/billing/${bill.id}/edit`, fields)).status).toBe(303);
  expect(await stateOf(bill.id)).toMatchObject({ quantity: 3, value });
});

test("an edit with wrong fields is refused beside each of them, and nothing is written", async () => {
  const [bill] = (await pendingBills(1)) as [Bill];
  const refuse = async (wrong: Fields, messages: string[]) => {
    const response = await send(`/billing/${bill.id}/edit`, await editForm(bill, wrong));
    const page = textOf(await response.text());
    expect([wrong, response.status]).toEqual([wrong, 400]);
    for (const message of messages) expect(page).toContain(message);
  };
  const messages = ["Quantity must be at least 1.", "An amount cannot be below 0.", "Enter a date that exists"];
  await refuse({ quantity: "0", value: "-1", date: "2026-02-30" }, messages);
  await refuse({ customerId: "nobody" }, ["Customer not found. Choose another one."]);
  expect((await stateOf(bill.id))?.version).toBe(1);
});

test("a bill that was exported or voided meanwhile is not edited, and the dialog says why", async () => {
  const [exported, voided] = (await pendingBills(2)) as [Bill, Bill];
  const forms = [await editForm(exported), await editForm(voided)] as const;
  await barn.rows(
    "insert or ignore into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total) values ('meanwhile', '2026', '2026-01-01', 'test', 'bill-value', 1, 1, 1, 1)",
  );
  await barn.rows("update bill_items set export_id = 'meanwhile' where id = ?", [exported.id]);
  await barn.rows("update bill_items set voided_at = '2026', deleted_at = '2026' where id = ?", [voided.id]);
  const answers = [
    await send(`/billing/${exported.id}/edit`, forms[0]),
    await send(`/billing/${voided.id}/edit`, forms[1]),
  ] as const;
  expect(answers.map(({ status }) => status)).toEqual([409, 409]);
  expect(await alertOf(answers[0])).toContain("This bill is exported, so it stays as it is.");
  expect(await alertOf(answers[1])).toContain("This bill is voided, so it stays as it is.");
  const refused = await load(`/billing/${exported.id}/edit`);
  expect(textOf(refused)).toContain("This bill is exported");
  // It offers nothing but to close it.
  expect([refused.includes(">Close<"), refused.includes(">Cancel<"), refused.includes(">Save<")]).toEqual([
    true,
    false,
    false,
  ]);
  await load("/billing/nothing/edit", 404);
});

/** The page's key, from which the rows derive theirs. */
const pageKeyOf = (page: string) => hiddenFieldsOf(page.slice(page.indexOf('id="selection"'))).idempotencyKey ?? "";
const selection = (ids: string[], key: string) =>
  new URLSearchParams([["intent", "void"], ["idempotencyKey", key], ...ids.map((id) => ["selected", id])]).toString();

test("several bills are voided by one form, once, and Undo in the notice restores them, once", async () => {
  const bills = await pendingBills(3);
  const ids = bills.map(({ id }) => id);
  const page = await load("/billing?sort=-date");
  expect(page).toMatch(/<input type="checkbox" form="selection" name="selected"/);
  const form = selection(ids, pageKeyOf(page));
  const answers = await Promise.all(Array.from({ length: 5 }, () => send("/billing?sort=-date", form)));
  const locations = new Set(answers.map((answer) => answer.headers.get("Location")));
  expect([answers.map(({ status }) => status), locations.size]).toEqual([Array(5).fill(303), 1]);
  for (const id of ids) expect(await stateOf(id)).toMatchObject({ version: 2, voided_at: expect.any(String) });
  const [location = ""] = [...locations] as string[];
  const notice = await load(location);
  expect(textOf(notice)).toContain("3 bills were voided. 3 unpaid payroll items were deleted with them.");
  expect(textOf(await load("/billing?view=all&sort=-date"))).toContain("Voided");
  const undo = { intent: "undo", change: new URL(location, "http://x").searchParams.get("done") ?? "" };
  const undone = await Promise.all(Array.from({ length: 5 }, () => send("/billing", undo)));
  expect(undone.map(({ status }) => status)).toEqual(Array(5).fill(303));
  for (const id of ids) expect(await stateOf(id)).toMatchObject({ version: 3, voided_at: null, deleted_at: null });
  const again = await send("/billing", form);
  expect(textOf(await load(again.headers.get("Location") ?? ""))).toContain("Undone since.");
  for (const id of ids) expect(await stateOf(id)).toMatchObject({ version: 3, voided_at: null });
});

test("of two admins who void one bill, the second is told; a voided bill is restored from its menu", async () => {
  const [bill] = (await pendingBills(1)) as [Bill];
  const keys = [pageKeyOf(await load("/billing")), pageKeyOf(await load("/billing"))] as const;
  const fields = (idempotencyKey: string, intent = "void") => ({ id: bill.id, idempotencyKey, intent });
  const answers = await Promise.all([send("/billing", fields(keys[0])), send("/billing", fields(keys[1]), other)]);
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses[0]).toBe(303);
  expect([400, 409]).toContain(statuses[1]);
  expect((await stateOf(bill.id))?.version).toBe(2);
  const menu = await load(`/billing?view=all&sort=-date&menu=${bill.id}`);
  expect(textOf(menu)).toContain("Undo void");
  const key = crypto.randomUUID();
  for (const _ of [1, 2]) expect((await send("/billing", fields(key, "undoVoid"))).status).toBe(303);
  expect(await stateOf(bill.id)).toMatchObject({ version: 3, voided_at: null, deleted_at: null });
});

test("an exported bill is not voided, an empty selection is refused, and bills are not deleted", async () => {
  const [bill] = await exportOldest(barn.rows, 1, 7001);
  const key = crypto.randomUUID();
  const answers = [
    await send("/billing", { id: bill?.id ?? "", idempotencyKey: key, intent: "void" }),
    await send("/billing", selection([], key)),
    await send("/billing", { id: bill?.id ?? "", intent: "delete" }),
    await send("/billing", { id: "nothing", idempotencyKey: key, intent: "void" }),
  ];
  expect(await Promise.all(answers.map(async (answer) => [answer.status, await alertOf(answer)]))).toEqual([
    [400, expect.stringContaining("This bill is exported")],
    [400, "Select at least one row first."],
    [400, "This list cannot do that."],
    [404, expect.stringContaining("There is no such record")],
  ]);
});

type Correction = { form: Fields; path: string; id: string };

/** The form that corrects a newly exported bill, with a right amount of $1.00. */
async function correctionOf(invoice: number): Promise<Correction> {
  const [bill] = await exportOldest(barn.rows, 1, invoice);
  const id = bill?.id ?? "";
  const path = `/billing/${id}/correct`;
  const page = await load(path);
  expect(textOf(page)).toContain(`Invoice ${invoice}, `);
  const { idempotencyKey = "", version = "" } = hiddenFieldsOf(page.slice(page.indexOf("<dialog")));
  const { customerId = "", serviceId = "" } = bill ?? {};
  return { id, path, form: { idempotencyKey, version, customerId, serviceId, amount: "1", reason: "Too much" } };
}

const entriesOf = (id: string) =>
  barn.rows(
    "select id, amount, invoice_number, reason, actor, entered from corrections where bill_item_id = ? and deleted_at is null order by seq",
    [id],
  );

test("one correction that is sent five times in parallel is made once; it is listed, ticked, and then stays", async () => {
  const { id, path, form } = await correctionOf(8001);
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(path, form)));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(303));
  const [entry, ...more] = await entriesOf(id);
  expect([entry, more]).toEqual([
    expect.objectContaining({ invoice_number: 8001, reason: "Too much", actor: ADMIN.email, entered: 0 }),
    [],
  ]);
  expect((await stateOf(id))?.value).toBe(100);
  expect(textOf(await load("/billing?view=all&q=1.00"))).toContain("Corrected");
  const list = textOf(await load("/billing/corrections?q=8001"));
  expect(list).toMatch(/8001 .+ Credit \$[\d,.]+ Too much alex@hayloft\.example/);
  const entryId = String(entry?.id);
  const tick = { intent: "set", id: entryId, field: "entered", value: "true" };
  for (const _ of [1, 2]) expect((await send("/billing/corrections", tick)).status).toBe(303);
  expect(textOf(await load("/billing/corrections?q=8001"))).toContain("Nothing found");
  expect(textOf(await load("/billing/corrections?view=all&q=8001"))).toContain("Too much");
  const refused = await send("/billing/corrections", {
    intent: "undo",
    change: form.idempotencyKey ?? "",
  });
  expect([refused.status, await alertOf(refused)]).toEqual([
    409,
    expect.stringContaining("is entered in QuickBooks, so it stays"),
  ]);
});

test("a bill that was invoiced before Hayloft is corrected, not edited, and its statement and its customer's page have it", async () => {
  const [bill] = await pendingBills(1);
  const { id = "", customerId } = bill ?? {};
  await importAsExported(barn.rows, [id]);
  const statement = `/customers/${customerId}/statement?month=${bill?.date.slice(0, 7)}`;
  expect(textOf(await load(statement))).toContain(" 2 Before Hayloft $130.00");
  const path = `/billing/${id}/correct`;
  const page = await load(path);
  expect(textOf(page)).toContain("On the invoice Before Hayloft: 2");
  const [row] = await barn.rows("select service_id as serviceId from bill_items where id = ?", [id]);
  const { idempotencyKey = "", version = "" } = hiddenFieldsOf(page.slice(page.indexOf("<dialog")));
  const right = {
    customerId: String(customerId),
    serviceId: String(row?.serviceId),
    amount: "120",
    reason: "Old price",
    pay: "leave",
  };
  expect((await send(path, { idempotencyKey, version, ...right })).status).toBe(303);
  expect(textOf(await load("/billing/corrections?q=before+Hayloft"))).toMatch(
    /before Hayloft .+ Credit \$10\.00 Old price/,
  );
  expect(textOf(withoutTranslation(await load(statement)))).toMatch(/Invoice before Hayloft, credit to come -\$10\.00/);
  expect(textOf(await load(`/customers/${customerId}`))).toMatch(/Invoices .*Before Hayloft \$120\.00/);
  expect(textOf(await load(`/billing/${id}/edit`))).toContain("This bill is exported, so it stays as it is.");
});

test("the form of a correction asks about the groom's unpaid payroll item, and the notices say what it was and is", async () => {
  const { id, path, form } = await correctionOf(8101);
  const [groom] = await barn.rows("select id, name from grooms where deleted_at is null limit 1");
  await barn.rows("update payroll set bill_item_id = null where bill_item_id = ?", [id]);
  await barn.rows(
    `insert into payroll (id, groom_id, item, date, payment_date, value, bill_item_id, created_at, updated_at)
      values ('asked', ?, 'Clip', '2026-11-02', '2026-11-16', 25000, ?, '2026-11-02', '2026-11-02')`,
    [String(groom?.id), id],
  );
  const asked = textOf(withoutTranslation(await load(path)));
  expect(asked).toContain(
    `${groom?.name}'s payroll item, $250.00 unpaid * Select... Change it to the amount above Leave`,
  );
  const unchosen = await send(path, form);
  expect([unchosen.status, await alertOf(unchosen)]).toEqual([
    400,
    `Choose what happens to ${groom?.name}'s payroll item of $250.00, dated 11/02/2026, which is unpaid.`,
  ]);
  const corrected = await send(path, { ...form, amount: "0", pay: "change" });
  expect(corrected.status).toBe(303);
  const value = async () => (await barn.rows("select value from payroll where id = 'asked'"))[0]?.value;
  expect(await value()).toBe(0);
  const done = await load(corrected.headers.get("Location") ?? "");
  expect(textOf(done)).toContain(`corrected. ${groom?.name}'s payroll item: $250.00 → $0.00.`);
  const undone = await send("/billing/corrections", { intent: "undo", change: doneIn(corrected) ?? "" });
  expect(undone.status).toBe(303);
  expect(await value()).toBe(25_000);
  expect(textOf(await load(undone.headers.get("Location") ?? ""))).toContain(
    `${groom?.name}'s payroll item: $0.00 → $250.00.`,
  );
  await barn.rows("update payroll set paid = 1, paid_on = '2026-11-20' where id = 'asked'");
  const paid = textOf(withoutTranslation(await load(path)));
  expect(paid).toContain("payroll item of $250.00, dated 11/02/2026, was paid on 11/20/2026 and is not changed.");
  expect(paid).not.toContain("Change it to the amount");
});

test("of two admins who correct one bill, the second sees what the first saved", async () => {
  const { id, path, form } = await correctionOf(8201);
  const theirs = { ...form, idempotencyKey: crypto.randomUUID(), amount: "2" };
  const answers = await Promise.all([send(path, form), send(path, theirs, other)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(await entriesOf(id)).toHaveLength(1);
});

test("a correction with wrong fields is refused with a message for each", async () => {
  const { id, path, form } = await correctionOf(9001);
  for (const [change, ...messages] of [
    [{ reason: "", amount: "-1" }, "Reason is required.", "An amount cannot be below 0."],
    [{ serviceId: "nothing" }, "Service not found. Choose another one."],
    [{ customerId: "nobody" }, "Customer not found. Choose another one."],
    [{ reason: " \u200b " }, "Reason is required."],
    [{ reason: "x".repeat(501) }, "Use at most 500 characters."],
  ] as const) {
    const response = await send(path, { ...form, ...change });
    const page = textOf(await response.text());
    expect([change, response.status]).toEqual([change, 400]);
    for (const message of messages) expect(page).toContain(message);
  }
  expect(await entriesOf(id)).toEqual([]);
});

test("a correction that changes nothing is refused, and so is one of a bill that is not exported", async () => {
  const { path, form } = await correctionOf(8301);
  const [line] = await barn.rows("select item_amount from export_lines where invoice_number = 8301");
  const same = await send(path, { ...form, amount: String(Number(line?.item_amount) / 100) });
  expect([same.status, await alertOf(same)]).toEqual([400, expect.stringContaining("nothing to correct")]);
  const [bill] = (await pendingBills(1)) as [Bill];
  expect(textOf(await load(`/billing/${bill.id}/correct`))).toContain("This bill is not exported");
  const pending = await send(`/billing/${bill.id}/correct`, { ...form, version: "1" });
  expect([pending.status, await alertOf(pending)]).toEqual([409, expect.stringContaining("This bill is not exported")]);
});

test("the voiding of a show's bill says that the show is unbilled, and a show that was billed again keeps it voided", async () => {
  const [bill] =
    await barn.rows(`select b.id, b.show_id as show, s.name from bill_items b join shows s on s.id = b.show_id
    where b.export_id is null and b.deleted_at is null and s.billed limit 1`);
  const id = String(bill?.id);
  const billed = async () =>
    (await barn.rows("select billed from shows where id = ?", [String(bill?.show)]))[0]?.billed;
  const voided = await send("/billing", { id, idempotencyKey: crypto.randomUUID(), intent: "void" });
  const notice = await load(voided.headers.get("Location") ?? "");
  expect(textOf(notice)).toContain(`was voided. ${bill?.name} is unbilled again.`);
  expect(await billed()).toBe(0);
  await barn.rows(
    `insert into bill_items (id, horse_id, service_id, show_id, date, quantity, value, location, created_at)
      select 'billed again', horse_id, service_id, show_id, date, quantity, value, location, created_at from bill_items where id = ?`,
    [id],
  );
  const restore = { id, idempotencyKey: crypto.randomUUID(), intent: "undoVoid" };
  const answers = [await send("/billing", restore), await send("/billing", { intent: "undo", change: doneIn(voided) })];
  for (const answer of answers) {
    expect([answer.status, await alertOf(answer)]).toEqual([409, expect.stringContaining("The show has another bill")]);
  }
  await barn.rows("delete from bill_items where id = 'billed again'");
  expect((await send("/billing", { ...restore, idempotencyKey: crypto.randomUUID() })).status).toBe(303);
  expect(await billed()).toBe(1);
});
