import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OBSTACLES } from "#app/domain/activity/obstacles.ts";
import { IMPORTED_INVOICE } from "#app/domain/bills/imported.ts";
import type { BillToCorrect } from "#app/domain/records/correction-form.ts";
import { ConflictError } from "#db/errors.ts";
import { shortList } from "#db/list/short-list.ts";
import { isPending } from "#db/queries/bills/bills.ts";
import { editBill, findBillToEdit } from "#db/queries/bills/mend-bills.ts";
import { correctBill, correctionRecords, findBillToCorrect, setEntered } from "#db/queries/bills/stored-corrections.ts";
import { findExportToVoid } from "#db/queries/exports/export-voids.ts";
import { previewExport } from "#db/queries/exports/stored-exports.ts";
import type { Change } from "#db/write/change.ts";
import { type ExportedBill, exportOldest, importAsExported } from "#tests/support/barn/corrections.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { undoByKey } from "#tests/support/database/undo.ts";

/* Corrections of exported bills of the demo barn (docs/product.md, 'Correcting a bill' and 'Corrections'). */

let database: Awaited<ReturnType<typeof openDatabase>>;
let bill: ExportedBill;
let other: { customerId: string; serviceId: string };

beforeEach(async () => {
  database = await openDatabase();
  // The amount of its line is 260 for a value of 130.
  await rows("update bill_items set quantity = 2, value = 13000 where seq = 1");
  const [first] = await exportOldest(rows, 3);
  if (!first) throw new Error("Nothing was exported");
  bill = first;
  const [customer] = await rows("select id from customers where id <> ? limit 1", [bill.customerId]);
  const [service] = await rows("select id from services where id <> ? limit 1", [bill.serviceId]);
  other = { customerId: String(customer?.id), serviceId: String(service?.id) };
});
afterEach(() => database.close());

const by = { actor: "alex@hayloft.example", at: new Date("2026-11-22T02:00:00Z") };
const rows = (sql: string, args: (string | number)[] = []) => database.rows(sql, args);
const write = (change: Change) => database.connect().write(change);

async function find(id = bill.id): Promise<BillToCorrect> {
  const [found] = await database.connect().read(findBillToCorrect(id));
  if (!found) throw new Error(`There is no bill ${id}`);
  return found.record;
}

async function correctionOf(change: object, key: string = crypto.randomUUID()): Promise<Change> {
  const found = await find();
  const { customerId, serviceId, amount } = found;
  const entered = { customerId, serviceId, amount, reason: "Billed by mistake", pay: "leave" as const, ...change };
  const made = correctBill({ id: bill.id, version: found.version, idempotencyKey: key }, entered, by, found);
  if ("problem" in made) throw new Error(made.problem);
  return made;
}

async function correct(change: object): Promise<string> {
  const key = crypto.randomUUID();
  expect(await write(await correctionOf(change, key))).toBe("written");
  await expectInvariant();
  return key;
}

/** For each corrected bill, its value is the amount of its line and of its standing corrections together. */
async function expectInvariant(): Promise<void> {
  const differing =
    await rows(`select b.id, b.value, l.item_amount from bill_items b join export_lines l on l.bill_item_id = b.id and l.is_voided = 0
    where b.corrected_at is not null and b.value <> l.item_amount
      + (select coalesce(sum(amount), 0) from corrections c where c.bill_item_id = b.id and c.deleted_at is null)`);
  expect(differing).toEqual([]);
}

test("a correction types the value, and its undo restores how the bill was", async () => {
  const typed = async () =>
    (await rows("select is_value_typed as typed from bill_items where id = ?", [bill.id]))[0]?.typed;
  expect(await typed()).toBe(0);
  const key = await correct({ amount: 100 });
  expect(await typed()).toBe(1);
  await write(await undoing(key));
  expect(await typed()).toBe(0);
});

const entries = async () =>
  (
    await rows(
      `select customer_id, service_id, invoice_number, amount from corrections where deleted_at is null order by seq`,
    )
  ).map((entry) => Object.values(entry));

const everything = async () =>
  JSON.stringify(
    await Promise.all([
      rows("select id, customer_id, service_id, value, corrected_at from bill_items order by seq"),
      rows("select id, amount, deleted_at from corrections order by seq"),
      rows("select * from totals where list <> 'activity_entries' order by list"),
      rows("select * from export_lines order by position"),
    ]),
  );

