import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunToTakeBack, TakenBack } from "#app/domain/bills/runs.ts";
import { newestFirst } from "#app/records/lists/short-list-order.ts";
import { ConflictError } from "#db/errors.ts";
import { listPage, pageOf } from "#db/list/list-page.ts";
import { shortList } from "#db/list/short-list.ts";
import { horsesToBill } from "#db/queries/bills/billing-runs.ts";
import { billsSource, isPending } from "#db/queries/bills/bills.ts";
import {
  findBillingRun,
  findBillingTakeBack,
  findPayrollRunToTakeBack,
  findPayrollTakeBack,
  pastPayroll,
  takeBackBilling,
  takeBackPayroll,
  undoBillingTakeBack,
  undoPayrollTakeBack,
} from "#db/queries/bills/take-backs.ts";
import { findExportToVoid, voidExport } from "#db/queries/exports/export-voids.ts";
import { previewExport } from "#db/queries/exports/stored-exports.ts";
import { parseRows, readBatch } from "#db/write/batch.ts";
import type { Change } from "#db/write/change.ts";
import { findStale } from "#lab/support/derived.ts";
import { openDatabase } from "#tests/support/database/database.ts";

/* Taking billing and payroll runs of the demo barn back (docs/product.md, 'Undoing a run'). */

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeEach(async () => {
  database = await openDatabase();
});
afterEach(() => database.close());

const by = { actor: "alex@hayloft.example", at: new Date() };
const rows = (sql: string, args: (string | number)[] = []) => database.rows(sql, args);
const write = (change: Change) => database.connect().write(change);

/** Returns the id of the newest run of a kind. */
async function newest(kind: "horses" | "shows" | "payroll"): Promise<string> {
  const [run] =
    kind === "payroll"
      ? await rows("select id from payroll_runs order by rowid desc limit 1")
      : await rows("select id from billing_runs where kind = ? order by at desc limit 1", [kind]);
  return String(run?.id);
}

async function find(kind: "horses" | "shows" | "payroll", id: string): Promise<RunToTakeBack> {
  const [found] = await database.connect().read(kind === "payroll" ? findPayrollRunToTakeBack(id) : findBillingRun(id));
  if (!found) throw new Error(`There is no run ${id}`);
  return found.past;
}

/** The change that takes a run back as it is now, and the key of the take-back. */
async function takeBackOf(kind: "horses" | "shows" | "payroll", id: string, at = by.at) {
  const run = await find(kind, id);
  const takeBack = { idempotencyKey: crypto.randomUUID(), id, fingerprint: run.fingerprint };
  const change = (kind === "payroll" ? takeBackPayroll : takeBackBilling)(takeBack, run, { ...by, at });
  return { key: takeBack.idempotencyKey, change };
}

async function takeBack(kind: "horses" | "shows" | "payroll", id: string): Promise<string> {
  const { key, change } = await takeBackOf(kind, id);
  expect(await write(change)).toBe("written");
  return key;
}

async function undoOf(kind: "horses" | "shows" | "payroll", key: string): Promise<Change> {
  const [found] = await database
    .connect()
    .read(kind === "payroll" ? findPayrollTakeBack(key) : findBillingTakeBack(key));
  return (kind === "payroll" ? undoPayrollTakeBack : undoBillingTakeBack)(found?.takenBack as TakenBack, by);
}

/** Every value that a take-back can change, but for versions and times of changes. */
async function everything(): Promise<string> {
  columns ??= Promise.all(["bill_items", "billing_runs", "payroll_runs"].map(columnsOf));
  const [ofBills, ofBilling, ofPayroll] = await columns;
  const of = (names: string | undefined, from: string) =>
    `(select json_group_array(json_array(${names})) from (select * from ${from}))`;
  const [found] = await rows(`select json_array(
    ${of(ofBills, "bill_items order by seq")}, ${of("id, billed, deleted_at", "shows order by seq")},
    ${of("id, groom_id, item, date, payment_date, value, paid, week, payroll_run_id, deleted_at", "payroll order by seq")},
    ${of(ofBilling, "billing_runs order by id")}, ${of(ofPayroll, "payroll_runs order by id")},
    ${of("last_payroll, invoice_number", "settings")}) as everything`);
  return String(found?.everything);
}

/** The columns of the tables that `everything` reads whole. */
let columns: Promise<string[]> | undefined;

async function columnsOf(table: string): Promise<string> {
  const [found] = await rows(`select group_concat('"' || name || '"') as names from pragma_table_info(?)`, [table]);
  return String(found?.names);
}

