import { join, resolve } from "node:path";
import { Miniflare, type MiniflareOptions } from "miniflare";
import { WORKER_BUNDLE } from "./build.ts";
import { dieWithUs } from "./child.ts";
import { withoutSignalHandlers } from "./signals.ts";
import { findSpawned } from "./spawned.ts";

/** The variables that the worker reads (README, 'Deploying it'). `LOCAL_ISSUER` is accepted on loopback only. */
export type WorkerBindings = {
  DATABASE_URL: string;
  DATABASE_AUTH_TOKEN: string;
  GOOGLE_CLIENT_ID: string;
  GOOGLE_CLIENT_SECRET: string;
  SESSION_SECRET: string;
  LOCAL_ISSUER?: string;
};

export type WorkerLog = { level: string; message: string };

export type WorkerOptions = {
  host: string;
  /** 0 takes any free one. */
  port: number;
  bindings: Partial<WorkerBindings>;
  /** What the worker writes to its console; by default it goes to stderr. */
  log?: (line: WorkerLog) => void;
  /** The folders of the worker and of the assets, if they are not those of `bin/build.ts`. */
  build?: { bundle: string; assets: string };
};

export type Worker = {
  url: string;
  /** For what a request cannot do: `miniflare.getWorker()` runs the schedule, for instance. */
  miniflare: Miniflare;
  /** The number of its workerd. */
  pid: number;
  /** Resolves when workerd has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Runs the bundle of `bin/build.ts` on workerd, as wrangler.toml says (bindings, Durable Objects, rate limits, assets
 * with their headers), with the text bindings given here.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const configuration = await configure(options);
  const { result, child } = await findSpawned("workerd", () =>
    withoutSignalHandlers(async () => {
      const miniflare = new Miniflare(configuration);
      try {
        return { miniflare, url: await miniflare.ready };
      } catch (error) {
        await miniflare.dispose();
        throw error;
      }
    }),
  );
  dieWithUs(child);
  return {
    url: result.url.origin,
    miniflare: result.miniflare,
    pid: child.pid ?? 0,
    ended: new Promise((resolve) => child.once("exit", () => resolve())),
    stop: () => result.miniflare.dispose(),
  };
}

async function configure({ host, port, bindings, log = toStderr, build }: WorkerOptions): Promise<MiniflareOptions> {
  process.env.WRANGLER_LOG ??= "warn";
  process.env.WRANGLER_SEND_METRICS = "false";
  const { unstable_getMiniflareWorkerOptions } = await withoutSignalHandlers(() => import("wrangler"));
  const { workerOptions } = unstable_getMiniflareWorkerOptions("wrangler.toml", undefined, {
    overrides: build ? { assets: { directory: build.assets } } : {},
  });
  const bundle = resolve(build?.bundle ?? WORKER_BUNDLE);
  return {
    ...workerOptions,
    bindings: { ...workerOptions.bindings, ...bindings },
    modulesRoot: bundle,
    modules: [{ type: "ESModule", path: join(bundle, "index.js") }],
    host,
    port,
    // Otherwise it asks the network where in the world this machine is.
    cf: false,
    logRequests: false,
    handleStructuredLogs: ({ level, message }: WorkerLog) => log({ level, message }),
  };
}

function toStderr({ message }: WorkerLog): void {
  process.stderr.write(`${message}\n`);
}
