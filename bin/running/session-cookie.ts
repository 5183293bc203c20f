import { commitSession, createSessionCookie, type User } from "#app/auth/session.ts";

type Rows = (sql: string, args: string[]) => Promise<unknown>;

/** Starts a session of the user at that instant in the database, and returns its cookie: `hayloft=…`. */
export async function sessionCookie(rows: Rows, secret: string, user: User, at = new Date()): Promise<string> {
  const id = crypto.randomUUID();
  const since = at.toISOString();
  await rows("insert into sessions (id, email, since, last_seen) values (?, ?, ?, ?)", [id, user.email, since, since]);
  const [[, cookie = ""] = []] = await commitSession({ id, user }, createSessionCookie(secret, { secure: false }));
  return cookie.split(";")[0] ?? "";
}

/** The cookie as a browser of Playwright takes it. Headers of the page would not do: the requests of a shared worker lack them. */
export function cookieAt(url: string, cookie: string): { name: string; value: string; url: string } {
  const [name = "", value = ""] = cookie.split("=");
  return { name, value, url };
}