/** Returns the number and the sum of the bills that the list shows. */
async function listed(q: string) {
  const place = { kind: "first" } as const;
  const query = listPage(billsSource, { q, sort: "date", descending: false, place, view: isPending });
  const [read] = await database.connect().read(query);
  const { total, summary } = pageOf(read, place);
  return { bills: total, value: Number(summary?.value) };
}

async function exported(): Promise<number> {
  const [read] = await database.connect().read(previewExport({ view: isPending, q: "" }));
  return read?.preview.totals["bill-value"] ?? -1;
}

test.each(["horses", "shows", "payroll"] as const)("Undo of a take-back of %s restores every value", async (kind) => {
  const id = await newest(kind);
  await rows("update payroll set paid = 0 where payroll_run_id = ?", [id]);
  // An item that was deleted before stays deleted.
  await rows(
    "update payroll set deleted_at = '2026-01-01' where seq = (select min(seq) from payroll where payroll_run_id = ?)",
    [id],
  );
  const before = await everything();
  const key = await takeBack(kind, id);
  expect(await everything()).not.toBe(before);
  const undo = await undoOf(kind, key);
  expect(await write(undo)).toBe("written");
  expect(await everything()).toBe(before);
  // Sent again, Undo changes nothing, even after the run was undone once more.
  await takeBack(kind, id);
  const again = await everything();
  expect(await write(undo)).toBe("repeated");
  expect(await everything()).toBe(again);
  // The bills of a run of shows stand for those of horses.
  if (kind !== "horses") expect(await findStale(rows)).toEqual([]);
});

test("bills that were undone are in no list, search, sum or export, and their horses count as not billed", async () => {
  const id = await newest("horses");
  const run = await find("horses", id);
  const [{ horse, date } = { horse: "", date: "" }] = await rows(
    "select h.name as horse, b.date from bill_items b join horses h on h.id = b.horse_id where billing_run_id = ? limit 1",
    [id],
  );
  const [{ bills, value } = { bills: 0, value: 0 }] = await rows(
    "select count(*) as bills, sum(value) as value from bill_items b join horses h on h.id = b.horse_id where billing_run_id = ? and h.name = ?",
    [id, String(horse)],
  );
  const today = String(date);
  const billed = async () => {
    const query = horsesToBill({ q: "" }, today, { month: today.slice(0, 7), isProrated: false, today: [] });
    const [read] = await database.connect().read(readBatch(query));
    return parseRows(query, read?.rowsJson ?? "[]").filter(({ billedOn }) => billedOn).length;
  };
  const before = { all: await listed(""), one: await listed(String(horse)), exported: await exported() };
  expect(await billed()).toBeGreaterThan(3);
  await takeBack("horses", id);
  expect(await listed("")).toEqual({ bills: before.all.bills - run.count, value: before.all.value - run.total });
  expect(await listed(String(horse))).toEqual({
    bills: before.one.bills - Number(bills),
    value: before.one.value - Number(value),
  });
  expect(await exported()).toBe(before.exported - run.total);
  expect(await billed()).toBe(0);
});

test("Undo of a take-back of payroll is refused after a salary of its weeks was entered by hand", async () => {
  const id = await newest("payroll");
  await rows("update payroll set paid = 0 where payroll_run_id = ?", [id]);
  const key = await takeBack("payroll", id);
  await rows(
    "insert into payroll (id, groom_id, item, date, value, created_at, updated_at) select 'by hand', groom_id, ' weekly salary', date(week, '+3 days'), 1, '2026', '2026' from payroll where payroll_run_id = ? limit 1",
    [id],
  );
  await expect(write(await undoOf("payroll", key))).rejects.toThrow(ConflictError);
  await rows("update payroll set deleted_at = '2026' where id = 'by hand'");
  expect(await write(await undoOf("payroll", key))).toBe("written");
});

test("a take-back leaves the bills and payroll items of the service form and of other runs as they are", async () => {
  const others = () =>
    Promise.all([
      rows("select * from bill_items where billing_run_id is not ? order by seq", [id]),
      rows("select * from payroll order by seq"),
      rows("select * from shows order by seq"),
    ]);
  const id = await newest("horses");
  const before = await others();
  expect(before[1].some(({ bill_item_id }) => bill_item_id)).toBe(true);
  await takeBack("horses", id);
  expect(await others()).toEqual(before);
});

