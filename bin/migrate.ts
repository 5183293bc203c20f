import { type Client, createClient } from "@libsql/client/http";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { PATIENCE_MS, retryWhileBusy, withClient } from "#db/client.ts";
import { outdatedFault, readVersion, refuseTooOld, SCHEMA_VERSION } from "#db/version.ts";
import { explainFault, nameOfDatabase } from "./database/database-error.ts";
import { type DatabaseAddress, databaseOfEnvironment } from "./process/environment.ts";
import { reasonOf, UserFacingError } from "./process/user-facing-error.ts";

/** For run.mjs: DATABASE_URL names the database of this command. */
export const usesNamedDatabase = true;

/** Where the migrations lie, in drizzle-kit's form. */
export const MIGRATIONS = "db/migrations";

/** The table with the version of a database, as drizzle's migrator makes it. */
export const MIGRATIONS_TABLE =
  "create table if not exists __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)";

/** The statements of a migration, and the one that records it. */
export const statementsOf = ({ sql, hash, folderMillis }: MigrationMeta): string[] => [
  ...sql,
  `insert into __drizzle_migrations (hash, created_at) values ('${hash}', ${folderMillis})`,
];

/**
 * Brings a database to the newest schema of `folder`. Migrations that it has already are skipped.
 * @throws UserFacingError, also if the database is of a version from before the first migration
 */
export async function migrateDatabase(address: DatabaseAddress, folder = MIGRATIONS): Promise<void> {
  const client = createClient(address);
  try {
    await refuseTooOld(client);
    await applyMigrations(client, folder);
    const { isUnfinished } = await readVersion(client);
    if (isUnfinished) throw await outdatedFault(client);
  } catch (error) {
    const version = await readVersion(client).then(
      (found) => found.version,
      () => "?",
    );
    if (error instanceof UserFacingError) throw error;
    const explained = explainFault(error, address, `nothing was changed beyond version ${version}`);
    if (explained !== error) throw explained;
    throw new UserFacingError(
      `The migrations of ${folder} failed, and ${nameOfDatabase(address.url)} stays at version ${version}: ${reasonOf(error)}.`,
    );
  }
}

/**
 * Applies each missing migration in a transaction of its own: sqld ends a transaction of more than 5 seconds once another write
 * waits. The statements of a migration go out as one text, because `Client.migrate` does not await all statements of a batch that
 * sqld ends, and Node ends the process at an unhandled rejection.
 */
async function applyMigrations(client: Client, folder: string): Promise<void> {
  await client.execute(MIGRATIONS_TABLE);
  const { rows } = await client.execute("select coalesce(max(created_at), 0) from __drizzle_migrations");
  const last = Number(rows[0]?.[0]);
  for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
    if (migration.folderMillis <= last) continue;
    const text = ["begin immediate", ...statementsOf(migration), "commit"].join("\n;\n");
    await retryWhileBusy(Date.now() + PATIENCE_MS, () => client.executeMultiple(text));
  }
}

/**
 * Tries a write that is rolled back, and works on an empty database.
 * @throws UserFacingError if the database does not answer, or its token may not write
 */
export async function checkDatabase(address: DatabaseAddress): Promise<void> {
  const write = "begin immediate; create table tried (x); rollback";
  await withClient(address, (client) =>
    retryWhileBusy(Date.now() + PATIENCE_MS, () => client.executeMultiple(write)),
  ).catch((error) => {
    throw explainFault(error, address);
  });
}

/** `npm run migrate`: the database that DATABASE_URL and DATABASE_AUTH_TOKEN name. */
export async function command(): Promise<void> {
  const database = databaseOfEnvironment();
  if (!database) throw new UserFacingError("Say which database to migrate: set DATABASE_URL and DATABASE_AUTH_TOKEN.");
  await checkDatabase(database);
  await migrateDatabase(database);
  console.log(`${nameOfDatabase(database.url)} is up to date, at version ${SCHEMA_VERSION}.`);
}
