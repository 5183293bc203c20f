import { createClient } from "@libsql/client/web";
import type { Sqld } from "#bin/database/sqld.ts";
import { amount } from "#lab/bench/amount.ts";
import { threadTime } from "#lab/bench/raw-workerd.ts";
import { ratio, table } from "#lab/bench/table.ts";

const WARM_UP = amount(100, 1);
const REQUESTS = amount(500, 5);

/** Measures how large the schema is, and what sqld spends on it: it parses the schema at each request. */
export async function benchSchema(barn: Sqld, empty: Sqld): Promise<void> {
  const floor = await cpuOfRequest(empty);
  const [objects, triggers, views] = await countObjects(barn);
  const cpu = await cpuOfRequest(barn);
  table(
    `The schema, and the CPU of sqld for 'select 1' (${REQUESTS} requests, one after another)`,
    ["", "objects", "triggers", "views", "CPU ms", "to empty"],
    [
      ["an empty database", "0", "0", "0", floor.toFixed(2), ""],
      ["a barn", String(objects), String(triggers), String(views), cpu.toFixed(2), ratio(cpu, floor)],
      ["to hold", "185", "20", "3", "", "3 x"],
    ],
  );
}

async function countObjects({ url, authToken }: Sqld): Promise<unknown[]> {
  const client = createClient({ url, authToken });
  const count = "select count(*), sum(type = 'trigger'), sum(type = 'view') from sqlite_schema";
  const { rows } = await client.execute(count).finally(() => client.close());
  return Array.from(rows[0] ?? []);
}

/** Each request has a stream of its own, as those of the worker. */
async function cpuOfRequest({ url, authToken, pid }: Sqld): Promise<number> {
  const client = createClient({ url, authToken });
  try {
    for (let i = 0; i < WARM_UP; i++) await client.execute("select 1");
    const before = threadTime(pid);
    for (let i = 0; i < REQUESTS; i++) await client.execute("select 1");
    return (threadTime(pid) - before) / REQUESTS;
  } finally {
    client.close();
  }
}
