import type { User } from "#app/auth/session.ts";
import { dialogsOf, SCREENS } from "#app/registry/screens.ts";
import type { Account } from "#bin/running/identity-provider.ts";
import type { RateLimits, WorkerBindings, WorkerLog } from "#bin/running/worker.ts";
import { fetchAlone } from "#lab/support/uncompressed.ts";
import { openDemoDatabase } from "#tests/support/database/demo-database.ts";
import { fillEmptyTables } from "#tests/support/database/rows-of-tables.ts";
import { sessionCookie } from "../../../bin/running/session-cookie.ts";
import { type App, openApp, SESSION_SECRET, startApp } from "./app.ts";
import { exportOldest } from "./corrections.ts";

export const ADMIN = { email: "alex@hayloft.example", name: "Alex Moreno" };
export const OTHER_ADMIN = { email: "dana@hayloft.example", name: "Dana Whitfield" };
export const NOT_AN_ADMIN = { email: "sam@hayloft.example", name: "Sam Reyes" };

/** Where a visitor is sent who opens an admin page: the service form, which offers to sign in and return. */
export const returnTo = (path: string) => `/?${new URLSearchParams({ to: path })}`;

/** Inserts an export without lines, which the demo barn lacks, and returns its id. */
export async function addPastExport({ rows }: Pick<Barn, "rows">): Promise<string> {
  const id = crypto.randomUUID();
  await rows(
    `insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total)
     values (?, '2026-01-01T17:00:00.000Z', '2026-01-01', 'old@example.com', 'bill-value', 1, 1, 1, 1)`,
    [id],
  );
  return id;
}

/** The id of a record of each table, of a run of each kind, and of an export, by the path of its screen. */
export async function recordIds(barn: Pick<Barn, "rows">): Promise<Record<string, string>> {
  const { rows } = barn;
  await rows(
    `insert into imports (id, at, actor, files)
     values ('draft', '2026-01-01T17:00:00.000Z', 'old@example.com', '[{"name":"horses.csv","bytes":0}]') on conflict do nothing`,
  );
  await fillEmptyTables(rows);
  const paths = SCREENS.filter((screen) => dialogsOf(screen).some(({ path }) => path === "new"))
    .map(({ path }) => path.slice(1))
    .filter((path) => !["accounts", "billing/corrections"].includes(path));
  const tableOf = (path: string) => (path === "services/standing" ? "standing_charges" : path);
  const found = await Promise.all(
    paths.map((path) => rows(`select id from ${tableOf(path)} where deleted_at is null limit 1`)),
  );
  const runs = await Promise.all(
    ["billing_runs", "payroll_runs"].map((table) => rows(`select id from ${table} limit 1`)),
  );
  const [invoice] = await exportOldest(rows, 1, 4001);
  const [bill] = await rows("select id from bill_items where export_id is null and deleted_at is null limit 1");
  return {
    billing: String(bill?.id),
    "billing/check": String(bill?.id),
    "customers/questions": String(bill?.id),
    ...Object.fromEntries(paths.map((path, i) => [path, String(found[i]?.[0]?.id)])),
    "billing/invoices": String(invoice?.invoiceNumber),
    "billing/exports": await addPastExport(barn),
    import: "draft",
    "billing/runs": String(runs[0]?.[0]?.id),
    "payroll/runs": String(runs[1]?.[0]?.id),
  };
}

/** A path with the id of a record: of `recordIds`, by what is before `:id`. */
export const withId = (path: string, ids: Record<string, string>) =>
  path.replace(":id", encodeURIComponent(ids[path.split("/:id")[0]?.slice(1) ?? ""] ?? ""));

export type Barn = Awaited<ReturnType<typeof openBarn>>;

export type BarnOptions = {
  accounts?: Account[];
  folder?: string;
  rateLimits?: RateLimits;
  variables?: Partial<WorkerBindings>;
};

/**
 * For a barn of very many rows, or very many writes at once: on a busy machine they may take longer than the product allows.
 * `npm run bench` measures.
 */
