import { createCookieSessionStorage, type SessionStorage } from "@remix-run/cloudflare";

/** Who signed in: a verified address, in lower case, and the name that the provider gave. */
export type User = { email: string; name: string };

/** `since` is the instant of the sign-in, in milliseconds: the cookie's own age is the browser's word. */
type Content = { user: User; since: number };

export type Sessions = SessionStorage<Content>;

const THIRTY_DAYS = 30 * 24 * 60 * 60;

/** Sessions live whole in a signed cookie; over HTTPS its name binds it to this host. */
export function createSessions(secret: string, { secure }: { secure: boolean }): Sessions {
  const storage = createCookieSessionStorage<Content>({
    cookie: {
      name: secure ? "__Host-hayloft" : "hayloft",
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      secure,
      secrets: [secret],
      maxAge: THIRTY_DAYS,
    },
  });
  return {
    ...storage,
    // A cookie that is damaged, or not ours, is no reason to fail: it names nobody.
    getSession: (cookie, options) => storage.getSession(cookie, options).catch(() => storage.getSession()),
  };
}

/** Who is signed in, by the session cookie; nobody once it is 30 days old. */
export async function findUser(request: Request, sessions: Sessions, now: Date): Promise<User | null> {
  const session = await sessions.getSession(request.headers.get("Cookie"));
  const since = session.get("since") ?? 0;
  return now.getTime() - since < THIRTY_DAYS * 1_000 ? (session.get("user") ?? null) : null;
}

/** The cookie that signs a user in. */
export async function signedIn(user: User, sessions: Sessions, now: Date): Promise<string> {
  const session = await sessions.getSession();
  session.set("user", user);
  session.set("since", now.getTime());
  return sessions.commitSession(session);
}

/** The request as of somebody who is not signed in: the strategy would take the session's user without a look at the rest. */
export async function signingIn(request: Request, sessions: Sessions): Promise<Request> {
  const session = await sessions.getSession(request.headers.get("Cookie"));
  session.unset("user");
  const headers = new Headers(request.headers);
  headers.set("Cookie", (await sessions.commitSession(session)).split(";")[0] ?? "");
  return new Request(request.url, { headers });
}
