import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Miniflare, type MiniflareOptions, type WorkerOptions as MiniflareWorkerOptions } from "miniflare";
import { dieWithUs, findSpawned } from "#bin/process/child.ts";
import { withoutSignalHandlers } from "#bin/process/lifecycle.ts";
import { WORKER_BUNDLE, WORKER_OPTIONS } from "./build.ts";

/** The variables that the worker reads (docs/operating.md, '4. Deploy'). Those of `LOCAL_VARIABLES` are accepted on loopback only. */
export type WorkerBindings = {
  DATABASE_URL: string;
  DATABASE_AUTH_TOKEN: string;
  GOOGLE_CLIENT_ID: string;
  GOOGLE_CLIENT_SECRET: string;
  SESSION_SECRET: string;
  LOCAL_ISSUER?: string;
  FIRST_ADMIN_CODE?: string;
  HEARTBEAT_MS?: string;
  DATABASE_LIMIT_MS?: string;
  HSTS_SUBDOMAINS?: string;
  MAIL_URL?: string;
  MAIL_KEY?: string;
  MAIL_FROM?: string;
  APP_URL?: string;
};

export type WorkerLog = { level: string; message: string };

export type WorkerOptions = {
  host: string;
  /** 0 takes any free one. */
  port: number;
  bindings: Partial<WorkerBindings>;
  /** What the worker writes to its console; by default it goes to stderr. */
  log?: (line: WorkerLog) => void;
  /** What to serve, if not what `bin/running/build.ts` has made. */
  build?: WorkerBuild;
  /** What replaces some of the rate limits of wrangler.toml: how many requests a minute. */
  rateLimits?: RateLimits;
  /** What replaces some of the options of the queues' consumers. */
  queues?: QueueOptions;
};

/** Of each consumer: how often a failed message is delivered again, and after how many seconds. */
export type QueueOptions = { maxRetries?: number; retryDelay?: number; maxBatchTimeout?: number };

export type RateLimits = { readonly [binding: string]: number };

type WorkerBuild = {
  /** The folder of the worker's `index.js`. */
  bundle: string;
  /** The folder of the files that are served as they are. */
  assets: string;
  /** What wrangler.toml says: see `readWorkerOptions`. */
  options: MiniflareWorkerOptions;
};

export type Worker = {
  url: string;
  /** For what a request cannot do: `miniflare.getWorker()` runs the schedule, for instance. */
  miniflare: Miniflare;
  /** The process id of its workerd. */
  pid: number;
  /** Resolves when workerd has ended: stopped, killed or crashed. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Runs the bundle of `bin/running/build.ts` on workerd, as wrangler.toml says (bindings, Durable Objects, queues, rate limits, assets
 * with their headers), with the text bindings given here.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const configuration = configure(options);
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

function configure(worker: WorkerOptions): MiniflareOptions {
  const { host, port, bindings, log = toStderr, build = production(), rateLimits = {}, queues = {} } = worker;
  const { options, assets } = build;
  const bundle = resolve(build.bundle);
  return {
    ...options,
    ...(options.assets && { assets: { ...options.assets, directory: resolve(assets) } }),
    bindings: { ...options.bindings, APP_URL: `http://${host}:${port}`, ...bindings },
    ratelimits: withLimits(options.ratelimits, rateLimits),
    queueConsumers: withOptions(options.queueConsumers, queues),
    modulesRoot: bundle,
    modules: [{ type: "ESModule", path: join(bundle, "index.js") }],
    host,
    port,
    // Otherwise Miniflare asks the network where this machine is.
    cf: false,
    logRequests: false,
    handleStructuredLogs: ({ level, message }: WorkerLog) => log({ level, message }),
  };
}

type Limiters = Record<string, { simple: { limit: number; period: number } }>;

const withLimits = (limiters: object | undefined, limits: RateLimits) =>
  Object.fromEntries(
    Object.entries((limiters ?? {}) as Limiters).map(([name, { simple, ...each }]) => [
      name,
      { ...each, simple: { ...simple, limit: limits[name] ?? simple.limit } },
    ]),
  );

const withOptions = (consumers: object | undefined, queues: QueueOptions) =>
  Object.fromEntries(
    Object.entries((consumers ?? {}) as Record<string, QueueOptions>).map(([name, each]) => [
      name,
      { ...each, ...queues },
    ]),
  );

function production(): WorkerBuild {
  const options = JSON.parse(readFileSync(WORKER_OPTIONS, "utf8")) as MiniflareWorkerOptions;
  return { bundle: WORKER_BUNDLE, assets: "build/client", options };
}

/** workerd's own line about a client that has gone: 'kj/async-io-unix.c++:186: disconnected: ::writev(fd, …): Broken pipe'. */
export const isDroppedClient = ({ message }: WorkerLog) => /\.c\+\+:\d+: disconnected: /.test(message);

/** Prints a line; lines about clients that have gone only with DEBUG. */
export function toStderr(line: WorkerLog): void {
  if (process.env.DEBUG || !isDroppedClient(line)) process.stderr.write(`${line.message}\n`);
}
