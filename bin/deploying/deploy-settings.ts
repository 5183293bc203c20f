import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseEnv } from "node:util";
import { MAIL_VARIABLES } from "#app/server/env.ts";
import { explainFault } from "#bin/database/database-error.ts";
import { checkDatabase } from "#bin/migrate.ts";
import { ask, askSecret } from "#bin/process/ask.ts";
import {
  type DatabaseAddress,
  databaseOfEnvironment,
  forgetNamedDatabase,
  mailSettings,
  readSettings,
} from "#bin/process/environment.ts";
import { replaceFile } from "#bin/process/stored-file.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import { connect } from "#db/connection.ts";
import { faultOf } from "#db/faults.ts";
import { listAdmins } from "#db/queries/barn/admins.ts";
import { accountQuestion, type DeployPrompt, PROMPTS } from "./deploy-prompts.ts";
import { workerOf } from "./worker-config.ts";
import { type CloudflareAccount, listSecrets, readAccounts, signIn } from "./wrangler.ts";

/** The file of the answers, unless another one is named. */
const DEFAULT_FILE = "barn.env";

/** The settings that no other deployment may share. */
const OWN_NAMES = ["WORKER_NAME", "BACKUP_BUCKET", "HSTS_SUBDOMAINS"];

const withoutBrowser = (file: string | null) =>
  `On a machine without a browser, add CLOUDFLARE_API_TOKEN=… to ${file ?? "the settings"} (docs/operating.md, 'What you need').`;

/**
 * Adds the settings of the named file, of the one that ENV_FILE names, or of barn.env, and returns its name. The file need not be there
 * yet. A shell that names a database without a file has all settings itself: then this returns null, and nothing is read.
 */
export function openSettings(named: string | undefined, env = process.env): string | null {
  const chosen = named || env.ENV_FILE;
  if (env.DATABASE_URL && !chosen) return null;
  const file = chosen || DEFAULT_FILE;
  forgetNamedDatabase(env);
  // The mail settings of the shell are for `npm start`, and its names are those of another deployment.
  for (const name of [...MAIL_VARIABLES, ...OWN_NAMES]) delete env[name];
  if (existsSync(file)) Object.assign(env, readSettings(file));
  return file;
}

/**
 * Asks at the terminal for what a deployment lacks, and adds it to `env` and to the file of the settings, answer by answer. It
 * changes nothing else. Returns the names of the secrets that the worker has; null without a worker.
 * @throws UserFacingError if the settings are wrong, or something is missing and there is no terminal or no file
 */
export async function completeSettings(file: string | null, env = process.env): Promise<string[] | null> {
  const asks = file !== null && process.stdin.isTTY === true;
  const missing: string[] = [];
  const get = async (question: DeployPrompt) => {
    if (env[question.name]) return;
    if (!asks) return void missing.push(`${question.name}: ${question.hint(env)}`);
    const answer = await answerTo(question, env);
    keepSetting(file, question.name, answer);
    env[question.name] = answer;
  };

  await checkKept(env);
  if (asks && !existsSync(file)) console.log(introductionTo(file));
  console.error("Asking Cloudflare who is signed in, and what the worker has…");
  const accounts = (await readAccounts()) ?? (asks ? await signInAtTerminal(file) : null);
  if (!accounts) missing.push(`A sign-in to Cloudflare: npx wrangler login. ${withoutBrowser(file)}`);
  else if (accounts.length > 0) await checkAnswers([accountQuestion(accounts)], env);
  if (accounts && accounts.length > 1) await get(accountQuestion(accounts));
  const [worker, ...others] = PROMPTS;
  if (worker && file !== null && basename(file) !== DEFAULT_FILE) await get(worker);
  const secrets = accounts && missing.length === 0 ? await listSecrets(workerOf(env)) : null;
  for (const question of others) if (await isNeeded(question, secrets ?? [], env)) await get(question);
  if (missing.length > 0) throw new UserFacingError(listOf(missing, file));
  return secrets;
}

