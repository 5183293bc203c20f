import { afterEach, beforeEach, expect, test } from "vitest";
import { horseHistory } from "#app/domain/barn/horse-history.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { showCharges } from "#app/domain/bills/charges.ts";
import { recordsOf, type ServiceEntry } from "#app/domain/entries/service-entry.ts";
import { judgeBills } from "#app/domain/exports/judge-bills.ts";
import type { Share } from "#app/domain/fields/shares.ts";
import type { HorseRow } from "#app/domain/records/horse.ts";
import { ConflictError } from "#db/errors.ts";
import { customerPage } from "#db/queries/barn/customer-page.ts";
import { customerRecords } from "#db/queries/barn/customers.ts";
import { horsePage } from "#db/queries/barn/horse-page.ts";
import { saveHorse } from "#db/queries/barn/horse-prices.ts";
import { horseRecords } from "#db/queries/barn/horses.ts";
import { mergeCustomers, mergeToConfirm } from "#db/queries/barn/merge-customers.ts";
import { billHorses, billTogether, horsesToBill, showsToBill } from "#db/queries/bills/billing-runs.ts";
import { isPending } from "#db/queries/bills/bills.ts";
import {
  editBill,
  findBills,
  findBillToEdit,
  findVoiding,
  idsWithBill,
  voidBills,
} from "#db/queries/bills/mend-bills.ts";
import { correctBill, findBillToCorrect } from "#db/queries/bills/stored-corrections.ts";
import { addEntry, entryHorse, loggedEntries } from "#db/queries/entries/service-entries.ts";
import { billsToCheck } from "#db/queries/exports/checked-bills.ts";
import { makeExport, previewExport } from "#db/queries/exports/stored-exports.ts";
import { type BatchQuery, parseRows, readBatch } from "#db/write/batch.ts";
import type { Change } from "#db/write/change.ts";
import { findRecord } from "#db/write/records.ts";
import { undo } from "#db/write/undo.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { undoByKey } from "#tests/support/database/undo.ts";

/* A horse with several owners: its history, and the bills of each of its lines (docs/decisions/shares.md). */

let database: Awaited<ReturnType<typeof openDatabase>>;
const now = new Date();
const today = todayInNewYork(now);
const month = monthOf(today);
const CREATED = "2026-01-01T17:00:00.000Z";

beforeEach(async () => {
  database = await openDatabase();
  for (const id of ["ann", "ben", "cat"]) {
    await rows(
      `insert into customers (id, name, name_sort, emails, riders, created_at, updated_at) values ('${id}', '${id}', '${id}', '[]', '["Zoe ${id}"]', '${CREATED}', '${CREATED}')`,
    );
  }
  await rows(`insert into horses (id, name, name_sort, customer_id, check_in_date, boarding, boarding_surcharge, training, created_at, updated_at)
    values ('star', 'Star', 'star', 'ann', '2026-01-01', 290000, 1, 0, '${CREATED}', '${CREATED}')`);
});
afterEach(() => database.close());

const rows = (sql: string, args: (string | number)[] = []) => database.rows(sql, args);
const write = (change: Change) => database.connect().write(change);

let seconds = 0;
const by = () => {
  seconds += 1;
  return { actor: "alex@hayloft.example", at: new Date(now.getTime() + seconds * 1_000) };
};
const key = () => crypto.randomUUID();

async function star(): Promise<HorseRow> {
  const [found] = await database.connect().read(findRecord(horseRecords, "star"));
  if (!found) throw new Error("Star is gone");
  return found.record;
}

/** Saves other owners of Star, and returns the key of the change. */
async function share(shares: Share[], change: { customerId?: string } = {}): Promise<string> {
  const { id, seq, version, responsibleParty, blanketCharge, ...values } = await star();
  const idempotencyKey = key();
  await write(saveHorse({ id, version, idempotencyKey }, { ...values, ...change, shares }, by()));
  return idempotencyKey;
}
/** Lets Star have the owners of today since the beginning. */
const since = (shares: Share[]) => share(shares).then(() => rows("delete from horse_changes where horse_id = 'star'"));
const BEN = { id: "ben", share: 4_000 };
const sharesOfStar = async () => (await star()).shares.map(({ id, share }) => [id, share]);

