import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { unbilledBoard } from "#app/domain/boarding/unbilled-board.ts";
import { BILL_CHECKS, type BillCheck, checkNames, type RecordCheck } from "#app/domain/exports/checks.ts";
import { fineKeyOfBill } from "#app/domain/exports/judge-bills.ts";
import { judgeRecords } from "#app/domain/exports/judge-records.ts";
import { billFindings } from "#app/domain/exports/sum-findings.ts";
import { unbilledHorses } from "#db/queries/boarding/unbilled-horses.ts";
import { billsToCheck } from "#db/queries/exports/checked-bills.ts";
import { recordsToCheck } from "#db/queries/exports/checked-records.ts";
import { markedFine } from "#db/queries/overview/stored-dismissals.ts";
import { addBills, type NewBill } from "#lab/support/exports.ts";
import { openDatabase } from "#tests/support/database/database.ts";

/* What the checks find in a barn with a horse, a service and the bills of each test (docs/product.md, 'Check'). */

const TODAY = "2026-11-18"; // A Wednesday.
const MONDAY = "2026-11-16";

let database: Awaited<ReturnType<typeof openDatabase>>;
const rows = (sql: string, args: (string | number)[] = []) => database.rows(sql, args);

/** What the checks find in the demo barn. */
let demo: Awaited<ReturnType<typeof ofBills>>;

beforeAll(async () => {
  database = await openDatabase();
  demo = await ofBills();
  for (const table of ["bill_items", "horses", "customers", "grooms", "shows", "payroll"])
    await rows(`update ${table} set deleted_at = '2020-01-01'`);
  // No month before the first run was ever owed.
  await rows("update billing_runs set at = '2020-01-01'");
  const stamps = "'2020-01-01', '2020-01-01'";
  await rows(
    `insert into customers (id, name, emails, riders, created_at, updated_at) values ('ana', 'Ana Smith', '[]', '[]', ${stamps})`,
  );
  await rows(
    `insert into horses (id, name, check_in_date, created_at, updated_at) values ('bella', 'Bella', '2020-01-01', ${stamps})`,
  );
  await rows(
    `insert into services (id, product_service_name, price, created_at, updated_at) values ('clip', 'Clipping', 6500, ${stamps})`,
  );
  await rows(
    `insert into grooms (id, name, weekly_salary, location, created_at, updated_at) values ('gus', 'Gus', 1, 'florida', ${stamps})`,
  );
});
afterAll(() => database.close());

/** Each test begins with the horse and its customer, without a groom, a bill, a show or a payroll item. */
beforeEach(() =>
  database.change(
    ...["bill_items", "shows", "payroll", "horses", "grooms"].map(
      (table) => `update ${table} set deleted_at = '2020-01-01' where deleted_at is null`,
    ),
    "delete from dismissals",
    "update customers set deleted_at = null where id = 'ana'",
    "update horses set customer_id = 'ana', check_in_date = '2020-01-01', check_out_date = null, is_billable = 1, deleted_at = null where id = 'bella'",
  ),
);

let bills = 0;
const bill = (change: Partial<NewBill> = {}): NewBill => {
  bills += 1;
  return {
    ...{ id: `bill ${bills}`, horseId: "bella", customerId: "ana", serviceId: "clip", date: "2026-11-01" },
    ...{ quantity: 1, value: 6_500, location: "florida", comments: "" },
    ...change,
  };
};
const add = async (...changes: Partial<NewBill>[]) => {
  const added = changes.map(bill);
  await addBills(database, added);
  return added.map(({ id }) => id);
};

/** Bills that were exported before. */
const addUsual = async (...changes: Partial<NewBill>[]) => {
  await rows(
    "insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total) values ('old', '2026-01-01', '2026-01-01', 'x', 'bill-value', 1, 1, 1, 1) on conflict do nothing",
  );
  await add(...changes);
  await rows("update bill_items set export_id = 'old' where deleted_at is null and export_id is null");
};

async function ofBills(q = "") {
  const [found] = await database.connect().read(billsToCheck({ q }));
  if (!found) throw new Error("There is no row");
  return billFindings(found.read, TODAY, () => 100);
}
const countOf = async (check: BillCheck, q = "") => (await ofBills(q)).counts[check];
/** The bills that a check found. */
const rowsOf = async (check: BillCheck) => (await ofBills()).rows[check];
const found = async (check: BillCheck) =>
  (await rowsOf(check)).map(({ date, quantity, value, alike }) => [date, quantity, value, alike.count]);

