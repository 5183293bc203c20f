import { parse } from "csv-parse/sync";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Part } from "#app/domain/exports/invoices.ts";
import {
  addBills,
  exportFieldsOf,
  type NewBill,
  type PageFields,
  preselectedFieldsOf,
  textOf,
} from "#lab/support/exports.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { addManyBills, expectNoFurtherPage } from "#tests/support/barn/many-bills.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { withoutTranslation } from "#tests/support/browser/markup.ts";
import { type BillToExport, invoiceLines } from "#tests/support/database/invoice-lines.ts";

const { barn, admin, otherAdmin } = startBarn();
/** A horse of the barn, and its customer. */
let horseId = "";
let customerId = "";
/** The comment of the bills of the current test, which no other bill has. */
let tag = "";
let tags = 0;

beforeAll(async () => {
  const [horse] = await barn.rows("select id, customer_id from horses where customer_id is not null limit 1");
  horseId = String(horse?.id);
  customerId = String(horse?.customer_id);
});
beforeEach(() => {
  barn.proxy.make({ kind: "none" });
  tags += 1;
  tag = `mark${String(tags).padStart(4, "0")}`;
});

const bill = (change: Partial<NewBill> = {}): NewBill => ({
  id: crypto.randomUUID(),
  horseId,
  customerId,
  serviceId: "training",
  date: "2026-10-31",
  quantity: 1,
  value: 12_345,
  location: "florida",
  comments: tag,
  ...change,
});

const address = (q = tag, rest = "") => `/billing/export?q=${encodeURIComponent(q)}${rest}`;

/** Requests the dialog as a browser without JavaScript would. */
async function open(at = address(), headers = admin): Promise<{ page: string; fields: PageFields }> {
  const response = await barn.get(at, headers);
  const page = await response.text();
  expect([at, response.status]).toEqual([at, 200]);
  return { page, fields: exportFieldsOf(page) };
}

/** Exports the bills that the dialog shows, and returns the id of the export. */
async function exportBills(at = address(), choice: PageFields = {}): Promise<string> {
  const { fields } = await open(at);
  const response = await barn.post(at, { ...fields, ...choice }, admin);
  expect([response.status, response.headers.get("Location")]).toEqual([
    303,
    `/billing/exports?made=${fields.idempotencyKey}`,
  ]);
  return fields.idempotencyKey ?? "";
}

const fileOf = async (id: string, query = ""): Promise<string> => {
  const response = await barn.get(`/billing/exports/${id}.csv${query}`, admin);
  expect([id, query, response.status]).toEqual([id, query, 200]);
  return response.text();
};

const count = async (table: string) => Number((await barn.rows(`select count(*) as n from ${table}`))[0]?.n);
const nextInvoice = async () => Number((await barn.rows("select invoice_number as n from settings"))[0]?.n);
const countPending = async () =>
  Number(
    (await barn.rows("select count(*) as n from bill_items where comments = ? and export_id is null", [tag]))[0]?.n,
  );

/** Expects consecutive invoice numbers up to the next one, each bill in at most one line, and each exported bill in a line. */
async function expectConsecutiveNumbers(): Promise<void> {
  const given = await barn.rows("select distinct invoice_number as n from export_lines order by n");
  const next = await nextInvoice();
  const numbers = given.map(({ n }) => Number(n));
  expect(numbers).toEqual(numbers.map((_, i) => next - numbers.length + i));
  expect(await barn.rows("select bill_item_id from export_lines group by 1 having count(*) > 1")).toEqual([]);
  expect(
    await barn.rows(
      "select b.id from bill_items b left join export_lines l on l.bill_item_id = b.id where b.export_id is not l.export_id",
    ),
  ).toEqual([]);
}

/** Names that are difficult to sort or to write to a CSV file. */
const DIFFICULT_NAMES = [
  "Plain",
  "apollo",
  "APOLLO",
  "Zoë Łukasz 日本",
  'O\'Brien, "Mae"',
  "line\nbreak",
  "crlf\r\nbreak",
  "=1+1",
  "-2",
  "@sum",
  "+3",
  "＝1+1",
  "\u200b=1",
  "\u00a0\u{e0001}@sum",
  "\u3164－1",
  "👩\u200d🚀",
  '"quoted" ',
];