async function confirmed<Row>(query: BatchQuery<Row>) {
  const [batch] = await database.connect().read(readBatch(query));
  const rowsJson = batch?.rowsJson ?? "[]";
  return { query, rowsJson, idempotencyKey: key(), payload: {} };
}

/** Bills Star for the running month, and returns the key of the run. */
async function billMonth(): Promise<string> {
  const choice = { month, isProrated: false, today: [], otherPrices: [], payer: {} };
  const batch = await confirmed(horsesToBill({ q: "" }, today, choice));
  const chosen = parseRows(batch.query, batch.rowsJson).filter(({ id }) => id === "star");
  await write(billHorses(batch, chosen, by()));
  return batch.idempotencyKey;
}

async function logClipping(rider: ServiceEntry["rider"] = null, quantity = 2): Promise<string> {
  await rows(
    `insert or ignore into services (id, product_service_name, price, public, needs_groom, created_at, updated_at) values ('shoe', 'Shoeing', 9501, 1, 1, '${CREATED}', '${CREATED}')`,
  );
  await rows(
    `insert or ignore into grooms (id, name, weekly_salary, location, created_at, updated_at) values ('luis', 'Luis', 0, 'florida', '${CREATED}', '${CREATED}')`,
  );
  const [horse] = await database.connect().read(entryHorse("star"));
  const entry = {
    id: key(),
    date: today,
    horseId: "star",
    rider,
    serviceId: "shoe",
    quantity,
    groomId: "luis",
    comments: null,
  };
  const service = { name: "Shoeing", price: 9_501, needsGroom: true };
  const records = recordsOf(entry, { horse: horse ?? null, rider, service, groom: { id: "luis" } });
  if ("problems" in records) throw new Error(JSON.stringify(records));
  await write(addEntry(entry, records, { ...by(), device: "phone" }));
  return entry.id;
}

/** The standing bills of Star: service, customer, cents, share, and whether all of the line have one split id. */
const bills = async (service?: string) =>
  (
    await rows(
      `select service_id as service, customer_id as customer, value, share from bill_items where horse_id = 'star' and deleted_at is null
       and (? is null or service_id = ?) order by seq`,
      [service ?? null, service ?? null] as string[],
    )
  ).map((bill) => Object.values(bill));

const idsOf = async (service: string) =>
  (await rows("select id from bill_items where horse_id = 'star' and service_id = ? order by seq", [service])).map(
    ({ id }) => String(id),
  );

/** Exports the pending bills that a search finds. */
async function exportBills(q: string): Promise<string> {
  const [found] = await database.connect().read(previewExport({ view: isPending, q }));
  const { versions = "" } = found ?? {};
  const id = key();
  const chosen = { q, amounts: "bill-value", dates: "line" } as const;
  await write(makeExport({ id, date: today, ...chosen, fingerprint: "", versions }, by()));
  return id;
}

async function edit(id: string, change: object, idempotencyKey = key()) {
  const [found] = await database.connect().read(findBillToEdit(id));
  if (!found) throw new Error("No bill");
  const { record } = found;
  const { date, customerId, quantity, value, follows, comments, version } = record;
  const entered = { date, customerId, quantity, value, follows, comments, ...change };
  await write(editBill({ id, version, idempotencyKey }, entered, by(), record));
  return idempotencyKey;
}

async function voidLine(id: string): Promise<string> {
  const [found] = await database.connect().read(findBills([id]));
  const all = found?.bills ?? [];
  const idempotencyKey = key();
  const payIds = all.flatMap(({ payId }) => payId ?? []);
  const showIds = [...new Set(all.flatMap(({ showId }) => showId ?? []))];
  const ids = all.map((bill) => bill.id);
  await write(voidBills(idempotencyKey, ids, { payIds, showIds }, by()));
  return idempotencyKey;
}

