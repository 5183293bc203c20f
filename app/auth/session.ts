import { createCookieSessionStorage, type SessionStorage } from "@remix-run/cloudflare";

/** Who signed in: a verified address, in lower case, and the name that the provider gave. */
export type User = { email: string; name: string };

export type Sessions = SessionStorage<{ user: User }>;

const THIRTY_DAYS = 30 * 24 * 60 * 60;

/** Sessions live whole in a signed cookie; over HTTPS its name binds it to this host. */
export function createSessions(secret: string, { secure }: { secure: boolean }): Sessions {
  const storage = createCookieSessionStorage<{ user: User }>({
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
