import { openDemoBarn } from "#bin/running/demo-barn.ts";
import { LOOPBACK } from "#bin/running/ports.ts";
import { startWorker } from "#bin/running/worker.ts";
import { seedBarn } from "#db/seed/seed.ts";
import { startHranaProxy } from "#lab/support/hrana-proxy.ts";

export type BenchBarn = Awaited<ReturnType<typeof openBenchBarn>>;

/** The app as browsers use it, and the way between it and its database. */
export type BenchApp = Awaited<ReturnType<typeof serveBenchBarn>>;

/** A demo barn with that many bills, and the cookie of an admin. */
export async function openBenchBarn(dataDir: string, bills: number) {
  const { sqld, rows, bindings, cookieOf } = await openDemoBarn(dataDir, (database) =>
    seedBarn({ ...database, bills }),
  );
  return { dataDir, bills, sqld, rows, bindings, cookie: await cookieOf() };
}

/** Runs the app on a barn, with its assets. */
export async function serveBenchBarn(barn: BenchBarn) {
  const proxy = await startHranaProxy(barn.sqld.url);
  const { url } = await startWorker({ host: LOOPBACK, port: 0, bindings: barn.bindings(proxy.url), log: () => {} });
  return { url, proxy, barn };
}
