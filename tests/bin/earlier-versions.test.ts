import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readBackupFile } from "#bin/backup-reader.ts";
import { MIGRATIONS_TABLE, migrateDatabase } from "#bin/migrate.ts";
import { restoreInto } from "#bin/restoring.ts";
import { upgradeDatabase } from "#bin/upgrade.ts";
import { connect } from "#db/connection.ts";
import { listPage } from "#db/list/list-page.ts";
import { searchTableOf } from "#db/list/search.ts";
import { LONG_TABLES, recount } from "#db/long-tables.ts";
import { activitySource } from "#db/queries/activity-list.ts";
import { billsSource } from "#db/queries/bills.ts";
import { SORT_KEYS } from "#db/sort-keys.ts";
import { SCHEMA_VERSION } from "#db/version.ts";
import { type HostedDatabase, startHostedDatabase } from "#tests/support/hosted-database.ts";

/*
 * Barns of the versions before the first migration. The files are backups that these versions made of a barn with renames, deleted
 * records, corrections, voided bills and an export.
 */

const fileOf = (version: number) => join(import.meta.dirname, "barns", `version-${version}.backup.gz`);

/** The tables that were made from the rows of others, and are not in this version. */
const MADE = /^(facets|letters|totals)$|_search$|_words$/;

type Found = { [table: string]: Record<string, unknown>[] };

/** The rows of a backup, by their columns. */
async function rowsOf(file: string): Promise<Found> {
  const found: { [table: string]: unknown[][] } = {};
  const { header } = await readBackupFile(file, {
    async lines({ table, lines }) {
      found[table] = [...(found[table] ?? []), ...lines.map((line) => JSON.parse(line))];
    },
  });
  const named = header.tables.map(({ name, columns }) => [
    name,
    (found[name] ?? []).map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]]))),
  ]);
  return Object.fromEntries(named);
}

/**
 * Every row of the file is in the database, with the same values, and everything that is made from rows is made. An upgrade adds
 * an activity row: that it made a backup.
 */
async function expectWhole(database: HostedDatabase, file: string): Promise<void> {
  const { rows } = database;
  for (const [table, expected] of Object.entries(await rowsOf(file))) {
    if (MADE.test(table)) continue;
    const columns = (await rows(`select name from pragma_table_info('${table}')`)).map(({ name }) => String(name));
    const kept = Object.keys(expected[0] ?? {}).filter((name) => name === "rowid" || columns.includes(name));
    const gone = Object.keys(expected[0] ?? {}).filter((name) => !kept.includes(name) && !name.endsWith("_order"));
    expect([table, gone]).toEqual([table, []]);
    const read = await rows(
      `select ${kept.map((name) => `"${name}"`).join(", ") || "1"} from "${table}" order by rowid`,
    ).catch(() => rows(`select ${kept.map((name) => `"${name}"`).join(", ")} from "${table}"`));
    const added = read.filter(({ action }) => action === "back up");
    const same = read.filter((row) => !added.includes(row));
    const only = expected.map((row) => JSON.stringify(kept.map((name) => row[name])));
    expect([table, same.map((row) => JSON.stringify(kept.map((name) => row[name]))).sort()]).toEqual([
      table,
      only.sort(),
    ]);
  }
  const before = await rows("select * from totals order by list");
  for (const table of Object.keys(LONG_TABLES)) {
    const search = searchTableOf(table);
    await rows(`insert into ${search} (${search}, rank) values ('integrity-check', 1)`);
    expect(await rows(`select count(*) as n from ${table} where search_text is null`)).toEqual([{ n: 0 }]);
    await rows(recount(table));
  }
  expect(await rows("select * from totals order by list")).toEqual(before);
  for (const [table, columns] of Object.entries(SORT_KEYS)) {
    const [text, key] = columns ?? [];
    expect(await rows(`select count(*) as n from ${table} where ${key} = '' and ${text} <> ''`)).toEqual([{ n: 0 }]);
  }
  const reader = connect({ ...database, timeoutMs: 30_000 });
  const find = { q: "elan dete", sort: "date", descending: false, place: { kind: "first" } as const };
  expect((await reader.read(listPage(billsSource, find)))[0]?.total).toBeGreaterThan(0);
  expect((await reader.read(listPage(activitySource, find)))[0]?.total).toBe(1);
}

