import type { WorkerOptions } from "miniflare";
import { withoutSignalHandlers } from "./signals.ts";

/**
 * What wrangler.toml says of the worker, as Miniflare takes it. To load wrangler takes 1.2 s of processor time, so the build
 * keeps the result.
 */
export async function readWorkerOptions(): Promise<WorkerOptions> {
  process.env.WRANGLER_LOG ??= "warn";
  process.env.WRANGLER_SEND_METRICS = "false";
  const { unstable_getMiniflareWorkerOptions } = await withoutSignalHandlers(() => import("wrangler"));
  // wrangler wants the folder of the assets to be there already; `startWorker` names the right one.
  const overrides = { assets: { directory: "public" } };
  return unstable_getMiniflareWorkerOptions("wrangler.toml", undefined, { overrides }).workerOptions;
}
