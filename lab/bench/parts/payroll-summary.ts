import { join } from "node:path";
import { type Client, createClient } from "@libsql/client/web";
import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { WORKER_BUNDLE } from "#bin/running/build.ts";
import type { WorkerBindings } from "#bin/running/worker.ts";
import { payrollItems } from "#db/schema.ts";
import { withoutIndexes } from "#db/seed/seed.ts";
import { bundleFile, type RawWorkerd, startRawWorkerd } from "#lab/bench/raw-workerd.ts";
import { ratio, table } from "#lab/bench/table.ts";
import { measure } from "./lists.ts";

const GROOMS = 60;
const FIRST_DAY: LocalDate = "2007-01-01";
const BATCH = 100_000;

/** Measures the payroll summary of a thousand and of a million items. Replaces the payroll of the barns. */
export async function benchPayrollSummary(
  folder: string,
  barns: readonly { items: number; bindings: WorkerBindings }[],
  cookie: string,
): Promise<void> {
  const apps: RawWorkerd[] = [];
  try {
    for (const { items, bindings } of barns) {
      await withBarnClient(bindings, (client) => fill(client, items));
      apps.push(await startRawWorkerd(join(folder, `summary-${items}`), bundleFile(WORKER_BUNDLE), bindings));
    }
    const rows: string[][] = [];
    for (const [name, address] of [
      ["by item date", "/payroll-summary"],
      ["by payment date", "/payroll-summary?by=payment"],
    ] as const) {
      const figures = [];
      for (const app of apps) figures.push(await measure(app, address, { Cookie: cookie }));
      rows.push([
        name,
        ...figures.flatMap(({ time, cpu }) => [time.toFixed(1), cpu.toFixed(1)]),
        ratio(figures.at(-1)?.time ?? 0, figures[0]?.time ?? 0),
      ]);
    }
    const sizes = barns.map(({ items }) => items.toLocaleString("en-US"));
    table(
      `Payroll Summary of ${GROOMS} grooms, of ${sizes.join(" and of ")} items since ${FIRST_DAY} (to hold: CPU 10 ms, 2 x)`,
      ["", ...sizes.flatMap((size) => [`${size}: ms`, "CPU ms"]), "large to small"],
      rows,
    );
  } finally {
    for (const app of apps) await app.stop();
  }
}

/** Replaces all payroll items by `items` items, spread evenly over the days since `FIRST_DAY`. */
async function fill(client: Client, items: number): Promise<void> {
  await replaceGrooms(client, GROOMS);
  const days = (Date.parse(todayInNewYork(new Date())) - Date.parse(FIRST_DAY)) / 86_400_000;
  await withoutIndexes(client, payrollItems, async () => {
    for (let first = 0; first < items; first += BATCH) {
      await client.execute({
        sql: `with recursive numbers(n) as (select cast(? as integer) union all select n + 1 from numbers where n + 1 < ?),
            days(n, day) as (select n, date('${FIRST_DAY}', '+' || (n * cast(? as integer) / cast(? as integer)) || ' days') from numbers)
          insert into payroll (id, groom_id, item, date, payment_date, value, created_at, updated_at)
          select 'bench' || n, 'bench' || (n * 7919 % ${GROOMS}), 'Weekly Salary', day, date(day, '+7 days'), 1000 + n % 9973, day, day from days`,
        args: [first, Math.min(first + BATCH, items), days, Math.max(1, items - 1)],
      });
    }
  });
}

/** Replaces all grooms by `grooms` grooms, and deletes all payroll items. */
export async function replaceGrooms(client: Client, grooms: number): Promise<void> {
  const names = Array.from({ length: grooms }, (_, n) => `Groom ${n}`);
  const add = `insert into grooms (id, name, weekly_salary, location, created_at, updated_at)
    select 'bench' || key, value, 90000, 'florida', ?, ? from json_each(?) where true on conflict (id) do update set deleted_at = null`;
  const now = new Date().toISOString();
  await client.batch(
    [
      "delete from payroll",
      { sql: "update grooms set deleted_at = ?", args: [now] },
      { sql: add, args: [now, now, JSON.stringify(names)] },
    ],
    "write",
  );
}

export async function withBarnClient(bindings: WorkerBindings, use: (client: Client) => Promise<void>): Promise<void> {
  const client = createClient({ url: bindings.DATABASE_URL, authToken: bindings.DATABASE_AUTH_TOKEN });
  try {
    await use(client);
  } finally {
    client.close();
  }
}
