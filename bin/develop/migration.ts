import { readFileSync } from "node:fs";
import { writeMigration } from "#bin/database/migration-files.ts";
import { MIGRATIONS } from "#bin/migrate.ts";
import { readArguments } from "#bin/process/options.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import * as schema from "#db/schema.ts";

/**
 * `npm run migration -- --name what-changes` writes the next migration from db/schema.ts. Where SQLite would have to rebuild
 * a table it writes nothing, and `--sql FILE` takes the statements from a file that was written by hand.
 */
export async function command(args: string[]): Promise<void> {
  const { name, sql } = readOptions(args);
  const file = await writeMigration({
    schema,
    folder: MIGRATIONS,
    name,
    ...(sql && { sql: readFileSync(sql, "utf8") }),
  });
  console.log(file ? `Wrote ${file}` : "Nothing to write: the migrations lead to db/schema.ts already.");
}

function readOptions(args: string[]): { name: string; sql?: string | undefined } {
  const usage = "Name the migration in lower case, as in: npm run migration -- --name add-barn-phone";
  const options = { name: { type: "string", default: "" }, sql: { type: "string" } } as const;
  const { name, sql } = readArguments({ args, options }, usage).values;
  if (!/^[a-z0-9-]+$/.test(name)) throw new UserFacingError(usage);
  return { name, sql };
}
