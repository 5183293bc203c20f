import { afterAll, beforeAll, expect, test } from "vitest";
import { recordsOf } from "#app/domain/entries/service-entry.ts";
import { ConflictError } from "#db/errors.ts";
import { addEntry, loggedEntries, undoEntry } from "#db/queries/entries/service-entries.ts";
import { findChange } from "#db/write/undo.ts";
import { openDatabase } from "#tests/support/database/database.ts";

let database: Awaited<ReturnType<typeof openDatabase>>;
let ids: { horseId: string; serviceId: string; groomId: string };

beforeAll(async () => {
  database = await openDatabase();
  const first = async (table: string) => String((await database.rows(`select id from ${table} limit 1`))[0]?.id);
  ids = {
    horseId: await first("horses"),
    serviceId: await first("services where public = 1 and needs_groom = 1"),
    groomId: await first("grooms"),
  };
});
afterAll(() => database.close());

const AT = new Date("2026-11-21T14:14:00Z");
const afterMs = (ms: number) => new Date(AT.getTime() + ms);

/** Logs an entry with a payroll item from a device. Returns its id. */
async function log(device: string): Promise<string> {
  const entry = { ...ids, id: crypto.randomUUID(), date: "2026-11-21", rider: null, quantity: 1, comments: null };
  const records = recordsOf(entry, {
    horse: { name: "Bella", customerId: null, location: "florida" },
    service: { name: "Bandage", price: 1_000, needsGroom: true },
    rider: null,
    groom: { id: ids.groomId },
  });
  if ("problems" in records) throw new Error("The entry has problems");
  await database.connect().write(addEntry(entry, records, { actor: "visitor", at: AT, device }));
  return entry.id;
}

async function undo(id: string, device: string, ms = 600_000) {
  const [logged] = await database.connect().read(findChange(id));
  const change = logged && undoEntry(logged, device, { actor: "visitor", at: afterMs(ms) });
  if (!change || "problem" in change) throw new Error("The entry cannot be undone");
  return database.connect().write(change);
}
const standing = async (id: string) => {
  const [row] = await database.rows(
    "select (select count(*) from bill_items where id = ? and deleted_at is null) as bills, (select count(*) from payroll where bill_item_id = ? and deleted_at is null) as items",
    [id, id],
  );
  return row;
};

test("an entry is undone with its payroll item, once", async () => {
  const id = await log("one");
  expect(await undo(id, "one")).toBe("written");
  expect(await standing(id)).toEqual({ bills: 0, items: 0 });
  expect(await undo(id, "one")).toBe("repeated");
});

// What happens between the read, which explains a refusal, and the write.
test.each<[what: string, sql: string | null, device: string, ms: number]>([
  ["another device sends it", null, "another", 0],
  ["10 minutes have passed", null, "one", 600_001],
  ["an admin edits the bill", "update bill_items set version = 2 where id = ?", "one", 0],
  ["the bill is voided", "update bill_items set deleted_at = '2026', voided_at = '2026' where id = ?", "one", 0],
  ["the payroll item is paid", "update payroll set paid = 1 where bill_item_id = ?", "one", 0],
  ["an admin edits the payroll item", "update payroll set version = 2 where bill_item_id = ?", "one", 0],
  ["an admin deletes the payroll item", "update payroll set deleted_at = '2026' where bill_item_id = ?", "one", 0],
])("an Undo writes nothing if %s", async (_, sql, device, ms) => {
  const id = await log("one");
  if (sql) await database.rows(sql, [id]);
  const before = await standing(id);
  await expect(undo(id, device, ms)).rejects.toThrow(ConflictError);
  expect(await standing(id)).toEqual(before);
});

test("the entries of a device are its last twenty since an instant, and those that are named, and nobody else's", async () => {
  const own: string[] = [];
  for (let i = 0; i < 22; i += 1) own.push(await log("busy"));
  const other = await log("other");
  for (const [i, id] of own.entries()) {
    await database.rows("update bill_items set created_at = ? where id = ?", [afterMs(i * 1_000).toISOString(), id]);
  }
  const entriesOf = async (device: string | null, since: Date, named: string[] = []) => {
    const [row] = await database.connect().read(loggedEntries(device, since.toISOString(), named));
    return (row?.list ?? []).map(({ id, isOwn }) => [id, isOwn]);
  };
  const expected = (from: number) => own.slice(from).map((id) => [id, true]);
  expect((await entriesOf("busy", AT)).sort()).toEqual(expected(2).sort());
  expect((await entriesOf("busy", afterMs(9_000))).sort()).toEqual(expected(9).sort());
  expect((await entriesOf("busy", afterMs(21_000), [other])).sort()).toEqual([...expected(21), [other, false]].sort());
  expect(await entriesOf(null, AT, [other])).toEqual([[other, false]]);
  expect(await entriesOf(null, AT)).toEqual([]);
});
