import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commitSession, createSessionCookie, signedCookie } from "#app/auth/session.ts";
import { textOf } from "#lab/support/exports.ts";
import { fetchAlone } from "#lab/support/uncompressed.ts";
import { SESSION_SECRET } from "#tests/support/barn/app.ts";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn/barn.ts";

const OUTSIDER = { email: "outsider@hayloft.example", name: "Otto Outsider" };
/** Accounts that a provider has not verified, or of which it does not say so with the value `true`. */
const UNVERIFIED = [false, undefined, "false", "true"].map((emailVerified, n) => ({
  ...{ email: `new-${n}@hayloft.example`, name: "Nell Newcombe" },
  ...{ emailVerified },
}));

let barn: Barn;

beforeAll(async () => {
  barn = await openBarn({
    accounts: [
      { email: "Alex@Hayloft.example", name: ADMIN.name, emailVerified: true },
      { ...OUTSIDER, emailVerified: true },
      ...UNVERIFIED,
    ],
  });
});
afterAll(() => barn.close());

/** A browser without JavaScript: keeps the cookies of each host and leaves redirects to the test. */
function newBrowser() {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string) => {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };
  return {
    cookies: jarOf,
    async send(url: string, form?: Record<string, string>) {
      const jar = jarOf(url);
      const response = await fetchAlone(url, {
        method: form ? "POST" : "GET",
        redirect: "manual",
        headers: {
          Cookie: [...jar].map((pair) => pair.join("=")).join("; "),
          ...(form ? { Origin: new URL(url).origin } : {}),
        },
        ...(form ? { body: new URLSearchParams(form) } : {}),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = cookie.match(/^([^=]+)=([^;]*)/) ?? [];
        if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    },
  };
}

type TestBrowser = ReturnType<typeof newBrowser>;

/** Starts a sign-in, chooses the account on the provider's page, and returns the callback URL. */
async function chooseAccount(
  browser: TestBrowser,
  email: string,
  fields: Record<string, string> = {},
): Promise<string> {
  let response = await browser.send(`${barn.url}/auth/google`, { sign: "in", ...fields });
  let url = response.headers.get("Location") ?? "";
  for (let steps = 0; steps < 10 && !url.startsWith(barn.url); steps++) {
    response = await browser.send(url);
    if (response.status === 200) {
      const page = await response.text();
      const forms = page.match(/<form[\s\S]*?<\/form>/g) ?? [];
      const form = forms.find((each) => each.includes(email)) ?? "";
      const action = form.match(/action="([^"]+)"/)?.[1] ?? "";
      const button = form.match(new RegExp(`<button[^>]*>[^<]*${email}`, "i"))?.[0] ?? "";
      const hidden = [...form.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]);
      const name = button.match(/name="([^"]+)"/)?.[1];
      const value = button.match(/value="([^"]*)"/)?.[1] ?? "";
      response = await browser.send(
        new URL(action, url).href,
        Object.fromEntries([...hidden, ...(name ? [[name, value]] : [])]),
      );
    }
    url = new URL(response.headers.get("Location") ?? "", url).href;
  }
  return url;
}

type AttemptData = { attempt: { startedAt: number; verifier: string; nonce: string } };

/** The value of a sign-in cookie with changed data and a valid signature. */
function changeAttempt(value: string, change: (data: AttemptData) => void): string {
  const data = dataOf(value);
  change(data);
  const payload = Buffer.from(JSON.stringify(data)).toString("base64");
  const signature = createHmac("sha256", SESSION_SECRET).update(payload).digest("base64").replace(/=+$/, "");
  return encodeURIComponent(`${payload}.${signature}`);
}

const dataOf = (value: string): AttemptData =>
  JSON.parse(Buffer.from(decodeURIComponent(value).split(".")[0] ?? "", "base64").toString());

async function attemptOfAnother(): Promise<string> {
  const browser = newBrowser();
  await browser.send(`${barn.url}/auth/google`, { sign: "in" });
  return browser.cookies(barn.url).get("hayloft-sign-in") ?? "";
}

const mixAttempts = (value: string, other: string) =>
  changeAttempt(value, ({ attempt }) => {
    attempt.verifier = dataOf(other).attempt.verifier;
  });

const isSignedIn = async (browser: TestBrowser) =>
  (await (await browser.send(`${barn.url}/`)).text()).includes("Sign out");

