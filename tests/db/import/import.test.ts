import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IMPORT_TABLES } from "#app/domain/import/import-plan.ts";
import type { Sources } from "#app/domain/import/import-reader.ts";
import { connect } from "#db/connection.ts";
import { ConflictError } from "#db/errors.ts";
import { randomFrom } from "#db/seed/random.ts";
import { partsOfImport } from "#db/write/import.ts";
import { findStale } from "#lab/support/derived.ts";
import { makeEmptyBarn } from "#tests/support/database/empty-barn.ts";
import { planFor, storedOf, undoOf, writePlan } from "#tests/support/database/import.ts";
import { samples } from "#tests/support/samples.ts";

/* An import is written whole or not at all, and agrees with its files to the cent (docs/product.md, 'Import'). */

let minutes = 0;
/** The instant of the next import. */
const nextInstant = () => {
  minutes += 1;
  return new Date(Date.parse("2026-11-21T12:00:00.000Z") + minutes * 60_000);
};

let files: Awaited<ReturnType<typeof makeEmptyBarn>>;

beforeAll(async () => {
  files = await makeEmptyBarn();
});
afterAll(() => files.remove());

const openEmpty = () => files.open();

type Old = { [collection: string]: Record<string, unknown>[] };

/** A random export of another system, with what such exports have: texts in the place of numbers, three kinds of dates, lost records. */
function makeOld(seed: string, bills: number): Old {
  const random = randomFrom(seed);
  const many = (count: number, make: (i: number) => object) =>
    Array.from({ length: count }, (_, i) => ({ id: `x${i}`, ...make(i) }));
  const some = (kind: number) => `x${random.int(0, kind)}`;
  const dollars = () => {
    const cents = random.int(0, 500_000);
    return random.int(0, 1) ? cents / 100 : `$${(cents / 100).toFixed(2).replace(/(\d)(?=(\d{3})+\.)/g, "$1,")}`;
  };
  const day = () => {
    const date = new Date(Date.UTC(2024, 0, 1, 18) + random.int(0, 900) * 86_400_000);
    const text = date.toISOString();
    return [text.slice(0, 10), text, { seconds: date.getTime() / 1_000, nanoseconds: 0 }][random.int(0, 2)];
  };
  const place = () => (random.int(0, 1) ? "florida" : "long-island");
  return {
    customers: many(6, (i) => ({ name: `Customer ${i}`, emails: [], riders: [`Rider ${i}`] })),
    horses: many(8, (i) => ({
      name: `Horse ${i}`,
      customerId: some(7),
      checkInDate: day(),
      boarding: dollars(),
      location: place(),
    })),
    services: many(5, (i) => ({
      productServiceName: ["Boarding", "Lunging", "Clipping", "Blanket", "Bath"][i],
      price: dollars(),
    })),
    grooms: many(3, (i) => ({ name: `Groom ${i}`, weeklySalary: dollars() })),
    shows: many(12, (i) => ({
      name: `Show ${i}`,
      date: day(),
      horseId: some(8),
      serviceId: some(5),
      billed: i % 2 === 0,
    })),
    billItems: many(bills, () => ({
      customerId: some(7),
      horseId: some(9),
      serviceId: some(5),
      date: day(),
      quantity: random.int(1, 9),
      value: dollars(),
      location: place(),
      exported: random.int(0, 2) > 0,
    })),
    payroll: many(20, () => ({
      groomId: some(3),
      item: "Weekly Salary",
      date: day(),
      value: dollars(),
      paid: random.int(0, 1) === 1,
    })),
  };
}

const sourcesOf = (old: Old): Sources =>
  Object.fromEntries(
    Object.entries(old).map(([name, all]) => [name, all.map((fields) => ({ id: String(fields.id), fields }))]),
  );

/** The sum of the amounts of a field in cents, read anew: with text instead of arithmetic. */
const centsOf = (all: Record<string, unknown>[], field: string) =>
  all.reduce((sum, fields) => {
    const [whole = "0", cents = ""] = String(fields[field]).replace(/[$,]/g, "").split(".");
    return sum + BigInt(whole + cents.padEnd(2, "0").slice(0, 2));
  }, 0n);

