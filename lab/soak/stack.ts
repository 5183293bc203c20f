import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { User } from "#app/auth/session.ts";
import { type Sqld, startSqld } from "#bin/database/sqld.ts";
import { until } from "#bin/process/until.ts";
import { openDemoBarn } from "#bin/running/demo-barn.ts";
import { findFreePort, LOOPBACK } from "#bin/running/ports.ts";
import { startWorker, type WorkerLog } from "#bin/running/worker.ts";
import { seedBarn } from "#db/seed/seed.ts";
import { startHranaProxy } from "#lab/support/hrana-proxy.ts";
import type { Rows } from "#lab/support/rows.ts";

export type Stack = Awaited<ReturnType<typeof startStack>>;

/** The demo barn on sqld, a proxy that makes trouble, and the worker, each of which can be killed and started again. */
export async function startStack(folder: string) {
  const dataDir = join(folder, "data");
  const barn = await openDemoBarn(dataDir, seedBarn, { hasManyWriters: true });
  const port = Number(new URL(barn.sqld.url).port);
  const server = keepServing(barn.sqld, () => startSqld({ dataDir, port, hasManyWriters: true }));
  const proxy = await startHranaProxy(barn.sqld.url);
  const log: WorkerLog[] = [];
  const run = (at: number) =>
    startWorker({
      host: LOOPBACK,
      port: at,
      bindings: barn.bindings(proxy.url),
      log: (line) => void log.push(line),
    });
  let worker = await run(await findFreePort());
  const { url } = worker;
  const rows: Rows = (sql, args) => whenNotBusy(() => barn.rows(sql, args));
  return {
    url,
    proxy,
    log,
    rows,
    cookieOf: (user: User) => barn.cookieOf(user),
    killDatabase: () => server.signal("SIGKILL"),
    async pauseDatabase(milliseconds: number) {
      await server.signal("SIGSTOP");
      await sleep(milliseconds);
      await server.signal("SIGCONT");
    },
    async killWorker() {
      process.kill(worker.pid, "SIGKILL");
      await worker.ended;
      await worker.stop();
      worker = await run(Number(new URL(url).port));
    },
    async stop() {
      await worker.stop();
      await proxy.stop();
      await server.stop();
    },
  };
}

/** Starts sqld again whenever it ends, as an operator would with `npm start`. It ends by itself after a full disk. */
function keepServing(first: Sqld, start: () => Promise<Sqld>) {
  let sqld = first;
  let isStopping = false;
  let started = Promise.resolve();
  const startAgain = async (): Promise<void> => {
    // It does not start while the disk is full.
    const found = await until(() => start().catch(() => null), { patienceMs: Number.POSITIVE_INFINITY, pauseMs: 250 });
    sqld = found ?? sqld;
    watch();
  };
  const watch = () =>
    void sqld.ended.then(() => {
      if (!isStopping) started = startAgain();
    });
  watch();
  return {
    /** Sends a signal, and waits for the next server if that ends this one. */
    async signal(name: "SIGKILL" | "SIGSTOP" | "SIGCONT") {
      await started;
      process.kill(sqld.pid, name);
      if (name === "SIGKILL") await sqld.ended;
      await started;
    },
    async stop() {
      isStopping = true;
      await sqld.stop();
    },
  };
}

/** Waits until the worker and the database answer. Returns false if they do not in time. */
export async function isServingWithin(milliseconds: number, { url }: Stack): Promise<boolean> {
  // `/health` may be asked 60 times a minute.
  const answer = () => fetch(`${url}/health`, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  return (await until(async () => (await answer())?.ok, { patienceMs: milliseconds, pauseMs: 1_000 })) === true;
}

const BUSY_MS = 20_000;

/** Repeats a read while sqld refuses it with 429: the requests that a fault has held up fill its queue. */
async function whenNotBusy<Result>(read: () => Promise<Result>): Promise<Result> {
  const tryToRead = () =>
    read().catch((error) => {
      if (!String(error).includes("status 429")) throw error;
      return null;
    });
  return (await until(tryToRead, { patienceMs: BUSY_MS, pauseMs: 250 })) ?? read();
}
