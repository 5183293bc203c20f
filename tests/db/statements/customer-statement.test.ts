import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { firstDayOf, lastDayOf, monthOf } from "#app/domain/basics/months.ts";
import { IMPORTED_INVOICE } from "#app/domain/bills/imported.ts";
import { readFrozen, sharedOf } from "#app/domain/statements/shared-statement.ts";
import { type Period, type Statement, statementOf, sumsOf } from "#app/domain/statements/statement.ts";
import { customerPage } from "#db/queries/barn/customer-page.ts";
import { isPending } from "#db/queries/bills/bills.ts";
import { voidBills } from "#db/queries/bills/mend-bills.ts";
import { correctBill, findBillToCorrect, setEntered } from "#db/queries/bills/stored-corrections.ts";
import { makeExport, previewExport, readCsv } from "#db/queries/exports/stored-exports.ts";
import { allStatements, countStatements, customerStatement } from "#db/queries/statements/customer-statement.ts";
import { findShared, shareStatements } from "#db/queries/statements/statement-links.ts";
import { randomFrom } from "#db/seed/random.ts";
import type { Change } from "#db/write/change.ts";
import { importAsExported } from "#tests/support/barn/corrections.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { samples } from "#tests/support/samples.ts";

/*
 * Statements of the demo barn after an import, exports of both ways, voided bills and corrections. Each sum is compared with one that is
 * added up here from the rows of bills, export lines and corrections (docs/product.md, 'Statements').
 */

type Bill = {
  id: string;
  customerId: string | null;
  date: string;
  quantity: number;
  value: number;
  exportId: string | null;
};
type Line = { billId: string; invoice: number; amount: number };
type Entry = { billId: string; customerId: string | null; amount: number; entered: number };

let database: Awaited<ReturnType<typeof openDatabase>>;
const rows = <Row>(sql: string, args: (string | number)[] = []) => database.rows(sql, args) as Promise<Row[]>;
const by = { actor: "alex@hayloft.example", at: new Date() };
const today = todayInNewYork(by.at);
const random = randomFrom("statements");

let customers: { id: string; name: string }[];
/** The customer of each bill when it was exported. */
const payers = new Map<string, string | null>();
let bills: Bill[];
/** Of bills that were invoiced before Hayloft, with the values that they had then. */
let imported: Line[];
let lines: Line[];
let entries: Entry[];
let months: string[];

const write = async (change: Change | { problem: string }) => {
  if ("problem" in change) throw new Error(change.problem);
  expect(await database.connect().write(change)).toBe("written");
};

async function exportBills(q: string, amounts: "quantity-x-value" | "bill-value"): Promise<string> {
  const [found] = await database.connect().read(previewExport({ view: isPending, q }));
  const id = crypto.randomUUID();
  const { versions = "" } = found ?? {};
  await write(makeExport({ id, date: today, q, amounts, dates: "line", fingerprint: "", versions }, by));
  return id;
}

async function correct(id: string, change: { customerId?: string; amount?: number; serviceId?: string }) {
  const [found] = await database.connect().read(findBillToCorrect(id));
  if (!found) throw new Error(`There is no bill ${id}`);
  const { record } = found;
  const { customerId, serviceId, amount, version } = record;
  const entered = { customerId, serviceId, amount, reason: "Wrong", pay: "leave" as const, ...change };
  await write(correctBill({ id, version, idempotencyKey: crypto.randomUUID() }, entered, by, record));
}

const exports: string[] = [];

