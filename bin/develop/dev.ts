import { watch } from "node:fs";
import { nameApp } from "#bin/database/data-lock.ts";
import { MIGRATIONS, migrateDatabase } from "#bin/migrate.ts";
import { chosenPorts, dataDirectory, mailSettings } from "#bin/process/environment.ts";
import { type Running, runUntilStopped } from "#bin/process/lifecycle.ts";
import {
  checkPorts,
  firstAdminCode,
  prepareDatabase,
  startDatabase,
  startSignIn,
} from "#bin/running/local-services.ts";
import { announce } from "#bin/start.ts";
import { startHub } from "./hub.ts";
import { startPages } from "./pages.ts";

/**
 * `npm run dev`: what `npm start` runs, from the sources as they are saved. Vite serves the pages and replaces their modules;
 * workerd runs only what needs it, the hub of the live updates (docs/decisions/development-server.md).
 */
export async function command(): Promise<number> {
  return runUntilStopped(startEverything);
}

async function startEverything(running: Running): Promise<void> {
  const ports = chosenPorts();
  const mail = mailSettings();
  const dataDir = dataDirectory();
  await checkPorts(ports, "run dev");
  const database = await startDatabase(running, { dataDir, port: ports.sqld });
  const [signIn] = await Promise.all([startSignIn(running, { ports, dataDir, database }), prepareDatabase(database)]);
  const firstAdmin = await firstAdminCode(database);
  const address = { DATABASE_URL: database.url, DATABASE_AUTH_TOKEN: database.authToken };
  const bindings = { ...address, ...signIn, ...firstAdmin, ...mail };
  const hub = running.stopLater(await startHub(bindings));
  const pages = running.stopLater(
    await startPages(ports.app, async () => ({ ...bindings, ...(await hub.bindings()) })),
  );
  migrateOnChange(database);
  nameApp(dataDir, pages.url);
  await announce(pages.url, database, firstAdmin.FIRST_ADMIN_CODE);
}

/** Applies a migration as soon as its file is there. */
function migrateOnChange(database: Parameters<typeof migrateDatabase>[0]): void {
  let last: Promise<void> = Promise.resolve();
  const watcher = watch(MIGRATIONS, { recursive: true }, () => {
    last = last.then(() => migrateDatabase(database)).catch((error: Error) => console.error(error.message));
  });
  watcher.unref();
}
