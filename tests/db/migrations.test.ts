import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@libsql/client/web";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { MIGRATIONS, migrateDatabase } from "#bin/migrate.ts";
import { newestSnapshot, snapshotOf } from "#bin/migration-files.ts";
import { findFreePort } from "#bin/ports.ts";
import { startSqld } from "#bin/sqld.ts";
import * as schema from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import { fillEmptyTables } from "#tests/support/column-changes.ts";
import { openDatabase } from "#tests/support/database.ts";
import { samples } from "#tests/support/samples.ts";
import { staleWordIndexes } from "#tests/support/word-indexes.ts";

type Journal = { entries: { tag: string }[] };
type Row = Record<string, unknown>;

const JOURNAL = "meta/_journal.json";
const { entries } = JSON.parse(readFileSync(join(MIGRATIONS, JOURNAL), "utf8")) as Journal;
const TAGS = entries.map(({ tag }) => tag);

/** These migrations create the tables, the search and the fixed services. Every later migration runs on tables with rows. */
const FIRST = ["0000_barn", "0001_search", "0002_fixed-services"];

/** Values in SQL for columns that an older version requires and the newest schema does not have, by table and column. */
const FORMER_COLUMNS: Record<string, string> = {};

let demo: Record<string, Row[]>;

beforeAll(async () => {
  const newest = await openDatabase();
  const [bill] = await newest.rows("select id, horse_id as horseId, service_id as serviceId from bill_items limit 1");
  const [groom] = await newest.rows("select id from grooms limit 1");
  const ids = { ...(bill as { id: string; horseId: string; serviceId: string }), groomId: String(groom?.id) };
  for (const insert of insertsOfMissingRows(ids)) {
    const { sql, params } = insert.toSQL();
    await newest.rows(sql, params as (string | number)[]);
  }
  await fillEmptyTables(newest.rows);
  demo = await everyRow(newest);
  await newest.close();
});

const PAST_HORSE = {
  boarding: 290_000,
  boardingSurcharge: 0,
  training: 0,
  hasBlanket: false,
  isBillable: true,
  location: "florida",
} as const;

/** Returns inserts of a row into each table that the demo barn leaves empty. */
function insertsOfMissingRows({
  id: billItemId,
  horseId,
  serviceId,
  groomId,
}: {
  id: string;
  horseId: string;
  serviceId: string;
  groomId: string;
}) {
  const day = "2026-11-21";
  const [at, actor] = [`${day}T12:00:00.000Z`, "alex@hayloft.example"];
  const newExport = {
    id: "export",
    at,
    date: day,
    actor,
    amounts: "bill-value",
    firstInvoice: 1001,
    total: 290_000,
  } as const;
  const EXPORTED = '[{"table":"exports","id":"export","first_invoice":1001,"invoice_count":1}]';
  const line = { exportId: "export", position: 1, billItemId, invoiceNumber: 1001, customer: "Maeve O'Brien" };
  const dates = { invoiceDate: day, dueDate: "2026-12-06", serviceDate: day, terms: "Net 15" };
  const item = { item: "Boarding", itemDescription: "Monthly boarding", itemQuantity: 1, class: "Florida" };
  const change = { id: "change", at, actor, action: "export bills", topics: ["exports"] };
  const correction = { id: "correction", correctionId: "correction", billItemId, horseId, serviceId, date: day, actor };
  const entry = { ...correction, amount: -1_000, reason: "Half a month", createdAt: at, updatedAt: at };
  return [
    statements.insert(schema.exports).values({ ...newExport, invoiceCount: 1, billCount: 1, parts: "[]" }),
    statements.insert(schema.exportLines).values({ ...line, ...dates, ...item, itemRate: "2900", itemAmount: 290_000 }),
    statements.insert(schema.corrections).values(entry),
    statements.insert(schema.activity).values({ ...change, content: "{}", before: "[]", after: EXPORTED }),
    statements.insert(schema.horseChanges).values({ horseId, at, checkInDate: day, ...PAST_HORSE }),
    statements.insert(schema.salaryChanges).values({ groomId, at, salaryBefore: 65_000 }),
    statements.insert(schema.sessions).values({ id: "session", email: actor, since: at, lastSeen: at }),
    statements.insert(schema.columnChoices).values({ email: actor, screen: "horses", hidden: ["location"] }),
    statements.insert(schema.backups).values({ place: "bucket", at, bytes: 1 }),
  ];
}