beforeAll(async () => {
  database = await openDatabase();
  customers = await rows("select id, name from customers");
  // Bills of no customer, of one horse and two customers, and with quantities above 1, which the demo barn has, too.
  await rows("update bill_items set customer_id = null where seq % 41 = 0");
  await rows("update bill_items set customer_id = (select id from customers limit 1) where seq % 23 = 0");
  await rows("update bill_items set quantity = 1 + seq % 5 where seq % 7 = 0");
  const all = await rows<{ id: string; value: number }>("select id, value from bill_items order by seq");
  const old = all.filter(({ value }, i) => value > 0 && (i % 14 === 6 || random.int(0, 9) === 0));
  await importAsExported(
    database.rows,
    old.map(({ id }) => id),
  );
  imported = old.map(({ id, value }) => ({ billId: id, invoice: IMPORTED_INVOICE, amount: value }));
  exports.push(await exportBills("lesson", "quantity-x-value"), await exportBills("training", "bill-value"));
  exports.push(await exportBills("farrier", "quantity-x-value"));
  for (const { id, customer_id } of await rows<{ id: string; customer_id: string | null }>(
    "select id, customer_id from bill_items where export_id is not null",
  ))
    payers.set(id, customer_id);
  const pending = await rows<{ id: string }>("select id from bill_items where export_id is null and seq % 13 = 0");
  await write(
    voidBills(
      crypto.randomUUID(),
      pending.map(({ id }) => id),
      { payIds: [], showIds: [] },
      by,
    ),
  );
  const exported = await rows<{ id: string }>(
    "select id from bill_items where export_id <> 'import' and value > 0 order by seq % 17, seq limit 24",
  );
  exported.push(...imported.slice(0, 24).map(({ billId }) => ({ id: billId })));
  const [other, third] = customers.slice(-2).map(({ id }) => id);
  const [service] = await rows<{ id: string }>("select id from services order by seq desc limit 1");
  for (const [i, { id }] of exported.entries()) {
    await correct(id, i % 2 ? { amount: 100 * i } : { customerId: other ?? "" });
    if (i % 3 === 0) await correct(id, { customerId: third ?? "", amount: 77_700 + i });
    if (i % 4 === 0) await correct(id, { customerId: payers.get(id) ?? other ?? "", serviceId: service?.id ?? "" });
  }
  const ticked = await rows<{ id: string }>("select id from corrections where seq % 3 = 0");
  await write(
    setEntered(
      ticked.map(({ id }) => id),
      { entered: true },
      by,
    ),
  );
  bills = await rows(
    "select id, customer_id as customerId, date, quantity, value, export_id as exportId from bill_items where deleted_at is null",
  );
  lines = await rows(
    "select bill_item_id as billId, invoice_number as invoice, item_amount as amount from export_lines where is_voided = 0",
  );
  lines.push(...imported);
  entries = await rows(
    "select bill_item_id as billId, customer_id as customerId, amount, entered from corrections where deleted_at is null",
  );
  months = [...new Set(bills.map(({ date }) => date.slice(0, 7)))].sort();
});
afterAll(() => database.close());

/** Statements that are read at once with one reader come in one request. */
async function read(id: string, period: Period | null, reader = database.connect()) {
  const [found] = await reader.read(customerStatement(id, period, today));
  if (!found) throw new Error(`There is no customer ${id}`);
  const { statement } = found;
  expect(statement.isTooLong).toBe(false);
  return { ...statement, made: statementOf(statement, id) };
}

/** The statements of all customers. */
async function readAll(period: Period) {
  const reader = database.connect();
  return Promise.all(customers.map(async (of) => ({ of, ...(await read(of.id, period, reader)) })));
}

const EVER: Period = { first: "2000-01-01", last: "2099-12-31" };
const periodsOf = () => months.map((month) => ({ first: `${month}-01`, last: lastDayOf(month) }));
const sum = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0);
const dateOf = (billId: string) => bills.find(({ id }) => id === billId)?.date ?? "";

/** The sums of a statement, added up from the rows. Pending bills are exported as quantity x value next time. */
function expected(id: string, { first, last }: Period): Omit<Statement, "horses"> {
  const isIn = (date: string) => date >= first && date <= last;
  const own = entries.filter(({ customerId }) => customerId === id);
  const pending = bills.filter(({ customerId, exportId }) => customerId === id && exportId === null);
  const amounts = (of: Bill[]) => sum(of.map(({ quantity, value }) => quantity * value));
  const exported = sum(
    lines.flatMap(({ billId, amount }) => (payers.get(billId) === id && isIn(dateOf(billId)) ? [amount] : [])),
  );
  const corrected = own.filter(({ billId }) => isIn(dateOf(billId)));
  const opening = {
    bills: amounts(pending.filter(({ date }) => date < first)),
    corrections: sum(
      own.flatMap(({ billId, amount, entered }) => (dateOf(billId) < first && !entered ? [amount] : [])),
    ),
  };
  const billed =
    exported + sum(corrected.map(({ amount }) => amount)) + amounts(pending.filter(({ date }) => isIn(date)));
  const invoiced = exported + sum(corrected.flatMap(({ amount, entered }) => (entered ? [amount] : [])));
  const total = billed + opening.bills + opening.corrections;
  return { opening, late: [], lateInvoiced: 0, billed, total, invoiced, pending: total - invoiced };
}

