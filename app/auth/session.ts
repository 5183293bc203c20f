import { createCookieSessionStorage, type SessionStorage } from "@remix-run/cloudflare";
import { isUuid } from "#app/domain/idempotency-key.ts";
import { SESSION_MAX_AGE_MS } from "#db/queries/sessions.ts";

/** A signed-in user: an address that the provider verified, in lower case, and the name that the provider gave. */
export type User = { email: string; name: string };

/** What the session cookie says. The signature proves that it was once true; the database knows whether the session has ended. */
export type CookieSession = { id: string; user: User };

type CookieData = { session: CookieSession };

export type SessionCookie = SessionStorage<CookieData>;

/** Session storage in a signed cookie. Over HTTPS (`secure`), the `__Host-` prefix binds the cookie to this host. */
export function createSessionCookie(secret: string, { secure }: { secure: boolean }): SessionCookie {
  return signedCookie<CookieData>("hayloft", { secret, secure, maxAgeSeconds: SESSION_MAX_AGE_MS / 1_000 });
}

type CookieOptions = { secret: string; secure: boolean; maxAgeSeconds: number };

/** Session storage in a signed cookie of that name. A damaged or forged cookie is like none. */
export function signedCookie<Data>(
  name: string,
  { secret, secure, maxAgeSeconds }: CookieOptions,
): SessionStorage<Data> {
  const storage = createCookieSessionStorage<Data>({
    cookie: {
      name: secure ? `__Host-${name}` : name,
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      secure,
      secrets: [secret],
      maxAge: maxAgeSeconds,
    },
  });
  return {
    ...storage,
    getSession: (cookie, options) => storage.getSession(cookie, options).catch(() => storage.getSession()),
  };
}

/** The session that the request's cookie names, or null. */
export async function readSessionCookie(request: Request, cookie: SessionCookie): Promise<CookieSession | null> {
  const session = (await cookie.getSession(request.headers.get("Cookie"))).get("session");
  return session && isUuid(session.id) ? session : null;
}

/** The Set-Cookie header value of a session that was started. */
export async function commitSession(session: CookieSession, cookie: SessionCookie): Promise<string> {
  const data = await cookie.getSession();
  data.set("session", session);
  return cookie.commitSession(data);
}

/** The Set-Cookie header value that removes the session cookie. */
export async function removeSession(cookie: SessionCookie): Promise<string> {
  return cookie.destroySession(await cookie.getSession());
}
