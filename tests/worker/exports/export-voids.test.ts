import { parse } from "csv-parse/sync";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { addBills, exportFieldsOf, type PageFields, textOf } from "#lab/support/exports.ts";
import { doneIn, hiddenFieldsOf } from "#lab/support/forms.ts";
import { ADMIN, OTHER_ADMIN } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { samples } from "#tests/support/samples.ts";

/* Voiding exports, as a browser without JavaScript does (docs/product.md, 'Voiding an export'). */

const { barn, admin } = startBarn();
let horseId = "";
let customerId = "";
/** The comment of the bills of the current test, which no other bill has. */
let tag = "";
let tags = 0;

beforeAll(async () => {
  const [horse] = await barn.rows("select id, customer_id from horses where customer_id is not null limit 1");
  [horseId, customerId] = [String(horse?.id), String(horse?.customer_id)];
});
beforeEach(() => {
  barn.proxy.make({ kind: "none" });
  tags += 1;
  tag = `void${String(tags).padStart(4, "0")}`;
});

/** Adds `count` bills of $1.11 that only a search for `q` finds. */
const addPending = (count: number, q = tag) =>
  addBills(
    barn,
    Array.from({ length: count }, (_, i) => ({
      ...{ id: crypto.randomUUID(), horseId, customerId: i % 2 ? customerId : null, serviceId: "training" },
      ...{ date: "2026-10-31", quantity: 1, value: 111, location: "florida" as const, comments: q },
    })),
  );

async function load(path: string, status = 200): Promise<string> {
  const response = await barn.get(path, admin);
  expect([path, response.status]).toEqual([path, status]);
  return response.text();
}

/** Exports the pending bills that a search finds, and returns the id of the export. */
async function exportBills(q = tag): Promise<string> {
  const address = `/billing/export?q=${q}`;
  const fields = exportFieldsOf(await load(address));
  expect((await barn.post(address, fields, admin)).status).toBe(303);
  return fields.idempotencyKey ?? "";
}

const voidPath = (id: string) => `/billing/exports/${id}/void`;
const openVoid = async (id: string): Promise<PageFields> => hiddenFieldsOf(await load(voidPath(id)));
const sendVoid = (id: string, fields: PageFields) => barn.post(voidPath(id), fields, admin);
const nextInvoice = async () => Number((await barn.rows("select invoice_number as n from settings"))[0]?.n);
const pending = async (q = tag) =>
  Number((await barn.rows("select count(*) as n from bill_items where comments = ? and export_id is null", [q]))[0]?.n);

/**
 * Expects every exported bill once in the exports that are not voided, no pending bill there, and each invoice number in one
 * export only, voided ones included.
 */
async function expectEachBillOnce(): Promise<void> {
  expect(
    await barn.rows(
      "select bill_item_id from export_lines l join exports e on e.id = l.export_id where e.voided_at is null group by 1 having count(*) > 1",
    ),
  ).toEqual([]);
  expect(
    await barn.rows(
      `select b.id from bill_items b left join (select l.* from export_lines l join exports e on e.id = l.export_id where e.voided_at is null) l
       on l.bill_item_id = b.id where b.export_id is not l.export_id`,
    ),
  ).toEqual([]);
  expect(
    await barn.rows(
      "select l.export_id from export_lines l join exports e on e.id = l.export_id where l.is_voided <> (e.voided_at is not null)",
    ),
  ).toEqual([]);
  expect(
    await barn.rows("select invoice_number from export_lines group by 1 having count(distinct export_id) > 1"),
  ).toEqual([]);
  const [last] = await barn.rows("select max(invoice_number) as n from export_lines");
  expect(await nextInvoice()).toBe(Number(last?.n) + 1);
}

