import { resolve } from "node:path";
import { WORKER_BUNDLE } from "#bin/running/build.ts";
import type { WorkerBindings } from "#bin/running/worker.ts";
import { amount } from "#lab/bench/amount.ts";
import { buildBare } from "#lab/bench/bare-remix.ts";
import { bundleFile, startRawWorkerd, threadTime } from "#lab/bench/raw-workerd.ts";
import { ratio, table } from "#lab/bench/table.ts";

/** How many fresh processes answer each page. */
const STARTS = amount(15, 1);

/** The requests of a fresh isolate that are measured together: the first, those while V8 still compiles, and the next. */
const SPANS: [first: number, last: number][] = [
  [1, 1],
  [2, 5],
  [6, 20],
];

const PAGES: [name: string, address: string][] = [
  ["service form", "/"],
  ["50 horses", "/horses"],
  ["100 bills", "/billing?view=all"],
];

type Worker = { folder: string; module: string; bindings: Record<string, string>; address: string; cookie: string };

/** CPU milliseconds of the start of the process, and of a request in each of `SPANS`. */
type Figure = number[];

/**
 * Measures the first requests of fresh isolates, each page beside a bare Remix worker. The two are started in turn, so that
 * other work on the machine meets both.
 */
export async function benchFirstRequests(folder: string, bindings: WorkerBindings, cookie: string): Promise<void> {
  const bare = { folder: resolve(folder, "first-bare"), module: await buildBare(), bindings: {}, address: "/", cookie };
  const app = { folder: resolve(folder, "first-app"), module: bundleFile(WORKER_BUNDLE), bindings, cookie };
  const figures = [bare, ...PAGES.map(([, address]) => ({ ...app, address }))].map((worker) => ({
    worker,
    runs: [] as Figure[],
  }));
  for (let i = 0; i < STARTS; i++) {
    for (const { worker, runs } of figures) runs.push(await measureFresh(worker));
  }
  const columns = ["start", ...SPANS.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`))];
  const medians = figures.map(({ runs }) => columns.map((_, i) => median(runs.map((run) => run[i] ?? 0))));
  const floor = medians[0] ?? [];
  table(
    `The first requests of a fresh isolate, CPU ms a request (medians of ${STARTS} processes; to hold: request 1 within 4 x)`,
    ["", ...columns.flatMap((column) => [column, "to bare"])],
    ["Remix alone, 50 rows", ...PAGES.map(([name]) => name)].map((name, i) => [
      name,
      ...(medians[i] ?? []).flatMap((cpu, column) => [cpu.toFixed(1), ratio(cpu, floor[column] ?? 0)]),
    ]),
  );
}

async function measureFresh({ folder, module, bindings, address, cookie }: Worker): Promise<Figure> {
  const worker = await startRawWorkerd(folder, module, bindings);
  try {
    const figure: Figure = [threadTime(worker.pid)];
    for (const [first, last] of SPANS) {
      const before = threadTime(worker.pid);
      for (let i = first; i <= last; i++) {
        const response = await fetch(`${worker.url}${address}`, { headers: { Cookie: cookie }, redirect: "manual" });
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`${address} returned ${response.status}`);
      }
      figure.push((threadTime(worker.pid) - before) / (last - first + 1));
    }
    return figure;
  } finally {
    await worker.stop();
  }
}

const median = (figures: number[]) => figures.sort((a, b) => a - b)[figures.length >> 1] ?? 0;
