import { expect, test } from "vitest";
import { textOf } from "#lab/support/exports.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* Taking changes back from the list of activity (docs/product.md, 'Activity'). */

const { barn, admin } = startBarn();

type Fields = Record<string, string>;
const post = (path: string, fields: Fields, headers = admin) => barn.post(path, fields, headers);
const first = async (select: string) => (await barn.rows(select))[0] ?? {};
const lastChange = async () => String((await first("select id from activity order by rowid desc limit 1")).id);
const takeBack = (id: string, headers = admin, idempotencyKey: string = crypto.randomUUID()) =>
  post("/activity", { intent: "takeBack", id, idempotencyKey }, headers);
const page = async (path: string) => textOf(await (await barn.get(path, admin)).text());

test("an edit in a row is undone once, and the list says so", async () => {
  const { id, name } = await first("select id, name from horses where is_billable limit 1");
  const billable = async () => (await first(`select is_billable as it from horses where id = '${id}'`)).it;
  expect((await post("/horses", { row: `set ${id} isBillable false` })).status).toBe(303);
  expect(await page(`/activity?record=${id}`)).toContain("Billable: yes → no");
  const change = await lastChange();
  const key = crypto.randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => takeBack(change, admin, key)));
  expect(answers.map((each) => [each.status, each.headers.get("Location")])).toEqual(
    Array(3).fill([303, `/activity?taken=${key}`]),
  );
  expect(await billable()).toBe(1);
  expect(await page(`/activity?taken=${key}`)).toContain(`Undo set billable of horse: ${name}`);
  expect((await takeBack(change)).status).toBe(409);
  expect(await billable()).toBe(1);
});

test("voided bills and deleted records of every kind are restored", async () => {
  const kinds = [
    [
      "/horses",
      "horses where deleted_at is null and id not in (select horse_id from bill_items union select horse_id from shows)",
    ],
    ["/customers", "customers where deleted_at is null and id not in (select coalesce(customer_id, '') from horses)"],
    [
      "/services",
      "services where deleted_at is null and id not in ('boarding', 'boarding-surcharge', 'long-island-surcharge', 'blanket', 'training')",
    ],
    ["/grooms", "grooms where deleted_at is null"],
    ["/shows", "shows where deleted_at is null"],
    ["/payroll", "payroll where deleted_at is null"],
  ] as const;
  const now = "'2026-11-21', '2026-11-21'";
  await barn.rows(
    `insert into horses (id, name, check_in_date, created_at, updated_at) values ('lone', 'Lone', '2020-01-01', ${now})`,
  );
  await barn.rows(
    `insert into customers (id, name, emails, riders, created_at, updated_at) values ('lone', 'Lone', '[]', '[]', ${now})`,
  );
  for (const [path, from] of kinds) {
    const { id } = await first(`select id from ${from} limit 1`);
    const [table = ""] = from.split(" ");
    const deletedAt = async () => (await first(`select deleted_at as it from ${table} where id = '${id}'`)).it;
    const deletion = await post(path, { intent: "delete", id: String(id), value: "" });
    expect([path, deletion.headers.get("Location")]).toEqual([path, `${path}?deleted=${id}`]);
    expect([path, (await takeBack(await lastChange())).status, await deletedAt()]).toEqual([path, 303, null]);
  }
  const { id } = await first("select id from bill_items where export_id is null and deleted_at is null limit 1");
  const voiding = crypto.randomUUID();
  expect((await post("/billing", { intent: "void", id: String(id), idempotencyKey: voiding })).status).toBe(303);
  expect((await takeBack(voiding)).status).toBe(303);
  expect(await first(`select voided_at, deleted_at from bill_items where id = '${id}'`)).toEqual({
    voided_at: null,
    deleted_at: null,
  });
});

test.each([
  ["an id that no change has", "nothing", 404],
  ["a key of another form", crypto.randomUUID(), 404],
])("%s is refused", async (_, id, status) => {
  expect((await takeBack(id)).status).toBe(status);
});

test("a change that has its own way back is refused", async () => {
  await barn.rows(`insert into activity (id, at, actor, action, content, topics, before, "after")
    values ('run', '2026-11-21T12:00:00.000Z', 'test', 'bill horses', '{}', '[]', '[]', '[{"table":"billing_runs","id":"run"}]')`);
  const refused = await takeBack("run");
  expect([refused.status, textOf(await refused.text())]).toEqual([
    400,
    expect.stringContaining("cannot be undone here"),
  ]);
});

test("undoing an exported bill's edit is refused", async () => {
  const { id, version, value } = await first(
    "select id, version, value from bill_items where export_id is null and deleted_at is null limit 1",
  );
  await barn.rows(
    `insert into activity (id, at, actor, action, content, topics, before, "after") values ('edited', '2026-11-21T12:00:00.000Z', 'test', 'edit bill', '{}', '["bills"]', ?, ?)`,
    [Number(version) - 1, Number(version)].map((each, i) =>
      JSON.stringify([
        { table: "bill_items", id, version: each, value: Number(value) + 100 * (1 - i), export_id: null },
      ]),
    ),
  );
  await barn.rows(`insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total)
    values ('e', '2026-11-21', '2026-11-21', 'test', 'bill-value', 1, 1, 1, 1)`);
  await barn.rows("update bill_items set export_id = 'e' where id = ?", [String(id)]);
  expect((await takeBack("edited")).status).toBe(409);
  await barn.rows("update bill_items set export_id = null where id = ?", [String(id)]);
  expect((await takeBack("edited")).status).toBe(303);
  expect((await first(`select value from bill_items where id = '${id}'`)).value).toBe(Number(value) + 100);
});