test("a show becomes unbilled if only this run bills it, and only if it is billed", async () => {
  const [largest] = await rows("select id from billing_runs where kind = 'shows' order by bill_count desc limit 1");
  const id = String(largest?.id);
  const [one, two, three] = (await rows("select show_id from bill_items where billing_run_id = ?", [id])).map(
    ({ show_id }) => String(show_id),
  );
  // Another run bills the first show, too, and has billed the third one until that was undone; an admin has marked the second one unbilled.
  await rows(
    "insert into billing_runs (id, kind, at, actor, bill_count, total) values ('other', 'shows', '2026-01-01', 'x', 1, 1)",
  );
  const others: [show: string | undefined, deletedAt: string][] = [
    [one, ""],
    [three, "2026-01-02"],
  ];
  for (const [show = "", deletedAt] of others)
    await rows(
      `insert into bill_items (id, horse_id, service_id, show_id, billing_run_id, date, quantity, value, location, created_at, deleted_at)
       select 'other ' || show_id, horse_id, service_id, show_id, 'other', date, 1, 1, location, created_at, nullif(?, '') from bill_items where billing_run_id = ? and show_id = ? limit 1`,
      [deletedAt, id, show],
    );
  await rows("update shows set billed = 0 where id = ?", [two ?? ""]);
  const billed = async () =>
    Object.fromEntries((await rows("select id, billed from shows")).map((show) => [String(show.id), show.billed]));
  const before = await everything();
  const key = await takeBack("shows", id);
  const after = await billed();
  expect([one, two, three].map((show) => after[show ?? ""])).toEqual([1, 0, 0]);
  await write(await undoOf("shows", key));
  expect(await everything()).toBe(before);
});

test("Undo is refused after a run of the same kind, until that run is undone, and not after one of another kind", async () => {
  const key = await takeBack("horses", await newest("horses"));
  const undo = await undoOf("horses", key);
  for (const kind of ["shows", "horses"]) {
    await rows(
      "insert into billing_runs (id, kind, at, actor, bill_count, total) values (?, ?, '2026-01-01', 'x', 0, 0)",
      [kind, kind],
    );
    // The order of the activity counts, not that of the clocks.
    await rows(
      "insert into activity (id, at, actor, action, content, topics, before, after) values (?, '2026-01-01', 'x', 'bill', '{}', '[]', '[]', '[]')",
      [kind],
    );
    if (kind === "horses") await expect(write(undo)).rejects.toThrow(ConflictError);
  }
  await rows("update billing_runs set taken_back_at = '2026-01-02' where id = 'horses'");
  expect(await write(undo)).toBe("written");
});

test("Undo is refused if one of the shows was billed since", async () => {
  const id = await newest("shows");
  const key = await takeBack("shows", id);
  await rows(
    "update shows set billed = 1 where id = (select show_id from bill_items where billing_run_id = ? limit 1)",
    [id],
  );
  const before = await everything();
  await expect(write(await undoOf("shows", key))).rejects.toThrow(ConflictError);
  expect(await everything()).toBe(before);
});

test.each([
  [
    "horses",
    "is exported",
    "update bill_items set export_id = 'export' where seq = (select max(seq) from bill_items where billing_run_id = ?)",
  ],
  [
    "horses",
    "loses a bill",
    "update bill_items set deleted_at = '2026-01-01' where seq = (select max(seq) from bill_items where billing_run_id = ?)",
  ],
  [
    "horses",
    "has a bill with another value",
    "update bill_items set value = value + 1 where seq = (select max(seq) from bill_items where billing_run_id = ?)",
  ],
  [
    "shows",
    "has a show that is marked unbilled",
    "update shows set billed = 0 where id = (select max(show_id) from bill_items where billing_run_id = ?)",
  ],
  [
    "payroll",
    "has an item that is paid",
    "update payroll set paid = 1 where seq = (select max(seq) from payroll where payroll_run_id = ?)",
  ],
  [
    "payroll",
    "has an item that is edited",
    "update payroll set version = version + 1 where seq = (select max(seq) from payroll where payroll_run_id = ?)",
  ],
  [
    "payroll",
    "loses an item",
    "update payroll set deleted_at = '2026-01-01' where seq = (select max(seq) from payroll where payroll_run_id = ?)",
  ],
  [
    "payroll",
    "is followed by another run",
    "insert into payroll_runs (id, at, actor, item_count, total) select 'later', '2030-01-01', ?, 1, 1",
  ],
] as const)("a take-back of %s writes nothing if, after it was opened, the run %s", async (kind, _, sql) => {
  const id = await newest(kind);
  await rows("update payroll set paid = 0 where payroll_run_id = ?", [id]);
  await rows(
    "insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total) values ('export', '2026-01-01', '2026-01-01', 'x', 'bill-value', 1, 1, 1, 1)",
  );
  const { change } = await takeBackOf(kind, id);
  await rows(sql, [id]);
  const before = await everything();
  await expect(write(change)).rejects.toThrow(ConflictError);
  expect(await everything()).toBe(before);
});

