import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { judgeBoards } from "#app/domain/exports/judge-boards.ts";
import { changedBoards } from "#db/queries/exports/changed-boards.ts";
import { openDatabase } from "#tests/support/database/database.ts";

/* Which horses are read with which bills, for board that was billed before a change (docs/product.md, 'Check'). */

const TODAY = "2026-11-28";
let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

const read = async () => {
  const [row] = await database.connect().read(changedBoards(TODAY));
  if (!row) throw new Error("There is no row");
  return row.read;
};

test("the demo barn raises no false alarm", async () => {
  const { horses, fine } = await read();
  expect(judgeBoards(horses, TODAY, fine)).toEqual([]);
});

const INSERT =
  "insert into bill_items (id, horse_id, customer_id, service_id, date, period, quantity, value, unit_price, location, created_at, export_id";

/** Bella, whose November was billed on 11/01, for one bill of each status and one by hand. */
beforeEach(() =>
  database.change(
    "delete from bill_items where horse_id = 'bella'",
    "delete from horse_changes where horse_id = 'bella'",
    "delete from horses where id = 'bella'",
    "insert into horses (id, name, check_in_date, created_at, updated_at) values ('bella', 'Bella', '2026-01-01', '2026-01-01T12:00:00.000Z', '2026-01-01T12:00:00.000Z')",
    "insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total) values ('old', '2026-01-01', '2026-01-01', 'x', 'bill-value', 1, 1, 1, 1) on conflict do nothing",
    `${INSERT}) values ('board', 'bella', null, 'boarding', '2026-11-01', '2026-11', 1, 290000, 290000, 'florida', '2026-11-01T17:00:00.000Z', 'old')`,
    `${INSERT}) values ('training', 'bella', null, 'training', '2026-11-01', '2026-11', 1, 175000, 175000, 'florida', '2026-11-01T17:00:00.000Z', null)`,
    `${INSERT}) values ('other month', 'bella', null, 'boarding', '2026-10-01', '2026-10', 1, 290000, 290000, 'florida', '2026-10-01T17:00:00.000Z', 'old')`,
    `${INSERT}) values ('hand', 'bella', null, 'boarding', '2026-11-12', null, 1, 9500, null, 'florida', '2026-11-12T17:00:00.000Z', null)`,
    `${INSERT}) values ('clip', 'bella', null, 'custom', '2026-11-12', null, 1, 9500, null, 'florida', '2026-11-12T17:00:00.000Z', null)`.replace(
      "'custom'",
      "(select id from services where not is_fixed limit 1)",
    ),
  ),
);

const bella = async () => (await read()).horses.find(({ id }) => id === "bella");
const billsOf = async () => (await bella())?.bills.map(({ id }) => id).sort() ?? [];
const THREE = ["board", "hand", "training"];
const change = (set: string, at: string) =>
  database.change(`update horses set ${set}, updated_at = '${at}' where id = 'bella'`);

test.each<[what: string, set: string, at: string, bills: string[]]>([
  ["no change", "name = 'Bella'", "2026-11-15T12:00:00.000Z", []],
  ["a change before the runs", "boarding = 1", "2026-09-15T16:00:00.000Z", []],
  ["a change after the run", "boarding = 1", "2026-11-15T12:00:00.000Z", THREE],
  ["a change in the last hours of the month", "boarding = 1", "2026-12-01T04:00:00.000Z", THREE],
  ["deleted after the run", "deleted_at = '2026-11-15T12:00:00.000Z'", "2026-11-15T12:00:00.000Z", THREE],
  [
    "deleted before the run",
    "deleted_at = '2026-10-31T12:00:00.000Z'",
    "2026-10-31T12:00:00.000Z",
    ["hand", "other month"],
  ],
  [
    "deleted in the last hours of the month before",
    "deleted_at = '2026-11-01T03:00:00.000Z'",
    "2026-11-01T03:00:00.000Z",
    ["hand", "other month"],
  ],
  [
    "undone with its import",
    "deleted_at = '2026-11-15T12:00:00.000Z', created_at = '2026-11-15T12:00:00.000Z'",
    "2026-11-15T12:00:00.000Z",
    [],
  ],
  ["a price of the next month", "boarding = 1", "2026-12-03T04:00:00.000Z", []],
  ["left, entered later", "check_out_date = '2026-11-05'", "2026-12-15T12:00:00.000Z", THREE],
  [
    "left in the month before",
    "check_out_date = '2026-10-05'",
    "2026-11-15T12:00:00.000Z",
    ["board", "hand", "other month", "training"],
  ],
  [
    "came later",
    "check_in_date = '2026-10-20'",
    "2026-11-15T12:00:00.000Z",
    ["board", "hand", "other month", "training"],
  ],
])("%s", async (_, set, at, bills) => {
  await change(set, at);
  expect(await billsOf()).toEqual(bills);
});

test("a voided bill does not count, and a deleted horse does", async () => {
  await change("check_out_date = '2026-11-05'", "2026-11-06T12:00:00.000Z");
  await database.change(
    "update bill_items set deleted_at = '2026-11-07', voided_at = '2026-11-07' where id = 'training'",
    "update horses set deleted_at = '2026-11-08' where id = 'bella'",
  );
  const { horses } = await read();
  const [board] = judgeBoards(
    horses.map((each) => ({ ...each, isProrated: true })),
    TODAY,
    [],
  );
  expect(board).toMatchObject({ horse: { name: "Bella (deleted)" }, tooMuch: 241_667 });
  expect(board?.bills.map(({ id, isExported, due }) => [id, isExported, due])).toEqual([["board", true, 48_333]]);
});

test("the share of a divided line is read", async () => {
  await change("boarding = 1", "2026-11-15T12:00:00.000Z");
  await database.change("update bill_items set split_id = id, share = 6000 where id = 'board'");
  const bills = (await bella())?.bills.map(({ id, splitId, share, isExported }) => [id, splitId, share, isExported]);
  expect(bills).toEqual(expect.arrayContaining([["board", "board", 6_000, true]]));
});

test("what is marked fine is read", async () => {
  await database.change(
    "insert into dismissals (id, kind, record_id, scope, name, created_at, updated_at) values ('1', 'daysNotHere', 'bella', '2026-11 1 0', 'Bella', '2026', '2026')",
  );
  expect((await read()).fine).toEqual(["daysNotHere bella 2026-11 1 0"]);
});
