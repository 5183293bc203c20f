import { type Cookie, createCookie, createCookieSessionStorage, type SessionStorage } from "@remix-run/cloudflare";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { SIGNED_IN_COOKIE } from "#app/offline/protocol.ts";
import { SESSION_MAX_AGE_MS } from "#db/queries/shell/sessions.ts";

/** A signed-in user: an address that the provider verified, in lower case, and the name that the provider gave. */
export type User = { email: string; name: string };

/**
 * The content of the session cookie. Its signature proves that the session once began; the database knows whether it
 * has ended.
 */
export type CookieSession = { id: string; user: User };

type CookieData = { session: CookieSession };

/**
 * `mark` is the cookie that tells the service worker that the user has a session (docs/decisions/offline-entries.md).
 */
export type SessionCookie = SessionStorage<CookieData> & { mark: Cookie };

/** Session storage in a signed cookie. Over HTTPS (`secure`), the `__Host-` prefix binds the cookie to this host. */
export function createSessionCookie(secret: string, { secure }: { secure: boolean }): SessionCookie {
  const maxAgeSeconds = SESSION_MAX_AGE_MS / 1_000;
  return {
    ...signedCookie<CookieData>("hayloft", { secret, secure, maxAgeSeconds }),
    mark: createCookie(SIGNED_IN_COOKIE, { sameSite: "lax", path: "/", secure, maxAge: maxAgeSeconds }),
  };
}

type CookieOptions = { secret: string; secure: boolean; maxAgeSeconds: number };

/** Session storage in a signed cookie. A damaged or forged cookie counts as no cookie. */
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

type SetCookie = ["Set-Cookie", string];

/** The Set-Cookie headers that start a session. */
export async function commitSession(session: CookieSession, cookie: SessionCookie): Promise<SetCookie[]> {
  const data = await cookie.getSession();
  data.set("session", session);
  return [
    ["Set-Cookie", await cookie.commitSession(data)],
    ["Set-Cookie", await cookie.mark.serialize("1")],
  ];
}

/**
 * The Set-Cookie header that adds the mark to a session that began before marks existed; none if the browser has the
 * mark.
 */
export const markSession = async (request: Request, { mark }: SessionCookie): Promise<SetCookie[]> =>
  request.headers.get("Cookie")?.includes(mark.name) ? [] : [["Set-Cookie", await mark.serialize("1")]];

/** The headers that remove the session cookie and its mark. */
export async function removeSession(cookie: SessionCookie): Promise<SetCookie[]> {
  return [
    ["Set-Cookie", await cookie.destroySession(await cookie.getSession())],
    ["Set-Cookie", await cookie.mark.serialize("", { maxAge: 0 })],
  ];
}
