import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { basename } from "node:path";

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
