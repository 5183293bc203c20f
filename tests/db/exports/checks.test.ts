import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { unbilledBoard } from "#app/domain/boarding/unbilled-board.ts";
import {
  BILL_CHECKS,
  type BillCheck,
  checkNames,
  findingChecksOf,
  fineKeyOfBill,
  type RecordCheck,
} from "#app/domain/exports/checks.ts";
import { endOfDay } from "#db/new-york.ts";
import { unbilledHorses } from "#db/queries/boarding/unbilled-horses.ts";
import { checkBills, checkRecords } from "#db/queries/exports/checked-bills.ts";
import { markedFine } from "#db/queries/overview/stored-dismissals.ts";
import { asList, statements } from "#db/statements.ts";
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

async function ofBills(q = "", shown = 20, only: BillCheck | null = null) {
  const [read] = await database.connect().read(checkBills({ q }, TODAY, () => shown, only));
  if (!read) throw new Error("There is no row");
  return read.findings;
}
const countOf = async (check: BillCheck, q = "") => (await ofBills(q)).counts[check];
/** The bills that a check found. */
const rowsOf = async (check: BillCheck) =>
  (await ofBills("", 100)).rows.filter((row) => findingChecksOf(row).includes(check));
const found = async (check: BillCheck) =>
  (await rowsOf(check)).map(({ date, quantity, value, alike }) => [date, quantity, value, alike]);

/** Adds the bill of each case, changes it further by SQL if the case says so, and expects the check to find those of the cases that say so. */
async function expectFound(check: BillCheck, cases: [change: Partial<NewBill>, isFound: boolean, sql?: string][]) {
  const ids = await add(...cases.map(([change]) => change));
  const sets = cases.flatMap(([, , sql], n) => (sql ? [`update bill_items set ${sql} where id = '${ids[n]}'`] : []));
  if (sets.length > 0) await database.change(...sets);
  const foundIds = new Set((await rowsOf(check)).map(({ id }) => id));
  expect(cases.map(([change, , sql], n) => [change, sql, foundIds.has(ids[n] ?? "")])).toEqual(
    cases.map(([change, isFound, sql]) => [change, sql, isFound]),
  );
}

async function ofRecords(check: RecordCheck) {
  const [read] = await database.connect().read(checkRecords(TODAY, () => 20));
  return read?.findings[check].rows.map(({ name, date, other }) => [name, date, other]);
}

/** The horses that were not billed for this month. */
async function unbilled() {
  const [read] = await database.connect().read(unbilledHorses(TODAY));
  const months = unbilledBoard(read?.horses ?? [], TODAY).filter(({ month }) => month === TODAY.slice(0, 7));
  return months.flatMap(({ month, horses }) => horses.map(({ name }) => `${name} ${month}`));
}

const NONE = Object.fromEntries(BILL_CHECKS.map((check) => [check, 0]));

test("nothing is found in a barn without bills but its boarder without a board bill", async () => {
  const { counts, total, customers, rows: bills, names } = await ofBills();
  expect([counts, total, customers, bills]).toEqual([NONE, { count: 0, sum: 0 }, [], []]);
  expect(checkNames(names, [])).toEqual({ refused: [], merged: [] });
  expect(await unbilled()).toEqual(["Bella 2026-11"]);
  for (const check of ["notBillable", "ownerless", "shows", "showsWithoutBill", "grooms"] as const)
    expect([check, await ofRecords(check)]).toEqual([check, []]);
});

test("in the demo barn the checks find what is in it, and raise no false alarm", () => {
  const { boardTwice, notOwner, offPrice, mistyped, farAbove, duplicates } = demo.counts;
  expect(demo.checked).toBeGreaterThan(500);
  expect([boardTwice, notOwner, offPrice, mistyped, farAbove]).toEqual([0, 0, 0, 0, 0]);
  expect(duplicates).toBeLessThan(10);
});

test("SQL ends each day in New York when the platform does", async () => {
  const days = Array.from({ length: 24 * 366 }, (_, n) => plusDays("2010-01-01", n));
  const [read] = await database
    .connect()
    .read(
      statements
        .select({ ends: asList<{ day: string; end: string }>({ day: sql`value`, end: endOfDay(sql`value`) }) })
        .from(sql`json_each(${JSON.stringify(days)})`),
    );
  const wrong = read?.ends.filter(({ day, end }) => {
    const at = Date.parse(end);
    return todayInNewYork(new Date(at - 1)) !== day || todayInNewYork(new Date(at)) !== plusDays(day, 1);
  });
  expect([read?.ends.length, wrong]).toEqual([days.length, []]);
});

