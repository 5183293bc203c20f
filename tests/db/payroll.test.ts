import { afterAll, beforeAll, expect, test } from "vitest";
import { formatUsDate, weekNumber } from "#app/domain/calendar.ts";
import { formatDollars } from "#app/domain/money.ts";
import type { PayrollRow } from "#app/domain/records/payroll-item.ts";
import { listPage, pageOf } from "#db/list/list-page.ts";
import { isUnpaid, paymentsDue, payrollRecords } from "#db/queries/payroll.ts";
import { openDatabase } from "#tests/support/database.ts";
import { samples } from "#tests/support/samples.ts";

type Sort = "date" | "week" | "groom" | "item" | "value" | "payment" | "paid";
type Item = PayrollRow & { groomSeq: number; itemSeq: number };

let database: Awaited<ReturnType<typeof openDatabase>>;
let items: Item[];

beforeAll(async () => {
  database = await openDatabase();
  // Items around New Year, some of a deleted groom, some without a payment date, some deleted.
  await database.rows(`insert into payroll (id, groom_id, item, date, payment_date, value, paid, created_at, updated_at, deleted_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 900),
    g as (select id, row_number() over (order by seq) - 1 as place from grooms)
    select 'p' || i, g.id, case when i % 5 then 'Night watch' else 'Señorita’s walk 100%' end,
      date('2020-12-20', '+' || (i * 17 % 400) || ' days'), case when i % 3 then date('2021-01-04', '+' || i || ' days') end,
      (i * 37 % 50) * 2501, i % 2, '', '', case when i % 11 = 0 then '2026-01-01' end from n join g on g.place = i % 9`);
  await database.rows(
    "update grooms set deleted_at = '2026-01-01' where id = (select id from grooms order by seq limit 1)",
  );
  await database.rows(
    "update grooms set name = 'Zoë Renamed' where id = (select id from grooms order by seq limit 1 offset 1)",
  );
  const rows = await database.rows(`
    select json_object('seq', p.seq, 'item', p.item, 'date', p.date, 'paymentDate', p.payment_date, 'value', p.value, 'paid', p.paid, 'groom', g.name,
      'groomSeq', (select seq from facets where kind = 'groom' and key = p.groom_id)) as item
    from payroll p join grooms g on g.id = p.groom_id where p.deleted_at is null`);
  items = rows.map(({ item }) => {
    const read = JSON.parse(String(item)) as Item;
    return { ...read, weekNumber: weekNumber(read.date) };
  });
  const seqs = await database.rows("select key, seq from facets where kind = 'item'");
  const itemSeqs = new Map(seqs.map(({ key, seq }) => [key, Number(seq)]));
  for (const item of items) item.itemSeq = itemSeqs.get(item.item) ?? -1;
});
afterAll(() => database.close());

const foldAccents = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const textOf = (item: Item) =>
  [
    formatUsDate(item.date),
    String(item.weekNumber),
    item.groom,
    item.item,
    formatDollars(item.value),
    item.paymentDate ? formatUsDate(item.paymentDate) : "",
  ].join("\n");

const KEYS: Record<Sort, (item: Item) => (string | number)[]> = {
  date: (item) => [item.date],
  week: (item) => [item.weekNumber],
  groom: (item) => [item.groom.toLowerCase(), item.groomSeq],
  item: (item) => [item.item.toLowerCase(), item.itemSeq],
  value: (item) => [item.value],
  payment: (item) => [item.paymentDate ?? ""],
  paid: (item) => [Number(item.paid)],
};

function compare(a: (string | number)[], b: (string | number)[]): number {
  for (const [i, left] of a.entries()) {
    const right = b[i] ?? "";
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** Returns the `seq` of the rows on all pages. */
async function readAllPages(sort: Sort, descending: boolean, q: string, pending: boolean): Promise<number[]> {
  const found: number[] = [];
  for (let seq: number | undefined, more = true; more; ) {
    const place = seq === undefined ? ({ kind: "first" } as const) : ({ kind: "after", seq } as const);
    const request = { q, sort, descending, place, view: pending ? isUnpaid : undefined };
    const [read] = await database.connect().read(listPage(payrollRecords, request));
    const page = pageOf(read, place);
    found.push(...page.rows.map((row) => row.seq));
    seq = page.rows.at(-1)?.seq;
    more = page.hasAfter;
  }
  return found;
}

const searches = [
  "",
  "night",
  "señorita",
  "100%",
  "01/04/2021",
  "53",
  "zoë",
  "$1,250.50",
  "weekly salary",
  "o'c",
  "1",
  "nothing like it",
];

test.each(Object.keys(KEYS) as Sort[])(
  "a list sorted by %s shows exactly the items that match a search, on all pages",
  async (sort) => {
    const inOrder = items
      .map((item) => ({ item, key: [...KEYS[sort](item), item.seq] }))
      .sort((a, b) => compare(a.key, b.key))
      .map(({ item }) => item);
    const first = sort.length;
    for (const [n, q] of searches.entries()) {
      // Every search in each view with every third sort.
      for (const pending of [true, false]) {
        if ((n + first + Number(pending)) % 3 > 0 && samples(1) === 1) continue;
        const descending = (n + first) % 2 === 1;
        const matching = inOrder.filter(
          (item) => (!pending || !item.paid) && foldAccents(textOf(item)).includes(foldAccents(q)),
        );
        const seqs = matching.map(({ seq }) => seq);
        expect([q, pending, await readAllPages(sort, descending, q, pending)]).toEqual([
          q,
          pending,
          descending ? seqs.reverse() : seqs,
        ]);
      }
    }
  },
);

test("the total and the sum are those of the items in the view", async () => {
  const request = {
    q: "",
    sort: "date" as const,
    descending: false,
    place: { kind: "first" } as const,
    view: isUnpaid,
  };
  const [read] = await database.connect().read(listPage(payrollRecords, request));
  const unpaid = items.filter(({ paid }) => !paid);
  expect([read?.total, read?.summary]).toEqual([
    unpaid.length,
    { value: unpaid.reduce((sum, { value }) => sum + value, 0) },
  ]);
});

test.each(Object.keys(KEYS) as Sort[])(
  "a list sorted by %s reads an index of its own for all items, and another for unpaid items",
  async (sort) => {
    for (const [view, index] of [
      [undefined, `payroll_by_${sort}`],
      [isUnpaid, `payroll_unpaid_by_${sort}`],
    ] as const) {
      const query = listPage(payrollRecords, { q: "", sort, descending: false, place: { kind: "first" }, view });
      const { sql, params } = (query as unknown as { toSQL: () => { sql: string; params: string[] } }).toSQL();
      const plan = (await database.rows(`explain query plan ${sql}`, params)).map(({ detail }) => String(detail));
      expect(plan.filter((line) => line.includes(`INDEX ${index} `) || line.endsWith(`INDEX ${index}`))).not.toEqual(
        [],
      );
    }
  },
);

test("of more items than can be marked at once, 'Mark all due paid' reads the number and the total, and no ids", async () => {
  await database.rows(
    `insert into payroll (id, groom_id, item, date, payment_date, value, created_at, updated_at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < 5001)
     select 'due ' || i, (select id from grooms limit 1), 'Due', '2000-02-01', '2000-02-07', 100, '2026-01-01', '2026-01-01' from n`,
  );
  const due = async () => (await database.connect().read(paymentsDue("2000-02-07", "2026-11-22")))[0];
  expect(await due()).toMatchObject({ count: 5001, ids: [], total: 500_100 });
  await database.rows("delete from payroll where id = 'due 5001'");
  expect((await due())?.ids).toHaveLength(5000);
});
