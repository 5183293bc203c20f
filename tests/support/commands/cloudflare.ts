import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

const VERSION_ID = "11111111-2222-3333-4444-555555555555";
const UNKNOWN = { code: 10007, message: "This Worker does not exist on your account." };
const ACCOUNT = { id: "barn", name: "Barn" };
const SIGNED_IN = { access_token: "the-token", refresh_token: "another", expires_in: 3_600, scope: "account:read" };

/** What Cloudflare answers to wrangler 4.86, by the end of the address. */
const RESULTS: [path: RegExp, result: (cloudflare: Cloudflare, search: URLSearchParams) => unknown][] = [
  [/\/user$/, () => ({ id: "operator", email: "operator@barn.example" })],
  [/\/accounts$/, ({ accounts }) => accounts],
  [/\/memberships$/, ({ accounts }) => accounts.map((account) => ({ account }))],
  [/\/secrets$/, ({ secrets }) => Object.keys(secrets ?? {}).map((name) => ({ name, type: "secret_text" }))],
  [/\/services\/[\w-]+$/, () => ({ default_environment: { script: { last_deployed_from: "wrangler" } } })],
  [/\/workers\/scripts$/, ({ secrets }) => (secrets ? [{ id: "hayloft", migration_tag: "live" }] : [])],
  [/\/assets-upload-session$/, () => ({ jwt: "x.y.z", buckets: [] })],
  [/\/scripts\/[\w-]+\/versions$/, () => ({ id: VERSION_ID, resources: { script: {} } })],
  [/\/scripts\/[\w-]+$/, () => ({ deployment_id: VERSION_ID.replaceAll("-", "") })],
  [/\/deployments$/, () => ({ deployments: [{ versions: [{ version_id: VERSION_ID, percentage: 100 }] }] })],
  [/\/versions\/[\w-]+$/, ({ variables }) => ({ id: VERSION_ID, resources: { bindings: bindingsOf(variables) } })],
  [/\/r2\/buckets\/[\w-]+$/, () => ({ name: "backups" })],
  [/\/queues$/, ({ queues }, search) => queues.filter((name) => search.getAll("name").includes(name)).map(queueOf)],
  [/\/scripts\/[\w-]+\/settings$/, ({ variables }) => ({ bindings: bindingsOf(variables) })],
  [/\/workers\/subdomain$/, () => ({ subdomain: "barn" })],
  [/\/scripts\/[\w-]+\/subdomain$/, () => ({ enabled: true, previews_enabled: false })],
];

export type Cloudflare = Awaited<ReturnType<typeof startCloudflare>>;

/**
 * Stands in for Cloudflare's API and its sign-in, so that the real wrangler deploys to it, and for the app that it then serves.
 * The worker has `secrets`; with null there is no worker yet. Ends with the test.
 */
export async function startCloudflare({ secrets }: { secrets: string[] | null }) {
  const cloudflare = {
    versionId: VERSION_ID,
    accounts: [ACCOUNT],
    /** The values of the worker's secrets by their names; null without a worker. */
    secrets: secrets && (Object.fromEntries(secrets.map((name) => [name, ""])) as Record<string, string>),
    /** The worker's variables that are no secrets. */
    variables: {} as Record<string, string>,
    /** What the last uploaded worker is bound to at Cloudflare: its bucket, its queue, and the numbers of its rate limits. */
    bound: {} as Record<string, string>,
    /** The names of the account's queues. */
    queues: [] as string[],
    paths: [] as string[],
    /** The requests so far, such as 'GET /user'; `onUpload` adds its result before a worker is uploaded. */
    steps: [] as string[],
    onUpload: async (): Promise<string> => "upload",
    health: { status: 200, body: { version: VERSION_ID, database: "ok", live: "ok" } },
    url: "",
    /** The variables that point wrangler at this server. They hold no token: a test that needs a signed-in wrangler adds one. */
    env: {} as Record<string, string>,
  };
  const server = createServer((request, response) => void answer(cloudflare, request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  cloudflare.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  cloudflare.env = {
    CLOUDFLARE_API_BASE_URL: `${cloudflare.url}/client/v4`,
    WRANGLER_AUTH_URL: `${cloudflare.url}/oauth2/auth`,
    WRANGLER_TOKEN_URL: `${cloudflare.url}/oauth2/token`,
    WRANGLER_SEND_METRICS: "false",
    CI: "1",
  };
  return cloudflare;
}

async function answer(cloudflare: Cloudflare, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await textOf(request);
  const address = new URL(request.url ?? "", cloudflare.url);
  const path = address.pathname.replace("/client/v4", "");
  cloudflare.paths.push(path);
  const isUpload = /^(POST .*\/versions|PUT .*\/scripts\/[\w-]+)$/.test(`${request.method} ${path}`);
  cloudflare.steps.push(
    isUpload ? await cloudflare.onUpload() : `${request.method} ${path.replace(/^.*(\/\w+)$/, "$1")}`,
  );
  if (isUpload) {
    cloudflare.secrets = { ...cloudflare.secrets, ...bindingsIn(body, "secret_text") };
    cloudflare.variables = bindingsIn(body, "plain_text");
    cloudflare.bound = {
      ...bindingsIn(body, "r2_bucket", "bucket_name"),
      ...bindingsIn(body, "ratelimit", "namespace_id"),
      ...bindingsIn(body, "queue", "queue_name"),
    };
  }
  if (`${request.method} ${path}`.match(/^POST .*\/queues$/)) cloudflare.queues.push(JSON.parse(body).queue_name);
  const send = (status: number, content: unknown, headers = {}) =>
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(content));
  if (path === "/health") return void send(cloudflare.health.status, cloudflare.health.body);
  if (path === "/oauth2/auth") return void send(302, {}, { Location: callbackOf(address) });
  if (path === "/oauth2/token") return void send(200, SIGNED_IN);
  const isUnknown = cloudflare.secrets === null && /\/(services\/[\w-]+|secrets)$/.test(path);
  const result = RESULTS.find(([pattern]) => pattern.test(path))?.[1](cloudflare, address.searchParams) ?? {};
  send(isUnknown ? 404 : 200, { success: !isUnknown, errors: isUnknown ? [UNKNOWN] : [], result });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** Where the sign-in page sends a browser that has signed in. */
function callbackOf({ searchParams }: URL): string {
  const callback = new URL(searchParams.get("redirect_uri") ?? "");
  callback.search = new URLSearchParams({ code: "the-code", state: searchParams.get("state") ?? "" }).toString();
  return callback.href;
}

const queueOf = (name: string) => ({ queue_id: name, queue_name: name, producers: [], consumers: [] });

const bindingsOf = (variables: Record<string, string>) =>
  Object.entries(variables).map(([name, text]) => ({ type: "plain_text", name, text }));

/** A text of the bindings of one kind in an upload, which the metadata of the form hold: of secrets and variables, their value. */
function bindingsIn(form: string, kind: string, text = "text"): Record<string, string> {
  const [, metadata = "{}"] = form.match(/name="metadata"[^{]*(\{.*\})\r\n/) ?? [];
  const { bindings = [] } = JSON.parse(metadata) as { bindings?: Record<string, string>[] };
  return Object.fromEntries(bindings.filter(({ type }) => type === kind).map((each) => [each.name, each[text] ?? ""]));
}
