import { afterEach, beforeEach, expect, test } from "vitest";
import type { PastRun } from "#app/domain/bills/runs.ts";
import { newestFirst } from "#app/records/lists/short-list-order.ts";
import { ConflictError } from "#db/errors.ts";
import { listPage, pageOf } from "#db/list/list-page.ts";
import type { RowSource } from "#db/list/list-source.ts";
import { shortList } from "#db/list/short-list.ts";
import { findDone } from "#db/queries/activity/done-changes.ts";
import { horsesToBill } from "#db/queries/bills/billing-runs.ts";
import { billsSource, isPending } from "#db/queries/bills/bills.ts";
import { pastBilling, pastPayroll } from "#db/queries/bills/past-runs.ts";
import { findExportToVoid, voidExport } from "#db/queries/exports/export-voids.ts";
import { previewExport } from "#db/queries/exports/stored-exports.ts";
import { exportUpTo } from "#db/seed/history.ts";
import { toStatement } from "#db/statements.ts";
import { parseRows, readBatch } from "#db/write/batch.ts";
import type { Change } from "#db/write/change.ts";
import { findChange } from "#db/write/undo.ts";
import { findStale } from "#lab/support/derived.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { undoByKey } from "#tests/support/database/undo.ts";

/* The undo of billing and payroll runs of the demo barn (docs/product.md, 'Undo'). */

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeEach(async () => {
  database = await openDatabase();
});
afterEach(() => database.close());

const by = { actor: "alex@hayloft.example", at: new Date() };
const rows = (sql: string, args: (string | number)[] = []) => database.rows(sql, args);
const write = (change: Change) => database.connect().write(change);

type Kind = "horses" | "shows" | "payroll";

/** Returns the id of the newest run of a kind. */
async function newest(kind: Kind): Promise<string> {
  const [run] =
    kind === "payroll"
      ? await rows("select id from payroll_runs order by rowid desc limit 1")
      : await rows("select id from billing_runs where kind = ? order by at desc limit 1", [kind]);
  return String(run?.id);
}

/** What stands in the way of the undo of a run, in the list of past runs. */
async function obstacleOf(kind: Kind, id: string) {
  const source: RowSource<PastRun> = kind === "payroll" ? pastPayroll : pastBilling;
  const [read] = await database.connect().read(shortList(source, {}));
  return read?.rows.find((run) => run.id === id)?.obstacle;
}

const undoing = (key: string, at = by.at) => undoByKey(database, key, { ...by, at });

/** Undoes the change with a key, and returns the key of the undo. */
async function undo(key: string): Promise<string> {
  const change = await undoing(key);
  expect(await write(change)).toBe("written");
  return change.idempotencyKey;
}

/** Every value that the undo of a run can change, but for versions and times of changes. */
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

test.each(["horses", "shows", "payroll"] as const)("the undo of the undo of %s restores every value", async (kind) => {
  const id = await newest(kind);
  await rows("update payroll set paid = 0 where payroll_run_id = ?", [id]);
  // An item that was deleted before stays deleted.
  await rows(
    "update payroll set deleted_at = '2026-01-01' where seq = (select min(seq) from payroll where payroll_run_id = ?)",
    [id],
  );
  const before = await everything();
  const key = await undo(id);
  const undone = await everything();
  expect(undone).not.toBe(before);
  const redo = await undoing(key);
  expect(await write(redo)).toBe("written");
  expect(await everything()).toBe(before);
  // The run can be undone again, from its row. Sent again, the redo changes nothing then.
  expect(await undo(id)).toBe(`undo ${redo.idempotencyKey}`);
  expect(await everything()).toBe(undone);
  expect(await write(redo)).toBe("repeated");
  expect(await everything()).toBe(undone);
  // The bills of a run of shows stand for those of horses.
  if (kind !== "horses") expect(await findStale(rows)).toEqual([]);
});

