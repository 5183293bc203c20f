import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type BillCheck, checkNames, type RecordCheck } from "#app/domain/checks.ts";
import { checkBills, checkRecords } from "#db/queries/checks.ts";
import { openDatabase } from "#tests/support/database.ts";
import { addBills, type NewBill } from "#tests/support/exports.ts";

/* What the checks find in a barn with a horse, a service and the bills of each test (docs/product.md, 'Check'). */

const TODAY = "2026-11-18"; // A Wednesday.
const MONDAY = "2026-11-16";

let database: Awaited<ReturnType<typeof openDatabase>>;
const rows = (sql: string, args: (string | number)[] = []) => database.rows(sql, args);

beforeAll(async () => {
  database = await openDatabase();
  for (const table of ["bill_items", "horses", "customers", "grooms", "shows", "payroll"])
    await rows(`update ${table} set deleted_at = '2020-01-01'`);
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
beforeEach(async () => {
  for (const table of ["bill_items", "shows", "payroll"])
    await rows(`update ${table} set deleted_at = '2020-01-01' where deleted_at is null`);
  await rows("update grooms set deleted_at = '2020-01-01' where id = 'gus'");
  await rows("update customers set deleted_at = null where id = 'ana'");
  await rows(
    "update horses set customer_id = 'ana', check_in_date = '2020-01-01', check_out_date = null, is_billable = 1, deleted_at = null where id = 'bella'",
  );
});

let bills = 0;
const bill = (change: Partial<NewBill> = {}): NewBill => {
  bills += 1;
  return {
    ...{ id: `bill ${bills}`, horseId: "bella", customerId: "ana", serviceId: "clip", date: "2026-11-01" },
    ...{ quantity: 1, value: 6_500, location: "florida", comments: "" },
    ...change,
  };
};
const add = (...changes: Partial<NewBill>[]) => addBills(database, changes.map(bill));

/** `count` bills of the service on different days, which were exported before. */
const addUsual = async (count: number, change: Partial<NewBill> = {}) => {
  await rows(
    "insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total) values ('old', '2026-01-01', '2026-01-01', 'x', 'bill-value', 1, 1, 1, 1) on conflict do nothing",
  );
  await add(...Array.from({ length: count }, () => change));
  await rows("update bill_items set export_id = 'old' where deleted_at is null and export_id is null");
};

async function ofBills(q = "") {
  const [read] = await database.connect().read(checkBills({ q }, TODAY, () => 20));
  if (!read) throw new Error("There is no row");
  return read.findings;
}
async function found(check: BillCheck) {
  return (await ofBills())[check].rows.map(({ date, quantity, value, alike }) => [date, quantity, value, alike]);
}
async function ofRecords(check: RecordCheck) {
  const [read] = await database.connect().read(checkRecords(TODAY, () => 20));
  return read?.findings[check].rows.map(({ name, date, other }) => [name, date, other]);
}

test("nothing is found in a barn without bills but its boarder without a board bill", async () => {
  const findings = await ofBills();
  for (const check of ["duplicates", "future", "old", "farAbove", "zero", "unknown"] as const)
    expect([check, findings[check]]).toEqual([check, { count: 0, rows: [] }]);
  expect(checkNames(findings.names)).toEqual({ refused: [], merged: [] });
  expect(await ofRecords("unbilledBoarders")).toEqual([["Bella", null, "Ana Smith"]]);
  for (const check of ["notBillable", "ownerless", "shows", "showsWithoutBill", "grooms"] as const)
    expect([check, await ofRecords(check)]).toEqual([check, []]);
});

test.each([
  ["the day after", "2026-11-19", true, false],
  ["today", "2026-11-18", false, false],
  ["60 days ago", "2026-09-19", false, false],
  ["61 days ago", "2026-09-18", false, true],
])("a bill of %s, %s, is in the future: %s, old: %s", async (_, date, isFuture, isOld) => {
  await add({ date });
  const findings = await ofBills();
  expect([findings.future.count, findings.old.count]).toEqual([Number(isFuture), Number(isOld)]);
});

describe("possible duplicates", () => {
  test.each<[string, Partial<NewBill>, boolean]>([
    ["the same horse, service and day", { value: 1, quantity: 3, customerId: null }, true],
    ["another day", { date: "2026-11-02" }, false],
    ["another service", { serviceId: "training" }, false],
  ])("two bills with %s", async (_, change, isFound) => {
    await add({}, change);
    expect((await found("duplicates")).length).toBe(Number(isFound));
  });

  test("a pending bill like an exported one is found, with the number of both", async () => {
    await addUsual(1);
    await add({});
    expect((await found("duplicates")).map(([date, , , alike]) => [date, alike])).toEqual([["2026-11-01", 2]]);
  });

  test("three bills alike are one finding, with their number", async () => {
    await add({}, {}, {}, { date: "2026-11-02" }, { date: "2026-11-02" });
    expect((await found("duplicates")).map(([date, , , alike]) => [date, alike])).toEqual([
      ["2026-11-01", 3],
      ["2026-11-02", 2],
    ]);
  });

  test.each([
    ["voided", "update bill_items set deleted_at = '2026-11-02', voided_at = '2026-11-02' where id = ?"],
    ["taken back", "update bill_items set deleted_at = '2026-11-02' where id = ?"],
  ])("a bill that was %s counts in no check", async (_, sql) => {
    await addUsual(1, { date: "2026-10-01" });
    await add({}, { value: 0, customerId: null, quantity: 900 });
    await rows(sql, [`bill ${bills}`]);
    const { checked, names, ...findings } = await ofBills();
    expect([checked, Object.values(findings).map(({ count }) => count)]).toEqual([1, [0, 0, 0, 0, 0, 0]]);
    expect(names.length).toBeGreaterThan(1);
  });
});

test.each<[string, Partial<NewBill>, BillCheck]>([
  ["of $0.00", { value: 0 }, "zero"],
  ["without a customer", { customerId: null }, "unknown"],
])("a bill %s is found", async (_, change, check) => {
  await add(change, { date: "2026-11-02" });
  expect((await ofBills())[check].count).toBe(1);
});

describe("far above the usual", () => {
  // The usual bills: $65.00 for one.
  test.each([
    [1, 6_500, false],
    [1, 32_500, false],
    [1, 32_501, true],
    [5, 32_500, false],
    [6, 39_000, true],
    [2, 65_000, false],
    [2, 65_001, true],
    [2, 65_002, true],
  ])("quantity %i and %i cents: %s", async (quantity, value, isFound) => {
    await addUsual(5);
    await add({ quantity, value });
    expect((await ofBills()).farAbove.count).toBe(Number(isFound));
  });

  test.each([
    ["the median, not the mean", [100, 100, 100, 90_000, 90_000], 501, true],
    ["the lower one of two in the middle, the bill itself included", [100, 900, 200], 1_001, true],
    ["that lower one, up to five times", [100, 900, 200], 1_000, false],
    ["without bills of $0.00", [0, 0, 0, 0, 100, 100, 100], 500, false],
    ["nothing, if all are $0.00", [0, 0, 0], 500, false],
  ])("the usual is %s", async (_, values, value, isFound) => {
    for (const each of values) await addUsual(1, { value: each });
    await add({ value });
    expect((await ofBills()).farAbove.count).toBe(Number(isFound));
  });

  test("only the last 50 bills of the service count, and the bill says what is usual", async () => {
    await addUsual(60, { value: 100 });
    await addUsual(49, { value: 2_000, quantity: 2 });
    await add({ value: 5_000 });
    expect((await ofBills()).farAbove.count).toBe(0);
    await add({ value: 5_001, date: "2026-11-02" });
    const [row] = (await ofBills()).farAbove.rows;
    expect(row).toMatchObject({ value: 5_001, usualQuantity: 2, usualValue: 2_000, usualValueFor: 2 });
  });

  test("the bills of other services do not count", async () => {
    await addUsual(20, { serviceId: "training", value: 1 });
    await addUsual(3);
    await add({});
    expect((await ofBills()).farAbove.count).toBe(0);
  });
});

test("the number of rows is exact, and only the bills of a search count", async () => {
  await add(...Array.from({ length: 130 }, () => ({ value: 0 })), { value: 1, comments: "only this" });
  const all = await ofBills();
  expect([all.checked, all.zero.count, all.zero.rows.length]).toEqual([131, 130, 20]);
  const one = await ofBills("only this");
  // It repeats bills that the search does not find.
  expect([one.checked, one.zero.count, one.duplicates.count]).toEqual([1, 0, 1]);
});

test("a name counts if it is not deleted, or if a pending bill has it", async () => {
  await rows("update customers set deleted_at = '2026-01-01' where id = 'ana'");
  const used = async () => (await ofBills()).names.filter(({ id }) => id === "ana");
  expect(await used()).toEqual([]);
  await add({});
  expect(await used()).toEqual([{ id: "ana", kind: "customer", name: "Ana Smith", isUsed: true }]);
});

describe("horses in the property", () => {
  test.each([
    ["a bill for this month", "'2026-11'", "'2026-10-31'", true],
    ["a bill for the last month, dated today", "'2026-10'", "'2026-11-18'", false],
    ["a bill by hand of this month", "null", "'2026-11-01'", true],
    ["a bill by hand of the last month", "null", "'2026-10-31'", false],
  ])("a boarder with %s is billed", async (_, period, date, isBilled) => {
    await add({ serviceId: "boarding" });
    await rows(`update bill_items set period = ${period}, date = ${date} where id = ?`, [`bill ${bills}`]);
    expect(await ofRecords("unbilledBoarders")).toEqual(isBilled ? [] : [["Bella", null, "Ana Smith"]]);
    await rows("update bill_items set deleted_at = '2026-11-02' where id = ?", [`bill ${bills}`]);
    expect(await ofRecords("unbilledBoarders")).toHaveLength(1);
  });

  test.each([
    ["is in the property", "check_in_date = '2026-11-18'", true],
    ["leaves today", "check_out_date = '2026-11-18'", true],
    ["left yesterday", "check_out_date = '2026-11-17'", false],
    ["comes tomorrow", "check_in_date = '2026-11-19'", false],
    ["is deleted", "deleted_at = '2026-11-01'", false],
  ])("a horse that %s is in the checks: %s", async (_, set, isFound) => {
    await rows(`update horses set ${set}, is_billable = 0, customer_id = null where id = 'bella'`);
    expect(await ofRecords("notBillable")).toEqual(isFound ? [["Bella", null, "Unknown"]] : []);
    expect(await ofRecords("ownerless")).toEqual(isFound ? [["Bella", null, "Unknown"]] : []);
    expect(await ofRecords("unbilledBoarders")).toEqual([]);
  });

  test("a horse of a deleted customer has no owner of today", async () => {
    expect(await ofRecords("ownerless")).toEqual([]);
    await rows("update customers set deleted_at = '2026-01-01' where id = 'ana'");
    expect(await ofRecords("ownerless")).toEqual([["Bella", null, "Ana Smith (deleted)"]]);
  });
});

test.each([
  ["yesterday", "2026-11-17", 0, true],
  ["today", "2026-11-18", 0, false],
  ["yesterday, billed", "2026-11-17", 1, false],
])("a show of %s is found", async (_, date, billed, isFound) => {
  await rows(
    `insert into shows (id, name, date, horse_id, service_id, billed, created_at, updated_at) values (?, 'Opener', ?, 'bella', 'clip', ?, '2020', '2020')`,
    [crypto.randomUUID(), date, billed],
  );
  expect(await ofRecords("shows")).toEqual(isFound ? [["Opener", date, "Bella"]] : []);
});

test.each([
  ["that never had a bill", "2026-11-01", "", false],
  ["with a voided bill", "2026-11-01", "'2026-11-02'", true],
  ["with a bill", "2026-11-01", "null", false],
  ["of 365 days ago", "2025-11-18", "'2026-11-02'", true],
  ["of 366 days ago", "2025-11-17", "'2026-11-02'", false],
])("a billed show %s is found: %s", async (_, date, deleted, isFound) => {
  const id = crypto.randomUUID();
  await rows(
    `insert into shows (id, name, date, horse_id, service_id, billed, created_at, updated_at) values (?, 'Opener', ?, 'bella', 'clip', 1, '2020', '2020')`,
    [id, date],
  );
  if (deleted) {
    await rows(
      `insert into bill_items (id, horse_id, service_id, show_id, date, quantity, value, location, created_at, deleted_at)
        values (?, 'bella', 'clip', ?, ?, 1, 6500, 'florida', '2020', ${deleted})`,
      [crypto.randomUUID(), id, date],
    );
  }
  expect(await ofRecords("showsWithoutBill")).toEqual(isFound ? [["Opener", date, "Bella"]] : []);
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
  const pay = (item: string, date: string, week: string | null) =>
    rows(
      "insert into payroll (id, groom_id, item, date, value, week, created_at, updated_at) values (?, 'gus', ?, ?, 1, nullif(?, ''), '2020', '2020')",
      [crypto.randomUUID(), item, date, week ?? ""],
    );

  test.each([
    ["who was always there", null, null, true],
    ["who started on the Sunday", "2026-11-22", null, true],
    ["who started after it", "2026-11-23", null, false],
    ["who left on the Monday", null, MONDAY, true],
    ["who left before it", null, "2026-11-15", false],
  ])("a groom %s is found for the week", async (_, start, end, isFound) => {
    await hire(start, end);
    expect(await ofRecords("grooms")).toEqual([]);
    await run(MONDAY);
    expect(await ofRecords("grooms")).toEqual(isFound ? [["Gus", MONDAY, null]] : []);
  });

  test.each([
    ["a generated salary", "Weekly Salary", MONDAY, MONDAY, true],
    ["a salary by hand", " weekly SALARY", "2026-11-22", null, true],
    ["a salary by hand of the next week", "Weekly Salary", "2026-11-23", null, false],
    ["another item", "Bonus", MONDAY, null, false],
  ])("a groom with %s is paid", async (_, item, date, week, isPaid) => {
    await hire(null, null);
    await run(MONDAY);
    await pay(item, date, week);
    expect(await ofRecords("grooms")).toHaveLength(isPaid ? 0 : 1);
    await rows("update payroll set deleted_at = '2026-11-18' where groom_id = 'gus'");
    expect(await ofRecords("grooms")).toHaveLength(1);
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
