import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { providerOrigin } from "#app/auth/google.ts";
import { VERSION_HEADER } from "#app/live/protocol.ts";
import { connectHub } from "#app/live/server/hub-client.ts";
import { connect } from "#db/connection.ts";
import { createLoadContext, type Surroundings } from "./context.ts";
import { type Env, isLoopback, readEnv } from "./env.ts";
import { guardOrigin } from "./origin-guard.ts";
import { runPayrollSchedule } from "./scheduled-payroll.ts";
import { withSecurityHeaders } from "./security-headers.ts";

/** What answers the app's requests; every answer, whatever it is, leaves with the security headers. */
export function createRequestHandlerFor(build: ServerBuild) {
  const handle = createRequestHandler(build, "production");
  return async (request: Request, env: Env, run: ExecutionContext) => {
    const response = await serve(handle, request, env, run);
    // What a page of another version would not understand.
    response.headers.set(VERSION_HEADER, build.assets.version);
    return response;
  };
}

/** What is done by the clock: payroll, see wrangler.toml for when. */
export async function runSchedule(scheduled: Date, env: Env, run: ExecutionContext): Promise<void> {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = env;
  if (!url || !authToken) {
    console.error("Payroll is not made by schedule; settings to mend: DATABASE_URL, DATABASE_AUTH_TOKEN");
    return;
  }
  const tell = () => run.waitUntil(connectHub(env).look());
  await runPayrollSchedule({ open: () => connect({ url, authToken }, tell), scheduled, now: new Date() });
}

async function serve(handle: RequestHandler, request: Request, env: Env, run: ExecutionContext): Promise<Response> {
  const url = new URL(request.url);
  const settings = readEnv(env, url);
  const nonce = crypto.randomUUID();
  if ("wrong" in settings) {
    console.error(`Hayloft does not serve; settings to mend: ${settings.wrong.join(", ")}`);
    return withSecurityHeaders(plain(500, "Hayloft is not set up yet. Its log says what is missing."), { nonce });
  }
  const answered = await answer(handle, request, { env, settings, nonce, run });
  return withSecurityHeaders(answered, { nonce, formTarget: providerOrigin(settings) });
}

async function answer(handle: RequestHandler, request: Request, surroundings: Surroundings) {
  const url = new URL(request.url);
  if (url.protocol === "http:" && !isLoopback(url)) {
    url.protocol = "https:";
    return new Response(null, { status: 308, headers: { Location: url.href } });
  }
  const guarded = await guardOrigin(request);
  if (!("request" in guarded)) return plain(guarded.status, guarded.message);
  const context = await createLoadContext(guarded.request, surroundings);
  return handle(guarded.request, context);
}

function plain(status: number, message: string): Response {
  return new Response(message, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