test("bills that were undone are in no list, search, sum or export, and their horses count as not billed", async () => {
  const id = await newest("horses");
  const [run = {}] = await rows("select bill_count as count, total from billing_runs where id = ?", [id]);
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
    const query = horsesToBill({ q: "" }, today, {
      month: today.slice(0, 7),
      isProrated: false,
      today: [],
      otherPrices: [],
      payer: {},
    });
    const [read] = await database.connect().read(readBatch(query));
    return parseRows(query, read?.rowsJson ?? "[]").filter(({ billed }) => billed.length > 0).length;
  };
  const before = { all: await listed(""), one: await listed(String(horse)), exported: await exported() };
  expect(await billed()).toBeGreaterThan(3);
  await undo(id);
  expect(await listed("")).toEqual({
    bills: before.all.bills - Number(run.count),
    value: before.all.value - Number(run.total),
  });
  expect(await listed(String(horse))).toEqual({
    bills: before.one.bills - Number(bills),
    value: before.one.value - Number(value),
  });
  expect(await exported()).toBe(before.exported - Number(run.total));
  expect(await billed()).toBe(0);
});

test("the undo of the undo of payroll is refused after a salary of its weeks was entered by hand", async () => {
  const id = await newest("payroll");
  await rows("update payroll set paid = 0 where payroll_run_id = ?", [id]);
  const key = await undo(id);
  await rows(
    "insert into payroll (id, groom_id, item, date, value, created_at, updated_at) select 'by hand', groom_id, ' weekly salary', date(week, '+3 days'), 1, '2026', '2026' from payroll where payroll_run_id = ? limit 1",
    [id],
  );
  await expect(write(await undoing(key))).rejects.toThrow(ConflictError);
  await rows("update payroll set deleted_at = '2026' where id = 'by hand'");
  expect(await write(await undoing(key))).toBe("written");
});

test("the undo of a run leaves the bills and payroll items of the service form and of other runs as they are", async () => {
  const others = () =>
    Promise.all([
      rows("select * from bill_items where billing_run_id is not ? order by seq", [id]),
      rows("select * from payroll order by seq"),
      rows("select * from shows order by seq"),
    ]);
  const id = await newest("horses");
  const before = await others();
  expect(before[1].some(({ bill_item_id }) => bill_item_id)).toBe(true);
  await undo(id);
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
  const key = await undo(id);
  const after = await billed();
  expect([one, two, three].map((show) => after[show ?? ""])).toEqual([1, 0, 0]);
  await write(await undoing(key));
  expect(await everything()).toBe(before);
});

test("the undo of an undo is refused if one of the shows was billed since", async () => {
  const id = await newest("shows");
  const key = await undo(id);
  await rows(
    "update shows set billed = 1 where id = (select show_id from bill_items where billing_run_id = ? limit 1)",
    [id],
  );
  const before = await everything();
  await expect(write(await undoing(key))).rejects.toThrow(ConflictError);
  expect(await everything()).toBe(before);
});

test.each([
  [
    "horses",
    "is exported",
    "update bill_items set export_id = 'export' where seq = (select max(seq) from bill_items where billing_run_id = ?)",
  ],
  [
    "payroll",
    "has an item that is paid",
    "update payroll set paid = 1 where seq = (select max(seq) from payroll where payroll_run_id = ?)",
  ],
  [
    "payroll",
    "is followed by another run",
    "insert into payroll_runs (id, at, actor, item_count, total) select 'later', '2030-01-01', ?, 1, 1",
  ],
] as const)("the undo of %s writes nothing if, after it was prepared, the run %s", async (kind, _, sql) => {
  const id = await newest(kind);
  await rows("update payroll set paid = 0 where payroll_run_id = ?", [id]);
  await rows(
    "insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total) values ('export', '2026-01-01', '2026-01-01', 'x', 'bill-value', 1, 1, 1, 1)",
  );
  const change = await undoing(id);
  await rows(sql, [id]);
  const before = await everything();
  await expect(write(change)).rejects.toThrow(ConflictError);
  expect(await everything()).toBe(before);
});

