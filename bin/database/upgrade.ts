import { recordBackupFile } from "#bin/backups/backup-file.ts";
import { backUp } from "#bin/backups/daily-backups.ts";
import { migrateDatabase } from "#bin/migrate.ts";
import type { DatabaseAddress } from "#bin/process/environment.ts";
import { reasonOf, UserFacingError } from "#bin/process/user-facing-error.ts";
import { FIRST_VERSION } from "#db/backup/tables.ts";
import { withClient } from "#db/client.ts";
import { readVersion, SCHEMA_VERSION } from "#db/version.ts";
import { explainFault } from "./database-error.ts";

/** Whether a database holds the barn of an older version of the app, which `upgradeDatabase` brings to the newest schema. */
export const isOlder = async (database: DatabaseAddress) => (await olderVersion(database)) !== null;

async function olderVersion(database: DatabaseAddress): Promise<number | null> {
  const { version, isUnfinished } = await withClient(database, readVersion);
  return version >= FIRST_VERSION && version < SCHEMA_VERSION && !isUnfinished ? version : null;
}

/**
 * Brings the database of a data directory to the newest schema. The barn of an older version is backed up first, to one file for
 * each version: a migration that fails or is interrupted is tried again, and makes no more files.
 * @throws UserFacingError if it cannot be backed up, which leaves it as it was, or as `migrateDatabase`
 */
export async function upgradeDatabase(database: DatabaseAddress, dataDir: string): Promise<void> {
  const [version, now] = [await olderVersion(database), new Date()];
  if (version === null) return migrateDatabase(database);
  const { path, bytes } = await backUp({ database, dataDir }, `version-${version}.backup.gz`, now).catch((error) => {
    const reason = reasonOf(explainFault(error, database));
    throw new UserFacingError(`The barn was not upgraded, because no backup could be made: ${reason}.`);
  });
  console.error(`The barn as it was before this upgrade is in ${path}.`);
  await migrateDatabase(database);
  // The table of the backups may be new in this version.
  await recordBackupFile(database, { place: "folder", bytes }, now);
}
