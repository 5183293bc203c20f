import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSessions, signedIn } from "#app/auth/session.ts";
import { todayInNewYork } from "#app/domain/calendar.ts";
import { seedBarn } from "#db/seed.ts";
import { benchVitals } from "#tests/bench/browser-vitals.ts";
import { benchBytes } from "#tests/bench/client-bytes.ts";
import { benchServer } from "#tests/bench/server-cpu.ts";
import { buildApp } from "./build.ts";
import { LOCAL_TOKEN } from "./environment.ts";
import { ensureChromium } from "./install-chromium.ts";
import { migrateDatabase } from "./migrate.ts";
import { findFreePort, LOOPBACK } from "./ports.ts";
import { startSqld } from "./sqld.ts";
import { startWorker } from "./worker.ts";

/** The routes that there are to measure; all but the first two are for admins. */
const PATHS = [
  "/",
  "/nowhere",
  "/horses",
  "/horses/new",
  "/customers",
  "/customers/new",
  "/services",
  "/services/new",
  "/grooms",
  "/grooms/new",
  "/shows",
  "/shows/new",
  "/accounts",
  "/accounts/new",
];
const ADMIN = { email: "alex@hayloft.example", name: "Alex Moreno" };
const SECRET = "a secret of the bench";

/** `npm run bench`: the figures of design section 8, each beside its floor in the same run. */
export async function command(): Promise<number> {
  await ensureChromium();
  await buildApp();
  const folder = mkdtempSync(join(tmpdir(), "hayloft-bench-"));
  const sqld = await startSqld({ dataDir: join(folder, "data"), port: await findFreePort() });
  const database = { url: sqld.url, authToken: LOCAL_TOKEN };
  await migrateDatabase(database);
  await seedBarn({ ...database, today: todayInNewYork(new Date()) });
  const bindings = {
    DATABASE_URL: database.url,
    DATABASE_AUTH_TOKEN: database.authToken,
    GOOGLE_CLIENT_ID: "hayloft",
    GOOGLE_CLIENT_SECRET: "hayloft",
    SESSION_SECRET: SECRET,
    LOCAL_ISSUER: `http://${LOOPBACK}:9`,
  };
  const worker = await startWorker({ host: LOOPBACK, port: 0, bindings });
  try {
    const sessions = createSessions(SECRET, { secure: false });
    const cookie = (await signedIn(ADMIN, sessions, new Date())).split(";")[0] ?? "";
    await benchServer(folder, bindings, cookie);
    await benchBytes(worker.url, PATHS, cookie);
    await benchVitals(worker.url, PATHS, cookie);
    return 0;
  } finally {
    await worker.stop();
    await sqld.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
