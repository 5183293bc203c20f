import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatUsDate } from "#app/domain/calendar.ts";
import { PAGE_SIZE } from "#app/domain/list-state.ts";
import { formatDollars } from "#app/domain/money.ts";
import type { BillRow } from "#app/domain/records/bill.ts";
import { listPage, pageOf } from "#db/list/list-page.ts";
import type { ListRequest } from "#db/list/list-source.ts";
import { billsSource, isPending } from "#db/queries/bills.ts";
import { openDatabase } from "#tests/support/database.ts";
import { samples } from "#tests/support/samples.ts";

/*
 * Lists of more than 1,000 rows, which are more than are sorted or counted by reading them, so that every kind of scan runs. The
 * pages are compared with all bills, which this file searches, sorts and divides into pages in memory.
 */

type Sort = "date" | "customer" | "horse" | "service" | "quantity" | "value" | "location" | "comments" | "entered_by";
type Request = ListRequest & { sort: Sort };
type Bill = Omit<BillRow, "id" | "status" | "isCorrected"> & {
  customerSeq: number;
  horseSeq: number;
  serviceSeq: number;
  isPending: number;
  isStanding: number;
};

let database: Awaited<ReturnType<typeof openDatabase>>;
/** All bills in the order of each sort. */
const inOrder: Partial<Record<Sort, Bill[]>> = {};
/** The displayed text of each bill, as `fold` returns it, by `seq`. */
const texts = new Map<number, string>();
/** The value of each bill in cents, by `seq`. */
const values = new Map<number, number>();

beforeAll(async () => {
  database = await openDatabase();
  await database.rows(
    "insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total) values ('export', '2026-01-01', '2026-01-01', 'test', 'bill-value', 1, 1, 1, 0)",
  );
  // Adds 2,800 bills, most of one service at one location, some with comments with and without accents, some exported, entered by
  // an admin, or voided: voided bills are in the list of all bills, and in no sum.
  await database.rows(`
    insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, comments, created_at,
      export_id, entered_by, voided_at, deleted_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 2800),
    h as (select id, customer_id, row_number() over (order by seq) - 1 as place, count(*) over () as n from horses)
    select 'bill-' || i, h.customer_id, h.id, case when i % 4 then 'boarding' when i % 3 then 'training' else 'blanket' end,
      date('2019-12-30', '+' || (i * 7919 % 2000) || ' days'), 1 + i % 3, (i * 31 % 40) * 12345,
      case when i % 9 then 'florida' else 'long-island' end,
      case when i % 50 = 0 then 'Señorita’s GIRTH replaced' when i % 2 = 0 then 'girth tightened' when i % 53 = 0 then 'SEÑORITA' end,
      '2026-01-01T00:00:00.000Z', iif(i % 3 = 0, 'export', null), iif(i % 7 = 0, 'robin@hayloft.example', 'visitor'),
      iif(i % 3 and i % 11 = 0, '2026', null), iif(i % 3 and i % 11 = 0, '2026', null)
    from n join h on h.place = n.i * 104729 % h.n`);
  const rows = await database.rows(`
    select json_array(b.seq, b.date, coalesce(c.name, 'Unknown'), h.name, s.product_service_name, b.quantity, b.value,
      b.location, coalesce(b.comments, ''), b.entered_by, b.deleted_at is null, b.export_id is null and b.deleted_at is null,
      (select seq from facets where kind = 'customer' and key = coalesce(b.customer_id, '')),
      (select seq from facets where kind = 'horse' and key = b.horse_id),
      (select seq from facets where kind = 'service' and key = b.service_id)) as bill
    from bill_items b left join customers c on c.id = b.customer_id join horses h on h.id = b.horse_id
      join services s on s.id = b.service_id`);
  const names = [
    "seq",
    "date",
    "customer",
    "horse",
    "service",
    "quantity",
    "value",
    "location",
    "comments",
    "enteredBy",
    "isStanding",
    "isPending",
  ];
  names.push("customerSeq", "horseSeq", "serviceSeq");
  const bills = rows.map(({ bill }) => {
    const values: unknown[] = JSON.parse(String(bill));
    return Object.fromEntries(names.map((name, i) => [name, values[i]])) as Bill;
  });
  for (const bill of bills) {
    texts.set(bill.seq, fold(textOf(bill)));
    values.set(bill.seq, bill.isStanding ? bill.value : 0);
  }
  for (const sort of SORTS) {
    const keyed = bills.map((bill) => ({ bill, key: [...KEYS[sort](bill), bill.seq] }));
    inOrder[sort] = keyed.sort((a, b) => compare(a.key, b.key)).map(({ bill }) => bill);
  }
});
afterAll(() => database.close());