async function correct(id: string, change: object): Promise<string> {
  const [found] = await database.connect().read(findBillToCorrect(id));
  if (!found) throw new Error("No bill");
  const { record } = found;
  const { customerId, serviceId, amount, version } = record;
  const entered = { customerId, serviceId, amount, reason: "wrong", pay: "leave" as const, ...change };
  const idempotencyKey = key();
  const made = correctBill({ id, version, idempotencyKey }, entered, by(), record);
  if (made.problem) throw new Error(made.problem);
  await write(made);
  return idempotencyKey;
}

const undoOf = async (of: string) => write(await undoByKey(database, of, by()));

test("the owners are a fact with history: a change is recorded, said, undone, and a deleted customer is refused", async () => {
  const change = await share([BEN]);
  expect(await sharesOfStar()).toEqual([["ben", 4_000]]);
  const [read] = await database.connect().read(horsePage("star", today));
  if (!read) throw new Error("No page");
  const [latest] = horseHistory(read.page.record, read.page.changes);
  expect(latest?.fields.map(({ label, before, after }) => [label, before, after])).toEqual([
    ["Other Owners", "none", "ben 40 %"],
  ]);
  await undoOf(change);
  expect(await sharesOfStar()).toEqual([]);
  await rows("update customers set deleted_at = '2026-02-01' where id = 'cat'");
  await expect(share([{ id: "cat", share: 1 }])).rejects.toThrow(ConflictError);
  await expect(share([{ id: "nobody", share: 1 }])).rejects.toThrow(ConflictError);
  await expect(rows("update horses set customer_id = null, shares = '[{}]' where id = 'star'")).rejects.toThrow(
    "horses_responsible",
  );
});

test("a run bills each line to each owner, once, and its undo takes all of them", async () => {
  await since([BEN]);
  const run = await billMonth();
  const all = [
    ["boarding", "ann", 174_000, 6_000],
    ["boarding", "ben", 116_000, 4_000],
    ["boarding-surcharge", "ann", 1, 6_000],
    ["boarding-surcharge", "ben", 0, 4_000],
  ];
  expect(await bills()).toEqual(all);
  expect(await rows("select count(distinct split_id) as n from bill_items where horse_id = 'star'")).toEqual([
    { n: 2 },
  ]);
  // Nothing is owed any more.
  const batch = await confirmed(
    horsesToBill({ q: "" }, today, { month, isProrated: false, today: [], otherPrices: [], payer: {} }),
  );
  const again = parseRows(batch.query, batch.rowsJson).find(({ id }) => id === "star");
  expect(again?.billed).toHaveLength(4);
  await undoOf(run);
  expect(await bills()).toEqual([]);
  await undoOf(`undo ${run}`);
  expect(await bills()).toEqual(all);
});

test("shares that change after the dialog was opened are a conflict", async () => {
  await share([BEN]);
  const batch = await confirmed(
    horsesToBill({ q: "" }, today, { month, isProrated: false, today: [], otherPrices: [], payer: {} }),
  );
  const chosen = parseRows(batch.query, batch.rowsJson).filter(({ id }) => id === "star");
  await share([{ id: "ben", share: 5_000 }]);
  await expect(write(billHorses(batch, chosen, by()))).rejects.toThrow(ConflictError);
  expect(await bills()).toEqual([]);
});

test("an entry is one bill an owner with one payroll item, one entry on the device, and a rider pays alone", async () => {
  await share([BEN]);
  const id = await logClipping();
  const parts = [
    ["shoe", "ann", 11_401, 6_000],
    ["shoe", "ben", 7_601, 4_000],
  ];
  expect(await bills("shoe")).toEqual(parts);
  expect(await rows("select value, bill_item_id as bill from payroll where bill_item_id = ?", [id])).toEqual([
    { value: 19_002, bill: id },
  ]);
  const [logged] = await database.connect().read(loggedEntries("phone", CREATED, []));
  expect(logged?.list.map((entry) => [entry.id, entry.before])).toEqual([[id, null]]);
  const [read] = await database.connect().read(horsePage("star", today));
  expect(read?.page.services.map(({ value }) => value)).toEqual([19_002]);
  await undoOf(id);
  expect(await bills("shoe")).toEqual([]);
  await logClipping({ customerId: "cat", name: "Zoe cat" });
  expect(await bills("shoe")).toEqual([["shoe", "cat", 19_002, null]]);
});

