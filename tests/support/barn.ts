import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { inject } from "vitest";
import { commitSignIn, createSessions } from "#app/auth/session.ts";
import { type Account, startIdentityProvider } from "#bin/identity-provider.ts";
import { findFreePort } from "#bin/ports.ts";
import { type Sqld, startSqld } from "#bin/sqld.ts";
import { startWorker, type WorkerLog } from "#bin/worker.ts";
import { startHranaProxy } from "./hrana-proxy.ts";

export const ADMIN = { email: "alex@hayloft.example", name: "Alex Moreno" };
export const NOT_AN_ADMIN = { email: "sam@hayloft.example", name: "Sam Reyes" };

/** Of the network 10.0.0.0/8; Cloudflare sets the real one. */
function someAddress(): string {
  const byte = () => Math.floor(Math.random() * 256);
  return `10.${byte()}.${byte()}.${byte()}`;
}

const SECRET = "a secret of the tests";

export type Barn = Awaited<ReturnType<typeof openBarn>>;

/**
 * The whole product on a copy of the demo barn: sqld, a proxy in front of it, workerd and, with `accounts`, an OpenID
 * provider.
 */
export async function openBarn({ accounts }: { accounts?: Account[] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-test-"));
  const dataDir = join(folder, "data");
  cpSync(inject("template"), dataDir, { recursive: true });

  const port = await findFreePort();
  let sqld: Sqld = await startSqld({ dataDir, port });
  const proxy = await startHranaProxy(sqld.url);
  const workerPort = await findFreePort();
  const url = `http://127.0.0.1:${workerPort}`;
  const provider = accounts
    ? await startIdentityProvider({
        port: await findFreePort(),
        accounts,
        clientId: "hayloft",
        clientSecret: "hayloft-secret",
        redirectUris: [`${url}/auth/google/callback`],
      })
    : undefined;
  const log: WorkerLog[] = [];
  const runWorker = () =>
    startWorker({
      host: "127.0.0.1",
      port: workerPort,
      bindings: {
        DATABASE_URL: proxy.url,
        DATABASE_AUTH_TOKEN: "local",
        GOOGLE_CLIENT_ID: "hayloft",
        GOOGLE_CLIENT_SECRET: "hayloft-secret",
        SESSION_SECRET: SECRET,
        LOCAL_ISSUER: provider?.issuer ?? "http://127.0.0.1:9",
      },
      log: (line) => {
        log.push(line);
      },
    });
  let worker = await runWorker();
  const client = createClient({ url: sqld.url });

  return {
    url,
    proxy,
    log,
    /** Rows of a query, straight from the database. */
    async rows(sql: string, args: (string | number)[] = []): Promise<Record<string, unknown>[]> {
      return (await client.execute({ sql, args })).rows.map((row) => ({ ...row }));
    },
    /** Every row of every table but the search indexes, to find out whether anything changed. */
    async everything(): Promise<string> {
      const tables = await this.rows(`
        select t.name, group_concat('"' || c.name || '"') as columns
        from sqlite_schema t join pragma_table_info(t.name) c
        where t.type = 'table' and t.name not like '\\_%' escape '\\' and t.name not like '%\\_search%' escape '\\'
        group by t.name`);
      // Of rows made into text by the database: to decode them one by one takes half a second.
      const selects = tables.map(
        ({ name, columns }) => `select json_group_array(json_array(${columns})) from "${name}"`,
      );
      return (await client.batch(selects, "read")).map(({ rows }) => rows[0]?.[0]).join();
    },
    stopDatabase: () => sqld.stop(),
    async startDatabase() {
      sqld = await startSqld({ dataDir, port });
    },
    /** Runs what the worker does by the clock, as Cloudflare would at that instant. */
    async fire(scheduledTime: Date): Promise<void> {
      const runner = (await worker.miniflare.getWorker()) as unknown as {
        scheduled: (event: { scheduledTime: Date; cron: string }) => Promise<{ outcome: string }>;
      };
      const { outcome } = await runner.scheduled({ scheduledTime, cron: "0 11 * * MON" });
      if (outcome !== "ok") throw new Error(`The schedule ended with ${outcome}`);
    },
    /** Kills one of the two servers as a crash would, and starts it again on what is left. */
    async kill(which: "sqld" | "workerd") {
      process.kill(which === "sqld" ? sqld.pid : worker.pid, "SIGKILL");
      if (which === "sqld") {
        await sqld.ended;
        await this.startDatabase();
      } else {
        await worker.ended;
        await worker.stop();
        worker = await runWorker();
      }
    },
    /** How many listen to the hub, and when its next beat is. */
    async hub(): Promise<{ clients: number; alarm: number | null }> {
      const namespace = await worker.miniflare.getDurableObjectNamespace("LIVE");
      const answer = await namespace.get(namespace.idFromName("barn")).fetch("https://hub/");
      return (await answer.json()) as { clients: number; alarm: number | null };
    },
    /** The cookie of somebody who has signed in. */
    async cookieOf(user: { email: string; name: string }, at = new Date()): Promise<string> {
      const sessions = createSessions(SECRET, { secure: false });
      return (await commitSignIn(user, sessions, at)).split(";")[0] ?? "";
    },
    /** Sends a form as a page of the product would, each from an address of its own, without following redirects. */
    post(
      path: string,
      fields: Record<string, string> | string,
      headers: Record<string, string> = {},
    ): Promise<Response> {
      return fetch(`${url}${path}`, {
        method: "POST",
        redirect: "manual",
        headers: {
          Origin: url,
          "Content-Type": "application/x-www-form-urlencoded",
          "CF-Connecting-IP": someAddress(),
          ...headers,
        },
        body: typeof fields === "string" ? fields : new URLSearchParams(fields).toString(),
      });
    },
    get(path: string, headers: Record<string, string> = {}): Promise<Response> {
      return fetch(`${url}${path}`, { redirect: "manual", headers });
    },
    async close() {
      client.close();
      await worker.stop();
      await provider?.stop();
      await proxy.stop();
      await sqld.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
