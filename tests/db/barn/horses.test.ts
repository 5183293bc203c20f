import { getTableColumns, getTableName } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatDollars } from "#app/domain/basics/money.ts";
import { boardingLines } from "#app/domain/boarding/boarding.ts";
import { horse as description } from "#app/domain/records/horse.ts";
import type { ListRequest } from "#db/list/list-source.ts";
import { horseRecords, isInProperty } from "#db/queries/barn/horses.ts";
import { horsesToBill } from "#db/queries/bills/billing-runs.ts";
import { horses, settings } from "#db/schema.ts";
import { parseRows, readBatch } from "#db/write/batch.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { readSource } from "#tests/support/database/read-list.ts";

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

async function readHorses(change: Partial<ListRequest>) {
  return readSource(database, horseRecords, description, { sort: "name", ...change });
}

const searchIds = async (q: string) => (await readHorses({ q })).rows.map(({ id }) => id).sort();
const idsWhere = async (where: string, args: (string | number)[] = []) =>
  (await database.rows(`select id from horses where deleted_at is null and ${where}`, args))
    .map(({ id }) => String(id))
    .sort();

test("a search finds displayed amounts, including the charge for a blanket", async () => {
  expect(await searchIds("$2,900.00")).toEqual(await idsWhere("boarding = 290000"));
  expect(await searchIds("2,900.00")).not.toEqual([]);
  expect(await searchIds("$2,750.50")).toEqual(await idsWhere("boarding = 275050"));
  expect(await searchIds("$1,200.00")).toEqual(await idsWhere("training = 120000"));
  expect(await searchIds("$200.00")).toEqual(await idsWhere("boarding_surcharge = 20000"));
  await database.rows("update horses set boarding_surcharge = 0 where boarding_surcharge = 10000");
  expect(await searchIds("$100.00")).toEqual(await idsWhere("has_blanket = 1"));
});

test("a search finds a horse by its responsible party, also after that customer is renamed or replaced", async () => {
  const ofMaeve = await idsWhere("customer_id = (select id from customers where name = 'Maeve O''Brien')");
  expect(ofMaeve).not.toEqual([]);
  expect(await searchIds("o'brien")).toEqual(ofMaeve);
  await database.rows("update customers set name = 'Zebulon Quux' where name = 'Maeve O''Brien'");
  expect(await searchIds("o'brien")).toEqual([]);
  expect(await searchIds("zebulon")).toEqual(ofMaeve);
  expect((await readHorses({ q: "zebulon" })).rows[0]?.responsibleParty).toBe("Zebulon Quux");
  await database.rows("update horses set customer_id = null where id = ?", [ofMaeve[0] ?? ""]);
  expect(await searchIds("zebulon")).toEqual(ofMaeve.slice(1));
  expect(await searchIds("unknown")).toContain(ofMaeve[0]);
});

test("a horse shows the name of a deleted customer, marked, and 'Unknown' if it has no customer", async () => {
  const [customer] = await database.rows(
    "select * from customers where id in (select customer_id from horses) and name not like '%''%' limit 1",
  );
  await database.rows("update customers set deleted_at = '2026-01-01' where id = ?", [String(customer?.id)]);
  const { rows } = await readHorses({ q: String(customer?.name) });
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ responsibleParty }) => responsibleParty === `${customer?.name} (deleted)`)).toBe(true);
  const unknown = (await readHorses({})).rows.filter(({ responsibleParty }) => responsibleParty === "Unknown");
  expect(unknown.map(({ id }) => id).sort()).toEqual(await idsWhere("customer_id is null"));
  expect(unknown).not.toEqual([]);
});

test("pages sorted by responsible party have each horse exactly once", async () => {
  await database.rows(
    "insert into horses (id, name, customer_id, check_in_date, created_at, updated_at) with recursive n(i) as (select 1 union all select i + 1 from n where i < 250), c(id, k) as (select id, row_number() over () from customers) select 'many-' || i, 'Many ' || i, (select id from c where k = i % 5), '2026-01-01', '2026-01-01', '2026-01-01' from n",
  );
  const pageAt = (number: number) =>
    readHorses({ q: "many ", sort: "responsibleParty", place: { kind: "page", number } });
  const seqs = (await Promise.all([1, 2, 3].map(pageAt))).flatMap(({ rows }) => rows.map(({ seq }) => seq));
  expect([seqs.length, new Set(seqs).size]).toEqual([250, 250]);
});

test("a horse is in the property from its check-in date to its check-out date, both inclusive", async () => {
  const day = "2026-11-21";
  const stays: [string, string | null][] = [
    ["2026-11-21", null],
    ["2026-11-22", null],
    ["2026-11-01", "2026-11-21"],
    ["2026-11-01", "2026-11-20"],
  ];
  for (const [i, [from, to]] of stays.entries()) {
    await database.rows(
      `insert into horses (id, name, check_in_date, check_out_date, created_at, updated_at) values (?, ?, ?, ${to ? `'${to}'` : "null"}, '2026-01-01', '2026-01-01')`,
      [`stay-${i}`, `Staying ${i}`, from],
    );
  }
  const { rows } = await readHorses({ q: "staying", view: isInProperty(day) });
  expect(rows.map(({ name }) => name)).toEqual(["Staying 0", "Staying 2"]);
});

test("the bills of a horse have the amounts in its row, after a change of every amount and setting", async () => {
  for (const table of [horses, settings]) {
    const numbers = Object.values(getTableColumns(table)).filter(({ dataType }) => dataType === "number");
    const amounts = numbers.flatMap(({ name, primary }) => (primary || name === "version" ? [] : [name]));
    await database.rows(`update ${getTableName(table)} set ${amounts.map((name) => `${name} = ${name} + 7`)}`);
  }
  const query = horsesToBill({ q: "" }, "2026-11-21", {
    month: "2026-11",
    isProrated: false,
    today: [],
    otherPrices: [],
    payer: {},
  });
  const [batch] = await database.connect().read(readBatch(query));
  const bills = new Map(parseRows(query, batch?.rowsJson ?? "").map((horse) => [horse.id, boardingLines(horse)]));
  const { rows } = await readHorses({ q: "" });
  const billed = rows.filter(({ id, hasBlanket }) => bills.has(id) && hasBlanket);
  expect(billed).not.toEqual([]);
  for (const row of billed) {
    const shown = description.fields.map(({ text }) => text(row));
    const lines = bills.get(row.id)?.filter(({ serviceId }) => serviceId !== "long-island-surcharge") ?? [];
    expect(shown).toEqual(expect.arrayContaining(lines.map(({ value }) => formatDollars(value))));
  }
});
