import { afterAll, beforeAll, expect, test } from "vitest";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { ActivityRow } from "#app/domain/records/entry.ts";
import { ConflictError } from "#db/errors.ts";
import { chosenNames, restrictionsOf } from "#db/list/filters.ts";
import { listPage, pageOf } from "#db/list/list-page.ts";
import { activitySource, nameOfChange } from "#db/queries/activity/activity-list.ts";
import { activityBefore, deleteArchived } from "#db/queries/activity/recorded-changes.ts";
import { removeAdmin } from "#db/queries/barn/admins.ts";
import { customerRecords } from "#db/queries/barn/customers.ts";
import { groomRecords } from "#db/queries/barn/grooms.ts";
import { horseRecords } from "#db/queries/barn/horses.ts";
import { serviceRecords } from "#db/queries/barn/services.ts";
import { standingRecords } from "#db/queries/barn/standing-charges.ts";
import { editBill, findBillToEdit } from "#db/queries/bills/mend-bills.ts";
import { filtersAt } from "#db/queries/shell/list-filters.ts";
import type { Change } from "#db/write/change.ts";
import { addRecord, removeRecords, saveRecord, setFields } from "#db/write/records.ts";
import { changedSince, findChange, undo } from "#db/write/undo.ts";
import { findStale } from "#lab/support/derived.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { insertRow } from "#tests/support/database/rows-of-tables.ts";

/* The list of activity, and the undo of a change. */

let database: Awaited<ReturnType<typeof openDatabase>>;
let ids: { customer: string; horses: string[]; groom: string; pendingBill: string };

beforeAll(async () => {
  database = await openDatabase();
  const first = async (select: string) => (await database.rows(select)).map(({ id }) => String(id));
  ids = {
    customer: (await first("select id from customers limit 1"))[0] ?? "",
    horses: await first("select id from horses where deleted_at is null order by seq limit 5"),
    groom: (await first("select id from grooms limit 1"))[0] ?? "",
    pendingBill:
      (await first("select id from bill_items where export_id is null and deleted_at is null limit 1"))[0] ?? "",
  };
});
afterAll(() => database.close());

let minutes = 0;
/** The actor and the time of the next change. */
const by = () => {
  minutes += 1;
  return { actor: "ann@hayloft.example", at: new Date(Date.parse("2026-11-21T14:00:00Z") + minutes * 60_000) };
};

async function write(change: Change | { problem: string }): Promise<string> {
  if ("problem" in change) throw new Error(change.problem);
  await database.connect().write(change);
  return change.idempotencyKey;
}

type Asked = { q?: string; filters?: Record<string, string>; sort?: string };

async function list({ q = "", filters = {}, sort = "date" }: Asked = {}): Promise<ActivityRow[]> {
  const place = { kind: "first" } as const;
  const restrictions = restrictionsOf(filtersAt("/activity"), filters);
  const request = { q, sort, descending: true, place, restrictions };
  const [page] = await database.connect().read(listPage(activitySource, request));
  const read = pageOf(page, place);
  expect([read.isTotalExact, read.total]).toEqual([true, read.rows.length]);
  return read.rows;
}

const newest = async () => (await list()).toSorted((a, b) => b.seq - a.seq)[0] as ActivityRow;

async function foundOf(key: string) {
  const [found] = await database.connect().read(findChange(key));
  if (!found) throw new Error("There is no such change");
  return found;
}

const undone = async (key: string) => write(undo(await foundOf(key), by(), { idempotencyKey: crypto.randomUUID() }));

const stateOf = async (table: string, id: string) => {
  const [row] = await database.rows(`select * from ${table} where id = ?`, [id]);
  const { version: _version, updated_at: _at, ...state } = row ?? {};
  return state;
};

const [OLD, NEW] = [{ boarding: 123_400 }, { boarding: 150_000 }];

