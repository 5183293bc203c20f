import type { ChildProcess } from "node:child_process";
import { type Child, startChild } from "#bin/process/child.ts";

export type Command = { child: ChildProcess } & Pick<Child, "said" | "ended">;

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
  const { process: child, ...command } = startChild(file, args, { env: { ...process.env, ...env }, stdio: "pipe" });
  // The command may end before it reads.
  child.stdin?.on("error", () => {});
  if (input !== null) child.stdin?.end(input);
  return { child, ...command };
}

/** Waits for the end of a command, and returns its exit code, or null after a signal. */
export const ended = (command: Command): Promise<number | null> => command.ended;
