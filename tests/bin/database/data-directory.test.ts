import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startSqld } from "#bin/database/sqld.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import { findFreePort } from "#bin/running/ports.ts";
import { type Command, ended, runCommand } from "#tests/support/commands/command.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-directory-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function start(DATA_DIR: string, port: number): Command {
  const command = runCommand(["start"], { DATA_DIR, PORT: String(port), DEMO: "0" });
  onTestFinished(async () => {
    command.child.kill("SIGINT");
    await ended(command);
  });
  return command;
}

const list = (DATA_DIR: string) => runCommand(["admin", "list"], { DATA_DIR });
const isOpen = (command: Command) => command.said().includes("Hayloft is open");
const NO_ADMIN = "There is no admin yet.\n";

test("of two simultaneous starts with DEMO=0 on one data directory one runs, on an empty barn, and a kill of that one leaves no lock", async () => {
  const dataDir = join(newFolder(), "data");
  const commands = [start(dataDir, await findFreePort(3)), start(dataDir, await findFreePort(3))];
  await expect.poll(() => commands.filter((each) => !isRunning(each)).length).toBe(1);
  const [loser, winner] = commands.sort((a, b) => Number(isRunning(a)) - Number(isRunning(b))) as [Command, Command];
  const isInUse = expect.stringMatching(/^[^\n]+ is in use by another Hayloft[^\n]*\.\n$/);
  expect([await ended(loser), loser.said()]).toEqual([1, isInUse]);
  await expect.poll(() => isOpen(winner)).toBe(true);

  // DEMO=0 leaves the barn empty but for the fixed services.
  const address = winner.said().match(/http:\S+/)?.[0] ?? "";
  const page = await (await fetch(address)).text();
  expect(page).toContain("Select a horse...");
  expect(page).not.toContain("Comet, Jr.");
  expect(winner.said()).not.toMatch(/example +admin$/m);

  const admins = list(dataDir);
  expect([await ended(admins), admins.said()]).toEqual([0, NO_ADMIN]);
  expect(isRunning(winner)).toBe(true);

  winner.child.kill("SIGKILL");
  await ended(winner);
  // The database of the killed app lives on for a moment.
  const after = [list(dataDir), list(dataDir)];
  const outcomes = await Promise.all(after.map(async (each) => [await ended(each), each.said()]));
  expect(outcomes).toEqual(after.map(() => [0, NO_ADMIN]));
});

const isRunning = ({ child }: Command) => child.exitCode === null;

test("of eight simultaneous database servers on one data directory, one starts, and the next after its end", async () => {
  const dataDir = join(newFolder(), "data");
  const ports = await Promise.all(Array.from({ length: 8 }, findFreePort));
  const starts = await Promise.allSettled(ports.map((port) => startSqld({ dataDir, port })));
  const started = starts.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  onTestFinished(async () => void (await Promise.all(started.map((sqld) => sqld.stop()))));
  expect(started).toHaveLength(1);
  expect(JSON.parse(readFileSync(join(dataDir, "sqld.json"), "utf8"))).toMatchObject({ pid: started[0]?.pid });
  for (const each of starts) {
    if (each.status === "rejected") expect(each.reason.message).toContain(`${dataDir} is in use by another Hayloft`);
  }
  await started[0]?.stop();
  const next = await startSqld({ dataDir, port: await findFreePort() });
  await next.stop();
});

test("two commands at once on a data directory that no app uses both succeed", async () => {
  const dataDir = join(newFolder(), "data");
  const commands = [list(dataDir), list(dataDir)];
  const outcomes = await Promise.all(commands.map(async (command) => [await ended(command), command.said()]));
  expect(outcomes).toEqual(commands.map(() => [0, NO_ADMIN]));
});

const IMPOSSIBLE: [what: string, make: () => string][] = [
  [
    "a file",
    () => {
      const file = join(newFolder(), "data");
      writeFileSync(file, "");
      return file;
    },
  ],
  [
    "in a file",
    () => {
      const file = join(newFolder(), "file");
      writeFileSync(file, "");
      return join(file, "data");
    },
  ],
  ["on a system that takes no files", () => "/proc/hayloft"],
  ["longer than a name may be", () => join(newFolder(), "x".repeat(300))],
  [
    "without the key that its file should have",
    () => {
      const folder = newFolder();
      writeFileSync(join(folder, "database-key.pem"), "");
      return folder;
    },
  ],
  [
    "read-only",
    () => {
      const folder = newFolder();
      const dataDir = join(folder, "data");
      mkdirSync(dataDir);
      chmodSync(dataDir, 0o555);
      // Root may write all the same, unless the file system is read-only.
      if (process.getuid?.() === 0) {
        execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", dataDir]);
        onTestFinished(() => void execFileSync("umount", [dataDir]));
      }
      return dataDir;
    },
  ],
];

test.each(IMPOSSIBLE)("a data directory that is %s is one sentence", async (what, make) => {
  const dataDir = make();
  const failure = await startSqld({ dataDir, port: await findFreePort() }).catch((error: Error) => error);
  expect(failure).toBeInstanceOf(UserFacingError);
  expect((failure as Error).message).toMatch(/^[^\n]*\.$/);
  expect((failure as Error).message).toContain(dataDir);
  const isFile = "it is a file; set DATA_DIR to a folder that can be written.";
  if (what === "a file") expect((failure as Error).message).toBe(`No data can be kept in ${dataDir}: ${isFile}`);
});