test("a change is listed with its person, action, record, and what was set", async () => {
  const [horse = ""] = ids.horses;
  await write(setFields(horseRecords, [horse], OLD, by()));
  await write(setFields(horseRecords, [horse], { ...NEW, isBillable: false }, by()));
  const [{ name } = {}] = await database.rows("select name from horses where id = ?", [horse]);
  expect(await newest()).toMatchObject({
    date: "2026-11-21",
    time: "9:02 AM",
    actor: "ann@hayloft.example",
    action: "set boarding, billable of horse",
    records: name,
    changes: "Boarding: $1,234.00 → $1,500.00; Billable: yes → no",
    kind: "horses",
    recordId: horse,
    canUndo: true,
  });
});

test("a changed reference is named", async () => {
  const [horse = ""] = ids.horses;
  await write(setFields(horseRecords, [horse], { customerId: null }, by()));
  await write(setFields(horseRecords, [horse], { customerId: ids.customer }, by()));
  const [{ name } = {}] = await database.rows("select name from customers where id = ?", [ids.customer]);
  expect((await newest()).changes).toBe(`Responsible Party: none → ${name}`);
});

test("of many records three are named and the others counted", async () => {
  await write(setFields(horseRecords, ids.horses, OLD, by()));
  expect((await newest()).records).toMatch(/^.+, .+, .+ and 2 more$/);
});

test("sign-ins and choices of columns are not listed", async () => {
  const before = (await newest()).seq;
  for (const action of ["sign in", "use session", "choose columns", "sign out"]) {
    await write({ ...by(), idempotencyKey: crypto.randomUUID(), action, payload: {}, audited: [], mutations: [] });
  }
  expect((await newest()).seq).toBe(before);
});

const INSTANTS = [
  ...["2026-03-08T04:59:59.999Z", "2026-03-08T05:00:00.000Z", "2026-03-08T07:00:00.000Z"],
  ...["2026-03-09T03:59:59.999Z", "2026-03-09T04:00:00.000Z", "2026-11-01T03:59:59.999Z", "2026-11-01T04:00:00.000Z"],
  ...["2026-11-01T06:00:00.000Z", "2026-11-02T04:59:59.999Z", "2026-11-02T05:00:00.000Z", "2028-02-29T05:00:00.000Z"],
];

test("the day of a change is that in New York", async () => {
  for (const at of INSTANTS) {
    const action = `fill ${at}`;
    const change = { actor: "clock", at: new Date(at), idempotencyKey: action, action, payload: {} };
    await write({ ...change, audited: [], mutations: [] });
    const [row] = await database.rows("select date from activity_entries where action = ?", [action]);
    expect([at, row?.date]).toEqual([at, todayInNewYork(new Date(at))]);
  }
});

test("the filters find the changes of a person, a kind, a record and a day", async () => {
  const [horse = "", other = ""] = ids.horses;
  const { at } = by();
  await write(setFields(horseRecords, [horse, other], NEW, { actor: "bo@hayloft.example", at }));
  await write(removeRecords(groomRecords, [ids.groom], { actor: "visitor", at: new Date("2026-12-24T12:00:00Z") }));
  const actionsOf = async (filters: Record<string, string>) => (await list({ filters })).map(({ action }) => action);
  expect(await actionsOf({ person: "bo@hayloft.example" })).toEqual(["set boarding of horse"]);
  expect(await actionsOf({ person: "visitor", kind: "grooms" })).toEqual(["delete groom"]);
  expect(await actionsOf({ person: "bo@hayloft.example", kind: "grooms" })).toEqual([]);
  expect(await actionsOf({ change: "delete", from: "2026-12-24", to: "2026-12-24" })).toEqual(["delete groom"]);
  expect(await actionsOf({ from: "2026-12-25" })).not.toContain("delete groom");
  expect(await actionsOf({ record: other })).toEqual(["set boarding of horse", "set boarding of horse"]);
  expect(await actionsOf({ record: ids.groom, kind: "grooms" })).toEqual(["delete groom"]);
  expect(await actionsOf({ record: "nobody" })).toEqual([]);
});

test("the chip of a record has its own name, also after a change of several", async () => {
  const [horse = ""] = ids.horses;
  await write(setFields(horseRecords, ids.horses, NEW, by()));
  const [{ name } = {}] = await database.rows("select name from horses where id = ?", [horse]);
  const chosen = chosenNames(filtersAt("/activity"), { record: horse });
  expect(await database.connect().read(chosen)).toEqual([{ names: { record: name } }]);
  const bill = chosenNames(filtersAt("/activity"), { record: "nobody" });
  expect(await database.connect().read(bill)).toEqual([{ names: { record: "Unknown" } }]);
});