test("a run takes the bills that were edited since with it, but not those that were voided, and brings them back as they were", async () => {
  const id = await newest("horses");
  const [edited, voided] = (await rows("select id from bill_items where billing_run_id = ? limit 2", [id])).map(
    ({ id }) => String(id),
  );
  await rows("update bill_items set value = 7, version = 2 where id = ?", [edited ?? ""]);
  await rows("update bill_items set voided_at = '2026-01-01', deleted_at = '2026-01-01' where id = ?", [voided ?? ""]);
  const before = await everything();
  const key = await undo(id);
  expect(
    await rows("select deleted_at from bill_items where id in (?, ?) order by id = ?", [
      edited ?? "",
      voided ?? "",
      voided ?? "",
    ]),
  ).toEqual([{ deleted_at: by.at.toISOString() }, { deleted_at: "2026-01-01" }]);
  const [done] = await database.connect().read(findDone(key));
  expect(done?.done.edited).toBe(1);
  await undo(key);
  expect(await everything()).toBe(before);
});

test("a run whose bills are in an export can be undone again once the export is voided", async () => {
  const id = await newest("horses");
  await rows("update bill_items set deleted_at = '2026-01-01' where billing_run_id is not ?", [id]);
  const exportId = crypto.randomUUID();
  const made = await exportUpTo(database.connect(), "2099-12-31", exportId, by);
  if (!made) throw new Error("Nothing was exported");
  await write(made);
  expect(await obstacleOf("horses", id)).toBe("exported");
  const [[found], [change]] = await Promise.all([
    database.connect().read(findExportToVoid(exportId)),
    database.connect().read(findChange(exportId)),
  ]);
  if (!found || !change) throw new Error("There is no such export");
  const { versions } = found.past;
  const voiding = voidExport(
    { idempotencyKey: crypto.randomUUID(), id: exportId, fingerprint: "", versions },
    change,
    by,
  );
  await write(voiding as Change);
  expect(await obstacleOf("horses", id)).toBeNull();
  await undo(id);
  // Bills of a run that was undone are in no export.
  expect(
    await rows("select count(*) as n from bill_items where billing_run_id = ? and deleted_at is null", [id]),
  ).toEqual([{ n: 0 }]);
  expect(await findStale(rows)).toEqual([]);
});

test("of two undos of one run one is written, and the same one twice counts once", async () => {
  const id = await newest("horses");
  const other = await undoByKey(database, id, by, { idempotencyKey: crypto.randomUUID() });
  const mine = await undoing(id);
  expect([await write(mine), await write(mine)]).toEqual(["written", "repeated"]);
  await expect(write(other)).rejects.toThrow(ConflictError);
  expect(await obstacleOf("horses", id)).toBe("undone");
});

test("payroll runs are undone from the last one on, and each sets the last run back to the run before it", async () => {
  await rows("update payroll set paid = 0");
  const runs = await rows("select id, at from payroll_runs order by rowid desc limit 3");
  const [last, before, first] = runs.map(({ id }) => String(id)) as [string, string, string];
  const lastRun = async () => (await rows("select last_payroll from settings"))[0]?.last_payroll;
  expect([await obstacleOf("payroll", last), await obstacleOf("payroll", before)]).toEqual([null, "later-run"]);
  const [one, two] = [await undo(last), await undo(before)];
  expect(await lastRun()).toBe(runs[2]?.at);
  expect(await obstacleOf("payroll", first)).toBe(null);
  // The undo that came last is undone first.
  await expect(write(await undoing(one))).rejects.toThrow(ConflictError);
  await write(await undoing(two));
  expect(await lastRun()).toBe(runs[1]?.at);
  await write(await undoing(one));
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

test("the list of runs and the undo of one read the bills of a run by an index", async () => {
  const selects = [shortList(pastPayroll, {}), shortList(pastBilling, {})].map((query) =>
    (query as unknown as { toSQL: () => { sql: string; params: string[] } }).toSQL(),
  );
  const runs = await Promise.all((["horses", "shows", "payroll"] as const).map(newest));
  const changes = await Promise.all(runs.map((id) => undoing(id)));
  const mutations = changes.flatMap((change) => change.mutations.map(({ sql }) => toStatement(sql)));
  for (const { sql, params } of [...selects, ...mutations.map(({ sql, args }) => ({ sql, params: args }))]) {
    const plan = (await rows(`explain query plan ${sql}`, params as string[])).map(({ detail }) => String(detail));
    expect(plan.filter((line) => /^SCAN (bill_items|payroll|shows|activity)$/.test(line))).toEqual([]);
  }
});
