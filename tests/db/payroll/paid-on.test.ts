import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addPayrollItem,
  itemsToMark,
  markDue,
  markItems,
  paymentsDue,
  payrollRecords,
  savePayrollItem,
  setPayrollFields,
} from "#db/queries/payroll/payroll-items.ts";
import { paidInYear } from "#db/queries/payroll/payroll-sums.ts";
import type { Change } from "#db/write/change.ts";
import { findRecord } from "#db/write/records.ts";
import { findChange, undo } from "#db/write/undo.ts";
import { openDatabase } from "#tests/support/database/database.ts";

/* The day on which items are paid: set by each command that marks them, and what a year sums up by it. */

let database: Awaited<ReturnType<typeof openDatabase>>;
let groomId: string;
const BY = { actor: "alex@hayloft.example", at: new Date("2026-11-27T17:00:00Z") };
const TODAY = "2026-11-27";

beforeAll(async () => {
  database = await openDatabase();
  groomId = String((await database.rows("select id from grooms limit 1"))[0]?.id);
});
afterAll(() => database.close());

const write = async (change: Change) => expect(await database.connect().write(change)).toBe("written");
const dayOf = async (id: string) =>
  (await database.rows("select paid, paid_on as day from payroll where id = ?", [id]))[0];
const VALUES = { item: "Clipping", date: "2026-11-02", paymentDate: "2026-11-09", value: 100_00 };

async function add(paid: boolean, paidOn: string | null = null): Promise<string> {
  const id = crypto.randomUUID();
  await write(addPayrollItem(id, { ...VALUES, groomId, paid, paidOn }, BY));
  return id;
}

async function save(id: string, values: Parameters<typeof savePayrollItem>[1]) {
  const [found] = await database.connect().read(findRecord(payrollRecords, id));
  if (!found) throw new Error("There is no such item");
  const edited = { id, version: 1, idempotencyKey: crypto.randomUUID() };
  await write(savePayrollItem(edited, values, BY, found.record));
}

test.each([
  [false, null, null],
  [true, null, TODAY],
  [true, "2025-12-31", "2025-12-31"],
])("a new item that is paid: %j, on %j, was paid on %j", async (paid, paidOn, day) => {
  expect(await dayOf(await add(paid, paidOn))).toEqual({ paid: Number(paid), day });
});

test.each([
  ["an unpaid item that becomes paid", false, null, true, null, TODAY],
  ["one with a day", false, null, true, "2026-01-02", "2026-01-02"],
  ["a paid item whose day is edited", true, "2026-05-05", true, "2026-05-06", "2026-05-06"],
  ["a paid item that becomes unpaid", true, "2026-05-05", false, "2026-05-05", null],
])("%s in the form", async (_, was, wasOn, paid, paidOn, day) => {
  const id = await add(was, wasOn);
  await save(id, { ...VALUES, groomId, paid, paidOn });
  expect(await dayOf(id)).toEqual({ paid: Number(paid), day });
});

test("a new item that is sent again after midnight is the same change, and keeps the day", async () => {
  const id = await add(true);
  const tomorrow = { ...BY, at: new Date("2026-11-28T17:00:00Z") };
  const again = addPayrollItem(id, { ...VALUES, groomId, paid: true, paidOn: null }, tomorrow);
  expect(await database.connect().write(again)).toBe("repeated");
  expect(await dayOf(id)).toEqual({ paid: 1, day: TODAY });
});

test("an item that was paid before its day was known stays so when it is edited", async () => {
  const id = await add(true);
  await database.rows("update payroll set paid_on = null where id = ?", [id]);
  await save(id, { ...VALUES, item: "Other", groomId, paid: true, paidOn: null });
  await write(setPayrollFields([id], { paid: true }, BY));
  expect(await dayOf(id)).toEqual({ paid: 1, day: null });
});