/** Whether the database has an admin. One without tables has none. */
export async function hasAdmin(database: DatabaseAddress): Promise<boolean> {
  try {
    return (await connect(database).read(listAdmins())).length > 0;
  } catch (error) {
    if (faultOf(error, "read")?.fault === "outdated") return false;
    throw explainFault(error, database);
  }
}

/**
 * Checks the settings that exist already. An answer that was stored is not asked for again, and the file may have been
 * edited.
 * @throws UserFacingError that names the first wrong one
 */
export async function checkKept(env: NodeJS.ProcessEnv): Promise<void> {
  const database = databaseOfEnvironment(env);
  if (database?.authToken) await checkDatabase(database);
  await checkAnswers(PROMPTS, env);
  mailSettings(env);
}

async function checkAnswers(questions: readonly DeployPrompt[], env: NodeJS.ProcessEnv): Promise<void> {
  for (const { name, problemOf } of questions) {
    const kept = env[name];
    const problem = kept && (await problemOf(kept, env));
    if (problem) throw new UserFacingError(`${name} is wrong, and nothing was changed: ${problem}`);
  }
}

async function isNeeded({ name }: DeployPrompt, secrets: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  if (/^GOOGLE_/.test(name)) return !secrets.includes(name);
  const database = databaseOfEnvironment(env);
  return name !== "FIRST_ADMIN" || !database?.authToken || !(await hasAdmin(database));
}

async function answerTo({ hint, name, problemOf, isSecret }: DeployPrompt, env: NodeJS.ProcessEnv): Promise<string> {
  console.log(`\n${hint(env)}${isSecret ? " The terminal does not show what you type." : ""}`);
  for (;;) {
    const answer = await (isSecret ? askSecret : ask)(`${name}: `);
    if (answer === null) throw stopped();
    const problem = answer === "" ? "An answer is needed; Ctrl-C stops." : await problemOf(answer, env);
    if (!problem) return answer;
    console.log(problem);
  }
}

async function signInAtTerminal(file: string): Promise<CloudflareAccount[]> {
  console.log(`\nNobody is signed in to Cloudflare on this machine. ${withoutBrowser(file)}`);
  if ((await ask("Press Enter to sign in with your browser: ")) === null) throw stopped();
  const accounts = (await signIn()) === 0 ? await readAccounts() : null;
  if (accounts) return accounts;
  throw new UserFacingError("Cloudflare did not sign you in. Run npm run deploy again.");
}

const stopped = () => new UserFacingError("The input has ended. Run npm run deploy again to go on.");

const introductionTo = (
  file: string,
) => `This asks for what a deployment needs; docs/operating.md, sections 1 to 3, says what to prepare.
The answers are kept in ${file}, which only you can read. To change one later, edit that file.
Ctrl-C stops at any time; the next npm run deploy goes on from there.
`;

function listOf(missing: string[], file: string | null): string {
  const advice = file
    ? `Add it to ${file}, or run npm run deploy at a terminal, which asks for it.`
    : "Set it beside DATABASE_URL, or name a file of settings: npm run deploy -- barn.env";
  return ["Nothing was changed, because something is missing:", ...missing.map((each) => `- ${each}`), advice].join(
    "\n",
  );
}

/** Adds a line to the file of the settings, which only its owner can read. All other lines stay. */
export function keepSetting(file: string, name: string, value: string): void {
  const lines = ["", "'", '"', "`"].map((quote) => `${name}=${quote}${value}${quote}`);
  const line = lines.find((each) => parseEnv(each)[name] === value);
  if (!line) throw new UserFacingError(`${file} cannot keep this value of ${name}: it has a quote of each kind.`);
  const before = existsSync(file) ? readFileSync(file, "utf8").replace(/\n?$/, "\n") : "";
  replaceFile(file, `${before}${line}\n`);
}