type Database = { rows(sql: string, args?: (string | number)[]): Promise<Row[]> };

/** Starts a database without tables. It is deleted after the test. */
async function openEmptyDatabase(): Promise<Database & { migrateTo(tag: string): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const sqld = await startSqld({ dataDir: join(folder, "data"), port: await findFreePort() });
  onTestFinished(() => sqld.stop());
  const client: Client = createClient({ url: sqld.url, authToken: sqld.authToken });
  return {
    async rows(sql, args = []) {
      return (await client.execute({ sql, args })).rows.map((row) => ({ ...row }));
    },
    async migrateTo(tag) {
      const until = join(folder, tag);
      cpSync(MIGRATIONS, until, { recursive: true });
      const journal = JSON.parse(readFileSync(join(until, JOURNAL), "utf8")) as Journal;
      const kept = { ...journal, entries: journal.entries.slice(0, TAGS.indexOf(tag) + 1) };
      writeFileSync(join(until, JOURNAL), JSON.stringify(kept));
      await migrateDatabase(sqld, until);
    },
  };
}

/** Returns the columns of all tables, except those of search indexes, of libSQL and of the migrations. */
async function tablesOf({ rows }: Database): Promise<Map<string, Row[]>> {
  const columns = await rows(`
    select t.name as "table", c.name, c."notnull" as required, c.dflt_value as "default", c.pk
    from sqlite_schema t join pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like '\\_%' escape '\\' and t.name not like 'sqlite\\_%' escape '\\'
      and not exists (select 1 from sqlite_schema v
        where v.sql like 'create virtual table%' and (t.name = v.name or t.name like v.name || '\\_%' escape '\\'))
    order by t.name, c.cid`);
  const tables = new Map<string, Row[]>();
  for (const column of columns) tables.set(String(column.table), [...(tables.get(String(column.table)) ?? []), column]);
  return tables;
}

async function everyRow(database: Database): Promise<Record<string, Row[]>> {
  const names = [...(await tablesOf(database)).keys()];
  const contents = await Promise.all(names.map((name) => database.rows(`select * from "${name}" order by 1, 2`)));
  return Object.fromEntries(names.map((name, i) => [name, contents[i] ?? []]));
}

/** Inserts the rows of the demo barn into a database, into the tables and columns that an older version has. */
async function fill(database: Database, older = database): Promise<void> {
  const [derived, known] = await Promise.all([derivedTables(database), tablesOf(older)]);
  for (const [table, columns] of await tablesByReference(database)) {
    if (derived.includes(table) || !known.has(table)) continue;
    const rows = demo[table] ?? [];
    const values = columns.flatMap((column) => oldValue(table, column));
    const into = values.map(([name]) => `"${name}"`);
    const from = values.map(([, value]) => value);
    // The migrations have already inserted the fixed services and the settings.
    await database.rows(`insert or ignore into "${table}" (${into}) select ${from} from json_each(?)`, [
      JSON.stringify(rows),
    ]);
    expect(await database.rows(`select '${table}' as name, count(*) as n from "${table}"`)).toEqual([
      { name: table, n: rows.length },
    ]);
  }
}

/** Returns the tables that triggers fill from other tables. */
async function derivedTables(database: Database): Promise<string[]> {
  const triggers = (await database.rows("select sql from sqlite_schema where type = 'trigger'")).map(({ sql }) => sql);
  return [...(await tablesOf(database)).keys()].filter((table) => triggers.join().includes(`INSERT INTO \`${table}\``));
}

