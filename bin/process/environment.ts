import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { invalidMailVariables, MAIL_VARIABLES } from "#app/server/env.ts";
import { problemOfAddress } from "#db/address.ts";
import { reasonOf, UserFacingError } from "./user-facing-error.ts";

export type DatabaseAddress = { url: string; authToken: string };

/** The settings of a database other than the local one, and of the app on it. */
const NAMED_DATABASE = ["DATABASE_URL", "DATABASE_AUTH_TOKEN", "APP_URL"];

/**
 * Removes the settings of a named database. Tests, demo data and servers of this machine must not reach it, even if the shell
 * has exported them.
 */
export function forgetNamedDatabase(env = process.env): void {
  for (const name of NAMED_DATABASE) delete env[name];
}

/**
 * Adds the settings of the file that ENV_FILE names. They win over those of the shell: this command names the file.
 * @throws UserFacingError if it cannot be read, or names no database: the command would change the local one
 */
export function readEnvFile(env = process.env): void {
  if (!env.ENV_FILE) return;
  const settings = readSettings(env.ENV_FILE);
  if (!settings.DATABASE_URL) throw new UserFacingError(`ENV_FILE, ${env.ENV_FILE}, has no DATABASE_URL.`);
  Object.assign(env, settings);
}

/** The lines of a file of settings. @throws UserFacingError if it cannot be read */
export function readSettings(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UserFacingError(`${file} cannot be read: ${reasonOf(error)}.`);
  }
}

/** The database that the environment names, or null: then the local one is meant. */
export function databaseOfEnvironment(env = process.env): DatabaseAddress | null {
  if (!env.DATABASE_URL) return null;
  const authToken = env.DATABASE_AUTH_TOKEN ?? "";
  const problem = problemOfAddress(env.DATABASE_URL);
  if (problem) throw new UserFacingError(`DATABASE_URL ${problem}.`);
  if (/\s/.test(authToken)) throw new UserFacingError("DATABASE_AUTH_TOKEN has a blank.");
  return { url: env.DATABASE_URL, authToken };
}

/**
 * The settings of the mail provider; empty if there is none (docs/operating.md, 'Mail').
 * @throws UserFacingError if one is missing or wrong: the worker would serve no request
 */
export function mailSettings(env = process.env): { [name in (typeof MAIL_VARIABLES)[number]]?: string } {
  const invalid = invalidMailVariables(env);
  if (invalid.length > 0) throw new UserFacingError(`The settings of the mail provider: ${invalid.join("; ")}.`);
  return Object.fromEntries(MAIL_VARIABLES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

/** Where local data lives. */
export function dataDirectory(env = process.env): string {
  return env.DATA_DIR || ".data";
}

export type Ports = { app: number; sqld: number; provider: number };

/** `PORT` moves everything that the commands start. */
export function chosenPorts(env = process.env): Ports {
  const text = env.PORT || "8787";
  const app = Number(text);
  if (!/^\d+$/.test(text) || app < 1 || app > 65_533) {
    throw new UserFacingError(`PORT must be a number from 1 to 65533, and it is '${text}'.`);
  }
  return { app, sqld: app + 1, provider: app + 2 };
}
