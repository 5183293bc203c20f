import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { inject } from "vitest";
import { findFreePort } from "#bin/ports.ts";
import { startSqld } from "#bin/sqld.ts";
import { type HranaProxy, startHranaProxy } from "./hrana-proxy.ts";
import { keepStreams, type Pipeline } from "./hrana-streams.ts";

/** One for the process, at one address, so that a worker keeps it while the databases behind it change. */
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
  const fetchOnStream = async (request: Request) => {
    const { url, headers } = request;
    const answer = await streams.send((await request.json()) as Pipeline, async (pipeline) => {
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(pipeline) });
      const contentType = response.headers.get("content-type") ?? "";
      return { status: response.status, contentType, body: Buffer.from(await response.arrayBuffer()) };
    });
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: { "content-type": answer.contentType },
    });
  };
  const client = createClient({ url: sqld.url, authToken: sqld.authToken, fetch: fetchOnStream });
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
    /** The key is in the template, so that the databases of a run share it. */
    authToken: sqld.authToken,
    /** Rows of a query, straight from the database. */
    async rows(sql: string, args: (string | number)[] = []): Promise<Record<string, unknown>[]> {
      return (await client.execute({ sql, args })).rows.map((row) => ({ ...row }));
    },
    /** The number of the last page that sqld has committed: as long as it stays, nothing was written. */
    async lastCommit(): Promise<string> {
      const requests = [{ type: "execute", stmt: { sql: "select 1" } }, { type: "close" }];
      const headers = { Authorization: `Bearer ${sqld.authToken}` };
      const body = JSON.stringify({ requests });
      const response = await fetchOnStream(new Request(`${sqld.url}/v2/pipeline`, { method: "POST", headers, body }));
      const { results } = (await response.json()) as {
        results: [{ response: { result: { replication_index: string } } }];
      };
      return results[0].response.result.replication_index;
    },
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

export type DemoDatabase = Awaited<ReturnType<typeof openDemoDatabase>>;
