import { buildApp } from "./build.ts";
import { databaseOfEnvironment } from "./environment.ts";
import { migrateDatabase } from "./migrate.ts";
import { runHere } from "./tool.ts";
import { UserFacingError } from "./user-facing-error.ts";

/** For run.mjs: DATABASE_URL names the database of this command. */
export const usesNamedDatabase = true;

/** `npm run deploy`: brings the database that the environment names to the newest schema, and the worker to Cloudflare. */
export async function command(args: string[]): Promise<number> {
  const database = databaseOfEnvironment();
  if (!database) throw new UserFacingError("Say where the database is: set DATABASE_URL and DATABASE_AUTH_TOKEN.");
  await buildApp();
  await migrateDatabase(database);
  process.env.NODE_ENV = "production";
  return runHere("node_modules/.bin/wrangler", ["deploy", ...args]);
}
