import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { connect } from "#db/client.ts";
import { providerOrigin } from "./auth/google.ts";
import { createLoadContext } from "./load-context.ts";
import { runPayrollSchedule } from "./payroll-schedule.ts";
import { guard } from "./request-guard.ts";
import { secured } from "./security-headers.ts";
import { type Env, isLoopback, readSettings, type Settings } from "./settings.ts";

/** What answers the app's requests; every answer, whatever it is, leaves with the security headers. */
export function createServe(build: ServerBuild): (request: Request, env: Env) => Promise<Response> {
  const handle = createRequestHandler(build, "production");
  return (request, env) => serve(handle, request, env);
}

/** What is done by the clock: payroll, see wrangler.toml for when. */
export async function runSchedule(scheduled: Date, env: Env): Promise<void> {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = env;
  if (!url || !authToken) {
    console.error("Payroll is not made by schedule; settings to mend: DATABASE_URL, DATABASE_AUTH_TOKEN");
    return;
  }
  await runPayrollSchedule({ open: () => connect({ url, authToken }), scheduled, now: new Date() });
}

async function serve(handle: RequestHandler, request: Request, env: Env): Promise<Response> {
  const url = new URL(request.url);
  const settings = readSettings(env, url);
  const nonce = crypto.randomUUID();
  if ("wrong" in settings) {
    console.error(`Hayloft does not serve; settings to mend: ${settings.wrong.join(", ")}`);
    return secured(plain(500, "Hayloft is not set up yet. Its log says what is missing."), { nonce });
  }
  return secured(await answer(handle, request, env, settings, nonce), { nonce, formTarget: providerOrigin(settings) });
}

async function answer(handle: RequestHandler, request: Request, env: Env, settings: Settings, nonce: string) {
  const url = new URL(request.url);
  if (url.protocol === "http:" && !isLoopback(url)) {
    url.protocol = "https:";
    return new Response(null, { status: 308, headers: { Location: url.href } });
  }
  const guarded = await guard(request);
  if (!("request" in guarded)) return plain(guarded.status, guarded.message);
  const context = await createLoadContext(guarded.request, env, settings, nonce);
  return handle(guarded.request, context);
}

function plain(status: number, message: string): Response {
  return new Response(message, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
