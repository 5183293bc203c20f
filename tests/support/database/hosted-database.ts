import { createPrivateKey } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/http";
import { type JWTPayload, SignJWT } from "jose";
import { onTestFinished } from "vitest";
import { startSqld } from "#bin/database/sqld.ts";
import { findFreePort } from "#bin/running/ports.ts";

export type HostedDatabase = Awaited<ReturnType<typeof startHostedDatabase>>;

/**
 * An empty libSQL server that wants a token, in the place of the hosted database that DATABASE_URL names. It ends with the
 * test.
 */
export async function startHostedDatabase({ hasManyWriters = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-hosted-"));
  const dataDir = join(folder, "data");
  const { url, authToken, stop } = await startSqld({ dataDir, port: await findFreePort(), hasManyWriters });
  const client = createClient({ url, authToken });
  onTestFinished(async () => {
    client.close();
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const key = createPrivateKey(readFileSync(join(dataDir, "database-key.pem")));
  return {
    url,
    authToken,
    /** The name by which the commands call the database. */
    name: new URL(url).host,
    env: { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken },
    /** Another token of the database, such as `{ a: "ro" }`, which may only read. */
    token: (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader({ alg: "EdDSA" }).sign(key),
    async rows(sql: string, args: string[] = []): Promise<Record<string, unknown>[]> {
      return (await client.execute({ sql, args })).rows.map((row) => ({ ...row }));
    },
    async tables(): Promise<string[]> {
      const { rows } = await client.execute("select name from sqlite_schema where type = 'table' order by name");
      return rows.map(({ name }) => String(name));
    },
  };
}
