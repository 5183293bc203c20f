import { isCode } from "#app/domain/first-admin-code.ts";
import { problemOfAddress } from "#db/address.ts";

/** The bindings of wrangler.toml and the secrets of the deployment, any of which may be missing. */
export type Env = {
  ASSETS: Fetcher;
  RATE_LIMIT_60: RateLimit;
  RATE_LIMIT_600: RateLimit;
  LIVE: DurableObjectNamespace;
  /** The deployed version, as `wrangler rollback` names it. */
  VERSION: WorkerVersionMetadata;
  /** Where the nightly backups go; a deployment need not have it. */
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
};

/** The variables that a deployed worker needs. */
export const REQUIRED_VARIABLES = [
  "DATABASE_URL",
  "DATABASE_AUTH_TOKEN",
  "GOOGLE_CLIENT_ID",
  "GOOGLE_CLIENT_SECRET",
  "SESSION_SECRET",
] as const;

/** An Env that `validateEnv` has accepted. */
export type ValidEnv = Env & Record<(typeof REQUIRED_VARIABLES)[number], string>;

const SHORTEST_SECRET = 32;

/**
 * The Env for a request to `url`, or the variables that are wrong, each with what is wrong with it. None has a default: a
 * worker that lacks one serves no request. `LOCAL_ISSUER` is not allowed unless the app and the issuer are on loopback, and
 * `FIRST_ADMIN_CODE` not unless the app is.
 */
export function validateEnv(env: Env, url: URL): ValidEnv | { invalid: string[] } {
  const invalid = invalidVariables(env, REQUIRED_VARIABLES);
  const { LOCAL_ISSUER: issuer, FIRST_ADMIN_CODE: code } = env;
  if (issuer && !(isLoopback(url) && URL.canParse(issuer) && isLoopback(new URL(issuer)))) {
    invalid.push("LOCAL_ISSUER must not be set");
  }
  if (code && !(isLoopback(url) && isCode(code))) invalid.push("FIRST_ADMIN_CODE must not be set");
  return invalid.length > 0 ? { invalid } : (env as ValidEnv);
}

/** Those of the variables that are wrong, each with what is wrong with it: 'SESSION_SECRET is missing'. */
export function invalidVariables(
  env: Env,
  names: readonly (typeof REQUIRED_VARIABLES)[number][] = REQUIRED_VARIABLES,
): string[] {
  return names.flatMap((name) => {
    const problem = problemOf(name, env[name]);
    return problem ? [`${name} ${problem}`] : [];
  });
}

/** The values are secret: what is said of one does not repeat it. */
function problemOf(name: (typeof REQUIRED_VARIABLES)[number], value = ""): string | undefined {
  if (value === "") return "is missing";
  if (name === "SESSION_SECRET") {
    return value.length < SHORTEST_SECRET ? `must have at least ${SHORTEST_SECRET} characters` : undefined;
  }
  if (name === "DATABASE_URL") return problemOfAddress(value);
  return /\s/.test(value) ? "has a blank" : undefined;
}

/** Whether the URL's host is this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "127.0.0.1" || hostname === "localhost";
}
