import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { inject } from "vitest";
import { findFreePort } from "#bin/ports.ts";
import { startSqld } from "#bin/sqld.ts";
import { connect } from "#db/connection.ts";
import { startHranaProxy } from "./hrana-proxy.ts";

/** A copy of the demo barn on sqld, behind a proxy, and the product's own connection to it. */
export async function openDatabase() {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-test-"));
  const dataDir = join(folder, "data");
  cpSync(inject("template"), dataDir, { recursive: true });
  const sqld = await startSqld({ dataDir, port: await findFreePort() });
  const proxy = await startHranaProxy(sqld.url);
  const client = createClient({ url: sqld.url });
  return {
    proxy,
    connect: (onChange?: Parameters<typeof connect>[1]) => connect({ url: proxy.url }, onChange),
    async rows(sql: string, args: (string | number)[] = []): Promise<Record<string, unknown>[]> {
      return (await client.execute({ sql, args })).rows.map((row) => ({ ...row }));
    },
    async close() {
      client.close();
      await proxy.stop();
      await sqld.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
