import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MONTHLY_CHARGES, shownPrice } from "#app/domain/boarding/monthly-charges.ts";
import { PAGE_SIZE } from "#app/domain/fields/list-state.ts";
import { customer } from "#app/domain/records/customer.ts";
import { groom } from "#app/domain/records/groom.ts";
import { service } from "#app/domain/records/service.ts";
import type { ListRequest } from "#db/list/list-source.ts";
import { customerRecords } from "#db/queries/barn/customers.ts";
import { groomRecords, isActive } from "#db/queries/barn/grooms.ts";
import { serviceRecords } from "#db/queries/barn/services.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { readSource } from "#tests/support/database/read-list.ts";

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

type Request = Partial<ListRequest>;

const readCustomers = (change: Request) => readSource(database, customerRecords, customer, { sort: "name", ...change });

const readGrooms = (change: Request) => readSource(database, groomRecords, groom, { sort: "name", ...change });

const readServices = async (q: string) =>
  (await readSource(database, serviceRecords, service, { sort: "price", q })).rows;

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

test("a search finds displayed amounts", async () => {
  const found = async (q: string) => (await readServices(q)).map(({ id }) => id);
  expect(await found("$100")).toContain("blanket");
  expect(await found("8.63%")).toEqual(["long-island-surcharge"]);
  const ofHorses = MONTHLY_CHARGES.flatMap(({ id, field }) => (field ? [id] : []));
  expect((await found('"per horse"')).sort()).toEqual(ofHorses.sort());
  expect(await found("$2,900.00 per horse")).toEqual(["boarding"]);
  // The price of a service that is billed at another amount is shown only if the service form charges it.
  await database.rows("update services set price = 9500 where id = 'blanket'");
  expect(await found("$95.00")).not.toContain("blanket");
  await database.rows("update services set public = 1 where id = 'blanket'");
  expect(await found("$95.00 in the form")).toEqual(["blanket"]);
  await database.rows("update services set public = 0, price = 10000 where id = 'blanket'");
});

test("services are sorted by the price that is shown: amounts, then the rate", async () => {
  const amounts = (await readServices("")).map((row) => shownPrice(row).amount);
  expect(amounts.at(-1)).toBe("8.63%");
  const cents = amounts.slice(0, -1).map((text) => Number(text.replace(/[$,.]/g, "")));
  expect(cents).toEqual(cents.toSorted((a, b) => a - b));
});

test("the total of a view counts the rows of the view only", async () => {
  const view = isActive("2026-11-21");
  const read = await readGrooms({ view });
  const [{ n } = { n: 0 }] = await database.rows(
    "select count(*) as n from grooms where deleted_at is null and (start_date is null or start_date <= '2026-11-21') and (end_date is null or end_date >= '2026-11-21')",
  );
  expect([read.rows.length, read.total]).toEqual([n, n]);
});

test("pages of 700 rows with equal names have each row exactly once", async () => {
  await database.rows(
    "insert into customers (id, name, emails, riders, created_at, updated_at) with recursive n(i) as (select 1 union all select i + 1 from n where i < 700) select 'many-' || i, 'Many ' || (i % 7), '[]', '[]', '2026-01-01', '2026-01-01' from n",
  );
  for (const descending of [false, true]) {
    const all: number[] = [];
    for (let number = 1; number <= 7; number++) {
      const page = await readCustomers({ q: "many ", descending, place: { kind: "page", number } });
      all.push(...page.rows.map(({ seq }) => seq));
      expect([page.total, page.hasBefore, page.hasAfter]).toEqual([700, number > 1, number < 7]);
      expect(page.rows).toHaveLength(PAGE_SIZE);
    }
    expect(new Set(all).size).toBe(700);
    const beyond = await readCustomers({ q: "many ", descending, place: { kind: "page", number: 8 } });
    expect([beyond.rows, beyond.total]).toEqual([[], 700]);
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

  test("are sorted as the letter without the accent, and an equal one in the order of insertion", async () => {
    await database.rows(
      `insert into customers (id, name, emails, riders, created_at, updated_at)
        select 'accent-' || key, value, '["accented@x.example"]', '[]', '2026', '2026' from json_each(?)`,
      [JSON.stringify(NAMES)],
    );
    const { rows } = await readCustomers({ q: "accented@" });
    expect(rows.map(({ name }) => name)).toEqual(NAMES);
  });

  test("keep their order when a name gains an accent, or loses it", async () => {
    const placeOf = async () => (await readCustomers({ q: "accented@" })).rows.findIndex(({ id }) => id === "accent-0");
    await database.rows("update customers set name = 'Élan a' where id = 'accent-0'");
    expect(await placeOf()).toBe(1);
    await database.rows("update customers set name = 'Zz' where id = 'accent-0'");
    expect(await placeOf()).toBe(NAMES.length - 1);
  });
});
