import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type InStatement } from "@libsql/client/http";
import { onTestFinished } from "vitest";
import { startSqld } from "#bin/database/sqld.ts";
import { migrateDatabase } from "#bin/migrate.ts";
import { findFreePort } from "#bin/running/ports.ts";

/* Databases with the tables, the fixed services and the settings, and nothing else. */

const newFolder = () => mkdtempSync(join(tmpdir(), "hayloft-empty-"));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** Makes the files of such a database; `open` starts a server on a copy of them, and `remove` deletes them. */
export async function makeEmptyBarn() {
  const migrated = newFolder();
  const sqld = await startSqld({ dataDir: migrated, port: await findFreePort() });
  await migrateDatabase(sqld);
  await sqld.stop();
  return { open: (atEnd: AtEnd = onTestFinished) => openCopy(migrated, atEnd), remove: () => remove(migrated) };
}

/** Registers work for an end: by default the end of the test. */
export type AtEnd = (end: () => Promise<void>) => void;

async function openCopy(migrated: string, atEnd: AtEnd) {
  const dataDir = newFolder();
  cpSync(migrated, dataDir, { recursive: true });
  atEnd(async () => remove(dataDir));
  return serve(dataDir, atEnd);
}

async function serve(dataDir: string, atEnd: AtEnd) {
  const sqld = await startSqld({ dataDir, port: await findFreePort() });
  atEnd(sqld.stop);
  const address = { url: sqld.url, authToken: sqld.authToken };
  const client = createClient(address);
  return {
    address,
    /** Kills the server as a crash would. */
    async kill() {
      process.kill(sqld.pid, "SIGKILL");
      await sqld.ended;
    },
    /** Starts another server on what is left. */
    reopen: () => serve(dataDir, atEnd),
    async rows(statement: InStatement) {
      const { columns, rows } = await client.execute(statement);
      return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
    },
    async values(statement: InStatement) {
      return (await client.execute(statement)).rows.map((row) => row[0]);
    },
  };
}

export type EmptyBarn = Awaited<ReturnType<typeof serve>>;
