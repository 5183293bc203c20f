import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { commitSession, createSessionCookie } from "#app/auth/session.ts";
import { todayInNewYork } from "#app/domain/calendar.ts";
import { SCREENS } from "#app/domain/screens.ts";
import { connect } from "#db/connection.ts";
import { startSession } from "#db/queries/sessions.ts";
import { isEmptyBarn, seedBarn } from "#db/seed.ts";
import { amount } from "#tests/bench/amount.ts";
import { benchBilling } from "#tests/bench/billing.ts";
import { benchInteractions, benchOffline, benchVitals } from "#tests/bench/browser-vitals.ts";
import { benchBytes } from "#tests/bench/client-bytes.ts";
import { endTogether } from "#tests/bench/end-together.ts";
import { benchExport } from "#tests/bench/export.ts";
import { benchFar } from "#tests/bench/far.ts";
import { benchFirstRequests } from "#tests/bench/first-requests.ts";
import { benchLists } from "#tests/bench/lists.ts";
import { benchLive } from "#tests/bench/live.ts";
import { type Part, runParts } from "#tests/bench/parts.ts";
import { benchGeneration } from "#tests/bench/payroll-generation.ts";
import { benchPayrollSummary } from "#tests/bench/payroll-summary.ts";
import { benchRowsRead } from "#tests/bench/rows-read.ts";
import { benchSchema } from "#tests/bench/schema.ts";
import { benchServer } from "#tests/bench/server-cpu.ts";
import { buildApp } from "./build.ts";
import { ensureChromium } from "./install-chromium.ts";
import { migrateDatabase } from "./migrate.ts";
import { findFreePort, LOOPBACK } from "./ports.ts";
import { startSqld } from "./sqld.ts";
import { UserFacingError } from "./user-facing-error.ts";
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

/** How many bills the small barn has at least, and the large one. */
const FEW = 1_000;
const MANY = amount(1_000_000, 3_000);

/** A part that takes longer, in milliseconds, hangs. */
const PART_LIMIT_MS = amount(60, 5) * 60_000;

/**
 * `npm run bench`: the figures that the product must hold, each beside a floor or a peer that is measured in the same run.
 * Names of parts measure only those. `--keep DIR` keeps the large barn there for the next time: it takes minutes to fill.
 * `--quick` runs every part with small numbers, to see that it runs. Returns 1 if a part fails.
 */
export async function command(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { keep: { type: "string" }, quick: { type: "boolean" } },
  });
  if (process.platform !== "linux") {
    console.log("The bench reads the CPU time of servers from /proc, which only Linux has: nothing was measured.");
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), "hayloft-bench-"));
  endTogether(folder);
  const parts = partsOf(folder, values.keep ?? join(folder, "large"));
  const unknown = positionals.find((name) => !(name in parts));
  if (unknown) throw new UserFacingError(`There is no part '${unknown}'; there are: ${Object.keys(parts).join(", ")}.`);
  await buildApp();
  await ensureChromium();
  console.log(
    values.quick
      ? "Measuring with small numbers, to see that every part runs; the figures mean nothing."
      : "Measuring takes some minutes; nothing else should run meanwhile.",
  );
  const chosen = Object.entries(parts).filter(([name]) => positionals.length === 0 || positionals.includes(name));
  const failures = await runParts(chosen, PART_LIMIT_MS);
  console.log(`\n${[...failures, `${chosen.length - failures.length} of ${chosen.length} parts ran.`].join("\n")}`);
  return failures.length > 0 ? 1 : 0;
}

/** The parts by their names, in their order. A barn or server that several parts use is started by the first of them. */
function partsOf(folder: string, largeDir: string): Record<string, Part> {
  const cookie = once(sessionCookie);
  const small = once(() => openBarn(join(folder, "data"), FEW));
  const large = once(() => openBarn(largeDir, MANY));
  const payroll = once(() => openBarn(join(folder, "payroll"), 0));
  const sizes = async () => [
    { bills: FEW, ...(await small()) },
    { bills: MANY, ...(await large()) },
  ];
  const origin = once(async () => {
    const { bindings } = await small();
    return (await startWorker({ host: LOOPBACK, port: 0, bindings, log: () => {} })).url;
  });
  return {
    schema: async () => benchSchema((await small()).sqld, await startEmpty(join(folder, "empty"))),
    first: async () => benchFirstRequests(folder, (await small()).bindings, await cookie()),
    far: async () => benchFar((await small()).bindings, await cookie()),
    server: async () => benchServer(folder, (await small()).bindings, await cookie()),
    rows: async () => benchRowsRead(folder, await sizes(), await cookie()),
    lists: async () => benchLists(folder, await sizes(), await cookie()),
    billing: async () => benchBilling(folder, await sizes(), await cookie()),
    summary: async () => {
      const payrolls = [
        { items: 1_000, bindings: (await payroll()).bindings },
        { items: MANY, bindings: (await openBarn(join(folder, "large-payroll"), 0)).bindings },
      ];
      await benchPayrollSummary(folder, payrolls, await cookie());
    },
    generation: async () => benchGeneration(folder, (await payroll()).bindings, await cookie()),
    bytes: async () => benchBytes(await origin(), PATHS, await cookie()),
    vitals: async () => benchVitals(await origin(), PATHS, await cookie()),
    offline: async () => benchOffline(await origin()),
    interactions: async () => benchInteractions(await origin(), await cookie()),
    live: async () => benchLive(folder, (await small()).bindings, await cookie()),
    export: async () =>
      benchExport(folder, (await small()).bindings, { ...(await large()).bindings, dataDir: largeDir }, await cookie()),
  };
}

/** Returns a function that calls `make` the first time only. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** The id of the admin's session, in every barn. */
const SESSION_ID = crypto.randomUUID();

async function sessionCookie(): Promise<string> {
  const cookie = createSessionCookie(SECRET, { secure: false });
  return (await commitSession({ id: SESSION_ID, user: ADMIN }, cookie)).split(";")[0] ?? "";
}

const startEmpty = async (dataDir: string) => startSqld({ dataDir, port: await findFreePort() });

/** A demo barn on sqld, with that many bills, and what a worker needs to use it. */
async function openBarn(dataDir: string, bills: number) {
  const sqld = await startEmpty(dataDir);
  const database = { url: sqld.url, authToken: sqld.authToken };
  await migrateDatabase(database);
  if (await isEmptyBarn(database)) await seedBarn({ ...database, today: todayInNewYork(new Date()), bills });
  await connect(database).write(startSession({ id: SESSION_ID, email: ADMIN.email }, new Date()));
  const bindings: WorkerBindings = {
    DATABASE_URL: database.url,
    DATABASE_AUTH_TOKEN: database.authToken,
    GOOGLE_CLIENT_ID: "hayloft",
    GOOGLE_CLIENT_SECRET: "hayloft",
    SESSION_SECRET: SECRET,
    LOCAL_ISSUER: `http://${LOOPBACK}:9`,
  };
  return { sqld, bindings };
}
