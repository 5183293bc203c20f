import { spawn } from "node:child_process";
import { join } from "node:path";
import { createClient } from "@libsql/client/http";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { splitIntoParts } from "#db/queries/exports/stored-exports.ts";
import { amount, WAIT_MS } from "#lab/bench/amount.ts";
import type { BenchBarn } from "#lab/bench/barns.ts";
import { memory, type RawWorkerd, startRawApp } from "#lab/bench/raw-workerd.ts";
import { held, ratio, table } from "#lab/bench/table.ts";
import { exportFieldsOf } from "#lab/support/exports.ts";

const ID = "00000000-0000-4000-8000-000000000000";
/** How many bills an export is made of, and how many are pending when dialogs are opened. An export has at most 50,000. */
const EXPORTED = amount(20_000, 200);
const PENDING = amount(49_000, 300);
const RUNS = amount(2, 1);
/** The most milliseconds of an export and of a dialog, and how many times as long as sqlite3 the file may take. */
const LIMITS = { export: 4_000, dialog: 1_000, file: 1.4 };

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
export async function benchExport(folder: string, small: BenchBarn, large: BenchBarn): Promise<void> {
  const lines = await insertExportOfAll(large);
  const app = await startRawApp(folder, large.bindings(), { heap: 64 });
  try {
    const tool = await timeOfTool(large.dataDir);
    if (!tool) process.stdout.write("\nThere is no sqlite3 on the PATH to compare with.\n");
    const { time, bytes, before, peak } = await download(app, large.cookie);
    const megabytes = (bytes / 1e6).toFixed(0);
    table(
      `A file of ${lines.toLocaleString("en-US")} lines (the fastest of ${RUNS})`,
      ["", "ms", "to sqlite3", "memory MB", "MB"],
      [
        ["sqlite3 -csv", (tool ?? 0).toFixed(0), "", "", ""],
        [
          "the file",
          time.toFixed(0),
          ratio(time, tool ?? 0, LIMITS.file),
          `${before.toFixed(0)} to ${peak.toFixed(0)}`,
          megabytes,
        ],
      ],
    );
  } finally {
    await app.stop();
  }
  await benchMaking(folder, small);
}

/** Inserts an export with lines of all bills, unless it exists, and leaves the bills pending. Returns the number of lines. */
async function insertExportOfAll(barn: BenchBarn): Promise<number> {
  const [found] = await barn.rows("select bill_count from exports where id = ?", [ID]);
  if (found) return Number(found.bill_count);
  const { sql, params } = new SQLiteSyncDialect({ casing: "snake_case" }).sqlToQuery(splitIntoParts(ID));
  const { url, authToken } = barn.sqld;
  const client = createClient({ url, authToken });
  await client
    .batch(
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
    )
    .finally(() => client.close());
  return insertExportOfAll(barn);
}

/** Returns the time of the sqlite3 command in milliseconds, or null if it is not installed. */
async function timeOfTool(dataDir: string): Promise<number | null> {
  const query = `select ${COLUMNS.join(", ")} ${JOIN}`;
  const args = ["-readonly", "-csv", join(dataDir, "dbs/default/data"), query];
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    const child = spawn("sqlite3", args, { stdio: ["ignore", "pipe", "inherit"], timeout: WAIT_MS });
    child.stdout.resume();
    const code = await new Promise((done) => child.once("error", () => done(-1)).once("close", done));
    if (code === -1) return null;
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
  let best = { time: Number.POSITIVE_INFINITY, bytes: 0 };
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
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
    if (time < best.time) best = { time, bytes };
  }
  return { ...best, before, peak };
}

/** Measures an export of 20,000 bills, then the dialogs with 50,000 pending ones. */
async function benchMaking(folder: string, { bindings, cookie, rows }: BenchBarn): Promise<void> {
  const app = await startRawApp(folder, bindings());
  const headers = { Cookie: cookie, Origin: app.url };
  const figures: string[][] = [];
  const timed = async (name: string, limit: number, address: string, request: RequestInit = {}) => {
    const start = performance.now();
    const response = await fetch(app.url + address, { redirect: "manual", headers, ...request });
    const page = await response.text();
    figures.push([name, held(performance.now() - start, limit)]);
    if (response.status !== (request.method ? 303 : 200)) throw new Error(`${address} returned ${response.status}`);
    return page;
  };
  const addPending = (count: number, tag: string) =>
    rows(`insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}),
      h as (select id, customer_id, row_number() over (order by seq) - 1 as place, count(*) over () as n from horses)
      select '${tag} ' || i, h.customer_id, h.id, 'training', date('2025-01-01', '+' || (i % 300) || ' days'),
        1 + i % 2, 100 + i % 977, 'florida', '2026-01-01' from n join h on h.place = i % h.n`);
  const dialog = "/billing/export";
  const inWords = (count: number) => `${count.toLocaleString("en-US")} pending bills`;
  try {
    await addPending(EXPORTED, "exported");
    const page = await timed(`the dialog of ${inWords(EXPORTED)}`, LIMITS.dialog, dialog);
    const body = new URLSearchParams(exportFieldsOf(page));
    await timed(`Export of ${inWords(EXPORTED)}`, LIMITS.export, dialog, { method: "POST", body });
    await addPending(PENDING, "pending");
    await timed(`the dialog of ${inWords(PENDING)}`, LIMITS.dialog, dialog);
    await timed(`Check of ${inWords(PENDING)}`, LIMITS.dialog, "/billing/check");
    table("An export", ["", "ms"], figures);
  } finally {
    await app.stop();
  }
}
