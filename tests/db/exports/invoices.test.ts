import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Part } from "#app/domain/exports/invoices.ts";
import { filteredSeqs } from "#db/list/list-page.ts";
import { billsSource, isPending } from "#db/queries/bills/bills.ts";
import { correctBill, findBillToCorrect } from "#db/queries/bills/stored-corrections.ts";
import { makeExport, previewExport, splitIntoParts } from "#db/queries/exports/stored-exports.ts";
import { invoicePage } from "#db/queries/exports/stored-invoices.ts";
import { filtersAt } from "#db/queries/shell/list-filters.ts";
import { toStatement } from "#db/statements.ts";
import { importAsExported } from "#tests/support/barn/corrections.ts";
import { openDatabase } from "#tests/support/database/database.ts";

/* The pages of invoices, and the bills that a filter by invoice or export finds, compared with the exported lines; the parts of a file. */

const OTHER_COLUMNS =
  "invoice_date, due_date, terms, customer, service_date, item, item_description, item_quantity, item_rate, class, item_amount";

type Line = { exportId: string; position: number; number: number; billId: string; amount: number; voided: number };

let database: Awaited<ReturnType<typeof openDatabase>>;
let lines: Line[];
let imported: string[];
const by = { actor: "alex@hayloft.example", at: new Date("2026-11-22T17:00:00Z") };
const rows = <Row>(sql: string, args: (string | number)[] = []) => database.rows(sql, args) as Promise<Row[]>;

async function exportBills(q: string): Promise<string> {
  const [found] = await database.connect().read(previewExport({ view: isPending, q }));
  const id = crypto.randomUUID();
  const { versions = "" } = found ?? {};
  const chosen = { amounts: "bill-value", dates: "line", date: "2026-11-22" } as const;
  expect(await database.connect().write(makeExport({ id, q, ...chosen, fingerprint: "", versions }, by))).toBe(
    "written",
  );
  return id;
}

beforeAll(async () => {
  database = await openDatabase();
  const old = await rows<{ id: string }>("select id from bill_items where seq % 50 = 0");
  imported = old.map(({ id }) => id);
  await importAsExported(database.rows, imported);
  const voided = await exportBills("lesson");
  await rows("update exports set voided_at = '2026-11-22T18:00:00.000Z', voided_by = 'test' where id = ?", [voided]);
  await rows("update export_lines set is_voided = 1 where export_id = ?", [voided]);
  await rows("update bill_items set export_id = null where export_id = ?", [voided]);
  await exportBills("training");
  await exportBills("");
  lines = await rows(
    "select export_id as exportId, position, invoice_number as number, bill_item_id as billId, item_amount as amount, is_voided as voided from export_lines order by position",
  );
});
afterAll(() => database.close());

const read = async (number: number) => (await database.connect().read(invoicePage(number)))[0]?.page;

test("each invoice has its lines, in their order, and their total", async () => {
  const numbers = [...new Set(lines.map(({ number }) => number))];
  expect(numbers.length).toBeGreaterThan(60);
  const reader = database.connect();
  const pages = await Promise.all(numbers.map((number) => reader.read(invoicePage(number))));
  for (const [i, number] of numbers.entries()) {
    const own = lines.filter((line) => line.number === number);
    const page = pages[i]?.[0]?.page;
    expect(page?.lines.map(({ position, amount }) => [position, amount])).toEqual(
      own.map(({ position, amount }) => [position, amount]),
    );
    expect(page).toMatchObject({
      number,
      lineCount: own.length,
      total: own.reduce((sum, { amount }) => sum + amount, 0),
      export: { id: own[0]?.exportId, isVoided: own[0]?.voided === 1 },
    });
  }
});

test("there is no page of a number that no export has, nor of what was invoiced before Hayloft", async () => {
  const most = Math.max(...lines.map(({ number }) => number));
  for (const number of [0, 1, 1_000, most + 1]) expect(await read(number)).toBeUndefined();
});

