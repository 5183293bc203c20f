import { pluralize } from "#app/domain/basics/pluralize.ts";
import type { BackupHeader } from "#db/backup/format.ts";
import { FIRST_VERSION } from "#db/backup/tables.ts";
import { SCHEMA_VERSION } from "#db/version.ts";
import { readBackupFile } from "./backups/read-backup-file.ts";
import { restoreInto } from "./backups/restoring.ts";
import { tellApp, withDatabaseAsItIs } from "./database/database.ts";
import { dataDirectory } from "./process/environment.ts";
import { readArguments } from "./process/options.ts";
import { UserFacingError } from "./process/user-facing-error.ts";

/** For run.mjs: DATABASE_URL names the database of this command. */
export const usesNamedDatabase = true;

/**
 * `npm run restore -- FILE`: fills an empty database with a backup, and checks it. The file is read to its end before anything is
 * changed. A restore that was interrupted leaves a database that no app uses; the same command begins it again. Links to statements
 * end, because one may have been ended after the backup, unless `--keep-links` says that none was.
 */
export async function command(args: string[]): Promise<void> {
  const { file, keepsLinks } = readOptions(args);
  const start = performance.now();
  const { header, end } = await readBackupFile(file, { header: (found) => checkVersion(file, found) });
  await withDatabaseAsItIs(async (database) => {
    if (database.isLocal && database.app) {
      throw new UserFacingError(`Hayloft is running on ${dataDirectory()}: stop it, or name another DATA_DIR.`);
    }
    const ended = await restoreInto(database, { file, header, end, keepsLinks });
    await tellApp(database);
    const rows = end.reduce((sum, each) => sum + each.rows, 0).toLocaleString("en-US");
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    console.log(
      `${database.name} holds the barn of ${header.createdAt} now: ${rows} rows in ${end.length} tables, in ${seconds} seconds.`,
    );
    console.log(
      "Checked: numbers of rows, hashes of all tables, references, search indexes. Everybody has to sign in again.",
    );
    if (ended > 0) {
      const links = pluralize(ended, "link");
      console.log(
        `Turned off ${links} to statements, since some may have been turned off after the backup: share them again.`,
      );
    }
  });
}

function checkVersion(file: string, { version }: BackupHeader): void {
  if (version < FIRST_VERSION) {
    throw new UserFacingError(
      `${file} is of version ${version} of the schema, and this Hayloft restores version ${FIRST_VERSION} and newer ones only.`,
    );
  }
  if (version <= SCHEMA_VERSION) return;
  throw new UserFacingError(
    `${file} is of version ${version} of the schema, and this Hayloft knows version ${SCHEMA_VERSION}; update it first.`,
  );
}

function readOptions(args: string[]): { file: string; keepsLinks: boolean } {
  const usage = "Name the file of the backup, as in: npm run restore -- barn.backup.gz [--keep-links]";
  const options = { "keep-links": { type: "boolean", default: false } } as const;
  const { positionals, values } = readArguments({ args, options, allowPositionals: true }, usage);
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new UserFacingError(usage);
  return { file, keepsLinks: values["keep-links"] === true };
}
