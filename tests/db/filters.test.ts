import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstDayOf, lastDayOf } from "#app/domain/months.ts";
import { restrictionsOf } from "#db/list/filters.ts";
import { filteredSeqs, listPage, pageOf } from "#db/list/list-page.ts";
import type { ListRequest } from "#db/list/list-source.ts";
import { groupRows } from "#db/list/restricted.ts";
import { billGroups, billsSource, isPending } from "#db/queries/bills.ts";
import { LIST_FILTERS } from "#db/queries/list-filters.ts";
import { isUnpaid, payrollRecords } from "#db/queries/payroll.ts";
import { statements } from "#db/statements.ts";
import { openDatabase } from "#tests/support/database.ts";
import { samples } from "#tests/support/samples.ts";

/*
 * The filters of Billing and Payroll on more than 10,000 rows with exports, voided and corrected bills. Every number, sum,
 * subtotal and page is compared with the rows as they are in the tables, which this file filters and adds up in memory.
 */

type Bill = {
  seq: number;
  date: string;
  customer: string;
  horse: string;
  service: string;
  location: string;
  by: string;
  value: number;
  state: "pending" | "exported" | "voided";
  corrected: number;
  text: string;
};

let database: Awaited<ReturnType<typeof openDatabase>>;
let bills: Bill[];

beforeAll(async () => {
  database = await openDatabase();
  await database.rows(
    "insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total) values ('export', '2026-01-01', '2026-01-01', 'test', 'bill-value', 1, 1, 1, 0)",
  );
  // Half of the bills are in the last 200 days, and one customer and one horse have few. Two in three are exported, some of them
  // corrected; of the others some are voided, and some of a run that was taken back, which are in no list.
  await database.rows(`
    insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, comments, created_at, entered_by,
      export_id, corrected_at, voided_at, deleted_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 10500),
    h as (select id, customer_id, row_number() over (order by seq) - 1 as place, count(*) over () as n from horses)
    select 'bill-' || i, iif(i % 97 = 0, null, h.customer_id), h.id, case when i % 4 then 'boarding' when i % 3 then 'training' else 'blanket' end,
      date('2026-11-20', '-' || iif(i % 2, i * 7919 % 200, i * 104729 % 2500) || ' days'), 1 + i % 3, (i * 31 % 40) * 12345,
      case when i % 9 then 'florida' else 'long-island' end, iif(i % 50, null, 'girth'),
      '2026-01-01T00:00:00.000Z', case when i % 7 then 'visitor' when i % 5 then 'robin@hayloft.example' else 'kim@hayloft.example' end,
      iif(i % 3, 'export', null), iif(i % 3 and i % 101 = 0, '2026', null), iif(i % 3 = 0 and i % 11 = 0, '2026', null),
      iif(i % 3 = 0 and (i % 11 = 0 or i % 23 = 0), '2026', null)
    from n join h on h.place = n.i * 15485863 % 7 * n.i % h.n`);
  bills = await readBills();
}, 120_000);
afterAll(() => database.close());

/** All listed bills, in parts that fit into an answer of the database. */
async function readBills(): Promise<Bill[]> {
  const parts = await Promise.all(
    [0, 1, 2, 3, 4, 5, 6, 7].map((part) =>
      database.rows(`
    select b.seq, b.date, coalesce(b.customer_id, 'none') as customer, b.horse_id as horse, b.service_id as service, b.location,
      b.entered_by as "by", b.value, b.corrected_at is not null as corrected,
      case when b.voided_at is not null then 'voided' when b.export_id is not null then 'exported' else 'pending' end as state,
      lower(coalesce(c.name, 'Unknown') || '|' || h.name || '|' || coalesce(b.comments, '')) as text
    from bill_items b left join customers c on c.id = b.customer_id join horses h on h.id = b.horse_id
    where (b.deleted_at is null or b.voided_at is not null) and b.seq % 8 = ${part}`),
    ),
  );
  return parts.flat() as unknown as Bill[];
}

type Values = Record<string, string>;

const TESTS: { [name: string]: (bill: Bill, value: string) => boolean } = {
  month: ({ date }, month) => date.startsWith(month),
  from: ({ date }, from) => date >= from,
  to: ({ date }, to) => date <= to,
  customer: (bill, value) => bill.customer === value,
  horse: (bill, value) => bill.horse === value,
  service: (bill, value) => bill.service === value,
  location: (bill, value) => bill.location === value,
  by: (bill, value) => bill.by === value,
  state: (bill, value) => (value === "corrected" ? bill.corrected === 1 : bill.state === value),
};