test("a search finds the person, the action, the day and the record", async () => {
  const [{ name } = {}] = await database.rows("select name from grooms where id = ?", [ids.groom]);
  for (const q of ["delete groom", "visitor groom", "12/24/2026", String(name), `${name} visitor 12/24`]) {
    expect([q, (await list({ q })).map(({ action }) => action)]).toEqual([q, expect.arrayContaining(["delete groom"])]);
  }
  expect(await list({ q: "no such words" })).toEqual([]);
});

test.each(["ann", "/", "b", "1 2", "boarding", "e boarding", "zzzz"])(
  "the search for '%s' among the changes of a record finds those that the search finds",
  async (q) => {
    const [horse = ""] = ids.horses;
    const seqs = (rows: ActivityRow[]) => rows.map(({ seq }) => seq);
    const found = new Set(seqs(await list({ q })));
    for (const record of [horse, ids.groom, "nobody"]) {
      const ofRecord = seqs(await list({ filters: { record } }));
      expect(seqs(await list({ q, filters: { record } }))).toEqual(ofRecord.filter((seq) => found.has(seq)));
      const both = { record, kind: "horses" };
      const ofKind = seqs(await list({ filters: both }));
      expect(seqs(await list({ q, filters: both }))).toEqual(ofKind.filter((seq) => found.has(seq)));
    }
  },
);

test("an edit is undone whole, the undo, too, and each only while nothing was built on it", async () => {
  const id = crypto.randomUUID();
  await write(addRecord(customerRecords, id, { name: "Ann", emails: ["a@b.co"], phone: "1", riders: [] }, by()));
  const added = await stateOf("customers", id);
  const edited = { id, version: 1, idempotencyKey: crypto.randomUUID() };
  const key = await write(
    saveRecord(customerRecords, edited, { name: "Anna", emails: [], phone: "2", riders: ["Bo"] }, by()),
  );
  const saved = await stateOf("customers", id);
  const back = await undone(key);
  expect(await stateOf("customers", id)).toEqual(added);
  expect((await newest()).action).toBe("undo edit customer");
  await expect(undone(key)).rejects.toThrow(ConflictError);
  const again = await undone(back);
  expect(await stateOf("customers", id)).toEqual(saved);
  expect(await newest()).toMatchObject({ id: again, action: "edit customer again", canUndo: true });
  expect((await list({ filters: { record: id } })).map(({ canUndo }) => canUndo)).toEqual([true, false, false, false]);
});

test("a run that was undone is not offered again, but its redo is", async () => {
  await database.rows("update payroll set paid = 0");
  const [run] = await database.rows("select id from payroll_runs order by rowid desc limit 1");
  const undoing = async (key: string) => write(undo(await foundOf(key), by()));
  const offered = async () => (await list({ filters: { record: String(run?.id) } })).map(({ canUndo }) => canUndo);
  const back = await undoing(String(run?.id));
  expect(await offered()).toEqual([true]);
  await undoing(back);
  expect(await offered()).toEqual([true, false]);
});

test("an edit that typed the value of a bill is undone with the mark that it was typed", async () => {
  const [pending] = await database.rows(
    "select id from bill_items where export_id is null and deleted_at is null limit 1",
  );
  const [bill] = await database.connect().read(findBillToEdit(String(pending?.id)));
  if (!bill) throw new Error("There is no such bill");
  const { id, version, value } = bill.record;
  const typed = async () => (await stateOf("bill_items", id)).is_value_typed;
  const edited = { id, version, idempotencyKey: crypto.randomUUID() };
  const key = await write(editBill(edited, { ...bill.record, value: value + 1 }, by(), bill.record));
  expect(await typed()).toBe(1);
  await undone(key);
  expect(await typed()).toBe(0);
});

