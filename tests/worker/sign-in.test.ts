import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";

const UNVERIFIED = { email: "new@hayloft.example", name: "Nell Newcombe" };

let barn: Barn;

beforeAll(async () => {
  barn = await openBarn({
    accounts: [
      { email: "Alex@Hayloft.example", name: ADMIN.name, emailVerified: true },
      { ...UNVERIFIED, emailVerified: false },
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
      const response = await fetch(url, {
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

const isSignedIn = async (browser: TestBrowser) =>
  (await (await browser.send(`${barn.url}/`)).text()).includes("Sign out");

test("signing in starts a session for the verified address in lower case, and signing out ends it", async () => {
  const browser = newBrowser();
  expect(await isSignedIn(browser)).toBe(false);
  const callback = await chooseAccount(browser, "Alex@Hayloft.example");
  const response = await browser.send(callback);
  expect([response.status, response.headers.get("Location")]).toEqual([302, "/"]);
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

test("an unverified address starts no session", async () => {
  const browser = newBrowser();
  const response = await browser.send(await chooseAccount(browser, UNVERIFIED.email));
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
