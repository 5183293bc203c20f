import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListRequest, listPage, pageOf } from "#db/list/list-page.ts";
import { horseRecords, isInProperty } from "#db/queries/horses.ts";
import { openDatabase } from "#tests/support/database.ts";

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

async function horsesBy(change: Partial<ListRequest>) {
  const asked = { q: "", sort: "name" as const, descending: false, place: { kind: "first" as const }, ...change };
  const [read] = await database.connect().read(listPage(horseRecords, asked));
  return pageOf(read, asked.place);
}

const idsFor = async (q: string) => (await horsesBy({ q })).rows.map(({ id }) => id).sort();
const ids = async (where: string, args: (string | number)[] = []) =>
  (await database.rows(`select id from horses where deleted_at is null and ${where}`, args))
    .map(({ id }) => String(id))
    .sort();

test("amounts are found as they are displayed, the blanket's too", async () => {
  expect(await idsFor("$2,900.00")).toEqual(await ids("boarding = 290000"));
  expect(await idsFor("2,900.00")).not.toEqual([]);
  expect(await idsFor("$2,750.50")).toEqual(await ids("boarding = 275050"));
  expect(await idsFor("$1,200.00")).toEqual(await ids("training = 120000"));
  expect(await idsFor("$200.00")).toEqual(await ids("boarding_surcharge = 20000"));
  await database.rows("update horses set boarding_surcharge = 0 where boarding_surcharge = 10000");
  expect(await idsFor("$100.00")).toEqual(await ids("has_blanket = 1"));
});

test("dates are found as they are displayed, check-in and check-out", async () => {
  const [horse] = await database.rows("select * from horses where check_out_date is not null limit 1");
  for (const date of [horse?.check_in_date, horse?.check_out_date].map(String)) {
    const [year, month, day] = date.split("-");
    expect(await idsFor(`${month}/${day}/${year}`)).toEqual(
      await ids("(check_in_date = ?1 or check_out_date = ?1)", [date]),
    );
  }
});

test("locations are found as they are displayed, in any case", async () => {
  expect(await idsFor("long island")).toEqual(await ids("location = 'long-island'"));
  expect(await idsFor("FLORIDA")).toEqual(await ids("location = 'florida'"));
});

test("a horse is found by its responsible party, and follows when that is renamed or replaced", async () => {
  const ofMaeve = await ids("customer_id = (select id from customers where name = 'Maeve O''Brien')");
  expect(ofMaeve).not.toEqual([]);
  expect(await idsFor("o'brien")).toEqual(ofMaeve);
  await database.rows("update customers set name = 'Zebulon Quux' where name = 'Maeve O''Brien'");
  expect(await idsFor("o'brien")).toEqual([]);
  expect(await idsFor("zebulon")).toEqual(ofMaeve);
  expect((await horsesBy({ q: "zebulon" })).rows[0]?.responsibleParty).toBe("Zebulon Quux");
  await database.rows("update horses set customer_id = null where id = ?", [ofMaeve[0] ?? ""]);
  expect(await idsFor("zebulon")).toEqual(ofMaeve.slice(1));
  expect(await idsFor("unknown")).toContain(ofMaeve[0]);
});

test("a deleted customer keeps its name, and a horse of nobody's shows Unknown", async () => {
  const [customer] = await database.rows(
    "select * from customers where id in (select customer_id from horses) and name not like '%''%' limit 1",
  );
  await database.rows("update customers set deleted_at = '2026-01-01' where id = ?", [String(customer?.id)]);
  const { rows } = await horsesBy({ q: String(customer?.name) });
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ responsibleParty }) => responsibleParty === customer?.name)).toBe(true);
  const unknown = (await horsesBy({})).rows.filter(({ responsibleParty }) => responsibleParty === "Unknown");
  expect(unknown.map(({ id }) => id).sort()).toEqual(await ids("customer_id is null"));
  expect(unknown).not.toEqual([]);
});

test("sorting by responsible party goes by the name shown, without regard to case, and leaves no horse out", async () => {
  await database.rows("update customers set name = 'zacharias the last' where name = 'Zebulon Quux'");
  const { rows, total } = await horsesBy({ sort: "responsibleParty" });
  expect(total).toBe((await ids("1 = 1")).length);
  const names = rows.map(({ responsibleParty }) => responsibleParty.toLowerCase());
  expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  expect(names).toContain("unknown");
  const descending = await horsesBy({ sort: "responsibleParty", descending: true });
  expect(descending.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).reverse());
});

test("pages by responsible party follow one another without gap or double", async () => {
  await database.rows(
    "insert into horses (id, name, customer_id, check_in_date, created_at, updated_at) with recursive n(i) as (select 1 union all select i + 1 from n where i < 250), c(id, k) as (select id, row_number() over () from customers) select 'many-' || i, 'Many ' || i, (select id from c where k = i % 5), '2026-01-01', '2026-01-01', '2026-01-01' from n",
  );
  const seqs: number[] = [];
  let page = await horsesBy({ q: "many ", sort: "responsibleParty" });
  seqs.push(...page.rows.map(({ seq }) => seq));
  while (page.hasAfter) {
    page = await horsesBy({
      q: "many ",
      sort: "responsibleParty",
      place: { kind: "after", seq: page.rows.at(-1)?.seq ?? 0 },
    });
    seqs.push(...page.rows.map(({ seq }) => seq));
  }
  expect([seqs.length, new Set(seqs).size]).toEqual([250, 250]);
});

test("in the property is who has come and not yet left, the days of both included", async () => {
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
  const { rows } = await horsesBy({ q: "staying", view: isInProperty(day) });
  expect(rows.map(({ name }) => name)).toEqual(["Staying 0", "Staying 2"]);
});
