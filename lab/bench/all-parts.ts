import { join } from "node:path";
import { startSqld } from "#bin/database/sqld.ts";
import { findFreePort } from "#bin/running/ports.ts";
import { amount } from "./amount.ts";
import { openBenchBarn, serveBenchBarn } from "./barns.ts";
import { benchBilling } from "./parts/billing.ts";
import { benchInteractions, benchVitals } from "./parts/browser-vitals.ts";
import { benchBytes } from "./parts/client-bytes.ts";
import { benchExport } from "./parts/export.ts";
import { benchFar } from "./parts/far.ts";
import { benchFirstRequests } from "./parts/first-requests.ts";
import { benchLists } from "./parts/lists.ts";
import { benchLive } from "./parts/live.ts";
import { benchSchema } from "./parts/schema.ts";
import { benchServer } from "./parts/server-cpu.ts";
import type { BenchPart } from "./parts.ts";

/** How many bills the small barn has at least, and the large one. */
const FEW = 1_000;
const MANY = amount(1_000_000, 3_000);

/**
 * The parts of the bench by name, in the order in which they run. A barn or server that several parts use is started by the first
 * of them. `largeDir` has the barn of a million bills.
 */
export function benchParts(folder: string, largeDir: string): Record<string, BenchPart> {
  const small = once(() => openBenchBarn(join(folder, "data"), FEW));
  const large = once(() => openBenchBarn(largeDir, MANY));
  const app = once(async () => serveBenchBarn(await small()));
  const sizes = async () => [await small(), await large()];
  return {
    schema: async () => {
      const empty = await startSqld({ dataDir: join(folder, "empty"), port: await findFreePort() });
      await benchSchema(await small(), empty);
    },
    first: async () => benchFirstRequests(folder, await small()),
    far: async () => benchFar(await app()),
    server: async () => benchServer(folder, await small()),
    bytes: async () => benchBytes(await app()),
    vitals: async () => benchVitals(await app()),
    interactions: async () => benchInteractions(await app()),
    live: async () => benchLive(folder, await app()),
    lists: async () => benchLists(folder, await sizes()),
    billing: async () => benchBilling(folder, await sizes()),
    export: async () => benchExport(folder, await small(), await large()),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