test("the form has the amount of the exported line, not the value of the bill", async () => {
  expect(await find()).toMatchObject({
    amount: 26_000,
    status: "exported",
    line: { invoiceNumber: bill.invoiceNumber, quantity: 2, amount: 26_000 },
    invoice: { invoiceNumber: bill.invoiceNumber, customerId: bill.customerId },
  });
});

test("corrections of one bill add up: another amount, another customer, back again with another service", async () => {
  const lines = await rows("select * from export_lines order by position");
  await correct({ amount: 13_000 });
  await correct({ customerId: other.customerId });
  await correct({ customerId: bill.customerId, serviceId: other.serviceId, amount: 5 });
  const { invoiceNumber, customerId, serviceId } = bill;
  expect(await entries()).toEqual([
    [customerId, serviceId, invoiceNumber, -13_000],
    [customerId, serviceId, invoiceNumber, -13_000],
    [other.customerId, serviceId, null, 13_000],
    [other.customerId, serviceId, null, -13_000],
    [customerId, other.serviceId, invoiceNumber, 5],
  ]);
  expect(await find()).toMatchObject({ customerId, serviceId: other.serviceId, amount: 5 });
  // The day of a correction is that of New York: it is still the day before in UTC.
  expect(await rows("select distinct date, actor from corrections")).toEqual([{ date: "2026-11-21", actor: by.actor }]);
  expect(await rows("select * from export_lines order by position")).toEqual(lines);
});

test("the totals of the list count the corrected value", async () => {
  const total = async () => Number((await rows("select sum from totals where list = 'bill_items'"))[0]?.sum);
  const before = await total();
  await correct({ amount: 20_000 });
  expect(await total()).toBe(before - 13_000 + 20_000);
});

test("a correction that changes nothing is refused", async () => {
  await expect(correctionOf({})).rejects.toThrow("nothing to correct");
  await correct({ amount: 1 });
  await expect(correctionOf({ amount: 1 })).rejects.toThrow("nothing to correct");
});

test("one correction that is sent eight times in parallel is made once, and of two admins one", async () => {
  const same = await correctionOf({ amount: 1 });
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => write(same)));
  expect(outcomes.filter((outcome) => outcome === "written")).toHaveLength(1);
  expect(await entries()).toHaveLength(1);
  const both = await Promise.all([correctionOf({ amount: 2 }), correctionOf({ amount: 3 })]);
  const results = await Promise.allSettled(both.map(write));
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await entries()).toHaveLength(2);
  await expectInvariant();
});

test("a form that is sent again after its correction makes no second one", async () => {
  const key = crypto.randomUUID();
  const opened = await find();
  const { customerId, serviceId, version, id } = opened;
  const entered = { customerId, serviceId, amount: 1, reason: "Twice", pay: "leave" as const };
  const send = async () => {
    const change = correctBill({ id, version, idempotencyKey: key }, entered, by, await find());
    if ("problem" in change) throw new Error(change.problem);
    return write(change);
  };
  expect([await send(), await send()]).toEqual(["written", "repeated"]);
});

test.each([
  ["its export was voided", "update bill_items set export_id = null where id = ?"],
  ["it was corrected", "update bill_items set version = version + 1 where id = ?"],
])("a correction writes nothing if %s meanwhile", async (_, sql) => {
  const change = await correctionOf({ amount: 1 });
  await rows(sql, [bill.id]);
  await expect(write(change)).rejects.toThrow(ConflictError);
  expect(await entries()).toEqual([]);
});

const undoing = (key: string) => undoByKey(database, key, by);
const undo = async (key: string) => write(await undoing(key));

test("the last correction of a bill is undone, once, and Undo makes it again, once", async () => {
  await correct({ amount: 13_000 });
  const before = await everything();
  const last = await correct({ customerId: other.customerId, amount: 9 });
  const after = await everything();
  const change = await undoing(last);
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => write(change)));
  expect(outcomes.filter((outcome) => outcome === "written")).toHaveLength(1);
  await expectInvariant();
  expect(JSON.parse(await everything())[0]).toEqual(JSON.parse(before)[0]);
  expect(await entries()).toHaveLength(1);
  const key = change.idempotencyKey;
  expect([await undo(key), await undo(key)]).toEqual(["written", "repeated"]);
  expect(await everything()).toBe(after);
  await expectInvariant();
});

