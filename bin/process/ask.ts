import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/**
 * Writes a prompt, and returns the line that the user types, or the first line of a pipe; null at the end of the input.
 */
export async function ask(question: string): Promise<string | null> {
  process.stdout.write(question);
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line.trim();
    return null;
  } finally {
    lines.close();
  }
}

/** Whether the user types the name of a database, to confirm that it is the right one. */
export const confirmDatabase = async (name: string): Promise<boolean> =>
  (await ask(`Type the name of the database, ${name}, to go on: `)) === name;

/** As `ask`, at a terminal, which does not show what the user types. */
export async function askSecret(question: string): Promise<string | null> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  // The prompt comes once the terminal is in raw mode: before that, the terminal shows what is typed.
  process.stdout.write(question);
  // The terminal is in raw mode, and sends Ctrl-C as a character.
  lines.on("SIGINT", () => {
    lines.close();
    process.kill(process.pid, "SIGINT");
  });
  const answer = await new Promise<string | null>((resolve) => {
    lines.once("line", (line) => resolve(line.trim()));
    lines.once("close", () => resolve(null));
  });
  lines.close();
  process.stdout.write("\n");
  return answer;
}
