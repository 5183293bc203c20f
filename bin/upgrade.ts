import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FIRST_VERSION } from "#db/backup/tables.ts";
import { withClient } from "#db/client.ts";
import { readVersion, SCHEMA_VERSION } from "#db/version.ts";
import { recordBackupFile } from "./backup-file.ts";
import { readBackupFile } from "./backup-reader.ts";
import { backUp } from "./daily-backups.ts";
import { explainFault } from "./database-error.ts";
import type { DatabaseAddress } from "./environment.ts";
import { migrateDatabase } from "./migrate.ts";
import { restoreInto } from "./restoring.ts";
import { reasonOf, UserFacingError } from "./user-facing-error.ts";

/** Whether a database holds the barn of an older version of the app. */
export const isOlder = async (database: DatabaseAddress) => (await olderVersion(database)) !== null;

async function olderVersion(database: DatabaseAddress): Promise<number | null> {
  const { version, isUnfinished } = await withClient(database, readVersion);
  return version > 0 && version < SCHEMA_VERSION && !isUnfinished ? version : null;
}

/**
 * Brings the database of a data directory to the newest schema. The barn of an older version is backed up first, to one file for
 * each version: a migration that fails is tried again, and makes no more files. One that is older than the first migration is
 * restored from its backup, which is tried again, too, if it was interrupted.
 * @throws UserFacingError if it cannot be backed up, which leaves it as it was, or as `migrateDatabase` and `restoreInto`
 */
export async function upgradeDatabase(database: DatabaseAddress, dataDir: string): Promise<void> {
  // The name of the backup while the barn is restored from it.
  const note = join(dataDir, "upgrading");
  if (existsSync(note)) await restoreBarn(database, dataDir, readFileSync(note, "utf8"));
  const [version, now] = [await olderVersion(database), new Date()];
  if (version === null) {
    rmSync(note, { force: true });
    return migrateDatabase(database);
  }
  const { path, bytes } = await backUp({ database, dataDir }, `version-${version}.backup.gz`, now).catch((error) => {
    const reason = reasonOf(explainFault(error, database));
    throw new UserFacingError(`The barn was not upgraded, because no backup could be made: ${reason}.`);
  });
  console.error(`The barn as it was before this upgrade is in ${path}.`);
  if (version < FIRST_VERSION) {
    writeFileSync(note, path);
    await restoreBarn(database, dataDir, path);
    rmSync(note);
    console.error("The barn was restored to the tables of this version. Everybody has to sign in again.");
  } else await migrateDatabase(database);
  // The table of the backups may be new in this version.
  await recordBackupFile(database, { place: "folder", bytes }, now);
}

async function restoreBarn(database: DatabaseAddress, dataDir: string, file: string): Promise<void> {
  const { version } = await withClient(database, readVersion);
  if (version >= SCHEMA_VERSION) return;
  const backup = await readBackupFile(file);
  await restoreInto({ ...database, name: dataDir, isLocal: true, app: undefined }, { file, ...backup, replaces: true });
}
