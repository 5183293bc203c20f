import { afterEach, beforeEach, expect, test } from "vitest";
import { OBSTACLES } from "#app/domain/activity/obstacles.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { boardOf, linesOf } from "#app/domain/boarding/boarding-month.ts";
import { statementOf } from "#app/domain/statements/statement.ts";
import { customerPage } from "#db/queries/barn/customer-page.ts";
import { type MergeSide, mergeCustomers, mergeToConfirm } from "#db/queries/barn/merge-customers.ts";
import { horsesToBill } from "#db/queries/bills/billing-runs.ts";
import { isPending } from "#db/queries/bills/bills.ts";
import { addEntry, entryRider } from "#db/queries/entries/service-entries.ts";
import { billsToCheck } from "#db/queries/exports/checked-bills.ts";
import { findExportToVoid, voidExport } from "#db/queries/exports/export-voids.ts";
import { makeExport, previewExport } from "#db/queries/exports/stored-exports.ts";
import { allStatements, customerStatement } from "#db/queries/statements/customer-statement.ts";
import { parseRows, readBatch } from "#db/write/batch.ts";
import type { Change } from "#db/write/change.ts";
import { changedSince, findChange } from "#db/write/undo.ts";
import { findStale } from "#lab/support/derived.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { undoByKey } from "#tests/support/database/undo.ts";

/* Two customers who become one, beside bills, exports, links and other changes (docs/product.md, 'Merging customers'). */

let database: Awaited<ReturnType<typeof openDatabase>>;
let leaving: string;
let remaining: string;
let third: string;

beforeEach(async () => {
  database = await openDatabase();
  const found =
    await rows(`select c.id, (select h.name from bill_items b join horses h on h.id = b.horse_id where b.customer_id = c.id and b.export_id is null limit 1) as horse
    from customers c where c.deleted_at is null and (select count(distinct horse_id) from bill_items b where b.customer_id = c.id and b.export_id is null and b.deleted_at is null) > 1
    order by (select count(*) from horses h where h.customer_id = c.id) desc, c.seq limit 3`);
  [leaving = "", remaining = "", third = ""] = found.map(({ id }) => String(id));
  for (const { horse } of found) await exportBills(String(horse));
});
afterEach(() => database.close());

const rows = (sql: string, args: (string | number)[] = []) => database.rows(sql, args);
const count = async (sql: string, args: (string | number)[] = []) => Number((await rows(sql, args))[0]?.n);
const write = (change: Change) => database.connect().write(change);
const now = new Date();
const today = todayInNewYork(now);

let seconds = 0;
/** The actor and the time of the next change. */
const by = () => {
  seconds += 1;
  return { actor: "alex@hayloft.example", at: new Date(now.getTime() + seconds * 1_000) };
};

async function exportBills(q: string) {
  const [found] = await database.connect().read(previewExport({ view: isPending, q: `"${q}"` }));
  const { versions = "" } = found ?? {};
  const chosen = { q: `"${q}"`, amounts: "bill-value", dates: "line" } as const;
  await write(makeExport({ id: crypto.randomUUID(), date: today, ...chosen, fingerprint: "", versions }, by()));
}

async function readMerge(from = leaving, to = remaining) {
  const [found] = await database.connect().read(mergeToConfirm(from, to, today));
  if (!found) throw new Error("There are no such two customers");
  return found.merge;
}

const changeOf = ({ leaving, remaining }: { leaving: MergeSide; remaining: MergeSide }) =>
  mergeCustomers({
    ...by(),
    ...{ leaving, remaining, idempotencyKey: crypto.randomUUID() },
    choices: { emails: "both", phone: "remaining" },
  });

async function merge(from = leaving, to = remaining): Promise<string> {
  const change = changeOf(await readMerge(from, to));
  expect(await write(change)).toBe("written");
  return change.idempotencyKey;
}

const undo = async (key: string) => write(await undoByKey(database, key, by()));
const refusal = (key: string) => undo(key).catch((error) => error.problem ?? error.name);
const namesSince = async (key: string) => {
  const [found] = await database.connect().read(findChange(key));
  const [since] = found ? await database.connect().read(changedSince(found)) : [];
  return since?.names;
};

/** Everything that a merge may touch, without what each save sets. */
async function state() {
  const tables = [
    "customers",
    "horses",
    "horse_changes",
    "shows",
    "bill_items",
    "statement_links",
    "invoices",
    "corrections",
  ];
  const all = await Promise.all(tables.map((table) => rows(`select * from ${table} order by 1, 2`)));
  return all.map((each) =>
    each.map(({ version: _version, updated_at: _at, seq, search_text: _text, ...row }) =>
      "horse_id" in row ? { ...row, seq: 0 } : { ...row, seq },
    ),
  );
}

async function totalOf(customer: string) {
  const [found] = await database
    .connect()
    .read(customerStatement(customer, { first: "2020-01-01", last: "2099-12-31" }, today));
  if (!found) throw new Error("There is no statement");
  return statementOf(found.statement, customer).total;
}

