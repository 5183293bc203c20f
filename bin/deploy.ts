import { randomBytes } from "node:crypto";
import { REQUIRED_VARIABLES } from "#app/server/env.ts";
import { command as admin } from "./admin.ts";
import { nameOfDatabase } from "./database/database-error.ts";
import { confirmHealth } from "./deploying/confirm-health.ts";
import { checkKept, completeSettings, hasAdmin, openSettings } from "./deploying/deploy-settings.ts";
import { queuesOf, workerOf, writeConfig } from "./deploying/worker-config.ts";
import {
  argumentsOf,
  createQueues,
  deployWorker,
  isDryRun,
  readDeployedDatabase,
  type Target,
} from "./deploying/wrangler.ts";
import { checkDatabase, migrateDatabase } from "./migrate.ts";
import { confirmDatabase } from "./process/ask.ts";
import { type DatabaseAddress, databaseOfEnvironment, mailSettings } from "./process/environment.ts";
import { UserFacingError } from "./process/user-facing-error.ts";
import { buildApp } from "./running/build.ts";

/** For run.mjs: DATABASE_URL names the database of this command. */
export const usesNamedDatabase = true;

/** For run.mjs: this command reads the file of its settings itself, because it may lack some, and it adds them. */
export const addsSettings = true;

/**
 * `npm run deploy`: brings the database to the newest schema, and the worker with its secrets to Cloudflare. It asks for the
 * settings that it lacks. All that can be checked is checked before the first change; the version before serves on the new schema
 * until it is replaced (docs/decisions/additive-migrations.md). An argument that ends with .env is the file of the settings; the others
 * go to `wrangler deploy`; `--dry-run` changes nothing.
 */
export async function command(args: string[]): Promise<number> {
  const { file: named, options } = argumentsOf(args);
  const file = openSettings(named);
  if (isDryRun(options)) return tryDeployment(options);
  const workerSecrets = await completeSettings(file);
  const database = namedDatabase();
  const target = { ...targetOf(database), config: nameDeployment() };
  await confirmTarget(target, workerSecrets !== null);
  await build();
  await createQueues(queuesOf(process.env));
  console.error("Migrating the database…");
  await migrateDatabase(database);
  const outcome = await deployWorker(options, target, secretsFor(workerSecrets ?? []));
  if (outcome === null || typeof outcome === "number") return outcome ?? 0;
  const isOpen = await confirmHealth(outcome, process.env.APP_URL ?? "");
  if (!(await hasAdmin(database))) await admin(["add", process.env.FIRST_ADMIN ?? ""]);
  console.log(isOpen);
  return 0;
}

async function tryDeployment(options: string[]): Promise<number> {
  const database = namedDatabase();
  await checkKept(process.env);
  await checkDatabase(database);
  const target = { ...targetOf(database), config: nameDeployment() };
  console.error(sentenceOf(target));
  await build();
  return Number(await deployWorker(options, target, {}));
}

const targetOf = ({ url }: DatabaseAddress): Target => ({
  worker: workerOf(process.env),
  database: nameOfDatabase(url),
});

/** Writes wrangler's file of this deployment, and shows what it has of its own. Returns the name of the file. */
function nameDeployment(): string {
  const { file, own } = writeConfig(process.env);
  if (own.length > 0) console.error([`${file} is wrangler.toml with these lines:`, ...own].join("\n  "));
  return file;
}

const sentenceOf = ({ worker, database }: Target) => `Deploying worker ${worker}, database ${database}.`;

/**
 * Says which worker is deployed with which database, and asks the user to confirm a database that the worker does not
 * have now: the file of the settings may be that of another barn.
 * @throws UserFacingError if the user does not confirm, or there is no terminal
 */
async function confirmTarget(target: Target, isDeployed: boolean): Promise<void> {
  console.error(sentenceOf(target));
  const { worker, database } = target;
  const before = isDeployed ? await readDeployedDatabase(worker) : database;
  if (before === database) return;
  const reason = before
    ? `The worker ${worker} has the database ${before} now.`
    : `Which database the worker ${worker} has now is not known: no deployment has noted it yet.`;
  if (!process.stdin.isTTY) {
    throw new UserFacingError(
      `${reason} Nothing was changed. Run npm run deploy at a terminal, which asks for the name of the database.`,
    );
  }
  console.log(reason);
  if (!(await confirmDatabase(database))) throw new UserFacingError("That is not its name, so nothing was changed.");
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