test("a bill after today is in the future, and one of more than 60 days ago is old", async () => {
  await add({ date: "2026-11-19" }, { date: "2026-11-18" }, { date: "2026-09-19" }, { date: "2026-09-18" });
  const dates = async (check: BillCheck) => (await found(check)).map(([date]) => date);
  expect([await dates("future"), await dates("old")]).toEqual([["2026-11-19"], ["2026-09-18"]]);
});

describe("possible duplicates", () => {
  test("are two bills of the same horse, service and day", async () => {
    await add({}, { value: 1, quantity: 3, customerId: null }, { date: "2026-11-02" }, { serviceId: "training" });
    expect((await found("duplicates")).map(([, , value]) => value).sort()).toEqual([1, 6_500]);
  });

  test("a pending bill like an exported one is found, with the number of both", async () => {
    await addUsual({});
    await add({});
    expect((await found("duplicates")).map(([date, , , alike]) => [date, alike])).toEqual([["2026-11-01", 2]]);
  });

  test("each of three bills alike is found, with their number", async () => {
    await add({}, {}, {}, { date: "2026-11-02" }, { date: "2026-11-02" });
    expect((await found("duplicates")).map(([date, , , alike]) => [date, alike])).toEqual([
      ...Array(3).fill(["2026-11-01", 3]),
      ...Array(2).fill(["2026-11-02", 2]),
    ]);
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
});

describe("board billed twice", () => {
  const TWO = { serviceId: "boarding" };

  test("are two bills of a horse for one month, or by hand in it, of the same service", async () => {
    const cases: [Partial<NewBill>, period: string | null, isFound: boolean][] = [
      [{}, "2026-11", true],
      [{ date: "2026-11-30" }, "2026-11", true],
      [{ date: "2026-11-15" }, null, true],
      [{ date: "2026-12-01" }, "2026-11", true],
      [{ date: "2026-12-01" }, null, false],
      [{}, "2026-10", false],
      [{ serviceId: "blanket" }, "2026-11", false],
    ];
    const horses = (await rows("select id from horses where id <> 'bella' limit 7")).map(({ id }) => String(id));
    const first = await add(...horses.map((horseId) => ({ ...TWO, horseId })));
    const second = await add(...cases.map(([change], n) => ({ ...TWO, ...change, horseId: horses[n] ?? "" })));
    await database.change(
      ...first.map((id) => `update bill_items set period = '2026-11' where id = '${id}'`),
      ...cases.map(
        ([, period], n) => `update bill_items set period = nullif('${period}', 'null') where id = '${second[n]}'`,
      ),
    );
    const ids = (await rowsOf("boardTwice")).map(({ id }) => id);
    const expected = cases.flatMap(([, , isFound], n) => (isFound ? [first[n], second[n]] : []));
    expect(ids.sort()).toEqual(expected.sort());
    expect(await countOf("duplicates")).toBe(0);
  });

  test("a bill of each boarding service for a month that was exported before is found", async () => {
    const services = ["boarding", "boarding-surcharge", "long-island-surcharge", "training", "blanket"];
    await addUsual(...services.map((serviceId) => ({ serviceId, date: "2026-11-02" })));
    await add(...services.map((serviceId) => ({ serviceId, date: "2026-11-28" })));
    expect(await found("boardTwice")).toEqual(services.map(() => ["2026-11-28", 1, 6_500, 2]));
  });

  test("the bills of two horses are no repetition, and a voided one counts as none", async () => {
    const [other] = await rows("select id from horses where id <> 'bella' limit 1");
    await add(TWO, { ...TWO, horseId: String(other?.id) }, { ...TWO, date: "2026-11-02" });
    await rows("update bill_items set deleted_at = '2026', voided_at = '2026' where id = ?", [`bill ${bills}`]);
    expect(await found("boardTwice")).toEqual([]);
  });
});

describe("the customer of a bill", () => {
  beforeAll(async () => {
    for (const [id, riders] of [
      ["bob", '["Zoe"]'],
      ["cat", "[]"],
    ] as const)
      await rows(
        "insert into customers (id, name, emails, riders, created_at, updated_at) values (?, ?, '[]', ?, '2020', '2020')",
        [id, id.toUpperCase(), riders],
      );
  });
  beforeEach(() => rows("delete from horse_changes where horse_id = 'bella'"));

  /** The horse was another customer's until an instant; '' is nobody. */
  const owned = (customer: string, at: string) =>
    rows(
      `insert into horse_changes (horse_id, at, customer_id, check_in_date, boarding, boarding_surcharge, training, has_blanket, is_billable, location)
        values ('bella', ?, nullif(?, ''), '2020-01-01', 0, 0, 0, 0, 1, 'florida')`,
      [at, customer],
    );
  const notOwner = () => rowsOf("notOwner");

  test("is its owner, or has its rider", () =>
    expectFound("notOwner", [
      [{ customerId: "ana" }, false],
      [{ customerId: "bob" }, true],
      [{ customerId: "bob" }, false, "rider = 'Zoe'"],
      [{ customerId: "bob" }, true, "rider = 'Zo'"],
      [{ customerId: "cat" }, true, "rider = 'Zoe'"],
    ]));

  test("is the owner of its day, and on the day of a change the second one", async () => {
    // The horse was Bob's until 10/15, 11:30 PM in New York, and Cat's until 11/10, noon.
    await owned("bob", "2026-10-16T03:30:00.000Z");
    await owned("cat", "2026-11-10T17:00:00.000Z");
    await expectFound("notOwner", [
      [{ customerId: "bob", date: "2026-10-01" }, false],
      [{ customerId: "bob", date: "2026-10-14" }, false],
      [{ customerId: "bob", date: "2026-10-15" }, true],
      [{ customerId: "cat", date: "2026-10-15" }, false],
      [{ customerId: "cat", date: "2026-10-14" }, true],
      [{ customerId: "cat", date: "2026-11-09" }, false],
      [{ customerId: "cat", date: "2026-11-10" }, true],
      [{ customerId: "ana", date: "2026-11-10" }, false],
      [{ customerId: "ana", date: "2026-11-09" }, true],
    ]);
  });

  test("the bill says who owned the horse, or that nobody did", async () => {
    await owned("", "2026-10-16T12:00:00.000Z");
    await owned("cat", "2026-11-10T12:00:00.000Z");
    await add(
      { customerId: "bob", date: "2026-10-01" },
      { customerId: "bob" },
      { customerId: "bob", date: "2026-11-11" },
    );
    expect((await notOwner()).map(({ owner }) => owner)).toEqual(["Unknown", "CAT", "Ana Smith"]);
  });

  test("of a board bill is the owner at the beginning or the end of its month", async () => {
    await owned("bob", "2026-10-16T12:00:00.000Z");
    const board = { serviceId: "boarding", date: "2026-11-02" };
    await expectFound("notOwner", [
      [{ ...board, customerId: "bob" }, false, "period = '2026-10'"],
      [{ ...board, customerId: "ana" }, false, "period = '2026-10'"],
      [{ ...board, customerId: "ana" }, true, "period = '2026-09'"],
      [{ ...board, customerId: "bob" }, true, "period = '2026-11'"],
    ]);
  });

  test("the bill of a show is judged by the day of the show", async () => {
    await owned("bob", "2026-10-16T12:00:00.000Z");
    await rows(
      "insert into shows (id, name, date, horse_id, service_id, billed, created_at, updated_at) values ('sold', 'Opener', '2026-10-10', 'bella', 'clip', 1, '2020', '2020')",
    );
    await add({ customerId: "bob" }, { customerId: "ana", date: "2026-11-02" });
    await rows("update bill_items set show_id = 'sold' where deleted_at is null");
    expect((await notOwner()).map(({ customerId }) => customerId)).toEqual(["ana"]);
  });
});

test("a bill of $0.00, and one without a customer, are found", async () => {
  await expectFound("zero", [[{ value: 0 }, true]]);
  await expectFound("unknown", [[{ customerId: null }, true]]);
  expect([await countOf("zero"), await countOf("unknown")]).toEqual([1, 1]);
});

test("a value that was not typed is the product of the quantity and the price when the bill was made", () =>
  expectFound("offPrice", [
    [{ quantity: 3, value: 19_500 }, false, "unit_price = 6500"],
    [{ quantity: 3 }, true, "unit_price = 6500"],
    [{ quantity: 3, value: 19_501 }, true, "unit_price = 6500"],
    [{ quantity: 3 }, false, "unit_price = 6500, is_value_typed = 1"],
    [{ quantity: 3 }, false, "unit_price = null"],
    [{ quantity: 3, value: 0 }, false, "unit_price = 0"],
  ]));

test("a price for one is mistyped if it is that of the service times or divided by 2, 10 or 100", async () => {
  await rows("update services set price = 290000 where id = 'boarding'");
  await expectFound("mistyped", [
    [{ value: 6_500 }, false],
    [{ value: 13_000 }, true],
    [{ value: 3_250 }, true],
    [{ value: 65_000 }, true],
    [{ value: 650 }, true],
    [{ value: 650_000 }, true],
    [{ value: 65 }, true],
    [{ quantity: 3, value: 39_000 }, true],
    [{ quantity: 2, value: 13_000 }, false],
    [{ value: 19_500 }, false],
    [{ value: 13_001 }, false],
    [{ value: 0 }, false],
    [{ serviceId: "boarding", value: 580_000 }, false],
  ]);
});

test("a price is not mistyped if that of the service is $0.00", async () => {
  await rows("update services set price = 0 where id = 'clip'");
  await add({ value: 100 }, { value: 0 });
  expect(await countOf("mistyped")).toBe(0);
  await rows("update services set price = 6500 where id = 'clip'");
});

describe("far above the usual", () => {
  const ONES = Array(18).fill(1);
  const FEW = [1, 2, 3, 4, 1, 2, 1, 4];
  const BOARD = [290_000, 250_000, 360_000, 290_000];
  const ofQuantities = (quantities: number[]) => quantities.map((quantity) => ({ quantity, value: quantity * 6_500 }));
  const ofValues = (values: number[]) => values.map((value) => ({ value, date: "2026-10-01" }));

  test("is more than three times what nine in ten of the bills of the service do not exceed", async () => {
    const cases: [usual: Partial<NewBill>[], bill: Partial<NewBill>, isFound: boolean][] = [
      ...(
        [
          [FEW, 40, true],
          [FEW, 13, true],
          [FEW, 12, false],
          [ONES, 10, true],
          [ONES, 9, false],
          [[...ONES, 40, 40], 40, true],
          [[...ONES, 20, 20, 20, 20], 20, false],
          [[2], 40, true],
          [[], 40, false],
        ] as [number[], number, boolean][]
      ).map(([usual, quantity, isFound]): (typeof cases)[number] => [
        ofQuantities(usual),
        { quantity, value: quantity * 6_500 },
        isFound,
      ]),
      [Array(12).fill({}), { value: 19_500 }, false],
      [Array(12).fill({}), { value: 19_501 }, true],
      [Array(12).fill({}), { quantity: 2, value: 39_000 }, false],
      [Array(12).fill({}), { quantity: 2, value: 39_001 }, true],
      // This is said of the price already.
      [Array(12).fill({}), { value: 65_000 }, false],
      [ofValues(BOARD), { serviceId: "boarding", value: 1_080_001 }, true],
      [ofValues(BOARD), { serviceId: "training", value: 1_080_000 }, false],
      [ofValues([0, 0, 0]), { serviceId: "blanket", value: 500 }, false],
    ];
    await database.change(
      ...cases.map(
        (_, n) =>
          `insert into services (id, product_service_name, price, created_at, updated_at) values ('usual ${n}', 'Usual ${n}', 6500, '2020', '2020')`,
      ),
      "update bill_items set deleted_at = '2020-01-01' where deleted_at is null",
    );
    const serviceOf = (n: number) => cases[n]?.[1].serviceId ?? `usual ${n}`;
    await addUsual(...cases.flatMap(([usual], n) => usual.map((each) => ({ ...each, serviceId: serviceOf(n) }))));
    await expectFound(
      "farAbove",
      cases.map(([, change, isFound], n) => [{ ...change, serviceId: serviceOf(n) }, isFound]),
    );
  });

  test("only the last 50 bills of the service count, and the bill says what is usual", async () => {
    await addUsual(...Array(60).fill({ value: 100 }));
    await addUsual(...Array(49).fill({ value: 2_000, quantity: 2 }));
    await add({ value: 3_000 });
    expect(await countOf("farAbove")).toBe(0);
    await add({ value: 3_001, date: "2026-11-02" });
    const row = (await ofBills()).rows.find((each) => findingChecksOf(each).includes("farAbove"));
    expect(row).toMatchObject({ value: 3_001, usualQuantity: 2, usualValue: 2_000, usualValueFor: 2 });
  });

  test("the bills of other services do not count", async () => {
    await addUsual(...Array(20).fill({ serviceId: "training", value: 1 }));
    await addUsual({}, {}, {});
    await add({});
    expect(await countOf("farAbove")).toBe(0);
  });
});

test("counts and sums are exact, each bill counts once, and the first of each check are shown", async () => {
  const zeros = Array.from({ length: 130 }, (_, i) => ({ value: 0, date: i < 65 ? "2020-01-01" : "2026-11-01" }));
  await add(...zeros, { value: 500, customerId: null, date: "2020-01-02" }, { value: 1, comments: "only this" });
  const all = await ofBills();
  expect(all.checked).toBe(132);
  expect(all.counts).toMatchObject({ zero: 130, old: 66, unknown: 1, duplicates: 131 });
  expect(all.total).toEqual({ count: 132, sum: 501 });
  expect(all.customers).toEqual([
    { id: null, count: 1, sum: 500 },
    { id: "ana", count: 131, sum: 1 },
  ]);
  // The first of one check are those of the others, too.
  expect(all.rows.length).toBeLessThanOrEqual(21);
  expect(all.rows[0]).toMatchObject({ customer: "Unknown", customerId: null });
  const old = await ofBills("", 100, "old");
  expect([old.total, old.rows.length, old.counts.zero]).toEqual([{ count: 66, sum: 500 }, 66, 130]);
  expect((await ofBills("", 100, "zero")).rows).toHaveLength(100);
  expect((await ofBills("", 0)).rows).toEqual([]);
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
  const listed = async (isListed = true) => {
    const [fine] = await database.connect().read(markedFine(isListed));
    return [fine?.count, fine?.rows.length];
  };
  test("a bill is found again by the check once it changes, and by other checks at once", async () => {
    await add({ value: 0, date: "2026-01-01" });
    const id = `bill ${bills}`;
    await mark("old", id, "1");
    const { counts, total } = await ofBills();
    expect([counts.old, counts.zero, total.count]).toEqual([0, 1, 1]);
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
    const [row] = (await ofBills()).rows;
    if (!row) throw new Error("Nothing was found");
    const { recordId, scope } = fineKeyOfBill("duplicates", row);
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
    expect([await listed(), await listed(false)]).toEqual([
      [103, 100],
      [103, 0],
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
    expect((await ofBills()).fineNames).toEqual(["mergedNames ana 1.1"]);
  });
});

test("a name counts if it is not deleted, or if a pending bill has it", async () => {
  await rows("update customers set deleted_at = '2026-01-01' where id = 'ana'");
  const used = async () => (await ofBills()).names.filter(({ id }) => id === "ana");
  expect(await used()).toEqual([]);
  await add({});
  expect(await used()).toEqual([{ id: "ana", kind: "customer", name: "Ana Smith", isUsed: true, version: 1 }]);
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
  test("are billed by a bill for this month, or by hand in it, that was not voided", async () => {
    const periods = { a: "period = '2026-11', date = '2026-10-31'", b: "period = '2026-10', date = '2026-11-18'" };
    const byHand = { c: "date = '2026-11-01'", d: "date = '2026-10-31'" };
    await database.change("update horses set deleted_at = '2020' where id = 'bella'");
    await addHorses(Object.fromEntries("abcd".split("").map((name) => [name, "is_billable = 1"])));
    const ids = await add(..."abcd".split("").map((name) => ({ horseId: `${name} ${bills}`, serviceId: "boarding" })));
    await database.change(
      ...Object.values({ ...periods, ...byHand }).map(
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

test("a show of before today is found until it is billed", async () => {
  await add({});
  await addShows(["2026-11-17", 0], ["2026-11-18", 0], ["2026-11-17", 1]);
  expect(await ofRecords("shows")).toEqual([["Opener 0", "2026-11-17", "Bella"]]);
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
