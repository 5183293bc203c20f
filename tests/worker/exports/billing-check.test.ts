import { beforeAll, expect, test } from "vitest";
import { formatUsDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { addBills, type NewBill, textOf } from "#lab/support/exports.ts";
import { doneIn, hiddenFieldsOf } from "#lab/support/forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { findChoices, newEntry } from "#tests/support/browser/service-entry.ts";

/* The page 'Check' and the warnings of an export, over HTTP; tests/db/exports/checks.test.ts has the cases of each check. */

const { barn, admin, otherAdmin: dana } = startBarn();
let horse = { id: "", name: "" };
const today = () => todayInNewYork(new Date());

beforeAll(async () => {
  const [found] = await barn.rows("select id, name from horses where name = 'Jasper'");
  horse = { id: String(found?.id), name: String(found?.name) };
  await barn.rows("update bill_items set deleted_at = '2026-01-01'");
});

const bill = (comments: string, change: Partial<NewBill> = {}): NewBill => ({
  ...{ id: crypto.randomUUID(), horseId: horse.id, customerId: null, serviceId: "training", quantity: 1, value: 0 },
  ...{ date: "2020-01-02", location: "florida", comments },
  ...change,
});

async function load(path: string): Promise<string> {
  const response = await barn.get(path, admin);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

/** The section of a check or of a month, as HTML; undefined if it found nothing. */
const sectionOf = (page: string, id: string) => page.match(new RegExp(`<details id="${id}".*?</details>`, "s"))?.[0];

/** The rows of a section, as HTML. */
const rowsOf = (page: string, check: string) => sectionOf(page, check)?.match(/<li class="finding">.*?<\/li>/gs) ?? [];
/** The row of a bill. */
const rowOf = (page: string, check: string, id: string) =>
  rowsOf(page, check).find((row) => row.includes(`value="${id}"`)) ?? "";
/** The hidden fields of a form. */
const fieldsOf = (form: string): Record<string, string> =>
  Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
const fine = (fields: Record<string, string>, who = admin) => barn.post("/dismissals", fields, who);

test("each check is a line with its number and sum, closed, whose bills lead to where they are mended", async () => {
  const [one, two] = [bill("mine"), bill("mine", { value: 12_345 })];
  await addBills(barn, [one, two]);
  const page = await load("/billing/check");
  expect(textOf(page)).toContain("Checked 2 pending bills and all current records.");
  const twice = sectionOf(page, "boardTwice") ?? "";
  expect(twice).not.toContain(" open");
  expect(textOf(twice)).toMatch(/^ *Billed twice for a month: 2 bills \$123\.45 /);
  const row = rowOf(page, "boardTwice", one.id);
  expect(textOf(row)).toMatch(
    /Jasper 01\/02\/2020 · 1 × .+ · Unknown 2 bills of this service for January 2020 \$0\.00 It's OK/,
  );
  const [, href = ""] = row.match(/href="(\/billing\?[^"]*)"/) ?? [];
  expect(await load(href.replaceAll("&amp;", "&"))).toContain("for Jasper");
  expect(row).toContain(`href="/billing/check/${one.id}/edit?all=boardTwice"`);
  const numbers = { boardTwice: 2, old: 2, unknown: 2, zero: 1, future: 0 };
  for (const [check, number] of Object.entries(numbers))
    expect([check, rowsOf(page, check).length]).toEqual([check, number]);
  expect(textOf(page)).toMatch(/Nothing else found .*Dated in the future/);
  expect(sectionOf(page, "notBillable")).toMatch(/href="\/horses\/[^/"]+\/edit"/);
  expect(sectionOf(page, "shows")).toMatch(/href="\/shows\/[^/"]+\/edit"/);
  expect(sectionOf(page, today().slice(0, 7))).toMatch(
    /href="\/horses\/bill\?q=[^"]*&amp;month=\d{4}-\d\d&amp;back=\/billing\/check"/,
  );

  // Voided bills are in no check.
  await barn.rows("update bill_items set deleted_at = '2026-01-01', voided_at = '2026-01-01' where id = ?", [two.id]);
  expect(sectionOf(await load("/billing/check"), "boardTwice")).toBeUndefined();
});

test("a month that was not billed has what its dialog bills", async () => {
  const month = today().slice(0, 7);
  // The dialog bills horses that left only if they are ticked.
  await barn.rows("update horses set check_out_date = null");
  const section = textOf(sectionOf(await load("/billing/check"), month) ?? "");
  const [, count, sum] = section.match(/: (\d+) horses? not billed (\$[\d,.]+)/) ?? [];
  const dialog = textOf(await load(`/horses/bill?month=${month}`));
  expect(dialog).toContain(`bill ${count} horses`);
  expect(dialog).toContain(sum);
});