test("the box of rows sets today and keeps the day of rows that are paid, and its Undo brings back what was", async () => {
  const [open, done] = [await add(false), await add(true, "2026-03-03")];
  const change = setPayrollFields([open, done], { paid: true }, BY);
  await write(change);
  expect([await dayOf(open), await dayOf(done)]).toEqual([
    { paid: 1, day: TODAY },
    { paid: 1, day: "2026-03-03" },
  ]);
  const [found] = await database.connect().read(findChange(change.idempotencyKey));
  const reversed = found && undo(found, BY, { idempotencyKey: crypto.randomUUID() });
  if (!reversed || "problem" in reversed) throw new Error("The change cannot be undone");
  await write(reversed);
  expect([await dayOf(open), await dayOf(done)]).toEqual([
    { paid: 0, day: null },
    { paid: 1, day: "2026-03-03" },
  ]);
  await write(setPayrollFields([done], { paid: false }, BY));
  expect(await dayOf(done)).toEqual({ paid: 0, day: null });
});

test("'Mark Date Paid' sets today, and 'Mark due payments as paid' the chosen day", async () => {
  const id = await add(false);
  const mark = async (paid: boolean) => {
    const [found] = await database.connect().read(itemsToMark(id, paid));
    await write(markItems(crypto.randomUUID(), id, found ?? { ids: [], date: "" }, paid, BY));
  };
  await mark(true);
  expect(await dayOf(id)).toEqual({ paid: 1, day: TODAY });
  await mark(false);
  expect(await dayOf(id)).toEqual({ paid: 0, day: null });
  const [due] = await database.connect().read(paymentsDue("2026-11-09", TODAY));
  if (!due) throw new Error("Nothing is due");
  await write(markDue(crypto.randomUUID(), due, { fingerprint: "", paidOn: "2026-11-10" }, BY));
  expect(await dayOf(id)).toEqual({ paid: 1, day: "2026-11-10" });
});

test("a year has what was paid from its first to its last day, in the month of payment, at the place of the work", async () => {
  await database.rows("delete from payroll");
  const [groom] = await database.rows("select location, name from grooms where id = ?", [groomId]);
  const other = groom?.location === "florida" ? "long-island" : "florida";
  const [bill] = await database.rows("select id from bill_items where location = ? limit 1", [other]);
  const at = "'2026-01-01T12:00:00.000Z'";
  const rows: [string, string, string | null, string | null, number, number, string | null, string | null][] = [
    ["first", "2025-12-28", "2025-12-29", "2026-01-01", 1, 1, null, null],
    ["last", "2026-12-28", "2027-01-04", "2026-12-31", 10, 1, null, null],
    ["before", "2026-01-05", "2026-01-12", "2025-12-31", 100, 1, null, null],
    ["after", "2026-12-05", "2026-12-12", "2027-01-01", 1_000, 1, null, null],
    ["by payment date", "2025-12-28", "2026-01-04", null, 10_000, 1, null, null],
    ["by its own date", "2026-06-30", null, null, 100_000, 1, null, null],
    ["unpaid", "2026-06-30", null, "2026-06-30", 1_000_000, 0, null, null],
    ["deleted", "2026-06-30", null, "2026-06-30", 2_000_000, 1, null, "2026-07-01"],
    ["service", "2026-06-30", null, "2026-06-30", 3, 1, String(bill?.id), null],
  ];
  for (const row of rows)
    await database.rows(
      `insert into payroll (id, groom_id, item, date, payment_date, paid_on, value, paid, bill_item_id, deleted_at, created_at, updated_at)
        values (?, '${groomId}', 'x', ?, ?, ?, ?, ?, ?, ?, ${at}, ${at})`,
      row as (string | number)[],
    );
  const [found] = await database.connect().read(paidInYear(2026));
  const sums = found?.sums.map(({ month, location, sum }) => `${month} ${location} ${sum}`);
  expect(sums?.sort()).toEqual(
    [
      `2026-01 ${groom?.location} 10001`,
      `2026-06 ${groom?.location} 100000`,
      `2026-06 ${other} 3`,
      `2026-12 ${groom?.location} 10`,
    ].sort(),
  );
  const { sql, params } = paidInYear(2026).toSQL();
  const plan = await database.rows(`explain query plan ${sql}`, params as string[]);
  expect(plan.map(({ detail }) => detail).join("\n")).toMatch(/payroll_by_day_paid \(<expr>>\? AND <expr><\?\)/);
});
