import { join } from "node:path";
import { commitSession, createSessionCookie } from "#app/auth/session.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { startSqld } from "#bin/database/sqld.ts";
import { migrateDatabase } from "#bin/migrate.ts";
import { findFreePort, LOOPBACK } from "#bin/running/ports.ts";
import { startWorker, type WorkerBindings } from "#bin/running/worker.ts";
import { connect } from "#db/connection.ts";
import { startSession } from "#db/queries/shell/sessions.ts";
import { isEmptyBarn, seedBarn } from "#db/seed/seed.ts";
import { ADDRESSES } from "./addresses.ts";
import { amount } from "./amount.ts";
import { benchAdminsDay } from "./parts/admins-day.ts";
import { benchBilling } from "./parts/billing.ts";
import { benchInteractions, benchOffline, benchVitals } from "./parts/browser-vitals.ts";
import { benchBytes } from "./parts/client-bytes.ts";
import { benchExport } from "./parts/export.ts";
import { benchFar } from "./parts/far.ts";
import { benchFirstRequests } from "./parts/first-requests.ts";
import { benchLists } from "./parts/lists.ts";
import { benchLive } from "./parts/live.ts";
import { benchGeneration } from "./parts/payroll-generation.ts";
import { benchPayrollSummary } from "./parts/payroll-summary.ts";
import { benchRowsRead } from "./parts/rows-read.ts";
import { benchSchema } from "./parts/schema.ts";
import { benchServer } from "./parts/server-cpu.ts";
import { benchYears } from "./parts/years.ts";
import type { BenchPart } from "./parts.ts";

/** The screens and dialogs, and an address without a page. */
const PATHS = [...ADDRESSES, "/nowhere"];
const ADMIN = { email: "alex@hayloft.example", name: "Alex Moreno" };
const SECRET = "a secret of the bench, long enough for the worker";

/** How many bills the small barn has at least, and the large one. */
const FEW = 1_000;
const MANY = amount(1_000_000, 3_000);

/**
 * The parts of the bench by name, in the order in which they run. A barn or server that several parts use is started by the first
 * of them. `largeDir` has the barn of a million bills.
 */
export function benchParts(folder: string, largeDir: string): Record<string, BenchPart> {
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
    day: async () => benchAdminsDay((await small()).bindings, await cookie()),
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
    years: async () => benchYears((years) => openBarn(join(folder, `years-${years}`), 0), await cookie()),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** The id of the admin's session, in every barn. */
const SESSION_ID = crypto.randomUUID();

async function sessionCookie(): Promise<string> {
  const [[, cookie = ""] = []] = await commitSession(
    { id: SESSION_ID, user: ADMIN },
    createSessionCookie(SECRET, { secure: false }),
  );
  return cookie.split(";")[0] ?? "";
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
