import { resolve } from "node:path";
import { WORKER_BUNDLE } from "#bin/running/build.ts";
import type { WorkerBindings } from "#bin/running/worker.ts";
import { ADDRESSES } from "#lab/bench/addresses.ts";
import { bundleFile, type RawWorkerd, startRawWorkerd } from "#lab/bench/raw-workerd.ts";
import { table } from "#lab/bench/table.ts";
import { type HranaProxy, startHranaProxy } from "#lab/support/hrana-proxy.ts";
import { measure } from "./lists.ts";

/** These read all bills that they are about: see export.ts. In the barn of a million bills, all are pending. */
const UNLIMITED: string[] = ["/billing/export", "/billing/check"];

/** The screens and dialogs, and some lists elsewhere than at their first page. */
const PAGES = [
  ...ADDRESSES.filter((address) => !UNLIMITED.includes(address)),
  "/billing?view=all&last=",
  "/billing?sort=customer",
  "/billing?q=bella",
  "/billing?q=long+island",
  "/billing?q=bella+boarding",
  "/billing?q=long+island+boarding",
  "/billing?q=florida+island",
  "/payroll?view=all&last=",
];

type App = { worker: RawWorkerd; proxy: HranaProxy };

/** Measures the rows that the database reads for every page, as the database counts them, and the worker CPU. */
export async function benchRowsRead(
  folder: string,
  barns: { bills: number; bindings: WorkerBindings }[],
  cookie: string,
): Promise<void> {
  const headers = { Cookie: cookie };
  const apps: App[] = [];
  for (const { bills, bindings } of barns) {
    const proxy = await startHranaProxy(bindings.DATABASE_URL);
    const throughProxy = { ...bindings, DATABASE_URL: proxy.url };
    const worker = await startRawWorkerd(resolve(folder, `rows-${bills}`), bundleFile(WORKER_BUNDLE), throughProxy);
    apps.push({ worker, proxy });
  }
  try {
    const rows: string[][] = [];
    for (const address of PAGES) {
      const figures = [];
      for (const { worker, proxy } of apps) {
        const { cpu } = await measure(worker, address, headers);
        proxy.rowsRead.requests = [];
        await (await fetch(`${worker.url}${address}`, { headers })).text();
        const read = proxy.rowsRead.requests.reduce((sum, each) => sum + each, 0);
        figures.push(read.toLocaleString("en-US"), cpu.toFixed(1));
      }
      rows.push([address, ...figures]);
    }
    const sizes = barns.map(({ bills }) => bills.toLocaleString("en-US"));
    table(
      `Rows read for a page, of ${sizes.join(" and of ")} bills (to hold: 700 for a default view; others in proportion to what they consider)`,
      ["", ...sizes.flatMap((size) => [`${size}: rows`, "CPU ms"])],
      rows,
    );
  } finally {
    for (const { worker, proxy } of apps) await Promise.all([worker.stop(), proxy.stop()]);
  }
}
