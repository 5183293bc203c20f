import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { fetchAlone } from "#lab/support/uncompressed.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { type Choices, findChoices, newEntry } from "#tests/support/browser/service-entry.ts";

const { barn } = startBarn();
let choices: Choices;

beforeAll(async () => {
  choices = await findChoices(barn);
});

const foreignHeaders: [what: string, headers: Record<string, string>][] = [
  ["without Origin", { Origin: "" }],
  ["with a foreign Origin", { Origin: "https://elsewhere.example" }],
  ["with the Origin of another port", { Origin: "http://127.0.0.1:1" }],
  ["with Origin null", { Origin: "null" }],
  ["sent by another site", { "Sec-Fetch-Site": "cross-site" }],
];

test.each(foreignHeaders)("a post %s gets 403 with a message, and nothing is written", async (_, headers) => {
  const before = await barn.lastCommit();
  const sent = { Origin: barn.url, ...headers };
  const response = await fetchAlone(`${barn.url}/?index`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", ...(sent.Origin ? sent : {}) },
    body: new URLSearchParams(newEntry(choices)),
  });
  expect(response.status).toBe(403);
  expect(await response.text()).toContain("not sent from Hayloft’s own page");
  expect(await barn.lastCommit()).toBe(before);
});

test("a body over 64 KB gets 413 with a message, with or without Content-Length, and nothing is written", async () => {
  const before = await barn.lastCommit();
  const body = new URLSearchParams(newEntry(choices, { comments: "x".repeat(65 * 1024) })).toString();
  const declared = await barn.post("/?index", body);
  const long = await barn.post("/?index", body.repeat(100));
  const streamed = await fetchAlone(`${barn.url}/?index`, {
    method: "POST",
    headers: { Origin: barn.url, "Content-Type": "application/x-www-form-urlencoded" },
    body: new Blob([body]).stream(),
    duplex: "half",
  } as Omit<RequestInit, "headers">);
  for (const response of [declared, long, streamed]) {
    expect(response.status).toBe(413);
    expect(await response.text()).toContain("larger than 64 KB");
  }
  expect(await barn.lastCommit()).toBe(before);
});

test("a body that is not a URL-encoded form gets 415, and an unsupported method gets 405", async () => {
  expect((await barn.post("/?index", "{}", { "Content-Type": "application/json" })).status).toBe(415);
  const form = new URLSearchParams(newEntry(choices)).toString();
  for (const type of [
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded-evil",
    "application/x-www-form-urlencoded; charset=utf-16",
    "text/plain",
    "",
  ]) {
    expect([type, (await barn.post("/?index", form, { "Content-Type": type })).status]).toEqual([type, 415]);
  }
  const upperCase = "application/x-www-form-urlencoded; charset=UTF-8";
  expect((await barn.post("/?index", form, { "Content-Type": upperCase })).status).toBe(303);
  const put = await fetchAlone(`${barn.url}/`, { method: "PUT", headers: { Origin: barn.url } });
  expect(put.status).toBe(405);
});

const unexpectedFields: [what: string, body: string][] = [
  ["a list of 100,000,000 comments", "comments[99999999]=a"],
  ["a list of 2 ** 32 - 1", "comments[4294967294]=a"],
  ["a nested object", "comments.a.b=c"],
  ["names nested thousands deep", `${"a.".repeat(5_000)}a=1`],
  ["an intent of the form library", "__intent__=foo"],
  ["a reset of the form library", "__intent__=%7B%22type%22%3A%22reset%22%7D"],
  ["a state of the form library", "__state__=foo"],
  ["names of object properties", "__proto__=a&constructor=b"],
  ["thousands of unknown fields", Array.from({ length: 8_000 }, (_, i) => `f${i}=1`).join("&")],
  ["a name of 60,000 letters", `${"x".repeat(60_000)}=1`],
];

test.each(unexpectedFields)(
  "a form with %s gets 400 with a message and a small page, and nothing is written",
  async (_, body) => {
    const form = new URLSearchParams(newEntry(choices)).toString();
    const before = await barn.lastCommit();
    const response = await barn.post("/?index", body.length < 1_000 ? `${form}&${body}` : body);
    const page = await response.text();
    expect(response.status).toBe(400);
    expect(page).toContain("This form has no field");
    expect(page.length).toBeLessThan(100_000);
    expect(await barn.lastCommit()).toBe(before);
  },
);

test("an empty form gets 400 with the messages of its fields", async () => {
  const response = await barn.post("/?index", "");
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("Horse is required.");
});

test("search engines may read that a shared statement is not to be listed, and nothing else", async () => {
  const robots = await (await barn.get("/robots.txt")).text();
  expect(robots.split("\n").filter((line) => line && !line.startsWith("#"))).toEqual([
    "User-agent: *",
    "Disallow: /",
    "Allow: /s/",
  ]);
});

test("no page lets a phone make links of its numbers and addresses", async () => {
  const headers = { Cookie: await barn.cookieOf(ADMIN) };
  for (const path of ["/", "/horses", "/horses/new", "/nowhere", `/s/${"a".repeat(43)}`]) {
    const page = await (await barn.get(path, headers)).text();
    expect([path, page.includes('<meta name="nointentdetection"')]).toEqual([path, true]);
    expect(page).toContain('<meta name="format-detection" content="telephone=no, date=no, address=no, email=no"/>');
  }
});

