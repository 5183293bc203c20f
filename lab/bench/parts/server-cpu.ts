import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { WORKER_BUNDLE } from "#bin/running/build.ts";
import type { WorkerBindings } from "#bin/running/worker.ts";
import { amount } from "#lab/bench/amount.ts";
import { bundleFile, cpuTime, memory, startRawWorkerd } from "#lab/bench/raw-workerd.ts";
import { ratio, table } from "#lab/bench/table.ts";

const BARE = `export default { fetch: () => new Response("<!doctype html><title>Bare</title>", { headers: { "Content-Type": "text/html" } }) };`;
const WARM_UP = amount(400, 2);
const REQUESTS = amount(2_000, 5);

type Figure = { cpu: number; time: number; memory: number };

/** Measures worker CPU and time of requests to the app, against a worker with a constant response. */
export async function benchServer(folder: string, bindings: WorkerBindings, cookie: string): Promise<void> {
  writeFileSync(join(folder, "bare.js"), BARE);
  const app = await startRawWorkerd(join(folder, "app"), bundleFile(WORKER_BUNDLE), bindings);
  const bare = await startRawWorkerd(join(folder, "bare"), join(folder, "bare.js"), {});
  try {
    const floor = await measure(bare.url, bare.pid);
    const form = await measure(`${app.url}/`, app.pid);
    const data = await measure(`${app.url}/_root.data`, app.pid);
    const missing = await measure(`${app.url}/nowhere`, app.pid);
    const admin = { Cookie: cookie };
    const services = await measure(`${app.url}/services`, app.pid, admin);
    const customers = await measure(`${app.url}/customers`, app.pid, admin);
    const dialog = await measure(`${app.url}/customers/new`, app.pid, admin);
    const row = (name: string, figure: Figure, hold: string) => [
      name,
      figure.cpu.toFixed(2),
      ratio(figure.cpu, floor.cpu, 1),
      figure.time.toFixed(2),
      figure.memory.toFixed(0),
      hold,
    ];
    table(
      `On the server, a request (${REQUESTS} each, one after another)`,
      ["", "CPU ms", "to bare", "time ms", "memory MB", "to hold: CPU ms"],
      [
        row("a bare worker", floor, ""),
        row("service form, page", form, "4"),
        row("service form, data", data, ""),
        row("404 page", missing, ""),
        row("services, 20 rows", services, "5"),
        row("customers, 35 rows", customers, "5"),
        row("customers, new", dialog, "5"),
      ],
    );
  } finally {
    await Promise.all([app.stop(), bare.stop()]);
  }
}

async function measure(url: string, pid: number, headers: Record<string, string> = {}): Promise<Figure> {
  const ask = async () => (await fetch(url, { headers })).arrayBuffer();
  for (let i = 0; i < WARM_UP; i++) await ask();
  const [cpu, start] = [cpuTime(pid), performance.now()];
  for (let i = 0; i < REQUESTS; i++) await ask();
  return {
    cpu: (cpuTime(pid) - cpu) / REQUESTS,
    time: (performance.now() - start) / REQUESTS,
    memory: memory(pid),
  };
}
