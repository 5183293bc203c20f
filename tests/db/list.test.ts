import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shownPrice } from "#app/domain/fixed-services.ts";
import { listPage, pageOf } from "#db/list/list-page.ts";
import type { ListRequest } from "#db/list/list-source.ts";
import { PAGE_SIZE } from "#db/list/order.ts";
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

async function readCustomers(change: Partial<ListRequest>) {
  const listRequest = request(change);
  const [read] = await database.connect().read(listPage(customerRecords, listRequest));
  return pageOf(read, listRequest.place);
}

async function readServices(q: string) {
  const [page] = await database.connect().read(listPage(serviceRecords, request({ q, sort: "price" })));
  return page?.rows ?? [];
}

const searchNames = async (q: string) => (await readCustomers({ q })).rows.map(({ name }) => name);

test("a page has the rows in case-insensitive order, and their total", async () => {
  const { rows, total, hasBefore, hasAfter } = await readCustomers({});
  const [{ n } = { n: 0 }] = await database.rows("select count(*) as n from customers where deleted_at is null");
  expect([rows.length, total, hasBefore, hasAfter]).toEqual([n, n, false, false]);
  const names = rows.map(({ name }) => name.toLowerCase());
  expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)));
  const descending = await readCustomers({ descending: true });
  expect(descending.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).reverse());
});

test("a search finds displayed text in any column, ignores case and accents, and has no wildcards", async () => {
  expect(await searchNames("o'brien")).toEqual(["Maeve O'Brien"]);
  expect(await searchNames("RÓISÍN")).toEqual(["Maeve O'Brien"]);
  expect(await searchNames("roisin")).toEqual(["Maeve O'Brien"]);
  expect(await searchNames("no such customer")).toEqual([]);
  expect(await searchNames("%")).toEqual([]);
  expect(await searchNames("_")).toEqual([]);
  expect(await searchNames("%%%")).toEqual([]);
  expect(await searchNames('"')).toEqual(await searchNames(""));
  expect(await searchNames('" OR "')).toEqual(await searchNames("or"));
  expect(await searchNames("obrien NOT maeve")).toEqual([]);
  expect((await searchNames("555-01")).length).toBeGreaterThan(10);
  expect((await searchNames("ma")).length).toBeGreaterThan(1);
});

test("a search finds a row by its new values right after a change in the database", async () => {
  await database.rows("update customers set name = 'Zebulon Quux' where name = 'Maeve O''Brien'");
  expect(await searchNames("o'brien")).toEqual(["Zebulon Quux"]);
  expect(await searchNames("zebulon")).toEqual(["Zebulon Quux"]);
  await database.rows("update customers set name = 'Maeve O''Brien' where name = 'Zebulon Quux'");
  expect(await searchNames("zebulon")).toEqual([]);
});

test("a search finds displayed amounts, dates and locations", async () => {
  const db = database.connect();
  const found = async (q: string) => (await readServices(q)).map(({ id }) => id);
  expect(await found("$100")).toContain("blanket");
  expect(await found("8.63%")).toEqual(["long-island-surcharge"]);
  expect((await found('"per horse"')).sort()).toEqual(["boarding", "boarding-surcharge", "training"]);
  expect(await found("$2,900.00 per horse")).toEqual(["boarding"]);
  // The price of a service that is billed at another amount is shown only if the service form charges it.
  await database.rows("update services set price = 9500 where id = 'blanket'");
  expect(await found("$95.00")).not.toContain("blanket");
  await database.rows("update services set public = 1 where id = 'blanket'");
  expect(await found("$95.00 in the form")).toEqual(["blanket"]);
  await database.rows("update services set public = 0, price = 10000 where id = 'blanket'");
  const [groom] = await database.rows("select * from grooms where start_date is not null limit 1");
  const [, year, month, day] = String(groom?.start_date).match(/(\d+)-(\d+)-(\d+)/) ?? [];
  const [dates] = await db.read(listPage(groomRecords, { ...request(), sort: "name", q: `${month}/${day}/${year}` }));
  expect(dates?.rows.map(({ id }) => id)).toContain(groom?.id);
  const [inLongIsland] = await db.read(listPage(groomRecords, { ...request(), sort: "name", q: "long island" }));
  expect(inLongIsland?.rows.every(({ location }) => location === "long-island")).toBe(true);
  expect(inLongIsland?.rows.length).toBeGreaterThan(0);
});

test("services are sorted by the price that is shown: amounts, then the rate", async () => {
  const amounts = (await readServices("")).map((row) => shownPrice(row).amount);
  expect(amounts.at(-1)).toBe("8.63%");
  const cents = amounts.slice(0, -1).map((text) => Number(text.replace(/[$,.]/g, "")));
  expect(cents).toEqual(cents.toSorted((a, b) => a - b));
});

