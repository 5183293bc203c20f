import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IMPORT_TABLES } from "#app/domain/import/import-plan.ts";
import type { Sources } from "#app/domain/import/import-reader.ts";
import { connect } from "#db/connection.ts";
import { ConflictError } from "#db/errors.ts";
import { horseRecords } from "#db/queries/barn/horses.ts";
import { touchedOf } from "#db/queries/import/imports.ts";
import { payrollDue } from "#db/queries/payroll/payroll-runs.ts";
import { randomFrom } from "#db/seed/random.ts";
import { readBatch } from "#db/write/batch.ts";
import { partsOfImport } from "#db/write/import.ts";
import { removeRecords } from "#db/write/records.ts";
import { findStale } from "#lab/support/derived.ts";
import { makeEmptyBarn } from "#tests/support/database/empty-barn.ts";
import { planFor, storedOf, undoOf, writePlan } from "#tests/support/database/import.ts";
import { undoByKey } from "#tests/support/database/undo.ts";
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
    let parts = Object.values(plan.rows).filter(({ length }) => length > 0).length - 1;
    const written = writePlan(address, plan, {
      at,
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

/** All that is there, without the stamps of the settings, and the records that never were. */
const contentsOf = async (rows: (sql: string) => Promise<object[]>) =>
  Promise.all([
    ...["customers", "horses", "services", "grooms"].map((table) =>
      rows(`select * from ${table} where deleted_at is null or deleted_at <> created_at order by seq`),
    ),
    ...["shows", "bill_items", "payroll", "exports", "totals", "salary_changes", "horse_changes"].map((table) =>
      rows(`select * from ${table} where ${table === "totals" ? "list <> 'activity_entries'" : "1"} order by rowid`),
    ),
    rows("select last_payroll, invoice_number, is_invoice_number_chosen from settings"),
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
  await rows("update settings set last_payroll = '2025-12-29T12:00:00.000Z'");
  const due = () => connect(address).read(readBatch(payrollDue("2026-11-21")));
  const [before, dueBefore] = [await contentsOf(rows), await due()];
  const old = {
    ...makeOld("undone", 300),
    params: [{ id: "params", invoiceNumber: 5_000, lastPayroll: "2026-01-05" }],
  };
  const { id, plan } = await importInto(address, old);
  const imported = await contentsOf(rows);
  expect(imported).not.toEqual(before);
  await undo(address, id);
  expect([await contentsOf(rows), await due()]).toEqual([before, dueBefore]);
  expect(await findStale(rows)).toEqual([]);
  expect(await undo(address, id)).toBe("repeated");
  const again = await importInto(address, old);
  expect(await storedOf(address, again.id)).toEqual(plan.sums);
  await undo(address, again.id);
  expect(await contentsOf(rows)).toEqual(before);
});

test("a later import fills in unknown records, and restores deleted ones with its values, and Undo sets both back", async () => {
  const { address, rows } = await openEmpty();
  const { horses = [], services = [], grooms = [], ...others } = makeOld("mended", 40);
  await importInto(address, { ...others, horses: horses.slice(0, 2), services: services.slice(0, 1) });
  const removal = removeRecords(horseRecords, ["x1"], by());
  await connect(address).write(removal);
  const before = await contentsOf(rows);
  const mended = horses.map((fields) => ({ ...fields, boarding: 1_234 }));
  const { plan, id } = await importInto(address, { horses: mended, services, grooms });
  expect([plan.restored.horses.length, plan.kept.horses]).toEqual([horses.length - 1, 1]);
  expect(await storedOf(address, id)).toEqual(plan.sums);
  expect(
    await rows("select id from horses where deleted_at is null and boarding = 123400 and id <> 'x0'"),
  ).toHaveLength(horses.length - 1);
  expect(await rows("select groom_id from salary_changes union all select horse_id from horse_changes")).toEqual([]);
  expect(await findStale(rows)).toEqual([]);
  // Activity offers no undo of the restored records alone.
  await expect(undoByKey({ connect: () => connect(address) }, `import ${id}`, by())).rejects.toThrow(
    "cannot be undone",
  );
  // The page says before Undo is pressed that a restored record was edited.
  const editedHorses = async () => (await connect(address).read(touchedOf(id)))[0]?.touched.horses;
  expect(await editedHorses()).toBe(0);
  await rows("update horses set name = name || '!', version = version + 1 where id = 'x2'");
  expect(await editedHorses()).toBe(1);
  await expect(undo(address, id)).rejects.toThrow(ConflictError);
  await rows("update horses set name = rtrim(name, '!'), version = version - 1 where id = 'x2'");
  await undo(address, id);
  expect(await contentsOf(rows)).toEqual(before);
  expect(await findStale(rows)).toEqual([]);
  const connection = { connect: () => connect(address) };
  await connect(address).write(await undoByKey(connection, removal.idempotencyKey, by()));
  expect(await rows("select deleted_at from horses where id = 'x1'")).toEqual([{ deleted_at: null }]);
});

test("imports are undone from the last one on", async () => {
  const { address, rows } = await openEmpty();
  const { customers = [], horses = [], ...others } = makeOld("chain", 10);
  const nothing = await contentsOf(rows);
  const [bills, filledIn] = [await importInto(address, others), await importInto(address, { customers, horses })];
  await expect(undo(address, bills.id)).rejects.toThrow(ConflictError);
  await undo(address, filledIn.id);
  await undo(address, bills.id);
  expect(await contentsOf(rows)).toEqual(nothing);
});

test("SQLite finds the references to each record that Undo of an import removes by an index", async () => {
  const { rows } = await openEmpty();
  const references = await rows(
    `select t.name as child, f."from" as key from pragma_table_list t join pragma_foreign_key_list(t.name) f
      where t.type = 'table' and f."table" in ('shows', 'bill_items', 'payroll')`,
  );
  expect(references.length).toBeGreaterThan(3);
  for (const { child, key } of references) {
    const [plan] = await rows(`explain query plan select 1 from ${child} where ${key} = 'x'`);
    expect([child, key, plan?.detail]).toEqual([child, key, expect.stringContaining("USING")]);
  }
});

const REFERRING = [
  [
    "bill_items (id, horse_id, service_id, date, quantity, value, location, created_at)",
    "'new', 'x1', 'boarding', '2026-01-01', 1, 1, 'florida', '2026'",
  ],
  ["horses (id, name, customer_id, check_in_date, created_at, updated_at)", "'new', 'N', 'x1', '2026-01-01', '', ''"],
  [
    "payroll (id, groom_id, item, date, value, paid, created_at, updated_at)",
    "'new', 'x1', 'I', '2026-01-01', 1, 0, '', ''",
  ],
  [
    "shows (id, name, date, horse_id, service_id, created_at, updated_at)",
    "'new', 'S', '2026-01-01', 'x1', 'boarding', '', ''",
  ],
].map(([into, values]) => [
  `insert into ${into} values (${values})`,
  `delete from ${into?.split(" ")[0]} where id = 'new'`,
]);

test("an import of which a record was changed, exported, voided, paid or is named since is not undone", async () => {
  const { address, rows } = await openEmpty();
  const { id } = await importInto(address, makeOld("touched", 20));
  await rows(
    "insert into exports values ('later', '2026', '2026-01-01', 'a', 'bill-value', 1, 1, 1, 1, '[]', 'line', null, null)",
  );
  const pending = "id in (select id from bill_items where export_id is null limit 1)";
  for (const [touch = "", untouch = ""] of [
    ["update horses set version = 2 where id = 'x1'", "update horses set version = 1 where id = 'x1'"],
    [
      `update bill_items set export_id = 'later' where ${pending}`,
      "update bill_items set export_id = null where export_id = 'later'",
    ],
    [
      `update bill_items set deleted_at = '2026', voided_at = '2026' where ${pending}`,
      "update bill_items set deleted_at = null, voided_at = null",
    ],
    [
      "update payroll set paid = 1 - paid, version = 2 where id = 'x1'",
      "update payroll set paid = 1 - paid, version = 1 where id = 'x1'",
    ],
    ...REFERRING,
  ]) {
    await rows(touch);
    const before = await contentsOf(rows);
    await expect(undo(address, id), touch).rejects.toThrow(ConflictError);
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
