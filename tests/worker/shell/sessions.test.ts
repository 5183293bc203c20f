import { expect, test } from "vitest";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { listen } from "#lab/support/listener.ts";
import { ADMIN, NOT_AN_ADMIN } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { findChoices, newEntry } from "#tests/support/browser/service-entry.ts";

const OTHER_ADMIN = { email: "dana@hayloft.example", name: "Dana Whitlock" };
const DAY_MS = 24 * 60 * 60 * 1_000;

const { barn } = startBarn();

const signIn = async (user = ADMIN, at = new Date()) => ({ Cookie: await barn.cookieOf(user, at) });
const signOut = (headers: Record<string, string>, fields: Record<string, string> = {}) =>
  barn.post("/auth/sign-out", { sign: "out", ...fields }, headers);
const canOpen = async (headers: Record<string, string>) => (await barn.get("/payroll", headers)).status === 200;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** The row of the session of a cookie. */
async function sessionOf({ Cookie }: { Cookie: string }) {
  const [, payload = ""] = Cookie.match(/^hayloft=([^.]+)/) ?? [];
  const { session } = JSON.parse(Buffer.from(decodeURIComponent(payload), "base64").toString());
  const [row] = await barn.rows("select * from sessions where id = ?", [session.id]);
  return row;
}

test("a copied cookie is worth nothing after its owner has signed out", async () => {
  const headers = await signIn();
  const other = await signIn();
  expect(await canOpen(headers)).toBe(true);
  const response = await signOut(headers);
  expect([response.status, response.headers.get("Location")]).toEqual([302, "/"]);
  expect(response.headers.get("Set-Cookie")).toMatch(/^hayloft=; Max-Age=0|^hayloft=;.*Expires=Thu, 01 Jan 1970/);
  expect(response.headers.get("Clear-Site-Data")).toBe('"cache"');
  expect(await canOpen(headers)).toBe(false);
  expect((await barn.get("/payroll.data", headers)).status).toBe(403);
  expect((await barn.post("/grooms", { intent: "delete", id: "x" }, headers)).status).toBe(403);
  expect((await barn.get("/live", headers)).status).toBe(403);
  expect(await (await barn.get("/", headers)).text()).not.toContain(ADMIN.email);
  expect(await canOpen(other)).toBe(true);
});

test("a form that is sent with an ended session comes back to be sent again, with a sign-in that leads nowhere else, and nothing of the office", async () => {
  const [headers, stranger] = [await signIn(), await signIn(NOT_AN_ADMIN)];
  await signOut(headers);
  const [{ name } = { name: "" }] = await barn.rows("select name from customers limit 1");
  const fields = { idempotencyKey: crypto.randomUUID(), name: `"Typed" <b>&`, intent: "x", comments: "One\r\nTwo" };
  for (const path of ["/horses/new?q=a", "/services"]) {
    const response = await barn.post(path, fields, headers);
    const page = await response.text();
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([403, "no-store"]);
    expect(hiddenFieldsOf(page)).toEqual({ idempotencyKey: fields.idempotencyKey });
    expect(page).toContain('name="name" value="&quot;Typed&quot; &lt;b&gt;&amp;"');
    expect(page).toContain('name="comments" value="One\r\nTwo"');
    expect(page).toContain(`name="popup" value="1"/><input type="hidden" name="to" value="${path}"`);
    expect(page).toContain("You are signed out");
    expect(page).not.toContain(name);
    // Another site cannot have its form shown here.
    const foreign = await barn.post(path, fields, { ...headers, Origin: "https://evil.example" });
    expect([foreign.status, (await foreign.text()).includes("Typed")]).toEqual([403, false]);
    const refused = await (await barn.post(path, fields, stranger)).text();
    expect(refused).toContain("Only admins may do this");
    expect(refused).not.toContain("Send again");
  }
});

test("an entry that is sent with an ended session is a visitor's", async () => {
  const headers = await signIn(NOT_AN_ADMIN);
  await signOut(headers);
  const entry = newEntry(await findChoices(barn));
  const response = await barn.post("/?index", entry, headers);
  expect(response.status).toBe(303);
  expect(await barn.rows("select actor from activity where id = ?", [entry.id ?? ""])).toEqual([{ actor: "visitor" }]);
});

test("'Sign out everywhere' ends every session of the address and none of another", async () => {
  const [first, second, other] = [await signIn(), await signIn(), await signIn(OTHER_ADMIN)];
  await signOut(first, { everywhere: "1" });
  expect([await canOpen(first), await canOpen(second), await canOpen(other)]).toEqual([false, false, true]);
});

