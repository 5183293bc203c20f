import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/http";
import { expect, onTestFinished, test, vi } from "vitest";
import { writeBackupFile } from "#bin/backups/backup-file.ts";
import { readBackupFile } from "#bin/backups/read-backup-file.ts";
import { startSqld } from "#bin/database/sqld.ts";
import { upgradeDatabase } from "#bin/database/upgrade.ts";
import { MIGRATIONS, MIGRATIONS_TABLE, migrateDatabase } from "#bin/migrate.ts";
import { findFreePort } from "#bin/running/ports.ts";
import { FIRST_VERSION } from "#db/backup/tables.ts";
import { SCHEMA_VERSION } from "#db/version.ts";
import { ended, runCommand } from "#tests/support/commands/command.ts";
import { startHostedDatabase } from "#tests/support/database/hosted-database.ts";

/* A newer Hayloft on the data directory of an older one, and on what a killed one has left there. */

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-upgrade-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The first migrations, up to a version of the schema. */
function migrationsTo(version: number): string {
  const folder = newFolder();
  cpSync(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8"));
  const entries = journal.entries.slice(0, version - FIRST_VERSION + 1);
  writeFileSync(file, JSON.stringify({ ...journal, entries }));
  return folder;
}

/** A database of a version, and the folder that stands for its data directory. */
async function openOlder(version: number) {
  const [database, dataDir] = [await startHostedDatabase(), newFolder()];
  await migrateDatabase(database, migrationsTo(version));
  const upgrade = async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    await upgradeDatabase(database, dataDir).finally(() => said.mockRestore());
  };
  const addCustomer = (name: string) =>
    database.rows(
      "insert into customers (id, name, emails, riders, created_at, updated_at) values (?, ?, '[]', '[]', '2026', '2026')",
      [name, name],
    );
  const names = async () => (await database.rows("select name from customers order by seq")).map(({ name }) => name);
  const backups = () => readdirSync(join(dataDir, "backups")).sort();
  return { database, dataDir, addCustomer, names, backups, upgrade };
}

test("an upgrade backs the barn up first, and replaces nothing by the backup that a killed upgrade has noted", async () => {
  const { database, dataDir, addCustomer, names, backups, upgrade } = await openOlder(27);
  await addCustomer("Ann");
  const old = join(dataDir, "old.backup.gz");
  await writeBackupFile(database, old, new Date());
  writeFileSync(join(dataDir, "upgrading"), old);
  await addCustomer("Bo");

  writeFileSync(join(dataDir, "backups"), "");
  await expect(upgrade()).rejects.toThrow(/^The barn was not upgraded, because no backup/);
  expect(await database.rows("select count(*) as n from __drizzle_migrations")).toEqual([{ n: 1 }]);
  rmSync(join(dataDir, "backups"));

  await upgrade();
  expect(await names()).toEqual(["Ann", "Bo"]);
  expect(backups()).toEqual(["version-27.backup.gz"]);
  const { header, end } = await readBackupFile(join(dataDir, "backups/version-27.backup.gz"));
  expect([header.version, end.find(({ table }) => table === "customers")?.rows]).toEqual([27, 2]);
  const versions = [{ n: SCHEMA_VERSION - FIRST_VERSION + 1 }];
  expect(await database.rows("select count(*) as n from __drizzle_migrations")).toEqual(versions);

  await upgrade();
  expect(backups()).toEqual(["version-27.backup.gz"]);
  expect(await database.rows("select place from backups")).toEqual([{ place: "folder" }]);
});

test("a column that is new and hidden stays hidden for an admin who chose the columns of its screen", async () => {
  const { database, upgrade } = await openOlder(31);
  await database.rows(
    `insert into column_choices (email, screen, hidden) values ('a', '/services', '["public"]'), ('a', '/shows', '[]'), ('a', '/grooms', '[]')`,
  );
  await upgrade();
  expect(await database.rows("select screen, hidden from column_choices order by screen")).toEqual([
    { screen: "/grooms", hidden: "[]" },
    { screen: "/services", hidden: '["public","spanishName"]' },
    { screen: "/shows", hidden: '["price"]' },
  ]);
});

test("an upgrade that was killed between two migrations goes on, and keeps the backup of before", async () => {
  const { database, addCustomer, names, backups, upgrade } = await openOlder(27);
  await addCustomer("Ann");
  await migrateDatabase(database, migrationsTo(28));
  await upgrade();
  expect([await names(), backups()]).toEqual([["Ann"], ["version-28.backup.gz"]]);
});

/** A data directory whose database has what these statements make. */
async function makeDataDir(statements: string[], isMigrated = false): Promise<string> {
  const dataDir = join(newFolder(), "data");
  const sqld = await startSqld({ dataDir, port: await findFreePort() });
  if (isMigrated) await migrateDatabase(sqld);
  await createClient(sqld).batch(statements, "write");
  await sqld.stop();
  return dataDir;
}

/** Runs a command on a data directory, which ends by itself. */
async function run(args: string[], DATA_DIR: string): Promise<[number | null, string]> {
  const command = runCommand(args, { DATA_DIR, PORT: String(await findFreePort(3)), DEMO: "0" });
  return [await ended(command), command.said()];
}

test("every command ends on a database of before version 27 with one sentence and the exit code 1", async () => {
  const versions = Array.from(
    { length: 24 },
    (_, i) => `insert into __drizzle_migrations (hash, created_at) values ('m${i}', ${i})`,
  );
  const dataDir = await makeDataDir([
    MIGRATIONS_TABLE,
    ...versions,
    "create table horses (id text)",
    "insert into horses values ('x')",
  ]);
  const file = join(newFolder(), "barn.gz");
  const sentence =
    /^[\d.:]+: The database is at version 24, and this Hayloft can use and upgrade version 27 and newer ones only\.\n$/;
  for (const args of [["start"], ["admin", "list"], ["backup", file]]) {
    const [code, said] = await run(args, dataDir);
    expect([args, code, said.replace(/^Building the app…\n/gm, "")]).toEqual([
      args,
      1,
      expect.stringMatching(sentence),
    ]);
  }
  expect(readdirSync(dataDir)).not.toContain("backups");
});

test("npm start refuses a restore that was killed, by name", async () => {
  const unfinished = `insert into __drizzle_migrations (hash, created_at) values ('unfinished restore', ${Number.MAX_SAFE_INTEGER})`;
  const dataDir = await makeDataDir(
    [unfinished, "alter table activity rename to activity_of_unfinished_restore"],
    true,
  );
  const [code, said] = await run(["start"], dataDir);
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^[\d.:]+: A restore of the database is not finished; .* run npm run restore again\.\n$/m),
  ]);
});
