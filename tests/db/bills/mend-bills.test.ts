import { afterEach, beforeEach, expect, test } from "vitest";
import { OBSTACLES } from "#app/domain/activity/obstacles.ts";
import type { PayItem } from "#app/domain/bills/mend-bill.ts";
import { payDateFor } from "#app/domain/payroll/pay-dates.ts";
import type { BillToEdit } from "#app/domain/records/bill-form.ts";
import { ConflictError } from "#db/errors.ts";
import { listPage, pageOf } from "#db/list/list-page.ts";
import { findDone } from "#db/queries/activity/done-changes.ts";
import { billsSource, isPending } from "#db/queries/bills/bills.ts";
import {
  editBill,
  findBills,
  findBillToEdit,
  findVoiding,
  idsWithBill,
  voidBills,
} from "#db/queries/bills/mend-bills.ts";
import { previewExport } from "#db/queries/exports/stored-exports.ts";
import type { Change } from "#db/write/change.ts";
import { exportOldest } from "#tests/support/barn/corrections.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { undoByKey } from "#tests/support/database/undo.ts";

/* Editing and voiding bills of the demo barn (docs/product.md, 'Editing a bill' and 'Voiding a bill'). */

let database: Awaited<ReturnType<typeof openDatabase>>;
beforeEach(async () => {
  database = await openDatabase();
});
afterEach(() => database.close());

const by = { actor: "alex@hayloft.example", at: new Date() };
const rows = (sql: string, args: (string | number)[] = []) => database.rows(sql, args);
const write = (change: Change) => database.connect().write(change);

async function find(id: string): Promise<BillToEdit> {
  const [found] = await database.connect().read(findBillToEdit(id));
  if (!found) throw new Error(`There is no bill ${id}`);
  return found.record;
}

/** A pending bill with an unpaid payroll item, as the service form made them. */
async function billWithPay(): Promise<BillToEdit & { pay: PayItem }> {
  const [bill] = await rows(`select b.id from bill_items b join payroll p on p.bill_item_id = b.id
    where b.export_id is null and p.paid = 0 and b.quantity > 1 limit 1`);
  const found = await find(String(bill?.id));
  if (!found.pay) throw new Error("The bill has no payroll item");
  return { ...found, pay: found.pay };
}

const valuesOf = ({ date, customerId, quantity, value, follows, comments }: BillToEdit) => ({
  ...{ date, customerId, quantity, value, follows, comments },
});
const edit = (bill: BillToEdit, change: object, key = crypto.randomUUID()) =>
  editBill({ id: bill.id, version: bill.version, idempotencyKey: key }, { ...valuesOf(bill), ...change }, by, bill);

async function voidThem(ids: string[], key = crypto.randomUUID(), at = by.at) {
  const [found] = await database.connect().read(findBills(ids));
  const bills = found?.bills ?? [];
  const payIds = bills.flatMap(({ payId }) => payId ?? []);
  const showIds = bills.flatMap(({ showId }) => showId ?? []);
  return { key, change: voidBills(key, ids, { payIds, showIds }, { ...by, at }) };
}

const undoing = (key: string) => undoByKey(database, key, by);

/** The undo of the voiding of one bill. */
async function undoingOne(id: string): Promise<Change> {
  const [voiding] = await database.connect().read(findVoiding(id));
  if (!voiding) throw new Error("The bill is not voided");
  const only = idsWithBill(voiding, id);
  return undoByKey(database, voiding.id, by, { idempotencyKey: crypto.randomUUID(), only });
}

const doneBy = async (key: string) => (await database.connect().read(findDone(key)))[0]?.done;

const payOf = async (billId: string) =>
  (await rows("select date, payment_date, value, paid, deleted_at from payroll where bill_item_id = ?", [billId]))[0];

