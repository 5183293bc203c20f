import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

const VERSION_ID = "11111111-2222-3333-4444-555555555555";
const UNKNOWN = { code: 10007, message: "This Worker does not exist on your account." };
const ACCOUNT = { id: "barn", name: "Barn" };

/** What Cloudflare answers to wrangler 4.86, by the end of the address. */
const RESULTS: [path: RegExp, result: (secrets: string[]) => unknown][] = [
  [/\/user$/, () => ({ id: "operator", email: "operator@barn.example" })],
  [/\/accounts$/, () => [ACCOUNT]],
  [/\/secrets$/, (secrets) => secrets.map((name) => ({ name, type: "secret_text" }))],
  [/\/services\/hayloft$/, () => ({ default_environment: { script: { last_deployed_from: "wrangler" } } })],
  [/\/workers\/scripts$/, () => [{ id: "hayloft", migration_tag: "live" }]],
  [/\/assets-upload-session$/, () => ({ jwt: "x.y.z", buckets: [] })],
  [/\/hayloft\/versions$/, () => ({ id: VERSION_ID, resources: { script: {} } })],
  [/\/deployments$/, () => ({ deployments: [] })],
  [/\/workers\/subdomain$/, () => ({ subdomain: "barn" })],
  [/\/hayloft\/subdomain$/, () => ({ enabled: true, previews_enabled: false })],
];

export type Cloudflare = Awaited<ReturnType<typeof startCloudflare>>;

/**
 * Stands in for Cloudflare's API, so that the real wrangler deploys to it, and for the app that it then serves. Without
 * `secrets` there is no worker yet. Ends with the test.
 */
export async function startCloudflare({ secrets }: { secrets: string[] | null }) {
  /** What was asked for, such as 'GET /user'; `onUpload` adds what it finds before a worker is uploaded. */
  const steps: string[] = [];
  const cloudflare = {
    versionId: VERSION_ID,
    steps,
    onUpload: async (): Promise<string> => "upload",
    health: { status: 200, body: { version: VERSION_ID, database: "ok", live: "ok" } },
    url: "",
    /** The variables that point wrangler at this server. They hold no token: a test that needs a signed-in wrangler adds one. */
    env: {} as Record<string, string>,
  };
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    const path = (request.url ?? "").replace(/^\/client\/v4|\?.*/g, "");
    if (request.method === "POST" && path.endsWith("/versions")) steps.push(await cloudflare.onUpload());
    else steps.push(`${request.method} ${path.replace(/^.*(\/\w+)$/, "$1")}`);
    const isApp = path === "/health";
    const isUnknown = secrets === null && path.includes("/scripts/hayloft/");
    const result = RESULTS.find(([pattern]) => pattern.test(path))?.[1](secrets ?? []) ?? {};
    const body = isApp ? cloudflare.health.body : { success: !isUnknown, errors: isUnknown ? [UNKNOWN] : [], result };
    const status = isApp ? cloudflare.health.status : isUnknown ? 404 : 200;
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  cloudflare.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  cloudflare.env = {
    CLOUDFLARE_API_BASE_URL: `${cloudflare.url}/client/v4`,
    CLOUDFLARE_ACCOUNT_ID: ACCOUNT.id,
    WRANGLER_SEND_METRICS: "false",
    APP_URL: cloudflare.url,
    CI: "1",
  };
  return cloudflare;
}
