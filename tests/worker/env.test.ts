import { afterEach, expect, test } from "vitest";
import { startWorker, type Worker, type WorkerBindings, type WorkerLog } from "#bin/worker.ts";
import { DEPLOYED } from "#tests/support/deployed.ts";

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

// tests/unit/env.test.ts has the other variables.
test("with a SESSION_SECRET that is too short the worker answers 500, and its log says so", async () => {
  await deploy({ ...DEPLOYED, SESSION_SECRET: "only thirty-one characters long" });
  for (const path of ["/", "/horses", "/favicon.png"]) {
    const response = await request(path);
    expect([response.status, await response.text()]).toEqual([
      500,
      "Hayloft is not set up yet. Its log says what is missing.",
    ]);
    expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  }
  await expect.poll(() => log[0]?.level).toBe("error");
  expect(JSON.parse(log[0]?.message ?? "").message).toBe(
    "Hayloft serves no request: SESSION_SECRET must have at least 32 characters",
  );
});

test("a deployed worker with a LOCAL_ISSUER answers 500", async () => {
  await deploy({ ...DEPLOYED, LOCAL_ISSUER: "https://login.example" });
  expect((await request("/")).status).toBe(500);
  expect((await request("/auth/google", signIn)).status).toBe(500);
  await expect.poll(messages).toContain("LOCAL_ISSUER");
});

test("a deployed worker with a code of the first admin answers 500", async () => {
  await deploy({ ...DEPLOYED, FIRST_ADMIN_CODE: "K7QF-3MXD" });
  for (const path of ["/", "/first-admin"]) expect((await request(path)).status).toBe(500);
  await expect.poll(messages).toContain("FIRST_ADMIN_CODE must not be set");
});

test("a worker with half of a mail provider answers 500, and its log says what is missing", async () => {
  await deploy({ ...DEPLOYED, MAIL_URL: "https://api.mail.example/emails", MAIL_FROM: "office@barn.example" });
  expect((await request("/")).status).toBe(500);
  const sentences = () => log.map(({ message }) => JSON.parse(message).message);
  await expect.poll(sentences).toEqual(["Hayloft serves no request: MAIL_KEY is missing"]);
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