test("an edit saves each value, and lets the unpaid payroll item follow", async () => {
  const bill = await billWithPay();
  const [customer] = await rows("select id from customers where deleted_at is null and id <> ? limit 1", [
    bill.customerId ?? "",
  ]);
  const customerId = String(customer?.id);
  const value = bill.value + 1_000;
  const change = { date: "2026-02-28", customerId, quantity: bill.quantity + 1, value, comments: "Two\nlines" };
  expect(await write(edit(bill, change))).toBe("written");
  expect(await find(bill.id)).toMatchObject({ ...change, version: 2 });
  const paymentDate = payDateFor("2026-02-28");
  expect(await payOf(bill.id)).toMatchObject({ date: "2026-02-28", payment_date: paymentDate, value, paid: 0 });
  const [activity] = await rows("select actor, action, before, after from activity order by rowid desc limit 1");
  expect([activity?.actor, activity?.action]).toEqual([by.actor, "edit bill"]);
  const tables = (text: unknown) => (JSON.parse(String(text)) as { table: string }[]).map(({ table }) => table);
  expect([tables(activity?.before), tables(activity?.after)]).toEqual([
    ["bill_items", "payroll"],
    ["bill_items", "payroll"],
  ]);
});

test("an edit remembers whether the value was typed, and keeps the price for one", async () => {
  const { id } = await billWithPay();
  const stored = async () => {
    const [bill] = await rows(
      "select unit_price = (select price from services where id = service_id) as isPrice, is_value_typed as typed from bill_items where id = ?",
      [id],
    );
    return [bill?.isPrice, bill?.typed];
  };
  const save = async (change: (bill: BillToEdit) => object) => {
    const bill = await find(id);
    await write(edit(bill, change(bill)));
    return stored();
  };
  expect(await stored()).toEqual([1, 0]);
  const follow = ({ quantity, value }: BillToEdit) => ({
    quantity: quantity + 1,
    value: (value / quantity) * (quantity + 1),
    follows: true,
  });
  expect(await save(follow)).toEqual([1, 0]);
  expect(await save(({ quantity }) => ({ quantity: quantity + 1, follows: false }))).toEqual([1, 0]);
  expect(await save(() => ({ quantity: 2, value: 14_002, follows: false }))).toEqual([1, 1]);
  // A typed price stays a typed one.
  expect(await save(follow)).toEqual([1, 1]);
});

test.each([
  ["is paid", "paid = 1"],
  ["was given another value", "value = value + 1"],
  ["was given another date", "date = date(date, '+1 day')"],
  ["was given another payment date", "payment_date = date(payment_date, '+7 days')"],
  ["was deleted", "deleted_at = '2026'"],
])("a payroll item that %s stays as it is when its bill is edited", async (_, set) => {
  const { id } = await billWithPay();
  await rows(`update payroll set ${set}, version = 2 where bill_item_id = ?`, [id]);
  const before = await payOf(id);
  const bill = await find(id);
  expect(await write(edit(bill, { date: "2026-02-28", quantity: bill.quantity + 1 }))).toBe("written");
  expect(await payOf(id)).toEqual(before);
});

test("a payroll item that is paid between the read and the write of an edit stays as it is", async () => {
  const bill = await billWithPay();
  const change = edit(bill, { date: "2026-02-28" });
  await rows("update payroll set paid = 1, version = 2 where bill_item_id = ?", [bill.id]);
  const before = await payOf(bill.id);
  expect(await write(change)).toBe("written");
  expect(await payOf(bill.id)).toEqual(before);
});

test.each([
  ["saved", "update bill_items set version = version + 1 where id = ?"],
  ["voided", "update bill_items set voided_at = '2026', deleted_at = '2026' where id = ?"],
  ["undone", "update bill_items set deleted_at = '2026' where id = ?"],
  ["exported", "update bill_items set export_id = (select id from exports limit 1) where id = ?"],
])("an edit of a bill that was %s meanwhile writes nothing", async (_, sql) => {
  await exportOldest(rows, 1);
  const bill = await billWithPay();
  const change = edit(bill, { quantity: 9, comments: "changed" });
  await rows(sql, [bill.id]);
  await expect(write(change)).rejects.toThrow(ConflictError);
  expect(await rows("select 1 from bill_items where comments = 'changed'")).toEqual([]);
});

