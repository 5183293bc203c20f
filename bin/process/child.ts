import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { basename } from "node:path";
import { UserFacingError } from "./user-facing-error.ts";

/** How long a process may take to end by itself, in milliseconds. */
const GRACE_MS = 3_000;
/** How many characters of an output are kept: a server writes for months. */
const MOST_KEPT = 100_000;

/** The processes that end with this one. */
const attached = new Set<ChildProcess>();

export type Child = ReturnType<typeof startChild>;

/**
 * Starts a program that ends with this process at the latest. Its output is kept, unless `stdio` says otherwise; so its pipes do not
 * fill up.
 */
export function startChild(file: string, args: readonly string[], options: SpawnOptions = {}) {
  const child: ChildProcess = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  dieWithUs(child);
  let [said, stdout] = ["", ""];
  const withLast = (text: string, more: string) => (text + more).slice(-MOST_KEPT);
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    said = withLast(said, text);
    stdout = withLast(stdout, text);
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = withLast(said, text);
  });
  const isGone = () => child.exitCode !== null || child.signalCode !== null;
  return {
    process: child,
    /** All that it has written. */
    said: () => said,
    /** What it has written to its standard output alone. */
    stdout: () => stdout,
    isGone,
    /** Its exit code, once it has ended and all its output has arrived: null after a signal, -1 if it could not be started. */
    ended: new Promise<number | null>((resolve) => child.once("error", () => resolve(-1)).once("close", resolve)),
    /** Asks it to end, and after a few seconds insists. Resolves when it is gone. */
    async stop(): Promise<void> {
      if (isGone()) return;
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      const insist = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
      await gone;
      clearTimeout(insist);
    },
  };
}

/** Runs a tool; its output is shown only when it fails, before the sentence `failure`. */
export async function runQuietly(
  file: string,
  args: readonly string[],
  { env = {}, cwd = ".", failure }: { env?: Record<string, string>; cwd?: string; failure: string },
): Promise<void> {
  const child = startChild(file, args, { cwd, env: { ...process.env, ...env } });
  if ((await child.ended) === 0) return;
  process.stderr.write(child.said());
  throw new UserFacingError(failure);
}

/**
 * Runs a tool at this very terminal, passes on signals, and returns its exit code. `input` is the file descriptor of its standard
 * input, if that is not the terminal.
 */
export async function runHere(
  file: string,
  args: readonly string[],
  input: "inherit" | number = "inherit",
): Promise<number> {
  const child = startChild(file, args, { stdio: [input, "inherit", "inherit"] });
  const forward = (signal: NodeJS.Signals) => child.process.kill(signal);
  process.on("SIGINT", forward).on("SIGTERM", forward);
  const code = await child.ended;
  process.off("SIGINT", forward).off("SIGTERM", forward);
  return code ?? 1;
}

/**
 * Ends `child` when this process dies without a chance to do so itself (SIGKILL, out of memory). A shell waits on a pipe
 * that only this process holds open: the end of the pipe is the end of us.
 */
export function dieWithUs(child: ChildProcess): void {
  if (process.platform === "win32" || child.pid === undefined) return;
  const guard = spawn("/bin/sh", ["-c", `read -r _; kill -9 ${child.pid}`], {
    stdio: ["pipe", "ignore", "ignore"],
    // Out of the terminal's group: Ctrl-C is for us to handle, in order.
    detached: true,
  });
  guard.on("error", () => {});
  guard.unref();
  attached.add(child);
  child.once("exit", () => {
    attached.delete(child);
    guard.kill("SIGKILL");
  });
}

/**
 * Kills the processes that end with this one, so that its files can be deleted: a sqld that is starting makes its directories
 * again.
 */
export function killAttached(): void {
  for (const child of attached) child.kill("SIGKILL");
}

/** Calls `start`, and finds the process called `name` that it has started. */
export async function findSpawned<T>(
  name: string,
  start: () => Promise<T>,
): Promise<{ result: T; child: ChildProcess }> {
  const children: ChildProcess[] = [];
  const note = (message: unknown) => children.push((message as { process: ChildProcess }).process);
  subscribe("child_process", note);
  try {
    const result = await start();
    const child = children.find(({ spawnfile }) => basename(spawnfile) === name);
    if (!child) throw new Error(`${name} was not started`);
    return { result, child };
  } finally {
    unsubscribe("child_process", note);
  }
}