/** The rows that a list should show, by the state of its address. */
function expected(values: Values, view: "current" | "all", q = ""): Bill[] {
  const implied = values.state ? (values.state === "pending" ? "current" : "all") : view;
  return bills.filter(
    (bill) =>
      (implied === "all" || bill.state === "pending") &&
      Object.entries(values).every(([name, value]) => TESTS[name]?.(bill, value) ?? true) &&
      bill.text.includes(q),
  );
}

const sumOf = (rows: readonly Bill[]) =>
  rows.reduce((sum, { state, value }) => (state === "voided" ? sum : sum + value), 0);

function requestOf(values: Values, view: "current" | "all", change: Partial<ListRequest> = {}): ListRequest {
  const implied = values.state ? (values.state === "pending" ? "current" : "all") : view;
  return {
    view: implied === "current" ? isPending : undefined,
    q: "",
    sort: "date",
    descending: false,
    place: { kind: "first" },
    restrictions: restrictionsOf(LIST_FILTERS["/billing"], values),
    ...change,
  };
}

async function read(request: ListRequest) {
  const [data] = await database.connect().read(listPage(billsSource, request));
  return pageOf(data, request.place);
}

/** A small random generator, so that a failure can be repeated. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Values of some filters, each of a random bill. */
function someValues(below: ReturnType<typeof random>): Values {
  const values: Values = {};
  const bill = () => bills[below(bills.length)] as Bill;
  const choose: { [name: string]: () => string } = {
    month: () => bill().date.slice(0, 7),
    from: () => (below(2) ? bill().date : firstDayOf(bill().date.slice(0, 7))),
    to: () => (below(2) ? bill().date : lastDayOf(bill().date.slice(0, 7))),
    customer: () => bill().customer,
    horse: () => bill().horse,
    service: () => bill().service,
    location: () => bill().location,
    by: () => bill().by,
    state: () => ["pending", "exported", "voided", "corrected"][below(4)] as string,
  };
  const count = 1 + below(3);
  const names = Object.keys(choose);
  for (let i = 0; i < count; i += 1) {
    const name = names[below(names.length)] as string;
    values[name] = choose[name]?.() ?? "";
  }
  return values;
}

const CASES = Array.from({ length: samples(30) }, (_, i) => i);

test("random combinations of filters, views, orders and searches have the number, sum and page of their rows", async () => {
  const below = random(7);
  for (const i of CASES) {
    const values = someValues(below);
    const view = below(2) ? "all" : "current";
    const q = i % 4 === 3 ? (["girth", "bella", "maeve"][below(3)] as string) : "";
    const sort = ["date", "value", "customer"][below(3)] as string;
    const descending = below(2) === 1;
    const rows = expected(values, view, q);
    const page = await read(requestOf(values, view, { sort, descending, q }));
    const label = JSON.stringify({ values, view, q, sort });
    if (page.isTotalExact) {
      expect([label, page.total, page.summary]).toEqual([label, rows.length, { value: sumOf(rows) }]);
    } else {
      expect(rows.length, label).toBeGreaterThanOrEqual(page.total);
    }
    const seqs = new Set(rows.map(({ seq }) => seq));
    expect([label, page.rows.length]).toEqual([label, Math.min(100, rows.length)]);
    expect(
      page.rows.every(({ seq }) => seqs.has(seq)),
      label,
    ).toBe(true);
    if (sort === "date") {
      const ordered = rows.sort((a, b) => (a.date === b.date ? a.seq - b.seq : a.date < b.date ? -1 : 1));
      const first = (descending ? ordered.reverse() : ordered).slice(0, 100).map(({ seq }) => seq);
      expect([label, page.rows.map(({ seq }) => seq)]).toEqual([label, first]);
    }
  }
}, 300_000);

test("a search that finds more than 200 bills in cells without a name says that there are more than it has counted", async () => {
  const page = await read(requestOf({}, "all", { q: "/" }));
  expect(page).toMatchObject({ total: 200, isTotalExact: false, summary: null });
});

