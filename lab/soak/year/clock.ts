import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { WORKER_BUNDLE } from "#bin/running/build.ts";

/** The header with the simulated instant of a request. */
export const CLOCK_HEADER = "X-Simulated-Clock";

/*
 * The clock is a wrapper around the built worker, so the product has no setting for it. `Date` runs on from the instant of the last
 * request or trigger, for the hub, the queue and the rate limits, too.
 */
const CLOCK = `
const Machine = Date;
let ahead = 0;
export const setClock = (at) => { if (at) ahead = Machine.parse(at) - Machine.now(); };
globalThis.Date = class Date extends Machine {
  constructor(...parts) { parts.length > 0 ? super(...parts) : super(Machine.now() + ahead); }
  static now() { return Machine.now() + ahead; }
};`;

const ENTRY = `
import { setClock } from "clock";
import worker from "worker";
export * from "worker";
export default {
  ...worker,
  fetch(request, ...rest) {
    setClock(request.headers.get("${CLOCK_HEADER}"));
    return worker.fetch(request, ...rest);
  },
  scheduled(event, ...rest) {
    setClock(new Date(event.scheduledTime).toISOString());
    return worker.scheduled(event, ...rest);
  },
};`;

/** Writes the worker that was built in `sources` with a simulated clock into a folder, and returns the folder of its `index.js`. */
export async function bundleWithClock(folder: string, sources = "."): Promise<string> {
  const bundle = join(folder, "worker");
  mkdirSync(bundle, { recursive: true });
  await build({
    stdin: { contents: ENTRY, resolveDir: process.cwd() },
    outfile: join(bundle, "index.js"),
    bundle: true,
    format: "esm",
    // As V8 of workerd has it: nothing is rewritten.
    target: "esnext",
    external: ["node:*", "cloudflare:*"],
    logLevel: "error",
    plugins: [
      {
        name: "clock",
        setup(on) {
          on.onResolve({ filter: /^worker$/ }, () => ({ path: resolve(sources, WORKER_BUNDLE, "index.js") }));
          on.onResolve({ filter: /^clock$/ }, () => ({ path: "clock", namespace: "clock" }));
          on.onLoad({ filter: /.*/, namespace: "clock" }, () => ({ contents: CLOCK }));
        },
      },
    ],
  });
  return bundle;
}
