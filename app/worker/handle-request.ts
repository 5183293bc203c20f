import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { providerOrigin } from "#app/auth/google.ts";
import { hashOf } from "#app/auth/statement-token.ts";
import type { MailMessage } from "#app/domain/statements/statement-mail.ts";
import { VERSION_HEADER } from "#app/live/protocol.ts";
import { createHubClient } from "#app/live/server/hub-client.ts";
import { refuseAddress } from "#app/server/address-guard.ts";
import { type Env, invalidVariables, isLoopback, validateEnv } from "#app/server/env.ts";
import { withErrorReferences } from "#app/server/error-references.ts";
import { logFailure, logLine, RequestLog, routesOf } from "#app/server/log.ts";
import { guardOrigin } from "#app/server/origin-guard.ts";
import { withSecurityHeaders } from "#app/server/security-headers.ts";
import { connect, type DatabaseEvents } from "#db/connection.ts";
import { createLoadContext, type WorkerScope } from "./context.ts";
import { mailAdmins } from "./mail-admins.ts";
import { deliverMails, queueLostMails } from "./mail-queue.ts";
import { BACKUP_CRON, runNightlyBackup } from "./nightly-backup.ts";
import { runPayrollSchedule } from "./scheduled-payroll.ts";
import { runPriceSchedule } from "./scheduled-prices.ts";

/** The worker's fetch handler. Every response carries the security headers, its request's id and the version of the build. */
export function createFetchHandler(build: ServerBuild) {
  const handle = createRequestHandler(withErrorReferences(build), "production");
  const routeOf = routesOf(build);
  return async (request: Request, env: Env, ctx: ExecutionContext) => {
    const log = new RequestLog(request);
    const response = await serve(handle, request, env, { log, ctx });
    // A page of another version must not read this response's data (docs/architecture.md, 'One live update').
    response.headers.set(VERSION_HEADER, build.assets.version);
    response.headers.set("X-Request-Id", log.id);
    log.finish(request, routeOf, response);
    if (response.status === 500 && log.person) {
      const route = routeOf(new URL(request.url).pathname);
      ctx.waitUntil(
        alertIfSeveral(route, log.person, env, ctx).catch((error: unknown) =>
          logFailure("A failure was not counted", error, "warn"),
        ),
      );
    }
    return response;
  };
}

/** Counts an answer 500, and raises the alarm when its route fails for several people. */
async function alertIfSeveral(route: string, person: string, env: Env, ctx: ExecutionContext): Promise<void> {
  const isNews = await createHubClient(env).countFailure({ route, person: await hashOf(person) });
  if (!isNews) return;
  logLine({ level: "error", message: "A page fails for several people", alert: "pages", route });
  await mailAdmins("pages", databaseOf(env, ctx, "Saved").open, env, new Date());
}

/**
 * The worker's scheduled handler: generates payroll, or at night makes next prices the prices, and the backup if there is a bucket.
 * wrangler.toml has the times.
 * @throws if payroll, the prices or the backup were not made, so that Cloudflare shows the event as failed
 */
export async function handleScheduled(
  trigger: { at: Date; cron: string },
  env: Env,
  ctx: ExecutionContext,
): Promise<void> {
  const { database, open } = databaseOf(env, ctx, "Saved by schedule");
  const now = new Date();
  const isBackup = trigger.cron === BACKUP_CRON;
  if (isBackup) {
    ctx.waitUntil(
      queueLostMails(env, open).catch((error: unknown) => logFailure("E-mails were not queued again", error)),
    );
  }
  // Bills do not wait for the prices: if they fail, there is a backup all the same, and no mail.
  const [prices] = await Promise.allSettled(isBackup ? [runPriceSchedule({ open, trigger: trigger.at, now })] : []);
  try {
    if (!isBackup) await runPayrollSchedule({ open, trigger: trigger.at, now });
    else if (env.BACKUP_BUCKET) {
      const barn = env.WORKER_NAME ?? "hayloft";
      await runNightlyBackup({ barn, open, database, bucket: env.BACKUP_BUCKET, now });
    }
  } catch (error) {
    await mailAdmins(isBackup ? "backup" : "payroll", open, env, now);
    throw error;
  }
  if (prices?.status === "rejected") throw prices.reason;
}

/** The worker's handler of its queue: sends e-mails. */
export const handleQueue = (batch: MessageBatch<MailMessage>, env: Env, ctx: ExecutionContext): Promise<void> =>
  deliverMails(batch, env, databaseOf(env, ctx, "Saved by the queue").open);

/** How what runs without a request reaches the database. @throws if a variable is missing or wrong */
function databaseOf(env: Env, ctx: ExecutionContext, message: string) {
  const { DATABASE_URL: url = "", DATABASE_AUTH_TOKEN: authToken } = env;
  const invalid = invalidVariables(env, ["DATABASE_URL", "DATABASE_AUTH_TOKEN"]);
  if (invalid.length > 0) throw new Error(`The schedule does not run: ${invalid.join("; ")}`);
  const events: DatabaseEvents = {
    onChange: () => ctx.waitUntil(createHubClient(env).notify()),
    onWrite: (action, outcome) => logLine({ level: "info", message, writes: [{ action, outcome }] }),
  };
  return { database: { url, authToken }, open: () => connect({ url, authToken }, events) };
}

async function serve(
  handle: RequestHandler,
  request: Request,
  env: Env,
  scope: Pick<WorkerScope, "log" | "ctx">,
): Promise<Response> {
  const { log } = scope;
  const valid = validateEnv(env, new URL(request.url));
  const nonce = crypto.randomUUID();
  const isForSubdomains = env.HSTS_SUBDOMAINS === "1";
  if ("invalid" in valid) {
    log.fail(`Hayloft serves no request: ${valid.invalid.join("; ")}`);
    return withSecurityHeaders(plainText(500, "Hayloft is not set up yet. Its log says what is missing."), {
      nonce,
      isForSubdomains,
    });
  }
  const response = await respond(handle, request, { ...scope, env: valid, nonce }).catch((error: unknown) => {
    // Without this, workerd answers, and its answer has no security headers.
    log.fail("Request failed", error);
    return plainText(500, "Something went wrong. Try again in a moment.");
  });
  return withSecurityHeaders(response, { nonce, formTarget: providerOrigin(valid), isForSubdomains });
}

async function respond(handle: RequestHandler, request: Request, scope: WorkerScope): Promise<Response> {
  const url = new URL(request.url);
  if (url.protocol === "http:" && !isLoopback(url)) {
    url.protocol = "https:";
    return new Response(null, { status: 308, headers: { Location: url.href } });
  }
  const refused = refuseAddress(url);
  if (refused) return plainText(refused.status, refused.message);
  const guarded = await guardOrigin(request);
  if (!("request" in guarded)) {
    scope.log.fail("Refused: no form of this site");
    return plainText(guarded.status, guarded.message);
  }
  const context = await createLoadContext(guarded.request, { ...scope, posted: guarded.posted });
  return handle(guarded.request, context);
}

function plainText(status: number, message: string): Response {
  return new Response(message, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