/** Each horse's board of the month, with who pays it. */
async function boards() {
  const month = monthOf(today);
  const query = horsesToBill({ q: "" }, today, { month, isProrated: true, today: [], otherPrices: [], payer: {} });
  const [read] = await database.connect().read(readBatch(query));
  return parseRows(query, read?.rowsJson ?? "[]").map((horse) => {
    const board = boardOf(horse, month);
    return {
      horse: horse.id,
      owners: board.parts.map(({ facts }) => facts.customerId),
      names: board.parts.map(({ facts }) => facts.responsibleParty),
      sum: linesOf(board, horse).reduce((sum, { value }) => sum + value, 0),
    };
  });
}

/** An earlier price of a horse of the customer, as of yesterday. */
async function addPriceChange(customer: string): Promise<string> {
  const [horse] = await rows("select id from horses where customer_id = ? and deleted_at is null limit 1", [customer]);
  const id = String(horse?.id);
  await rows(
    "update horses set check_in_date = '2020-01-01', check_out_date = null, created_at = '2020-01-01', is_billable = 1 where id = ?",
    [id],
  );
  await rows("delete from horse_changes where horse_id = ?", [id]);
  await rows(
    `insert into horse_changes (horse_id, at, customer_id, check_in_date, boarding, boarding_surcharge, training, has_blanket, is_billable, location)
      select id, ? || 'T17:00:00.000Z', customer_id, check_in_date, boarding + 100, boarding_surcharge, training, has_blanket, is_billable, location from horses where id = ?`,
    [`${monthOf(today)}-02`, id],
  );
  return id;
}

test("what is not exported moves, what is exported stays, and Undo and Redo are exact", async () => {
  await addPriceChange(leaving);
  await rows(
    "update bill_items set deleted_at = '2026', voided_at = '2026' where seq = (select min(seq) from bill_items where customer_id = ? and export_id is null)",
    [leaving],
  );
  await rows(
    `insert into corrections (id, correction_id, date, bill_date, customer_id, horse_id, service_id, amount, reason, actor, created_at, updated_at)
      select 'memo', 'memo', ?, ?, customer_id, id, 'boarding', -4321, 'Left early', 'x', ?, ? from horses where customer_id = ? limit 1`,
    [today, today, now.toISOString(), now.toISOString(), leaving],
  );
  const { content } = await readMerge();
  const exported = "select count(*) as n from bill_items where customer_id = ? and export_id is not null";
  const [stays, total] = [await count(exported, [leaving]), (await totalOf(leaving)) + (await totalOf(remaining))];
  const before = await state();

  const key = await merge();
  const after = await state();
  expect(content.pending).toBeGreaterThan(0);
  expect(content.exported).toBeGreaterThan(0);
  expect(await count(exported, [leaving])).toBe(stays);
  for (const [table, left] of [
    ["horses", "1"],
    ["shows", "deleted_at is null"],
    ["bill_items", "export_id is null"],
    ["statement_links", "1"],
  ])
    expect(await count(`select count(*) as n from ${table} where customer_id = ? and ${left}`, [leaving])).toBe(0);
  expect(await totalOf(remaining)).toBe(total);
  const statements = await database.connect().read(allStatements({ first: "2020-01-01", last: "2099-12-31" }, 1));
  expect(statements.map(({ statement }) => statement.customer.id)).not.toContain(leaving);
  expect(await findStale(database.rows)).toEqual([]);

  expect(await undo(key)).toBe("written");
  expect(await state()).toEqual(before);
  await undo(`undo ${key}`);
  const withoutInstant = (read: typeof after) => JSON.stringify(read).replaceAll(/"deleted_at":"[^"]*"/g, "deleted");
  expect(withoutInstant(await state())).toBe(withoutInstant(after));
});

test("the board of a month before and after a merge is one owner's, for the same sum, and no finding", async () => {
  const horse = await addPriceChange(leaving);
  const of = (all: Awaited<ReturnType<typeof boards>>) => all.find((each) => each.horse === horse);
  const before = of(await boards());
  expect(new Set(before?.owners)).toEqual(new Set([leaving]));
  const key = await merge();
  const after = of(await boards());
  expect(new Set(after?.owners)).toEqual(new Set([remaining]));
  expect(new Set(after?.names).size).toBe(1);
  expect(after?.sum).toBe(before?.sum);
  const [found] = await database.connect().read(billsToCheck({ q: "" }));
  const owners = found?.read.horses.flatMap(({ customerId, changes }) => [
    customerId,
    ...changes.map((each) => each.customerId),
  ]);
  expect(owners).not.toContain(leaving);
  await undo(key);
  expect(of(await boards())).toEqual(before);
});

