import { expect, test } from "vitest";
import { textOf } from "#lab/support/exports.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* Undo in the list of activity (docs/product.md, 'Activity'); undo.test.ts has the kinds of changes. */

const { barn, admin } = startBarn();

type Fields = Record<string, string>;
const post = (path: string, fields: Fields) => barn.post(path, fields, admin);
const first = async (select: string) => (await barn.rows(select))[0] ?? {};
const lastChange = async () => String((await first("select id from activity order by rowid desc limit 1")).id);
const undo = (change: string) => post("/activity", { intent: "undo", change });
const load = async (path: string) => (await barn.get(path, admin)).text();

test("a change shows what it set, and its menu undoes it", async () => {
  const { id, name } = await first("select id, name from horses where is_billable limit 1");
  expect((await post("/horses", { row: `set ${id} isBillable false` })).status).toBe(303);
  const change = await lastChange();
  expect(textOf(await load(`/activity?record=${id}`))).toContain("Billable: yes → no");
  const menu = await load(`/activity?record=${id}&menu=${change}`);
  expect(menu.includes(`name="change" value="${change}"`)).toBe(true);
  const undone = await undo(change);
  expect(undone.headers.get("Location")).toBe(`/activity?done=undo+${change}`);
  expect(textOf(await load(`/activity?done=undo+${change}`))).toContain(`Undone: Billable of ${name}.`);
  expect(await first(`select is_billable as it from horses where id = '${id}'`)).toEqual({ it: 1 });
});

test("deleted records of every kind come back", async () => {
  const tables = ["horses", "customers", "services", "grooms", "shows", "payroll"];
  for (const table of tables) {
    const kept = table === "services" ? "and name_sort > ''" : "";
    const { id } = await first(`select id from ${table} where deleted_at is null ${kept} order by seq desc limit 1`);
    const deletedAt = async () => (await first(`select deleted_at as it from ${table} where id = '${id}'`)).it;
    expect([table, (await post(`/${table}`, { intent: "delete", id: String(id) })).status]).toEqual([table, 303]);
    expect([table, await deletedAt()]).toEqual([table, expect.any(String)]);
    expect([table, (await undo(await lastChange())).status, await deletedAt()]).toEqual([table, 303, null]);
  }
});

test("the edit of a bill is not undone while the bill is exported", async () => {
  const { id, version, value } = await first(
    "select id, version, value from bill_items where export_id is null and deleted_at is null limit 1",
  );
  const edit = [Number(version) - 1, Number(version)].map((each, i) =>
    JSON.stringify([{ table: "bill_items", id, version: each, value: Number(value) + 100 * (1 - i), export_id: null }]),
  );
  await barn.rows(
    `insert into activity (id, at, actor, action, content, topics, before, "after") values ('edited', '2026-11-21T12:00:00.000Z', 'test', 'edit bill', '{}', '["bills"]', ?, ?)`,
    edit,
  );
  await barn.rows(`insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total)
    values ('e', '2026-11-21', '2026-11-21', 'test', 'bill-value', 1, 1, 1, 1)`);
  await barn.rows("update bill_items set export_id = 'e' where id = ?", [String(id)]);
  expect((await undo("edited")).status).toBe(409);
  await barn.rows("update bill_items set export_id = null where id = ?", [String(id)]);
  expect((await undo("edited")).status).toBe(303);
  expect((await first(`select value from bill_items where id = '${id}'`)).value).toBe(Number(value) + 100);
});
