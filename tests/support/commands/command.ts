import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { findFreePort, isPortFree } from "#bin/running/ports.ts";

export type Command = { child: ChildProcess; said: () => string; closed: Promise<unknown> };

/** Runs a command of package.json, without npm; `input` is what the user types. */
export function runCommand(args: string[], env: Record<string, string>, input = ""): Command {
  return spawnCommand(process.execPath, ["bin/run.mjs", ...args], env, input);
}

/** Starts a program with these variables, besides those of this process, and this text as its input; null leaves the input open. */
export function spawnCommand(
  file: string,
  args: string[],
  env: Record<string, string>,
  input: string | null = "",
): Command {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: "pipe" });
  // The command may end before it reads.
  child.stdin.on("error", () => {});
  if (input !== null) child.stdin.end(input);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text: Buffer) => {
      said += text.toString();
    });
  }
  return { child, said: () => said, closed: once(child, "close") };
}

/**
 * Waits for the end of a command, and returns its exit code, or null after a signal. All its output has arrived by
 * then.
 */
export async function ended({ child, closed }: Command): Promise<number | null> {
  await closed;
  return child.exitCode;
}

/** The first of three free ports in a row. */
export async function findFreePorts(): Promise<number> {
  for (;;) {
    const port = await findFreePort();
    if ((await isPortFree(port + 1)) && (await isPortFree(port + 2))) return port;
  }
}
