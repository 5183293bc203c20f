import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { WORKER_BUNDLE } from "#bin/running/build.ts";
import type { WorkerBindings } from "#bin/running/worker.ts";
import { amount } from "#lab/bench/amount.ts";
import { bundleFile, cpuTime, startRawWorkerd } from "#lab/bench/raw-workerd.ts";
import { table } from "#lab/bench/table.ts";
import { addHorses } from "#lab/support/billing.ts";

const HORSES = amount(500, 20);
const ROUNDS = amount(12, 3);

/** Measures time and worker CPU of 'Bill 500 Horses': the dialog, and Confirm with every horse already billed and checked. */
export async function benchBilling(
  folder: string,
  barns: { bills: number; bindings: WorkerBindings }[],
  cookie: string,
): Promise<void> {
  const rows: string[][] = [];
  for (const { bills, bindings } of barns) {
    const client = createClient({ url: bindings.DATABASE_URL, authToken: bindings.DATABASE_AUTH_TOKEN });
    const tag = `Bench${Date.now()}`;
    const run = async (sql: string, args: (string | number)[] = []) =>
      (await client.execute({ sql, args })).rows.map((row) => ({ ...row }));
    await addHorses({ rows: run }, tag, HORSES);
    const app = await startRawWorkerd(join(folder, `billing-${bills}`), bundleFile(WORKER_BUNDLE), bindings);
    const address = `${app.url}/horses/bill?month=${monthOf(todayInNewYork(new Date()))}&q=${tag}`;
    const figures = { dialog: [] as number[][], confirm: [] as number[][] };
    const measure = async (into: number[][], ask: () => Promise<Response>) => {
      const [cpu, start] = [cpuTime(app.pid), performance.now()];
      const response = await ask();
      const text = await response.text();
      into.push([performance.now() - start, cpuTime(app.pid) - cpu]);
      return { status: response.status, text };
    };
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const { text } = await measure(figures.dialog, () => fetch(address, { headers: { Cookie: cookie } }));
        const fields = [
          ...text.matchAll(
            /<input type="(?:hidden|checkbox)" name="(idempotencyKey|fingerprint|optedIn)"[^>]* value="([^"]*)"/g,
          ),
        ];
        const body = new URLSearchParams(fields.map(([, name = "", value = ""]) => [name, value]));
        const headers = { Cookie: cookie, Origin: app.url };
        const { status } = await measure(figures.confirm, () =>
          fetch(address, { method: "POST", body, headers, redirect: "manual" }),
        );
        if (status !== 303) throw new Error(`Confirm returned ${status}`);
      }
    } finally {
      await app.stop();
      // Other benchmarks measure the horses of the demo barn only.
      await run("update horses set deleted_at = updated_at where name like ?", [`${tag}%`]);
      client.close();
    }
    const size = bills.toLocaleString("en-US");
    rows.push(
      [`dialog, ${size} bills`, ...medians(figures.dialog)],
      [`Confirm, ${size} bills`, ...medians(figures.confirm)],
    );
  }
  table(`Billing ${HORSES} horses (the median of ${ROUNDS} rounds)`, ["", "time ms", "CPU ms"], rows);
}

/** Returns the median of the time, and the mean of the CPU, which Linux counts in steps of 10 ms. Skips two warm-up rounds. */
function medians(figures: number[][]): string[] {
  const warm = figures.slice(2);
  const times = warm.map(([time = 0]) => time).sort((a, b) => a - b);
  const cpu = warm.reduce((sum, [, each = 0]) => sum + each, 0) / warm.length;
  return [(times[times.length >> 1] ?? 0).toFixed(1), cpu.toFixed(1)];
}
