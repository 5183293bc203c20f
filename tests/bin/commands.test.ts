import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/http";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { command as admin } from "#bin/admin.ts";
import { withDatabase } from "#bin/database/database.ts";
import { checkPorts } from "#bin/running/local-services.ts";
import { findFreePort, isPortFree } from "#bin/running/ports.ts";
import { command as seed } from "#bin/seed.ts";
import { addSharedLink } from "#tests/support/barn/shared-links.ts";
import { type Command, ended, runCommand } from "#tests/support/commands/command.ts";

let folder: string;
let port: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hayloft-commands-"));
  port = await findFreePort(3);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => void vi.unstubAllEnvs());

const run = (args: string[], env: Record<string, string> = {}) =>
  runCommand(args, { PORT: String(port), DATA_DIR: join(folder, "data"), ...env });

async function open(command: Command): Promise<void> {
  await expect.poll(command.said).toContain("sam@hayloft.example");
}

const ports = () => Promise.all([port, port + 1, port + 2].map(isPortFree));

/** What a command says or throws that runs in this process, on a data directory: a process of its own takes a second to start. */
async function saidBy(
  command: (args: string[]) => Promise<unknown>,
  directory: string,
  args: string[],
): Promise<string> {
  vi.stubEnv("DATA_DIR", join(folder, directory));
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    await command(args);
    return said.mock.calls.join("\n");
  } catch (error) {
    return (error as Error).message;
  } finally {
    said.mockRestore();
  }
}

test("npm start opens the demo barn, names its accounts, ends on Ctrl-C without a trace, and keeps the data", async () => {
  const first = run(["start"]);
  await open(first);
  expect(first.said()).toContain(`Hayloft is open at http://127.0.0.1:${port}`);
  expect(first.said()).toMatch(/^alex@hayloft\.example +admin$/m);
  expect(first.said()).toMatch(/^sam@hayloft\.example +not an admin$/m);
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  expect(page).toContain("Comet, Jr.");
  expect(await ports()).toEqual([false, false, false]);

  const added = run(["admin", "add", "New@Hayloft.example"]);
  expect([await ended(added), added.said().trim()]).toEqual([0, "new@hayloft.example is an admin now."]);
  const again = run(["start"]);
  expect([await ended(again), again.said()]).toEqual([
    1,
    expect.stringMatching(/^Port \d+, wanted for the app, is in use; .*\n$/),
  ]);

  first.child.kill("SIGINT");
  expect(await ended(first)).toBe(0);
  expect(await ports()).toEqual([true, true, true]);

  const admins = "alex@hayloft.example\ndana@hayloft.example\nnew@hayloft.example\nrobin@hayloft.example";
  expect(await saidBy(admin, "data", ["list"])).toBe(admins);
});

test("npm run admin works without a running app, says who is one already, and removes all but the last", async () => {
  const said = (...args: string[]) => saidBy(admin, "other", args);
  expect(await said("add", "first@barn.example")).toBe("first@barn.example is an admin now.");
  expect(await said("add", "FIRST@barn.example")).toBe("first@barn.example is an admin already.");
  expect(await said("add", "first.barn.example")).toBe("'first.barn.example' is not an e-mail address.");
  expect(await said()).toMatch(/^Say what to do: /);
  expect(await said("remove", "first@barn.example")).toBe(
    "first@barn.example is the last admin; add another one first.",
  );
  await said("add", "second@barn.example");
  vi.stubEnv("DATA_DIR", join(folder, "other"));
  await withDatabase(async (database) => {
    const client = createClient(database);
    const rows = async (sql: string, args: (string | number)[] = []) => (await client.execute({ sql, args })).rows;
    await addSharedLink(rows);
    await rows("update statement_links set actor = 'first@barn.example'");
  });
  expect((await said("remove", "First@barn.example")).split("\n")).toEqual([
    "first@barn.example is no admin any more, and is signed out everywhere.",
    "first@barn.example created 1 link that is still active.",
    "To turn off links, open /customers/links?by=first%40barn.example in the app.",
  ]);
  expect(await said("remove", "first@barn.example")).toBe("first@barn.example is no admin.");
  expect(await said("list")).toBe("second@barn.example");
});

test("npm run dev serves the sources and the live stream, and ends on Ctrl-C without a trace", async () => {
  const command = run(["dev"], { DATA_DIR: join(folder, "dev") });
  await open(command);
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  expect(page).toContain("Comet, Jr.");
  const script = await fetch(`http://127.0.0.1:${port}/app/entry.client.tsx`);
  expect([script.status, await script.text()]).toEqual([200, expect.stringContaining("hydrateRoot")]);
  expect((await fetch(`http://127.0.0.1:${port}/live`)).status).toBe(403);
  expect(command.said()).not.toContain("Warning:");
  command.child.kill("SIGINT");
  expect(await ended(command)).toBe(0);
  expect(await ports()).toEqual([true, true, true]);
});

test("npm run seed fills an empty barn once, to the number asked for", async () => {
  const args = ["--bills", "1100"];
  const filled = run(["seed", ...args], { DATA_DIR: join(folder, "large") });
  expect([await ended(filled), filled.said()]).toEqual([0, expect.stringContaining("1,100 bills")]);
  expect(await saidBy(seed, "large", args)).toMatch(/holds a barn already/);
});

test("a taken port of the database, and a wrong command, are one plain sentence", async () => {
  const server = createServer().listen(port + 1, "127.0.0.1");
  await once(server, "listening");
  await expect(checkPorts({ app: port, sqld: port + 1, provider: port + 2 }, "start")).rejects.toThrow(
    /^Port \d+, wanted for the database, is in use; [^\n]*$/,
  );
  server.close();
  const wrong = run(["strat"]);
  expect([await ended(wrong), wrong.said()]).toEqual([1, expect.stringMatching(/^There is no command 'strat'.*\n$/)]);
});
