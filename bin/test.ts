import { rmSync } from "node:fs";
import { buildApp, isBuilt } from "./build.ts";
import { ensureChromium } from "./install-chromium.ts";
import { runHere } from "./tool.ts";

/** For `.ci/run`, which counts. */
const RESULTS = "build/test-results.json";

/** `npm test`: everything the tests need, and then the tests; arguments go to vitest. */
export async function command(args: string[]): Promise<number> {
  rmSync(RESULTS, { force: true });
  await ensureChromium();
  if (!isBuilt()) console.error("Building the app…");
  await buildApp();
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${RESULTS}`];
  return runHere("node_modules/.bin/vitest", ["run", ...reporters, ...args]);
}
