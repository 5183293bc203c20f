import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrateDatabase } from "#bin/migrate.ts";
import { readEnvFile } from "#bin/process/environment.ts";
import { ended, runCommand } from "#tests/support/commands/command.ts";
import { startHostedDatabase } from "#tests/support/database/hosted-database.ts";

/* A libSQL server with a token stands in for the hosted database that DATABASE_URL names. */

/** The exit code of a command, and what it said. */
async function run(args: string[], env: Record<string, string>, input?: string): Promise<[number | null, string]> {
  const command = runCommand(args, env, input);
  return [await ended(command), command.said()];
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-env-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("npm test, with DATABASE_URL exported, does not touch that database", async () => {
  const hosted = await startHostedDatabase();
  const one = ["--project", "bin", "tests/bin/commands.test.ts", "-t", "npm run admin works without"];
  const [code, said] = await run(["test", ...one, "--reporter=dot"], hosted.env);
  expect([code, said]).toEqual([0, expect.stringContaining("1 passed")]);
  expect(await hosted.tables()).toEqual([]);
});

test("npm run seed asks for the name of a hosted database, and says what it adds", async () => {
  const hosted = await startHostedDatabase();
  await migrateDatabase(hosted);
  const refused = await run(["seed", "--bills", "3000"], hosted.env, "yes\n");
  expect(refused).toEqual([1, expect.stringContaining("That is not its name, so nothing was added.")]);
  expect(refused[1]).toMatch(
    /^This adds [\d,]{5,} rows \(60 horses, .*, 3,000 bills, .*\) and 2 admins \(alex@hayloft\.example, .*\) to /m,
  );
  expect(await hosted.rows("select (select count(*) from horses) + (select count(*) from admins) as n")).toEqual([
    { n: 0 },
  ]);
  const [code, said] = await run(["seed"], hosted.env, `${hosted.name}\n`);
  expect([code, said]).toEqual([0, expect.stringContaining(`Filled ${hosted.name} with`)]);
  expect(await hosted.rows("select (select count(*) from horses) as horses")).toEqual([{ horses: 60 }]);
});

test("ENV_FILE gives its settings to one command, and to none of those that work on this machine only", async () => {
  const hosted = await startHostedDatabase();
  const file = join(newFolder(), "barn.env");
  const lines = Object.entries(hosted.env).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(""));
  const exported = { DATABASE_URL: "http://127.0.0.1:1", DATABASE_AUTH_TOKEN: "of another barn" };
  expect(await run(["migrate"], { ...exported, ENV_FILE: file })).toEqual([
    0,
    expect.stringContaining(`${hosted.name} is up to date`),
  ]);
  const missing = { ENV_FILE: join(newFolder(), "none.env") };
  expect(() => readEnvFile(missing)).toThrow(/^\S*none\.env cannot be read: [^\n]*\.$/);
});

test("an ENV_FILE that names no database is refused, also if the shell has an address", () => {
  const file = join(newFolder(), "barn.env");
  writeFileSync(file, "DATABASE_AUTH_TOKEN=the-token\n");
  for (const shell of [{}, { DATABASE_URL: "http://127.0.0.1:1" }]) {
    expect(() => readEnvFile({ ...shell, ENV_FILE: file })).toThrow(/^ENV_FILE, \S*barn\.env, has no DATABASE_URL\.$/);
  }
});