test("an entry is refused if the shares change between its read and its write", async () => {
  const [horse] = await database.connect().read(entryHorse("star"));
  await share([BEN]);
  await logClipping();
  const before = await bills();
  const entry = {
    id: key(),
    date: today,
    horseId: "star",
    rider: null,
    serviceId: "shoe",
    quantity: 1,
    groomId: "luis",
    comments: null,
  };
  const service = { name: "Shoeing", price: 9_501, needsGroom: true };
  const records = recordsOf(entry, { horse: horse ?? null, rider: null, service, groom: { id: "luis" } });
  if ("problems" in records) throw new Error(JSON.stringify(records));
  await expect(write(addEntry(entry, records, { ...by(), device: null }))).rejects.toThrow(ConflictError);
  expect(await bills()).toEqual(before);
});

test("a show is billed by the shares of its horse, unless it is another customer's", async () => {
  await share([BEN]);
  await logClipping();
  for (const [id, customer] of [
    ["cup", "ann"],
    ["derby", "cat"],
  ]) {
    await rows(
      `insert into shows (id, name, name_sort, date, horse_id, customer_id, service_id, quantity, created_at, updated_at) values (?, ?, ?, ?, 'star', ?, 'shoe', 1, ?, ?)`,
      [String(id), String(id), String(id), today, String(customer), CREATED, CREATED],
    );
  }
  const batch = await confirmed(showsToBill({ q: "" }, today));
  const chosen = parseRows(batch.query, batch.rowsJson).filter(({ horseId }) => horseId === "star");
  const charges = chosen.flatMap((show) => showCharges(show, show.price, show.location));
  await write(billTogether("shows", batch, charges, by()));
  const found = await rows(
    "select show_id as show, customer_id as customer, value, share from bill_items where show_id in ('cup', 'derby') order by seq",
  );
  expect(found.map((bill) => Object.values(bill))).toEqual([
    ["cup", "ann", 5_701, 6_000],
    ["cup", "ben", 3_800, 4_000],
    ["derby", "cat", 9_501, null],
  ]);
  // The show is unbilled once its line is voided.
  const [first] = await rows("select id from bill_items where show_id = 'cup' order by seq desc limit 1");
  const voiding = await voidLine(String(first?.id));
  expect(await rows("select billed from shows where id = 'cup'")).toEqual([{ billed: 0 }]);
  await undoOf(voiding);
  expect(await rows("select billed from shows where id = 'cup'")).toEqual([{ billed: 1 }]);
});

test("an edit of one bill divides the new value of the line, with its item, and its undo brings all back", async () => {
  await share([BEN]);
  await logClipping();
  const [, second = ""] = await idsOf("shoe");
  const change = await edit(second, { quantity: 1, value: 9_501 });
  expect(await bills("shoe")).toEqual([
    ["shoe", "ann", 5_701, 6_000],
    ["shoe", "ben", 3_800, 4_000],
  ]);
  expect(await rows("select value from payroll where groom_id = 'luis'")).toEqual([{ value: 9_501 }]);
  await undoOf(change);
  expect((await bills("shoe")).map(([, , value]) => value)).toEqual([11_401, 7_601]);
  // Both bills have one version: an edit of the other one from before is refused.
  const [found] = await database.connect().read(findBillToEdit(second));
  await edit((await idsOf("shoe"))[0] ?? "", { comments: "x" });
  if (!found) throw new Error("No bill");
  const late = editBill(
    { id: second, version: found.record.version, idempotencyKey: key() },
    found.record,
    by(),
    found.record,
  );
  await expect(write(late)).rejects.toThrow(ConflictError);
});

