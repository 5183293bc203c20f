import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import type { Query } from "#db/connection.ts";
import { DatabaseUnavailableError } from "#db/errors.ts";
import { checkAdmin } from "#db/queries/admins.ts";

const checks = new WeakMap<AppLoadContext, Promise<{ changeNumber: number } | undefined>>();

/** Asked once for all routes of a request. */
function check(context: AppLoadContext): Promise<{ changeNumber: number } | undefined> {
  const { user, db } = context;
  const checked = checks.get(context) ?? (user ? db.read(checkAdmin(user.email)).then(([row]) => row) : undefined);
  if (checked) checks.set(context, checked);
  return checked ?? Promise.resolve(undefined);
}

/** Whether the signed-in address is an admin's at this moment, by the database. */
export async function isAdmin(context: AppLoadContext): Promise<boolean> {
  return (await check(context)) !== undefined;
}

/** The number of the last change that is in what this request has read; null for others than admins, and where nothing was. */
export async function readChangeNumber(context: AppLoadContext): Promise<number | null> {
  const checked = await check(context).catch(() => undefined);
  return checked?.changeNumber ?? null;
}

type RowsOf<Queries extends Query<unknown>[]> = {
  -readonly [K in keyof Queries]: Queries[K] extends Query<infer Rows> ? Rows : never;
};

/**
 * Lets admins through, with the rows of what the page reads: the check and the reads leave as one request, and nothing
 * read reaches anybody else. Others are sent to `/`; their form posts and data requests get 403.
 */
export async function readAsAdmin<Queries extends Query<unknown>[]>(
  request: Request,
  context: AppLoadContext,
  ...queries: Queries
): Promise<RowsOf<Queries>> {
  if (!context.user) throw denial(request, context);
  const reads = Promise.all([isAdmin(context), ...queries.map((query) => context.db.read(query))]);
  const [admin, ...rows] = await reads.catch((error: unknown) => {
    if (error instanceof DatabaseUnavailableError)
      throw new Response("The database cannot be reached.", { status: 503 });
    throw error;
  });
  if (!admin) throw denial(request, context);
  return rows as RowsOf<Queries>;
}

/** Lets admins through; see `readAsAdmin` for what happens to others. */
export async function requireAdmin(request: Request, context: AppLoadContext): Promise<void> {
  await readAsAdmin(request, context);
}

/** Whether this is how a read or write ends where the database cannot be reached. */
export function isOutage(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError || (error instanceof Response && error.status === 503);
}

/** What a page reads to show the answer to a form; nothing where the database is away, so that what was typed is shown still. */
export function readOrNullAfterPost<T>({ isPost }: AppLoadContext, read: Promise<T>): Promise<T | null> {
  return read.catch((error: unknown) => {
    if (isPost && isOutage(error)) return null;
    throw error;
  });
}

function denial(request: Request, { isDataRequest }: AppLoadContext): Response {
  if (request.method !== "POST" && !isDataRequest) return redirect("/");
  return new Response("Only admins may do this.", { status: 403 });
}
