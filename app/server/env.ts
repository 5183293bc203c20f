/** The bindings of wrangler.toml and the secrets of the deployment. */
export type Env = {
  ASSETS: Fetcher;
  ENTRY_LIMIT: RateLimit;
  LIVE: DurableObjectNamespace;
  DATABASE_URL?: string;
  DATABASE_AUTH_TOKEN?: string;
  GOOGLE_CLIENT_ID?: string;
  GOOGLE_CLIENT_SECRET?: string;
  SESSION_SECRET?: string;
  /** The address of an OpenID provider that stands in for Google; loopback only. */
  LOCAL_ISSUER?: string;
};

const REQUIRED = [
  "DATABASE_URL",
  "DATABASE_AUTH_TOKEN",
  "GOOGLE_CLIENT_ID",
  "GOOGLE_CLIENT_SECRET",
  "SESSION_SECRET",
] as const;

export type Settings = Record<(typeof REQUIRED)[number], string> & { LOCAL_ISSUER?: string };

/**
 * The settings to serve a request with, or the names of what is missing or must not be there. Nothing is ever fallen
 * back to: a worker that lacks one setting serves nobody. `LOCAL_ISSUER` is refused wherever the app is not on loopback.
 */
export function readEnv(env: Env, url: URL): Settings | { wrong: string[] } {
  const wrong: string[] = REQUIRED.filter((name) => !env[name]);
  if (env.LOCAL_ISSUER && !(isLoopback(url) && isLoopback(new URL(env.LOCAL_ISSUER)))) {
    wrong.push("LOCAL_ISSUER (must not be set)");
  }
  return wrong.length > 0 ? { wrong } : (env as Settings);
}

export function isLoopback({ hostname }: URL): boolean {
  return hostname === "127.0.0.1" || hostname === "localhost";
}
