import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { createClient } from "@libsql/client/web";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { WORKER_BUNDLE } from "#bin/running/build.ts";
import type { WorkerBindings } from "#bin/running/worker.ts";
import { splitIntoParts } from "#db/queries/exports/stored-exports.ts";
import { amount, WAIT_MS } from "#lab/bench/amount.ts";
import { bundleFile, cpuTime, memory, type RawWorkerd, startRawWorkerd } from "#lab/bench/raw-workerd.ts";
import { ratio, table } from "#lab/bench/table.ts";
import { exportFieldsOf } from "#lab/support/exports.ts";

const ID = "00000000-0000-4000-8000-000000000000";
const BILLS = amount(20_000, 200);
const RUNS = amount(3, 1);

const JOIN = `from bill_items b join horses h on h.id = b.horse_id left join customers c on c.id = b.customer_id join services s on s.id = b.service_id`;
const US_DATE = (date: string) =>
  `substr(${date}, 6, 2) || '/' || substr(${date}, 9, 2) || '/' || substr(${date}, 1, 4)`;
/** The columns of the file, for the sqlite3 command. */
const COLUMNS = [
  "b.seq",
  US_DATE("b.date"),
  US_DATE("date(b.date, '+15 days')"),
  "'Net 15'",
  "coalesce(c.name, 'Unknown')",
  US_DATE("b.date"),
  "s.product_service_name",
  "s.product_service_name || ' for ' || h.name || '-' || substr(b.date, 6, 2)",
  "b.quantity",
  "format('%.2f', b.value / 100.0)",
  "upper(replace(b.location, '-', ' '))",
  "format('%.2f', b.quantity * b.value / 100.0)",
];
const IN_ORDER = "order by h.name collate nocase, c.name collate nocase, b.horse_id, b.customer_id, b.date, b.seq";

/** Measures the download of a large export against the sqlite3 command with the same join, and the time to export many bills. */
export async function benchExport(
  folder: string,
  small: WorkerBindings,
  { dataDir, ...large }: WorkerBindings & { dataDir: string },
  cookie: string,
): Promise<void> {
  const lines = await insertExportOfAll(large);
  const app = await startRawWorkerd(resolve(folder, "export-large"), bundleFile(WORKER_BUNDLE), large, { heap: 64 });
  try {
    const rows: string[][] = [];
    const tool = await timeOfTool(dataDir, "");
    const ordered = await timeOfTool(dataDir, IN_ORDER);
    const file = await download(app, cookie);
    const toTool = (time: number) => ratio(time, tool ?? 0);
    if (tool && ordered) {
      rows.push(["sqlite3 -csv", tool.toFixed(0), "1.00 x", "", "", "", ""]);
      rows.push(["sqlite3 -csv, in the order of the file", ordered.toFixed(0), toTool(ordered), "", "", "", ""]);
    } else process.stdout.write("\nThere is no sqlite3 on the PATH to compare with.\n");
    const megabytes = (file.bytes / 1e6).toFixed(0);
    const grown = `${file.before.toFixed(0)} to ${file.peak.toFixed(0)}`;
    rows.push(["the file", file.time.toFixed(0), toTool(file.time), file.cpu.toFixed(0), grown, megabytes, "1.4 x"]);
    const count = lines.toLocaleString("en-US");
    const title = `A file of ${count} lines (the fastest of ${RUNS})`;
    table(title, ["", "ms", "to sqlite3", "CPU ms", "memory MB", "MB", "to hold"], rows);
  } finally {
    await app.stop();
  }
  await benchMaking(folder, small, cookie);
}

/** Inserts an export with lines of all bills, unless it exists, and leaves the bills pending. Returns the number of lines. */
async function insertExportOfAll({ DATABASE_URL, DATABASE_AUTH_TOKEN }: WorkerBindings): Promise<number> {
  const client = createClient({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN });
  try {
    const { rows } = await client.execute({ sql: "select bill_count from exports where id = ?", args: [ID] });
    if (rows[0]) return Number(rows[0].bill_count);
    const { sql, params } = new SQLiteSyncDialect({ casing: "snake_case" }).sqlToQuery(splitIntoParts(ID));
    await client.batch(
      [
        `insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total)
          select '${ID}', '2026-01-01', '2026-01-01', 'bench', 'quantity-x-value', 1, 1, count(*), sum(value) from bill_items`,
        `insert into export_lines (export_id, position, bill_item_id, invoice_number, invoice_date, due_date, terms, customer,
            service_date, item, item_description, item_quantity, item_rate, class, item_amount)
          select '${ID}', row_number() over (${IN_ORDER}), b.id,
            dense_rank() over (order by h.name collate nocase, c.name collate nocase, b.horse_id, b.customer_id),
            b.date, date(b.date, '+15 days'), 'Net 15', coalesce(c.name, 'Unknown'), b.date, s.product_service_name,
            s.product_service_name || ' for ' || h.name || '-November', b.quantity, format('%.2f', b.value / 100.0),
            upper(replace(b.location, '-', ' ')), b.quantity * b.value
          ${JOIN} ${IN_ORDER}`,
        { sql, args: params as string[] },
      ],
      "write",
    );
  } finally {
    client.close();
  }
  return insertExportOfAll({ DATABASE_URL, DATABASE_AUTH_TOKEN } as WorkerBindings);
}

