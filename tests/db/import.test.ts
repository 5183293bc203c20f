import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { expect, onTestFinished, test } from "vitest";
import type { Sources } from "#app/domain/import-reader.ts";
import { IMPORT_TABLES, planImport } from "#app/domain/import-records.ts";
import { migrateDatabase } from "#bin/migrate.ts";
import { findFreePort } from "#bin/ports.ts";
import { startSqld } from "#bin/sqld.ts";
import { ConflictError } from "#db/errors.ts";
import { partsOf, readKnownIds, readTotals, writeImport } from "#db/import.ts";
import { randomFrom } from "#db/seed/random.ts";
import { findStale } from "#tests/support/derived.ts";
import { samples } from "#tests/support/samples.ts";

/* An import is written whole or not at all, and agrees with its files to the cent (docs/product.md, 'Import'). */

let minutes = 0;
/** The instant of the next import. */
const nextInstant = () => {
  minutes += 1;
  return new Date(Date.parse("2026-11-21T12:00:00.000Z") + minutes * 60_000);
};

async function openEmpty() {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-import-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const start = async () => {
    const sqld = await startSqld({ dataDir: folder, port: await findFreePort() });
    onTestFinished(() => sqld.stop());
    const address = { url: sqld.url, authToken: sqld.authToken };
    const client = createClient(address);
    return {
      address,
      stop: sqld.stop,
      pid: sqld.pid,
      ended: sqld.ended,
      rows: async (sql: string) => (await client.execute(sql)).rows.map((row) => ({ ...row })),
    };
  };
  const database = await start();
  await migrateDatabase(database.address);
  return { ...database, restart: start };
}

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
  const plan = planImport(sourcesOf(old), await readKnownIds(address), at.toISOString());
  await writeImport(address, plan, at, () => {});
  return plan;
}

test.each(Array.from({ length: samples(1) }, (_, i) => `import ${i}`))(
  "an import of random collections agrees with its files, and a second one adds nothing (%s)",
  async (seed) => {
    const { address, rows } = await openEmpty();
    const old = makeOld(seed, 2_300);
    const plan = await importInto(address, old);
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
    expect(await readTotals(address, plan)).toEqual(plan.sums);
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
    expect(await rows("select name from sqlite_schema where name = 'import_parts'")).toEqual([]);
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
  const plan = await importInto(address, old);
  expect(await rows("select value from bill_items where id = 'x0'")).toEqual([{ value: 1 }]);
  expect(await readTotals(address, plan)).not.toEqual(plan.sums);
});

test.each([0, 40, 120])("a server that is killed %s ms into the import leaves everything or nothing", async (ms) => {
  const { address, pid, ended, restart } = await openEmpty();
  const old = makeOld("killed", 2_500);
  const at = nextInstant();
  const plan = planImport(sourcesOf(old), await readKnownIds(address), at.toISOString());
  const written = writeImport(address, plan, at, (done, all) => {
    if (done === all) setTimeout(() => process.kill(pid, "SIGKILL"), ms);
  });
  const isWritten = await written.then(
    () => true,
    () => false,
  );
  await ended;
  const again = await restart();
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
});

test("a record that could not come in takes the place of its stand-in the next time", async () => {
  const { address, rows } = await openEmpty();
  const old = makeOld("mended", 10);
  const { horses = [], services = [], grooms = [], ...others } = old;
  await importInto(address, { ...others, services: services.slice(0, 1) });
  const plan = await importInto(address, old);
  expect(await readTotals(address, plan)).toEqual(plan.sums);
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

test("of two imports at once, one that lost its parts, or has those of the other among them, writes nothing", async () => {
  const { address, rows } = await openEmpty();
  const old = makeOld("twice", 4_100);
  const at = nextInstant();
  const plan = planImport(sourcesOf(old), await readKnownIds(address), at.toISOString());
  let other: Promise<unknown> | undefined;
  const first = writeImport(address, plan, at, (done) => {
    if (done > 2_000) other ??= importInto(address, makeOld("other", 20));
  });
  const outcomes = await Promise.allSettled([first, first.catch(() => {}).then(() => other)]);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(ConflictError);
  }
  const written = await rows(
    "select json_extract(content, '$.bill_items.count') as bills from activity_entries join activity on activity.rowid = activity_entries.seq",
  );
  const [found] = await rows("select count(*) as bills from bill_items");
  const imported = [4_100, 20].filter((_, i) => outcomes[i]?.status === "fulfilled");
  expect(written.length).toBe(imported.length);
  expect(found?.bills).toBe(imported.reduce((sum, bills) => sum + bills, 0));
});

test("rows travel in parts that the server takes, each once and in order", () => {
  const rows = Array.from({ length: 2_000 }, (_, i) => ({ id: `x${i}`, comments: "馬".repeat(2_000) }));
  const parts = [...partsOf(rows)];
  expect(JSON.parse(`[${parts.flat().join()}]`)).toEqual(rows);
  for (const part of parts) expect(Buffer.byteLength(part.join())).toBeLessThan(4_000_000);
  expect([...partsOf([])]).toEqual([]);
});
