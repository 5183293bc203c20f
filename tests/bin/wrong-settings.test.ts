import { afterEach, expect, test, vi } from "vitest";
import { command as admin } from "#bin/admin.ts";
import { command as deploy } from "#bin/deploy.ts";
import { nodesOf } from "#bin/develop/smoke.ts";
import { command as migrate, migrateDatabase } from "#bin/migrate.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import { command as seed } from "#bin/seed.ts";
import { SCHEMA_VERSION } from "#db/version.ts";
import { ended, runCommand } from "#tests/support/commands/command.ts";
import { startHostedDatabase } from "#tests/support/database/hosted-database.ts";

/* Every command says what is wrong with its settings in one sentence, the same one in all of them. */

const COMMANDS: [name: string, run: () => Promise<unknown>][] = [
  ["admin -- list", () => admin(["list"])],
  ["admin -- add", () => admin(["add", "a@b.example"])],
  ["seed", () => seed([])],
  ["migrate", () => migrate()],
  ["deploy", () => deploy([])],
];

afterEach(() => void vi.unstubAllEnvs());

/** What the command says, without the name of the database. */
async function sentenceOf(run: () => Promise<unknown>, env: { url?: string; token?: string }): Promise<unknown> {
  vi.stubEnv("DATABASE_URL", env.url ?? "http://127.0.0.1:9");
  vi.stubEnv("DATABASE_AUTH_TOKEN", env.token ?? "the-token");
  const error = await run().catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(UserFacingError);
  return (error as Error).message.replace(/^127\.0\.0\.1:\d+: /, "");
}

test.each(COMMANDS)("npm run %s says what is wrong with the address or with the token", async (_, run) => {
  expect(await sentenceOf(run, { url: "barn.turso.example" })).toBe(
    "DATABASE_URL must begin with libsql://, https:// or http://.",
  );
  expect(await sentenceOf(run, { url: "libsql://barn.turso.example " })).toBe("DATABASE_URL has a blank.");
  expect(await sentenceOf(run, { token: "the token" })).toBe("DATABASE_AUTH_TOKEN has a blank.");
  expect(await sentenceOf(run, { url: "http://127.0.0.1:9" })).toBe("The database cannot be reached.");
});

test("every command says that a token is refused", async () => {
  const { url } = await startHostedDatabase();
  for (const [name, run] of COMMANDS) {
    const said = "The database refused the token in DATABASE_AUTH_TOKEN.";
    expect([name, await sentenceOf(run, { url })]).toEqual([name, said]);
  }
});

const READ_ONLY = "The token in DATABASE_AUTH_TOKEN may only read.";

test("each command that writes says that a token may only read", async () => {
  const database = await startHostedDatabase();
  const token = await database.token({ a: "ro" });
  for (const run of [migrate, () => deploy([])]) {
    expect(await sentenceOf(run, { url: database.url, token })).toBe(READ_ONLY);
  }
  await migrateDatabase(database);
  expect(await sentenceOf(() => admin(["add", "a@b.example"]), { url: database.url, token })).toBe(READ_ONLY);
  // It asks for the name of the database first.
  const command = runCommand(["seed"], { ...database.env, DATABASE_AUTH_TOKEN: token }, `${database.name}\n`);
  expect([await ended(command), command.said()]).toEqual([
    1,
    expect.stringContaining(`${database.name}: ${READ_ONLY}\n`),
  ]);
  expect(command.said()).not.toMatch(/^ +at /m);
});

test("a command on a database without migrations names both versions", async () => {
  const { url, authToken } = await startHostedDatabase();
  expect(await sentenceOf(() => admin(["list"]), { url, token: authToken })).toBe(
    `The database is at version 0, this app needs ${SCHEMA_VERSION}; run npm run migrate.`,
  );
});

test.each([["all-nodes"], ["--all"], ["--all-nodes=24"]])(
  "npm run smoke refuses the argument %s, and says its usage",
  (word) => {
    expect(() => nodesOf([word])).toThrow(/^Say npm run smoke, or npm run smoke -- --all-nodes /);
  },
);

test("npm run smoke tries the oldest and the newest Node, or the newest of each line", () => {
  expect(nodesOf([]).map((version) => version.split(".")[0])).toEqual(["26", "20"]);
  expect(nodesOf(["--all-nodes"]).map((version) => version.split(".")[0])).toEqual(["26", "24", "22", "20"]);
});

test("a command that fails in a way that nobody foresaw prints one line and no stack trace", async () => {
  const command = runCommand(["migration", "--name", "x", "--sql", "missing.sql"], { DEBUG: "" });
  const sentence = /^npm run migration failed: ENOENT.* \(DEBUG=1 shows where\)\n$/;
  expect([await ended(command), command.said()]).toEqual([1, expect.stringMatching(sentence)]);
});