test("a voided export leaves its bills pending, its numbers unused and its file as it was, and its bills are exported again", async () => {
  await addPending(6);
  const first = await exportBills();
  const file = await load(`/billing/exports/${first}.csv`);
  const next = await nextInvoice();
  const page = textOf(await load(voidPath(first)));
  expect(page).toContain("6 bills, $6.66 total, are pending again and can be exported again.");
  expect(page).toContain(`Invoice numbers ${next - 2}–${next - 1} are never used again.`);
  expect(page).toContain("only if its file was not imported into QuickBooks");

  const voided = await sendVoid(first, await openVoid(first));
  expect([voided.status, voided.headers.get("Location")]).toEqual([303, `/billing/exports?done=${doneIn(voided)}`]);
  expect([await pending(), await nextInvoice()]).toEqual([6, next]);
  const list = textOf(await load(`/billing/exports?done=${doneIn(voided)}`));
  expect(list).toContain("Voided the export of 6 bills, $6.66.");
  expect(list).toContain("kB Voided 6");
  expect(textOf(await load(`/billing/exports?made=${first}`))).toMatch(
    /Voided \d\d\/\d\d\/\d{4}, \d+:\d\d [AP]M by alex@hayloft\.example/,
  );
  expect(textOf(await load(`/billing?q=${tag}`))).toContain("$6.66 total");

  const download = await barn.get(`/billing/exports/${first}.csv`, admin);
  expect(download.headers.get("Content-Disposition")).toMatch(
    new RegExp(`filename="voided-invoices-[\\d-]+-from-${next - 2}\\.csv"`),
  );
  expect(await download.text()).toBe(file);
  expect(await load(`/billing/exports/${first}.csv?part=1`)).toBe(file);

  const second = await exportBills();
  expect(await pending()).toBe(0);
  const again = await load(`/billing/exports/${second}.csv`);
  expect(again.split("\r\n").map((line) => line.replace(/^\d+/, ""))).toEqual(
    file.split("\r\n").map((line) => line.replace(/^\d+/, "")),
  );
  expect(again.split("\r\n")[1]).toMatch(new RegExp(`^${next},`));
  expect(await load(`/billing/exports/${first}.csv`)).toBe(file);
  await expectEachBillOnce();

  const [activity] = await barn.rows("select actor, action, topics, after from activity where action = 'void export'");
  expect(activity).toMatchObject({ actor: ADMIN.email, topics: '["bills","exports"]' });
  expect(JSON.parse(String(activity?.after))).toMatchObject([{ table: "exports", id: first, voided_by: ADMIN.email }]);
});

test("five concurrent requests for one void void once and succeed, and a void of another dialog is refused in words", async () => {
  await addPending(4);
  const id = await exportBills();
  const [mine, theirs] = [await openVoid(id), await openVoid(id)];
  const responses = await Promise.all(Array.from({ length: 5 }, () => sendVoid(id, mine)));
  expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(303));
  expect(await barn.rows("select count(*) as n from activity where id = ?", [mine.idempotencyKey ?? ""])).toEqual([
    { n: 1 },
  ]);
  const late = await sendVoid(id, theirs);
  const page = textOf(await late.text());
  expect(late.status).toBe(409);
  expect(page).toContain("Nothing was voided: since you opened this, somebody else voided the export");
  expect(page).toMatch(/This export was voided on .* by alex@hayloft\.example\./);
  expect(await load(voidPath(id))).not.toContain(">Void export</button>");
  await expectEachBillOnce();

  // Five exports of the same dialog and five repetitions of the void at once: one export, and the void stays one.
  const address = `/billing/export?q=${tag}`;
  const again = exportFieldsOf(await load(address));
  await Promise.all(Array.from({ length: 5 }, () => [barn.post(address, again, admin), sendVoid(id, mine)]).flat());
  expect(await pending()).toBe(0);
  expect(await barn.rows("select count(distinct export_id) as n from bill_items where comments = ?", [tag])).toEqual([
    { n: 1 },
  ]);
  await expectEachBillOnce();
});

type Admin = { Cookie: string };