async function importInto(address: { url: string; authToken: string }, old: Old) {
  const at = nextInstant();
  const plan = await planFor(address, sourcesOf(old), at);
  return { plan, id: await writePlan(address, plan, { at }) };
}

test.each(Array.from({ length: samples(1) }, (_, i) => `import ${i}`))(
  "an import of random collections agrees with its files, and a second one adds nothing (%s)",
  async (seed) => {
    const { address, rows } = await openEmpty();
    const old = makeOld(seed, 2_300);
    const { plan, id } = await importInto(address, old);
    const counts = async () => {
      const select = IMPORT_TABLES.map((table) => `select '${table}' as name, count(*) as count from ${table}`).join(
        " union all ",
      );
      return rows(select);
    };
    const [bills, pay] = await rows(
      "select sum(value) as cents, count(*) as count from bill_items union all select sum(value), count(*) from payroll",
    );
    expect(bills).toEqual({ cents: Number(centsOf(old.billItems ?? [], "value")), count: 2_300 });
    expect(pay).toEqual({ cents: Number(centsOf(old.payroll ?? [], "value")), count: 20 });
    expect(await storedOf(address, id)).toEqual(plan.sums);
    const pending = (old.billItems ?? []).filter(({ exported }) => !exported);
    expect(await rows("select rows, sum, current_rows, current_sum from totals where list = 'bill_items'")).toEqual([
      {
        rows: 2_300,
        sum: bills?.cents,
        current_rows: pending.length,
        current_sum: Number(centsOf(pending, "value")),
      },
    ]);
    expect(await findStale(rows)).toEqual([]);
    expect(await rows("pragma foreign_key_check")).toEqual([]);
    expect(await rows("select * from import_rows")).toEqual([]);
    const [indexes] = await rows(
      "select count(*) as count from sqlite_schema where type = 'index' and tbl_name = 'bill_items'",
    );
    expect(indexes?.count).toBeGreaterThan(10);
    const before = await counts();
    await importInto(address, old);
    expect(await counts()).toEqual(before);
    expect(await rows("select action from activity_entries")).toEqual([{ action: "import" }, { action: "import" }]);
  },
);

test("a record that was changed since it came in stays as it is", async () => {
  const { address, rows } = await openEmpty();
  const old = makeOld("changed", 10);
  await importInto(address, old);
  await rows("update bill_items set value = 1 where id = 'x0'");
  const { plan, id } = await importInto(address, old);
  expect(await rows("select value from bill_items where id = 'x0'")).toEqual([{ value: 1 }]);
  expect(await storedOf(address, id)).not.toEqual(plan.sums);
});

test.each([0, 60].slice(0, samples(1)))(
  "a server that is killed %s ms into the import leaves everything or nothing",
  async (ms) => {
    const { address, kill, reopen } = await openEmpty();
    const old = makeOld("killed", 2_500);
    const at = nextInstant();
    const plan = await planFor(address, sourcesOf(old), at);
    let killed: Promise<void> | undefined;
    let parts = Object.values(plan.rows).filter(({ length }) => length > 0).length;
    const written = writePlan(address, plan, {
      at,
      // The first call is for the removal of older rows.
      onStaged: () => {
        if (parts === 0) killed = sleep(ms).then(kill);
        parts -= 1;
      },
    });
    const isWritten = await written.then(
      () => true,
      () => false,
    );
    await killed;
    const again = await reopen();
    const [found] = await again.rows(
      "select (select count(*) from bill_items) as bills, (select count(*) from horses) as horses, (select count(*) from activity where action = 'import') as imports",
    );
    expect([
      { bills: 0, horses: 0, imports: 0 },
      { bills: 2_500, horses: plan.rows.horses.length, imports: 1 },
    ]).toContainEqual(found);
    if (isWritten) expect(found?.imports).toBe(1);
    await importInto(again.address, old);
    expect((await again.rows("select count(*) as bills from bill_items"))[0]?.bills).toBe(2_500);
  },
);

