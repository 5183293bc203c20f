import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrateDatabase } from "#bin/migrate.ts";
import { WORKER_BUNDLE, WORKER_OPTIONS } from "#bin/running/build.ts";
import { startWorker } from "#bin/running/worker.ts";
import { seedBarn } from "#db/seed/seed.ts";
import { SESSION_SECRET } from "#tests/support/barn/app.ts";
import { ended, runCommand } from "#tests/support/commands/command.ts";
import { startHostedDatabase } from "#tests/support/database/hosted-database.ts";

/* Two barns and their staging, each a worker with a database of its own, which share one bucket (docs/operating.md, 'Several deployments'). */

/** The names begin alike: one is the beginning of another. */
const BARNS = ["hayloft", "hayloft-island", "hayloft-staging"];
const NIGHTLY = "30 8 * * *";

type Bucket = {
  list(): Promise<{ objects: { key: string }[] }>;
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
};

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-barns-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A barn with a customer of its name, deployed with the bucket in that folder. */
async function openBarn(barn: string, bucketFolder: string) {
  const database = await startHostedDatabase();
  await migrateDatabase(database);
  await seedBarn({ ...database, today: "2026-11-23" });
  await database.rows(
    "insert into customers (id, name, name_sort, emails, riders, created_at, updated_at) values ('own', ?, 'own', '[]', '[]', '2026', '2026')",
    [barn],
  );
  const built = JSON.parse(readFileSync(WORKER_OPTIONS, "utf8"));
  const options = { ...built, r2Buckets: { BACKUP_BUCKET: "backups" }, r2Persist: bucketFolder };
  options.bindings = { ...built.bindings, WORKER_NAME: barn };
  const { miniflare, stop } = await startWorker({
    host: "127.0.0.1",
    port: 0,
    bindings: {
      DATABASE_URL: database.url,
      DATABASE_AUTH_TOKEN: database.authToken,
      GOOGLE_CLIENT_ID: "the-client",
      GOOGLE_CLIENT_SECRET: "the-secret",
      SESSION_SECRET,
    },
    log: () => {},
    build: { bundle: WORKER_BUNDLE, assets: "build/client", options },
  });
  onTestFinished(stop);
  const bucket = () => miniflare.getR2Bucket("BACKUP_BUCKET") as unknown as Promise<Bucket>;
  const night = async () => {
    const runner = (await miniflare.getWorker()) as unknown as {
      scheduled: (event: { scheduledTime: Date; cron: string }) => Promise<{ outcome: string }>;
    };
    return (await runner.scheduled({ scheduledTime: new Date(), cron: NIGHTLY })).outcome;
  };
  return { barn, database, bucket, night };
}

test("the backups of two barns and their staging in one bucket are each its own, and come back where they belong", async () => {
  const folder = newFolder();
  const barns = [];
  for (const barn of BARNS) barns.push(await openBarn(barn, folder));
  // In turn: the simulated bucket is a file, which refuses a worker that writes while another one does.
  for (const { night } of barns) expect(await night()).toBe("ok");
  // Again, with a night's work between: a barn replaces its own file of the day.
  await barns[1]?.database.rows("update customers set phone = '555-0100' where id = 'own'");
  expect(await barns[1]?.night()).toBe("ok");
  const bucket = await barns[0]?.bucket();
  const day = /-\d{4}-\d\d-\d\d\.backup\.gz$/;
  const keys = (await bucket?.list())?.objects.map(({ key }) => key) ?? [];
  expect(keys.map((key) => key.replace(day, "")).toSorted()).toEqual(BARNS);
  const sums = "select count(*) as bills, sum(value) as cents from bill_items";
  for (const { barn, database } of barns) {
    const key = keys.find((each) => each.replace(day, "") === barn) ?? "";
    const file = join(folder, key);
    writeFileSync(file, Buffer.from((await (await bucket?.get(key))?.arrayBuffer()) as ArrayBuffer));
    const restored = await startHostedDatabase();
    expect(await ended(runCommand(["restore", file], restored.env))).toBe(0);
    const own = "select name, phone from customers where id = 'own'";
    expect(await restored.rows(own)).toEqual([{ name: barn, phone: barn === BARNS[1] ? "555-0100" : "" }]);
    expect(await restored.rows(sums)).toEqual(await database.rows(sums));
  }
});