/** The change that logs an entry for a horse that was the customer's when the form was read. */
async function entryFor(customerId: string) {
  const [horse] = await rows("select id from horses where customer_id = ? and deleted_at is null limit 1", [
    customerId,
  ]);
  const [service] = await rows(
    "select id from services where public and deleted_at is null and not needs_groom limit 1",
  );
  const ids = { id: crypto.randomUUID(), horseId: String(horse?.id), serviceId: String(service?.id) };
  const common = { ...ids, date: today, quantity: 1, comments: null, rider: null, groomId: null };
  return (at = by()) =>
    addEntry(
      common,
      { bill: { ...common, customerId, value: 100, location: "florida", unitPrice: 100 }, pay: null },
      { ...at, device: null, madeAt: undefined },
    );
}

test("bills that were logged while the dialog was open, or on the way, are the remaining customer's", async () => {
  const shown = await readMerge();
  const [early, late] = [(await entryFor(leaving))(), await entryFor(leaving)];
  await write(early);
  const change = changeOf(shown);
  await write(change);
  const last = late();
  await write(last);
  const payers = await rows("select customer_id from bill_items where id in (?, ?)", [
    early.idempotencyKey,
    last.idempotencyKey,
  ]);
  expect(payers).toEqual([{ customer_id: remaining }, { customer_id: remaining }]);
  expect(await write(change)).toBe("repeated");
});

test("a queued entry that names the rider by the merged customer finds the remaining one", async () => {
  await rows("update customers set riders = '[\"Maeve\"]' where id = ?", [leaving]);
  await merge();
  expect(await database.connect().read(entryRider({ customerId: leaving, name: "Maeve" }))).toEqual([
    { customerId: remaining },
  ]);
});

test.each(["leaving", "remaining"] as const)("nothing is merged if the customer was saved since: %s", async (side) => {
  const shown = await readMerge();
  await rows("update customers set version = version + 1 where id = ?", [shown[side].id]);
  const before = await state();
  await expect(write(changeOf(shown))).rejects.toMatchObject({ name: "ConflictError" });
  expect(await state()).toEqual(before);
});

test("an Undo names the bill that was edited since", async () => {
  const key = await merge();
  const [bill] = await rows(
    "select id from bill_items where customer_id = ? and export_id is null and deleted_at is null order by updated_at desc limit 1",
    [remaining],
  );
  const id = String(bill?.id);
  await rows("update bill_items set comments = 'later' where id = ?", [id]);
  expect(await refusal(key)).toBe("ConflictError");
  expect(await namesSince(key)).toHaveLength(1);
});

test("an Undo is refused once a horse that moved was billed to the remaining customer", async () => {
  const logged = await entryFor(leaving);
  const key = await merge();
  const entry = logged();
  await write(entry);
  expect(await refusal(key)).toBe(OBSTACLES["merged-billed"].sentence);
  await rows("update bill_items set deleted_at = '2027', voided_at = '2027' where id = ?", [entry.idempotencyKey]);
  expect(await undo(key)).toBe("written");
});

test("the bills of an export that is voided later are the remaining customer's", async () => {
  const key = await merge();
  const [made] = await rows(
    "select e.id from exports e join bill_items b on b.export_id = e.id where b.customer_id = ? and e.voided_at is null and e.id <> 'import' order by e.at desc limit 1",
    [leaving],
  );
  const id = String(made?.id);
  const [[found], [change]] = await Promise.all([
    database.connect().read(findExportToVoid(id)),
    database.connect().read(findChange(id)),
  ]);
  if (!found || !change) throw new Error("There is no export");
  const { versions } = found.past;
  const voiding = voidExport({ idempotencyKey: crypto.randomUUID(), id, fingerprint: "", versions }, change, by());
  if ("problem" in voiding) throw new Error(voiding.problem);
  await write(voiding);
  expect(
    await count("select count(*) as n from bill_items where customer_id = ? and export_id is null", [leaving]),
  ).toBe(0);
  expect(await refusal(key)).toBe(OBSTACLES["merged-export-voided"].sentence);
});

test("of two merges in a row the last one is undone first", async () => {
  const before = await state();
  const first = await merge(leaving, remaining);
  const between = await state();
  const second = await merge(remaining, third);
  expect(await rows("select distinct merged_into from customers where id in (?, ?)", [leaving, remaining])).toEqual([
    { merged_into: third },
  ]);
  expect(await refusal(first)).toBe("ConflictError");
  await undo(second);
  expect(await state()).toEqual(between);
  await undo(first);
  expect(await state()).toEqual(before);
});

test("the page of the remaining customer has the bills, invoices and months of both", async () => {
  const read = async (id: string) => (await database.connect().read(customerPage(id, today)))[0]?.page;
  const [one, other] = [await read(leaving), await read(remaining)];
  await merge();
  const both = await read(remaining);
  expect(both?.billed).toEqual({
    inYear: (one?.billed.inYear ?? 0) + (other?.billed.inYear ?? 0),
    pending: (one?.billed.pending ?? 0) + (other?.billed.pending ?? 0),
  });
  expect((await read(leaving))?.mergedInto).toBe(remaining);
});
