import { connect } from "#db/connection.ts";
import { listAdmins } from "#db/queries/admins.ts";
import { buildApp, isBuilt } from "./build.ts";
import { keepDailyBackups } from "./daily-backups.ts";
import { nameApp } from "./data-lock.ts";
import { chosenPorts, type DatabaseAddress, dataDirectory } from "./environment.ts";
import { type Running, runUntilStopped } from "./lifecycle.ts";
import { checkPorts, DEMO_ACCOUNTS, prepareDatabase, startDatabase, startSignIn } from "./local-services.ts";
import { LOOPBACK } from "./ports.ts";
import { startWorker } from "./worker.ts";

/** `npm start`: the whole product on this machine, from the sources to the open page. */
export async function command(): Promise<number> {
  return runUntilStopped(startEverything);
}

async function startEverything(running: Running): Promise<void> {
  const ports = chosenPorts();
  const dataDir = dataDirectory();
  await checkPorts(ports, "start");
  // Before anything else, so that another Hayloft on this directory is noticed first.
  const database = await startDatabase(running, { dataDir, port: ports.sqld });
  if (!isBuilt()) console.error("Building the app…");
  const [signIn] = await Promise.all([startSignIn(running, { ports, dataDir }), prepareDatabase(database), buildApp()]);
  const bindings = { DATABASE_URL: database.url, DATABASE_AUTH_TOKEN: database.authToken, ...signIn };
  const worker = running.stopLater(await startWorker({ host: LOOPBACK, port: ports.app, bindings }));
  running.needs("workerd, which serves the app,", worker.ended);
  nameApp(dataDir, worker.url);
  // The first request is the slow one; nobody has to wait for it later.
  await fetch(worker.url).catch(() => null);
  await announce(worker.url, database);
  // After all that the user waits for.
  running.stopLater(keepDailyBackups({ database, dataDir }));
}

/** Where the app is, and who may do what there. */
export async function announce(url: string, database: DatabaseAddress): Promise<void> {
  const admins = new Set((await connect(database).read(listAdmins())).map(({ email }) => email));
  console.log(`Hayloft is open at ${url}`);
  for (const { email } of DEMO_ACCOUNTS)
    console.log(`${email.padEnd(22)} ${admins.has(email) ? "admin" : "not an admin"}`);
}