/** Some of these names, as the file has them. */
const WRITTEN_NAMES = [
  "'=1+1",
  "'-2",
  "'@sum",
  "'+3",
  "'＝1+1",
  "'\u200b=1",
  "'\u00a0\u{e0001}@sum",
  "'\u3164－1",
  "👩\u200d🚀",
  "Unknown",
  "Zoë Łukasz 日本",
  'O\'Brien, "Mae"',
  "crlf\r\nbreak",
];

/** Returns a generator of pseudo-random integers below `below`, the same in every run. */
function randomIntegers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Adds `n` bills with difficult names of customers, horses and services. */
async function addDifficultBills(n: number): Promise<void> {
  const now = "2026-01-01T00:00:00.000Z";
  const named = JSON.stringify(DIFFICULT_NAMES.map((name, i) => ({ id: `${tag}-${i}`, name })));
  await barn.rows(
    "insert into customers (id, name, emails, riders, created_at, updated_at) select value ->> 'id', value ->> 'name', '[]', '[]', ?, ? from json_each(?)",
    [now, now, named],
  );
  await barn.rows(
    "insert into horses (id, name, check_in_date, created_at, updated_at) select value ->> 'id', value ->> 'name', '2020-01-01', ?, ? from json_each(?)",
    [now, now, named],
  );
  await barn.rows(
    "insert into services (id, product_service_name, price, created_at, updated_at) select value ->> 'id', value ->> 'name', 1, ?, ? from json_each(?)",
    [now, now, named],
  );
  const random = randomIntegers(7);
  const anyId = () => `${tag}-${random(DIFFICULT_NAMES.length)}`;
  const bills = Array.from({ length: n }, () => ({
    horseId: anyId(),
    customerId: random(5) === 0 ? null : anyId(),
    serviceId: anyId(),
    date: new Date(Date.UTC(2024, 0, 1 + random(1_100))).toISOString().slice(0, 10),
    quantity: random(3) === 0 ? 1 + random(1_000) : 1,
    value: random(9) === 0 ? 0 : random(2_000_000),
    location: random(2) === 0 ? ("florida" as const) : ("long-island" as const),
  }));
  await addBills(barn, bills.map(bill));
}

/** Returns the bills of the current test, with the current names. */
async function billsToExport(): Promise<BillToExport[]> {
  const rows = await barn.rows(
    `select b.id, b.seq, b.date, b.period, b.quantity, b.value, b.location, h.id as horse_id, h.name as horse, c.id as customer_id,
      c.name as customer, s.product_service_name as service from bill_items b join horses h on h.id = b.horse_id
      left join customers c on c.id = b.customer_id join services s on s.id = b.service_id where b.comments = ? order by b.id`,
    [tag],
  );
  return rows.map((row) => ({
    id: String(row.id),
    seq: Number(row.seq),
    date: String(row.date),
    period: row.period === null ? null : String(row.period),
    horse: { id: String(row.horse_id), name: String(row.horse) },
    customer: row.customer_id === null ? null : { id: String(row.customer_id), name: String(row.customer) },
    service: String(row.service),
    quantity: Number(row.quantity),
    value: Number(row.value),
    location: row.location as BillToExport["location"],
  }));
}

const usDate = (date: string) => date.replace(/^(....)-(..)-(..)$/, "$2/$3/$1");
const dollars = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

test("if a statement of the write fails, the database is unchanged, and a second Export succeeds", async () => {
  await addBills(barn, [bill(), bill({ customerId: null })]);
  const { fields } = await open();
  const before = await barn.lastCommit();
  barn.proxy.make({ kind: "fail statement", place: 8, request: "write" });
  const response = await barn.post(address(), fields, admin);
  barn.proxy.make({ kind: "none" });
  expect(response.status).toBe(500);
  expect(textOf(await response.text())).toContain("nothing was exported. Press Export again.");
  expect(await barn.lastCommit()).toBe(before);
  expect((await barn.post(address(), fields, admin)).status).toBe(303);
  expect(await countPending()).toBe(0);
  await expectConsecutiveNumbers();
});

