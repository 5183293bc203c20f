import { afterEach, expect, test } from "vitest";
import { migrateDatabase } from "#bin/migrate.ts";
import { sessionCookie } from "#bin/running/session-cookie.ts";
import { startWorker, type Worker, type WorkerLog } from "#bin/running/worker.ts";
import { SCHEMA_VERSION } from "#db/version.ts";
import { fetchAlone } from "#lab/support/uncompressed.ts";
import { SESSION_SECRET } from "#tests/support/barn/app.ts";
import { type HostedDatabase, startHostedDatabase } from "#tests/support/database/hosted-database.ts";

/* A worker whose database does not do what its settings promise. */

let worker: Worker | undefined;
const log: WorkerLog[] = [];

afterEach(async () => {
  await worker?.stop();
  log.length = 0;
});

async function deploy({ url }: HostedDatabase, authToken: string): Promise<string> {
  const google = { GOOGLE_CLIENT_ID: "the-client", GOOGLE_CLIENT_SECRET: "the-secret" };
  const bindings = { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken, ...google, SESSION_SECRET };
  worker = await startWorker({ host: "127.0.0.1", port: 0, bindings, log: (line) => void log.push(line) });
  return worker.url;
}

const cookieOf = ({ rows }: HostedDatabase) => sessionCookie(rows, SESSION_SECRET, { email: "a@b.example", name: "A" });

/** What the worker wrote to its log, which may come after the answer. */
const messages = () => log.map(({ message }) => message).join();

/** Signs out, which is a write, and opens a page. */
async function use(app: string, Cookie: string) {
  const form = { Origin: app, "Content-Type": "application/x-www-form-urlencoded", Cookie };
  const post = await fetchAlone(`${app}/auth/sign-out`, { method: "POST", headers: form, redirect: "manual" });
  const page = await fetchAlone(`${app}/`, { headers: { Cookie } });
  return { post: post.status, page: page.status };
}

test("a refused token is called refused in the log, and pages say 503", async () => {
  const database = await startHostedDatabase();
  await migrateDatabase(database);
  const app = await deploy(database, "eyJhbGciOiJFZERTQSJ9.e30.bm8");
  const used = await use(app, await cookieOf(database));
  expect(used).toMatchObject({ page: 503 });
  await expect.poll(messages).toContain("The database refused the token in DATABASE_AUTH_TOKEN");
  expect(messages()).not.toContain("cannot be reached");
});

test("a read-only token shows pages, and the log and /health say that the token may only read", async () => {
  const database = await startHostedDatabase();
  await migrateDatabase(database);
  const app = await deploy(database, await database.token({ a: "ro" }));
  const used = await use(app, await cookieOf(database));
  expect(used).toMatchObject({ page: 200 });
  await expect.poll(messages).toContain("The token in DATABASE_AUTH_TOKEN may only read");
  expect(await (await fetchAlone(`${app}/health`)).json()).toMatchObject({ database: "read-only" });
});

test("without its migrations the log names both versions, and pages say 503", async () => {
  const database = await startHostedDatabase();
  await migrateDatabase(database);
  const app = await deploy(database, database.authToken);
  const Cookie = await cookieOf(database);
  await database.rows("delete from __drizzle_migrations where rowid = (select max(rowid) from __drizzle_migrations)");
  await database.rows("drop table sessions");
  const used = await use(app, Cookie);
  expect(used).toMatchObject({ page: 503 });
  const versions = `The database is at version ${SCHEMA_VERSION - 1}, this app needs ${SCHEMA_VERSION}`;
  await expect.poll(messages).toContain(`${versions}; run npm run migrate`);
});
