import { WORKER_BUNDLE } from "#bin/running/build.ts";
import { amount } from "#lab/bench/amount.ts";
import { buildBare } from "#lab/bench/bare-remix.ts";
import type { BenchBarn } from "#lab/bench/barns.ts";
import { bundleFile, cpuTime, startRawWorkerd } from "#lab/bench/raw-workerd.ts";
import { median, ratio, table } from "#lab/bench/table.ts";

/** How many fresh processes answer each page. */
const STARTS = amount(5, 1);

/**
 * What is measured of a fresh isolate: the start of its process, and requests together: the first, those while V8 still compiles, and
 * the next. Each with the most that it may take, as often as a bare worker.
 */
const START_LIMIT = 3.5;
const SPANS: [first: number, last: number, limit: number | undefined][] = [
  [1, 1, 3.3],
  [2, 5, undefined],
  [6, 20, 5],
];

const PAGES: [name: string, address: string][] = [
  ["service form", "/"],
  ["50 horses", "/horses"],
  ["100 bills", "/billing?view=all"],
];

type Fresh = { module: string; bindings: Record<string, string>; address: string };

/**
 * Measures the first requests of fresh isolates, each page beside a bare Remix worker. The two are started in turn, so that
 * other work on the machine meets both.
 */
export async function benchFirstRequests(folder: string, { bindings, cookie }: BenchBarn): Promise<void> {
  const bare = { module: await buildBare(), bindings: {}, address: "/" };
  const app = { module: bundleFile(WORKER_BUNDLE), bindings: bindings() };
  const workers: Fresh[] = [bare, ...PAGES.map(([, address]) => ({ ...app, address }))];
  const runs: number[][][] = workers.map(() => []);
  for (let i = 0; i < STARTS; i++) {
    for (const [n, worker] of workers.entries()) runs[n]?.push(await measureFresh(folder, worker, cookie));
  }
  const columns = ["start", ...SPANS.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`))];
  const limits = [START_LIMIT, ...SPANS.map(([, , limit]) => limit)];
  const [floor = [], ...pages] = runs.map((all) => columns.map((_, i) => median(all.map((run) => run[i] ?? 0))));
  table(
    `The first requests of a fresh isolate, CPU ms a request (medians of ${STARTS} processes)`,
    ["", ...columns.flatMap((column) => [column, "to bare"])],
    [
      ["Remix alone, 50 rows", ...floor.flatMap((cpu) => [cpu.toFixed(1), ""])],
      ...pages.map((figures, n) => [
        PAGES[n]?.[0] ?? "",
        ...figures.flatMap((cpu, i) => [cpu.toFixed(1), ratio(cpu, floor[i] ?? 0, limits[i])]),
      ]),
    ],
  );
}

/** CPU milliseconds of the start of the process, and of a request in each of `SPANS`. */
async function measureFresh(folder: string, { module, bindings, address }: Fresh, cookie: string): Promise<number[]> {
  const worker = await startRawWorkerd(folder, module, bindings);
  try {
    const figures = [cpuTime(worker.pid)];
    for (const [first, last] of SPANS) {
      const before = cpuTime(worker.pid);
      for (let i = first; i <= last; i++) {
        const response = await fetch(`${worker.url}${address}`, { headers: { Cookie: cookie }, redirect: "manual" });
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`${address} returned ${response.status}`);
      }
      figures.push((cpuTime(worker.pid) - before) / (last - first + 1));
    }
    return figures;
  } finally {
    await worker.stop();
  }
}
