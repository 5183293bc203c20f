import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filteredSeqs } from "#db/list/list-page.ts";
import { billsSource, isPending } from "#db/queries/bills/bills.ts";
import { correctBill, findBillToCorrect } from "#db/queries/bills/stored-corrections.ts";
import { makeExport, previewExport } from "#db/queries/exports/stored-exports.ts";
import { invoicePage } from "#db/queries/exports/stored-invoices.ts";
import { filtersAt } from "#db/queries/shell/list-filters.ts";
import { toStatement } from "#db/statements.ts";
import { importAsExported } from "#tests/support/barn/corrections.ts";
import { openDatabase } from "#tests/support/database/database.ts";

/* The pages of invoices, and the bills that a filter by invoice or export finds, compared with the exported lines. */

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