/** Returns the rows of the derived tables without `seq`, which depends on the order of the inserts. */
async function derivedRows(database: Database): Promise<unknown[]> {
  const tables = await derivedTables(database);
  const contents = await Promise.all(tables.map((table) => database.rows(`select * from "${table}"`)));
  return contents.map((rows) => rows.map(({ seq: _, ...row }) => JSON.stringify(row)).sort());
}

/** Returns a column of an older version, and the SQL of its value from a JSON row of the demo barn. */
function oldValue(table: string, { name, required, default: fallback }: Row): [column: string, sql: string][] {
  if (String(name) in (demo[table]?.[0] ?? {})) return [[String(name), `value ->> '$.${name}'`]];
  const former = FORMER_COLUMNS[`${table}.${name}`];
  if (former) return [[String(name), former]];
  if (required && fallback === null) throw new Error(`FORMER_COLUMNS has to say what ${table}.${name} had`);
  return [];
}

/** Returns the tables with their columns. A table comes after the tables that it refers to. */
async function tablesByReference(database: Database): Promise<[table: string, columns: Row[]][]> {
  const references = await database.rows(`
    select t.name as "table", k."table" as parent
    from sqlite_schema t join pragma_foreign_key_list(t.name) k where t.type = 'table' and t.name <> k."table"`);
  const left = await tablesOf(database);
  const ordered: [string, Row[]][] = [];
  while (left.size > 0) {
    const waits = (table: string) => references.some((each) => each.table === table && left.has(String(each.parent)));
    const next = [...left].find(([table]) => !waits(table));
    if (!next) throw new Error(`These tables refer to each other in a cycle: ${[...left.keys()].join(", ")}`);
    left.delete(next[0]);
    ordered.push(next);
  }
  return ordered;
}

/** Returns the definitions of the tables, indexes, triggers and views, sorted by name. */
const definitions = ({ rows }: Database) =>
  rows("select type, name, tbl_name, sql from sqlite_schema where sql is not null order by type, name");

/** Returns the names of the triggers and views. SQLite drops them without an error if a table is rebuilt. */
async function triggersAndViews(database: Database): Promise<string[]> {
  return (await database.rows("select name from sqlite_schema where type in ('trigger', 'view')")).map(({ name }) =>
    String(name),
  );
}

function isDropped(name: string, tag: string): boolean {
  return new RegExp(`DROP (TRIGGER|VIEW) \`${name}\``, "i").test(readFileSync(join(MIGRATIONS, `${tag}.sql`), "utf8"));
}

/** Expects that every search index has the text of its view, row for row, and passes SQLite's integrity check. */
async function expectSearchIsCurrent(database: Database): Promise<void> {
  const indexes = await database.rows(
    "select name from sqlite_schema where sql like 'create virtual table%' order by 1",
  );
  expect(await staleWordIndexes(database.rows)).toEqual([]);
  for (const { name } of indexes) {
    await database.rows(`insert into "${name}" ("${name}") values ('integrity-check')`);
    const view = String(name).replace(/_search$/, "_text");
    const [found] = await database.rows("select 1 from sqlite_schema where type = 'view' and name = ?", [view]);
    if (!found) continue;
    const indexed = await database.rows(`select rowid as seq, text from "${name}" order by 1`);
    expect(indexed).toEqual(await database.rows(`select seq, text from "${view}" order by 1`));
  }
}

/** Expects the same rows before and after a migration, in the columns that both versions have. */
function expectKept(before: Record<string, Row[]>, after: Record<string, Row[]>, derived: string[]): void {
  for (const [table, rows] of Object.entries(before)) {
    if (derived.includes(table)) continue;
    const now = after[table];
    if (!now) throw new Error(`The migration drops ${table}`);
    const shared = Object.keys(rows[0] ?? {}).filter((column) => column in (now[0] ?? {}));
    const only = (row: Row) => shared.map((column) => row[column]);
    expect([table, now.map(only)]).toEqual([table, rows.map(only)]);
  }
}

