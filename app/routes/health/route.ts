import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Database } from "#db/connection.ts";
import { type DatabaseFault, DatabaseUnavailableError } from "#db/errors.ts";

/** How long the database and the hub may take, in milliseconds. */
const TIMEOUT_MS = 2_000;

/**
 * Says which version of the worker this is, and whether its database and its hub answer: for `npm run deploy` and for a monitor
 * (docs/operating.md, 'Is it healthy?'). The answer is public, so it has no addresses and no messages of the database.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  if (!(await context.isWithinRateLimit("health"))) {
    return new Response("Too many such requests came from here in the last minute.", { status: 429 });
  }
  const [database, isLive] = await Promise.all([stateOf(context.connect(TIMEOUT_MS)), context.hub.answers(TIMEOUT_MS)]);
  const live = isLive ? "ok" : "unreachable";
  const status = database === "ok" && isLive ? 200 : 503;
  return Response.json({ version: context.version, database, live }, { status });
}

async function stateOf(database: Database): Promise<"ok" | DatabaseFault> {
  try {
    await database.check();
    return "ok";
  } catch (error) {
    return error instanceof DatabaseUnavailableError ? error.fault : "failing";
  }
}