test("an edit does not take a customer that was deleted, but keeps the bill's own", async () => {
  const bill = await billWithPay();
  await rows("update customers set deleted_at = '2026'");
  const [other] = await rows("select id from customers where id <> ? limit 1", [bill.customerId ?? ""]);
  await expect(write(edit(bill, { customerId: String(other?.id) }))).rejects.toThrow(ConflictError);
  expect(await write(edit(bill, { comments: "kept" }))).toBe("written");
});

test("one edit that is sent eight times in parallel is saved once", async () => {
  const bill = await billWithPay();
  const change = edit(bill, { quantity: bill.quantity + 1 });
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => write(change)));
  expect(outcomes.sort()).toEqual([...Array(7).fill("repeated"), "written"]);
  expect((await find(bill.id)).version).toBe(2);
});

/** The numbers and the sums of all bills, of pending ones, and of an export. */
async function sums() {
  const place = { kind: "first" } as const;
  const read = async (view?: typeof isPending) => {
    const [page] = await database
      .connect()
      .read(listPage(billsSource, { q: "", sort: "date", descending: false, place, view }));
    const { total, summary } = pageOf(page, place);
    return [total, Number(summary?.value)];
  };
  const [exported] = await database.connect().read(previewExport({ q: "" }));
  const { bills = 0, totals = { "bill-value": 0 }, leftOut = 0 } = exported?.preview ?? {};
  return { all: await read(), pending: await read(isPending), exported: [bills, totals["bill-value"]], leftOut };
}

const everything = async () =>
  JSON.stringify(
    await Promise.all([
      rows("select id, date, value, export_id, deleted_at, voided_at from bill_items order by seq"),
      rows("select id, date, value, paid, deleted_at from payroll order by seq"),
      rows("select * from totals where list <> 'activity_entries' order by list"),
    ]),
  );

test("voided bills are in no sum and no export, and in the list of all bills; Undo restores everything, once", async () => {
  await exportOldest(rows, 3);
  const { id, value } = await billWithPay();
  const [other] = await rows(
    "select id, value from bill_items where export_id is null and id <> ? and id not in (select bill_item_id from payroll where bill_item_id is not null) order by seq desc limit 1",
    [id],
  );
  const before = await sums();
  const state = await everything();
  const { key, change } = await voidThem([id, String(other?.id)].sort());
  expect(await write(change)).toBe("written");
  const less = value + Number(other?.value);
  const [allCount = 0, allSum = 0] = before.all;
  const [count = 0, sum = 0] = before.pending;
  expect(await sums()).toEqual({
    all: [allCount, allSum - less],
    pending: [count - 2, sum - less],
    exported: [count - 2, sum - less],
    leftOut: 3,
  });
  expect((await payOf(id))?.deleted_at).toBe(by.at.toISOString());
  expect(await doneBy(key)).toMatchObject({ deletedPay: 1, paidPay: 0, isUndone: false });
  const undo = await undoing(key);
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => write(undo)));
  expect(outcomes.filter((outcome) => outcome === "written")).toHaveLength(1);
  expect(await everything()).toBe(state);
});

test("a paid payroll item stays when its bill is voided, and one that was deleted before stays deleted after Undo", async () => {
  const bill = await billWithPay();
  await rows("update payroll set paid = 1 where bill_item_id = ?", [bill.id]);
  const first = await voidThem([bill.id]);
  await write(first.change);
  expect((await payOf(bill.id))?.deleted_at).toBeNull();
  expect(await doneBy(first.key)).toMatchObject({ deletedPay: 0, paidPay: 1 });
  await write(await undoing(first.key));
  await rows("update payroll set paid = 0, deleted_at = '2026-01-01' where bill_item_id = ?", [bill.id]);
  const second = await voidThem([bill.id], crypto.randomUUID(), new Date(by.at.getTime() + 1));
  await write(second.change);
  await write(await undoing(second.key));
  expect((await payOf(bill.id))?.deleted_at).toBe("2026-01-01");
});

