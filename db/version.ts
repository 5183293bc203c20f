import type { Client } from "@libsql/client/http";
import { FIRST_VERSION, VERSION_QUERY } from "./backup/tables.ts";
import { DatabaseUnavailableError } from "./errors.ts";
import { lacksMigration } from "./faults.ts";
import journal from "./migrations/meta/_journal.json";

/** How many migrations this version of the app needs: the version of the schema. */
export const SCHEMA_VERSION = FIRST_VERSION - 1 + journal.entries.length;

/**
 * An error that names both versions if the database lacks migrations, or says that a restore was not finished. A newer database
 * serves an older app, too.
 */
export async function outdatedFault(client: Client): Promise<DatabaseUnavailableError | undefined> {
  const { version, isUnfinished } = await readVersion(client);
  if (isTooOld(version)) return tooOldFault(version);
  if (isUnfinished) {
    const message = "A restore of the database is not finished; wait for it, or run npm run restore again";
    return new DatabaseUnavailableError("incomplete", message);
  }
  if (version >= SCHEMA_VERSION) return undefined;
  const message = `The database is at version ${version}, this app needs ${SCHEMA_VERSION}; run npm run migrate`;
  return new DatabaseUnavailableError("outdated", message);
}

const isTooOld = (version: number) => version > 0 && version < FIRST_VERSION;

const tooOldFault = (version: number) =>
  new DatabaseUnavailableError(
    "outdated",
    `The database is at version ${version}, and this Hayloft can use and upgrade version ${FIRST_VERSION} and newer ones only`,
  );

/** @throws DatabaseUnavailableError if the database is of a version from before the first migration, which no command upgrades */
export async function refuseTooOld(client: Client): Promise<void> {
  const { version } = await readVersion(client);
  if (isTooOld(version)) throw tooOldFault(version);
}

/** How many migrations were applied to a database, 0 if it is new, and whether a restore has begun and not ended. */
export async function readVersion(client: Client): Promise<{ version: number; isUnfinished: boolean }> {
  try {
    const { rows } = await client.execute(VERSION_QUERY);
    return { version: Number(rows[0]?.[0]), isUnfinished: rows[0]?.[1] !== 0 };
  } catch (error) {
    if (lacksMigration(error)) return { version: 0, isUnfinished: false };
    throw error;
  }
}