test("the first correction of a bill is undone to the value that was exported", async () => {
  const before = await everything();
  await undo(await correct({ amount: 13_000 + 1 }));
  expect(JSON.parse(await everything())[0]).toEqual(JSON.parse(before)[0]);
  expect(await find()).toMatchObject({ amount: 26_000 });
});

test("a correction is undone once it is the last one, and not ticked as entered in QuickBooks", async () => {
  const first = await correct({ amount: 13_000 });
  const last = await correct({ customerId: other.customerId });
  await expect(undo(first)).rejects.toMatchObject({ problem: OBSTACLES["corrected-again"].sentence });
  const ticked = await undoing(last);
  const [second] = await rows("select id from corrections where correction_id = ? order by seq desc limit 1", [last]);
  await write(setEntered([String(second?.id)], { entered: true }, by));
  await expect(write(ticked)).rejects.toMatchObject({ problem: OBSTACLES.entered.sentence });
  const tick = (await rows("select id from activity order by rowid desc limit 1"))[0]?.id;
  await undo(String(tick));
  expect([await undo(last), await undo(first)]).toEqual(["written", "written"]);
  expect(await entries()).toEqual([]);
  await expectInvariant();
});

/** Exports the bill again under a later invoice number, as after the voiding of its export. */
async function exportAgain() {
  await rows("update export_lines set is_voided = 1 where bill_item_id = ?", [bill.id]);
  const copied = "at, date, actor, amounts, invoice_count, bill_count, total";
  await rows(`insert into exports (id, first_invoice, ${copied}) select 'again', 9000, ${copied} from exports limit 1`);
  const line =
    "position, bill_item_id, invoice_date, due_date, terms, customer, service_date, item, item_description, item_quantity, item_rate, class, item_amount";
  await rows(
    `insert into export_lines (export_id, invoice_number, ${line}) select 'again', 9000, ${line} from export_lines where bill_item_id = ?`,
    [bill.id],
  );
  await rows("update bill_items set export_id = 'again' where id = ?", [bill.id]);
}

test("a correction, and the undo of an undo, are refused after the bill was exported again", async () => {
  const { idempotencyKey: key, ...rest } = await undoing(await correct({ amount: 5_000 }));
  await write({ ...rest, idempotencyKey: key });
  const prepared = await correctionOf({ amount: 6_000 });
  await exportAgain();
  await expect(undo(key)).rejects.toThrow(ConflictError);
  await expect(write(prepared)).rejects.toThrow(ConflictError);
  await correct({ amount: 6_000 });
});

test("the undo of an undo is refused after the bill was corrected again", async () => {
  const { idempotencyKey: key, ...rest } = await undoing(await correct({ amount: 1 }));
  await write({ ...rest, idempotencyKey: key });
  await correct({ amount: 2 });
  await expect(undo(key)).rejects.toThrow(ConflictError);
  await expectInvariant();
});

