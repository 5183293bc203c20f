import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureChromium } from "#bin/browsers/chromium.ts";
import { temporaryFolder } from "#bin/process/lifecycle.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import { buildApp } from "#bin/running/build.ts";
import { benchParts } from "#lab/bench/all-parts.ts";
import { runParts } from "#lab/bench/parts.ts";
import { exceededFigures } from "#lab/bench/table.ts";

/** The longest time that a part may take, in milliseconds. */
const PART_LIMIT_MS = 30 * 60_000;

/**
 * `npm run bench`: the figures that the product must hold, each beside a floor or a peer that is measured with it.
 * Names of parts measure only those. `--keep DIR` leaves the large barn there for the next time: it takes minutes to
 * fill. `--quick` starts every part with small numbers, to see that it works. Returns 1 if a part fails.
 */
export async function command(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { keep: { type: "string" }, quick: { type: "boolean" } },
  });
  if (process.platform !== "linux") {
    console.log("The bench reads the CPU time of servers from /proc, which only Linux has: nothing was measured.");
    return 0;
  }
  const folder = temporaryFolder("bench");
  const parts = benchParts(folder, values.keep ?? join(folder, "large"));
  const unknown = positionals.find((name) => !(name in parts));
  if (unknown) throw new UserFacingError(`There is no part '${unknown}'; there are: ${Object.keys(parts).join(", ")}.`);
  await buildApp();
  await ensureChromium();
  console.log(
    values.quick
      ? "Measuring with small numbers, to see that every part runs; the figures mean nothing."
      : "Measuring takes ten minutes; nothing else should run meanwhile.",
  );
  const chosen = Object.entries(parts).filter(([name]) => positionals.length === 0 || positionals.includes(name));
  const start = performance.now();
  const failures = await runParts(chosen, PART_LIMIT_MS);
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  const ran = `${chosen.length - failures.length} of ${chosen.length} parts ran, in ${minutes} minutes.`;
  const over = values.quick ? [] : exceededFigures().map((each) => `More than is to hold: ${each}`);
  console.log(`\n${[...over, ...failures, ran].join("\n")}`);
  return failures.length > 0 ? 1 : 0;
}