test("a line is voided whole, and the undo in the menu of one bill brings all of it back", async () => {
  await share([BEN]);
  await logClipping();
  const [first = "", second = ""] = await idsOf("shoe");
  await voidLine(second);
  expect(await bills("shoe")).toEqual([]);
  expect(await rows("select count(*) as n from payroll where groom_id = 'luis' and deleted_at is null")).toEqual([
    { n: 0 },
  ]);
  const [voiding] = await database.connect().read(findVoiding(first));
  if (!voiding) throw new Error("Nothing was voided");
  const change = undo(voiding, by(), { idempotencyKey: key(), only: idsWithBill(voiding, second) });
  if ("problem" in change) throw new Error(change.problem);
  await write(change);
  expect((await bills("shoe")).map(([, customer]) => customer)).toEqual(["ann", "ben"]);
  expect(await rows("select count(*) as n from payroll where groom_id = 'luis' and deleted_at is null")).toEqual([
    { n: 1 },
  ]);
});

test("a line that is partly exported cannot be edited or voided, and a correction takes all of it", async () => {
  await share([BEN]);
  await logClipping();
  await exportBills('"ben"');
  const [first = "", second = ""] = await idsOf("shoe");
  expect(
    await rows("select export_id is null as pending from bill_items where id in (?, ?) order by seq", [first, second]),
  ).toEqual([{ pending: 1 }, { pending: 0 }]);
  await expect(edit(first, { value: 1 })).rejects.toThrow(ConflictError);
  await expect(voidLine(first)).rejects.toThrow(ConflictError);
  const change = await correct(second, { amount: 10_000 });
  expect((await bills("shoe")).map(([, customer, value]) => [customer, value])).toEqual([
    ["ann", 6_000],
    ["ben", 4_000],
  ]);
  const entries = () =>
    rows("select customer_id as customer, amount from corrections where deleted_at is null order by seq");
  expect(await entries()).toEqual([{ customer: "ben", amount: 4_000 - 7_601 }]);
  expect(await rows("select corrected_at is null as plain from bill_items where id = ?", [first])).toEqual([
    { plain: 1 },
  ]);
  await undoOf(change);
  expect((await bills("shoe")).map(([, , value]) => value)).toEqual([11_401, 7_601]);
  expect(await entries()).toEqual([]);
});

// 19,003 cents are 11,402 and 7,601, 19,001 are 11,401 and 7,600.
test.each<[exported: string, change: number, parts: number[], entries: [customer: string, amount: number][]]>([
  ["ann", 1, [11_402, 7_601], [["ann", 1]]],
  ["ann", -1, [11_401, 7_600], []],
  ["ben", 1, [11_402, 7_601], []],
  ["ben", -1, [11_401, 7_600], [["ben", -1]]],
  ["Star", 1, [11_402, 7_601], [["ann", 1]]],
  ["Star", -1, [11_401, 7_600], [["ben", -1]]],
])(
  "of a line whose bills of %s are exported, %i cent is corrected, and its undo takes it back",
  async (exported, change, parts, entries) => {
    await share([BEN]);
    await logClipping();
    await exportBills(`"${exported}"`);
    const [id = ""] = (
      await rows("select id from bill_items where horse_id = 'star' and export_id is not null order by seq")
    ).map((row) => String(row.id));
    await expect(correct(id, {})).rejects.toThrow("nothing to correct");
    const made = await correct(id, { amount: 19_002 + change });
    expect((await bills("shoe")).map(([, , value]) => value)).toEqual(parts);
    const entered = () => rows("select customer_id, amount from corrections where deleted_at is null order by seq");
    expect((await entered()).map((row) => Object.values(row))).toEqual(entries);
    await undoOf(made);
    expect((await bills("shoe")).map(([, , value]) => value)).toEqual([11_401, 7_601]);
    expect(await entered()).toEqual([]);
  },
);