/** Returns the time of the sqlite3 command in milliseconds, or null if it is not installed. */
async function timeOfTool(dataDir: string, order: string): Promise<number | null> {
  const query = `select ${COLUMNS.join(", ")} ${JOIN} ${order}`;
  const args = ["-readonly", "-csv", join(dataDir, "dbs/default/data"), query];
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    const child = spawn("sqlite3", args, { stdio: ["ignore", "pipe", "inherit"], timeout: WAIT_MS });
    child.stdout.resume();
    const code = await new Promise((done) => child.once("error", () => done("missing")).once("close", done));
    if (code === "missing") return null;
    if (code !== 0) throw new Error(`sqlite3 ended with ${code ?? "a signal"}`);
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

async function download({ url, pid }: RawWorkerd, cookie: string) {
  const headers = { Cookie: cookie };
  await (await fetch(`${url}/billing/exports`, { headers })).text();
  const before = memory(pid);
  let peak = before;
  let best = { time: Number.POSITIVE_INFINITY, cpu: 0, bytes: 0 };
  for (let i = 0; i < RUNS; i++) {
    const [start, cpu] = [performance.now(), cpuTime(pid)];
    const response = await fetch(`${url}/billing/exports/${ID}.csv`, { headers });
    if (response.status !== 200) throw new Error(`The file returned ${response.status}`);
    let bytes = 0;
    let measuredAt = 0;
    if (!response.body) throw new Error("The file is empty");
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes - measuredAt < 1e6) continue;
      measuredAt = bytes;
      peak = Math.max(peak, memory(pid));
    }
    const time = performance.now() - start;
    if (time < best.time) best = { time, cpu: cpuTime(pid) - cpu, bytes };
  }
  return { ...best, before, peak };
}

/** Measures an export of 20,000 bills, including its dialog. */
async function benchMaking(folder: string, bindings: WorkerBindings, cookie: string): Promise<void> {
  const client = createClient({ url: bindings.DATABASE_URL, authToken: bindings.DATABASE_AUTH_TOKEN });
  const app = await startRawWorkerd(resolve(folder, "export-small"), bundleFile(WORKER_BUNDLE), bindings);
  const headers = { Cookie: cookie };
  try {
    const rows: string[][] = [];
    for (let run = 1; run <= RUNS; run++) {
      await client.execute(
        `insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, created_at)
          with recursive n(i) as (select 1 union all select i + 1 from n where i < ${BILLS}),
          h as (select id, customer_id, row_number() over (order by seq) - 1 as place, count(*) over () as n from horses)
          select 'bench ${run} ' || i, h.customer_id, h.id, 'training', date('2025-01-01', '+' || (i % 300) || ' days'),
            1 + i % 2, 100 + i % 977, 'florida', '2026-01-01' from n join h on h.place = i % h.n`,
      );
      const opened = performance.now();
      const page = await (await fetch(`${app.url}/billing/export`, { headers })).text();
      const [start, cpu] = [performance.now(), cpuTime(app.pid)];
      const response = await fetch(`${app.url}/billing/export`, {
        method: "POST",
        redirect: "manual",
        headers: { ...headers, Origin: app.url, "Content-Type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(exportFieldsOf(page)).toString(),
      });
      if (response.status !== 303) throw new Error(`The export returned ${response.status}`);
      const time = performance.now() - start;
      const used = cpuTime(app.pid) - cpu;
      rows.push([`run ${run}`, (start - opened).toFixed(0), time.toFixed(0), used.toFixed(0), "4000"]);
    }
    const title = `An export of ${BILLS.toLocaleString("en-US")} bills`;
    table(title, ["", "dialog ms", "Export ms", "Export CPU ms", "to hold: ms"], rows);
  } finally {
    client.close();
    await app.stop();
  }
}
