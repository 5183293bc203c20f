import type { AppLoadContext } from "@remix-run/cloudflare";
import { createDeviceCookie, type DeviceCookie, readDevice } from "#app/auth/device.ts";
import { type CookieSession, createSessionCookie, readSessionCookie, type SessionCookie } from "#app/auth/session.ts";
import { createSignIn, type SignInFlow } from "#app/auth/sign-in.ts";
import { tokenOf } from "#app/auth/statement-token.ts";
import { createHubClient, type HubClient } from "#app/live/server/hub-client.ts";
import { isLoopback, type ValidEnv } from "#app/server/env.ts";
import { logFailure, type RequestLog } from "#app/server/log.ts";
import { type MailRoute, mailRouteOf } from "#app/server/mail-route.ts";
import { connect, type Database } from "#db/connection.ts";

declare module "@remix-run/cloudflare" {
  /** What loaders and actions may use; built for each request. */
  interface AppLoadContext {
    /** The instant of the request. Loaders and actions read no other clock. */
    now: Date;
    /** The nonce of the page's inline scripts in the Content-Security-Policy. */
    nonce: string;
    /** Whether Remix's client code asks for loader data, as opposed to a document. */
    isDataRequest: boolean;
    /** Whether the request submits a form; the loaders then read the page that shows the action's answer. */
    isPost: boolean;
    /** The form that the request submits, as text; undefined of a GET, and of a form with files. */
    posted?: string | undefined;
    /** What the log will say of this request. */
    log: RequestLog;
    db: Database;
    /** Opens another connection, with a time limit of its own: for a response that is streamed, for instance. */
    connect: () => Database;
    hub: HubClient;
    /** Whether the worker makes nightly backups (docs/operating.md, 'Backups'). */
    hasBackupBucket: boolean;
    /** How the worker sends e-mails; null without a mail provider and a queue (docs/operating.md, 'Mail'). */
    mail: MailRoute | null;
    /** The id of the deployed version of the worker. */
    version: string;
    /** The session of the cookie. Whether it is valid, and the user an admin, is checked in the database: see `readAsAdmin`. */
    session: CookieSession | null;
    sessionCookie: SessionCookie;
    /**
     * The id of the browser, from its own cookie; null before it opened the service form, and if it refuses cookies.
     */
    device: string | null;
    deviceCookie: DeviceCookie;
    signIn: SignInFlow;
    /** The code that makes the first admin; null unless this machine has started the worker on a database without an admin. */
    firstAdminCode: string | null;
    /** The token in the address of a link to a shared statement, by the id of the link. */
    tokenOf: (linkId: string) => Promise<string>;
    /** Runs work for which the response does not wait. A failure is logged. */
    afterResponse: (work: () => Promise<void>) => void;
    /** Counts one action of the user, or of the network address if there is no user; false if the rate limit is used up. */
    isWithinRateLimit: (action: RateLimited) => Promise<boolean>;
  }
  interface Future {
    v3_singleFetch: true;
  }
}

/** `entry` is an entry by anyone but an admin; `first admin` is an attempt at the code, counted for all users together. */
type RateLimited =
  | "shared statement"
  | "question"
  | "entry"
  | "admin entry"
  | "notify"
  | "health"
  | "sign-in"
  | "first admin";

/** What the worker knows about a request beside the request itself. */
export type WorkerScope = {
  env: ValidEnv;
  nonce: string;
  log: RequestLog;
  ctx: ExecutionContext;
  posted?: string | undefined;
};

/** The context of a request, with the session of its cookie. */
export async function createLoadContext(
  request: Request,
  { env, nonce, log, ctx, posted }: WorkerScope,
): Promise<AppLoadContext> {
  const url = new URL(request.url);
  const secure = !isLoopback(url);
  const sessionCookie = createSessionCookie(env.SESSION_SECRET, { secure });
  const deviceCookie = createDeviceCookie(env.SESSION_SECRET, { secure });
  // Before the loaders start, because the reads of a page leave together in one turn of the event loop.
  const [session, device] = await Promise.all([
    readSessionCookie(request, sessionCookie),
    readDevice(request, deviceCookie),
  ]);
  log.person = session?.user.email ?? device ?? networksOf(request).network;
  const now = new Date();
  const hub = createHubClient(env);
  const { DATABASE_URL, DATABASE_AUTH_TOKEN: authToken, DATABASE_LIMIT_MS: limit } = env;
  const database = { url: DATABASE_URL, authToken, ...(limit && { timeoutMs: Number(limit) }) };
  const open = () =>
    connect(database, {
      // Fire and forget: the response does not wait for the broadcast.
      onChange: () => ctx.waitUntil(hub.notify()),
      onWrite: (action, outcome) => log.wrote(action, outcome),
      onOutage: (error) => log.outage(error),
    });
  return {
    now,
    nonce,
    isDataRequest: url.pathname.endsWith(".data"),
    isPost: request.method === "POST",
    posted,
    log,
    db: open(),
    connect: open,
    hub,
    hasBackupBucket: env.BACKUP_BUCKET !== undefined,
    mail: mailRouteOf(env),
    version: env.VERSION.id,
    session,
    sessionCookie,
    device,
    deviceCookie,
    firstAdminCode: env.FIRST_ADMIN_CODE || null,
    signIn: createSignIn(env, url.origin, { secure, now }),
    tokenOf: (linkId) => tokenOf(env.SESSION_SECRET, linkId),
    afterResponse: (work) =>
      ctx.waitUntil(work().catch((error: unknown) => logFailure("Work after the response failed", error, "warn"))),
    async isWithinRateLimit(action) {
      const isWithin = async (limit: RateLimit, who: string) =>
        (await limit.limit({ key: `${action} ${who}` })).success;
      if (action === "first admin") return isWithin(env.RATE_LIMIT_60, "everybody");
      if (session) {
        return isWithin(action === "admin entry" ? env.RATE_LIMIT_600 : env.RATE_LIMIT_60, session.user.email);
      }
      const { network, site } = networksOf(request);
      // The network counts first, so that one network cannot use up the limit of its site.
      return (await isWithin(env.RATE_LIMIT_60, network)) && (!site || (await isWithin(env.RATE_LIMIT_600, site)));
    },
  };
}

/**
 * The network that a rate limit counts as one household or barn: an IPv4 address, or the /64 prefix of an IPv6 address. The site
 * is its /48 prefix, which has 65,536 networks and may belong to one sender.
 */
function networksOf(request: Request): { network: string; site?: string } {
  const address = request.headers.get("CF-Connecting-IP") ?? "unknown";
  if (!address.includes(":")) return { network: address };
  const [before = "", after] = address.split("::");
  const groups = before.split(":").filter(Boolean);
  const rest = after === undefined ? [] : after.split(":").filter(Boolean);
  const zeros = after === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill("0");
  const all = [...groups, ...zeros, ...rest];
  return { network: all.slice(0, 4).join(":"), site: all.slice(0, 3).join(":") };
}