test("the rows of this file have what statements are about", () => {
  expect([bills.length > 200, lines.length > 50, entries.length > 40, months.length > 2]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(bills.some(({ exportId, quantity }) => !exportId && quantity > 1)).toBe(true);
  expect(entries.some(({ entered }) => entered)).toBe(true);
  const old = bills.filter(({ exportId }) => exportId === "import");
  expect([old.length > 30, old.length === imported.length]).toEqual([true, true]);
  expect(old.some(({ quantity, id }) => quantity > 1 && entries.some(({ billId }) => billId === id))).toBe(true);
});

test("the statements of every customer and month agree with the rows, to the cent", async () => {
  for (const period of periodsOf()) {
    for (const { of, made } of await readAll(period)) {
      const { horses: _, ...sums } = made;
      expect([of.id, period, sums]).toEqual([of.id, period, expected(of.id, period)]);
    }
  }
});

test("statements from any day to any day agree with the rows, to the cent", async () => {
  const reader = database.connect();
  const asked = Array.from({ length: samples(60) }, () => {
    const first = plusDays(`${months[0]}-01`, random.int(0, 120));
    return { id: random.pick(customers).id, period: { first, last: plusDays(first, random.int(0, 100)) } };
  });
  const found = await Promise.all(asked.map(async ({ id, period }) => read(id, period, reader)));
  for (const [i, { id, period }] of asked.entries()) {
    const { horses: _, ...sums } = found[i]?.made ?? { horses: [] };
    expect([id, period, sums]).toEqual([id, period, expected(id, period)]);
  }
});

test("the print of a period has the statement of each customer with lines in it, once, in the order of the names", async () => {
  const reader = database.connect();
  for (const period of [...periodsOf(), { first: `${months[0]}-01`, last: today }]) {
    const [counts] = await reader.read(countStatements(period));
    const single = new Map((await readAll(period)).map(({ of, made: _, ...each }) => [of.id, each]));
    const bySeq = (of: { bills: { seq: number }[] } | undefined) => of?.bills.toSorted((a, b) => a.seq - b.seq);
    const printed: { id: string; name: string }[] = [];
    for (let part = 1; part <= (counts?.parts ?? 0); part += 1) {
      for (const { statement } of await reader.read(allStatements(period, part))) {
        const alone = single.get(statement.customer.id);
        expect({ ...statement, bills: bySeq(statement) }).toEqual({ ...alone, bills: bySeq(alone) });
        printed.push(statement.customer);
      }
    }
    const billed = [...single].flatMap(([id, { bills: own }]) => (own.length > 0 ? [id] : []));
    expect(printed.map(({ id }) => id).sort()).toEqual(billed.sort());
    expect(printed.length).toBe(counts?.customers);
    expect(printed.map(({ name }) => name)).toEqual(
      printed.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, "en-US")),
    );
  }
  expect((await reader.read(countStatements({ first: "2001-01-01", last: "2001-01-31" })))[0]).toEqual({
    customers: 0,
    parts: 1,
  });
});

test("all statements together are all bills; the value of a corrected one is the sum of its lines on all of them", async () => {
  const statements = await readAll(EVER);
  const isKnown = (id: string | null | undefined) => id !== null;
  const rest = bills.filter(({ exportId, customerId }) => exportId === null && isKnown(customerId));
  expect(sum(statements.map(({ made }) => made.billed))).toBe(
    sum(lines.flatMap(({ billId, amount }) => (isKnown(payers.get(billId)) ? [amount] : []))) +
      sum(entries.flatMap(({ customerId, amount }) => (isKnown(customerId) ? [amount] : []))) +
      sum(rest.map(({ quantity, value }) => quantity * value)),
  );
  const shown = statements.flatMap(({ made }) => made.horses.flatMap(({ lines: all }) => all));
  const corrected = await rows<{ seq: number; value: number; id: string }>(
    "select seq, value, id from bill_items where corrected_at is not null",
  );
  for (const { seq, value, id } of corrected) {
    if (payers.get(id) === null) continue;
    const own = shown.filter(({ key }) => key.split(".")[0] === String(seq));
    expect([seq, sum(own.map(({ amount }) => amount))]).toEqual([seq, value]);
  }
  expect(corrected.length).toBeGreaterThan(10);
});

