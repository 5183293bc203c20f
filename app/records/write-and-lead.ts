import {
  type ActionFunctionArgs,
  data as answer,
  type LoaderFunctionArgs,
  redirect,
  type TypedResponse,
} from "@remix-run/cloudflare";
import { writeAsAdmin } from "#app/auth/require-admin.ts";
import type { Written, WrittenAnswer } from "#app/domain/basics/answers.ts";
import { placeAt } from "#app/registry/places.ts";
import type { Database, RowsOf } from "#db/connection.ts";
import { numberOfLastChange } from "#db/queries/activity/recorded-changes.ts";
import type { Query } from "#db/query.ts";
import type { Change } from "#db/write/change.ts";
import { topicsOf } from "#db/write/write.ts";

type Args = Pick<ActionFunctionArgs, "request" | "context"> & Partial<Pick<ActionFunctionArgs, "params">>;

/** The screen or page that an action reads again after its write: its path and its loader. */
export type ScreenRead = { path: string; load: (args: LoaderFunctionArgs) => Promise<object> };

/**
 * Applies a change for admins only. For a page with JavaScript the same request also reads the data of `screen` if the
 * answer redirects to it (`at`), so that the page needs no second request (docs/architecture.md, 'One write').
 * @throws as `writeAsAdmin`
 */
export async function writeAndLead<Queries extends Query<unknown>[]>(
  args: Args,
  change: Change,
  at: string,
  screen: ScreenRead | null,
  ...queries: Queries
): Promise<{ rows: RowsOf<Queries>; written: Written }> {
  const { request, context } = args;
  return writeAsAdmin(request, context, change, async (read) => {
    const [rows, [last], data] = await Promise.all([
      Promise.all(queries.map((query) => read(query))),
      context.isDataRequest ? read(numberOfLastChange()) : [],
      context.isDataRequest && screen ? loadScreen(args, screen, at, read).catch(() => undefined) : undefined,
    ]);
    const written = { topics: topicsOf(change), number: last?.number ?? 0, at, ...(data && { data }) };
    return { rows: rows as RowsOf<Queries>, written };
  });
}

/** Loads the data of a screen at an address with `read`; undefined if the address belongs to another screen. */
async function loadScreen(
  { request, context, params = {} }: Args,
  { path, load }: ScreenRead,
  at: string,
  read: Database["read"],
): Promise<object | undefined> {
  const url = new URL(at, request.url);
  if (placeAt(url.pathname)?.path !== path) return undefined;
  // A new context, so that the session check, which returns the number of the last change, is also read after the
  // change.
  const after = { ...context, db: { ...context.db, read }, isPost: false };
  const loaded = await load({ request: new Request(url), params, context: after });
  // A loader that redirects has no data.
  return loaded instanceof Response ? undefined : loaded;
}

/**
 * Redirects to an address; `written` is absent if an earlier request wrote the change. For a page with JavaScript the
 * answer carries `written`, and the client action (`sendOrReportOffline`) turns it into the redirect, so that
 * components never see it.
 */
export function leadTo({ context }: Pick<Args, "context">, to: string, written?: Written): TypedResponse<never> {
  if (!context.isDataRequest || !written) return redirect(to, 303);
  return answer<WrittenAnswer>({ written, to }) as unknown as TypedResponse<never>;
}
