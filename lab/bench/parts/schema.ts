import { createClient } from "@libsql/client/http";
import type { Sqld } from "#bin/database/sqld.ts";
import { amount } from "#lab/bench/amount.ts";
import type { BenchBarn } from "#lab/bench/barns.ts";
import { cpuTime } from "#lab/bench/raw-workerd.ts";
import { held, ratio, table } from "#lab/bench/table.ts";

const WARM_UP = amount(100, 1);
const REQUESTS = amount(500, 5);

/** Measures how large the schema is, and what sqld spends on it: it parses the schema at each request. */
export async function benchSchema({ sqld, rows }: BenchBarn, empty: Sqld): Promise<void> {
  const floor = await cpuOfRequest(empty);
  const [counts] = await rows(
    "select count(*) as objects, sum(type = 'trigger') as triggers, sum(type = 'view') as views from sqlite_schema",
  );
  const cpu = await cpuOfRequest(sqld);
  table(
    `The schema, and the CPU of sqld for 'select 1' (${REQUESTS} requests, one after another)`,
    ["", "objects", "triggers", "views", "CPU ms", "to empty"],
    [
      ["an empty database", "", "", "", floor.toFixed(2), ""],
      [
        "a barn",
        held(Number(counts?.objects), 200),
        held(Number(counts?.triggers), 20),
        held(Number(counts?.views), 3),
        cpu.toFixed(2),
        ratio(cpu, floor, 3),
      ],
    ],
  );
}

/** Each request has a stream of its own, as those of the worker. */
async function cpuOfRequest({ url, authToken, pid }: Sqld): Promise<number> {
  const client = createClient({ url, authToken });
  try {
    for (let i = 0; i < WARM_UP; i++) await client.execute("select 1");
    const before = cpuTime(pid);
    for (let i = 0; i < REQUESTS; i++) await client.execute("select 1");
    return (cpuTime(pid) - before) / REQUESTS;
  } finally {
    client.close();
  }
}
