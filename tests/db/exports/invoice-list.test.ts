import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceState } from "#app/domain/fields/row-states.ts";
import { type InvoiceRow, invoice } from "#app/domain/records/invoice.ts";
import { restrictionsOf } from "#db/list/filters.ts";
import { invoicesSource } from "#db/queries/exports/invoice-list.ts";
import { LIST_FILTERS } from "#db/queries/shell/list-filters.ts";
import { importAsExported } from "#tests/support/barn/corrections.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { readSource } from "#tests/support/database/read-list.ts";

/* The list of invoices, whose search, number and sum have no table of their own, compared with the exported lines. */

type Line = { number: number; date: string; amount: number; customer: string | null; voided: number };

const COUNT = 250;
let database: Awaited<ReturnType<typeof openDatabase>>;
let lines: Line[];
const rows = <Row>(sql: string) => database.rows(sql) as Promise<Row[]>;

/** Exports with two lines for each invoice; the second export is voided. */
beforeAll(async () => {
  database = await openDatabase();
  const old = await rows<{ id: string }>("select id from bill_items where seq % 50 = 0");
  await importAsExported(
    database.rows,
    old.map(({ id }) => id),
  );
  await rows("update bill_items set customer_id = null where seq % 11 = 0");
  for (const [id, first, count] of [
    ["first", 1_001, 150],
    ["voided", 1_151, 40],
    ["last", 2_000, COUNT - 190],
  ] as const) {
    const bills = `(select b.*, row_number() over (order by seq) as place, (row_number() over (order by seq) - 1) / 2 as invoice
      from bill_items b where b.export_id is null and b.deleted_at is null limit ${2 * count})`;
    await rows(`insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total)
      select '${id}', '2026-01-01T12:00:00.000Z', '2026-01-0' || (1 + ${first} % 7), 'test', 'bill-value', ${first}, ${count}, count(*), sum(value) from ${bills}`);
    await rows(`insert into export_lines (export_id, position, bill_item_id, invoice_number, invoice_date, due_date, terms, customer, service_date,
        item, item_description, item_quantity, item_rate, class, item_amount)
      select '${id}', place, b.id, ${first} + invoice, b.date, b.date, '', '', b.date, '', '', 1, '1', '', value from ${bills} b`);
    await rows(
      `update bill_items set export_id = '${id}' where id in (select bill_item_id from export_lines where export_id = '${id}')`,
    );
  }
  await rows("update exports set voided_at = '2026-01-02T12:00:00.000Z' where id = 'voided'");
  await rows(`insert into corrections (id, correction_id, bill_item_id, date, customer_id, horse_id, service_id, invoice_number, amount, reason, actor, created_at, updated_at, deleted_at)
    select 'c' || b.seq, 'c' || b.seq, b.id, b.date, b.customer_id, b.horse_id, b.service_id, invoice_number, iif(position % 4, -500, 2000), 'r', 'test', '2026', '2026', iif(position % 5, null, '2026')
    from export_lines l join bill_items b on b.id = l.bill_item_id where position % 3 = 0`);
  lines =
    await rows(`select l.invoice_number as number, max(l.invoice_date) as date, sum(l.item_amount) as amount, c.name as customer, e.voided_at is not null as voided
    from export_lines l join exports e on e.id = l.export_id join invoices i on i.number = l.invoice_number left join customers c on c.id = i.customer_id group by 1`);
  expect(lines).toHaveLength(COUNT);
});
afterAll(() => database.close());

const read = (request: Partial<Parameters<typeof readSource>[3]> = {}) =>
  readSource(database, invoicesSource, invoice, { sort: "number", ...request });
const filtered = (filters: Record<string, string>) =>
  read({ restrictions: restrictionsOf(LIST_FILTERS["/billing/invoices"], filters) });
const sumOf = (found: readonly Line[]) => found.reduce((sum, { amount, voided }) => (voided ? sum : sum + amount), 0);
const numbersOf = (page: { rows: InvoiceRow[] }) => page.rows.map(({ number }) => number);

