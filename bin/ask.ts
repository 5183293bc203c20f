import { createInterface } from "node:readline";

/** Writes a question, and returns the line that the user types, or the first line of a pipe; "" at its end. */
export async function ask(question: string): Promise<string> {
  process.stdout.write(question);
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line.trim();
    return "";
  } finally {
    lines.close();
  }
}
