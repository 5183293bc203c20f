import { keepDailyBackups } from "./backups/daily-backups.ts";
import { nameApp } from "./database/data-lock.ts";
import type { DatabaseAddress } from "./process/environment.ts";
import { type Running, runUntilStopped } from "./process/lifecycle.ts";
import { buildApp, isBuilt } from "./running/build.ts";
import { offeredAccounts, startServices } from "./running/local-services.ts";
import { LOOPBACK } from "./running/ports.ts";
import { startWorker } from "./running/worker.ts";

/** `npm start`: the whole product on this machine, from the sources to the open page. */
export async function command(): Promise<number> {
  return runUntilStopped(startEverything);
}

async function startEverything(running: Running): Promise<void> {
  const { port, dataDir, database, bindings } = await startServices(running, "start", async () => {
    if (!isBuilt()) console.error("Building the app…");
    await buildApp();
  });
  const worker = running.stopLater(await startWorker({ host: LOOPBACK, port, bindings }));
  running.needs("workerd, which serves the app,", worker.ended);
  nameApp(dataDir, worker.url);
  // The first request is slow, so it is sent before the user opens the app.
  await fetch(worker.url).catch(() => null);
  await announce(worker.url, database, bindings.FIRST_ADMIN_CODE);
  // The user waits for none of this.
  running.stopLater(keepDailyBackups({ database, dataDir }));
}

/** Prints the address of the app and the accounts that can sign in; with `code`, also how a user becomes the first admin. */
export async function announce(url: string, database: DatabaseAddress, code?: string): Promise<void> {
  console.log(`Hayloft is open at ${url}`);
  if (code) {
    console.log(`This barn has no admin yet. Sign in there, and enter the code ${code} to become the first.`);
    console.log(`Or run in another terminal: ${ownSettings()}npm run admin -- add you@example.com`);
  }
  for (const { email, isAdmin } of await offeredAccounts(database))
    console.log(`${email.padEnd(22)} ${isAdmin ? "admin" : "not an admin"}`);
}

/** The settings with which another command reaches this database. */
function ownSettings(): string {
  const { DATA_DIR: dataDir = "" } = process.env;
  const isPlain = /^[\w./-]*$/.test(dataDir);
  return dataDir && `DATA_DIR=${isPlain ? dataDir : `'${dataDir.replaceAll("'", `'\\''`)}'`} `;
}