test("signing in starts a session for the verified address in lower case, and signing out ends it", async () => {
  const browser = newBrowser();
  expect(await isSignedIn(browser)).toBe(false);
  const callback = await chooseAccount(browser, "Alex@Hayloft.example");
  const response = await browser.send(callback);
  expect([response.status, response.headers.get("Location")]).toEqual([302, "/overview"]);
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith("hayloft="));
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Lax/);
  const page = await (await browser.send(`${barn.url}/`)).text();
  expect(page).toContain(ADMIN.email);
  expect((await browser.send(`${barn.url}/payroll`)).status).toBe(200);

  await browser.send(`${barn.url}/auth/sign-out`, { sign: "out" });
  expect(await isSignedIn(browser)).toBe(false);
  expect((await browser.send(`${barn.url}/payroll`)).status).toBe(302);
});

test("in a popup the callback reports the outcome to the opener, in a script with the page's nonce", async () => {
  const browser = newBrowser();
  const response = await browser.send(await chooseAccount(browser, "Alex@Hayloft.example", { popup: "1" }));
  const page = await response.text();
  const nonce = response.headers.get("Content-Security-Policy")?.match(/'nonce-([^']+)'/)?.[1];
  expect(response.status).toBe(200);
  expect(page).toContain(`<script nonce="${nonce}">`);
  expect(page).toContain('postMessage("done")');
  expect(await isSignedIn(browser)).toBe(true);
});

test.each(UNVERIFIED)("an address whose email_verified is $emailVerified starts no session", async ({ email }) => {
  const browser = newBrowser();
  const response = await browser.send(await chooseAccount(browser, email));
  expect(response.headers.get("Location")).toBe("/?sign-in=unverified");
  expect(await isSignedIn(browser)).toBe(false);
});

test("a callback with a wrong state, without state, or from another browser starts no session", async () => {
  const browser = newBrowser();
  const callback = new URL(await chooseAccount(browser, "Alex@Hayloft.example"));
  const otherBrowser = newBrowser();
  expect((await otherBrowser.send(callback.href)).headers.get("Location")).toBe("/?sign-in=failed");
  expect(await isSignedIn(otherBrowser)).toBe(false);
  for (const state of ["forged", ""]) {
    const forged = new URL(callback);
    forged.searchParams.set("state", state);
    expect((await browser.send(forged.href)).headers.get("Location")).toBe("/?sign-in=failed");
  }
  expect(await isSignedIn(browser)).toBe(false);
});

test("an authorization code works once", async () => {
  const browser = newBrowser();
  const callback = await chooseAccount(browser, "Alex@Hayloft.example");
  await browser.send(callback);
  await browser.send(`${barn.url}/auth/sign-out`, { sign: "out" });
  expect((await browser.send(callback)).headers.get("Location")).toBe("/?sign-in=failed");
});

test("a cancelled sign-in returns to the service form with the reason", async () => {
  const response = await newBrowser().send(`${barn.url}/auth/google/callback?error=access_denied&state=x`);
  expect(response.headers.get("Location")).toBe("/?sign-in=cancelled");
});

test("a signed-in user still has to pass the provider, and cannot use a forged callback", async () => {
  const browser = newBrowser();
  await browser.send(await chooseAccount(browser, "Alex@Hayloft.example"));
  const forged = await browser.send(`${barn.url}/auth/google/callback?code=bogus&state=bogus`);
  expect(forged.headers.get("Location")).toBe("/?sign-in=failed");
  const restarted = await browser.send(`${barn.url}/auth/google`, { sign: "in" });
  expect(restarted.headers.get("Location")).toMatch(/\/auth\?/);
});

test("starting a sign-in and leaving it does not sign out", async () => {
  const browser = newBrowser();
  await browser.send(await chooseAccount(browser, "Alex@Hayloft.example"));
  await browser.send(`${barn.url}/auth/google`, { sign: "in" });
  expect(await isSignedIn(browser)).toBe(true);
  await browser.send(`${barn.url}/auth/google/callback?error=access_denied&state=x`);
  expect(await isSignedIn(browser)).toBe(true);
});

test("a sign-in as another user ends the session that the browser had", async () => {
  const browser = newBrowser();
  await browser.send(await chooseAccount(browser, "Alex@Hayloft.example"));
  const cookie = browser.cookies(barn.url).get("hayloft") ?? "";
  await browser.send(await chooseAccount(browser, "Alex@Hayloft.example"));
  expect(await isSignedIn(browser)).toBe(true);
  expect((await barn.get("/payroll", { Cookie: `hayloft=${cookie}` })).status).toBe(302);
});