test("the exported lines of a statement are those of the customer in the CSV files", async () => {
  const files = await Promise.all(exports.map((id) => database.connect().read(readCsv(id, null, 0))));
  const records = files.flatMap(
    ([file]) => parse((file?.text ?? "").trim(), { relax_column_count: true }) as string[][],
  );
  for (const { of, made } of await readAll(EVER)) {
    const { name } = of;
    const ofFiles = records
      .filter((record) => record[4] === name)
      .map((record) => [record[0], record[5], record[6], record[8], record[11]].join());
    const shown = made.horses.flatMap(({ lines: all }) =>
      all
        .filter(({ kind, invoice }) => kind === "invoiced" && invoice?.number !== IMPORTED_INVOICE)
        .map(({ invoice, date, service, quantity, amount }) =>
          [
            invoice?.number,
            `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`,
            service,
            quantity,
            (amount / 100).toFixed(2),
          ].join(),
        ),
    );
    expect([name, shown.sort()]).toEqual([name, ofFiles.sort()]);
  }
  expect(records.length).toBe(lines.length - imported.length);
});

describe("a shared statement", () => {
  const hash = (of: string) => createHash("sha256").update(of).digest("hex");
  const link = (id: string, period: Period, frozen: string | null) => ({
    ...period,
    ...{
      id: crypto.randomUUID(),
      tokenHash: hash(`${id} ${period.first} ${frozen}`),
      customerId: id,
      hasComments: true,
    },
    ...{ endsOn: plusDays(today, 90), frozen, digest: hash("any"), mailedTo: null, replacedId: null },
  });

  test("has the sums of the rows, to the cent, for every customer and month, live and frozen, after renames too", async () => {
    const options = { asOf: today, hasComments: true };
    const statements = await Promise.all(
      periodsOf().map(async (period) => (await readAll(period)).map((each) => ({ ...each, period }))),
    );
    const links = statements.flat().map(({ of: { id }, period, made, ...source }) => {
      const frozen = JSON.stringify(sharedOf({ ...source, period }, made, options));
      return { live: link(id, period, null), frozen: link(id, period, frozen), id, period };
    });
    const all = links.flatMap(({ live, frozen }) => [live, frozen]);
    await write(shareStatements(all, { ...by, idempotencyKey: crypto.randomUUID(), runId: null, today }));
    await rows("update horses set name = 'Renamed ' || name");
    await rows("update services set product_service_name = 'Renamed ' || product_service_name");
    const reader = database.connect();
    const found = await Promise.all(all.map(({ tokenHash }) => reader.read(findShared(tokenHash, today))));
    for (const [i, { id, period }] of links.entries()) {
      const sums = sumsOf({ ...expected(id, period), horses: [] }, period);
      const [[live], [frozen]] = [found[2 * i] ?? [], found[2 * i + 1] ?? []];
      const statement = live?.statement;
      if (!statement) throw new Error("The link shows no statement");
      const now = sharedOf(statement, statementOf(statement, id), options);
      const then = readFrozen(frozen?.frozen ?? "");
      expect([id, period, now.sums, then?.sums]).toEqual([id, period, sums, sums]);
      const lineSum = sum(now.horses.flatMap((horse) => horse.lines.map(({ amount }) => amount)));
      expect([lineSum, sum(now.horses.map(({ total }) => total))]).toEqual([expected(id, period).billed, lineSum]);
      expect(now.horses.every(({ name }) => name.startsWith("Renamed "))).toBe(true);
      expect(then?.horses.some(({ name }) => name.startsWith("Renamed "))).toBe(false);
    }
    await rows("update horses set name = substr(name, 9)");
    await rows("update services set product_service_name = substr(product_service_name, 9)");
  });
});

