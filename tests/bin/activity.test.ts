import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { command as activity } from "#bin/activity.ts";
import { migrateDatabase } from "#bin/migrate.ts";
import { ended, runCommand } from "#tests/support/commands/command.ts";
import { type HostedDatabase, startHostedDatabase } from "#tests/support/database/hosted-database.ts";

const ROW = `insert into activity (id, at, actor, action, content, topics, before, "after")`;

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-archive-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "activity.jsonl");
}

const series = (n: number) =>
  `with recursive s(value) as (select 1 where ${n} > 0 union all select value + 1 from s where value < ${n}) select value from s`;

/** A database with 1,200 rows of January 2020, one of which is large, and `recent` rows of today. */
async function openDatabase({ recent }: { recent: number }): Promise<HostedDatabase> {
  const database = await startHostedDatabase();
  await migrateDatabase(database);
  const at = "'2020-01-' || format('%02d', value % 28 + 1) || 'T12:00:00.000Z'";
  await database.rows(`${ROW} select 'old ' || value, ${at}, 'a@b.example', 'add groom',
    iif(value = 7, json_quote(printf('%.*c', 3000000, 'x')), '{"name":"Ann"}'), '["grooms"]', '[]', '[]' from (${series(1_200)})`);
  await database.rows(`${ROW} select 'new ' || value, strftime('%Y-%m-%dT%H:%M:%fZ'), 'a@b.example', 'add groom',
    '{}', '["grooms"]', '[]', '[]' from (${series(recent)})`);
  return database;
}

/** Names the database of the commands that run in this process. */
function useDatabase({ env }: HostedDatabase): void {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  vi.spyOn(console, "log").mockImplementation(() => {});
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const last = async ({ rows }: HostedDatabase) => Number((await rows("select max(rowid) as n from activity"))[0]?.n);

test("npm run activity archives old rows to a file in steps, and leaves the others and the numbers of changes", async () => {
  const database = await openDatabase({ recent: 3 });
  const [file, before] = [newFile(), await last(database)];
  const command = runCommand(["activity", "archive", "--before", "2020-01-20", file], database.env);
  const [code, said] = [await ended(command), command.said()];
  const lines = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect([code, said]).toEqual([
    0,
    `${database.name} had ${lines.length} rows of activity before 2020-01-20; they are in ${file} now.\n`,
  ]);
  expect(lines.length).toBeGreaterThan(750);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  expect(lines.every(({ at }) => String(at) < "2020-01-20")).toBe(true);
  expect(lines.find(({ content }) => content === '{"name":"Ann"}')).toMatchObject({
    topics: ["grooms"],
    before: [],
    actor: "a@b.example",
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const kept = await database.rows(
    "select min(at) as first, sum(id like 'old %') as old, sum(id like 'new %') as new from activity",
  );
  expect(kept).toEqual([{ first: "2020-01-20T12:00:00.000Z", old: 1_200 - lines.length, new: 3 }]);
  expect(await last(database)).toBeGreaterThan(before);
  const [step] = await database.rows(
    "select count(*) as steps, sum(content ->> 'rows') as rows from activity where action = 'archive activity'",
  );
  expect(step).toEqual({ steps: expect.any(Number), rows: lines.length });
  expect(Number(step?.steps)).toBeGreaterThan(2);
});

test("if every row is old, the next change still has a higher number than all before", async () => {
  const database = await openDatabase({ recent: 0 });
  const before = await last(database);
  useDatabase(database);
  await activity(["archive", "--before", "2021-01-01", newFile()]);
  const left = await database.rows("select distinct action from activity");
  expect([left, (await last(database)) > before]).toEqual([[{ action: "archive activity" }], true]);
});

test("npm run activity refuses the last 90 days, a day that does not exist, and a file that exists", async () => {
  const database = await openDatabase({ recent: 1 });
  useDatabase(database);
  const recent = new Date(Date.now() - 80 * 86_400_000).toISOString().slice(0, 10);
  for (const before of [recent, "2020-02-30", ""]) {
    const refused = activity(["archive", "--before", before, newFile()]);
    await expect(refused).rejects.toThrow(
      /^Say what to archive, up to 90 days ago, and a new file: npm run activity -- archive/,
    );
  }
  await expect(activity(["archive", "--before", "2020-01-20", "package.json"])).rejects.toThrow(
    "package.json cannot be made: file already exists; name a new file.",
  );
  expect(await database.rows("select count(*) as n from activity")).toEqual([{ n: 1_201 }]);
});