test("of eight voidings of one form one is written, and of two admins one", async () => {
  const { id } = await billWithPay();
  const { change } = await voidThem([id]);
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => write(change)));
  expect(outcomes.filter((outcome) => outcome === "written")).toHaveLength(1);
  const [bill] = await rows("select id from bill_items where export_id is null and deleted_at is null limit 1");
  const both = await Promise.all([voidThem([String(bill?.id)]), voidThem([String(bill?.id)])]);
  const results = await Promise.allSettled(both.map((each) => write(each.change)));
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("if one of several bills is not pending any more, none is voided", async () => {
  const [exported] = await exportOldest(rows, 1);
  const { id } = await billWithPay();
  const state = await everything();
  const { change } = await voidThem([id, exported?.id ?? ""].sort());
  await expect(write(change)).rejects.toThrow(ConflictError);
  expect(await everything()).toBe(state);
});

test("one of several voided bills comes back with its payroll item, unless its run was undone", async () => {
  const bill = await billWithPay();
  const [other] = await rows(
    "select id from bill_items where billing_run_id is not null and export_id is null limit 1",
  );
  const state = await everything();
  await write((await voidThem([bill.id, String(other?.id)].sort())).change);
  for (const id of [bill.id, String(other?.id)]) expect(await write(await undoingOne(id))).toBe("written");
  expect(await everything()).toBe(state);

  const [ofRun] = await rows(
    "select id, billing_run_id as run from bill_items where billing_run_id is not null limit 1",
  );
  const { key, change } = await voidThem([String(ofRun?.id)]);
  await write(change);
  await write(await undoing(String(ofRun?.run)));
  await expect(write(await undoing(key))).rejects.toMatchObject({ problem: OBSTACLES["run-undone"].sentence });
});

const showOf = async (id: string) => (await rows("select name, billed from shows where id = ?", [id]))[0];

/** A pending bill of a show, and the show. */
async function billOfShow() {
  const [bill] = await rows(`select b.id, b.show_id as show from bill_items b join shows s on s.id = b.show_id
    where b.export_id is null and b.deleted_at is null and s.billed limit 1`);
  if (!bill) throw new Error("There is no pending bill of a show");
  return { id: String(bill.id), show: String(bill.show) };
}

test("a show is unbilled with the voiding of its bill, which says so, and billed again with its Undo", async () => {
  const { id, show } = await billOfShow();
  const state = await everything();
  const { key, change } = await voidThem([id]);
  await write(change);
  expect(await showOf(show)).toMatchObject({ billed: 0 });
  expect(await doneBy(key)).toMatchObject({ unbilled: [(await showOf(show))?.name] });
  expect(await write(await undoing(key))).toBe("written");
  expect(await everything()).toBe(state);
  expect(await showOf(show)).toMatchObject({ billed: 1 });
});

test("a voided bill of a show that was billed again stays voided, so that the show is not billed twice", async () => {
  const { id, show } = await billOfShow();
  const { key, change } = await voidThem([id]);
  await write(change);
  await rows(
    `insert into bill_items (id, customer_id, horse_id, service_id, show_id, date, quantity, value, location, created_at)
      select 'again', customer_id, horse_id, service_id, show_id, date, quantity, value, location, created_at from bill_items where id = ?`,
    [id],
  );
  await rows("update shows set billed = 1 where id = ?", [show]);
  for (const change of [await undoing(key), await undoingOne(id)]) {
    await expect(write(change)).rejects.toMatchObject({ problem: OBSTACLES["show-billed"].sentence });
  }
  // With another bill the show stays billed.
  await rows("update bill_items set voided_at = null, deleted_at = null where id = ?", [id]);
  await write((await voidThem([id])).change);
  expect(await showOf(show)).toMatchObject({ billed: 1 });
});