async function ofRecords(check: RecordCheck) {
  const [found] = await database.connect().read(recordsToCheck(TODAY));
  return found && judgeRecords(found.read, () => 20)[check].rows.map(({ name, date, other }) => [name, date, other]);
}

/** The horses that were not billed for this month. */
async function unbilled() {
  const [read] = await database.connect().read(unbilledHorses(TODAY));
  const months = unbilledBoard(read?.horses ?? [], TODAY).filter(({ month }) => month === TODAY.slice(0, 7));
  return months.flatMap(({ month, horses }) => horses.map(({ name }) => `${name} ${month}`));
}

const NONE = Object.fromEntries(BILL_CHECKS.map((check) => [check, 0]));

test("nothing is found in a barn without bills but its boarder without a board bill", async () => {
  const { counts, sums, names } = await ofBills();
  expect([counts, sums]).toEqual([NONE, NONE]);
  expect(Object.values(checkNames(names, [])).flat()).toEqual([]);
  expect(await unbilled()).toEqual(["Bella 2026-11"]);
  for (const check of ["notBillable", "ownerless", "shows", "showsWithoutBill", "grooms"] as const)
    expect([check, await ofRecords(check)]).toEqual([check, []]);
});

test("in the demo barn the checks find what is in it, and raise no false alarm", () => {
  const { boardTwice, notOwner, offPrice, mistyped, farAbove, notHere, duplicates } = demo.counts;
  expect(demo.checked).toBeGreaterThan(500);
  expect([boardTwice, notOwner, offPrice, mistyped, farAbove, notHere]).toEqual([0, 0, 0, 0, 0, 0]);
  expect(Object.values(checkNames(demo.names, [])).flat()).toEqual([]);
  expect(duplicates).toBeLessThan(10);
});

test("a pending bill like an exported one is found, with the number of both", async () => {
  await addUsual({});
  await add({});
  expect((await found("duplicates")).map(([date, , , alike]) => [date, alike])).toEqual([["2026-11-01", 2]]);
});

test.each([
  ["voided", "update bill_items set deleted_at = '2026-11-02', voided_at = '2026-11-02' where id = ?"],
  ["undone", "update bill_items set deleted_at = '2026-11-02' where id = ?"],
])("a bill that was %s counts in no check", async (_, sql) => {
  await addUsual({ date: "2026-10-01" });
  await add({}, { value: 0, customerId: null, quantity: 900 });
  await rows(sql, [`bill ${bills}`]);
  const { checked, names, counts } = await ofBills();
  expect([checked, counts]).toEqual([1, NONE]);
  expect(names.length).toBeGreaterThan(1);
});

test("a bill of each boarding service for a month that was exported before is found", async () => {
  const services = ["boarding", "boarding-surcharge", "long-island-surcharge", "training", "blanket"];
  await addUsual(...services.map((serviceId) => ({ serviceId, date: "2026-11-02" })));
  await add(...services.map((serviceId) => ({ serviceId, date: "2026-11-28" })));
  expect(await found("boardTwice")).toEqual(services.map(() => ["2026-11-28", 1, 6_500, 2]));
});

test("the bills of two horses are no repetition, and a voided one counts as none", async () => {
  const [other] = await rows("select id from horses where id <> 'bella' limit 1");
  await add(
    { serviceId: "boarding" },
    { serviceId: "boarding", horseId: String(other?.id) },
    { serviceId: "boarding", date: "2026-11-02" },
  );
  await rows("update bill_items set deleted_at = '2026', voided_at = '2026' where id = ?", [`bill ${bills}`]);
  expect(await found("boardTwice")).toEqual([]);
});