test("an ended session cannot sign its address out everywhere", async () => {
  const [ended, valid] = [await signIn(), await signIn()];
  await signOut(ended);
  await signOut(ended, { everywhere: "1" });
  expect(await canOpen(valid)).toBe(true);
});

test("removing an admin and inviting the address again ends all of its sessions", async () => {
  const admin = await signIn();
  const before = await signIn(OTHER_ADMIN);
  await barn.post("/accounts", { intent: "delete", id: OTHER_ADMIN.email }, admin);
  expect(await canOpen(before)).toBe(false);
  const between = await signIn(OTHER_ADMIN);
  const form = hiddenFieldsOf(await (await barn.get("/accounts/new", admin)).text());
  expect((await barn.post("/accounts/new", { ...form, email: OTHER_ADMIN.email }, admin)).status).toBe(303);
  expect([await canOpen(before), await canOpen(between)]).toEqual([false, false]);
  expect(await canOpen(await signIn(OTHER_ADMIN))).toBe(true);
});

test("inviting an address for the first time keeps its session", async () => {
  const user = { email: "first@hayloft.example", name: "First" };
  const headers = await signIn(user);
  const admin = await signIn();
  const form = hiddenFieldsOf(await (await barn.get("/accounts/new", admin)).text());
  await barn.post("/accounts/new", { ...form, email: user.email }, admin);
  expect(await canOpen(headers)).toBe(true);
});

test("a session ends after 14 days without use", async () => {
  const inUse = await signIn(ADMIN, daysAgo(13.9));
  const before = (await sessionOf(inUse))?.last_seen;
  expect([await canOpen(inUse), await canOpen(await signIn(ADMIN, daysAgo(14.1)))]).toEqual([true, false]);
  // A write that the response did not wait for.
  await expect.poll(async () => (await sessionOf(inUse))?.last_seen).not.toBe(before);
});

test("a session in daily use ends after 30 days", async () => {
  const inUseSince = async (days: number) => {
    const headers = await signIn(ADMIN, daysAgo(days));
    const row = await sessionOf(headers);
    await barn.rows("update sessions set last_seen = ? where id = ?", [daysAgo(0.5).toISOString(), String(row?.id)]);
    return canOpen(headers);
  };
  expect([await inUseSince(29.9), await inUseSince(30.1)]).toEqual([true, false]);
});

test("a session is marked as seen at most once a day", async () => {
  const today = await signIn(ADMIN, daysAgo(0.9));
  const before = await barn.lastCommit();
  expect(await canOpen(today)).toBe(true);
  expect(await barn.lastCommit()).toBe(before);
  const earlier = await signIn(ADMIN, daysAgo(1.1));
  expect(await canOpen(earlier)).toBe(true);
  const seenAt = async () => String((await sessionOf(earlier))?.last_seen);
  await expect.poll(seenAt).toMatch(new RegExp(`^${new Date().toISOString().slice(0, 10)}`));
  const after = await barn.lastCommit();
  expect(await canOpen(earlier)).toBe(true);
  expect(await barn.lastCommit()).toBe(after);
});

test("signing out ends the stream of that session at once, and no other", async () => {
  const [headers, other] = [await signIn(), await signIn()];
  const [stream, otherStream] = await Promise.all([listen(barn, headers), listen(barn, other)]);
  await expect.poll(() => stream.received.length > 0 && otherStream.received.length > 0).toBe(true);
  await signOut(headers);
  await stream.ended;
  expect(stream.received.at(-1)?.state).toBe("removed");
  expect(otherStream.isEnded()).toBe(false);
  otherStream.close();
});

test("during an outage of the database, signing out removes the cookie and says what it could not do", async () => {
  const headers = await signIn();
  await barn.stopDatabase();
  const response = await signOut(headers);
  await barn.startDatabase();
  expect([response.status, response.headers.get("Location")]).toEqual([302, "/?sign-in=not-ended"]);
  expect(response.headers.get("Set-Cookie")).toMatch(/^hayloft=;/);
  expect(await (await barn.get("/?sign-in=not-ended")).text()).toContain("You are signed out in this browser only");
});

test("the cookie of an earlier version, without a session in the database, is like none", async () => {
  const { createCookieSessionStorage } = await import("@remix-run/cloudflare");
  const { SESSION_SECRET } = await import("#tests/support/barn/app.ts");
  const storage = createCookieSessionStorage({ cookie: { name: "hayloft", secrets: [SESSION_SECRET], path: "/" } });
  const session = await storage.getSession();
  session.set("user", ADMIN);
  session.set("since", Date.now());
  const [cookie = ""] = (await storage.commitSession(session)).split(";");
  expect(await canOpen({ Cookie: cookie })).toBe(false);
});
