import { type DatabaseAddress, databaseOfEnvironment, dataDirectory } from "#bin/process/environment.ts";
import { until } from "#bin/process/until.ts";
import { findFreePort } from "#bin/running/ports.ts";
import { withClient } from "#db/client.ts";
import { connect } from "#db/connection.ts";
import { refuseTooOld } from "#db/version.ts";
import { DataInUseError, findHolder, isOrphan } from "./data-lock.ts";
import { explainFault, nameOfDatabase } from "./database-error.ts";
import { databaseKey } from "./database-key.ts";
import type { NamedDatabase } from "./named-database.ts";
import { startSqld } from "./sqld.ts";
import { upgradeDatabase } from "./upgrade.ts";

/** How long a command waits for another one that uses the local database, or for an app that starts, in milliseconds. */
const PATIENCE_MS = 30_000;

/**
 * Calls `use` with the database that the environment names or, without one, with the local one: through the sqld that
 * `npm start` runs on it, or through one that is started for this call.
 */
export async function withDatabase<T>(use: (database: NamedDatabase) => Promise<T>): Promise<T> {
  return withDatabaseAsItIs(async (database) => {
    if (database.isLocal && !database.app) await upgradeDatabase(database, dataDirectory());
    // Before the command begins, so that it does not fail in the middle.
    await connect(database).check();
    return use(database);
  });
}

/**
 * As `withDatabase`, for a database that may have the schema of an older version, or none: it is neither migrated nor
 * checked.
 */
export async function withDatabaseAsItIs<T>(use: (database: NamedDatabase) => Promise<T>): Promise<T> {
  const named = databaseOfEnvironment();
  if (named)
    return explaining({ ...named, name: nameOfDatabase(named.url), isLocal: false, app: process.env.APP_URL }, use);

  const name = dataDirectory();
  const { app, stop, url, authToken } = await openLocalDatabase(name);
  try {
    return await explaining({ url, authToken, name, isLocal: true, app }, use);
  } finally {
    await stop?.();
  }
}

type LocalDatabase = DatabaseAddress & { app?: string | undefined; stop?: () => Promise<void> };

async function openLocalDatabase(dataDir: string): Promise<LocalDatabase> {
  const start = async () => startSqld({ dataDir, port: await findFreePort() });
  const open = async () => {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof DataInUseError)) throw error;
    }
    const holder = findHolder(dataDir);
    // A sqld without an app belongs to another command, which stops it in a moment.
    if (!holder?.app || isOrphan(holder)) return null;
    return { url: holder.url, authToken: (await databaseKey(dataDir)).authToken, app: holder.app };
  };
  return (await until<LocalDatabase | null>(open, { patienceMs: PATIENCE_MS, pauseMs: 50 })) ?? start();
}

/** Makes open pages show at once what a command has changed. An app that cannot be told finds it within two seconds. */
export async function tellApp({ app }: NamedDatabase): Promise<void> {
  if (!app) return;
  try {
    const { origin } = new URL(app);
    const headers = { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" };
    await fetch(`${origin}/live`, { method: "POST", headers, signal: AbortSignal.timeout(5_000) });
  } catch {
    console.error(`Open pages show it in a moment: the app could not be told at ${app}.`);
  }
}

async function explaining<T>(database: NamedDatabase, use: (database: NamedDatabase) => Promise<T>): Promise<T> {
  try {
    await withClient(database, refuseTooOld);
    return await use(database);
  } catch (error) {
    throw explainFault(error, database);
  }
}