test("twenty rows of a check are shown, and a hundred at a press", async () => {
  await addBills(
    barn,
    Array.from({ length: 125 }, (_, i) =>
      bill("many", {
        date: `20${String(Math.floor(i / 12)).padStart(2, "0")}-${String(1 + (i % 12)).padStart(2, "0")}-01`,
      }),
    ),
  );
  const page = await load("/billing/check");
  const section = textOf(sectionOf(page, "zero") ?? "");
  expect(section).toContain("$0.00: 126 bills Bills without an amount.");
  expect([rowsOf(page, "zero").length, section]).toEqual([20, expect.stringContaining("Show the first 100")]);
  const all = sectionOf(await load("/billing/check?all=zero"), "zero") ?? "";
  expect(all).toMatch(/^<details id="zero" open/);
  expect(rowsOf(all, "zero")).toHaveLength(100);
  expect(textOf(all)).toContain("These are the first 100.");
  expect(rowsOf(await load("/billing/check?all=nonsense"), "zero")).toHaveLength(20);
  await barn.rows("update bill_items set deleted_at = '2026-01-01' where comments = 'many'");
});

test("what is marked OK stays so until its Undo, or until the bill is edited", async () => {
  const one = bill("fine", { value: 1, customerId: null, date: today() });
  await addBills(barn, [one]);
  const page = await load("/billing/check?all=unknown");
  const fields = fieldsOf(rowOf(page, "unknown", one.id));
  expect(fields).toMatchObject({ recordId: one.id, scope: "1", back: "/billing/check?all=unknown" });
  const marked = await fine(fields);
  const back = marked.headers.get("Location") ?? "";
  expect([marked.status, back]).toEqual([303, `/billing/check?all=unknown&done=${fields.idempotencyKey}`]);
  // Sent again, or by another admin from an older page, it is marked once.
  expect((await fine(fields)).status).toBe(303);
  const late = await fine({ ...fields, idempotencyKey: crypto.randomUUID() }, dana);
  expect([late.status, late.headers.get("Location")]).toEqual([303, "/billing/check?all=unknown"]);
  const inActivity = "select id from activity where action = 'mark OK' and after like ?";
  expect(await barn.rows(inActivity, [`%${one.id}%`])).toEqual([{ id: fields.idempotencyKey }]);
  const after = await load(back);
  expect(textOf(after)).toMatch(/Marked OK: .+ for Jasper, \d\d\/\d\d\/\d{4}\. Undo/);
  expect(sectionOf(after, "fine")).not.toContain(" open");
  expect(rowOf(await load("/billing/check"), "unknown", one.id)).toBe("");
  expect(textOf(await load("/billing/export?q=fine"))).not.toContain("has no customer");

  // Undo, from the list of what is fine.
  const listed = await load("/billing/check?all=fine");
  const section = sectionOf(listed, "fine") ?? "";
  expect(section).toMatch(/^<details id="fine" open/);
  expect(textOf(section)).toMatch(/Marked OK: 1 .+ for Jasper, [\d/]+ Without a customer Undo/);
  const undone = await barn.post("/billing/check?all=fine", fieldsOf(section), dana);
  expect([undone.status, doneIn(undone)]).toEqual([303, `undo ${fields.idempotencyKey}`]);
  const again = await load("/billing/check");
  expect(rowOf(again, "unknown", one.id)).not.toBe("");

  // Edit leads back to Check, which judges the bill again.
  await fine(fieldsOf(rowOf(again, "unknown", one.id)));
  const dialog = await load(`/billing/check/${one.id}/edit?all=old`);
  expect(textOf(dialog)).toContain("Edit Bill");
  expect(dialog).toMatch(/data-cancel="true"[^>]*href="\/billing\/check\?all=old"/);
  const { idempotencyKey = "", version = "", base = "" } = hiddenFieldsOf(dialog.slice(dialog.indexOf("<dialog")));
  const values = { date: one.date, customerId: "", quantity: "1", value: "0.02", comments: "fine" };
  const saved = await barn.post(
    `/billing/check/${one.id}/edit?all=old`,
    { idempotencyKey, version, base, ...values },
    admin,
  );
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, `/billing/check?all=old&done=${idempotencyKey}`]);
  const edited = await load("/billing/check");
  expect(rowOf(edited, "unknown", one.id)).not.toBe("");
  expect(sectionOf(edited, "fine")).toBeUndefined();
  expect(textOf(await load(`/billing/check?done=${idempotencyKey}`))).toContain("for Jasper saved");
});

