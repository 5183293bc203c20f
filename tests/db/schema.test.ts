import { afterAll, beforeAll, expect, test } from "vitest";
import { newestSnapshot } from "#bin/database/migration-files.ts";
import { MIGRATIONS } from "#bin/migrate.ts";
import { LONG_TABLES, longTable } from "#db/long-tables.ts";
import { openDatabase, type TestDatabase } from "#tests/support/database/database.ts";

/* A migrated database has the schema of db/schema.ts, and what each long list has beside its table. */

let database: TestDatabase;
let objects: { type: string; name: string; sql: string | null }[];

beforeAll(async () => {
  database = await openDatabase();
  objects = (await database.rows("select type, name, sql from sqlite_schema")) as typeof objects;
});
afterAll(() => database.close());

const sqlOf = (name: string) => objects.find((object) => object.name === name)?.sql ?? "";

test("a migrated database has the columns, checks and indexes of db/schema.ts", async () => {
  for (const [table, { columns, checkConstraints, indexes }] of Object.entries(newestSnapshot(MIGRATIONS).tables)) {
    const expected = Object.entries(columns).map(([name, { notNull }]) => [name, Number(notNull)]);
    const found = await database.rows(`select name, "notnull" as required from pragma_table_info('${table}')`);
    expect([table, found.map(({ name, required }) => [name, required]).sort()]).toEqual([table, expected.sort()]);
    expect(sqlOf(table)).toMatch(/\bstrict$/i);
    for (const check of Object.keys(checkConstraints)) expect(sqlOf(table)).toContain(`"${check}"`);
    expect(objects.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(indexes)));
  }
});

test.each(Object.keys(LONG_TABLES))(
  "the full-text table, the triggers and the totals of %s are those of longTable",
  async (table) => {
    // SQLite writes the first words of a definition in upper case.
    const made = longTable(table).filter((statement) => /^create/i.test(statement));
    const found = objects.map(({ sql }) => sql?.toLowerCase());
    expect(found).toEqual(expect.arrayContaining(made.map((statement) => statement.toLowerCase())));
    expect(await database.rows("select list from totals where list = ?", [table])).toHaveLength(1);
  },
);

/** The server parses the whole schema at each request. */
test("the schema has at most 200 objects, 20 triggers and 3 views", () => {
  const count = (type: string) => objects.filter((object) => object.type === type).length;
  expect(objects.length).toBeLessThanOrEqual(200);
  expect(count("trigger")).toBeLessThanOrEqual(20);
  expect(count("view")).toBeLessThanOrEqual(3);
});
