import { expect, onTestFinished } from "vitest";
import { ended, spawnCommand } from "./command.ts";

export type Terminal = ReturnType<typeof runAtTerminal>;

/** What Ctrl-C sends. */
export const CTRL_C = "\u0003";

/** Runs a command of package.json at a terminal, which `script` of util-linux makes. It ends with the test. */
export function runAtTerminal(args: string[], env: Record<string, string>) {
  // `exec`, or dash, which `script` runs where SHELL is not set, would stay between, and end with 130 after Ctrl-C itself.
  const line = ["exec", process.execPath, "bin/run.mjs", ...args].join(" ");
  const command = spawnCommand("script", ["--quiet", "--return", "--command", line, "/dev/null"], env, null);
  const { child } = command;
  onTestFinished(() => void child.kill());
  /** How much of the output was waited for. */
  let seen = 0;
  const terminal = {
    /** All that the terminal has shown, the typed characters that it echoes included. */
    said: () => command.said().replaceAll("\r\n", "\n"),
    /** Waits until the terminal shows a text that it has not shown before, such as the end of a prompt. */
    async waitFor(text: string): Promise<void> {
      const place = () => terminal.said().indexOf(text, seen);
      await expect.poll(place, { interval: 20, message: text }).toBeGreaterThanOrEqual(0);
      seen = place() + text.length;
    },
    type: (text: string) => void child.stdin?.write(text),
    /** Waits for a prompt, and types the answer to it. */
    async answer(question: string, answer: string): Promise<void> {
      await terminal.waitFor(question);
      terminal.type(`${answer}\n`);
    },
    /** The exit code; that of a command which a signal ended is 128 and the number of the signal. */
    ended: () => ended(command),
  };
  return terminal;
}
