import type { AppLoadContext, EntryContext, ServerBuild } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import type { Query } from "#db/connection.ts";
import type { HorseRow } from "#db/queries/horses.ts";
import { createLoadContext, type WorkerScope } from "./context.ts";

/** The list of horses has most of the controls that the other lists have. */
const PATH = "/horses";
const ROUTES = ["root", "routes/horses/route"];
const ADDRESS = `https://warm-up.invalid${PATH}`;

const HORSE: HorseRow = {
  id: "1",
  seq: 1,
  version: 1,
  name: "Sample horse",
  customerId: "1",
  responsibleParty: "Sample customer",
  checkInDate: "2026-11-22",
  checkOutDate: null,
  boarding: 100,
  boardingSurcharge: 100,
  training: 100,
  hasBlanket: true,
  isBillable: true,
  location: "florida",
};

/** The columns of every select of the page, in one row. */
const ROW = {
  ...{ isAdmin: true, changeNumber: 0, isDueToBeSeen: false },
  ...{ rows: [HORSE], total: 1, summary: { billable: 1 }, hidden: [], due: 1 },
};

/** Builds the SQL of a select, which is 1 ms of the first request, and returns the sample. */
async function read<Rows>(query: Query<Rows>): Promise<Rows> {
  if ("toSQL" in query && typeof query.toSQL === "function") query.toSQL();
  return [ROW] as Rows;
}

/**
 * Renders a list of one sample horse. It runs while an isolate starts, so that V8 has compiled what all
 * pages need before the first request (docs/decisions/warm-start.md). Before the first request workerd refuses input and
 * output, timers, random numbers and abort signals, so this calls the loaders and the renderer, not Remix's request handler.
 */
export async function renderSamplePage(build: ServerBuild): Promise<void> {
  const request = new Request(ADDRESS);
  const context = await sampleContext(request);
  const loaded = ROUTES.map(async (id) => [
    id,
    await build.routes[id]?.module.loader?.({ request, context, params: {} }),
  ]);
  const loaderData: Record<string, unknown> = Object.fromEntries(await Promise.all(loaded));
  const page = renderToString(<RemixServer context={entryContext(build, loaderData)} url={ADDRESS} nonce="" />);
  if (!page.includes(HORSE.name)) throw new Error("The sample page has no row");
}

/** The context of a request by a signed-in admin, with a database that returns the sample. */
async function sampleContext(request: Request): Promise<AppLoadContext> {
  const env = { DATABASE_URL: ADDRESS, DATABASE_AUTH_TOKEN: "none", SESSION_SECRET: "none", VERSION: { id: "none" } };
  const scope = { env, nonce: "", ctx: {} } as unknown as WorkerScope;
  const user = { email: "sample@hayloft.invalid", name: "Sample" };
  const context = await createLoadContext(request, scope);
  // Before the first request, workerd's clock stands at 1970.
  return { ...context, now: new Date("2026-11-22T12:00:00Z"), db: { ...context.db, read }, session: { id: "", user } };
}

/** What Remix's request handler gives to `RemixServer`, as of Remix 2.17. */
function entryContext(build: ServerBuild, loaderData: Record<string, unknown>): EntryContext {
  const { assets, future, routes } = build;
  const matches = ROUTES.map((id) => {
    const pathname = id === "root" ? "/" : PATH;
    return { params: {}, pathname, pathnameBase: pathname, route: routes[id] };
  });
  const staticHandlerContext = {
    ...{ basename: "/", matches, loaderData, actionData: null, errors: null, activeDeferreds: null },
    ...{ statusCode: 200, loaderHeaders: {}, actionHeaders: {} },
    location: { pathname: PATH, search: "", hash: "", state: null, key: "default" },
  };
  return {
    ...{ manifest: assets, future, isSpaMode: false, renderMeta: {}, serverHandoffString: "{}" },
    routeModules: Object.fromEntries(Object.values(routes).map((route) => [route?.id, route?.module])),
    staticHandlerContext: staticHandlerContext as unknown as EntryContext["staticHandlerContext"],
    serializeError: ({ message }) => ({ message }),
  };
}
