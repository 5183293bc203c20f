import { existsSync } from "node:fs";
import { NotBackedUpError } from "#db/backup/make.ts";
import { SCHEMA_VERSION } from "#db/version.ts";
import { recordBackupFile, writeBackupFile } from "./backups/backup-file.ts";
import { tellApp, withDatabaseAsItIs } from "./database/database.ts";
import { readArguments } from "./process/options.ts";
import { UserFacingError } from "./process/user-facing-error.ts";

/** For run.mjs: DATABASE_URL names the database of this command. */
export const usesNamedDatabase = true;

/** `npm run backup -- FILE`: writes the whole barn, as it is at one moment, to a new file, while the app runs. */
export async function command(args: string[]): Promise<void> {
  const { file, replace } = readOptions(args);
  if (!replace && existsSync(file)) {
    throw new UserFacingError(`${file} is there already; name a new file, or add --replace.`);
  }
  await withDatabaseAsItIs(async (database) => {
    const [start, at] = [performance.now(), new Date()];
    const { rows, bytes, version } = await writeBackupFile(database, file, at).catch((error: unknown) => {
      throw error instanceof NotBackedUpError
        ? new UserFacingError(`${database.name} ${error.message}, so nothing was backed up.`)
        : error;
    });
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    const size = (bytes / 1_000_000).toLocaleString("en-US", { maximumFractionDigits: 1, minimumFractionDigits: 1 });
    console.log(
      `${database.name} is in ${file}: ${rows.toLocaleString("en-US")} rows, ${size} MB, in ${seconds} seconds.`,
    );
    // An older schema may lack the table.
    if (version < SCHEMA_VERSION) return;
    await recordBackupFile(database, { place: "file", bytes }, at);
    await tellApp(database);
  });
}

function readOptions(args: string[]): { file: string; replace: boolean } {
  const usage = "Name the file of the backup, as in: npm run backup -- barn.backup.gz";
  const options = { replace: { type: "boolean", default: false } } as const;
  const { values, positionals } = readArguments({ args, options, allowPositionals: true }, usage);
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new UserFacingError(usage);
  return { file, replace: values.replace };
}