describe("a bill that was invoiced before Hayloft", () => {
  const VALUE = 13_000;
  /** The entries as the list of corrections has them. */
  const listed = async () => {
    const [read] = await database.connect().read(shortList(correctionRecords, {}));
    return (read?.rows ?? []).map(({ customerId, service, invoiceNumber, amount }) => [
      customerId,
      service,
      invoiceNumber,
      amount,
    ]);
  };
  const invoiced = async () => {
    const [row] = await rows(
      `select value - (select coalesce(sum(amount), 0) from corrections where bill_item_id = b.id and deleted_at is null) as amount
      from bill_items b where id = ?`,
      [bill.id],
    );
    return row?.amount;
  };
  const nameOf = async (serviceId: string) =>
    String((await rows("select product_service_name as name from services where id = ?", [serviceId]))[0]?.name);

  beforeEach(async () => {
    const [old] = await rows(
      "select id, customer_id as customerId, service_id as serviceId from bill_items where export_id is null and customer_id is not null limit 1",
    );
    bill = { ...bill, ...(old as Pick<ExportedBill, "id" | "customerId" | "serviceId">) };
    await rows("update bill_items set quantity = 2, value = ? where id = ?", [VALUE, bill.id]);
    await importAsExported(rows, [bill.id]);
    const [customer] = await rows("select id from customers where id <> ? limit 1", [bill.customerId]);
    other = { ...other, customerId: String(customer?.id) };
  });

  test("has its own value as the amount so far, whatever the quantity", async () => {
    expect(await find()).toMatchObject({
      status: "exported",
      amount: VALUE,
      line: { invoiceNumber: IMPORTED_INVOICE, quantity: 2, amount: VALUE },
      invoice: { invoiceNumber: IMPORTED_INVOICE, customerId: bill.customerId },
    });
  });

  test("is corrected: entries for its customer are of the invoice before Hayloft, others of a new invoice", async () => {
    await correct({ amount: 10_000 });
    await correct({ customerId: other.customerId });
    await correct({ customerId: bill.customerId, serviceId: other.serviceId, amount: 7 });
    const [service, right] = [await nameOf(bill.serviceId), await nameOf(other.serviceId)];
    expect(await listed()).toEqual([
      [bill.customerId, service, IMPORTED_INVOICE, -3_000],
      [bill.customerId, service, IMPORTED_INVOICE, -10_000],
      [other.customerId, service, null, 10_000],
      [other.customerId, service, null, -10_000],
      [bill.customerId, right, IMPORTED_INVOICE, 7],
    ]);
    expect(await find()).toMatchObject({ amount: 7, line: { item: service, amount: VALUE } });
    expect(await invoiced()).toBe(VALUE);
    expect(await rows("select distinct invoice_number as n from corrections")).toEqual([{ n: null }]);
  });

  test("that nobody was billed for is credited to nobody", async () => {
    await rows("update bill_items set customer_id = null where id = ?", [bill.id]);
    await correct({ customerId: other.customerId });
    expect((await listed()).map(([customer, , invoice]) => [customer, invoice])).toEqual([
      [null, IMPORTED_INVOICE],
      [other.customerId, null],
    ]);
  });

  test("of $0.00 is on no invoice", async () => {
    await rows("update bill_items set value = 0 where id = ?", [bill.id]);
    await correct({ customerId: other.customerId, amount: 500 });
    expect((await listed()).map(([customer, , invoice]) => [customer, invoice])).toEqual([[other.customerId, null]]);
    expect(await find()).toMatchObject({ amount: 500, invoice: null });
  });

  test("gets its correction undone, once, and made again by Undo", async () => {
    const before = await everything();
    const change = await undoing(await correct({ customerId: other.customerId, amount: 9 }));
    const { idempotencyKey: key } = change;
    const after = await rows("select customer_id, value from bill_items where id = ?", [bill.id]);
    expect([await write(change), await write(change)]).toEqual(["written", "repeated"]);
    expect(JSON.parse(await everything())[0]).toEqual(JSON.parse(before)[0]);
    expect(await invoiced()).toBe(VALUE);
    expect(await undo(key)).toBe("written");
    expect(await rows("select customer_id, value from bill_items where id = ?", [bill.id])).toEqual(after);
    expect(await invoiced()).toBe(VALUE);
  });

  test("is in no later export, is not edited, and its export is not voided, corrected or not", async () => {
    for (const amount of [VALUE, 5]) {
      if (amount !== VALUE) await correct({ amount });
      const [preview] = await database.connect().read(previewExport({ view: isPending, q: "" }));
      expect(await rows("select count(*) as n from bill_items where export_id is null and deleted_at is null")).toEqual(
        [{ n: preview?.preview.bills }],
      );
      const [found] = await database.connect().read(findBillToEdit(bill.id));
      if (!found) throw new Error("There is no such bill");
      const { record } = found;
      const edit = editBill({ ...record, idempotencyKey: crypto.randomUUID() }, { ...record, value: 1 }, by, record);
      await expect(write(edit)).rejects.toThrow(ConflictError);
      const [voided] = await database.connect().read(findExportToVoid("import"));
      if (!voided) throw new Error("There is no such export");
      expect(voided.past.obstacle).toBe("imported");
    }
  });
});