test("the database before a migration has rows in every table", () => {
  expect(Object.keys(demo).filter((table) => demo[table]?.length === 0)).toEqual([]);
});

/** A migration that a barn has applied never changes, so that only the newest can be wrong. */
const NEWEST = TAGS.slice(FIRST.length).slice(-samples(2));

test.each(NEWEST.map((tag) => [tag, TAGS[TAGS.indexOf(tag) - 1] ?? ""]))(
  "the migration %s keeps every row of a database at %s, and results in the schema of a new database",
  async (tag, previous) => {
    const [old, fresh] = await Promise.all([openEmptyDatabase(), openEmptyDatabase()]);
    await Promise.all([old.migrateTo(previous), fresh.migrateTo(tag)]);
    await Promise.all([fill(old), fill(fresh, old)]);
    const [before, guards] = [await everyRow(old), await triggersAndViews(old)];
    await old.migrateTo(tag);
    expect(await triggersAndViews(old)).toEqual(expect.arrayContaining(guards.filter((name) => !isDropped(name, tag))));
    expectKept(before, await everyRow(old), await derivedTables(old));
    expect(await definitions(old)).toEqual(await definitions(fresh));
    expect(await derivedRows(old)).toEqual(await derivedRows(fresh));
    expect(await old.rows("pragma foreign_key_check")).toEqual([]);
    await expectSearchIsCurrent(old);
  },
);

test("the migration of the pages takes the changes of horses, and the invoices, from what there is", async () => {
  const old = await openEmptyDatabase();
  const index = TAGS.findIndex((tag) => tag.endsWith("record-pages"));
  await old.migrateTo(TAGS[index - 1] ?? "");
  await fill(old);
  const horse = demo.horses?.find(({ customer_id }) => customer_id);
  const states = [{}, { boarding: 1 }, { boarding: 1, name: "Renamed" }, { boarding: 1, customer_id: null }].map(
    (change) => [{ ...horse, table: "horses", ...change }],
  );
  for (const [n, state] of states.slice(1).entries()) {
    await old.rows(
      `insert into activity (id, at, actor, action, content, topics, before, "after") values (?, ?, 'x', 'set something of horse', '{}', '["horses"]', ?, ?)`,
      [`edit ${n}`, `2026-11-0${n + 1}T12:00:00.000Z`, JSON.stringify(states[n]), JSON.stringify(state)],
    );
  }
  const [line] = await old.rows("select * from export_lines");
  await old.migrateTo(TAGS[index] ?? "");
  const found = await old.rows(
    "select horse_id, at, actor, customer_id, boarding, location from horse_changes order by seq",
  );
  const { id, customer_id, boarding, location } = horse ?? {};
  expect(found).toEqual([
    { horse_id: id, at: "2026-11-01T12:00:00.000Z", actor: "x", customer_id, boarding, location },
    { horse_id: id, at: "2026-11-03T12:00:00.000Z", actor: "x", customer_id, boarding: 1, location },
  ]);
  expect(await old.rows("select number, total, line_count, date from invoices")).toEqual([
    { number: line?.invoice_number, total: line?.item_amount, line_count: 1, date: line?.invoice_date },
  ]);
});

