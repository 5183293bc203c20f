import { setTimeout as sleep } from "node:timers/promises";

export type BenchPart = () => Promise<void>;

/**
 * Runs the parts one after another, and returns the failures in words. A part that throws, or that takes longer than `limitMs`,
 * does not stop the parts after it.
 */
export async function runParts(parts: Iterable<[name: string, run: BenchPart]>, limitMs: number): Promise<string[]> {
  const failures: string[] = [];
  for (const [name, run] of parts) {
    const start = performance.now();
    try {
      await within(limitMs, run());
      process.stdout.write(`(${name}: ${((performance.now() - start) / 1_000).toFixed(0)} seconds)\n`);
    } catch (error) {
      failures.push(`The part '${name}' failed: ${reasonOf(error)}`);
      process.stdout.write(`\n${failures.at(-1)}\n`);
      if (process.env.DEBUG) console.error(error);
    }
  }
  return failures;
}

/** An error of `fetch` names its reason in its cause only. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause ? `${error.message}: ${reasonOf(error.cause)}` : error.message;
}

async function within(limitMs: number, run: Promise<void>): Promise<void> {
  const done = new AbortController();
  const late = sleep(limitMs, null, { signal: done.signal }).then(() => {
    throw new Error(`it did not end within ${limitMs / 1_000} seconds`);
  });
  try {
    await Promise.race([run, late]);
  } finally {
    done.abort();
  }
}