describe("the groom's payroll item of a bill", () => {
  const pay = async () =>
    (await rows("select value, paid, deleted_at as deleted from payroll where id = 'pay'"))[0] as Record<
      string,
      unknown
    >;
  const set = (sql: string) => rows(`update payroll set ${sql}, version = version + 1 where id = 'pay'`);
  const UNPAID = { value: 26_000, paid: 0, deleted: null };

  beforeEach(async () => {
    await rows("update payroll set bill_item_id = null where bill_item_id = ?", [bill.id]);
    await rows(
      `insert into payroll (id, groom_id, item, date, payment_date, value, bill_item_id, created_at, updated_at)
        select 'pay', id, 'Clip', '2026-11-02', '2026-11-16', 26000, ?, '2026-11-02', '2026-11-02' from grooms limit 1`,
      [bill.id],
    );
  });

  test("changes with the correction, or is left, and is back after the Undo", async () => {
    const left = await correct({ amount: 100, pay: "leave" });
    expect(await pay()).toEqual(UNPAID);
    await write(await undoing(left));
    const key = await correct({ amount: 0, pay: "change" });
    expect(await pay()).toEqual({ ...UNPAID, value: 0 });
    await write(await undoing(key));
    expect(await pay()).toEqual(UNPAID);
    await expectInvariant();
  });

  test("must be asked about while it is unpaid, also that of a deleted groom", async () => {
    await rows(
      "update grooms set deleted_at = '2026-11-03' where id = (select groom_id from payroll where id = 'pay')",
    );
    await expect(correctionOf({ amount: 0, pay: "" })).rejects.toThrow(
      /^Choose what happens to .* payroll item of \$260/,
    );
    await correct({ amount: 0, pay: "change" });
    expect(await pay()).toEqual({ ...UNPAID, value: 0 });
  });

  test("changes in two steps, by the amount of each, and a step leaves what was edited by hand between them", async () => {
    await correct({ amount: 20_000, pay: "change" });
    expect(await pay()).toMatchObject({ value: 20_000 });
    await set("value = 15000");
    await correct({ amount: 10_000, pay: "leave" });
    expect(await pay()).toMatchObject({ value: 15_000 });
    await correct({ amount: 5_000, pay: "change" });
    expect(await pay()).toMatchObject({ value: 5_000 });
  });

  test("that was paid meanwhile is not changed, and the refusal names it; one that was deleted is none", async () => {
    await set("paid = 1, paid_on = '2026-11-20'");
    await expect(correctionOf({ amount: 0, pay: "change" })).rejects.toThrow(
      /payroll item of \$260\.00, dated 11\/02\/2026, was paid on 11\/20\/2026 and is not changed\. Choose "Leave it as it is"\.$/,
    );
    await correct({ amount: 0, pay: "leave" });
    expect(await pay()).toEqual({ ...UNPAID, paid: 1 });
    await set("deleted_at = '2026-11-21'");
    await correct({ amount: 100, pay: "change" });
    expect(await pay()).toMatchObject({ value: 26_000 });
  });

  test("that is paid or edited between the read and the write stops the whole correction", async () => {
    for (const sql of ["value = 25000", "paid = 1, paid_on = '2026-11-20'", "deleted_at = '2026-11-20'"]) {
      await set("value = 26000, paid = 0, paid_on = null, deleted_at = null");
      const change = await correctionOf({ amount: 0, pay: "change" });
      await set(sql);
      await expect(write(change)).rejects.toThrow(ConflictError);
    }
    expect(await entries()).toEqual([]);
  });

  test("changes once if the form is sent again, also after it was paid", async () => {
    const key = crypto.randomUUID();
    const opened = await find();
    const { customerId, serviceId, version, id } = opened;
    const entered = { customerId, serviceId, amount: 0, reason: "Twice", pay: "change" as const };
    const send = async () => write(correctBill({ id, version, idempotencyKey: key }, entered, by, await find()));
    expect(await send()).toBe("written");
    expect(await send()).toBe("repeated");
    await set("paid = 1, paid_on = '2026-11-20'");
    expect(await send()).toBe("repeated");
    expect(await pay()).toEqual({ ...UNPAID, value: 0, paid: 1 });
  });

  test("that was paid since stops the Undo of the correction", async () => {
    const key = await correct({ amount: 0, pay: "change" });
    await set("paid = 1, paid_on = '2026-11-20'");
    await expect(undoing(key).then(write)).rejects.toThrow(ConflictError);
    expect(await pay()).toMatchObject({ value: 0, paid: 1 });
  });
});