test("a sign-in is bound to its browser by PKCE and a nonce", async () => {
  const browser = newBrowser();
  const start = await browser.send(`${barn.url}/auth/google`, { sign: "in" });
  const asked = new URL(start.headers.get("Location") ?? "").searchParams;
  expect(asked.get("code_challenge")).toMatch(/^[\w-]{43}$/);
  expect(asked.get("code_challenge_method")).toBe("S256");
  expect(asked.get("nonce")).toMatch(/^[\w-]{43}$/);
  const callback = new URL(await chooseAccount(browser, "Alex@Hayloft.example"));
  const [attempt = "", otherAttempt = ""] = [
    browser.cookies(barn.url).get("hayloft-sign-in"),
    await attemptOfAnother(),
  ];
  // A cookie with the right state and the verifier of another sign-in.
  const mixed = mixAttempts(attempt, otherAttempt);
  const response = await barn.get(callback.pathname + callback.search, { Cookie: `hayloft-sign-in=${mixed}` });
  expect(response.headers.get("Location")).toBe("/?sign-in=failed");
});

test("a sign-in that was started more than 10 minutes ago fails", async () => {
  const browser = newBrowser();
  const callback = await chooseAccount(browser, "Alex@Hayloft.example");
  const attempt = browser.cookies(barn.url).get("hayloft-sign-in") ?? "";
  const late = changeAttempt(attempt, (data) => {
    data.attempt.startedAt -= 601_000;
  });
  browser.cookies(barn.url).set("hayloft-sign-in", late);
  expect((await browser.send(callback)).headers.get("Location")).toBe("/?sign-in=failed");
  browser.cookies(barn.url).set("hayloft-sign-in", attempt);
  expect((await browser.send(callback)).headers.get("Location")).toBe("/overview");
});

test("a sign-in of somebody who is no admin leads to the service form", async () => {
  const browser = newBrowser();
  const callback = await chooseAccount(browser, OUTSIDER.email);
  expect((await browser.send(callback)).headers.get("Location")).toBe("/");
});

test("a visitor who opened an admin page reaches it after signing in", async () => {
  const browser = newBrowser();
  const sent = (await browser.send(`${barn.url}/payroll?q=night`)).headers.get("Location") ?? "";
  const page = await (await browser.send(barn.url + sent)).text();
  expect(page.replaceAll("&#x27;", "'").replaceAll("<!-- -->", "")).toContain(
    "Sign in with an admin's account to open Payroll",
  );
  const to = page.match(/name="to" value="([^"]*)"/)?.[1] ?? "";
  const callback = await browser.send(await chooseAccount(browser, "Alex@Hayloft.example", { to }));
  expect(callback.headers.get("Location")).toBe("/?to=%2Fpayroll%3Fq%3Dnight");
  const reached = await browser.send(barn.url + callback.headers.get("Location"));
  expect([reached.status, reached.headers.get("Location")]).toEqual([302, "/payroll?q=night"]);
});

test("a sign-in leads to no other site, and to no address that is no page", async () => {
  const admin = { Cookie: await barn.cookieOf(ADMIN) };
  const others = "https://evil.example/payroll //evil.example/payroll /\\evil.example/payroll /nowhere".split(" ");
  for (const [n, to] of [...others, "/auth/sign-out", "javascript:alert(1)", "payroll"].entries()) {
    const response = await barn.get(`/?${new URLSearchParams({ to })}`, admin);
    expect([to, response.status]).toEqual([to, 200]);
    expect(textOf(await response.text())).not.toContain("Sign in with an admin");
    if (n > 2) continue;
    const browser = newBrowser();
    const callback = await browser.send(await chooseAccount(browser, "Alex@Hayloft.example", { to }));
    expect([to, callback.headers.get("Location")]).toEqual([to, "/overview"]);
  }
});

test("over HTTPS both cookies are Secure and bound to the host", async () => {
  const session = await createSessionCookie(SESSION_SECRET, { secure: true });
  const [[, cookie] = [], [, mark] = []] = await commitSession({ id: crypto.randomUUID(), user: ADMIN }, session);
  expect(cookie).toMatch(/^__Host-hayloft=.*; HttpOnly; Secure; SameSite=Lax/);
  expect(mark).toMatch(/^hayloft-signed-in=.*Max-Age=2592000; Path=\/; Secure; SameSite=Lax$/);
  const attempts = signedCookie("hayloft-sign-in", { secret: SESSION_SECRET, secure: true, maxAgeSeconds: 600 });
  const attempt = await attempts.commitSession(await attempts.getSession());
  expect(attempt).toMatch(/^__Host-hayloft-sign-in=.*Max-Age=600; .*HttpOnly; Secure; SameSite=Lax/);
});