test("the migration of the salaries takes their changes from the history, and leaves weeks before it to those who paid them by hand", async () => {
  const old = await openEmptyDatabase();
  const index = TAGS.findIndex((tag) => tag.endsWith("payroll-salaries"));
  await old.migrateTo(TAGS[index - 1] ?? "");
  await fill(old);
  const [groom] = demo.grooms ?? [];
  const id = String(groom?.id);
  const states = [60_000, 60_000, 65_000, 70_000].map((weekly_salary) => [{ table: "grooms", id, weekly_salary }]);
  for (const [n, state] of states.slice(1).entries()) {
    await old.rows(
      `insert into activity (id, at, actor, action, content, topics, before, "after") values (?, ?, 'x', 'edit groom', '{}', '["grooms"]', ?, ?)`,
      [`edit ${n}`, `2026-11-0${n + 1}T12:00:00.000Z`, JSON.stringify(states[n]), JSON.stringify(state)],
    );
  }
  await old.migrateTo(TAGS[index] ?? "");
  expect(await old.rows("select groom_id, at, salary_before from salary_changes order by seq")).toEqual([
    { groom_id: id, at: "2026-11-02T12:00:00.000Z", salary_before: 60_000 },
    { groom_id: id, at: "2026-11-03T12:00:00.000Z", salary_before: 65_000 },
  ]);
  const monday = "date('now', 'weekday 0', '-6 days')";
  expect(
    await old.rows(`select late_from = ${monday} as is_monday, strftime('%w', late_from) as day from settings`),
  ).toEqual([{ is_monday: 1, day: "1" }]);
});

test("db/schema.ts matches the newest snapshot, so no migration is missing", async () => {
  const [{ tables: migrated }, { tables }] = [newestSnapshot(MIGRATIONS), await snapshotOf({ ...schema })];
  expect(tables).toEqual(migrated);
});

test("a migrated database has the columns, checks and indexes of db/schema.ts", async () => {
  const database = await openEmptyDatabase();
  await database.migrateTo(TAGS.at(-1) ?? "");
  const found = await tablesOf(database);
  const sql = new Map((await definitions(database)).map(({ name, sql }) => [name, String(sql)]));
  for (const [table, { columns, checkConstraints, indexes }] of Object.entries(newestSnapshot(MIGRATIONS).tables)) {
    const expected = Object.entries(columns).map(([name, { notNull }]) => [name, notNull]);
    // Triggers keep the other columns (docs/decisions/order-of-letters.md).
    const described = found.get(table)?.filter(({ name }) => !String(name).endsWith("_order"));
    const actual = described?.map(({ name, required }) => [name, required === 1]);
    expect([table, actual?.sort()]).toEqual([table, expected.sort()]);
    expect(sql.get(table)).toMatch(/\bstrict$/i);
    for (const check of Object.keys(checkConstraints)) expect(sql.get(table)).toContain(`"${check}"`);
    expect([...sql.keys()]).toEqual(expect.arrayContaining(Object.keys(indexes)));
  }
});

test("a payroll run from before take-backs knows the last run before it: from its activity, or else the run before", async () => {
  const tag = TAGS.findIndex((each) => each.endsWith("_take-back-runs"));
  const database = await openEmptyDatabase();
  await database.migrateTo(TAGS[tag - 1] ?? "");
  await database.rows(`insert into payroll_runs (id, at, actor, item_count, total, failure) values
    ('first', '2026-11-02', 'ana', 1, 1, null), ('failed', '2026-11-09', 'schedule', 0, 0, 'down'),
    ('second', '2026-11-10', 'ana', 1, 1, null), ('third', '2026-11-16', 'ana', 1, 1, null)`);
  const before = JSON.stringify([{ table: "settings", id: 1, last_payroll: "2026-11-12" }]);
  await database.rows(
    `insert into activity (id, at, actor, action, content, topics, before, after) values ('third', '2026-11-16', 'ana', 'generate payroll', '{}', '[]', ?, '[]')`,
    [before],
  );
  await database.migrateTo(TAGS[tag] ?? "");
  expect(await database.rows("select id, last_payroll_before as before from payroll_runs order by at")).toEqual([
    { id: "first", before: null },
    { id: "failed", before: null },
    { id: "second", before: "2026-11-02" },
    { id: "third", before: "2026-11-12" },
  ]);
});
