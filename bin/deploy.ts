import { randomBytes } from "node:crypto";
import { REQUIRED_VARIABLES } from "#app/server/env.ts";
import { command as admin } from "./admin.ts";
import { buildApp } from "./build.ts";
import { confirmHealth } from "./confirm-health.ts";
import { completeSettings, hasAdmin, openSettings } from "./deploy-settings.ts";
import { type DatabaseAddress, databaseOfEnvironment, mailSettings } from "./environment.ts";
import { checkDatabase, migrateDatabase } from "./migrate.ts";
import { UserFacingError } from "./user-facing-error.ts";
import { deployWorker, isDryRun } from "./wrangler.ts";

/** For run.mjs: DATABASE_URL names the database of this command. */
export const usesNamedDatabase = true;

/** For run.mjs: this command reads the file of its settings itself, because it may lack some, and it adds them. */
export const addsSettings = true;

/**
 * `npm run deploy`: brings the database to the newest schema, and the worker with its secrets to Cloudflare. It asks for the
 * settings that it lacks. All that can be checked is checked before the first change; the version before serves on the new schema
 * until it is replaced (docs/decisions/additive-migrations.md). Arguments go to `wrangler deploy`; `--dry-run` changes nothing.
 */
export async function command(args: string[]): Promise<number> {
  const file = openSettings();
  if (isDryRun(args)) return tryDeployment(args);
  const workerSecrets = await completeSettings(file);
  const database = namedDatabase();
  await build();
  console.error("Migrating the database…");
  await migrateDatabase(database);
  const outcome = await deployWorker(args, secretsFor(workerSecrets));
  if (outcome === null || typeof outcome === "number") return outcome ?? 0;
  const isOpen = await confirmHealth(outcome, process.env.APP_URL ?? "");
  if (!(await hasAdmin(database))) await admin(["add", process.env.FIRST_ADMIN ?? ""]);
  console.log(isOpen);
  return 0;
}

async function tryDeployment(args: string[]): Promise<number> {
  await checkDatabase(namedDatabase());
  await build();
  return Number(await deployWorker(args, {}));
}

function namedDatabase(): DatabaseAddress {
  const database = databaseOfEnvironment();
  if (database) return database;
  throw new UserFacingError("Say where the database is: set DATABASE_URL and DATABASE_AUTH_TOKEN.");
}

async function build(): Promise<void> {
  console.error("Building the app…");
  await buildApp();
}

/**
 * The secrets that the new version gets: all that the settings have, so that a changed one takes effect, and a session secret if
 * the worker has none. A new session secret would sign everybody out.
 */
function secretsFor(workerSecrets: string[], env = process.env): Record<string, string> {
  const settings: NodeJS.Dict<string> = { ...env, SESSION_SECRET: randomBytes(32).toString("base64") };
  const names = REQUIRED_VARIABLES.filter((name) => name !== "SESSION_SECRET" || !workerSecrets.includes(name));
  const secrets = Object.fromEntries(names.flatMap((name) => (settings[name] ? [[name, settings[name]]] : [])));
  return { ...secrets, ...mailSettings(env) };
}