test("the board of a horse that was deleted and entered again is found if both were billed for days in common", async () => {
  const horse = (id: string, name: string, customer: string, deletedAt: string) =>
    rows(
      "insert into horses (id, name, name_sort, customer_id, check_in_date, created_at, updated_at, deleted_at) select ?, ?, (select name_sort from horses where id = 'bella'), ?, '2020-01-01', '2020', '2020', ?",
      [id, name, customer, deletedAt],
    );
  const [other] = await rows("select id from customers where id <> 'ana' limit 1");
  await horse("bella before", "BELLA", "ana", "2026-11-12");
  await horse("bella of another owner", "Bella", String(other?.id), "2026-11-12");
  await add({ serviceId: "boarding", horseId: "bella of another owner" }, { serviceId: "boarding" });
  expect(await found("boardTwice")).toEqual([]);
  // The bill of the deleted horse is exported, and its horse is in no pending bill.
  await addUsual({ serviceId: "boarding", horseId: "bella before", date: "2026-11-02" });
  await add({ serviceId: "boarding", date: "2026-11-03" });
  expect(
    (await rowsOf("boardTwice")).map(({ horseId, alike, isEnteredAgain }) => [horseId, alike.count, isEnteredAgain]),
  ).toEqual([["bella", 3, true]]);
  // Other services of the two are no repetition, and two horses that are both there are two horses.
  await add({}, { horseId: "bella before" });
  expect(await countOf("duplicates")).toBe(0);
  await rows("update horses set deleted_at = null where id = 'bella before'");
  expect((await rowsOf("boardTwice")).map(({ alike, isEnteredAgain }) => [alike.count, isEnteredAgain])).toEqual([
    [2, false],
  ]);
  await rows("delete from bill_items where horse_id like 'bella %'");
  await rows("delete from horses where id like 'bella %'");
});

test("a bill is judged by the owners of its horse, the riders of its customer and the day of its show", async () => {
  await rows(
    "insert into customers (id, name, emails, riders, created_at, updated_at) values ('bob', 'Bob', '[]', '[\"Zoe\"]', '2020', '2020')",
  );
  await rows(
    "insert into shows (id, name, date, horse_id, service_id, billed, created_at, updated_at) values ('sold', 'Opener', '2026-10-10', 'bella', 'clip', 1, '2020', '2020')",
  );
  // Bob owned the horse until 10/16; the change of 11/10 left the owner.
  for (const [customer, at] of [
    ["bob", "2026-10-16T12:00:00.000Z"],
    ["ana", "2026-11-10T12:00:00.000Z"],
  ] as const)
    await rows(
      `insert into horse_changes (horse_id, at, customer_id, check_in_date, boarding, boarding_surcharge, training, has_blanket, is_billable, location)
        values ('bella', ?, ?, '2020-01-01', 0, 0, 0, 0, 1, 'florida')`,
      [at, customer],
    );
  const cases: [date: string, sql: string, isFound: boolean][] = [
    ["2026-10-15", "version = 1", false],
    ["2026-11-02", "version = 1", true],
    ["2026-11-03", "rider = 'Zoe'", false],
    ["2026-11-04", "show_id = 'sold'", false],
    ["2026-11-05", "period = '2026-10'", false],
  ];
  const ids = await add(...cases.map(([date]) => ({ customerId: "bob", date })));
  await database.change(...cases.map(([, sql], n) => `update bill_items set ${sql} where id = '${ids[n]}'`));
  expect((await rowsOf("notOwner")).map(({ id, owner }) => [id, owner])).toEqual([[ids[1], "Ana Smith"]]);
  await rows("delete from horse_changes where horse_id = 'bella'");
});

test("only the last 50 bills of the service count, and the bill says what is usual", async () => {
  await addUsual(...Array(60).fill({ value: 100 }));
  await addUsual(...Array(49).fill({ value: 2_000, quantity: 2 }));
  await add({ value: 3_000 });
  expect(await countOf("farAbove")).toBe(0);
  await add({ value: 3_001, date: "2026-11-02" });
  const [row] = await rowsOf("farAbove");
  expect(row).toMatchObject({ value: 3_001, usual: { quantity: 2, value: 2_000, valueFor: 2 } });
});

test("a quantity is compared with those of the last 20 bills of the horse and service", async () => {
  const [other] = await rows("select id from horses where id <> 'bella' limit 1");
  await addUsual(...Array(5).fill({ quantity: 9, value: 1, date: "2026-10-01" }));
  await addUsual(...Array(19).fill({ quantity: 2, value: 1, date: "2026-10-02" }));
  await addUsual(...Array(5).fill({ quantity: 9, value: 1, date: "2026-10-03", horseId: String(other?.id) }));
  await addUsual(...Array(5).fill({ quantity: 9, value: 1, date: "2026-10-03", serviceId: "training" }));
  await add({ quantity: 6, value: 1 });
  expect(await countOf("farAbove")).toBe(0);
  await add({ quantity: 7, value: 1, date: "2026-11-02" });
  expect((await rowsOf("farAbove")).map(({ quantity, usualOfHorse }) => [quantity, usualOfHorse])).toEqual([[7, 2]]);
});