test.each([
  ["quantity-x-value", "line"],
  ["bill-value", "invoice"],
] as const)(
  "a standard CSV parser reads from the file the lines of a calculation of its own, for %s and a date for each %s",
  async (amounts, dates) => {
    await addDifficultBills(200);
    const first = await nextInvoice();
    const lines = invoiceLines(await billsToExport(), first, { amounts, dates });
    const { page } = await open();
    const id = await exportBills(address(), { amounts, dates });
    const text = await fileOf(id);
    const [header, ...records] = parse(text) as string[][];
    expect(header?.join()).toBe(
      "InvoiceNo,InvoiceDate,DueDate,Terms,Customer,ServiceDate,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,Class,ItemAmount",
    );
    expect(records).toEqual(
      lines.map((line) => [
        String(line.invoice),
        usDate(line.date),
        usDate(line.dueDate),
        "Net 15",
        line.customer,
        usDate(line.serviceDate),
        line.item,
        line.description,
        String(line.quantity),
        line.rate,
        line.class,
        dollars(line.amount),
      ]),
    );
    const names = new Set(records.flatMap((record) => [record[4], record[6]]));
    for (const name of WRITTEN_NAMES) expect(names).toContain(name);
    for (const record of records)
      expect(Math.abs(Number(record[8]) * Number(record[9]) - Number(record[11]))).toBeLessThan(0.005);

    const total = lines.reduce((sum, line) => sum + line.amount, 0);
    const invoices = new Set(lines.map((line) => line.invoice)).size;
    const inWords = `$${(total / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
    expect(textOf(page)).toContain(`200 bills · ${invoices} invoices (${first}–${first + invoices - 1})`);
    expect(textOf(page)).toContain(inWords);
    const [made] = await barn.rows("select * from exports where id = ?", [id]);
    expect(made).toMatchObject({
      amounts,
      dates,
      first_invoice: first,
      invoice_count: invoices,
      bill_count: 200,
      total,
    });
    expect(await nextInvoice()).toBe(first + invoices);
    expect(Buffer.byteLength(text)).toBe(
      Number((await barn.get(`/billing/exports/${id}.csv`, admin)).headers.get("Content-Length")),
    );
    await expectConsecutiveNumbers();
  },
);

test("an export is recorded; its file follows RFC 4180, is in UTF-8, and has the date and the first invoice number in its name", async () => {
  await addBills(barn, [bill(), bill()]);
  const next = await nextInvoice();
  const id = await exportBills();
  const response = await barn.get(`/billing/exports/${id}.csv`, admin);
  const [made] = await barn.rows("select date, first_invoice as first from exports where id = ?", [id]);
  expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("Content-Disposition")).toBe(
    `attachment; filename="invoices-${made?.date}-from-${made?.first}.csv"`,
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([..."Inv"].map((letter) => letter.charCodeAt(0)));
  const text = bytes.toString();
  expect(text.split("\r\n")).toHaveLength(3);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(text).toMatch(/,123\.45,FLORIDA,123\.45$/);

  const [row] = await barn.rows("select * from activity where id = ?", [id]);
  expect(row).toMatchObject({ actor: ADMIN.email, action: "export bills", topics: '["bills","exports","settings"]' });
  const [before, after] = [row?.before, row?.after].map((json) => JSON.parse(String(json)));
  expect(before).toMatchObject([{ table: "settings", invoice_number: next }]);
  expect(after).toMatchObject([
    { table: "exports", id, bill_count: 2 },
    { table: "settings", invoice_number: next + 1, version: before[0].version + 1 },
  ]);
});

test("a file stays the same, byte for byte, after its customers, horses and services are renamed or deleted; without one of its lines the download fails", async () => {
  await addDifficultBills(20);
  const id = await exportBills();
  const before = await fileOf(id);
  await barn.rows("update customers set name = 'Somebody else', deleted_at = '2026-01-01' where id like ?", [
    `${tag}-%`,
  ]);
  await barn.rows("update horses set name = 'Another horse' where id like ?", [`${tag}-%`]);
  await barn.rows("update services set product_service_name = 'Another service' where id like ?", [`${tag}-%`]);
  for (const position of [1, 7, 20]) {
    const line = `from export_lines where export_id = '${id}' and position = ${position}`;
    await barn.rows(`create table kept as select * ${line}`);
    await barn.rows(`delete ${line}`);
    await expect(barn.get(`/billing/exports/${id}.csv`, admin).then((response) => response.text())).rejects.toThrow();
    await barn.rows("insert into export_lines select * from kept");
    await barn.rows("drop table kept");
  }
  expect(await fileOf(id)).toBe(before);
});

test("an export has the bills that the search shows, except those exported before", async () => {
  await addBills(barn, [bill({ value: 111 }), bill({ value: 222 }), bill({ comments: `not ${tag.slice(4)}` })]);
  expect(textOf((await open()).page)).toMatch(/Total \$3\.33 2 bills · 1 invoice \(\d+\)/);
  const first = await exportBills();
  await addBills(barn, [bill({ value: 444 })]);
  const { page } = await open(address(tag, "&view=all"));
  expect(textOf(page)).toMatch(/Total \$4\.44 1 bill · 1 invoice \(\d+\)/);
  expect(textOf(page)).toContain("2 of the bills shown were exported before: left out.");
  const id = await exportBills(address(tag, "&view=all&sort=-value&after=3"));
  expect(parse(await fileOf(id))).toHaveLength(2);
  expect(parse(await fileOf(first))).toHaveLength(3);
  expect(await barn.rows("select export_id from bill_items where comments = ?", [`not ${tag.slice(4)}`])).toEqual([
    { export_id: null },
  ]);
  const nothing = await open();
  expect(textOf(nothing.page)).toContain("There is nothing to export: no pending bill is shown.");
  expect(nothing.page).not.toContain(">Export</button>");
  expect(textOf((await open(address(tag, "&view=all"))).page)).toContain(
    "There is nothing to export: 3 of the bills shown were exported before.",
  );
});

test("the dialog warns of bills that an accounting package would refuse, and links to them", async () => {
  await addBills(barn, [bill({ customerId: null }), bill({ value: 0 }), bill({ value: 0 })]);
  const { page } = await open();
  expect(textOf(page)).toContain("1 bill has no customer and is exported as “Unknown”.");
  expect(textOf(page)).toContain("2 bills have an amount of $0.00.");
  expect(page).toContain('href="/billing/check?all=unknown#unknown"');
  expect(page).toContain('href="/billing/check?all=zero#zero"');
  expect(textOf(page)).not.toContain("in one file");
  expect(page).not.toContain('type="radio" name="amounts"');
  await addBills(
    barn,
    Array.from({ length: 998 }, () => bill()),
  );
  expect(textOf((await open()).page)).toContain("QuickBooks takes 100 invoices and 1,000 rows in one file.");
});

const choices = async () => {
  const [row] = await barn.rows(
    "select is_amounts_chosen as isAmountsChosen, export_amounts as amounts, is_dates_chosen as isDatesChosen, export_dates as dates from settings",
  );
  return row;
};

test("an export asks what the amount of several is for, and how to date invoices, until the barn has chosen once", async () => {
  await barn.rows(
    "update settings set export_amounts = 'quantity-x-value', is_amounts_chosen = 0, export_dates = 'line', is_dates_chosen = 0",
  );
  const unchosen = await choices();
  await barn.rows("update horses set name = 'Bella' where id = ?", [horseId]);
  // An export without such bills asks nothing and remembers nothing.
  await addBills(barn, [bill(), bill()]);
  const single = await open();
  expect(single.page).not.toContain('type="radio"');
  expect((await barn.post(address(), single.fields, admin)).status).toBe(303);
  expect(await choices()).toEqual(unchosen);

  await addBills(barn, [
    bill({ quantity: 2, value: 0 }),
    bill({ quantity: 3, value: 10_000 }),
    bill({ value: 1, date: "2026-11-20" }),
  ]);
  const { page } = await open();
  const text = textOf(page);
  expect(text).toContain(
    "Is $100.00 for all 3 trainings, or for each? Required Training for Bella, 10/31/2026. 2 bills have a quantity above 1. $100.00 for all 3 3 × $33.333 = $100.00 Total $100.01 $100.00 each 3 × $100.00 = $300.00 Total $300.01 The totals differ by $200.00 (200%).",
  );
  expect(text).toContain(
    "Date invoices by service, or one date each? Required The invoice for Bella has 3 bills, from 10/31/2026 to 11/20/2026. Date every line 10/31/2026, due 11/15/2026 to 11/20/2026, due 12/05/2026 Date each invoice 11/20/2026, due 12/05/2026 on all lines Every line keeps the date of its service.",
  );
  const { idempotencyKey = "", fingerprint = "", ...preselected } = preselectedFieldsOf(page);
  expect(preselected).toEqual({});

  const before = await barn.lastCommit();
  const amountsProblem = /id="amounts-problem" role="alert"[^>]*>Choose what the amount is for, then press Export\.</;
  const datesProblem = /id="dates-problem" role="alert"[^>]*>Choose how to date the invoices, then press Export\.</;
  for (const [chosen, isAsked] of [
    [{}, [true, true]],
    [{ dates: "invoice" }, [true, false]],
    [{ amounts: "bill-value" }, [false, true]],
  ] as const) {
    const refused = await barn.post(address(), { idempotencyKey, fingerprint, ...chosen }, admin);
    const asked = await refused.text();
    expect([refused.status, [amountsProblem.test(asked), datesProblem.test(asked)]]).toEqual([400, isAsked]);
    const { idempotencyKey: _, ...kept } = preselectedFieldsOf(asked);
    expect(kept).toEqual({ fingerprint, ...chosen });
  }
  expect([await barn.lastCommit(), await choices()]).toEqual([before, unchosen]);

  const id = await exportBills(address(), { amounts: "bill-value", dates: "invoice" });
  expect(parse(await fileOf(id)).map((record: string[]) => [record[1], ...record.slice(8)])).toEqual([
    ["InvoiceDate", "ItemQuantity", "ItemRate", "Class", "ItemAmount"],
    ["11/20/2026", "2", "0.00", "FLORIDA", "0.00"],
    ["11/20/2026", "3", "33.333", "FLORIDA", "100.00"],
    ["11/20/2026", "1", "0.01", "FLORIDA", "0.01"],
  ]);
  const list = textOf(await (await barn.get(`/billing/exports?made=${id}`, admin)).text());
  expect(list).toContain("· Value is for the whole bill · Date each invoice");
  await addBills(barn, [bill({ quantity: 2 }), bill({ date: "2026-11-01" })]);
  const next = await open();
  expect(preselectedFieldsOf(next.page)).toMatchObject({ amounts: "bill-value", dates: "invoice" });
  expect(textOf(next.page)).not.toContain("Required");
});

test("the settings have the choices of an export, and make the next one ask again", async () => {
  const openSettings = async () => (await barn.get("/accounts/settings", admin)).text();
  expect(textOf(await openSettings())).toMatch(/Value is for the whole bill .*Date every line Date each invoice/);
  const before = await choices();
  const choose = async (chosen: PageFields) => {
    const page = await openSettings();
    const { idempotencyKey = "", version = "", base = "" } = hiddenFieldsOf(page.slice(page.indexOf("<dialog")));
    // An unticked box sends nothing.
    const { prorate: _, ...shown } = JSON.parse(base) as PageFields;
    const entered = { ...shown, ...chosen, idempotencyKey, version, base };
    expect((await barn.post("/accounts/settings", entered, admin)).status).toBe(303);
  };
  await choose({ exportDates: "ask" });
  expect(await choices()).toEqual({ ...before, isDatesChosen: 0 });
  await choose({ exportAmounts: "ask", exportDates: "invoice" });
  expect(await choices()).toEqual({ ...before, isAmountsChosen: 0, isDatesChosen: 1 });
  await choose({ exportDates: "ask" });
  expect(await choices()).toEqual({ ...before, isAmountsChosen: 0, isDatesChosen: 0 });
  await addBills(barn, [bill({ quantity: 2 }), bill({ date: "2026-11-01" })]);
  const { page } = await open();
  expect(textOf(page).match(/Required/g)).toHaveLength(2);
  await exportBills(address(), { amounts: "quantity-x-value", dates: "line" });
  expect(await choices()).toEqual({
    ...{ isAmountsChosen: 1, amounts: "quantity-x-value" },
    ...{ isDatesChosen: 1, dates: "line" },
  });
});

test("an export asks for the dates only if an invoice has several", async () => {
  const [other] = await barn.rows("select id from horses where id <> ? limit 1", [horseId]);
  await addBills(barn, [bill(), bill(), bill({ horseId: String(other?.id), date: "2026-11-02" })]);
  expect((await open()).page).not.toContain("Date each invoice");
  await addBills(barn, [bill({ date: "2026-11-01" })]);
  expect((await open()).page).toContain("Date each invoice");
});

test("eight concurrent requests for one Export make one export", async () => {
  await addBills(barn, [bill(), bill()]);
  const { fields } = await open();
  const before = await count("exports");
  const responses = await Promise.all(Array.from({ length: 8 }, () => barn.post(address(), fields, admin)));
  expect(responses.map((response) => [response.status, response.headers.get("Location")])).toEqual(
    Array(8).fill([303, `/billing/exports?made=${fields.idempotencyKey}`]),
  );
  expect(await count("exports")).toBe(before + 1);
  const byValue = await barn.post(address(), { ...fields, amounts: "bill-value" }, admin);
  const byQuantity = await barn.post(address(), { ...fields, amounts: "quantity-x-value" }, admin);
  expect([byValue.status, byQuantity.status].sort()).toEqual([303, 409]);
  expect(await count("exports")).toBe(before + 1);
  await expectConsecutiveNumbers();
});

test.each([
  ["the same bills", "", ""],
  ["different bills", "&q2=a", "b"],
])(
  "of two admins who export %s at the same moment one gets 409, and the invoice numbers stay consecutive",
  async (_, __, other) => {
    await addBills(barn, [bill(), bill({ comments: `${tag}b` }), bill({ comments: `${tag}b` })]);
    const before = await count("exports");
    const [mine, theirs] = [address(), address(tag + other)];
    const [a, b] = [await open(mine), await open(theirs, otherAdmin)];
    const responses = await Promise.all([barn.post(mine, a.fields, admin), barn.post(theirs, b.fields, otherAdmin)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(await count("exports")).toBe(before + 1);
    for (const response of responses) {
      if (response.status === 303) continue;
      const page = await response.text();
      expect(textOf(page)).toContain(
        "Nothing was exported: since you opened this, bills were added, changed or exported.",
      );
      const left = await open(mine);
      if (left.fields.idempotencyKey) expect((await barn.post(mine, left.fields, admin)).status).toBe(303);
    }
    const [left] = await barn.rows("select count(*) as n from bill_items where comments like ? and export_id is null", [
      `${tag}%`,
    ]);
    expect(left).toEqual({ n: 0 });
    await expectConsecutiveNumbers();
  },
);

test.each([
  ["between opening and Export", false],
  ["just before the write", true],
])("a bill that is added %s is shown before it is exported", async (_, isMeanwhile) => {
  await addBills(barn, [bill()]);
  const { fields } = await open();
  const before = [await count("exports"), await nextInvoice()];
  const add = () => addBills(barn, [bill({ value: 999 })]);
  if (isMeanwhile) barn.proxy.make({ kind: "meanwhile", request: "write", act: add });
  else await add();
  const response = await barn.post(address(), fields, admin);
  barn.proxy.make({ kind: "none" });
  const page = await response.text();
  expect(response.status).toBe(409);
  expect(textOf(page)).toContain("Nothing was exported: since you opened this");
  expect(textOf(page)).toMatch(/Total \$133\.44 2 bills · 1 invoice \(\d+\)/);
  expect([await count("exports"), await nextInvoice()]).toEqual(before);
  expect(await countPending()).toBe(2);
  const now = exportFieldsOf(page);
  expect(now.idempotencyKey).not.toBe(fields.idempotencyKey);
  expect((await barn.post(address(), now, admin)).status).toBe(303);
  expect(await countPending()).toBe(0);
});

test("if the bills, a name or the next invoice number changed since the dialog opened, nothing is exported", async () => {
  await addBills(barn, [bill({ value: 500 }), bill({ value: 500, quantity: 2 })]);
  const ofBill = (column: string) => `id in (select ${column} from bill_items where comments = ?)`;
  for (const sql of [
    "update bill_items set value = value + 1, version = version + 1 where comments = ?",
    // The sums of the columns stay as they are.
    "update bill_items set quantity = 3 - quantity, version = version + 1 where comments = ?",
    ...["horse", "customer", "service"].map(
      (name) => `update ${name}s set version = version + 1 where ${ofBill(`${name}_id`)}`,
    ),
    "update settings set invoice_number = invoice_number + 1 where ? <> ''",
    "update bill_items set comments = 'elsewhere' where comments = ? and quantity = 1",
  ])
    for (const isMeanwhile of [false, true]) {
      const { fields } = await open();
      const change = () => barn.rows(sql, [tag]);
      if (isMeanwhile) barn.proxy.make({ kind: "meanwhile", request: "write", act: change });
      else await change();
      const { status } = await barn.post(address(), fields, admin);
      barn.proxy.make({ kind: "none" });
      expect([sql, isMeanwhile, status]).toEqual([sql, isMeanwhile, 409]);
      if (sql.includes("elsewhere"))
        await barn.rows("update bill_items set comments = ? where comments = 'elsewhere'", [tag]);
    }
  await barn.rows("update settings set invoice_number = invoice_number - 2");
});

test("if the database's response is lost, a second Export succeeds, and one export is made", async () => {
  await addBills(barn, [bill()]);
  const { fields } = await open();
  const before = await count("exports");
  barn.proxy.make({ kind: "lose answer", request: "write" });
  const lost = await barn.post(address(), fields, admin);
  barn.proxy.make({ kind: "none" });
  const page = await lost.text();
  expect(lost.status).toBe(503);
  expect(textOf(page)).toContain("Press Export again in a moment: nothing is exported twice.");
  expect(exportFieldsOf(page)).toEqual(fields);
  expect(await count("exports")).toBe(before + 1);
  expect((await barn.post(address(), fields, admin)).status).toBe(303);
  expect(await count("exports")).toBe(before + 1);
  await expectConsecutiveNumbers();
});

test("an invoice with more rows than a part may have is a part of its own, and no file that QuickBooks takes", async () => {
  await addBills(
    barn,
    Array.from({ length: 1_002 }, () => bill()),
  );
  const alone = await barn.get(`/billing/exports?made=${await exportBills()}`, admin);
  const text = withoutTranslation(await alone.text());
  expect(text).not.toMatch(/Download invoices-|takes it in parts/);
  expect(text).toMatch(/class="link">Download part 1<.*1,002 rows; QuickBooks takes 1,000/);
});

test("the URL of a file that does not exist gets 404", async () => {
  await addBills(barn, [bill()]);
  const id = await exportBills();
  const none = crypto.randomUUID();
  for (const file of [
    ...[`${none}.csv`, id, `${id}.txt`, `${id}.csv.csv`, ".csv", "%00.csv", "' or 1=1.csv", `${id}.csv.data`],
    ...["0", "2", "-1", "1.5", "", "99999999999999999999"].map((part) => `${id}.csv?part=${part}`),
  ]) {
    const response = await barn.get(`/billing/exports/${file}`, admin);
    expect([file, response.status]).toEqual([file, 404]);
    await response.text();
  }
  expect(parse(await fileOf(id, "?part=1"))).toHaveLength(2);
  for (const made of [none, "nonsense"])
    expect((await barn.get(`/billing/exports?made=${made}`, admin)).status).toBe(200);
});

test("an Export with invalid fields gets 400, and nothing is exported", async () => {
  await addBills(barn, [bill()]);
  const { fields } = await open();
  const before = await barn.lastCommit();
  for (const change of [
    { idempotencyKey: "" },
    { idempotencyKey: "nonsense" },
    { fingerprint: "" },
    { fingerprint: "'" },
    { fingerprint: "1".repeat(65) },
    { amounts: "" },
    { amounts: "both" },
    { dates: "" },
    { dates: "both" },
    { strange: "1" },
  ]) {
    const response = await barn.post(address(), { ...fields, ...change }, admin);
    expect([change, response.status]).toEqual([change, 400]);
    await response.text();
  }
  expect(await barn.lastCommit()).toBe(before);
});

test("each page and each file sends one request to the database, and an export two", async () => {
  await addBills(barn, [bill({ quantity: 2 })]);
  const { fields } = await open();
  const exported = `/billing/exports/${fields.idempotencyKey}.csv`;
  const get = (path: string) => async () => (await barn.get(path, admin)).text();
  const save = () => barn.post(address(), fields, admin);
  const acts = [get("/billing?view=all&q=an"), get(address()), get(address(tag, "&view=all")), save, save];
  acts.push(get(`/billing/exports?made=${fields.idempotencyKey}`), get(exported), get(`${exported}?part=1`));
  const requests = [];
  for (const act of acts) requests.push(await barn.requestsDuring(act));
  expect(requests).toEqual(acts.map((act) => (act === save ? 2 : 1)));
});

test("past exports are listed newest first, 100 on a page", async () => {
  await barn.rows(
    `insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 350)
    select 'old ' || i, strftime('%Y-%m-%dT%H:%M:%SZ', '2020-03-08T06:59:00Z', '+' || (i * 60) || ' minutes'), '2020-03-08', 'old@example.com', 'bill-value', i, 1, 1, 5 from n`,
  );
  const page = await (await barn.get("/billing/exports", admin)).text();
  const times = (html: string) =>
    [...withoutTranslation(html).matchAll(/<th scope="row"[^>]*><a[^>]*>([^<]*)</g)].map((match) => match[1]);
  expect(times(page)).toHaveLength(100);
  const last = await (await barn.get("/billing/exports?page=4", admin)).text();
  // The night in which clocks went forward in New York.
  expect(times(last).slice(-2)).toEqual(["03/08/2020, 4:59 AM", "03/08/2020, 3:59 AM"]);
  expect(page).toContain('href="/billing/exports?page=2"');
  expect(times(last).length).toBeGreaterThanOrEqual(50);
  expect(textOf(last)).toContain(
    "3:59 AM invoices-2020-03-08-from-1.csv 0 kB 1 bill 1 invoice (1) $0.05 old@example.com",
  );
});

test("the parts of an export together are the whole file, and the end of a session ends the download of a list", async () => {
  const bills = 2_100;
  await addManyBills(barn, bills, tag);
  const { fields, page } = await open();
  expect(textOf(page)).toContain("parts of whole invoices as files of their own");
  expect((await barn.post(address(), fields, admin)).status).toBe(303);
  const id = fields.idempotencyKey ?? "";
  const [header = "", ...lines] = (await fileOf(id)).split("\r\n");
  expect(lines).toHaveLength(bills);
  const [made] = await barn.rows("select parts from exports where id = ?", [id]);
  const parts: Part[] = JSON.parse(String(made?.parts));
  expect(parts.length).toBeGreaterThan(2);
  const files = await Promise.all(parts.map((_, i) => fileOf(id, `?part=${i + 1}`)));
  const cut = files.map((file) => file.split("\r\n"));
  expect([...new Set(cut.map(([first]) => first))]).toEqual([header]);
  expect(cut.flatMap(([, ...rest]) => rest)).toEqual(lines);
  const list = textOf(await (await barn.get(`/billing/exports?made=${id}`, admin)).text());
  expect(list).toContain("Download part 1 Invoices");
  expect(list).toMatch(new RegExp(`${parts.length} parts, \\d+ kB`));
  expect(list).toContain(`The whole file: ${bills.toLocaleString("en-US")} rows; QuickBooks takes 1,000.`);
  const named = await barn.get(`/billing/exports/${id}.csv?part=2`, admin);
  expect(named.headers.get("Content-Disposition")).toMatch(/filename="invoices-\d{4}-\d\d-\d\d-from-\d+-part-2\.csv"/);
  await named.text();
  // A list is read 2,000 rows at a time. Its file has no length, so its last line says that it is not whole.
  await expectNoFurtherPage(barn, "/billing/csv?view=all", "INCOMPLETE: you are no longer signed in as an admin.");
});
