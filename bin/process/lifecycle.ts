import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { killAttached } from "./child.ts";
import { UserFacingError } from "./user-facing-error.ts";

export type Running = {
  /** Stops a service at the end; the last started is the first to stop. */
  stopLater<T extends { stop(): Promise<void> }>(started: T): T;
  /** Reports it, and stops everything, if the service ends by itself. */
  needs(name: string, ended: Promise<void>): void;
};

/**
 * Starts a set of processes, and lets them work until Ctrl-C, SIGTERM or the failure of one of them, then stops them
 * all. Returns the exit code, and leaves nothing behind; the caller ends the process.
 */
export async function runUntilStopped(start: (running: Running) => Promise<void>): Promise<number> {
  const stops: (() => Promise<void>)[] = [];
  let isStopping = false;
  let end = (_outcome: { code: number } | { failure: unknown }) => {};
  const outcome = new Promise<Parameters<typeof end>[0]>((resolve) => {
    end = resolve;
  });

  onLeave(() => end({ code: 0 }));

  const running: Running = {
    stopLater(started) {
      stops.unshift(() => started.stop());
      return started;
    },
    async needs(name, ended) {
      await ended;
      // The same Ctrl-C may have ended the service a moment before this process gets the signal.
      await sleep(150);
      if (!isStopping) end({ failure: new UserFacingError(`${name} has ended by itself, so Hayloft stops.`) });
    },
  };
  start(running).catch((failure) => end({ failure }));

  const ending = await outcome;
  isStopping = true;
  for (const stop of stops) await stop().catch((error) => console.error(error));
  if ("failure" in ending) throw ending.failure;
  return ending.code;
}

/**
 * Calls `leave` at each signal to end: two of them at a Ctrl-C under npm, which passes on what the terminal has sent
 * already.
 */
export function onLeave(leave: () => void): void {
  process.on("SIGINT", leave).on("SIGTERM", leave).on("SIGHUP", leave);
  // npm does not always pass on how it ended: killed hard, it leaves its script behind.
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) leave();
  }, 500).unref();
}

/**
 * Makes a folder that is deleted as this process ends, at a signal too; only SIGKILL leaves it. Call this before the first server
 * starts: Playwright and Miniflare listen to signals too, and Playwright only closes its browsers at SIGTERM.
 */
export function temporaryFolder(name: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, `hayloft-${name}-`));
  endAtSignals(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Ends this process at a signal, and calls `clear`, after what it has started, as it ends in any way but SIGKILL. */
export function endAtSignals(clear: () => void): void {
  onLeave(() => process.exit(1));
  process.on("exit", () => {
    killAttached();
    clear();
  });
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Calls `act` without letting it listen to signals. Miniflare and wrangler each end the process at the first SIGINT or
 * SIGTERM, before anything can be stopped in order; their hooks on 'exit' stay.
 * https://github.com/cloudflare/workers-sdk/blob/main/packages/miniflare/src/exit-hook.ts
 */
export async function withoutSignalHandlers<T>(act: () => Promise<T>): Promise<T> {
  const before = SIGNALS.map((signal) => process.listeners(signal));
  const result = await act();
  for (const [i, signal] of SIGNALS.entries()) {
    for (const listener of process.listeners(signal)) {
      if (!before[i]?.includes(listener)) process.off(signal, listener);
    }
  }
  return result;
}