test("the groups of random filters have the numbers and sums of their rows, and add up to those of the list", async () => {
  const below = random(11);
  let exact = 0;
  for (const i of CASES.slice(0, samples(16))) {
    const values = i < 4 ? {} : someValues(below);
    const view = below(2) ? "all" : "current";
    const group = ["customer", "horse", "service", "month"][i % 4] as "customer" | "horse" | "service" | "month";
    const rows = expected(values, view);
    const { place: _, sort: __, descending: ___, ...filter } = requestOf(values, view);
    const column = billGroups[group] ?? sql``;
    const [found] = await database.connect().read(groupRows(billsSource, filter, { group, column }));
    const label = JSON.stringify({ values, view, group });
    if (!found?.isExact) {
      expect(rows.length, label).toBeLessThanOrEqual(bills.length);
      continue;
    }
    exact += 1;
    const keyOf = (bill: Bill) =>
      group === "month"
        ? bill.date.slice(0, 7)
        : group === "customer"
          ? bill.customer.replace(/^none$/, "")
          : bill[group];
    const members = new Map<string, Bill[]>();
    for (const bill of rows) members.set(keyOf(bill), [...(members.get(keyOf(bill)) ?? []), bill]);
    const groups = [...members].map(([key, each]) => [key, each.length, sumOf(each)]);
    const shown = found.groups.map(({ key, rows: number, sum }) => [key, number, sum]);
    const order = (list: unknown[][]) => list.map(String).sort();
    expect([label, order(shown)]).toEqual([label, order(groups)]);
  }
  expect(exact).toBeGreaterThan(samples(12));
}, 300_000);

test("the seqs for batches and exports are the rows that the list shows", async () => {
  const below = random(13);
  for (const _ of CASES.slice(0, samples(10))) {
    const values = someValues(below);
    const request = requestOf(values, "current");
    const [row] = await database
      .connect()
      .read(
        statements
          .select({ seqs: sql`json_group_array(seq)`.mapWith((json: string) => JSON.parse(json) as number[]) })
          .from(sql`(${filteredSeqs(billsSource, request)})`),
      );
    const ids = expected(values, "current").map(({ seq }) => seq);
    expect(row?.seqs.sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b));
  }
}, 120_000);

test("a filter walks through all of its rows, page by page, forward and back", async () => {
  const [most] = await database.rows(
    "select customer_id as customer from bill_items where export_id = 'export' and customer_id is not null group by 1 order by count(*) desc limit 1",
  );
  const values = { customer: String(most?.customer), state: "exported" };
  const rows = expected(values, "all");
  expect(rows.length).toBeGreaterThan(200);
  for (const sort of ["date", "value", "customer"]) {
    const seen: number[] = [];
    let page = await read(requestOf(values, "all", { sort }));
    seen.push(...page.rows.map(({ seq }) => seq));
    while (page.hasAfter) {
      page = await read(requestOf(values, "all", { sort, place: { kind: "after", seq: seen.at(-1) as number } }));
      seen.push(...page.rows.map(({ seq }) => seq));
    }
    expect(new Set(seen).size).toBe(rows.length);
    const last = await read(requestOf(values, "all", { sort, place: { kind: "last" } }));
    expect(last.rows.at(-1)?.seq).toBe(seen.at(-1));
  }
}, 120_000);

test("a filter of payroll items has the number and sum of its items", async () => {
  const items = (await database.rows(
    "select seq, groom_id as groom, date, coalesce(payment_date, '') as payment, value, paid from payroll where deleted_at is null",
  )) as unknown as { seq: number; groom: string; date: string; payment: string; value: number; paid: number }[];
  for (const item of items.slice(0, samples(3))) {
    const cases: [Values, (each: (typeof items)[number]) => boolean][] = [
      [{ groom: item.groom }, ({ groom }) => groom === item.groom],
      [{ payment: item.payment }, ({ payment }) => payment === item.payment],
      [{ groom: item.groom, paid: "yes" }, ({ groom, paid }) => groom === item.groom && paid === 1],
      [
        { groom: item.groom, payment: item.payment },
        (each) => each.groom === item.groom && each.payment === item.payment,
      ],
    ];
    for (const [values, holds] of cases) {
      const restrictions = restrictionsOf(LIST_FILTERS["/payroll"], values);
      for (const view of [undefined, isUnpaid]) {
        if (view && values.paid) continue;
        const rows = items.filter((each) => holds(each) && (!view || each.paid === 0));
        const place = { kind: "first" } as const;
        const [data] = await database
          .connect()
          .read(listPage(payrollRecords, { view, q: "", sort: "date", descending: true, place, restrictions }));
        const page = pageOf(data, place);
        const sum = rows.reduce((total, { value }) => total + value, 0);
        expect([values, page.total, page.summary]).toEqual([values, rows.length, { value: sum }]);
      }
    }
  }
}, 60_000);