test("every response has the security headers: page, data, 404, 403, 400, redirect, asset", async () => {
  const page = await barn.get("/");
  const asset = (await page.clone().text()).match(/\/assets\/entry\.client-[\w-]+\.js/)?.[0] ?? "";
  const responses = [
    page,
    await barn.get("/_root.data"),
    await barn.get("/nowhere"),
    await barn.get("/nowhere.data"),
    await barn.get("/payroll"),
    await barn.get("/billing.data"),
    await barn.post("/?index", newEntry(choices)),
    await barn.post("/?index", ""),
    await barn.post("/?index", "", { Origin: "https://elsewhere.example" }),
    await barn.get("/auth/google"),
    await barn.get(asset),
    await barn.get("/favicon.svg"),
    await barn.get("/favicon.ico"),
    await barn.get("/robots.txt"),
    await barn.get("/logo-light.svg"),
  ];
  expect(responses.map(({ status }) => status)).toEqual([
    200, 200, 404, 404, 302, 403, 303, 400, 403, 302, 200, 200, 200, 200, 200,
  ]);
  for (const { url, headers } of responses) {
    const policy = headers.get("Content-Security-Policy");
    expect([url, policy]).toEqual([url, expect.stringContaining("default-src 'none'")]);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect([url, headers.get("X-Robots-Tag")]).toEqual([url, "noindex, nofollow"]);
    expect([url, headers.get("X-Content-Type-Options")]).toEqual([url, "nosniff"]);
    expect([url, headers.get("Referrer-Policy")]).toEqual([url, "same-origin"]);
    expect([url, headers.get("Cross-Origin-Resource-Policy")]).toEqual([url, "same-origin"]);
  }
  const files = ["/favicon.svg", "/favicon.ico", "/robots.txt", "/logo-light.svg", asset];
  const worker = responses.filter(({ url }) => !files.some((file) => url.endsWith(file)));
  expect(worker).toHaveLength(10);
  for (const { url, headers } of worker) {
    expect([url, headers.get("Strict-Transport-Security")]).toEqual([url, "max-age=31536000"]);
  }
  expect((await barn.get(asset)).headers.get("Cache-Control")).toContain("immutable");
  expect(page.headers.get("Cache-Control")).toBe("private, no-cache");
  expect((await barn.get("/payroll")).headers.get("Cache-Control")).toBe("no-store");
});

test("each page has a new nonce, and every inline script carries it", async () => {
  const [first, second] = await Promise.all([barn.get("/"), barn.get("/nowhere")]);
  const nonces = [];
  for (const response of [first, second]) {
    const nonce = response.headers.get("Content-Security-Policy")?.match(/'nonce-([^']+)'/)?.[1];
    nonces.push(nonce);
    const scripts = (await response.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(2);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
  }
  expect(nonces[0]).not.toBe(nonces[1]);
});

test("a HEAD request gets the status of a GET", async () => {
  const head = (path: string) => fetchAlone(`${barn.url}${path}`, { method: "HEAD", redirect: "manual" });
  expect([(await head("/")).status, (await head("/payroll")).status, (await head("/nowhere")).status]).toEqual([
    200, 302, 404,
  ]);
});

test("a GET or HEAD with 'Content-Length: 0' or with a body is answered as without", async () => {
  const statusOf = async (method: string, path: string, headers: Record<string, string | number>, body = "") => {
    // Each request has its own connection: workerd closes the connection of a request whose body nothing read, and an agent may
    // reuse it at that moment.
    const sent = request(`${barn.url}${path}`, { method, headers, agent: false });
    sent.end(body);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  for (const [path, status] of [
    ["/", 200],
    ["/health", 200],
    ["/payroll", 302],
    ["/payroll.data", 403],
    ["/live", 403],
  ] as const) {
    expect([path, await statusOf("GET", path, { "Content-Length": 0 })]).toEqual([path, status]);
    expect([path, await statusOf("GET", path, { "Content-Length": 3 }, "a=b")]).toEqual([path, status]);
    expect([path, await statusOf("GET", path, { "Transfer-Encoding": "chunked" }, "a=b")]).toEqual([path, status]);
  }
  expect(await statusOf("HEAD", "/", { "Content-Length": 0 })).toBe(200);
});

test("during an outage of the database an admin's page is a 503 that says so", async () => {
  const headers = { Cookie: await barn.cookieOf(ADMIN) };
  await barn.stopDatabase();
  const response = await barn.get("/payroll", headers);
  const data = await barn.get("/billing.data", headers);
  await barn.startDatabase();
  expect([response.status, data.status]).toEqual([503, 503]);
  expect((await response.text()).includes("The database cannot be reached")).toBe(true);
});

test("removing an admin takes effect at the next request", async () => {
  const headers = { Cookie: await barn.cookieOf(ADMIN) };
  expect((await barn.get("/payroll", headers)).status).toBe(200);
  await barn.rows("update admins set deleted_at = '2026-01-01T00:00:00.000Z' where email = ?", [ADMIN.email]);
  expect((await barn.get("/payroll", headers)).status).toBe(302);
  await barn.rows("update admins set deleted_at = null where email = ?", [ADMIN.email]);
  expect((await barn.get("/payroll", headers)).status).toBe(200);
});

test("a forged session cookie gives no access", async () => {
  const cookie = await barn.cookieOf(ADMIN);
  const payload = cookie.slice("hayloft=".length).split(".")[0] ?? "";
  for (const forged of [`hayloft=${payload}`, `hayloft=${payload}.AAAA`, `${cookie}x`, "hayloft=", "hayloft=%00"]) {
    expect((await barn.get("/payroll", { Cookie: forged })).status).toBe(302);
  }
});

test("an unknown address is a 404 page with a link to the service form", async () => {
  const response = await barn.get("/nowhere");
  const page = await response.text();
  expect(response.status).toBe(404);
  expect(page).toContain("Page not found");
  expect(page).toContain('href="/"');
});
