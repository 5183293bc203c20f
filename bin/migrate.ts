import { createClient, LibsqlError } from "@libsql/client/web";
import { migrate } from "drizzle-orm/libsql/migrator";
import { drizzle } from "drizzle-orm/libsql/web";
import { outdatedFault, readVersion, SCHEMA_VERSION } from "#db/version.ts";
import { explainFault, nameOf } from "./database-error.ts";
import { type DatabaseAddress, databaseOfEnvironment } from "./environment.ts";
import { UserFacingError } from "./user-facing-error.ts";

/** For run.mjs: DATABASE_URL names the database of this command. */
export const usesNamedDatabase = true;

/** Where the migrations lie, in drizzle-kit's form. */
export const MIGRATIONS = "db/migrations";

/** Brings a database to the newest schema of `folder`. What it has already is left alone. */
export async function migrateDatabase(address: DatabaseAddress, folder = MIGRATIONS): Promise<void> {
  const client = createClient(address);
  try {
    await migrate(drizzle(client), { migrationsFolder: folder });
    const { isUnfinished } = await readVersion(client);
    if (isUnfinished) throw await outdatedFault(client);
  } catch (error) {
    const explained = explainFault(error, address);
    if (explained !== error) throw explained;
    throw new UserFacingError(
      `The migrations of ${folder} failed, and ${nameOf(address.url)} stays as it was: ${reasonOf(error)}.`,
    );
  }
}

/** @throws UserFacingError if the database does not answer, or its token may not write */
export async function checkWritable(address: DatabaseAddress): Promise<void> {
  try {
    // It changes nothing, and works on an empty database.
    await createClient(address).batch(["drop table if exists no_such_table"], "write");
  } catch (error) {
    throw explainFault(error, address);
  }
}

/** `npm run migrate`: the database that DATABASE_URL and DATABASE_AUTH_TOKEN name. */
export async function command(): Promise<void> {
  const database = databaseOfEnvironment();
  if (!database) throw new UserFacingError("Say which database to migrate: set DATABASE_URL and DATABASE_AUTH_TOKEN.");
  await migrateDatabase(database);
  console.log(`${nameOf(database.url)} is up to date, at version ${SCHEMA_VERSION}.`);
}

/** What the database said, without the statement that drizzle puts in front of it. */
function reasonOf(error: unknown): string {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause instanceof Error && !(deepest instanceof LibsqlError)) {
    deepest = deepest.cause;
  }
  const reason = deepest instanceof Error ? deepest.message : String(deepest);
  const [first = ""] = reason.split("\n", 1);
  return first.replace(/^([A-Z_]+: )+/, "").replace(/[.\s]+$/, "");
}