test("the total of a view counts the rows of the view only", async () => {
  const view = isActive("2026-11-21");
  const [read] = await database.connect().read(listPage(groomRecords, { ...request(), sort: "name", view }));
  const [{ n } = { n: 0 }] = await database.rows(
    "select count(*) as n from grooms where deleted_at is null and (start_date is null or start_date <= '2026-11-21') and (end_date is null or end_date >= '2026-11-21')",
  );
  expect([read?.rows.length, read?.total]).toEqual([n, n]);
});

test("pages of 1,050 rows with equal names have each row exactly once, forwards and backwards", async () => {
  await database.rows(
    "insert into customers (id, name, emails, riders, created_at, updated_at) with recursive n(i) as (select 1 union all select i + 1 from n where i < 1050) select 'many-' || i, 'Many ' || (i % 7), '[]', '[]', '2026-01-01', '2026-01-01' from n",
  );
  for (const descending of [false, true]) {
    const forwards: number[] = [];
    let page = await readCustomers({ q: "many ", descending });
    for (;;) {
      forwards.push(...page.rows.map(({ seq }) => seq));
      const last = page.rows.at(-1);
      if (!page.hasAfter || !last) break;
      expect(page.rows).toHaveLength(PAGE_SIZE);
      page = await readCustomers({ q: "many ", descending, place: { kind: "after", seq: last.seq } });
      expect(page.hasBefore).toBe(true);
    }
    expect(new Set(forwards).size).toBe(1_050);
    const backwards: number[] = [];
    page = await readCustomers({ q: "many ", descending, place: { kind: "last" } });
    expect(page.total).toBe(1_050);
    for (;;) {
      backwards.unshift(...page.rows.map(({ seq }) => seq));
      const first = page.rows[0];
      if (!page.hasBefore || !first) break;
      page = await readCustomers({ q: "many ", descending, place: { kind: "before", seq: first.seq } });
    }
    expect(backwards).toEqual(forwards);
  }
});

test("a list that is sorted by a column with empty values includes every row", async () => {
  const [{ n } = { n: 0 }] = await database.rows("select count(*) as n from grooms where deleted_at is null");
  for (const sort of ["startDate", "endDate"] as const) {
    const [read] = await database.connect().read(listPage(groomRecords, { ...request(), sort, view: sql`1 = 1` }));
    expect(read?.rows).toHaveLength(Number(n));
  }
});

describe("letters with accents", () => {
  const NAMES = [
    "Elan",
    "Élan",
    "elan b",
    "Élan c",
    "Eláń d",
    "Øyvind",
    "Ozan",
    "Strauß",
    "Strausz",
    "Ze\u0301ro",
    "Zeroes",
  ];

  test("are sorted as the letter without the accent, in the order of the database and its pages", async () => {
    for (const [i, name] of NAMES.entries()) await addCustomer(`accent-${i}`, name);
    const { rows } = await readCustomers({ q: "accented@" });
    expect(rows.map(({ name }) => name)).toEqual(NAMES);
    for (const [i, { seq }] of rows.entries()) {
      const after = await readCustomers({ q: "accented@", place: { kind: "after", seq } });
      expect(after.rows.map(({ name }) => name)).toEqual(NAMES.slice(i + 1));
    }
  });

  test("keep their order when a name gains an accent, or loses it", async () => {
    const placeOf = async () => (await readCustomers({ q: "accented@" })).rows.findIndex(({ id }) => id === "accent-0");
    await database.rows("update customers set name = 'Élan a' where id = 'accent-0'");
    expect(await placeOf()).toBe(1);
    await database.rows("update customers set name = 'Zz' where id = 'accent-0'");
    expect(await placeOf()).toBe(NAMES.length - 1);
  });

  const addCustomer = (id: string, name: string) =>
    database.rows(
      `insert into customers (id, name, emails, riders, created_at, updated_at) values ('${id}', '${name}', '["accented@x.example"]', '[]', '2026', '2026')`,
    );
});

test("a letter is sorted as the one that is left without its accents", async () => {
  const letters = await database.rows("select letter, base from letters");
  expect(letters.length).toBeGreaterThan(600);
  const withoutAccents = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  // Letters that are not an accent on another letter.
  const isOther = (letter: string) => /^[æœøðđħłŀıŉßẞþŧĳǽǿ]$/i.test(letter);
  const wrong = letters.filter(
    ({ letter, base }) => !isOther(String(letter)) && withoutAccents(String(letter)) !== base,
  );
  expect(wrong).toEqual([]);
});
