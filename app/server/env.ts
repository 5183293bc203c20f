import { isSender } from "#app/domain/basics/mail-address.ts";
import { isCode } from "#app/domain/shell/first-admin-code.ts";
import type { MailMessage } from "#app/domain/statements/statement-mail.ts";
import { problemOfAddress } from "#db/address.ts";

/** The bindings of wrangler.toml and the secrets of the deployment, any of which may be missing. */
export type Env = {
  ASSETS: Fetcher;
  RATE_LIMIT_60: RateLimit;
  RATE_LIMIT_600: RateLimit;
  LIVE: DurableObjectNamespace;
  /** The deployed version, as `wrangler rollback` names it. */
  VERSION: WorkerVersionMetadata;
  /** The name of the worker, by which its backups are known. */
  WORKER_NAME?: string;
  /** Where the nightly backups go; optional. */
  BACKUP_BUCKET?: R2Bucket;
  DATABASE_URL?: string;
  DATABASE_AUTH_TOKEN?: string;
  GOOGLE_CLIENT_ID?: string;
  GOOGLE_CLIENT_SECRET?: string;
  SESSION_SECRET?: string;
  /** "1" if every subdomain of the app's host has HTTPS; by default the app speaks for its own host only. */
  HSTS_SUBDOMAINS?: string;
  /** The URL of an OpenID Connect provider that replaces Google; allowed on loopback only. */
  LOCAL_ISSUER?: string;
  /** The code that makes the first admin (docs/product.md, 'The first admin'); allowed on loopback only. */
  FIRST_ADMIN_CODE?: string;
  /** What replaces the interval of the hub's heartbeats, in milliseconds; allowed on loopback only, for tests. */
  HEARTBEAT_MS?: string;
  /** What replaces the time that the database has for one request, in milliseconds; allowed on loopback only, for tests. */
  DATABASE_LIMIT_MS?: string;
  /** The queue of e-mails; there if the deployment has a mail provider. */
  MAIL_QUEUE?: Queue<MailMessage>;
  /** Where the app is open, for the links in e-mails. */
  APP_URL?: string;
  /** The address, key and sender with which the worker sends mail; optional. */
  MAIL_URL?: string;
  MAIL_KEY?: string;
  MAIL_FROM?: string;
};

/** The variables that a deployed worker needs. */
export const REQUIRED_VARIABLES = [
  "DATABASE_URL",
  "DATABASE_AUTH_TOKEN",
  "GOOGLE_CLIENT_ID",
  "GOOGLE_CLIENT_SECRET",
  "SESSION_SECRET",
] as const;

/** The variables of the mail provider: a worker has all of them or none (docs/operating.md, 'Mail'). */
export const MAIL_VARIABLES = ["MAIL_URL", "MAIL_KEY", "MAIL_FROM"] as const;

type VariableName = (typeof REQUIRED_VARIABLES | typeof MAIL_VARIABLES)[number];
type Variables = { [name in VariableName]?: string | undefined };

/** An Env that `validateEnv` has accepted. */
export type ValidEnv = Env & Record<(typeof REQUIRED_VARIABLES)[number], string>;

/** The variables that are allowed on loopback only, each with its rule. */
const LOCAL_VARIABLES = {
  LOCAL_ISSUER: (issuer: string) => URL.canParse(issuer) && isLoopback(new URL(issuer)),
  FIRST_ADMIN_CODE: isCode,
  HEARTBEAT_MS: (ms: string) => /^[1-9]\d{1,3}$/.test(ms),
  DATABASE_LIMIT_MS: (ms: string) => /^[1-9]\d{2,4}$/.test(ms),
};

const SHORTEST_SECRET = 32;

/**
 * The Env for a request to `url`, or the variables that are wrong, each with its problem. No variable has a default: a
 * worker that lacks one, has only some of the mail provider's, or has one of `LOCAL_VARIABLES` although it is not on
 * loopback, serves no request.
 */
export function validateEnv(env: Env, url: URL): ValidEnv | { invalid: string[] } {
  const invalid = [...invalidVariables(env, REQUIRED_VARIABLES), ...invalidMailVariables(env)];
  for (const [name, isValid] of Object.entries(LOCAL_VARIABLES)) {
    const value = env[name as keyof typeof LOCAL_VARIABLES];
    if (value && !(isLoopback(url) && isValid(value))) invalid.push(`${name} must not be set`);
  }
  return invalid.length > 0 ? { invalid } : (env as ValidEnv);
}

/** The variables among `names` that are wrong, each with its problem: 'SESSION_SECRET is missing'. */
export function invalidVariables(env: Variables, names: readonly VariableName[]): string[] {
  return names.flatMap((name) => {
    const problem = problemOf(name, env[name]);
    return problem ? [`${name} ${problem}`] : [];
  });
}

/** The mail provider's variables that are wrong, as `invalidVariables` returns them; none without a mail provider. */
export function invalidMailVariables(env: Variables): string[] {
  return MAIL_VARIABLES.some((name) => env[name]) ? invalidVariables(env, MAIL_VARIABLES) : [];
}

/** What is wrong with a variable. Its value is secret, so the message does not repeat it. */
function problemOf(name: VariableName, value = ""): string | undefined {
  if (value === "") return "is missing";
  if (name === "SESSION_SECRET") {
    return value.length < SHORTEST_SECRET ? `must have at least ${SHORTEST_SECRET} characters` : undefined;
  }
  if (name === "DATABASE_URL") return problemOfAddress(value);
  if (name === "MAIL_FROM") return isSender(value) ? undefined : "must be an address or Name <address>, on one line";
  if (name === "MAIL_URL") return isProviderAddress(value) ? undefined : "must be an address that begins with https://";
  if (name === "MAIL_KEY" && /[^!-~]/.test(value)) return "has a blank or a character outside of ASCII";
  return /\s/.test(value) ? "has a blank" : undefined;
}

/** Whether `fetch` takes the address of a mail provider. A stand-in on loopback needs no TLS. */
function isProviderAddress(address: string): boolean {
  if (/\s/.test(address) || !URL.canParse(address)) return false;
  const url = new URL(address);
  const isSecure = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
  return isSecure && url.username === "" && url.password === "";
}

/** Whether the URL's host is this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "127.0.0.1" || hostname === "localhost";
}
