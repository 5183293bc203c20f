import { rmSync } from "node:fs";
import { runHere } from "./tool.ts";

/** `.ci/run` counts the tests in it. */
const RESULTS = "build/test-results.json";

/**
 * `npm test`: runs vitest, which prepares what the chosen projects need (see vitest.config.ts). Arguments go to vitest:
 * `npm test -- --project unit`, `npm test -- --watch tests/db`.
 */
export async function command(args: string[]): Promise<number> {
  const isWatching = args.some((arg) => arg === "--watch" || arg === "-w");
  if (isWatching) return runHere("node_modules/.bin/vitest", args);
  rmSync(RESULTS, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${RESULTS}`];
  return runHere("node_modules/.bin/vitest", ["run", ...reporters, ...args]);
}