test("each order has every invoice once, from page to page, and the number and the sum of all without voided ones", async () => {
  const keys: Record<string, (line: Line) => string> = {
    number: ({ number }) => String(number),
    date: ({ date }) => date,
    customer: ({ customer, date }) => `${(customer ?? "Unknown").toLowerCase()} ${date}`,
  };
  for (const [sort, keyOf] of Object.entries(keys)) {
    const seen: InvoiceRow[] = [];
    for (
      let page = await read({ sort });
      ;
      page = await read({ sort, place: { kind: "after", seq: seen.at(-1)?.seq ?? 0 } })
    ) {
      expect([page.total, page.summary]).toEqual([COUNT, { value: sumOf(lines) }]);
      seen.push(...page.rows);
      if (!page.hasAfter) break;
    }
    const byNumber = new Map(lines.map((line) => [line.number, line]));
    const found = seen.map(({ number }) => keyOf(byNumber.get(number) as Line));
    expect([sort, new Set(seen.map(({ number }) => number)).size, found]).toEqual([sort, COUNT, found.toSorted()]);
  }
});

test("an invoice has its total, the sum of the corrections that name it, and its state", async () => {
  const sums = new Map(
    (
      await rows<{ number: number; sum: number }>(
        "select invoice_number as number, sum(amount) as sum from corrections where deleted_at is null group by 1",
      )
    ).map(({ number, sum }) => [number, sum]),
  );
  const found = [...(await read()).rows, ...(await read({ place: { kind: "last" } })).rows];
  const states = new Set(found.map(invoiceState));
  expect(states).toEqual(new Set(["Voided", "Corrected", null]));
  for (const row of found) {
    const line = lines.find(({ number }) => number === row.number);
    const corrected = line?.voided ? null : (sums.get(row.number) ?? null);
    expect(row).toMatchObject({ total: line?.amount, date: line?.date, corrected, isVoided: line?.voided === 1 });
  }
});

test.each([
  ["a number", "1007", ({ number }: Line) => number === 1007],
  ["a part of numbers", "120", ({ number }: Line) => String(number).includes("120")],
  ["a state", "voided", ({ voided }: Line) => voided === 1],
])("a search finds %s", async (_, q, isHit) => {
  const page = await read({ q });
  const dated = (line: Line) => isHit(line) || `${line.date} ${(line.amount / 100).toFixed(2)}`.includes(q);
  const hits = lines.filter(dated);
  expect([page.total, page.summary?.value]).toEqual([hits.length, sumOf(hits)]);
});

test("a search for a whole name leaves out those who share a word of it, and follows a new name", async () => {
  const { customer = "", number = 0 } = lines.find(({ customer }) => customer?.includes(" ")) ?? {};
  const hits = lines.filter((line) => line.customer === customer);
  expect((await read({ q: customer?.toUpperCase() ?? "" })).total).toBe(hits.length);
  await rows(
    `update customers set name = 'Zoë Quill', name_sort = 'zoe quill' where name = '${customer?.replaceAll("'", "''")}'`,
  );
  expect(numbersOf(await read({ q: "zoë quill" }))).toContain(number);
  expect((await read({ q: "quill nothing" })).total).toBe(0);
});

test("filters by month, customer and state add up to the list", async () => {
  const months = new Set(lines.map(({ date }) => date.slice(0, 7)));
  const ofMonths = await Promise.all([...months].map((month) => filtered({ month })));
  expect(ofMonths.reduce((sum, { total }) => sum + total, 0)).toBe(COUNT);
  const unknown = await filtered({ customer: "none" });
  expect(unknown.total).toBe(lines.filter(({ customer }) => customer === null).length);
  expect(unknown.rows.every(({ customer }) => customer === "Unknown")).toBe(true);
  expect((await filtered({ state: "voided" })).summary).toEqual({ value: 0 });
  const corrected = await filtered({ state: "corrected" });
  expect(corrected.total).toBeGreaterThan(20);
  expect(corrected.rows.every((row) => invoiceState(row) === "Corrected")).toBe(true);
});
