import { join } from "node:path";
import { context, type Plugin } from "esbuild";
import { LOOPBACK } from "#bin/running/ports.ts";
import { startWorker, type Worker, type WorkerBindings } from "#bin/running/worker.ts";
import { readWorkerOptions } from "#bin/running/worker-options.ts";

const FOLDER = ".cache/dev";

/** A worker with the Durable Object and nothing else. */
const ENTRY = `export { LiveHub } from "./app/live/server/hub.ts";
export default { fetch: () => new Response(null, { status: 404 }) };`;

type Hub = {
  /** The bindings of wrangler.toml, for use in this process. */
  bindings(): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
};

/** Runs the hub of the live updates on workerd, and starts it again when its sources change. */
export async function startHub(bindings: WorkerBindings): Promise<Hub> {
  let worker: Promise<Worker> | undefined;
  const restart = async () => {
    await (await worker)?.stop();
    const options = await readWorkerOptions();
    return startWorker({ host: LOOPBACK, port: 0, bindings, build: { bundle: FOLDER, assets: "public", options } });
  };
  const restartOnBuild: Plugin = {
    name: "restart",
    setup: (build) =>
      build.onEnd(({ errors }) => {
        if (errors.length === 0) worker = restart();
      }),
  };
  const builder = await context({
    stdin: { contents: ENTRY, resolveDir: process.cwd(), loader: "ts" },
    outfile: join(FOLDER, "index.js"),
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    logLevel: "error",
    plugins: [restartOnBuild],
  });
  await builder.rebuild();
  await builder.watch();
  return {
    async bindings() {
      return (await worker)?.miniflare.getBindings() ?? {};
    },
    async stop() {
      await builder.dispose();
      await (await worker)?.stop();
    },
  };
}