const request = (change: Partial<Request> = {}): Request => ({
  q: "",
  sort: "date",
  descending: false,
  place: { kind: "first" },
  ...change,
});

async function readPage(change: Partial<Request>) {
  const listRequest = request(change);
  const [page] = await database.connect().read(listPage(billsSource, listRequest));
  return pageOf(page, listRequest.place);
}

const foldAccents = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
/** The text without accents and the marks that a search ignores, in lower case. */
const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\p{M}$,'’"-]/gu, "")
    .toLowerCase();
const locations = { florida: "Florida", "long-island": "Long Island" };
const enteredByOf = ({ enteredBy }: Bill) => (enteredBy === "visitor" ? "Visitor" : enteredBy);
const textOf = (bill: Bill) =>
  [
    formatUsDate(bill.date),
    bill.customer,
    bill.horse,
    bill.service,
    String(bill.quantity),
    formatDollars(bill.value),
    locations[bill.location],
    bill.comments,
    enteredByOf(bill),
  ].join("\n");

const KEYS: Record<Sort, (bill: Bill) => (string | number)[]> = {
  date: (bill) => [bill.date],
  customer: (bill) => [foldAccents(bill.customer), bill.customerSeq],
  horse: (bill) => [foldAccents(bill.horse), bill.horseSeq],
  service: (bill) => [foldAccents(bill.service), bill.serviceSeq],
  quantity: (bill) => [bill.quantity],
  value: (bill) => [bill.value],
  location: (bill) => [locations[bill.location].toLowerCase()],
  comments: (bill) => [foldAccents(bill.comments)],
  entered_by: (bill) => [foldAccents(enteredByOf(bill))],
};
const SORTS = Object.keys(KEYS) as Sort[];

