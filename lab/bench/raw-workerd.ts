import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createConnection } from "node:net";
import { join, resolve } from "node:path";
import { startChild } from "#bin/process/child.ts";
import { until } from "#bin/process/until.ts";
import { WORKER_BUNDLE } from "#bin/running/build.ts";
import { findFreePort, LOOPBACK } from "#bin/running/ports.ts";
import { WAIT_MS } from "./amount.ts";

/** The path of the workerd binary. The command of the package is a script that starts it. */
const { default: binary } = createRequire(import.meta.url)("workerd") as { default: string };

export type RawWorkerd = { url: string; pid: number; stop(): Promise<void> };

/**
 * Runs one module on workerd without Miniflare and without assets, so that only the worker is measured. `heap` limits its heap,
 * in MB: without a limit, V8 uses the whole machine before it collects garbage, while Cloudflare gives a worker 128 MB.
 */
export async function startRawWorkerd(
  parent: string,
  module: string,
  bindings: Record<string, string>,
  { heap }: { heap?: number } = {},
): Promise<RawWorkerd> {
  const folder = mkdtempSync(join(parent, "workerd-"));
  const port = await findFreePort();
  // workerd crashes if a Durable Object sets an alarm without storage on disk.
  mkdirSync(join(folder, "storage"), { recursive: true });
  const text = (value: string) => JSON.stringify(value);
  // Only the app has bindings and the Durable Object.
  const isApp = Object.keys(bindings).length > 0;
  writeFileSync(join(folder, "worker.js"), readFileSync(module));
  writeFileSync(
    join(folder, "workerd.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "disk", disk = (path = ${text(resolve(folder, "storage"))}, writable = true)),
    (name = "internet", network = (allow = ["public", "private", "local"]))
  ],
  v8Flags = [${heap ? text(`--max-heap-size=${heap}`) : ""}],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  bindings = [${Object.entries(bindings)
    .map(([name, value]) => `(name = ${text(name)}, text = ${text(value)})`)
    .concat(
      isApp
        ? [
            '(name = "LIVE", durableObjectNamespace = "LiveHub")',
            `(name = "VERSION", json = ${text('{"id":"bench"}')})`,
          ]
        : [],
    )
    .join(", ")}],
  durableObjectNamespaces = [${isApp ? '(className = "LiveHub", uniqueKey = "live", enableSql = true)' : ""}],
  durableObjectStorage = (localDisk = "disk"),
  compatibilityDate = "2026-04-20",
  compatibilityFlags = ["nodejs_compat", "enable_request_signal"]
);
`,
  );
  const child = startChild(binary, ["serve", join(folder, "workerd.capnp")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await until(async () => child.isGone() || (await isListening(port)), { patienceMs: WAIT_MS });
  if (child.isGone()) throw new Error("workerd does not listen");
  return { url: `http://${LOOPBACK}:${port}`, pid: child.process.pid ?? 0, stop: child.stop };
}

/** Whether a server accepts connections. It gets no request, so that the first one is still to come. */
async function isListening(port: number): Promise<boolean> {
  const socket = createConnection(port, LOOPBACK);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Returns the CPU time of a process's threads in milliseconds, to the microsecond. Linux only. */
export function cpuTime(pid: number): number {
  const times = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    return Number(nanoseconds);
  });
  return times.reduce((sum, time) => sum + time, 0) / 1_000_000;
}

/** Returns the resident memory of a process in megabytes. Linux only. */
export function memory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(status.match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1_024;
}

/** Runs the app on workerd. */
export const startRawApp = (folder: string, bindings: Record<string, string>, options?: { heap: number }) =>
  startRawWorkerd(folder, bundleFile(WORKER_BUNDLE), bindings, options);

/** Returns the path of the bundle in a folder, which `wrangler deploy` uploads. */
export function bundleFile(folder: string): string {
  const name = readdirSync(folder).find((each) => each.endsWith(".js"));
  if (!name) throw new Error(`No bundle in ${folder}`);
  return join(folder, name);
}