test("the ticked bills are voided together, or none if one was exported meanwhile, and Undo restores them", async () => {
  const bills = [bill("void"), bill("void", { date: "2020-05-05" })];
  const ids = bills.map(({ id }) => id);
  await addBills(barn, bills);
  const page = await load("/billing/check?all=old");
  const bar = page.slice(page.indexOf('id="selection"'));
  const voiding = (key: string) =>
    new URLSearchParams([["intent", "void"], ["idempotencyKey", key], ...ids.map((id) => ["selected", id])]).toString();
  const states = () =>
    barn.rows("select count(*) as n from bill_items where comments = 'void' and voided_at is not null");

  await barn.rows(
    "insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total) values ('meanwhile', '2026-01-01', '2026-01-01', 'x', 'bill-value', 1, 1, 1, 1)",
  );
  await barn.rows("update bill_items set export_id = 'meanwhile' where id = ?", [ids[1] ?? ""]);
  const refused = await barn.post("/billing/check?all=old", voiding(crypto.randomUUID()), admin);
  expect([refused.status, textOf(await refused.text())]).toEqual([
    400,
    expect.stringContaining("Nothing was voided, because one of these bills is exported already."),
  ]);
  expect(await states()).toEqual([{ n: 0 }]);

  await barn.rows("update bill_items set export_id = null where id = ?", [ids[1] ?? ""]);
  const { idempotencyKey = "" } = hiddenFieldsOf(bar);
  const made = await barn.post("/billing/check?all=old", voiding(idempotencyKey), admin);
  const back = made.headers.get("Location") ?? "";
  expect([made.status, back]).toEqual([303, `/billing/check?all=old&done=${idempotencyKey}`]);
  expect(await states()).toEqual([{ n: 2 }]);
  expect(textOf(await load(back))).toContain("2 bills were voided. Undo");
  const undo = { intent: "undo", change: idempotencyKey };
  expect((await barn.post("/billing/check?all=old", undo, admin)).status).toBe(303);
  expect(await states()).toEqual([{ n: 0 }]);
  await barn.rows("update bill_items set deleted_at = '2026-01-01' where comments = 'void'");
});

test("the dialog of an export names what the checks find about its own bills, and exports them nevertheless", async () => {
  const [service] = await barn.rows("select product_service_name as name from services where id = 'training'");
  await barn.rows(
    "insert into services (id, product_service_name, price, created_at, updated_at) values ('twin', ?, 1, '2020', '2020')",
    [`${String(service?.name).toUpperCase()} `],
  );
  const month = plusDays(today(), -2).slice(0, 7);
  await addBills(barn, [
    bill("warned", { value: 100, date: `${month}-01` }),
    bill("warned", { value: 100, date: `${month}-02` }),
    bill("warned", { value: 100, date: "2099-11-01" }),
    bill("warned", { value: 100, date: "2099-12-02", quantity: 900 }),
  ]);
  const page = await load("/billing/export?q=warned");
  const text = textOf(page);
  for (const sentence of [
    "2 monthly bills repeat others. Show them",
    "4 bills have no customer and are exported as “Unknown”. Show them",
    "2 bills are dated in the future. Show them",
    "1 bill is unusually high. Show them",
    "1 group of names QuickBooks will merge. Show them",
  ])
    expect(text).toContain(sentence);
  expect(text).not.toContain("days old");
  expect(page).toContain('href="/billing/check?all=future#future"');
  expect(page).toContain(">Export</button>");
  await addBills(barn, [bill("other", { date: "2020-03-01" })]);
  const other = textOf(await load("/billing/export?q=other"));
  expect(other).toContain("1 bill is more than 60 days old.");
  expect(other).not.toContain("monthly bill");
});

test("the page sends one request to the database", async () => {
  const before = barn.proxy.requests.length;
  await load("/billing/check");
  expect(barn.proxy.requests.length - before).toBe(1);
});

// A first entry that finds nothing logged is written as one that was confirmed.
test("two devices that log the same service at once both save it, and the page shows it as a possible duplicate", async () => {
  const choices = await findChoices(barn);
  const date = plusDays(today(), -40);
  const send = () => barn.post("/?index", newEntry(choices, { date }));
  await Promise.all([send(), send()]);
  const [logged] = await barn.rows(
    "select count(*) as bills from bill_items where horse_id = ? and service_id = ? and date = ? and deleted_at is null",
    [choices.horse.id, choices.service.id, date],
  );
  expect(logged?.bills).toBe(2);
  const found = rowsOf(await load("/billing/check?all=duplicates"), "duplicates").map(textOf);
  expect(found).toHaveLength(2);
  for (const row of found) {
    expect(row).toContain(`${choices.horse.name} ${formatUsDate(date)}`);
    expect(row).toContain("2 bills of this horse, service and day");
  }
});
