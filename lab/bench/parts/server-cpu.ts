import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { amount } from "#lab/bench/amount.ts";
import type { BenchBarn } from "#lab/bench/barns.ts";
import { measureRequests } from "#lab/bench/measure.ts";
import { startRawApp, startRawWorkerd } from "#lab/bench/raw-workerd.ts";
import { held, ratio, table } from "#lab/bench/table.ts";

const CONSTANT = `export default { fetch: () => new Response("<!doctype html><title>Bare</title>", { headers: { "Content-Type": "text/html" } }) };`;
const WARM_UP = amount(400, 2);
const REQUESTS = amount(400, 5);

/** The pages with a limit, in CPU milliseconds; the form is a visitor's. */
const PAGES: [name: string, address: string, limit: number][] = [
  ["service form", "/", 4],
  ["services, 20 rows", "/services", 5],
  ["customers, 35 rows", "/customers", 5],
  ["customers, new", "/customers/new", 5],
];

/** Measures the worker's CPU of a request, against a worker with a constant response. */
export async function benchServer(folder: string, { bindings, cookie }: BenchBarn): Promise<void> {
  const constant = join(folder, "constant.js");
  writeFileSync(constant, CONSTANT);
  const app = await startRawApp(folder, bindings());
  const bare = await startRawWorkerd(folder, constant, {});
  const load = { warmUp: WARM_UP, requests: REQUESTS };
  try {
    const floor = await measureRequests(bare, "/", load);
    const rows = [["a worker with a constant response", floor.cpu.toFixed(2), ""]];
    for (const [name, address, limit] of PAGES) {
      const { cpu } = await measureRequests(app, address, address === "/" ? load : { ...load, cookie });
      rows.push([name, held(cpu, limit, 2), ratio(cpu, floor.cpu)]);
    }
    table(`The CPU of a request (${REQUESTS} each, one after another)`, ["", "CPU ms", "to constant"], rows);
  } finally {
    await Promise.all([app.stop(), bare.stop()]);
  }
}