test("a record that could not come in takes the place of its stand-in the next time", async () => {
  const { address, rows } = await openEmpty();
  const old = makeOld("mended", 10);
  const { horses = [], services = [], grooms = [], ...others } = old;
  await importInto(address, { ...others, services: services.slice(0, 1) });
  const { plan, id } = await importInto(address, old);
  expect(await storedOf(address, id)).toEqual(plan.sums);
  for (const [table, all] of Object.entries({ horses, services, grooms })) {
    const named = all.map((fields) => ({ name: fields.name ?? fields.productServiceName }));
    const column = table === "services" ? "product_service_name" : "name";
    const found = await rows(
      `select ${column} as name from ${table} where deleted_at is null and id like 'x%' order by id`,
    );
    const fixed = table === "services" ? ["Boarding", "Blanket"] : [];
    expect(found).toEqual(named.filter(({ name }) => !fixed.includes(String(name))));
  }
  expect(await rows("select * from salary_changes")).toEqual([]);
  expect(await rows("select * from horse_changes")).toEqual([]);
});

test("two imports at once both come in whole", async () => {
  const { address, rows } = await openEmpty();
  const at = nextInstant();
  const plan = await planFor(address, sourcesOf(makeOld("twice", 4_100)), at);
  const other = makeOld("other", 20);
  for (const each of other.billItems ?? []) each.id = `other-${each.id}`;
  let second: Promise<unknown> | undefined;
  await writePlan(address, plan, {
    at,
    onStaged: () => {
      second ??= importInto(address, other);
    },
  });
  await second;
  expect(await rows("select count(*) as bills from bill_items")).toEqual([{ bills: 4_120 }]);
  expect(await rows("select count(*) as imports from imports where done_at is not null")).toEqual([{ imports: 2 }]);
});

/** All that an import writes, without the stamps of the settings. */
const contentsOf = async (rows: (sql: string) => Promise<object[]>) =>
  Promise.all([
    ...[...IMPORT_TABLES, "exports", "totals", "salary_changes", "horse_changes"].map((table) =>
      rows(`select * from ${table} where ${table === "totals" ? "list <> 'activity_entries'" : "1"} order by rowid`),
    ),
    rows("select last_payroll, invoice_number from settings"),
    rows("select rowid, search_text from bill_items_search where bill_items_search match 'horse'"),
  ]);

const by = () => ({ actor: "a@barn.example", at: nextInstant() });
const undo = async (address: { url: string; authToken: string }, id: string) =>
  connect(address).write(await undoOf(address, id, by()));

test("Undo of an import leaves what was there before, and the same files come in again", async () => {
  const { address, rows } = await openEmpty();
  const earlier = makeOld("earlier", 30);
  for (const all of Object.values(earlier))
    for (const each of all)
      for (const [field, value] of Object.entries(each)) if (/id$/i.test(field)) each[field] = `earlier-${value}`;
  await importInto(address, earlier);
  const before = await contentsOf(rows);
  const old = {
    ...makeOld("undone", 300),
    params: [{ id: "params", invoiceNumber: 5_000, lastPayroll: "2026-01-05" }],
  };
  const { id, plan } = await importInto(address, old);
  const imported = await contentsOf(rows);
  expect(imported).not.toEqual(before);
  await undo(address, id);
  expect(await contentsOf(rows)).toEqual(before);
  expect(await findStale(rows)).toEqual([]);
  await expect(undo(address, id)).rejects.toThrow(ConflictError);
  const again = await importInto(address, old);
  expect(await storedOf(address, again.id)).toEqual(plan.sums);
});

test("Undo of an import finds references to each record by an index, and leaves the indexes as they were", async () => {
  const { address, rows } = await openEmpty();
  const { id } = await importInto(address, makeOld("indexes", 300));
  const indexes = "select name, sql from sqlite_schema where type = 'index' order by name";
  const before = await rows(indexes);
  const { around } = await undoOf(address, id, by());
  expect(around?.before).toContain("drop index bill_items_by_date");
  for (const statement of around?.before ?? []) await rows(statement);
  const references = await rows(
    `select t.name as child, f."from" as key, f."table" as parent from pragma_table_list t join pragma_foreign_key_list(t.name) f where t.type = 'table'`,
  );
  const toImported = references.filter(({ parent }) => IMPORT_TABLES.some((table) => table === parent));
  expect(toImported.length).toBeGreaterThan(20);
  for (const { child, key } of toImported) {
    const [plan] = await rows(`explain query plan select 1 from ${child} where ${key} = 'x'`);
    expect([child, key, plan?.detail]).toEqual([child, key, expect.stringContaining("USING")]);
  }
  for (const statement of around?.after ?? []) await rows(statement);
  expect(await rows(indexes)).toEqual(before);
});