test("a change of several records is undone for all or none", async () => {
  const [first = "", second = ""] = ids.horses;
  await write(setFields(horseRecords, [first, second], OLD, by()));
  const key = await write(setFields(horseRecords, [first, second], NEW, by()));
  const later = await write(setFields(horseRecords, [second], { training: 1 }, by()));
  await expect(undone(key)).rejects.toThrow(ConflictError);
  expect(await stateOf("horses", first)).toMatchObject(NEW);
  // The rest is undone if the person says so.
  const [{ name } = {}] = await database.rows("select name from horses where id = ?", [second]);
  expect(await database.connect().read(changedSince(await foundOf(key)))).toEqual([
    { names: [name], unchanged: 1, kinds: 1 },
  ]);
  await write(undo(await foundOf(key), by(), { skipsChanged: true, idempotencyKey: crypto.randomUUID() }));
  expect([await stateOf("horses", first), await stateOf("horses", second)]).toMatchObject([OLD, NEW]);
  await write(setFields(horseRecords, [first], NEW, by()));
  // Once the later change is undone, the record is as the first one left it.
  await undone(later);
  await undone(key);
  expect([await stateOf("horses", first), await stateOf("horses", second)]).toMatchObject([OLD, OLD]);
});

test("deleted records of a kind are restored together", async () => {
  const [first = "", second = ""] = ids.horses;
  const key = await write(removeRecords(horseRecords, [first, second], by()));
  expect(await newest()).toMatchObject({ canUndo: true });
  await undone(key);
  expect((await stateOf("horses", first)).deleted_at).toBeNull();
  expect((await stateOf("horses", second)).deleted_at).toBeNull();
});

test("an addition is undone as long as nothing hangs on it", async () => {
  const add = async (name: string) => {
    const id = crypto.randomUUID();
    return write(addRecord(customerRecords, id, { name, emails: [], phone: "", riders: [] }, by()));
  };
  const [lone, owner] = [await add("Lone"), await add("Owner")];
  await write(setFields(horseRecords, [ids.horses[4] ?? ""], { customerId: owner }, by()));
  await undone(lone);
  expect((await stateOf("customers", lone)).deleted_at).not.toBeNull();
  await expect(undone(owner)).rejects.toThrow(ConflictError);
  expect((await stateOf("customers", owner)).deleted_at).toBeNull();
});

test("a deleted admin comes back, and an exported bill does not change", async () => {
  const email = "second@hayloft.example";
  await database.rows("insert into admins (email, created_at, updated_at) values (?, '2026-11-21', '2026-11-21')", [
    email,
  ]);
  const removal = removeAdmin({ ...by(), email });
  await undone(await write(removal));
  expect(await database.rows("select deleted_at from admins where email = ?", [email])).toEqual([{ deleted_at: null }]);
});

test("an archive leaves the changes of services and standing charges, which have the prices of past months", async () => {
  const old = { actor: "alex@hayloft.example", at: new Date("2020-01-06T17:00:00.000Z") };
  const charge = { id: "farrier", horse_id: ids.horses[0] ?? "", service_id: "training", from_date: "2020-01-01" };
  await insertRow(database, "standing_charges", { ...charge, created_at: "2020-01-01", updated_at: "2020-01-01" });
  const [groom] = await database.rows("select id from grooms where deleted_at is null limit 1");
  const changes = [
    setFields(serviceRecords, ["training"], { price: 1 }, old),
    setFields(standingRecords, ["farrier"], { price: 1 }, old),
    setFields(groomRecords, [String(groom?.id)], { weeklySalary: 1 }, old),
  ];
  for (const change of changes) await write(change);
  await write(setFields(groomRecords, [String(groom?.id)], { weeklySalary: 2 }, by()));
  const archived = await database.connect().read(activityBefore("2020-01-07"));
  expect(archived.map(({ row }) => (JSON.parse(row) as { id: string }).id)).toEqual([changes[2]?.idempotencyKey]);
});

test("archived changes leave the list", async () => {
  const { seq, id } = await newest();
  expect(await database.connect().read(nameOfChange(id))).toHaveLength(1);
  await write(deleteArchived([Number(seq)], { before: "2026-11-22" }, by()));
  expect((await list()).map((change) => change.seq)).not.toContain(seq);
  expect(await database.rows("select * from activity_records where seq = ?", [seq])).toEqual([]);
  expect(await findStale(database.rows)).toEqual([]);
});