test("a run whose bills are in an export can be undone again once the export is voided", async () => {
  const id = await newest("horses");
  await rows(
    "insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total) values ('export', '2026-01-01', '2026-01-01', 'x', 'bill-value', 1, 1, 1, 1)",
  );
  await rows("update bill_items set export_id = 'export' where billing_run_id = ?", [id]);
  expect((await find("horses", id)).obstacle).toBe("exported");
  const [found] = await database.connect().read(findExportToVoid("export"));
  if (!found) throw new Error("There is no such export");
  const { fingerprint } = found.past;
  await write(voidExport({ idempotencyKey: crypto.randomUUID(), id: "export", fingerprint }, found.past, by));
  expect((await find("horses", id)).obstacle).toBeNull();
  await takeBack("horses", id);
  // Bills of a run that was undone are in no export.
  expect(
    await rows("select count(*) as n from bill_items where billing_run_id = ? and deleted_at is null", [id]),
  ).toEqual([{ n: 0 }]);
  expect(await findStale(rows)).toEqual([]);
});

test("of two take-backs of one run one is written, and the same one twice counts once", async () => {
  const id = await newest("horses");
  const [mine, theirs] = [await takeBackOf("horses", id), await takeBackOf("horses", id)];
  expect(await write(mine.change)).toBe("written");
  expect(await write(mine.change)).toBe("repeated");
  await expect(write(theirs.change)).rejects.toThrow(ConflictError);
  expect((await find("horses", id)).obstacle).toBe("taken-back");
});

test("payroll runs are undone from the last one on, and each sets the last run back to the run before it", async () => {
  await rows("update payroll set paid = 0");
  const runs = await rows("select id, at from payroll_runs order by rowid desc limit 3");
  const [last, before, first] = runs.map(({ id }) => String(id)) as [string, string, string];
  const lastRun = async () => (await rows("select last_payroll from settings"))[0]?.last_payroll;
  expect([(await find("payroll", last)).obstacle, (await find("payroll", before)).obstacle]).toEqual([
    null,
    "later-run",
  ]);
  const [one, two] = [await takeBack("payroll", last), await takeBack("payroll", before)];
  expect(await lastRun()).toBe(runs[2]?.at);
  expect((await find("payroll", first)).obstacle).toBe(null);
  // Undo starts with the take-back that came last.
  await expect(write(await undoOf("payroll", one))).rejects.toThrow(ConflictError);
  await write(await undoOf("payroll", two));
  expect(await lastRun()).toBe(runs[1]?.at);
  await write(await undoOf("payroll", one));
  expect(await lastRun()).toBe(runs[0]?.at);
});

test("a scheduled run that made nothing does not stand in the way, and the list says what does", async () => {
  const id = await newest("payroll");
  await rows(
    "insert into payroll_runs (id, at, actor, item_count, total) values ('empty', '2030-01-01', 'schedule', 0, 0)",
  );
  await rows("update payroll set paid = 0 where payroll_run_id = ?", [id]);
  const obstacles = async () =>
    newestFirst((await database.connect().read(shortList(pastPayroll, {})))[0])
      .rows.slice(0, 3)
      .map(({ obstacle }) => obstacle);
  expect(await obstacles()).toEqual(["made-nothing", null, "later-run"]);
  await rows("update payroll set paid = 1 where seq = (select max(seq) from payroll where payroll_run_id = ?)", [id]);
  expect(await obstacles()).toEqual(["made-nothing", "paid", "later-run"]);
});

test("the list of runs and a take-back read the bills of a run by an index", async () => {
  for (const query of [
    findBillingRun("x"),
    findPayrollRunToTakeBack("x"),
    findBillingTakeBack("x"),
    findPayrollTakeBack("x"),
    shortList(pastPayroll, {}),
  ]) {
    const { sql, params } = (query as unknown as { toSQL: () => { sql: string; params: string[] } }).toSQL();
    const plan = (await rows(`explain query plan ${sql}`, params)).map(({ detail }) => String(detail));
    expect(plan.filter((line) => /^SCAN (bill_items|payroll|shows|activity)$/.test(line))).toEqual([]);
  }
});