test("an import whose records took the place of stand-ins is not undone, and what was deleted since is restored", async () => {
  const { address, rows } = await openEmpty();
  const old = makeOld("replaced", 10);
  const { horses = [], ...others } = old;
  await importInto(address, others);
  const { id, plan } = await importInto(address, { horses });
  const before = await contentsOf(rows);
  await expect(undo(address, id)).rejects.toThrow(ConflictError);
  expect(await contentsOf(rows)).toEqual(before);
  await rows("update horses set deleted_at = '2026' where id = 'x0'");
  const again = await importInto(address, { horses });
  expect([again.plan.kept.horses, again.plan.restored.horses]).toEqual([plan.sums.horses.count - 1, ["x0"]]);
  expect(await rows("select deleted_at from horses where id = 'x0'")).toEqual([{ deleted_at: null }]);
  await expect(undo(address, again.id)).rejects.toThrow(ConflictError);
});

test("a table finds the customers that are there by name", async () => {
  const { address, rows } = await openEmpty();
  await importInto(address, {
    customers: [
      { id: "c1", name: "Ann Lee" },
      { id: "c2", name: "Bo" },
      { id: "c3", name: "Bo", emails: ["bo@barn.example"] },
    ],
  });
  const horse = { checkInDate: "2026-01-01" };
  await importInto(address, {
    horses: [
      { id: "h1", name: "Bella", customer: "ann lee", ...horse },
      { id: "h2", name: "Star", customer: "Bo", ...horse },
      { id: "h3", name: "Max", customer: "BO@barn.example", ...horse },
    ],
  });
  expect(await rows("select customer_id from horses order by id")).toEqual([
    { customer_id: "c1" },
    { customer_id: null },
    { customer_id: "c3" },
  ]);
});

test("an import of which a record was changed, exported, voided, paid or billed since is not undone", async () => {
  const { address, rows } = await openEmpty();
  const { id } = await importInto(address, makeOld("touched", 20));
  await rows(
    "insert into exports values ('later', '2026', '2026-01-01', 'a', 'bill-value', 1, 1, 1, 1, '[]', 'line', null, null)",
  );
  for (const [touch, untouch] of [
    ["update horses set version = 2 where id = 'x1'", "update horses set version = 1 where id = 'x1'"],
    [
      "update bill_items set export_id = 'later' where id in (select id from bill_items where export_id is null limit 1)",
      "update bill_items set export_id = null where export_id = 'later'",
    ],
    [
      "update bill_items set deleted_at = '2026', voided_at = '2026' where id in (select id from bill_items where export_id is null limit 1)",
      "update bill_items set deleted_at = null, voided_at = null",
    ],
    [
      "update payroll set paid = 1 - paid, version = 2 where id = 'x1'",
      "update payroll set paid = 1 - paid, version = 1 where id = 'x1'",
    ],
    [
      "insert into bill_items (id, horse_id, service_id, date, quantity, value, location, created_at) values ('new', 'x1', 'boarding', '2026-01-01', 1, 1, 'florida', '2026')",
      "delete from bill_items where id = 'new'",
    ],
  ] as const) {
    await rows(touch);
    const before = await contentsOf(rows);
    await expect(undo(address, id), touch).rejects.toThrow(/changed in between|FOREIGN KEY/);
    expect(await contentsOf(rows)).toEqual(before);
    await rows(untouch);
  }
  await undo(address, id);
});

test("rows travel in parts that the server takes, each once and in order", () => {
  const rows = Array.from({ length: 2_000 }, (_, i) => ({ id: `x${i}`, comments: "馬".repeat(2_000) }));
  const parts = [...partsOfImport(rows)];
  expect(JSON.parse(`[${parts.flat().join()}]`)).toEqual(rows);
  for (const part of parts) expect(Buffer.byteLength(part.join())).toBeLessThan(4_000_000);
  expect([...partsOfImport([])]).toEqual([]);
});
