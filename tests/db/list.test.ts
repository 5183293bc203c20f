import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListRequest, listPage, PAGE_SIZE, pageOf } from "#db/list/list-page.ts";
import { customerRecords } from "#db/queries/customers.ts";
import { groomRecords, isActive } from "#db/queries/grooms.ts";
import { serviceRecords } from "#db/queries/services.ts";
import { openDatabase } from "#tests/support/database.ts";

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

const request = (change: Partial<ListRequest> = {}): ListRequest => ({
  q: "",
  sort: "name",
  descending: false,
  place: { kind: "first" },
  ...change,
});

async function customersBy(change: Partial<ListRequest>) {
  const asked = request(change);
  const [read] = await database.connect().read(listPage(customerRecords, asked));
  return pageOf(read, asked.place);
}

const namesFor = async (q: string) => (await customersBy({ q })).rows.map(({ name }) => name);

test("a page holds the rows in order, without regard to case, and their number", async () => {
  const { rows, total, hasBefore, hasAfter } = await customersBy({});
  const [{ n } = { n: 0 }] = await database.rows("select count(*) as n from customers where deleted_at is null");
  expect([rows.length, total, hasBefore, hasAfter]).toEqual([n, n, false, false]);
  const names = rows.map(({ name }) => name.toLowerCase());
  expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)));
  const descending = await customersBy({ descending: true });
  expect(descending.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).reverse());
});

test("a search finds text as displayed, in any column, without regard to case or accents, and nothing by wildcard", async () => {
  expect(await namesFor("o'brien")).toEqual(["Maeve O'Brien"]);
  expect(await namesFor("RÓISÍN")).toEqual(["Maeve O'Brien"]);
  expect(await namesFor("roisin")).toEqual(["Maeve O'Brien"]);
  expect(await namesFor("no such customer")).toEqual([]);
  expect(await namesFor("%")).toEqual([]);
  expect(await namesFor("_")).toEqual([]);
  expect(await namesFor("%%%")).toEqual([]);
  expect(await namesFor('"')).toEqual([]);
  expect(await namesFor('" OR "')).toEqual([]);
  expect((await namesFor("555-01")).length).toBeGreaterThan(10);
  expect((await namesFor("ma")).length).toBeGreaterThan(1);
});

test("a search follows changes at once, whoever makes them", async () => {
  await database.rows("update customers set name = 'Zebulon Quux' where name = 'Maeve O''Brien'");
  expect(await namesFor("o'brien")).toEqual(["Zebulon Quux"]);
  expect(await namesFor("zebulon")).toEqual(["Zebulon Quux"]);
  await database.rows("update customers set name = 'Maeve O''Brien' where name = 'Zebulon Quux'");
  expect(await namesFor("zebulon")).toEqual([]);
});

test("money and dates are found as they are displayed", async () => {
  const db = database.connect();
  const [service] = await database.rows("select * from services where id = 'boarding'");
  const [prices] = await db.read(listPage(serviceRecords, { ...request(), sort: "price", q: "$2,900.00" }));
  expect(prices?.rows.map(({ id }) => id)).toContain(service?.id);
  const [groom] = await database.rows("select * from grooms where start_date is not null limit 1");
  const [, year, month, day] = String(groom?.start_date).match(/(\d+)-(\d+)-(\d+)/) ?? [];
  const [dates] = await db.read(listPage(groomRecords, { ...request(), sort: "name", q: `${month}/${day}/${year}` }));
  expect(dates?.rows.map(({ id }) => id)).toContain(groom?.id);
  const [places] = await db.read(listPage(groomRecords, { ...request(), sort: "name", q: "long island" }));
  expect(places?.rows.every(({ location }) => location === "long-island")).toBe(true);
  expect(places?.rows.length).toBeGreaterThan(0);
});

test("a view shows some rows, and the total counts just these", async () => {
  const view = isActive("2026-11-21");
  const [read] = await database.connect().read(listPage(groomRecords, { ...request(), sort: "name", view }));
  const [{ n } = { n: 0 }] = await database.rows(
    "select count(*) as n from grooms where deleted_at is null and (start_date is null or start_date <= '2026-11-21') and (end_date is null or end_date >= '2026-11-21')",
  );
  expect([read?.rows.length, read?.total]).toEqual([n, n]);
});

test("pages of 1,050 rows with equal names follow one another without gap or double, forwards and backwards", async () => {
  await database.rows(
    "insert into customers (id, name, emails, riders, created_at, updated_at) with recursive n(i) as (select 1 union all select i + 1 from n where i < 1050) select 'many-' || i, 'Many ' || (i % 7), '[]', '[]', '2026-01-01', '2026-01-01' from n",
  );
  for (const descending of [false, true]) {
    const forwards: number[] = [];
    let page = await customersBy({ q: "many ", descending });
    for (;;) {
      forwards.push(...page.rows.map(({ seq }) => seq));
      const last = page.rows.at(-1);
      if (!page.hasAfter || !last) break;
      expect(page.rows).toHaveLength(PAGE_SIZE);
      page = await customersBy({ q: "many ", descending, place: { kind: "after", seq: last.seq } });
      expect(page.hasBefore).toBe(true);
    }
    expect(new Set(forwards).size).toBe(1_050);
    const backwards: number[] = [];
    page = await customersBy({ q: "many ", descending, place: { kind: "last" } });
    expect(page.total).toBe(1_050);
    for (;;) {
      backwards.unshift(...page.rows.map(({ seq }) => seq));
      const first = page.rows[0];
      if (!page.hasBefore || !first) break;
      page = await customersBy({ q: "many ", descending, place: { kind: "before", seq: first.seq } });
    }
    expect(backwards).toEqual(forwards);
  }
});

test("a list sorted by what is empty in some rows leaves none out", async () => {
  const [{ n } = { n: 0 }] = await database.rows("select count(*) as n from grooms where deleted_at is null");
  for (const sort of ["startDate", "endDate"] as const) {
    const [read] = await database.connect().read(listPage(groomRecords, { ...request(), sort, view: sql`1 = 1` }));
    expect(read?.rows).toHaveLength(Number(n));
  }
});
