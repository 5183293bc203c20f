import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { commitSession, createSessionCookie } from "#app/auth/session.ts";
import { todayInNewYork } from "#app/domain/calendar.ts";
import { SCREENS } from "#app/domain/screens.ts";
import { connect } from "#db/connection.ts";
import { startSession } from "#db/queries/sessions.ts";
import { isEmptyBarn, seedBarn } from "#db/seed.ts";
import { benchBilling } from "#tests/bench/billing.ts";
import { benchInteractions, benchOffline, benchVitals } from "#tests/bench/browser-vitals.ts";
import { benchBytes } from "#tests/bench/client-bytes.ts";
import { benchExport } from "#tests/bench/export.ts";
import { benchFar } from "#tests/bench/far.ts";
import { benchFirstRequests } from "#tests/bench/first-requests.ts";
import { benchLists } from "#tests/bench/lists.ts";
import { benchLive } from "#tests/bench/live.ts";
import { benchGeneration } from "#tests/bench/payroll-generation.ts";
import { benchPayrollSummary } from "#tests/bench/payroll-summary.ts";
import { benchRowsRead } from "#tests/bench/rows-read.ts";
import { benchServer } from "#tests/bench/server-cpu.ts";
import { buildApp } from "./build.ts";
import { ensureChromium } from "./install-chromium.ts";
import { migrateDatabase } from "./migrate.ts";
import { findFreePort, LOOPBACK } from "./ports.ts";
import { startSqld } from "./sqld.ts";
import { startWorker, type WorkerBindings } from "./worker.ts";

/** Every registered screen and dialog that needs no record, and an address without a page. */
const PATHS = [
  ...SCREENS.flatMap(({ path, dialogs }) => [
    path,
    ...dialogs.flatMap((dialog) => (dialog.path.includes(":") ? [] : [`${path}/${dialog.path}`])),
  ]),
  "/nowhere",
];
const ADMIN = { email: "alex@hayloft.example", name: "Alex Moreno" };
const SECRET = "a secret of the bench, long enough for the worker";

/** How many bills the large barn has. */
const MANY = 1_000_000;

/**
 * `npm run bench`: the figures that the product must hold, each beside a floor or a peer that is measured in the same run. `npm run bench -- --keep DIR` keeps
 * the large barn there for the next time: it takes minutes to fill. `npm run bench -- --first` measures the first requests
 * of fresh isolates only, and `npm run bench -- --far` what a user waits for with a distant database.
 */
export async function command(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { keep: { type: "string" }, first: { type: "boolean" }, far: { type: "boolean" } },
  });
  await buildApp();
  const folder = mkdtempSync(join(tmpdir(), "hayloft-bench-"));
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  console.log("Measuring takes some minutes; nothing else should run meanwhile.");
  try {
    const small = await openBarn(join(folder, "data"), 1_000, stops);
    const cookie = await sessionCookie();
    if (!values.far) await benchFirstRequests(folder, small, cookie);
    if (values.first) return 0;
    await ensureChromium();
    await benchFar(small, cookie);
    if (values.far) return 0;
    const large = await openBarn(values.keep ?? join(folder, "large"), MANY, stops);
    const worker = await startWorker({ host: LOOPBACK, port: 0, bindings: small });
    stops.push(() => worker.stop());
    await benchServer(folder, small, cookie);
    const sizes = [
      { bills: 1_000, bindings: small },
      { bills: MANY, bindings: large },
    ];
    await benchRowsRead(folder, sizes, cookie);
    await benchLists(folder, sizes, cookie);
    await benchBilling(folder, sizes, cookie);
    const payrolls = [
      { items: 1_000, bindings: await openBarn(join(folder, "payroll"), 0, stops) },
      { items: MANY, bindings: await openBarn(join(folder, "large-payroll"), 0, stops) },
    ] as const;
    await benchPayrollSummary(folder, payrolls, cookie);
    await benchGeneration(folder, payrolls[0].bindings, cookie);
    await benchBytes(worker.url, PATHS, cookie);
    await benchVitals(worker.url, PATHS, cookie);
    await benchOffline(worker.url);
    await benchInteractions(worker.url, cookie);
    await benchLive(folder, small, cookie);
    await benchExport(folder, small, { ...large, dataDir: values.keep ?? join(folder, "large") }, cookie);
    return 0;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** The id of the admin's session, in every barn. */
const SESSION_ID = crypto.randomUUID();

async function sessionCookie(): Promise<string> {
  const cookie = createSessionCookie(SECRET, { secure: false });
  return (await commitSession({ id: SESSION_ID, user: ADMIN }, cookie)).split(";")[0] ?? "";
}

/** A demo barn on sqld, with that many bills, and what a worker needs to use it. */
async function openBarn(dataDir: string, bills: number, stops: (() => unknown)[]): Promise<WorkerBindings> {
  const sqld = await startSqld({ dataDir, port: await findFreePort() });
  stops.push(() => sqld.stop());
  const database = { url: sqld.url, authToken: sqld.authToken };
  await migrateDatabase(database);
  if (await isEmptyBarn(database)) await seedBarn({ ...database, today: todayInNewYork(new Date()), bills });
  await connect(database).write(startSession({ id: SESSION_ID, email: ADMIN.email }, new Date()));
  return {
    DATABASE_URL: database.url,
    DATABASE_AUTH_TOKEN: database.authToken,
    GOOGLE_CLIENT_ID: "hayloft",
    GOOGLE_CLIENT_SECRET: "hayloft",
    SESSION_SECRET: SECRET,
    LOCAL_ISSUER: `http://${LOOPBACK}:9`,
  };
}
