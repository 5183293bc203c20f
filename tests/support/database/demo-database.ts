import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/http";
import { inject } from "vitest";
import { startSqld } from "#bin/database/sqld.ts";
import type { DatabaseAddress } from "#bin/process/environment.ts";
import { findFreePort } from "#bin/running/ports.ts";
import { PATIENCE_MS, retryWhileBusy } from "#db/client.ts";
import { type Executor, makeMissingTexts } from "#db/write/missing-texts.ts";
import { type HranaProxy, startHranaProxy } from "#lab/support/hrana-proxy.ts";
import { keepStreams } from "#lab/support/hrana-streams.ts";

/**
 * One proxy for the process, at one address, so that a worker can go on using it while the databases behind it change.
 */
let proxy: Promise<HranaProxy> | undefined;

/**
 * A copy of the demo barn on an sqld of its own, behind the proxy of this process. A new sqld on a copy of the files takes
 * 0.15 s, less than putting back the rows that a test file has changed.
 */
export async function openDemoDatabase(parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, "hayloft-test-"));
  const dataDir = join(folder, "data");
  cpSync(inject("template"), dataDir, { recursive: true });
  const port = await findFreePort();
  let sqld = await startSqld({ dataDir, port, hasManyWriters: true });
  const streams = keepStreams();
  const client = createClient({ url: sqld.url, authToken: sqld.authToken, fetch: streams.fetch });
  // The app may be writing, too: work that no response waits for goes on after a test has its answer.
  const patient: Executor = {
    execute: (statement) => retryWhileBusy(Date.now() + PATIENCE_MS, () => client.execute(statement)),
  };
  proxy ??= startHranaProxy(sqld.url, { keepsStreams: true });
  const front = await proxy;
  front.serve(sqld.url);
  const restart = async () => {
    streams.forget();
    front.forgetStreams();
    sqld = await startSqld({ dataDir, port, hasManyWriters: true });
  };
  return {
    proxy: front,
    url: sqld.url,
    /** The key is in the template, so that all copies of the template share it. */
    authToken: sqld.authToken,
    /** Rows of a query, straight from the database. */
    async rows(sql: string, args: (string | number)[] = []): Promise<Record<string, unknown>[]> {
      const { rows } = await patient.execute({ sql, args });
      await completeAfter(patient, sql);
      return rows.map((row) => ({ ...row }));
    },
    /** Changes rows by several statements in one request. */
    async change(...sql: string[]): Promise<void> {
      await retryWhileBusy(Date.now() + PATIENCE_MS, () => client.batch(sql, "write"));
      for (const each of sql) await completeAfter(patient, each);
    },
    lastCommit: () => readLastCommit(sqld, streams.fetch),
    stop: () => sqld.stop(),
    start: restart,
    /** Kills sqld as a crash would, and starts it again on what is left. */
    async kill() {
      process.kill(sqld.pid, "SIGKILL");
      await sqld.ended;
      await restart();
    },
    async close() {
      client.close();
      await sqld.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The number of the last page that sqld has committed: as long as it stays, nothing was written. */
async function readLastCommit({ url, authToken }: DatabaseAddress, send: (request: Request) => Promise<Response>) {
  const body = JSON.stringify({ requests: [{ type: "execute", stmt: { sql: "select 1" } }, { type: "close" }] });
  const headers = { Authorization: `Bearer ${authToken}` };
  const answer = await send(new Request(`${url}/v2/pipeline`, { method: "POST", headers, body }));
  const { results } = (await answer.json()) as { results: [{ response: { result: { replication_index: string } } }] };
  return results[0].response.result.replication_index;
}

export type DemoDatabase = Awaited<ReturnType<typeof openDemoDatabase>>;

const SEARCHED = "(bill_items|payroll|shows|customers|horses|services|grooms)";
const LISTS = ["bill_items", "payroll", "shows"];
const ADDS = new RegExp(`^\\s*insert into ${SEARCHED}\\b`);
const RENAMES = new RegExp(`^\\s*update ${SEARCHED} set (name|product_service_name|comments) =`);

/** Makes what the product's own writes derive from rows, since tests write to the tables directly. */
async function completeAfter(client: Executor, sql: string): Promise<void> {
  const [, table = "", column = ""] = RENAMES.exec(sql) ?? [];
  if (table) {
    await client.execute(`update ${table} set ${column === "comments" ? column : "name"}_sort = ''`);
    for (const each of LISTS) await client.execute(`update ${each} set search_text = null`);
  }
  const [, added] = ADDS.exec(sql) ?? [];
  if (table) await makeMissingTexts(client, (each) => each === table || LISTS.includes(each));
  else if (added) await makeMissingTexts(client, (each) => each === added);
  if (/^\s*insert into activity\b/.test(sql)) {
    await client.execute(`insert into activity_entries (seq, date, actor, action, kind, change, records)
      select rowid, substr(at, 1, 10), actor, action, coalesce("after" ->> '$[0].table', ''), 'edit', coalesce("after" ->> '$[0].name', '') from activity
      where rowid not in (select seq from activity_entries) and "after" <> '[]'`);
    await client.execute(`insert or ignore into activity_records (record_id, seq)
      select distinct coalesce(value ->> 'id', value ->> 'email'), activity.rowid from activity, json_each(activity."after")`);
    await makeMissingTexts(client, (each) => each === "activity_entries");
  }
  if (/^\s*delete from activity\b/.test(sql)) {
    for (const each of ["activity_entries", "activity_records"])
      await client.execute(`delete from ${each} where seq not in (select rowid from activity)`);
  }
}
