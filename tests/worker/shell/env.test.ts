import { afterEach, expect, test } from "vitest";
import { startWorker, type Worker, type WorkerBindings, type WorkerLog } from "#bin/running/worker.ts";
import { DEPLOYED } from "#tests/support/commands/deployed.ts";

const log: WorkerLog[] = [];
let worker: Worker | undefined;

afterEach(async () => {
  await worker?.stop();
  log.length = 0;
});

async function deploy(bindings: Partial<WorkerBindings>) {
  worker = await startWorker({
    host: "127.0.0.1",
    port: 0,
    bindings,
    log: (line) => {
      log.push(line);
    },
  });
  return worker;
}

/** Sends a request to the worker under the host name of a deployment. */
const request = async (
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
) => {
  const response = await worker?.miniflare.dispatchFetch(`https://barn.example${path}`, {
    redirect: "manual",
    ...init,
  });
  if (!response) throw new Error("No worker");
  return response;
};

/** What the worker wrote to its log, which may come after the answer. */
const messages = () => log.map(({ message }) => message).join();

const signIn = {
  method: "POST",
  headers: { Origin: "https://barn.example", "Content-Type": "application/x-www-form-urlencoded" },
};

test("without its variables the worker answers 500, and its log names every missing variable", async () => {
  await deploy({});
  const response = await request("/");
  expect(response.status).toBe(500);
  expect(await response.text()).toBe("Hayloft is not set up yet. Its log says what is missing.");
  expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  for (const name of Object.keys(DEPLOYED)) await expect.poll(messages).toContain(name);
});

// tests/unit/shell/env.test.ts has the rules of each variable.
test("with variables that are wrong the worker answers 500 at every address, and its log says what is wrong with each", async () => {
  await deploy({
    ...{ ...DEPLOYED, SESSION_SECRET: "only thirty-one characters long", LOCAL_ISSUER: "https://login.example" },
    ...{ FIRST_ADMIN_CODE: "K7QF-3MXD", MAIL_URL: "https://api.mail.example/emails", MAIL_FROM: "office@barn.example" },
  });
  for (const path of ["/", "/horses", "/favicon.png", "/first-admin"]) {
    const response = await request(path);
    expect([path, response.status, await response.text()]).toEqual([
      ...[path, 500, "Hayloft is not set up yet. Its log says what is missing."],
    ]);
    expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  }
  expect((await request("/auth/google", signIn)).status).toBe(500);
  await expect.poll(() => log[0]?.level).toBe("error");
  const { message } = JSON.parse(log[0]?.message ?? "");
  expect(message).toMatch(/^Hayloft serves no request: /);
  for (const problem of [
    "SESSION_SECRET must have at least 32 characters",
    ...["LOCAL_ISSUER", "FIRST_ADMIN_CODE must not be set", "MAIL_KEY is missing"],
  ])
    expect(message).toContain(problem);
});

test("a deployed worker signs in through Google and ignores X-Forwarded-Host in the callback URL", async () => {
  await deploy({ ...DEPLOYED, HSTS_SUBDOMAINS: "0" });
  const response = await request("/auth/google", {
    ...signIn,
    headers: { ...signIn.headers, "X-Forwarded-Host": "evil.example" },
  });
  const target = new URL(response.headers.get("Location") ?? "");
  expect([response.status, target.origin + target.pathname]).toEqual([
    302,
    "https://accounts.google.com/o/oauth2/v2/auth",
  ]);
  expect(target.searchParams.get("redirect_uri")).toBe("https://barn.example/auth/google/callback");
  expect(target.searchParams.get("client_id")).toBe("the-client");
  expect(target.searchParams.get("state")).toMatch(/^[\w-]{20,}$/);
  expect(response.headers.get("Content-Security-Policy")).toContain("form-action 'self' https://accounts.google.com");
  const cookie = response.headers.get("Set-Cookie") ?? "";
  for (const part of [
    /^__Host-hayloft-sign-in=/,
    /; Path=\/(;|$)/,
    /; HttpOnly/,
    /; Secure/,
    /; SameSite=Lax/,
    /; Max-Age=600/,
  ]) {
    expect(cookie).toMatch(part);
  }
  expect(response.headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
  // Plain HTTP is redirected to HTTPS outside loopback.
  const plain = await worker?.miniflare.dispatchFetch("http://barn.example/?a=b", { redirect: "manual" });
  expect([plain?.status, plain?.headers.get("Location")]).toEqual([308, "https://barn.example/?a=b"]);
});

test("Strict-Transport-Security covers subdomains only with HSTS_SUBDOMAINS=1", async () => {
  await deploy({ ...DEPLOYED, HSTS_SUBDOMAINS: "1" });
  const response = await request("/auth/google", signIn);
  expect(response.headers.get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
});