test("an invoice has the corrections of its bills, unless its export was voided", async () => {
  const again = lines.find(
    ({ billId, voided }) => !voided && lines.some((line) => line.billId === billId && line.voided),
  );
  const { billId = "", number = 0 } = again ?? {};
  const [found] = await database.connect().read(findBillToCorrect(billId));
  if (!found) throw new Error(`There is no bill ${billId}`);
  const { record } = found;
  const entered = {
    customerId: record.customerId,
    serviceId: record.serviceId,
    amount: record.amount + 100,
    reason: "x",
    pay: "leave" as const,
  };
  const change = correctBill(
    { id: billId, version: record.version, idempotencyKey: crypto.randomUUID() },
    entered,
    by,
    record,
  );
  if ("problem" in change) throw new Error(change.problem);
  await database.connect().write(change);
  expect((await read(number))?.corrections).toMatchObject([{ invoiceNumber: number, amount: 100, isEntered: false }]);
  const before = lines.find((line) => line.billId === billId && line.voided)?.number ?? 0;
  expect((await read(before))?.corrections).toEqual([]);
});

async function found(name: "invoice" | "export", value: string): Promise<string[]> {
  const restriction = filtersAt("/billing")[name]?.restrict(value);
  if (!restriction) throw new Error(`There is no filter ${name}`);
  const seqs = filteredSeqs(billsSource, { q: "", restrictions: [restriction] });
  const { sql: text, args } = toStatement(sql`select id from bill_items where seq in (${seqs})`);
  const bills = await rows<{ id: string }>(text, args as string[]);
  return bills.map(({ id }) => id).sort();
}

test("a filter by invoice or by export finds the bills of its lines", async () => {
  for (const { number } of lines.filter((_, i) => i % 40 === 0)) {
    const own = lines.filter((line) => line.number === number).map(({ billId }) => billId);
    expect(await found("invoice", String(number))).toEqual(own.sort());
  }
  for (const id of new Set(lines.map(({ exportId }) => exportId))) {
    const own = lines.filter(({ exportId }) => exportId === id).map(({ billId }) => billId);
    expect(await found("export", id)).toEqual(own.sort());
  }
  expect(await found("export", "import")).toEqual(imported.sort());
  expect(await found("export", "none")).toEqual([]);
});

test("the lines of an invoice are found without those of others", async () => {
  const { sql: text, params } = invoicePage(1088).toSQL();
  const plan = (await rows<{ detail: string }>(`explain query plan ${text}`, params as string[])).map(
    ({ detail }) => detail,
  );
  expect(plan.filter((each) => /^SCAN (l|i|o|invoices)\b/.test(each))).toEqual([]);
  expect(plan.join()).toMatch(
    /SEARCH l USING INDEX sqlite_autoindex_export_lines_1 \(export_id=\? AND position>\? AND position<\?\)/,
  );
  expect(plan.join()).toContain("SEARCH x USING INDEX corrections_by_bill");
});

test.each([
  ["2 invoices", [2, 3], "lines 1-5 of 101-102"],
  ["100 invoices", Array(100).fill(1), "lines 1-100 of 101-200"],
  ["101 invoices", Array(101).fill(1), "lines 1-100 of 101-200, lines 101-101 of 201-201"],
  ["1,000 rows", [600, 400], "lines 1-1000 of 101-102"],
  ["1,001 rows", [600, 401, 2], "lines 1-600 of 101-101, lines 601-1003 of 102-103"],
  [
    "an invoice of 1,001 rows",
    [1, 1_001, 1],
    "lines 1-1 of 101-101, lines 2-1002 of 102-102, lines 1003-1003 of 103-103",
  ],
])(
  "%s: a part has whole invoices, at most 100, and at most 1,000 rows unless one invoice has more",
  async (_, lengths, parts) => {
    const id = crypto.randomUUID();
    await rows(
      `insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total)
      values (?, '2026-11-22T19:00:00.000Z', '2026-11-22', 'test', 'bill-value', 101, 1, 1, 0)`,
      [id],
    );
    const numbers = lengths.flatMap((length: number, i) => Array<number>(length).fill(101 + i));
    // A bill may be in any number of voided exports.
    await rows(
      `insert into export_lines (export_id, position, bill_item_id, invoice_number, is_voided, ${OTHER_COLUMNS})
      select ?, key + 1, bill_item_id, value, 1, ${OTHER_COLUMNS} from (select * from export_lines limit 1), json_each(?)`,
      [id, JSON.stringify(numbers)],
    );
    const { sql: text, args } = toStatement(splitIntoParts(id));
    await rows(text, args as string[]);
    const [made] = await rows<{ parts: string }>("select parts from exports where id = ?", [id]);
    const described = (JSON.parse(made?.parts ?? "[]") as Part[]).map(
      (part) => `lines ${part.first}-${part.last} of ${part.firstInvoice}-${part.lastInvoice}`,
    );
    expect(described.join(", ")).toBe(parts);
  },
);
