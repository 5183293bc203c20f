import { afterEach, beforeEach, expect, test } from "vitest";
import { OBSTACLES } from "#app/domain/activity/obstacles.ts";
import { customerRecords } from "#db/queries/barn/customers.ts";
import { horseRecords } from "#db/queries/barn/horses.ts";
import { findBills, findVoiding, idsWithBill, voidBills } from "#db/queries/bills/mend-bills.ts";
import { addPayrollItem, payrollRecords } from "#db/queries/payroll/payroll-items.ts";
import type { Change } from "#db/write/change.ts";
import { addRecord, removeRecords, setFields } from "#db/write/records.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { undoByKey } from "#tests/support/database/undo.ts";

/* An undo beside another run, another salary, or another undo (docs/product.md, 'Undo'). */

let database: Awaited<ReturnType<typeof openDatabase>>;
beforeEach(async () => {
  database = await openDatabase();
});
afterEach(() => database.close());

const rows = (sql: string, args: (string | number)[] = []) => database.rows(sql, args);
const write = (change: Change) => database.connect().write(change);

let minutes = 0;
/** The actor and the time of the next change. */
const by = (actor = "alex@hayloft.example") => {
  minutes += 1;
  return { actor, at: new Date(Date.now() + minutes * 60_000) };
};

/** Undoes the change with a key, and returns the key of the undo. */
async function undo(key: string, actor?: string): Promise<string> {
  const change = await undoByKey(database, key, by(actor));
  expect(await write(change)).toBe("written");
  return change.idempotencyKey;
}

const refusal = async (key: string) => write(await undoByKey(database, key, by())).catch((error) => error.problem);

/** Copies a run of horses with its bills, as if the same month were billed once more. */
async function billAgain(run: string): Promise<string> {
  const id = crypto.randomUUID();
  const at = by().at.toISOString();
  await rows(
    "insert into billing_runs (id, kind, at, actor, bill_count, total) select ?, kind, ?, actor, bill_count, total from billing_runs where id = ?",
    [id, at, run],
  );
  await rows(
    `insert into bill_items (id, customer_id, horse_id, service_id, billing_run_id, date, period, quantity, value, location, created_at)
      select ? || seq, customer_id, horse_id, service_id, ?, date, period, quantity, value, location, ? from bill_items where billing_run_id = ?`,
    [id, id, at, run],
  );
  await rows(
    `insert into activity (id, at, actor, action, content, topics, before, after) values (?, ?, 'x', 'bill horses', '{}', '["bills"]', '[]',
      json_array(json_object('table', 'billing_runs', 'id', ?, 'kind', 'horses', 'taken_back_at', null, 'taken_back_by', null)))`,
    [id, at, id],
  );
  return id;
}

const newestRun = async (where: string) =>
  String((await rows(`select id from billing_runs where ${where} order by at desc limit 1`))[0]?.id);
const standingBills = async (run: string) =>
  (await rows("select count(*) as n from bill_items where billing_run_id = ? and deleted_at is null", [run]))[0]?.n;

test("of two undone runs of one month only one comes back", async () => {
  const first = await newestRun("kind = 'horses'");
  const undoOfFirst = await undo(first);
  const second = await billAgain(first);
  const undoOfSecond = await undo(second);
  await undo(undoOfFirst);
  expect(await refusal(undoOfSecond)).toBe(OBSTACLES["billed-since"].sentence);
  expect(await standingBills(second)).toBe(0);
});

/** `change`: of the bills of the later run. */
test.each<[what: string, change: string, returns: boolean]>([
  ["bills the same horses, charges and days", "date = date", false],
  ["bills one of them", "horse_id = 'other' where seq <> (select max(seq) from bill_items)", false],
  ["bills other horses", "horse_id = 'other'", true],
  ["bills another month", "period = '2031-01', first_day = null, last_day = null", true],
  ["bills another charge", "service_id = 'blanket'", true],
  ["bills other days", "first_day = period || '-15', last_day = period || '-28'", true],
  ["bills some of the days", "first_day = period || '-14', last_day = period || '-28'", false],
  ["is undone", "deleted_at = '2026'", true],
])("an undone run is made again unless a later run, by the order of changes, %s", async (_, change, returns) => {
  const first = await newestRun("kind = 'horses'");
  await rows("update bill_items set deleted_at = '2026' where billing_run_id = ? and service_id = 'blanket'", [first]);
  const days = "first_day = period || '-01', last_day = period || '-14'";
  await rows(`update bill_items set ${days} where billing_run_id = ?`, [first]);
  await rows(
    "insert into horses (id, name, name_sort, check_in_date, created_at, updated_at) values ('other', 'Other', 'other', '2026-01-01', '2026-01-01', '2026-01-01')",
  );
  const key = await undo(first);
  const later = await billAgain(first);
  await rows("delete from bill_items where billing_run_id = ? and service_id = 'blanket'", [later]);
  const [set, where = "1"] = change.split(" where ");
  await rows(`update bill_items set ${days}, created_at = '2026-01-01' where billing_run_id = ?`, [later]);
  await rows(`update bill_items set ${set} where billing_run_id = ? and ${where}`, [later]);
  if (returns) await undo(key);
  else expect(await refusal(key)).toBe(OBSTACLES["billed-since"].sentence);
});

