import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** How long a process may take to end by itself, in milliseconds. */
const GRACE = 3_000;

/** Ends one process: asks, and after a few seconds insists. Resolves when it is gone. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (isGone(child)) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const insist = setTimeout(() => child.kill("SIGKILL"), GRACE);
  await gone;
  clearTimeout(insist);
}

export function isGone(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
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
  child.once("exit", () => guard.kill("SIGKILL"));
}
