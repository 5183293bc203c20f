import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plusDays, todayInNewYork } from "#app/domain/calendar.ts";
import {
  BILL_CHECKS,
  type BillCheck,
  checkNames,
  checksOf,
  fineKeyOfBill,
  type RecordCheck,
} from "#app/domain/checks.ts";
import { unbilledBoard } from "#app/domain/unbilled-board.ts";
import { endOfDay } from "#db/new-york.ts";
import { checkBills, checkRecords } from "#db/queries/checks.ts";
import { markedFine } from "#db/queries/dismissals.ts";
import { unbilledHorses } from "#db/queries/unbilled-board.ts";
import { asList, statements } from "#db/statements.ts";
import { openDatabase } from "#tests/support/database.ts";
import { addBills, type NewBill } from "#tests/support/exports.ts";

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
beforeEach(async () => {
  for (const table of ["bill_items", "shows", "payroll"])
    await rows(`update ${table} set deleted_at = '2020-01-01' where deleted_at is null`);
  await rows("delete from dismissals");
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
const found = async (check: BillCheck) =>
  (await ofBills()).rows
    .filter((row) => checksOf(row).includes(check))
    .map(({ date, quantity, value, alike }) => [date, quantity, value, alike]);
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

test.each([
  ["the day after", "2026-11-19", true, false],
  ["today", "2026-11-18", false, false],
  ["60 days ago", "2026-09-19", false, false],
  ["61 days ago", "2026-09-18", false, true],
])("a bill of %s, %s, is in the future: %s, old: %s", async (_, date, isFuture, isOld) => {
  await add({ date });
  const { counts } = await ofBills();
  expect([counts.future, counts.old]).toEqual([Number(isFuture), Number(isOld)]);
});

describe("possible duplicates", () => {
  test.each<[string, Partial<NewBill>, boolean]>([
    ["the same horse, service and day", { value: 1, quantity: 3, customerId: null }, true],
    ["another day", { date: "2026-11-02" }, false],
    ["another service", { serviceId: "training" }, false],
  ])("two bills with %s", async (_, change, isFound) => {
    await add({}, change);
    expect((await found("duplicates")).length).toBe(isFound ? 2 : 0);
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
  test.each<[string, Partial<NewBill>, string | null, boolean]>([
    ["on the same day", { ...TWO }, "2026-11", true],
    ["on another day of the month", { ...TWO, date: "2026-11-30" }, "2026-11", true],
    ["by hand in the month", { ...TWO, date: "2026-11-15" }, null, true],
    ["by hand in the next month, for the month", { ...TWO, date: "2026-12-01" }, "2026-11", true],
    ["by hand in the next month", { ...TWO, date: "2026-12-01" }, null, false],
    ["for another month on the same day", { ...TWO }, "2026-10", false],
    ["of another service", { serviceId: "blanket" }, "2026-11", false],
  ])("a second bill %s is found", async (_, change, period, isFound) => {
    await add({ serviceId: "boarding" });
    await rows("update bill_items set period = '2026-11' where id = ?", [`bill ${bills}`]);
    await add(change);
    await rows("update bill_items set period = nullif(?, '') where id = ?", [period ?? "", `bill ${bills}`]);
    const { counts } = await ofBills();
    expect([counts.boardTwice, counts.duplicates]).toEqual([isFound ? 2 : 0, 0]);
  });

  test.each(["boarding", "boarding-surcharge", "long-island-surcharge", "training", "blanket"])(
    "a bill of %s for a month that was exported before is found",
    async (serviceId) => {
      await addUsual({ serviceId, date: "2026-11-02" });
      await add({ serviceId, date: "2026-11-28" });
      expect(await found("boardTwice")).toEqual([["2026-11-28", 1, 6_500, 2]]);
    },
  );

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
  const notOwner = async () => (await ofBills()).rows.filter((row) => checksOf(row).includes("notOwner"));

  test.each<[string, string, string | null, string, boolean]>([
    ["the owner", "ana", null, "2026-11-01", false],
    ["somebody else", "bob", null, "2026-11-01", true],
    ["somebody else with the rider", "bob", "Zoe", "2026-11-01", false],
    ["somebody else with another rider", "bob", "Zo", "2026-11-01", true],
    ["somebody without riders", "cat", "Zoe", "2026-11-01", true],
    // The horse was Bob's until 10/15, 11:30 PM in New York, and Cat's until 11/10, noon.
    ["the first owner long before", "bob", null, "2026-10-01", false],
    ["the first owner on the last whole day", "bob", null, "2026-10-14", false],
    ["the first owner on the day of the change", "bob", null, "2026-10-15", true],
    ["the second owner on that day", "cat", null, "2026-10-15", false],
    ["the second owner the day before", "cat", null, "2026-10-14", true],
    ["the second owner in between", "cat", null, "2026-11-09", false],
    ["the second owner on the day of the second change", "cat", null, "2026-11-10", true],
    ["the present owner on that day", "ana", null, "2026-11-10", false],
    ["the present owner before", "ana", null, "2026-11-09", true],
  ])("a bill to %s", async (_, customerId, rider, date, isFound) => {
    if (date !== "2026-11-01") {
      await owned("bob", "2026-10-16T03:30:00.000Z");
      await owned("cat", "2026-11-10T17:00:00.000Z");
    }
    await add({ customerId, date });
    await rows("update bill_items set rider = nullif(?, '') where id = ?", [rider ?? "", `bill ${bills}`]);
    expect(await notOwner()).toHaveLength(Number(isFound));
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

  test.each([
    ["the owner at the beginning of the month", "bob", "2026-10", false],
    ["the owner at its end", "ana", "2026-10", false],
    ["a later owner", "ana", "2026-09", true],
    ["an earlier owner", "bob", "2026-11", true],
  ])("a board bill to %s that it is for", async (_, customerId, period, isFound) => {
    await owned("bob", "2026-10-16T12:00:00.000Z");
    await add({ customerId, serviceId: "boarding", date: "2026-11-02" });
    await rows("update bill_items set period = ? where id = ?", [period, `bill ${bills}`]);
    expect(await notOwner()).toHaveLength(Number(isFound));
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

test.each<[string, Partial<NewBill>, BillCheck]>([
  ["of $0.00", { value: 0 }, "zero"],
  ["without a customer", { customerId: null }, "unknown"],
])("a bill %s is found", async (_, change, check) => {
  await add(change, { date: "2026-11-02" });
  expect(await countOf(check)).toBe(1);
});

test.each([
  ["is the product", 6_500, 0, 3, 19_500, false],
  ["is not", 6_500, 0, 3, 6_500, true],
  ["is a cent off", 6_500, 0, 3, 19_501, true],
  ["was typed", 6_500, 1, 3, 6_500, false],
  ["has no known price", null, 0, 3, 6_500, false],
  ["is free", 0, 0, 3, 0, false],
])(
  "a value that %s, with the price for one when the bill was made",
  async (_, price, typed, quantity, value, isFound) => {
    await add({ quantity, value });
    await rows("update bill_items set unit_price = nullif(?, -1), is_value_typed = ? where id = ?", [
      price ?? -1,
      typed,
      `bill ${bills}`,
    ]);
    expect(await countOf("offPrice")).toBe(Number(isFound));
  },
);

test.each<[string, Partial<NewBill>, boolean]>([
  ["the price", { value: 6_500 }, false],
  ["twice the price", { value: 13_000 }, true],
  ["half the price", { value: 3_250 }, true],
  ["ten times the price", { value: 65_000 }, true],
  ["a tenth of the price", { value: 650 }, true],
  ["a hundred times the price", { value: 650_000 }, true],
  ["a hundredth of the price", { value: 65 }, true],
  ["twice the price for three", { quantity: 3, value: 39_000 }, true],
  ["the price for two", { quantity: 2, value: 13_000 }, false],
  ["three times the price", { value: 19_500 }, false],
  ["nearly twice the price", { value: 13_001 }, false],
  ["nothing", { value: 0 }, false],
  ["a board of twice the price", { serviceId: "boarding", value: 580_000 }, false],
])("a price for one of %s", async (_, change, isFound) => {
  await rows("update services set price = 290000 where id = 'boarding'");
  await add(change);
  expect(await countOf("mistyped")).toBe(Number(isFound));
});

test("a price is not mistyped if that of the service is $0.00", async () => {
  await rows("update services set price = 0 where id = 'clip'");
  await add({ value: 100 }, { value: 0 });
  expect(await countOf("mistyped")).toBe(0);
  await rows("update services set price = 6500 where id = 'clip'");
});

describe("far above the usual", () => {
  const quantities = async (usual: number[], quantity: number) => {
    await addUsual(...usual.map((each) => ({ quantity: each, value: each * 6_500 })));
    await add({ quantity, value: quantity * 6_500 });
    return countOf("farAbove");
  };
  const ONES = Array(18).fill(1);

  test.each([
    ["one to four", [1, 2, 3, 4, 1, 2, 1, 4], 40, true],
    ["one to four", [1, 2, 3, 4, 1, 2, 1, 4], 13, true],
    ["one to four", [1, 2, 3, 4, 1, 2, 1, 4], 12, false],
    ["one", ONES, 10, true],
    ["one", ONES, 9, false],
    ["one, twice 40", [...ONES, 40, 40], 40, true],
    ["one, and often 20", [...ONES, 20, 20, 20, 20], 20, false],
    ["two, in the only other bill", [2], 40, true],
    ["unknown", [], 40, false],
  ])("where %s is usual, %j, a quantity of %i", async (_, usual, quantity, isFound) => {
    expect(await quantities(usual, quantity)).toBe(Number(isFound));
  });

  // The usual bills: $65.00 for one.
  test.each([
    [1, 19_500, false],
    [1, 19_501, true],
    [2, 39_000, false],
    [2, 39_001, true],
    // This is said of the price already.
    [1, 65_000, false],
  ])("quantity %i and %i cents", async (quantity, value, isFound) => {
    await addUsual(...Array(12).fill({}));
    await add({ quantity, value });
    expect(await countOf("farAbove")).toBe(Number(isFound));
  });

  test.each([
    ["the price of a horse", [290_000, 250_000, 360_000, 290_000], 1_080_001, true],
    ["the price of a horse", [290_000, 250_000, 360_000, 290_000], 1_080_000, false],
    ["nothing, without bills of more than $0.00", [0, 0, 0], 500, false],
  ])("the usual is %s: %j", async (_, values, value, isFound) => {
    await addUsual(...values.map((value) => ({ value, serviceId: "boarding", date: "2026-10-01" })));
    await add({ value, serviceId: "boarding" });
    expect(await countOf("farAbove")).toBe(Number(isFound));
  });

  test("only the last 50 bills of the service count, and the bill says what is usual", async () => {
    await addUsual(...Array(60).fill({ value: 100 }));
    await addUsual(...Array(49).fill({ value: 2_000, quantity: 2 }));
    await add({ value: 3_000 });
    expect(await countOf("farAbove")).toBe(0);
    await add({ value: 3_001, date: "2026-11-02" });
    const row = (await ofBills()).rows.find((each) => checksOf(each).includes("farAbove"));
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

describe("horses in the property", () => {
  test.each([
    ["a bill for this month", "'2026-11'", "'2026-10-31'", true],
    ["a bill for the last month, dated today", "'2026-10'", "'2026-11-18'", false],
    ["a bill by hand of this month", "null", "'2026-11-01'", true],
    ["a bill by hand of the last month", "null", "'2026-10-31'", false],
  ])("a boarder with %s is billed", async (_, period, date, isBilled) => {
    await add({ serviceId: "boarding" });
    await rows(`update bill_items set period = ${period}, date = ${date} where id = ?`, [`bill ${bills}`]);
    expect(await unbilled()).toEqual(isBilled ? [] : ["Bella 2026-11"]);
    await rows("update bill_items set deleted_at = '2026-11-02' where id = ?", [`bill ${bills}`]);
    expect(await unbilled()).toHaveLength(1);
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
