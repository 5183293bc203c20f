import { REQUIRED_VARIABLES } from "#app/server/env.ts";
import { buildApp } from "./build.ts";
import { confirmHealth } from "./confirm-health.ts";
import { databaseOfEnvironment } from "./environment.ts";
import { checkWritable, migrateDatabase } from "./migrate.ts";
import { UserFacingError } from "./user-facing-error.ts";
import { checkLogin, checkSecrets, deployWorker, isDryRun } from "./wrangler.ts";

/** For run.mjs: DATABASE_URL names the database of this command. */
export const usesNamedDatabase = true;

/**
 * `npm run deploy`: brings the database that the environment names to the newest schema, and the worker to Cloudflare. All that
 * can be checked is checked before the first change; the version before serves on the new schema until it is replaced
 * (docs/decisions/additive-migrations.md). Arguments go to `wrangler deploy`; `--dry-run` changes nothing.
 */
export async function command(args: string[]): Promise<number> {
  const database = databaseOfEnvironment();
  if (!database) throw new UserFacingError("Say where the database is: set DATABASE_URL and DATABASE_AUTH_TOKEN.");
  await checkWritable(database);
  if (!isDryRun(args)) {
    await checkLogin();
    await checkSecrets(REQUIRED_VARIABLES);
  }
  console.error("Building the app…");
  await buildApp();
  if (!isDryRun(args)) await migrateDatabase(database);
  const outcome = await deployWorker(args);
  if (outcome === null || typeof outcome === "number") return outcome ?? 0;
  console.log(await confirmHealth({ ...outcome, url: process.env.APP_URL || outcome.url }));
  return 0;
}
