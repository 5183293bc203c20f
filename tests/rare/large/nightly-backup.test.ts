import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBackupFile } from "#bin/backups/read-backup-file.ts";
import { WORKER_BUNDLE, WORKER_OPTIONS } from "#bin/running/build.ts";
import { sessionCookie } from "#bin/running/session-cookie.ts";
import { startWorker, type Worker, type WorkerLog } from "#bin/running/worker.ts";
import { startMailProvider } from "#lab/support/mail-provider.ts";
import { fetchAlone } from "#lab/support/uncompressed.ts";
import { SESSION_SECRET } from "#tests/support/barn/app.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { type DemoDatabase, openDemoDatabase } from "#tests/support/database/demo-database.ts";

/* The nightly backup on workerd, with Miniflare's R2 as the bucket. */

const NIGHTLY = "30 8 * * *";
const DAY_MS = 86_400_000;

let database: DemoDatabase;
let worker: Worker;
let folder: string;

beforeAll(async () => {
  database = await openDemoDatabase();
  folder = mkdtempSync(join(tmpdir(), "hayloft-bucket-"));
  worker = await deploy({ r2Buckets: ["BACKUP_BUCKET"] });
});
afterAll(async () => {
  await worker.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

function deploy(bucket: object, variables: object = {}, log: (line: WorkerLog) => void = () => {}): Promise<Worker> {
  const options = { ...JSON.parse(readFileSync(WORKER_OPTIONS, "utf8")), ...bucket };
  const google = { GOOGLE_CLIENT_ID: "the-client", GOOGLE_CLIENT_SECRET: "the-secret" };
  return startWorker({
    host: "127.0.0.1",
    port: 0,
    bindings: {
      DATABASE_URL: database.url,
      DATABASE_AUTH_TOKEN: database.authToken,
      ...google,
      SESSION_SECRET,
      ...variables,
    },
    log,
    build: { bundle: WORKER_BUNDLE, assets: "build/client", options },
  });
}

/** Runs the schedule as Cloudflare would, and returns its outcome. */
async function fire(scheduledTime: Date, { miniflare } = worker): Promise<string> {
  const runner = (await miniflare.getWorker()) as unknown as {
    scheduled: (event: { scheduledTime: Date; cron: string }) => Promise<{ outcome: string }>;
  };
  return (await runner.scheduled({ scheduledTime, cron: NIGHTLY })).outcome;
}

async function overview({ url } = worker): Promise<string> {
  const Cookie = await sessionCookie(database.rows, SESSION_SECRET, ADMIN);
  const page = await (await fetchAlone(`${url}/overview`, { headers: { Cookie } })).text();
  return page.replaceAll("<!-- -->", "");
}

const bucket = () => worker.miniflare.getR2Bucket("BACKUP_BUCKET");
const namesIn = async () => (await (await bucket()).list()).objects.map(({ key }) => key);

/** The one file of the bucket that is no leftover of this test, read as `npm run restore` reads it. */
async function readNewest() {
  const name = (await namesIn()).findLast((key) => key.startsWith("hayloft-2")) ?? "";
  const file = join(folder, name);
  const found = await (await bucket()).get(name);
  writeFileSync(file, Buffer.from((await found?.arrayBuffer()) as ArrayBuffer));
  return { name, bytes: readFileSync(file).byteLength, ...(await readBackupFile(file)) };
}

test("the nightly backup goes to the bucket in the format of npm run backup, and Overview says when", async () => {
  expect(await overview()).toContain("No backup has been made yet");
  // A Monday at 06:00 in New York, when the trigger of payroll would make payroll.
  await database.rows("update settings set last_payroll = '2026-01-01T12:00:00.000Z'");
  const runs = await database.rows("select count(*) from payroll_runs");
  expect(await fire(new Date("2026-11-23T11:00:00Z"))).toBe("ok");
  expect(await database.rows("select count(*) from payroll_runs")).toEqual(runs);

  const { name, end, bytes } = await readNewest();
  expect(name).toMatch(/^hayloft-\d{4}-\d{2}-\d{2}\.backup\.gz$/);
  const [count] = await database.rows(
    "select (select count(*) from bill_items) as bills, (select count(*) from shows) as shows",
  );
  expect(Object.fromEntries(end.map(({ table, rows }) => [table, rows]))).toMatchObject({
    bill_items: count?.bills,
    shows: count?.shows,
  });
  expect(await database.rows("select place, bytes from backups")).toEqual([{ place: "bucket", bytes }]);
  expect(await overview()).not.toMatch(/Last backup|No backup/);

  await database.rows("update backups set at = ?", [new Date(Date.now() - 1.1 * DAY_MS).toISOString()]);
  expect(await overview()).toContain("No backup for 1 day");
});

test("a large backup goes to the bucket in parts; old ones of this barn are deleted, and those of another stay", async () => {
  const store = await bucket();
  const old = Array.from({ length: 31 }, (_, i) => `hayloft-2026-01-${String(i + 1).padStart(2, "0")}.backup.gz`);
  const others = ["hayloft-notes.txt", ...old.map((key) => key.replace("hayloft", "hayloft-staging"))];
  for (const key of [...old, ...others]) await store.put(key, "");
  // More than one part, compressed.
  await database.rows(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 20)
    insert into activity (id, at, actor, action, content, topics, before, "after") select 'large ' || i, '2026', 'test', 'test', hex(randomblob(500000)), '[]', '[]', '[]' from n`);
  expect(await fire(new Date())).toBe("ok");
  const { name, bytes, end } = await readNewest();
  expect(bytes).toBeGreaterThan(8 * 1024 * 1024);
  const [count] = await database.rows("select count(*) as n from activity");
  // The backup has recorded itself since.
  expect(end.find(({ table }) => table === "activity")?.rows).toBe(Number(count?.n) - 1);
  const names = await namesIn();
  // The first one of January stays, and the next one is neither that nor one of the newest 30.
  const kept = old.filter((key) => key !== old[1]);
  expect(names.toSorted()).toEqual([...others, ...kept, name].toSorted());
});

test("a backup that fails is in the log with the word 'backup', in /health?deep, and in one mail to each admin a day", async () => {
  const provider = await startMailProvider();
  const lines: string[] = [];
  const record = ({ message }: WorkerLog) => void lines.push(message);
  const failing = await deploy({ r2Buckets: ["BACKUP_BUCKET"] }, provider.env, record);
  const health = async () => {
    const response = await fetchAlone(`${failing.url}/health?deep`);
    const { backup, payroll } = (await response.json()) as Record<string, string>;
    return [response.status, backup, payroll];
  };
  expect(await fire(new Date(), failing)).toBe("ok");
  expect([await health(), provider.sent]).toEqual([[200, "ok", "ok"], []]);
  await database.rows("create table odd (rowid integer, note text)");
  await database.rows("insert into odd (note) values ('a')");
  await database.rows("update backups set at = ?", [new Date(Date.now() - 1.1 * DAY_MS).toISOString()]);
  for (const _ of [1, 2]) expect(await fire(new Date(), failing)).not.toBe("ok");
  await database.rows("drop table odd");
  expect(await health()).toEqual([503, "degraded", "ok"]);
  expect(lines.filter((line) => line.includes('"alert":"backup"'))).toHaveLength(2);
  const admins = await database.rows("select email from admins where deleted_at is null order by email");
  const mails = provider.sent.map(({ to, subject }) => [to.join(), subject]).toSorted();
  expect(mails).toEqual(admins.map(({ email }) => [email, "The nightly backup of Hayloft failed"]));
  expect(await fire(new Date(), failing)).toBe("ok");
  expect(await health()).toEqual([200, "ok", "ok"]);
  await Promise.all([failing.stop(), provider.stop()]);
});

test("a backup that fails leaves no file and no record, and one without a bucket does nothing", async () => {
  const before = await database.rows("select * from backups");
  const names = await namesIn();
  await database.rows("insert into __drizzle_migrations (hash, created_at) values ('unfinished restore', 1)");
  expect(await fire(new Date())).not.toBe("ok");
  await database.rows("delete from __drizzle_migrations where hash = 'unfinished restore'");
  // A column of this name hides the numbers by which the pages of a backup go on.
  await database.rows("create table odd (rowid integer, note text)");
  await database.rows("insert into odd (note) values ('a')");
  expect(await fire(new Date())).not.toBe("ok");
  await database.rows("drop table odd");
  expect([await database.rows("select * from backups"), await namesIn()]).toEqual([before, names]);

  await database.rows("delete from backups");
  const bare = await deploy({});
  expect(await fire(new Date(), bare)).toBe("ok");
  const page = await overview(bare);
  await bare.stop();
  expect(page).not.toMatch(/Last backup|No backup/);
  expect(await database.rows("select * from backups")).toEqual([]);
});