test("a bill of a day between two stays is found", async () => {
  await rows(
    `insert into horse_changes (horse_id, at, check_in_date, check_out_date, boarding, boarding_surcharge, training, has_blanket, is_billable, location)
      values ('bella', '2026-11-05T12:00:00.000Z', '2020-01-01', '2026-10-31', 0, 0, 0, 0, 1, 'florida')`,
  );
  await rows(
    "update horses set check_in_date = '2026-11-05', updated_at = '2026-11-05T12:00:00.000Z' where id = 'bella'",
  );
  await add({ date: "2026-10-31" }, { date: "2026-11-01" }, { date: "2026-11-05" });
  expect((await rowsOf("notHere")).map(({ date }) => date)).toEqual(["2026-11-01"]);
  await rows("delete from horse_changes where horse_id = 'bella'");
});

test("only the bills of a search count, and are compared with all others", async () => {
  await add({ value: 0 }, { value: 1, comments: "only this" });
  const { checked, counts } = await ofBills("only this");
  expect([checked, counts.zero, counts.duplicates]).toEqual([1, 0, 1]);
});

describe("what is marked fine", () => {
  let marks = 0;
  const mark = (kind: string, recordId: string, scope: string) => {
    marks += 1;
    return rows(
      "insert into dismissals (id, kind, record_id, scope, name, created_at, updated_at) values (?, ?, ?, ?, 'It', ?, '2020')",
      [`mark ${marks}`, kind, recordId, scope, `2020-01-${String(marks).padStart(2, "0")}`],
    );
  };
  const listed = async (limit = 100) => {
    const [fine] = await database.connect().read(markedFine(limit));
    return [fine?.count, fine?.rows.length];
  };
  test("a bill is found again by the check once it changes, and by other checks at once", async () => {
    await add({ value: 0, date: "2026-01-01" });
    const id = `bill ${bills}`;
    await mark("old", id, "1");
    const { counts } = await ofBills();
    expect([counts.old, counts.zero]).toEqual([0, 1]);
    expect(await listed()).toEqual([1, 1]);
    await rows("update bill_items set version = 2 where id = ?", [id]);
    expect(await countOf("old")).toBe(1);
    expect(await listed()).toEqual([0, 0]);
    await mark("zero", id, "2");
    expect((await ofBills()).counts).toMatchObject({ old: 1, zero: 0 });
    await rows("update dismissals set deleted_at = '2026' where kind = 'zero'");
    expect(await countOf("zero")).toBe(1);
  });

  test("bills that are alike are found again once there is another one", async () => {
    await add({}, {});
    const [row] = await rowsOf("duplicates");
    if (!row) throw new Error("Nothing was found");
    const { recordId, scope } = fineKeyOfBill("duplicates", row, row);
    await mark("duplicates", recordId, scope);
    expect(await countOf("duplicates")).toBe(0);
    await rows("update bill_items set deleted_at = '2026', voided_at = '2026' where id = ?", [`bill ${bills}`]);
    await add({});
    expect(await countOf("duplicates")).toBe(2);
  });

  test("an exported bill is not listed any more, and the newest hundred are", async () => {
    await add({ value: 0 });
    await mark("zero", `bill ${bills}`, "1");
    for (let i = 0; i < 101; i += 1) await mark("notBillable", `horse ${i}`, "");
    await mark("board", "bella", "2026-11");
    expect([await listed(), await listed(20)]).toEqual([
      [103, 100],
      [103, 20],
    ]);
    await addUsual();
    await rows("update bill_items set export_id = 'old' where deleted_at is null");
    expect(await listed()).toEqual([102, 100]);
  });

  test("a horse is found again once it has another owner, and names are told what is fine", async () => {
    await rows("update horses set is_billable = 0 where id = 'bella'");
    await mark("notBillable", "bella", "ana");
    expect(await ofRecords("notBillable")).toEqual([]);
    await rows("update horses set customer_id = null where id = 'bella'");
    expect(await ofRecords("notBillable")).toEqual([["Bella", null, "Unknown"]]);
    await mark("ownerless", "bella", "");
    expect(await ofRecords("ownerless")).toEqual([]);
    await mark("mergedNames", "ana", "1.1");
    expect((await ofBills()).fine).toEqual(["mergedNames ana 1.1"]);
  });
});

