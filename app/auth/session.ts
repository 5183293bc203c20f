import { createCookieSessionStorage, type SessionStorage } from "@remix-run/cloudflare";

/** A signed-in user: an address that the provider verified, in lower case, and the name that the provider gave. */
export type User = { email: string; name: string };

/** `since` is the instant of the sign-in, in milliseconds. The server checks it because a browser can ignore Max-Age. */
type SessionData = { user: User; since: number };

export type Sessions = SessionStorage<SessionData>;

const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** Session storage in a signed cookie. Over HTTPS (`secure`), the `__Host-` prefix binds the cookie to this host. */
export function createSessions(secret: string, { secure }: { secure: boolean }): Sessions {
  const storage = createCookieSessionStorage<SessionData>({
    cookie: {
      name: secure ? "__Host-hayloft" : "hayloft",
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      secure,
      secrets: [secret],
      maxAge: MAX_AGE_SECONDS,
    },
  });
  return {
    ...storage,
    // A damaged or forged cookie starts an empty session instead of failing the request.
    getSession: (cookie, options) => storage.getSession(cookie, options).catch(() => storage.getSession()),
  };
}

/** The signed-in user from the session cookie; null if there is none, or if the sign-in was 30 days ago or more. */
export async function findUser(request: Request, sessions: Sessions, now: Date): Promise<User | null> {
  const session = await sessions.getSession(request.headers.get("Cookie"));
  const since = session.get("since") ?? 0;
  return now.getTime() - since < MAX_AGE_SECONDS * 1_000 ? (session.get("user") ?? null) : null;
}

/** Starts a session for the user and returns its Set-Cookie header value. */
export async function commitSignIn(user: User, sessions: Sessions, now: Date): Promise<string> {
  const session = await sessions.getSession();
  session.set("user", user);
  session.set("since", now.getTime());
  return sessions.commitSession(session);
}

/**
 * A copy of the request whose session has no user. remix-auth would otherwise return the session's user without asking the
 * provider or checking the OAuth state.
 */
export async function withoutUser(request: Request, sessions: Sessions): Promise<Request> {
  const session = await sessions.getSession(request.headers.get("Cookie"));
  session.unset("user");
  const headers = new Headers(request.headers);
  headers.set("Cookie", (await sessions.commitSession(session)).split(";")[0] ?? "");
  return new Request(request.url, { headers });
}
