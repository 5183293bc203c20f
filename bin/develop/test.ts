import { rmSync } from "node:fs";
import { runHere } from "#bin/process/child.ts";

/** The files of the results, whose tests `.ci/run` counts. */
const RESULTS = { main: "build/test-results.json", rest: "build/test-rest-results.json" };

/** Whether an argument names a project or a file, whose tests then run in either tier. */
const isNamed = (arg: string) => arg.startsWith("--project") || arg.startsWith("tests/");

/**
 * `npm test`: runs the tests of a tier in vitest, which prepares what their projects need (see vitest.config.ts); `npm run test:rest`
 * is `test rest`. Other arguments go to vitest: `npm test -- --project unit`, `npm test -- --watch tests/db`.
 */
export async function command([first, ...others]: string[]): Promise<number> {
  const tier = first === "rest" ? "rest" : "main";
  const args = first === undefined || first === "rest" ? others : [first, ...others];
  const isWhole = !args.some(isNamed);
  process.env.TEST_TIER = isWhole ? tier : "";
  const isWatching = args.some((arg) => arg === "--watch" || arg === "-w");
  if (isWatching) return runHere("node_modules/.bin/vitest", args);
  if (isWhole) rmSync(RESULTS[tier], { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${RESULTS[tier]}`];
  return runHere("node_modules/.bin/vitest", ["run", ...(isWhole ? reporters : []), ...args]);
}
