import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { providerOrigin } from "#app/auth/google.ts";
import { VERSION_HEADER } from "#app/live/protocol.ts";
import { createHubClient } from "#app/live/server/hub-client.ts";
import { connect } from "#db/connection.ts";
import { refuseAddress } from "./address-guard.ts";
import { createLoadContext, type WorkerScope } from "./context.ts";
import { type Env, invalidVariables, isLoopback, validateEnv } from "./env.ts";
import { guardOrigin } from "./origin-guard.ts";
import { runPayrollSchedule } from "./scheduled-payroll.ts";
import { withSecurityHeaders } from "./security-headers.ts";

/** The worker's fetch handler. Every response carries the security headers and the version of the build. */
export function createFetchHandler(build: ServerBuild) {
  const handle = createRequestHandler(build, "production");
  return async (request: Request, env: Env, ctx: ExecutionContext) => {
    const response = await serve(handle, request, env, ctx);
    // A page of another version must not read this response's data (docs/architecture.md, 'One live update').
    response.headers.set(VERSION_HEADER, build.assets.version);
    return response;
  };
}

/** The worker's scheduled handler: generates payroll. wrangler.toml has the times. */
export async function handleScheduled(scheduled: Date, env: Env, ctx: ExecutionContext): Promise<void> {
  const { DATABASE_URL: url = "", DATABASE_AUTH_TOKEN: authToken } = env;
  const invalid = invalidVariables(env, ["DATABASE_URL", "DATABASE_AUTH_TOKEN"]);
  if (invalid.length > 0) {
    console.error(`Scheduled payroll does not run: ${invalid.join("; ")}`);
    return;
  }
  const notify = () => ctx.waitUntil(createHubClient(env).notify());
  await runPayrollSchedule({ open: () => connect({ url, authToken }, notify), scheduled, now: new Date() });
}

async function serve(handle: RequestHandler, request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const valid = validateEnv(env, new URL(request.url));
  const nonce = crypto.randomUUID();
  const isForSubdomains = env.HSTS_SUBDOMAINS === "1";
  if ("invalid" in valid) {
    console.error(`Hayloft serves no request: ${valid.invalid.join("; ")}`);
    return withSecurityHeaders(plainText(500, "Hayloft is not set up yet. Its log says what is missing."), {
      nonce,
      isForSubdomains,
    });
  }
  const response = await respond(handle, request, { env: valid, nonce, ctx }).catch((error: unknown) => {
    // Without this, workerd answers, and its answer has no security headers.
    console.error(request.method, new URL(request.url).pathname, error);
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
  if (!("request" in guarded)) return plainText(guarded.status, guarded.message);
  const context = await createLoadContext(guarded.request, scope);
  return handle(guarded.request, context);
}

function plainText(status: number, message: string): Response {
  return new Response(message, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
