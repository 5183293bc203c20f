import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseKey } from "#bin/database/database-key.ts";
import { offeredAccounts } from "#bin/running/local-services.ts";
import { findFreePort } from "#bin/running/ports.ts";
import { sessionCookie } from "#bin/running/session-cookie.ts";
import { post } from "#tests/support/barn/barn.ts";
import { type Command, ended, runCommand, spawnCommand } from "#tests/support/commands/command.ts";
import { makeEmptyBarn } from "#tests/support/database/empty-barn.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hayloft-first-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CODE = /enter the code ([A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}) to become the first\.$/m;

async function open(command: Command): Promise<string[]> {
  await expect.poll(command.said).toMatch(/^Hayloft is open .*\n(.*\n)*.*(admin|com)\n/m);
  return command.said().split("\n");
}

const stop = (command: Command) => {
  command.child.kill("SIGINT");
  return ended(command);
};

test("on a barn without an admin npm start prints a command that makes one, quoted as the shell needs it, and then names the admins", async () => {
  const port = await findFreePort(3);
  const env = { PORT: String(port), DATA_DIR: join(folder, "Pat's barn"), DEMO: "0" };
  const app = runCommand(["start"], env);
  const [, , line = ""] = (await open(app)).slice(-4);
  expect(app.said()).toMatch(CODE);
  expect(app.said()).not.toContain("hayloft.example");
  const typed = line.replace("Or run in another terminal: ", "").replace("you@example.com", "Pat@barn.example");
  const added = spawnCommand("sh", ["-c", typed], { DATA_DIR: "" });
  expect([await ended(added), added.said()]).toEqual([0, expect.stringContaining("pat@barn.example is an admin now.")]);
  expect(await stop(app)).toBe(0);

  const next = runCommand(["start"], env);
  await open(next);
  expect(next.said()).toMatch(/open at \S+\npat@barn\.example +admin\n$/);
  expect(await stop(next)).toBe(0);
});

test.each(["start", "dev"])(
  "the code that npm run %s prints makes the first admin",
  async (command) => {
    const port = await findFreePort(3);
    const dataDir = join(folder, command);
    const app = runCommand([command], { PORT: String(port), DATA_DIR: dataDir, DEMO: "0" });
    await open(app);
    const [, code = ""] = CODE.exec(app.said()) ?? [];
    const database = { url: `http://127.0.0.1:${port + 1}`, authToken: (await databaseKey(dataDir)).authToken };
    const client = createClient(database);
    const rows = async (sql: string, args: string[]) => client.execute({ sql, args });
    const secret = readFileSync(join(dataDir, "session-secret"), "utf8");
    const headers = { Cookie: await sessionCookie(rows, secret, { email: "pat@barn.example", name: "Pat" }) };
    const response = await post(
      `http://127.0.0.1:${port}`,
      "/first-admin",
      { idempotencyKey: crypto.randomUUID(), code },
      headers,
    );
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/overview"]);
    expect(await offeredAccounts(database)).toMatchObject([{ email: "pat@barn.example", isAdmin: true }]);
    expect(await stop(app)).toBe(0);
  },
  120_000,
);

test("the sign-in page offers the admins of the database, and the people of the demo only in the demo barn", async () => {
  const files = await makeEmptyBarn();
  const { address, rows } = await files.open();
  const offered = async () => (await offeredAccounts(address)).map(({ email, isAdmin }) => [email, isAdmin]);
  expect(await offered()).toEqual([]);
  const add = (email: string) => rows(`insert into admins (email, created_at, updated_at) values ('${email}', '', '')`);
  await add("pat@barn.example");
  expect(await offered()).toEqual([["pat@barn.example", true]]);
  await add("alex@hayloft.example");
  expect(await offered()).toEqual([
    ["alex@hayloft.example", true],
    ["dana@hayloft.example", false],
    ["sam@hayloft.example", false],
    ["pat@barn.example", true],
  ]);
  await rows("update admins set deleted_at = '2026'");
  expect(await offered()).toEqual([]);
  files.remove();
});
