import type { Client } from "@libsql/client/web";
import { DatabaseUnavailableError } from "./errors.ts";
import { lacksMigration } from "./faults.ts";
import journal from "./migrations/meta/_journal.json";

/** How many migrations this version of the app needs: the version of the schema. */
export const SCHEMA_VERSION = journal.entries.length;

/** An error that names both versions if the database lacks migrations. A newer database serves an older app, too. */
export async function outdatedFault(client: Client): Promise<DatabaseUnavailableError | undefined> {
  const version = await readVersion(client);
  if (version >= SCHEMA_VERSION) return undefined;
  const message = `The database is at version ${version}, this app needs ${SCHEMA_VERSION}; run npm run migrate`;
  return new DatabaseUnavailableError("outdated", message);
}

/** How many migrations were applied to a database; 0 if it is new. */
export async function readVersion(client: Client): Promise<number> {
  try {
    const { rows } = await client.execute("select count(*) as version from __drizzle_migrations");
    return Number(rows[0]?.version);
  } catch (error) {
    if (lacksMigration(error)) return 0;
    throw error;
  }
}
