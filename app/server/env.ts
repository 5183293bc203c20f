/** The bindings of wrangler.toml and the secrets of the deployment, any of which may be missing. */
export type Env = {
  ASSETS: Fetcher;
  ENTRY_LIMIT: RateLimit;
  ADMIN_ENTRY_LIMIT: RateLimit;
  LIVE: DurableObjectNamespace;
  DATABASE_URL?: string;
  DATABASE_AUTH_TOKEN?: string;
  GOOGLE_CLIENT_ID?: string;
  GOOGLE_CLIENT_SECRET?: string;
  SESSION_SECRET?: string;
  /** The URL of an OpenID Connect provider that replaces Google; allowed on loopback only. */
  LOCAL_ISSUER?: string;
};

const REQUIRED = [
  "DATABASE_URL",
  "DATABASE_AUTH_TOKEN",
  "GOOGLE_CLIENT_ID",
  "GOOGLE_CLIENT_SECRET",
  "SESSION_SECRET",
] as const;

/** An Env that `validateEnv` has accepted. */
export type ValidEnv = Env & Record<(typeof REQUIRED)[number], string>;

/**
 * The Env for a request to `url`, or the names of the variables that are missing or not allowed. No variable has a default: a
 * worker that lacks one serves no request. `LOCAL_ISSUER` is not allowed unless the app and the issuer are on loopback.
 */
export function validateEnv(env: Env, url: URL): ValidEnv | { invalid: string[] } {
  const invalid: string[] = REQUIRED.filter((name) => !env[name]);
  if (env.LOCAL_ISSUER && !(isLoopback(url) && isLoopback(new URL(env.LOCAL_ISSUER)))) {
    invalid.push("LOCAL_ISSUER (must not be set)");
  }
  return invalid.length > 0 ? { invalid } : (env as ValidEnv);
}

/** Whether the URL's host is this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "127.0.0.1" || hostname === "localhost";
}