test("a voided board bill stays voided once its horse was billed for the month again", async () => {
  const run = await newestRun("kind = 'horses'");
  const [bill] = await rows(
    "select id, horse_id, service_id, period from bill_items where billing_run_id = ? and service_id = 'boarding' and export_id is null limit 1",
    [run],
  );
  const id = String(bill?.id);
  const key = crypto.randomUUID();
  await write(voidBills(key, [id], { payIds: [], showIds: [] }, by()));
  await rows(
    `insert into bill_items (id, horse_id, service_id, date, period, quantity, value, location, created_at) values ('again', ?, ?, ?3 || '-15', ?3, 1, 1, 'florida', ?)`,
    [String(bill?.horse_id), String(bill?.service_id), String(bill?.period), by().at.toISOString()],
  );
  expect(await refusal(key)).toBe(OBSTACLES["billed-again"].sentence);
  const [voiding] = await database.connect().read(findVoiding(id));
  if (!voiding) throw new Error("The bill is not voided");
  const one = undoByKey(database, voiding.id, by(), { idempotencyKey: "one", only: idsWithBill(voiding, id) });
  await expect(write(await one)).rejects.toMatchObject({ problem: OBSTACLES["billed-again"].sentence });
  // The same holds beside an older bill that came back since.
  await rows("update bill_items set created_at = '2026', updated_at = ? where id = 'again'", [by().at.toISOString()]);
  expect(await refusal(key)).toBe(OBSTACLES["billed-again"].sentence);
  await rows("update bill_items set deleted_at = '2026' where id = 'again'");
  await undo(key);
});

test.each([
  ["15", true],
  ["14", false],
])("a voided bill for the 1st to the 14th returns beside a bill from the %sth on: %s", async (first, returns) => {
  const run = await newestRun("kind = 'horses'");
  const [bill] = await rows(
    "select id, horse_id, period from bill_items where billing_run_id = ? and service_id = 'boarding' and export_id is null limit 1",
    [run],
  );
  const [id, horse, month] = [String(bill?.id), String(bill?.horse_id), String(bill?.period)];
  await rows("update bill_items set first_day = period || '-01', last_day = period || '-14' where id = ?", [id]);
  const key = crypto.randomUUID();
  await write(voidBills(key, [id], { payIds: [], showIds: [] }, by()));
  await rows(
    `insert into bill_items (id, horse_id, service_id, date, period, first_day, last_day, quantity, value, location, created_at)
      values ('rest', ?, 'boarding', ? || '-15', ?, ? || '-' || ?, ? || '-28', 1, 1, 'florida', ?)`,
    [horse, month, month, month, first, month, by().at.toISOString()],
  );
  if (returns) await undo(key);
  else expect(await refusal(key)).toBe(OBSTACLES["billed-again"].sentence);
});

test("a run that was undone and made again leaves the show billed that another run bills, too", async () => {
  const run = await newestRun("kind = 'shows'");
  await undo(await undo(run));
  const [show] = await rows("select show_id as id from bill_items where billing_run_id = ? limit 1", [run]);
  const id = String(show?.id);
  await rows(
    `insert into bill_items (id, horse_id, service_id, show_id, date, quantity, value, location, created_at)
      select 'other', horse_id, service_id, show_id, date, 1, 1, location, created_at from bill_items where show_id = ? limit 1`,
    [id],
  );
  // An admin has switched another show off: that does not stand in the way either.
  await rows(
    "update shows set billed = 0 where id = (select show_id from bill_items where billing_run_id = ? and show_id <> ? limit 1)",
    [run, id],
  );
  await undo(run);
  const billed = await rows(
    "select id, billed from shows where id in (select show_id from bill_items where billing_run_id = ?)",
    [run],
  );
  expect(billed.filter((each) => each.billed).map((each) => each.id)).toEqual([id]);
});