/** Exports what a search finds, as an admin does; returns the export, or null if there is nothing, or something else by now. */
async function exportAs(who: Admin, q: string): Promise<string | null> {
  const address = `/billing/export?q=${encodeURIComponent(q)}`;
  const fields = exportFieldsOf(await (await barn.get(address, who)).text());
  const { status } = await barn.post(address, fields, who);
  expect([303, 409, ...(fields.idempotencyKey ? [] : [400])]).toContain(status);
  return status === 303 ? (fields.idempotencyKey ?? null) : null;
}

/** Voids an export, as an admin does; returns whether this admin's press has done so. */
async function voidAs(who: Admin, id: string): Promise<boolean> {
  const fields = hiddenFieldsOf(await (await barn.get(voidPath(id), who)).text());
  const { status } = await barn.post(voidPath(id), fields, who);
  expect([303, 409]).toContain(status);
  return status === 303;
}

/** The lines of all files that have bills of the current test, as a browser downloads them. */
async function downloadAll() {
  const found = await barn.rows(
    "select distinct l.export_id as id from export_lines l join bill_items b on b.id = l.bill_item_id where b.comments like ?",
    [`${tag}%`],
  );
  const files = found.map(async ({ id }) => {
    const response = await barn.get(`/billing/exports/${id}.csv`, admin);
    const isVoided = response.headers.get("Content-Disposition")?.includes("voided-") ?? false;
    const records: Record<string, string>[] = parse(await response.text(), { columns: true });
    return records.map(({ InvoiceNo, ItemAmount }) => ({ id, isVoided, invoice: InvoiceNo, amount: ItemAmount }));
  });
  return (await Promise.all(files)).flat();
}

test("two admins who export overlapping bills, void the exports and export again, all at once, leave each bill once in the files that count", async () => {
  const dana = { Cookie: await barn.cookieOf(OTHER_ADMIN) };
  const bills = Array.from({ length: 12 }, (_, i) => ({
    ...{ id: crypto.randomUUID(), horseId, customerId: i % 3 ? customerId : null, serviceId: "training" },
    ...{ date: "2026-10-31", quantity: 1, value: 1_001 + i, location: "florida" as const },
    comments: `${tag} ${i % 2 ? "odd" : "even"}`,
  }));
  await addBills(barn, bills);
  const searches = [tag, `${tag} odd`, tag, `${tag} even`];
  const exportAtOnce = () => searches.map((q, i) => exportAs(i < 2 ? admin : dana, q));

  let made = await Promise.all(exportAtOnce());
  for (let round = 0; round < Math.min(4, samples(1)); round += 1) {
    made = [...made, await exportAs(admin, tag)];
    const left = "select count(*) as n from bill_items where comments like ? and export_id is null";
    expect(await barn.rows(left, [`${tag}%`])).toEqual([{ n: 0 }]);
    const standing = made.filter((id) => id !== null);
    const voids = standing.map((id) => Promise.all([voidAs(admin, id), voidAs(dana, id)]));
    // These exports meet the voiding of some of the bills that they show.
    const [voided, again] = await Promise.all([Promise.all(voids), Promise.all(exportAtOnce())]);
    expect(voided.map((pressed) => pressed.filter(Boolean).length)).toEqual(standing.map(() => 1));
    made = again;
  }
  await exportAs(dana, tag);

  const lines = await downloadAll();
  const counted = lines.filter(({ isVoided }) => !isVoided).map(({ amount }) => amount);
  expect(counted.sort()).toEqual(bills.map(({ value }) => (value / 100).toFixed(2)).sort());
  expect(lines.length).toBeGreaterThanOrEqual(2 * bills.length);
  const uses = new Set(lines.map(({ id, invoice }) => `${invoice} ${id}`));
  expect(uses.size).toBe(new Set(lines.map(({ invoice }) => invoice)).size);
  await expectEachBillOnce();
});