function compare(a: (string | number)[], b: (string | number)[]): number {
  for (const [i, left] of a.entries()) {
    const right = b[i] ?? "";
    if (typeof left === "string" && typeof right === "string") {
      const order = Buffer.compare(Buffer.from(left), Buffer.from(right));
      if (order !== 0) return order;
    } else if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** Returns the `seq` of all rows of a request, in order. */
function expectedSeqs({ q, sort, descending, view }: Request): number[] {
  const words = q.startsWith('"') ? [fold(q)] : fold(q).split(" ");
  const found = (inOrder[sort] ?? []).filter(
    (bill) => (!view || bill.isPending) && words.every((word) => texts.get(bill.seq)?.includes(word)),
  );
  const seqs = found.map(({ seq }) => seq);
  return descending ? seqs.reverse() : seqs;
}

/** Expects the right rows on the first and the last page, and before and after a row in the middle. */
async function expectPages(change: Partial<Request>) {
  const listRequest = request(change);
  const { q, sort, descending, view } = listRequest;
  const all = expectedSeqs(listRequest);
  const label = `${q}|${sort}|${descending}|${view ? "pending" : "all"}`;
  const middle = all.length >> 1;
  const seq = all[middle] ?? 0;
  const places: Request["place"][] = [
    { kind: "first" },
    { kind: "last" },
    { kind: "after", seq },
    { kind: "before", seq },
  ];
  const db = database.connect();
  const reads = places.map((place) => db.read(listPage(billsSource, { ...listRequest, place })));
  const pages = (await Promise.all(reads)).map(([page], i) => pageOf(page, places[i] ?? { kind: "first" }));
  const [first, last, after, before] = pages.map(({ rows, total, isTotalExact, summary, hasRows: _, ...page }) => ({
    ...page,
    rows: rows.map(({ seq }) => seq),
    counts: { total, isTotalExact, summary },
  }));
  expect(first, label).toEqual({
    rows: all.slice(0, PAGE_SIZE),
    counts: first?.counts.isTotalExact || all.length <= 200 ? exactCounts(all) : lowerBound(all),
    hasBefore: false,
    hasAfter: all.length > PAGE_SIZE,
  });
  expect(last?.rows, `${label} last`).toEqual(all.slice(-PAGE_SIZE));
  if (all.length === 0) return;
  expect(after?.rows, `${label} after`).toEqual(all.slice(middle + 1, middle + 1 + PAGE_SIZE));
  expect(before?.rows, `${label} before`).toEqual(all.slice(Math.max(0, middle - PAGE_SIZE), middle));
}

const exactCounts = (seqs: number[]) => ({
  total: seqs.length,
  isTotalExact: true,
  summary: { value: seqs.reduce((sum, seq) => sum + (values.get(seq) ?? 0), 0) },
});

/** The total of a search that finds many bills in several columns is a lower bound. */
const lowerBound = (seqs: number[]) => ({
  total: expect.toSatisfy((total: number) => total >= 200 && total <= seqs.length),
  isTotalExact: false,
  summary: null,
});

describe.each([
  ["all bills", undefined],
  ["pending bills", isPending],
])("the list of %s", (_, view) => {
  test("shows its pages in order, for every sort in both directions", async () => {
    for (const sort of SORTS) for (const descending of [false, true]) await expectPages({ view, sort, descending });
  });

  // Texts of dates, amounts and names; with few and with many hits; in the sorted column, in other columns and in both.
  test.each([
    "boarding",
    "long island",
    "florida",
    "girth",
    "señorita",
    "senorita",
    "$1,234.50",
    "02/29/2020",
    "2021",
    "a",
    "11",
    "zzzz",
    "%",
    "_",
    "o'b",
    "Unknown",
    "visitor",
    "robin@",
    // Few hits, many hits and none of words that many bills have; words in one cell, in two and in comments.
    "maeve 11/",
    "florida boarding",
    "GIRTH long",
    "senorita’s boarding 2,469.00",
    "a e",
    "zzzz boarding",
    "blanket robin 02/29/2020 flo",
    '"island long"',
    '"girth tightened"',
  ])("shows exactly the bills with %s, for one of the sorts", async (q) => {
    const first = [...q].reduce((sum, letter) => sum + letter.charCodeAt(0), Number(!view));
    for (let i = 0; i < samples(1); i += 1) {
      const sort = SORTS[(first + 4 * i) % SORTS.length] ?? "date";
      await expectPages({ view, q, sort, descending: (first + i) % 4 > 1 });
    }
  });
});

test("after a customer is renamed, bills are found and sorted by the new name only", async () => {
  const countFound = async (q: string) => (await readPage({ q })).total;
  expect(await countFound("zebulon")).toBe(0);
  const before = await countFound("Maeve O'Brien");
  expect(before).toBeGreaterThan(0);
  await database.rows("update customers set name = 'Zebulon Quux' where name = 'Maeve O''Brien'");
  expect([await countFound("zebulon"), await countFound("Maeve O'Brien")]).toEqual([before, 0]);
  const [last] = (await readPage({ sort: "customer", descending: true })).rows;
  expect(last?.customer).toBe("Zebulon Quux");
});

test("a bill that is changed in the database is found by its new values", async () => {
  await database.rows(
    "update bill_items set value = 765432101, comments = 'was rewritten', date = '2031-07-04' where id = 'bill-1'",
  );
  for (const q of ["$7,654,321.01", "was rewritten", "07/04/2031"]) {
    expect((await readPage({ q })).rows.map(({ id }) => id)).toEqual(["bill-1"]);
  }
});