test("the second undo of a run is that of its own person and time", async () => {
  const run = await newestRun("kind = 'horses'");
  await undo(await undo(run, "ana@hayloft.example"));
  await undo(run, "ben@hayloft.example");
  const [found] = await rows("select taken_back_at as at, taken_back_by as person from billing_runs where id = ?", [
    run,
  ]);
  const [last] = await rows("select at from activity order by rowid desc limit 1");
  expect(found).toEqual({ at: last?.at, person: "ben@hayloft.example" });
  expect(await rows("select distinct deleted_at as at from bill_items where billing_run_id = ?", [run])).toEqual([
    { at: last?.at },
  ]);
});

test("a payroll run is undone although the schedule ran after it and made nothing", async () => {
  const [run] = await rows("select id, last_payroll_before as before from payroll_runs order by rowid desc limit 1");
  await rows("update payroll set paid = 0 where payroll_run_id = ?", [String(run?.id)]);
  await rows(
    "insert into payroll_runs (id, at, actor, item_count, total, last_payroll_before) values ('empty', '2030-01-07T11:00:00.000Z', 'schedule', 0, 0, '2029')",
  );
  await rows("update settings set last_payroll = '2030-01-07T11:00:00.000Z'");
  await undo(String(run?.id));
  expect(await rows("select last_payroll as last from settings")).toEqual([{ last: run?.before }]);
});

test("a deleted salary stays deleted once the groom has another one of the week, or its run was undone", async () => {
  const [item] = await rows(
    "select id, groom_id as groom, week, payroll_run_id as run from payroll where week is not null and deleted_at is null order by week desc limit 1",
  );
  const [id, groom, week] = [String(item?.id), String(item?.groom), String(item?.week)];
  const deletion = removeRecords(payrollRecords, [id], by());
  await write(deletion);
  const values = {
    groomId: groom,
    item: "weekly salary ",
    date: week,
    paymentDate: null,
    value: 100,
    paid: false,
    paidOn: null,
  };
  const byHand = crypto.randomUUID();
  await write(addPayrollItem(byHand, values, by()));
  expect(await refusal(deletion.idempotencyKey)).toBe(OBSTACLES["paid-again"].sentence);
  // The other way round, too: the salary by hand does not come back beside the one of the run.
  await write(removeRecords(payrollRecords, [byHand], by()));
  await undo(deletion.idempotencyKey);
  const [ofHand] = await rows(
    "select id from activity where action = 'delete payroll item' order by rowid desc limit 1",
  );
  expect(await refusal(String(ofHand?.id))).toBe(OBSTACLES["paid-again"].sentence);

  await rows("update payroll set paid = 0 where payroll_run_id = ?", [String(item?.run)]);
  const again = removeRecords(payrollRecords, [id], by());
  await write(again);
  await rows("update payroll_runs set taken_back_at = '2030' where id = ?", [String(item?.run)]);
  expect(await refusal(again.idempotencyKey)).toBe(OBSTACLES["run-undone"].sentence);
});

test("a customer who was added once more by Redo is guarded as a new one", async () => {
  const id = crypto.randomUUID();
  await write(addRecord(customerRecords, id, { name: "Ann", emails: [], phone: "", riders: [] }, by()));
  await undo(await undo(id));
  const [horse] = await rows("select id from horses where deleted_at is null limit 1");
  await write(setFields(horseRecords, [String(horse?.id)], { customerId: id }, by()));
  expect(await refusal(id)).toBe(OBSTACLES.used.sentence);
});

test("a bill that was voided again by Redo has the instant of the Redo, and comes back alone", async () => {
  const [bill] = await rows(
    "select id from bill_items where export_id is null and deleted_at is null and show_id is null limit 1",
  );
  const id = String(bill?.id);
  const [found] = await database.connect().read(findBills([id]));
  const key = crypto.randomUUID();
  const payIds = (found?.bills ?? []).flatMap(({ payId }) => payId ?? []);
  await write(voidBills(key, [id], { payIds, showIds: [] }, by()));
  await undo(await undo(key));
  const [voiding] = await database.connect().read(findVoiding(id));
  expect(voiding?.action).toBe("void bills again");
  await undo(String(voiding?.id));
  expect(await rows("select deleted_at, voided_at from bill_items where id = ?", [id])).toEqual([
    { deleted_at: null, voided_at: null },
  ]);
});