test("a correction of a line that is exported whole enters the difference of each owner, also of its service, twice", async () => {
  await share([BEN]);
  await logClipping();
  await exportBills('"Star"');
  const [first = ""] = await idsOf("shoe");
  const invoices = await rows(
    "select customer, item_amount as amount from export_lines l join bill_items b on b.id = l.bill_item_id where b.horse_id = 'star' order by b.seq",
  );
  expect(invoices).toEqual([
    { customer: "ann", amount: 11_401 },
    { customer: "ben", amount: 7_601 },
  ]);
  await correct(first, { amount: 101 });
  await correct(first, { serviceId: "training", amount: 100 });
  const entries = await rows(
    "select customer_id, service_id, amount from corrections where deleted_at is null order by seq",
  );
  expect(entries.map((entry) => Object.values(entry))).toEqual([
    ["ann", "shoe", 61 - 11_401],
    ["ben", "shoe", 40 - 7_601],
    ["ann", "shoe", -61],
    ["ann", "training", 60],
    ["ben", "shoe", -40],
    ["ben", "training", 40],
  ]);
  expect(await bills()).toEqual([
    ["training", "ann", 60, 6_000],
    ["training", "ben", 40, 4_000],
  ]);
});

test("Check finds no line twice and no price wrong because it is divided", async () => {
  await since([{ id: "ben", share: 5_000 }]);
  await billMonth();
  await logClipping();
  const [read] = await database.connect().read(billsToCheck({ q: '"Star"' }));
  if (!read) throw new Error("Nothing to check");
  const found = judgeBills(read.read, today).flatMap(({ checks }) => checks);
  expect(new Set(found)).toEqual(new Set(["zero"]));
  await logClipping();
  const [again] = await database.connect().read(billsToCheck({ q: '"Star"' }));
  if (!again) throw new Error("Nothing to check");
  expect(judgeBills(again.read, today).filter(({ checks }) => checks.includes("duplicates"))).toHaveLength(4);
});

/** Merges a customer into another one, and returns the key of the change. */
async function merge(leavingId: string, remainingId: string): Promise<string> {
  const [found] = await database.connect().read(mergeToConfirm(leavingId, remainingId, today));
  if (!found) throw new Error("Nothing to merge");
  const idempotencyKey = key();
  const choices = { emails: "both", phone: "remaining" } as const;
  await write(mergeCustomers({ ...found.merge, choices, idempotencyKey, ...by() }));
  return idempotencyKey;
}

test.each([
  { into: "ben", share: 5_000 },
  { into: "ann", share: 6_000 },
])(
  "a horse whose owner was merged into $into is one horse of that customer, with both shares",
  async ({ into, share: own }) => {
    await share([BEN, { id: "cat", share: 1_000 }]);
    await merge("cat", into);
    await rows(
      `insert into services (id, product_service_name, price, created_at, updated_at) values ('lesson', 'Lesson', 12000, '${CREATED}', '${CREATED}')`,
    );
    await rows(
      `insert into standing_charges (id, horse_id, service_id, from_date, created_at, updated_at) values ('weekly', 'star', 'lesson', '2026-01-01', '${CREATED}', '${CREATED}')`,
    );
    const [customer] = await database.connect().read(findRecord(customerRecords, into));
    const [page] = await database.connect().read(customerPage(into, today));
    expect(customer?.record.horses).toBe(1);
    expect(page?.page.horses.map(({ id, share }) => [id, share])).toEqual([["star", own]]);
    expect(page?.page.charges.map(({ id }) => id)).toEqual(["weekly"]);
  },
);

test("a merge of owners is read as the one who remains, and its undo as both", async () => {
  await share([BEN, { id: "cat", share: 1_000 }]);
  const one = await merge("cat", "ben");
  expect(await sharesOfStar()).toEqual([["ben", 5_000]]);
  const other = await merge("ann", "ben");
  expect([(await star()).customerId, await sharesOfStar()]).toEqual(["ben", []]);
  await logClipping();
  expect(await bills("shoe")).toEqual([["shoe", "ben", 19_002, null]]);
  // Ben has a bill since that may be Ann's or Cat's.
  await expect(undoOf(other)).rejects.toThrow(ConflictError);
  await expect(undoOf(one)).rejects.toThrow(ConflictError);
  await rows("update bill_items set deleted_at = '2026-12-01', voided_at = '2026-12-01' where horse_id = 'star'");
  await undoOf(other);
  await undoOf(one);
  expect(await sharesOfStar()).toEqual([
    ["ben", 4_000],
    ["cat", 1_000],
  ]);
});