test("a void of another admin between the read and the write makes this one a conflict", async () => {
  await addPending(2);
  const id = await exportBills();
  const [mine, theirs] = [await openVoid(id), await openVoid(id)];
  barn.proxy.make({ kind: "meanwhile", request: 1, act: () => sendVoid(id, theirs) });
  const response = await sendVoid(id, mine);
  barn.proxy.make({ kind: "none" });
  expect([response.status, textOf(await response.text())]).toEqual([
    409,
    expect.stringContaining("Nothing was voided"),
  ]);
  expect(await pending()).toBe(2);
  await expectEachBillOnce();
});

test.each([
  ["while the dialog is open", false],
  ["between the read and the write", true],
])("a correction of a bill %s refuses the void, and the dialog says why", async (_, isMeanwhile) => {
  await addPending(2);
  const id = await exportBills();
  const fields = await openVoid(id);
  const correct = async () => {
    await barn.rows(
      `insert into corrections (id, correction_id, bill_item_id, date, horse_id, service_id, invoice_number, amount, reason, actor, created_at, updated_at)
       select 'entry ' || id, 'correction', id, date, horse_id, service_id, 1, 5, 'wrong', 'x', '2026-01-01', '2026-01-01' from bill_items where comments = ? limit 1`,
      [tag],
    );
    await barn.rows(
      "update bill_items set corrected_at = '2026-01-01' where id in (select bill_item_id from corrections) and comments = ?",
      [tag],
    );
  };
  if (isMeanwhile) barn.proxy.make({ kind: "meanwhile", request: 1, act: correct });
  else await correct();
  const response = await sendVoid(id, fields);
  barn.proxy.make({ kind: "none" });
  const page = textOf(await response.text());
  expect(response.status).toBe(409);
  expect(page).toContain("Bills of this export have corrections, so its file was imported and it cannot be voided.");
  expect(await pending()).toBe(0);
  // A correction that was undone counts no more.
  await barn.rows(
    "update corrections set deleted_at = '2026-01-02' where bill_item_id in (select id from bill_items where comments = ?)",
    [tag],
  );
  await barn.rows("update bill_items set corrected_at = null where comments = ?", [tag]);
  expect((await sendVoid(id, await openVoid(id))).status).toBe(303);
  expect(await pending()).toBe(2);
  await expectEachBillOnce();
});

test("if a statement of the void fails, the database is unchanged, and a second press succeeds", async () => {
  await addPending(3);
  const id = await exportBills();
  const mine = await openVoid(id);
  const before = await barn.lastCommit();
  barn.proxy.make({ kind: "fail statement", place: 6, request: 1 });
  const response = await sendVoid(id, mine);
  barn.proxy.make({ kind: "none" });
  expect([response.status, await barn.lastCommit()]).toEqual([500, before]);
  for (const request of [0, 1]) {
    barn.proxy.make({ kind: "lose answer", request });
    const lost = await sendVoid(id, mine);
    barn.proxy.make({ kind: "none" });
    const page = await lost.text();
    expect([request, lost.status]).toEqual([request, 503]);
    expect(hiddenFieldsOf(page)).toEqual(mine);
    expect(await pending()).toBe(request * 3);
  }
  expect((await sendVoid(id, mine)).status).toBe(303);
  expect(await pending()).toBe(3);
  await expectEachBillOnce();
});

test("an unknown export gets 404, and other fields 400", async () => {
  await addPending(1);
  const id = await exportBills();
  const fields = await openVoid(id);
  const before = await barn.lastCommit();
  await load(voidPath(crypto.randomUUID()), 404);
  for (const change of [{ idempotencyKey: "x" }, { fingerprint: "" }, { strange: "1" }]) {
    expect((await sendVoid(id, { ...fields, ...change } as PageFields)).status).toBe(400);
  }
  expect((await sendVoid(id, { ...fields, fingerprint: "0".repeat(64) })).status).toBe(409);
  expect((await sendVoid(crypto.randomUUID(), fields)).status).toBe(404);
  expect(await barn.lastCommit()).toBe(before);
});
