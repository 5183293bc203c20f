import { afterEach, expect, test } from "vitest";
import { startWorker, type Worker, type WorkerBindings, type WorkerLog } from "#bin/worker.ts";

const DEPLOYED: Partial<WorkerBindings> = {
  DATABASE_URL: "http://127.0.0.1:9",
  DATABASE_AUTH_TOKEN: "the-token",
  GOOGLE_CLIENT_ID: "the-client",
  GOOGLE_CLIENT_SECRET: "the-secret",
  SESSION_SECRET: "the session's secret, of 32 letters or more",
};

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
  for (const name of Object.keys(DEPLOYED)) expect(log.map(({ message }) => message).join()).toContain(name);
});

test.each(Object.keys(DEPLOYED))(
  "without %s alone the worker answers 500 and names the variable in its log only",
  async (name) => {
    await deploy({ ...DEPLOYED, [name]: "" });
    const response = await request("/");
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain(name);
    expect(log.map(({ message }) => message).join()).toContain(name);
  },
);

const WRONG: [name: keyof WorkerBindings, value: string, problem: string][] = [
  ["DATABASE_URL", "barn.turso.example", "must begin with libsql://, https:// or http://"],
  ["DATABASE_URL", "libsql://barn.turso.example ", "has a blank"],
  ["DATABASE_URL", "libsql://barn turso.example", "has a blank"],
  ["DATABASE_URL", "https://", "is no address"],
  ["DATABASE_AUTH_TOKEN", "the-token\n", "has a blank"],
  ["SESSION_SECRET", "only thirty-one characters long", "must have at least 32 characters"],
  ["LOCAL_ISSUER", "no address", "must not be set"],
];

test.each(WRONG)("with %s = '%s' the worker answers 500, and its log says that it %s", async (name, value, problem) => {
  await deploy({ ...DEPLOYED, [name]: value });
  for (const path of ["/", "/horses", "/favicon.png"]) {
    const response = await request(path);
    expect([response.status, await response.text()]).toEqual([
      500,
      "Hayloft is not set up yet. Its log says what is missing.",
    ]);
    expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  }
  expect(log[0]?.level).toBe("error");
  expect(JSON.parse(log[0]?.message ?? "").message).toBe(`Hayloft serves no request: ${name} ${problem}`);
});

test.each(["http://127.0.0.1:8789", "https://login.example"])(
  "a deployed worker with LOCAL_ISSUER=%s answers 500",
  async (issuer) => {
    await deploy({ ...DEPLOYED, LOCAL_ISSUER: issuer });
    expect((await request("/")).status).toBe(500);
    expect((await request("/auth/google", signIn)).status).toBe(500);
    expect(log.map(({ message }) => message).join()).toContain("LOCAL_ISSUER");
  },
);

test("a deployed worker signs in through Google and ignores X-Forwarded-Host in the callback URL", async () => {
  await deploy(DEPLOYED);
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
});

test.each([
  ["1", "max-age=31536000; includeSubDomains"],
  ["0", "max-age=31536000"],
])("with HSTS_SUBDOMAINS=%s the worker sends Strict-Transport-Security: %s", async (value, header) => {
  await deploy({ ...DEPLOYED, HSTS_SUBDOMAINS: value });
  const response = await request("/auth/google", signIn);
  expect(response.headers.get("Strict-Transport-Security")).toBe(header);
});

test("plain HTTP is redirected to HTTPS outside loopback", async () => {
  await deploy(DEPLOYED);
  const response = await worker?.miniflare.dispatchFetch("http://barn.example/?a=b", { redirect: "manual" });
  expect([response?.status, response?.headers.get("Location")]).toEqual([308, "https://barn.example/?a=b"]);
});

test("an isolate renders its sample page before the first request", async () => {
  await deploy(DEPLOYED);
  await request("/");
  expect(log.filter(({ message }) => message.includes("sample page"))).toEqual([]);
});
