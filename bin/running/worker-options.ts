import type { WorkerOptions } from "miniflare";
import { withoutSignalHandlers } from "#bin/process/lifecycle.ts";

/**
 * What wrangler.toml says of the worker, as Miniflare takes it. To load wrangler takes 1.2 s of processor time, so the
 * build stores the result.
 */
export async function readWorkerOptions(): Promise<WorkerOptions> {
  const { WRANGLER_LOG: log, WRANGLER_SEND_METRICS: metrics } = process.env;
  Object.assign(process.env, { WRANGLER_LOG: log ?? "warn", WRANGLER_SEND_METRICS: "false" });
  try {
    const { unstable_getMiniflareWorkerOptions } = await withoutSignalHandlers(() => import("wrangler"));
    // wrangler wants the folder of the assets to be there already; `startWorker` names the right one.
    const overrides = { assets: { directory: "public" } };
    return unstable_getMiniflareWorkerOptions("wrangler.toml", undefined, { overrides }).workerOptions;
  } finally {
    // With these variables, the wrangler that a command runs later would not print what the command reads.
    restore("WRANGLER_LOG", log);
    restore("WRANGLER_SEND_METRICS", metrics);
  }
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