test.each([24, 26])("a backup of version %i is restored whole to a new database", async (version) => {
  const database = await startHostedDatabase();
  const file = fileOf(version);
  const restored = { ...database, name: "barn", isLocal: false, app: undefined };
  await restoreInto(restored, { file, ...(await readBackupFile(file)) });
  await expectWhole(database, file);
});

/** A database as a version before the first migration left it, as far as its backup knows. */
async function openEarlier(version: number): Promise<HostedDatabase> {
  const database = await startHostedDatabase();
  const { rows } = database;
  const { header } = await readBackupFile(fileOf(version));
  for (const { name, columns } of header.tables) {
    const names = columns.filter((column) => column !== "rowid").map((column) => `"${column}"`);
    await rows(`create table "${name}" (${names.join(", ").replace(/^"seq"/, "seq integer primary key")})`);
  }
  await readBackupFile(fileOf(version), {
    async lines({ table, lines }) {
      const columns = header.tables.find(({ name }) => name === table)?.columns ?? [];
      const values = columns.map((_, i) => `value ->> ${i}`);
      await rows(`insert into "${table}" (${columns.map((name) => `"${name}"`)}) select ${values} from json_each(?)`, [
        `[${lines}]`,
      ]);
    },
  });
  await rows(MIGRATIONS_TABLE);
  for (let i = 1; i <= version; i += 1)
    await rows("insert into __drizzle_migrations (hash, created_at) values (?, ?)", [`m${i}`, String(i)]);
  return database;
}

test.each([24, 26])(
  "a data directory of version %i is backed up and brought to this version, once",
  async (version) => {
    const database = await openEarlier(version);
    const dataDir = mkdtempSync(join(tmpdir(), "hayloft-earlier-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const backups = join(dataDir, "backups");
    writeFileSync(backups, "");
    await expect(upgradeDatabase(database, dataDir)).rejects.toThrow(/^The barn was not upgraded, because no backup/);
    expect(await database.rows("select count(*) as n from __drizzle_migrations")).toEqual([{ n: version }]);
    rmSync(backups);

    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    await upgradeDatabase(database, dataDir);
    expect(said.mock.calls.flat().join("\n")).toContain("Everybody has to sign in again.");
    said.mockRestore();
    expect(readdirSync(backups)).toEqual([`version-${version}.backup.gz`]);
    await expectWhole(database, fileOf(version));
    expect(await database.rows("select count(*) as n from __drizzle_migrations")).toEqual([{ n: SCHEMA_VERSION - 26 }]);
    expect(existsSync(join(dataDir, "upgrading"))).toBe(false);

    await upgradeDatabase(database, dataDir);
    expect(await database.rows("select place from backups")).toEqual([{ place: "folder" }]);
  },
);

test("an upgrade that was interrupted begins again with its backup", async () => {
  const database = await openEarlier(26);
  const dataDir = mkdtempSync(join(tmpdir(), "hayloft-earlier-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(join(dataDir, "backups"));
  const file = join(dataDir, "backups", "version-26.backup.gz");
  copyFileSync(fileOf(26), file);
  writeFileSync(join(dataDir, "upgrading"), file);
  // What the restore has done in its first transaction.
  for (const { name } of await database.rows(
    "select name from sqlite_schema where type = 'table' and name <> '__drizzle_migrations'",
  ))
    await database.rows(`drop table "${name}"`);
  await database.rows(
    "insert into __drizzle_migrations (hash, created_at) values ('unfinished restore', 9007199254740991)",
  );
  await upgradeDatabase(database, dataDir);
  await expectWhole(database, file);
  expect(existsSync(join(dataDir, "upgrading"))).toBe(false);
});

test("a named database of an earlier version is left alone, and the way is said", async () => {
  const database = await openEarlier(24);
  const said = await migrateDatabase(database).catch((error: Error) => error.message);
  expect(said).toMatch(/is at version 24, .*npm run backup.*new database.*npm run restore/);
  expect(await database.rows("select count(*) as n from __drizzle_migrations")).toEqual([{ n: 24 }]);
  await expect(connect(database).check()).rejects.toThrow(`at version 24, this app needs ${SCHEMA_VERSION}`);
});