/** Adds horses like Bella, without an owner, of these names and with these other values. */
const addHorses = (horses: Record<string, string>) =>
  database.change(
    ...Object.entries(horses).flatMap(([name, set]) => [
      `insert into horses (id, name, check_in_date, is_billable, created_at, updated_at) values ('${name} ${bills}', '${name}', '2020-01-01', 0, '2020', '2020')`,
      ...(set ? [`update horses set ${set} where id = '${name} ${bills}'`] : []),
    ]),
  );

describe("horses in the property", () => {
  test("are billed by bills for this month, or imported in it, that were not voided; not by bills that were logged", async () => {
    const periods = { a: "period = '2026-11', date = '2026-10-31'", b: "period = '2026-10', date = '2026-11-18'" };
    const others = { c: "entered_by = 'Import', date = '2026-11-01'", d: "date = '2026-11-01'" };
    await database.change("update horses set deleted_at = '2020' where id = 'bella'");
    await addHorses(
      Object.fromEntries(
        "abcd".split("").map((name) => [name, "is_billable = 1, boarding_surcharge = 0, training = 0"]),
      ),
    );
    const ids = await add(..."abcd".split("").map((name) => ({ horseId: `${name} ${bills}`, serviceId: "boarding" })));
    await database.change(
      ...Object.values({ ...periods, ...others }).map(
        (set, n) => `update bill_items set ${set} where id = '${ids[n]}'`,
      ),
    );
    expect(await unbilled()).toEqual(["b 2026-11", "d 2026-11"]);
    await rows("update bill_items set deleted_at = '2026-11-02' where deleted_at is null");
    expect(await unbilled()).toHaveLength(4);
  });

  test("are those that have come and not left, the last day included", async () => {
    await addHorses({
      Comes: "check_in_date = '2026-11-18'",
      Leaves: "check_out_date = '2026-11-18'",
      Left: "check_out_date = '2026-11-17'",
      Later: "check_in_date = '2026-11-19'",
      Deleted: "deleted_at = '2026-11-01'",
    });
    for (const check of ["notBillable", "ownerless"] as const)
      expect((await ofRecords(check))?.sort()).toEqual([
        ["Comes", null, "Unknown"],
        ["Leaves", null, "Unknown"],
      ]);
  });

  test("a horse of a deleted customer has no owner of today", async () => {
    expect(await ofRecords("ownerless")).toEqual([]);
    await rows("update customers set deleted_at = '2026-01-01' where id = 'ana'");
    expect(await ofRecords("ownerless")).toEqual([["Bella", null, "Ana Smith (deleted)"]]);
  });
});

/** Adds shows of Bella: their dates, whether they are billed, and when a bill of them was deleted, if there is one. */
const addShows = (...shows: [date: string, billed: number, billDeleted?: string | null][]) =>
  database.change(
    ...shows.flatMap(([date, billed, deleted], n) => [
      `insert into shows (id, name, date, horse_id, service_id, billed, created_at, updated_at) values ('show ${bills} ${n}', 'Opener ${n}', '${date}', 'bella', 'clip', ${billed}, '2020', '2020')`,
      ...(deleted === undefined
        ? []
        : [
            `insert into bill_items (id, horse_id, service_id, show_id, date, quantity, value, location, created_at, deleted_at)
              values ('of show ${bills} ${n}', 'bella', 'clip', 'show ${bills} ${n}', '${date}', 1, 6500, 'florida', '2020', nullif('${deleted}', 'null'))`,
          ]),
    ]),
  );

test("a show up to today is found until it is billed", async () => {
  await add({});
  await addShows(["2026-11-18", 0], ["2026-11-19", 0], ["2026-11-17", 1]);
  expect(await ofRecords("shows")).toEqual([["Opener 0", "2026-11-18", "Bella"]]);
});

