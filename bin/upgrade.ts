import { join } from "node:path";
import { withClient } from "#db/client.ts";
import { readVersion, SCHEMA_VERSION } from "#db/version.ts";
import { BACKUPS, backUp } from "./daily-backups.ts";
import type { DatabaseAddress } from "./environment.ts";
import { migrateDatabase } from "./migrate.ts";
import { reasonOf, UserFacingError } from "./user-facing-error.ts";

/** Whether a database holds the barn of an older version of the app. */
export async function isOlder(database: DatabaseAddress): Promise<boolean> {
  const { version, isUnfinished } = await withClient(database, readVersion);
  return version > 0 && version < SCHEMA_VERSION && !isUnfinished;
}

/**
 * Brings the database of a data directory to the newest schema. The barn of an older version is backed up first.
 * @throws UserFacingError if it cannot be backed up, which leaves it as it was, or as `migrateDatabase`
 */
export async function upgradeDatabase(database: DatabaseAddress, dataDir: string): Promise<void> {
  const backup = (await isOlder(database)) ? await backUpBefore(database, dataDir) : null;
  await migrateDatabase(database);
  await backup?.record();
}

async function backUpBefore(database: DatabaseAddress, dataDir: string) {
  try {
    const backup = await backUp({ database, dataDir }, new Date());
    console.error(`The barn as it was before this upgrade is in ${join(dataDir, BACKUPS, backup.name)}.`);
    return backup;
  } catch (error) {
    throw new UserFacingError(`The barn was not upgraded, because no backup could be made: ${reasonOf(error)}.`);
  }
}
