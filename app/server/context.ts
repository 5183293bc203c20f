import type { AppLoadContext } from "@remix-run/cloudflare";
import { signInWith } from "#app/auth/google.ts";
import { createSessions, findUser, type Sessions, type User } from "#app/auth/session.ts";
import { connectHub, type Live } from "#app/live/server/hub-client.ts";
import { connect, type Database } from "#db/connection.ts";
import { type Env, isLoopback, type Settings } from "./env.ts";

declare module "@remix-run/cloudflare" {
  /** What a request may use; built for each request. */
  interface AppLoadContext {
    /** The instant of the request: the one clock that loaders and actions read. */
    now: Date;
    /** Lets the page's own scripts through the Content-Security-Policy. */
    nonce: string;
    /** The page's own script asks for data, not for a document. */
    isDataRequest: boolean;
    /** A form was sent: loaders that run then show its answer. */
    isPost: boolean;
    db: Database;
    /** Another connection, with all its patience still before it: for an answer that is read piece by piece. */
    connect: () => Database;
    live: Live;
    /** Who is signed in, by the session cookie; whether that is an admin is for the database to say. */
    user: User | null;
    sessions: Sessions;
    signIn: ReturnType<typeof signInWith>;
    /** The rate limit of what anybody may send, keyed by address or account: false when it is used up. */
    mayEnter: (what: "entry" | "news") => Promise<boolean>;
  }
  interface Future {
    v3_singleFetch: true;
  }
}

export type Surroundings = {
  env: Env;
  /** They have been checked: see `readEnv`. */
  settings: Settings;
  nonce: string;
  run: ExecutionContext;
};

export async function createLoadContext(
  request: Request,
  { env, settings, nonce, run }: Surroundings,
): Promise<AppLoadContext> {
  const url = new URL(request.url);
  const sessions = createSessions(settings.SESSION_SECRET, { secure: !isLoopback(url) });
  const now = new Date();
  const user = await findUser(request, sessions, now);
  const live = connectHub(env);
  const address = { url: settings.DATABASE_URL, authToken: settings.DATABASE_AUTH_TOKEN };
  // Nobody waits for those who listen.
  const open = () => connect(address, () => run.waitUntil(live.look()));
  return {
    now,
    nonce,
    isDataRequest: url.pathname.endsWith(".data"),
    isPost: request.method === "POST",
    db: open(),
    connect: open,
    live,
    user,
    sessions,
    signIn: signInWith(settings, sessions, url.origin),
    async mayEnter(what) {
      const { success } = await env.ENTRY_LIMIT.limit({ key: `${what} ${user?.email ?? addressOf(request)}` });
      return success;
    },
  };
}

/** One household or barn: an IPv4 address, or the /64 network of an IPv6 one. */
function addressOf(request: Request): string {
  const address = request.headers.get("CF-Connecting-IP") ?? "unknown";
  if (!address.includes(":")) return address;
  const [before = "", after] = address.split("::");
  const groups = before.split(":").filter(Boolean);
  const rest = after === undefined ? [] : after.split(":").filter(Boolean);
  const zeros = after === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill("0");
  return [...groups, ...zeros, ...rest].slice(0, 4).join(":");
}
