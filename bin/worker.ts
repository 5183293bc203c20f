import type { ChildProcess } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { Miniflare, type MiniflareOptions } from "miniflare";
import { WORKER_BUNDLE } from "./build.ts";
import { dieWithUs } from "./child.ts";
import { withoutSignalHandlers } from "./signals.ts";
import { findSpawned } from "./spawned.ts";

/** The settings of design section 2, as the worker reads them; `LOCAL_ISSUER` exists on loopback only. */
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
  /** Where the bundle lies. */
  bundle?: string;
};

export type Worker = {
  url: string;
  /** For what a request cannot do: `miniflare.getWorker()` runs the schedule, for instance. */
  miniflare: Miniflare;
  /** The number of the workerd that serves now. */
  pid: number;
  /** Resolves when workerd has ended, unless `reload` replaced it. */
  ended: Promise<void>;
  /** Serves the bundle as it is now. Whoever is connected is cut off. */
  reload(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Runs the bundle of `bin/build.ts` on workerd, as wrangler.toml says (bindings, Durable Objects, rate limits, assets
 * with their headers), with the text bindings given here.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const configuration = await configure(options);
  let gone = () => {};
  const ended = new Promise<void>((resolve) => {
    gone = resolve;
  });
  let workerd: ChildProcess | undefined;
  function watch(next: ChildProcess) {
    workerd = next;
    dieWithUs(next);
    next.once("exit", () => {
      if (workerd === next) gone();
    });
  }

  let miniflare: Miniflare | undefined;
  const { result: url, child } = await findSpawned("workerd", () => {
    return withoutSignalHandlers(() => {
      miniflare = new Miniflare(configuration());
      return miniflare.ready;
    });
  });
  if (!miniflare) throw new TypeError("Miniflare was started");
  const started = miniflare;
  watch(child);
  return {
    url: url.origin,
    miniflare: started,
    get pid() {
      return workerd?.pid ?? 0;
    },
    ended,
    async reload() {
      workerd = undefined;
      const { child } = await findSpawned("workerd", () => started.setOptions(configuration()));
      watch(child);
    },
    stop: () => started.dispose(),
  };
}

/** Miniflare's options, to be read again at each reload: the bundle may have changed. */
async function configure({ host, port, bindings, log = toStderr, bundle = WORKER_BUNDLE }: WorkerOptions) {
  process.env.WRANGLER_LOG ??= "warn";
  process.env.WRANGLER_SEND_METRICS = "false";
  const { unstable_getMiniflareWorkerOptions } = await withoutSignalHandlers(() => import("wrangler"));
  const { workerOptions } = unstable_getMiniflareWorkerOptions("wrangler.toml");
  return (): MiniflareOptions => ({
    ...workerOptions,
    bindings: { ...workerOptions.bindings, ...bindings },
    modulesRoot: resolve(bundle),
    modules: readdirSync(bundle)
      .filter((name) => name.endsWith(".js"))
      .sort((a, b) => Number(isEntry(b)) - Number(isEntry(a)))
      .map((name) => ({ type: "ESModule", path: join(resolve(bundle), name) })),
    host,
    port,
    // Otherwise it asks the network where in the world this machine is.
    cf: false,
    logRequests: false,
    handleStructuredLogs: ({ level, message }: WorkerLog) => log({ level, message }),
  });
}

const isEntry = (name: string) => name === "entry.worker.js";

function toStderr({ message }: WorkerLog): void {
  process.stderr.write(`${message}\n`);
}
