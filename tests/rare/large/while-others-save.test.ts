import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@libsql/client/http";
import { expect, onTestFinished, test } from "vitest";
import { explainFault } from "#bin/database/database-error.ts";
import { startSqld } from "#bin/database/sqld.ts";
import { MIGRATIONS, migrateDatabase } from "#bin/migrate.ts";
import { findFreePort } from "#bin/running/ports.ts";
import { connect } from "#db/connection.ts";
import { seedDemo } from "#db/seed/seed.ts";
import { SCHEMA_VERSION } from "#db/version.ts";
import { planFor, undoOf, writePlan } from "#tests/support/database/import.ts";

/* sqld ends a transaction of more than 5 seconds once another write waits: what migrations leave then, and say, and that the Undo of an import is quicker. */

async function openDatabase() {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-overtaken-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const sqld = await startSqld({ dataDir: join(folder, "data"), port: await findFreePort(), hasManyWriters: true });
  onTestFinished(() => sqld.stop());
  await migrateDatabase(sqld);
  const client = createClient(sqld);
  const rows = async (sql: string) => (await client.execute(sql)).rows.map((row) => ({ ...row }));
  await rows("create table saved (n integer)");
  /** Runs `use` while another client saves every 50 ms, and returns the message of the fault that a command prints. */
  const whileOthersSave = async (use: () => Promise<unknown>): Promise<string | undefined> => {
    let isDone = false;
    const other = createClient(sqld);
    const saving = (async () => {
      for (; !isDone; await sleep(50)) await other.execute("insert into saved values (1)");
    })();
    const failure = await use().catch((error: unknown) => error);
    isDone = true;
    await saving;
    return (explainFault(failure, sqld) as Error | undefined)?.message;
  };
  return { sqld, folder, rows, whileOthersSave, name: new URL(sqld.url).host };
}

const countTo = (n: number) =>
  `select count(*) from (with recursive t(n) as (select 1 union all select n + 1 from t where n < ${n}) select n from t)`;

test("a migration of more than 5 seconds ends while others save; those before it stay, and the sentence says what to do", async () => {
  const { sqld, folder, rows, whileOthersSave, name } = await openDatabase();
  const migrations = join(folder, "migrations");
  cpSync(MIGRATIONS, migrations, { recursive: true });
  const file = join(migrations, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8"));
  const last = journal.entries.at(-1);
  const add = (tag: string, place: number, sql: string[]) => {
    journal.entries.push({ ...last, tag, idx: last.idx + place, when: last.when + place });
    writeFileSync(join(migrations, `${tag}.sql`), sql.join("\n--> statement-breakpoint\n"));
  };
  add("9000_quick", 1, ["create table quick (n integer);"]);
  add("9001_slow", 2, [
    "create table slow (n integer);",
    ...Array(2_000).fill(`insert into slow ${countTo(100_000)};`),
  ]);
  writeFileSync(file, JSON.stringify(journal));

  expect(await whileOthersSave(() => migrateDatabase(sqld, migrations))).toBe(
    `${name}: Somebody saved meanwhile; nothing was changed beyond version ${SCHEMA_VERSION + 1}. Stop the app, or try when nobody works.`,
  );
  expect(await rows("select name from sqlite_schema where name in ('quick', 'slow')")).toEqual([{ name: "quick" }]);
});

test("an import into a barn with many exported bills is undone while others save", async () => {
  const { sqld, rows, whileOthersSave } = await openDatabase();
  await seedDemo({ ...sqld, today: "2026-11-20" });
  const horse = { id: "x", fields: { name: "Bella", checkInDate: "2026-01-01" } };
  const bills = Array.from({ length: 8_000 }, (_, i) => ({
    id: `x${i}`,
    fields: { horseId: "x", serviceId: "training", date: "2025-01-02", value: i / 100, exported: i % 2 === 0 },
  }));
  const at = new Date();
  const before = await rows("select count(*) as bills from bill_items");
  const id = await writePlan(sqld, await planFor(sqld, { horses: [horse], billItems: bills }, at), { at });
  const change = await undoOf(sqld, id, { actor: "a@barn.example", at });
  let outcome: unknown;
  await whileOthersSave(async () => {
    outcome = await connect(sqld).write(change);
  });
  expect(outcome).toBe("written");
  expect(await rows("select count(*) as bills from bill_items")).toEqual(before);
});