export const LONG_DATABASE_LIMIT: BarnOptions = { variables: { DATABASE_LIMIT_MS: "30000" } };

/**
 * The whole product on a copy of the demo barn: sqld, a proxy in front of it, workerd and, with `accounts`, an OpenID provider. Its
 * data lie in `folder`, if that is named. With `rateLimits` or `variables` its worker is one of its own.
 */
export async function openBarn({ accounts, folder, rateLimits, variables }: BarnOptions = {}) {
  const database = await openDemoDatabase(folder);
  const address = { url: database.proxy.url, authToken: database.authToken };
  const isOwn = rateLimits !== undefined || variables !== undefined;
  const app = await (isOwn ? startApp(address, variables, rateLimits) : openApp(address));
  const provider = accounts && (await app.startProvider(async () => accounts));
  const log: WorkerLog[] = [];
  app.logTo(log);
  return {
    url: app.url,
    proxy: database.proxy,
    authToken: database.authToken,
    log,
    rows: database.rows,
    change: database.change,
    lastCommit: database.lastCommit,
    /** The number of requests to the database during `act`. */
    async requestsDuring(act: () => Promise<unknown>): Promise<number> {
      const before = database.proxy.requests.length;
      await act();
      return database.proxy.requests.length - before;
    },
    stopDatabase: database.stop,
    startDatabase: database.start,
    fire: (scheduledTime: Date) => runSchedule(app, scheduledTime),
    /** Kills one of the two servers as a crash would, and starts it again on what is left. */
    kill: (which: "sqld" | "workerd") => (which === "sqld" ? database.kill() : app.kill()),
    hub: () => askHub(app),
    /** The cookie of a user who has signed in at that instant. */
    cookieOf: (user: User, at = new Date()) => sessionCookie(database.rows, SESSION_SECRET, user, at),
    post: (path: string, fields: Record<string, string> | string, headers?: Record<string, string>) =>
      post(app.url, path, fields, headers),
    get(path: string, headers: Record<string, string> = {}): Promise<Response> {
      return fetchAlone(`${app.url}${path}`, { redirect: "manual", headers });
    },
    async close() {
      await provider?.stop();
      if (isOwn) await app.stop();
      await database.close();
    },
  };
}

/** Holds back the next request to the database. Returns a function that sends it on. */
export function holdNextRequest({ proxy }: Pick<Barn, "proxy">): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  proxy.make({ kind: "meanwhile", request: 0, act: () => held });
  return release;
}

/** Sends a form as a page of the product would, each from an address of its own, without following redirects. */
export function post(
  url: string,
  path: string,
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetchAlone(`${url}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: {
      Origin: url,
      "Content-Type": "application/x-www-form-urlencoded",
      "CF-Connecting-IP": someAddress(),
      ...headers,
    },
    body: typeof fields === "string" ? fields : new URLSearchParams(fields).toString(),
  });
}

/** A random address of the network 10.0.0.0/8; in production Cloudflare sets the header. */
function someAddress(): string {
  const byte = () => Math.floor(Math.random() * 256);
  return `10.${byte()}.${byte()}.${byte()}`;
}

/** Runs what the worker does by the clock, as Cloudflare would at that instant. */
async function runSchedule(app: App, scheduledTime: Date): Promise<void> {
  const runner = (await app.miniflare().getWorker()) as unknown as {
    scheduled: (event: { scheduledTime: Date; cron: string }) => Promise<{ outcome: string }>;
  };
  const { outcome } = await runner.scheduled({ scheduledTime, cron: "0 11 * * MON" });
  if (outcome !== "ok") throw new Error(`The schedule ended with ${outcome}`);
}

/** The number of the hub's listeners, and when its next beat is. */
async function askHub(app: App): Promise<{ clients: number; alarm: number | null }> {
  const namespace = await app.miniflare().getDurableObjectNamespace("LIVE");
  const answer = await namespace.get(namespace.idFromName("barn")).fetch("https://hub/");
  return (await answer.json()) as { clients: number; alarm: number | null };
}
