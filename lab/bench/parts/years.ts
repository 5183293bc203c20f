import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, createClient } from "@libsql/client/web";
import type { Sqld } from "#bin/database/sqld.ts";
import { markdownTable, withTable } from "#bin/process/markdown-table.ts";
import { createSha256 } from "#bin/process/sha256.ts";
import { LOOPBACK } from "#bin/running/ports.ts";
import { startWorker, type WorkerBindings } from "#bin/running/worker.ts";
import { makeBackup } from "#db/backup/make.ts";
import { amount } from "#lab/bench/amount.ts";
import { copyTo, exportMonths, markRows } from "#lab/bench/barn-of-years.ts";
import { costOf, costOfMonth, type Measured, MONTH } from "#lab/bench/monthly-cost.ts";
import {
  billMonth,
  count,
  exportAsPeople,
  logAsPeople,
  type MeasuredBarn,
  makePayroll,
  openOverview,
  today,
  workADay,
} from "#lab/bench/typical-day.ts";
import { addHorses } from "#lab/support/billing.ts";
import { startHranaProxy } from "#lab/support/hrana-proxy.ts";
import { listen } from "#lab/support/listener.ts";

const DOCUMENT = "docs/operating.md";
const YEARS = amount([1, 5, 10], [1]);
/** How many horses are added to the 60 of the demo barn. */
const MORE_HORSES = 20;
/** The demo barn has the payroll of the last weeks, this many of them. */
const DEMO_WEEKS = 19;
const DAYS_A_YEAR = 365;

type OpenBarn = (years: number) => Promise<{ sqld: Sqld; bindings: WorkerBindings }>;

/** Measures what a barn of 80 horses costs with years of history, and writes the table of docs/operating.md, 'The years'. */
export async function benchYears(openBarn: OpenBarn, cookie: string): Promise<void> {
  const rows: string[][] = [];
  for (const years of YEARS) {
    const { sqld, bindings } = await openBarn(years);
    const proxy = await startHranaProxy(sqld.url);
    // The service form needs the rate limits, which workerd alone does not have.
    const throughProxy = { ...bindings, DATABASE_URL: proxy.url };
    const app = await startWorker({ host: LOOPBACK, port: 0, bindings: throughProxy, log: () => {} });
    const client = createClient({ url: sqld.url, authToken: sqld.authToken });
    const run = async (sql: string, args: (string | number)[] = []) =>
      (await client.execute({ sql, args })).rows.map((row) => ({ ...row }));
    try {
      await addHorses({ rows: run }, "Years", MORE_HORSES);
      const barn = { url: app.url, cookie, proxy, rows: run };
      const bills = await addHistory(barn, client, sqld, years);
      rows.push(rowOf(years, bills, await measureBarn(barn, sqld)));
    } finally {
      client.close();
      await Promise.all([app.stop(), proxy.stop()]);
      await sqld.stop();
    }
  }
  const table = markdownTable([HEAD, ...rows]);
  process.stdout.write(`\nA month of a barn of 80 horses (docs/operating.md, 'The years')\n${table}\n`);
  if (amount(true, false)) {
    writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, "utf8"), "years", table));
  }
}

/** Fills the barn with the past: the worker writes a day, a payroll and a month end, which are copied. Returns the number of bills. */
async function addHistory(barn: MeasuredBarn, client: Client, sqld: Sqld, years: number): Promise<number> {
  const steps: [days: number, first: number, act: (barn: MeasuredBarn) => Promise<void>][] = [
    [DAYS_A_YEAR / (MONTH.workingDays * 12), 1, logAsPeople],
    [7, DEMO_WEEKS * 7, makePayroll],
    [DAYS_A_YEAR / 12, 30, billMonth],
  ];
  for (const [every, first, act] of steps) {
    const before = await markRows(client);
    await act(barn);
    const after = await markRows(client);
    const count = Math.floor((years * DAYS_A_YEAR - first) / every) + 1;
    await copyTo(
      client,
      Array.from({ length: count }, (_, n) => Math.round(first + n * every)),
      before,
      after,
    );
  }
  await exportMonths(sqld, years);
  // The measured month end bills the same shows, and the measured payroll pays the same week.
  const { rows } = barn;
  await rows(`update shows set billed = 0 where id in (select show_id from bill_items where date = '${today()}')`);
  await rows(
    `delete from payroll where payroll_run_id = (select id from payroll_runs where item_count > 0 order by at desc limit 1)`,
  );
  await rows(`update settings set last_payroll = date('${today()}', '-7 days') || 'T12:00:00.000Z'`);
  return Number((await rows("select count(*) as n from bill_items"))[0]?.n);
}

async function measureBarn(barn: MeasuredBarn, { authToken }: Sqld): Promise<Measured> {
  const [size] = await barn.rows("select page_count * page_size as bytes from pragma_page_count, pragma_page_size");
  const listener = await listen(barn, { Cookie: barn.cookie });
  await sleep(3 * MONTH.beatSeconds * 1_000);
  listener.close();
  const beat = barn.proxy.rowsRead.polls.at(-1) ?? 0;
  const database = { url: barn.proxy.url, authToken };
  const backUp = () => makeBackup({ database, at: new Date(), createHash: createSha256, write: async () => {} });
  return {
    bytes: Number(size?.bytes),
    beat,
    overview: await count(barn, () => openOverview(barn)),
    day: await count(barn, () => workADay(barn), beat),
    payroll: await count(barn, () => makePayroll(barn)),
    monthEnd: await count(barn, async () => {
      await billMonth(barn);
      await exportAsPeople(barn);
    }),
    backup: await count(barn, backUp),
  };
}

const HEAD = [
  "years",
  "bills",
  "database",
  "requests",
  "rows read",
  "of these, by backups",
  "by one _Overview_",
  "rows written",
  "dollars a month",
];

const millions = (count: number) => `${(count / 1e6).toFixed(count < 1e6 ? 2 : 1)} M`;

function rowOf(years: number, bills: number, measured: Measured): string[] {
  const month = costOfMonth(measured);
  process.stdout.write(`\n${years} years: ${JSON.stringify({ ...measured, month })}\n`);
  return [
    String(years),
    bills.toLocaleString("en-US"),
    `${month.gigabytes.toFixed(2)} GB`,
    Math.round(month.requests).toLocaleString("en-US"),
    ...[month.rowsRead, month.backupRows, measured.overview.rowsRead, month.rowsWritten].map(millions),
    costOf(month),
  ];
}