test("a billed show of the last 365 days is found if its bill was voided", async () => {
  await add({});
  await addShows(
    ["2026-11-01", 1],
    ["2026-11-01", 1, "2026-11-02"],
    ["2026-11-01", 1, null],
    ["2025-11-18", 1, "2026-11-02"],
    ["2025-11-17", 1, "2026-11-02"],
  );
  expect((await ofRecords("showsWithoutBill"))?.sort()).toEqual([
    ["Opener 1", "2026-11-01", "Bella"],
    ["Opener 3", "2025-11-18", "Bella"],
  ]);
});

describe("grooms without a salary", () => {
  /** Payroll was run for a week: another groom, who is deleted by now, has its salary. */
  const run = (week: string) =>
    rows(
      `insert into payroll (id, groom_id, item, date, value, week, created_at, updated_at) values (?, (select id from grooms where id <> 'gus' limit 1), 'Weekly Salary', ?, 1, ?, '2020', '2020')`,
      [crypto.randomUUID(), week, week],
    );
  const hire = (start: string | null, end: string | null) =>
    rows("update grooms set start_date = nullif(?, ''), end_date = nullif(?, ''), deleted_at = null where id = 'gus'", [
      start ?? "",
      end ?? "",
    ]);
  const pay = (item: string, date: string, week: string | null, groom: string) =>
    rows(
      "insert into payroll (id, groom_id, item, date, value, week, created_at, updated_at) values (?, ?, ?, ?, 1, nullif(?, ''), '2020', '2020')",
      [crypto.randomUUID(), groom, item, date, week ?? ""],
    );

  /** Hires grooms of these names, from a day and until one. */
  const hireAll = (grooms: [name: string, start: string | null, end: string | null][]) =>
    database.change(
      ...grooms.map(
        ([name, start, end]) =>
          `insert into grooms (id, name, start_date, end_date, weekly_salary, location, created_at, updated_at) values ('${name}', '${name}', nullif('${start}', 'null'), nullif('${end}', 'null'), 1, 'florida', '2020', '2020')`,
      ),
    );

  test("a groom is found for a week with a run in which the groom was there", async () => {
    await hireAll([
      ["Always", null, null],
      ["From Sunday", "2026-11-22", null],
      ["After it", "2026-11-23", null],
      ["Until Monday", null, MONDAY],
      ["Before it", null, "2026-11-15"],
    ]);
    expect(await ofRecords("grooms")).toEqual([]);
    await run(MONDAY);
    expect((await ofRecords("grooms"))?.map(([name]) => name).sort()).toEqual([
      "Always",
      "From Sunday",
      "Until Monday",
    ]);
  });

  test("a groom is paid by a generated salary of the week, or by one by hand", async () => {
    const items: [name: string, item: string, date: string, week: string | null][] = [
      ["Generated", "Weekly Salary", MONDAY, MONDAY],
      ["By hand", " weekly SALARY", "2026-11-22", null],
      ["Next week", "Weekly Salary", "2026-11-23", null],
      ["Bonus", "Bonus", MONDAY, null],
    ];
    await hireAll(items.map(([name]) => [name, null, null]));
    await run(MONDAY);
    for (const [name, item, date, week] of items) await pay(item, date, week, name);
    expect((await ofRecords("grooms"))?.map(([name]) => name).sort()).toEqual(["Bonus", "Next week"]);
    await rows("update payroll set deleted_at = '2026-11-18' where groom_id in ('Generated', 'By hand', 'Bonus')");
    expect(await ofRecords("grooms")).toHaveLength(4);
  });

  test("a groom whose salary of the week is not owed is not found", async () => {
    await hire(null, null);
    await run(MONDAY);
    await rows(
      "insert into dismissals (id, kind, record_id, scope, name, created_at, updated_at) values ('not owed', 'salary', 'gus', ?, 'Gus', '2020', '2020')",
      [MONDAY],
    );
    expect(await ofRecords("grooms")).toEqual([]);
    await rows("update dismissals set scope = '2026-11-09' where id = 'not owed'");
    expect(await ofRecords("grooms")).toHaveLength(1);
    await rows("delete from dismissals where id = 'not owed'");
  });

  test("the last four weeks that payroll was run for are checked", async () => {
    await hire(null, null);
    for (const week of ["2026-10-19", "2026-10-26", "2026-11-09"]) await run(week);
    expect(await ofRecords("grooms")).toEqual([
      ["Gus", "2026-11-09", null],
      ["Gus", "2026-10-26", null],
    ]);
  });
});
