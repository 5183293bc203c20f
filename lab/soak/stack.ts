import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@libsql/client/web";
import type { User } from "#app/auth/session.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { type Sqld, startSqld } from "#bin/database/sqld.ts";
import { migrateDatabase } from "#bin/migrate.ts";
import { findFreePort, LOOPBACK } from "#bin/running/ports.ts";
import { sessionCookie } from "#bin/running/session-cookie.ts";
import { startWorker, type WorkerLog } from "#bin/running/worker.ts";
import { seedBarn } from "#db/seed/seed.ts";
import { startHranaProxy } from "#lab/support/hrana-proxy.ts";

const SECRET = "a secret of the soak, long enough for the worker";

export type StackRows = (sql: string, args?: (string | number)[]) => Promise<Record<string, unknown>[]>;
export type Stack = Awaited<ReturnType<typeof startStack>>;

/** The demo barn on sqld, a proxy that makes trouble, and the worker, each of which can be killed and started again. */
export async function startStack(folder: string) {
  const dataDir = join(folder, "data");
  const port = await findFreePort();
  const server = await keepServing(() => startSqld({ dataDir, port, hasManyWriters: true }));
  const { sqld } = server;
  await migrateDatabase(sqld);
  await seedBarn({ ...sqld, today: todayInNewYork(new Date()) });
  const proxy = await startHranaProxy(sqld.url);
  const client = createClient({ url: sqld.url, authToken: sqld.authToken });
  const log: WorkerLog[] = [];
  const run = (at: number) =>
    startWorker({
      host: LOOPBACK,
      port: at,
      bindings: bindingsOf(proxy.url, sqld.authToken),
      log: (line) => void log.push(line),
    });
  let worker = await run(await findFreePort());
  const { url } = worker;
  const rows: StackRows = async (sql, args = []) => {
    const { rows: found } = await whenNotBusy(() => client.execute({ sql, args }));
    return found.map((row) => ({ ...row }));
  };
  return {
    url,
    proxy,
    log,
    rows,
    cookieOf: (user: User) => sessionCookie(rows, SECRET, user),
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
      client.close();
      await worker.stop();
      await proxy.stop();
      await server.stop();
    },
  };
}

/** Starts sqld again whenever it ends, as an operator would with `npm start`. It ends by itself after a full disk. */
async function keepServing(start: () => Promise<Sqld>) {
  let sqld = await start();
  let isStopping = false;
  let started = Promise.resolve();
  const startAgain = async (): Promise<void> => {
    for (;;) {
      try {
        sqld = await start();
        return watch();
      } catch {
        await sleep(250); // The disk is still full.
      }
    }
  };
  const watch = () =>
    void sqld.ended.then(() => {
      if (!isStopping) started = startAgain();
    });
  watch();
  return {
    sqld,
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
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(1_000)) {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
    if (answer?.ok) return true;
  }
  return false;
}

const BUSY_MS = 20_000;

/** Repeats a read while sqld refuses it with 429: the requests that a fault has held up fill its queue. */
async function whenNotBusy<Result>(read: () => Promise<Result>): Promise<Result> {
  for (const end = Date.now() + BUSY_MS; ; await sleep(250)) {
    try {
      return await read();
    } catch (error) {
      if (Date.now() > end || !String(error).includes("status 429")) throw error;
    }
  }
}

function bindingsOf(databaseUrl: string, authToken: string) {
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_AUTH_TOKEN: authToken,
    GOOGLE_CLIENT_ID: "hayloft",
    GOOGLE_CLIENT_SECRET: "hayloft",
    SESSION_SECRET: SECRET,
    LOCAL_ISSUER: `http://${LOOPBACK}:9`,
  };
}
