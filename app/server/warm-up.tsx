import type { AppLoadContext, EntryContext, ServerBuild } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import type { BillRow } from "#app/domain/records/bill.ts";
import type { HorseRow } from "#app/domain/records/horse.ts";
import type { Query } from "#db/query.ts";
import { createLoadContext, type WorkerScope } from "./context.ts";

const ADDRESS = "https://warm-up.invalid";

/** A list whose page is rendered, with a sample row. The row may lack columns, so that a new column needs no sample. */
type Sample = { path: string; routeId: string; row: Partial<HorseRow> | Partial<BillRow> };

const HORSE: Partial<HorseRow> = {
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

const BILL: Partial<BillRow> = {
  id: "1",
  seq: 1,
  date: "2026-11-22",
  customer: "Sample customer",
  customerId: "1",
  horse: "Sample horse",
  horseId: "1",
  service: "Sample service",
  quantity: 1,
  value: 100,
  location: "florida",
  comments: "",
  enteredBy: "visitor",
  status: "pending",
  isCorrected: false,
};

/** Horses have most of the controls that rows have, and bills are the longest list. */
const SAMPLES: Sample[] = [
  { path: "/horses", routeId: "routes/horses/route", row: HORSE },
  { path: "/billing", routeId: "routes/billing/route", row: BILL },
];

/** So many that V8 begins to optimise what each row needs. */
const ROW_COUNT = 100;

/**
 * Renders lists of samples. It runs while an isolate starts, so that V8 has compiled what all
 * pages need before the first request (docs/decisions/warm-start.md). Before the first request workerd refuses input and
 * output, timers, random numbers and abort signals, so this calls the loaders and the renderer, not Remix's request handler.
 */
export async function renderSamplePages(build: ServerBuild): Promise<void> {
  for (const sample of SAMPLES) await renderSample(build, sample);
}

async function renderSample(build: ServerBuild, sample: Sample): Promise<void> {
  const address = ADDRESS + sample.path;
  const request = new Request(address);
  const context = await sampleContext(request, sample);
  const loaded = ["root", sample.routeId].map(async (id) => [
    id,
    await build.routes[id]?.module.loader?.({ request, context, params: {} }),
  ]);
  const loaderData: Record<string, unknown> = Object.fromEntries(await Promise.all(loaded));
  const page = renderToString(<RemixServer context={entryContext(build, sample, loaderData)} url={address} nonce="" />);
  if (!page.includes("Sample horse")) throw new Error(`The sample of ${sample.path} has no row`);
}

/** The context of a request by a signed-in admin, with a database that returns the sample. */
async function sampleContext(request: Request, { row }: Sample): Promise<AppLoadContext> {
  const env = { DATABASE_URL: ADDRESS, DATABASE_AUTH_TOKEN: "none", SESSION_SECRET: "none", VERSION: { id: "none" } };
  const scope = { env, nonce: "", ctx: {} } as unknown as WorkerScope;
  const user = { email: "sample@hayloft.invalid", name: "Sample" };
  const context = await createLoadContext(request, scope);
  // The columns of every select of these pages, in one row.
  const found = {
    ...{ isAdmin: true, changeNumber: 0, isDueToBeSeen: false, hidden: [], order: [], due: 1 },
    ...{ rows: Array.from({ length: ROW_COUNT }, () => row), total: ROW_COUNT, summary: { value: 1 } },
  };
  /** Builds the SQL of a select, which is 1 ms of the first request, and returns the sample. */
  const read = async <Rows,>(query: Query<Rows>): Promise<Rows> => {
    if ("toSQL" in query && typeof query.toSQL === "function") query.toSQL();
    return [found] as Rows;
  };
  return {
    ...context,
    // Before the first request, workerd's clock stands at 1970.
    now: new Date("2026-11-22T12:00:00Z"),
    newKey: () => "sample",
    db: { ...context.db, read },
    session: { id: "", user },
  };
}

/** What Remix's request handler gives to `RemixServer`, as of Remix 2.17. */
function entryContext(
  { assets, future, routes }: ServerBuild,
  { path, routeId }: Sample,
  loaderData: Record<string, unknown>,
): EntryContext {
  const matches = ["root", routeId].map((id) => {
    const pathname = id === "root" ? "/" : path;
    return { params: {}, pathname, pathnameBase: pathname, route: routes[id] };
  });
  const staticHandlerContext = {
    ...{ basename: "/", matches, loaderData, actionData: null, errors: null, activeDeferreds: null },
    ...{ statusCode: 200, loaderHeaders: {}, actionHeaders: {} },
    location: { pathname: path, search: "", hash: "", state: null, key: "default" },
  };
  return {
    ...{ manifest: assets, future, isSpaMode: false, renderMeta: {}, serverHandoffString: "{}" },
    routeModules: Object.fromEntries(Object.values(routes).map((route) => [route?.id, route?.module])),
    staticHandlerContext: staticHandlerContext as unknown as EntryContext["staticHandlerContext"],
    serializeError: ({ message }) => ({ message }),
  };
}