describe("the way pending bills are counted", () => {
  test("is that of the barn's last choice, and the bill's value before the first one", async () => {
    const [bill] = bills.filter(
      ({ exportId, quantity, customerId }) => exportId === null && quantity > 1 && customerId,
    );
    const id = bill?.customerId ?? "";
    const period = { first: "2099-01-01", last: "2099-01-31" };
    const opening = async () => (await read(id, period)).opening.bills;
    const own = bills.filter(({ customerId, exportId }) => customerId === id && exportId === null);
    expect(await opening()).toBe(sum(own.map(({ quantity, value }) => quantity * value)));
    await rows("update settings set export_amounts = 'bill-value'");
    expect(await opening()).toBe(sum(own.map(({ value }) => value)));
    await rows("update settings set export_amounts = 'quantity-x-value', is_amounts_chosen = 0");
    expect(await opening()).toBe(sum(own.map(({ value }) => value)));
    await rows("update settings set is_amounts_chosen = 1");
  });
});

test("without a period, the statement is of the last month with bills that has begun", async () => {
  const [first] = customers;
  const id = first?.id ?? "";
  const own = bills.filter(({ customerId }) => customerId === id).map(({ date }) => date.slice(0, 7));
  const last =
    own
      .filter((month) => month <= monthOf(today))
      .sort()
      .at(-1) ?? "";
  expect((await read(id, null)).period).toEqual({ first: `${last}-01`, last: lastDayOf(last) });
  await rows(
    `insert into customers (id, name, emails, riders, created_at, updated_at) values ('new', 'New', '[]', '[]', '2026', '2026')`,
  );
  const period = { first: firstDayOf(monthOf(today)), last: lastDayOf(monthOf(today)) };
  expect(await read("new", null)).toMatchObject({ period, bills: [] });
});

test("the page of a customer has the sums by month, and the invoices, of the rows", async () => {
  const reader = database.connect();
  const pages = await Promise.all(customers.map(({ id }) => reader.read(customerPage(id, "2026-11-22"))));
  for (const [i, { id }] of customers.entries()) {
    const [found] = pages[i] ?? [];
    const own = bills.filter(({ customerId }) => customerId === id);
    const sums = months.flatMap((month) => {
      const of = own.filter(({ date }) => date.startsWith(month));
      return of.length > 0
        ? [
            {
              month,
              sum: sum(of.map(({ value }) => value)),
              pending: sum(of.flatMap(({ value, exportId }) => (exportId ? [] : [value]))),
            },
          ]
        : [];
    });
    // A month with voided bills only is listed with $0.00.
    const shown = found?.page.months.filter((each) => each.sum > 0) ?? [];
    const latestMonths = sums.filter((each) => each.sum > 0).reverse();
    expect(shown).toEqual(latestMonths.slice(0, shown.length));
    expect(found?.page.months).toHaveLength(Math.min(12, found?.page.months.length ?? 0));
    expect(found?.page.months.length).toBeGreaterThanOrEqual(Math.min(12, latestMonths.length));
    expect(found?.page.billed).toEqual({
      inYear: sum(own.flatMap(({ date, value }) => (date.startsWith("2026") ? [value] : []))),
      pending: sum(sums.map((month) => month.pending)),
    });
    const numbers = new Map<number, number>();
    for (const { billId, invoice, amount } of lines) {
      if (payers.get(billId) === id && invoice !== IMPORTED_INVOICE)
        numbers.set(invoice, (numbers.get(invoice) ?? 0) + amount);
    }
    const latest = [...numbers].sort(([a], [b]) => b - a).slice(0, 12);
    expect(found?.page.invoices.map(({ number, total }) => [number, total])).toEqual(latest);
    const old = own.filter(({ exportId }) => exportId === "import");
    expect(found?.page.imported).toEqual({ count: old.length, sum: sum(old.map(({ value }) => value)) });
  }
});

test("a statement reads no bill outside its period, and no correction of another customer", async () => {
  const { sql, params } = customerStatement("nobody", { first: "2026-11-01", last: "2026-11-30" }, today).toSQL();
  const plan = (await rows<{ detail: string }>(`explain query plan ${sql}`, params as string[])).map(
    ({ detail }) => detail,
  );
  expect(plan.filter((each) => /SCAN (l|h|s|customers)\b/.test(each))).toEqual([]);
  expect(plan.join("\n")).toMatch(/SEARCH b USING INDEX bill_items_by_customer \(<expr>=\? AND date>\? AND date<\?\)/);
  expect(plan.join("\n")).toMatch(
    /SEARCH c USING INDEX corrections_of_customer \(customer_id=\? AND bill_date>\? AND bill_date<\?\)/,
  );
});
