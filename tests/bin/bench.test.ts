import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { ended, runCommand, spawnCommand } from "#tests/support/commands/command.ts";

const ITS_SERVERS = ["node_modules/.cache/hayloft/bench-servers.mjs"];

// As bin/run.mjs bundles a command: loaded file by file, each start would take seconds.
beforeAll(() =>
  build({
    entryPoints: ["tests/support/commands/bench-servers.ts"],
    outfile: ITS_SERVERS[0] ?? "",
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
  }),
);

/** How the bench can end: a signal, or a statement that runs in its process while servers and a browser are running. */
const ENDINGS: [name: string, program: string[], signal: NodeJS.Signals | null, statement: string][] = [
  ["the whole bench, SIGTERM", ["bin/run.mjs", "bench", "--quick", "schema"], "SIGTERM", ""],
  ["Ctrl-C", ITS_SERVERS, "SIGINT", ""],
  ["SIGKILL", ITS_SERVERS, "SIGKILL", ""],
  ["a thrown error", ITS_SERVERS, null, "setTimeout(() => { throw new Error('thrown') })"],
];

type Process = { pid: number; parent: number; name: string };

/** Every process of the machine that has not ended. */
function processes(): Process[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,comm="], { encoding: "utf8" }).trim().split("\n");
  return lines.flatMap((line) => {
    const [pid, parent, state = "", name = ""] = line.trim().split(/\s+/);
    return state.startsWith("Z") ? [] : [{ pid: Number(pid), parent: Number(parent), name }];
  });
}

/** The processes that a process has started, and those that they have started. */
function startedBy(pid: number, all = processes()): Process[] {
  return all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...startedBy(child.pid, all)]);
}

const namesOf = (list: Process[]) => list.map(({ name }) => name).join(" ");

test("a part that the bench does not have is one plain sentence", async () => {
  const wrong = runCommand(["bench", "--quick", "speed"], {});
  expect([await ended(wrong), wrong.said()]).toEqual([
    1,
    expect.stringMatching(/^There is no part 'speed'; .*live.*\n$/),
  ]);
});

test.each(ENDINGS)(
  "the servers and the browser of the bench end with it, and its files go: %s",
  async (_, program, signal, statement) => {
    const folder = mkdtempSync(join(tmpdir(), "hayloft-bench-test-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const atSignal = `data:text/javascript,process.on("SIGUSR2",()=>{${encodeURIComponent(statement)}})`;
    const command = spawnCommand(process.execPath, ["--import", atSignal, ...program], { TMPDIR: folder });
    const { pid = 0 } = command.child;
    const servers = program === ITS_SERVERS ? ["sqld", "workerd", "chrom"] : ["sqld"];
    const waitingFor = () => servers.filter((name) => !namesOf(startedBy(pid)).includes(name));
    await expect.poll(waitingFor, { timeout: 90_000 }).toEqual([]);
    // Playwright listens to signals from then on.
    if (program === ITS_SERVERS) await expect.poll(command.said).toContain("They run.");
    const started = startedBy(pid).map((each) => each.pid);
    process.kill(pid, signal ?? "SIGUSR2");
    expect(await ended(command)).not.toBe(0);
    const left = () => namesOf(processes().filter((each) => started.includes(each.pid)));
    await expect.poll(left).toBe("");
    // A process that is killed cannot delete its files.
    if (signal !== "SIGKILL") expect(readdirSync(folder).filter((name) => name.startsWith("hayloft-"))).toEqual([]);
  },
  120_000,
);
