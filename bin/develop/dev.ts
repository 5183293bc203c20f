import { watch } from "node:fs";
import { nameApp } from "#bin/database/data-lock.ts";
import { MIGRATIONS, migrateDatabase } from "#bin/migrate.ts";
import { type Running, runUntilStopped } from "#bin/process/lifecycle.ts";
import { startServices } from "#bin/running/local-services.ts";
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
  const { port, dataDir, database, bindings } = await startServices(running, "run dev");
  const hub = running.stopLater(await startHub(bindings));
  const pages = running.stopLater(await startPages(port, async () => ({ ...bindings, ...(await hub.bindings()) })));
  migrateOnChange(database);
  nameApp(dataDir, pages.url);
  await announce(pages.url, database, bindings.FIRST_ADMIN_CODE);
}

/** Applies a migration as soon as its file is there. */
function migrateOnChange(database: Parameters<typeof migrateDatabase>[0]): void {
  let last: Promise<void> = Promise.resolve();
  const watcher = watch(MIGRATIONS, { recursive: true }, () => {
    last = last.then(() => migrateDatabase(database)).catch((error: Error) => console.error(error.message));
  });
  watcher.unref();
}
