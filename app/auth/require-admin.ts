import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { SIGNED_OUT } from "#app/domain/basics/answers.ts";
import type { Database, RowsOf } from "#db/connection.ts";
import { DatabaseUnavailableError, NotAuthorizedError } from "#db/errors.ts";
import { checkSession, isAdminSession, markSeen, validAdminSession } from "#db/queries/shell/sessions.ts";
import type { Query } from "#db/query.ts";
import type { Change } from "#db/write/change.ts";
import type { CookieSession, User } from "./session.ts";
import { returnPath } from "./sign-in.ts";

type SessionCheck = { isAdmin: boolean; changeNumber: number };

/** One session check per request, shared by all routes of the page. */
const checks = new WeakMap<AppLoadContext, Promise<SessionCheck | undefined>>();

/** Reads the check of the cookie's session, at most once per request; undefined if there is no valid session. */
function checkOf(context: AppLoadContext): Promise<SessionCheck | undefined> {
  const { session, db, now } = context;
  if (!session) return Promise.resolve(undefined);
  const check =
    checks.get(context) ??
    db.read(checkSession(session.id, now)).then(([row]) => {
      if (row?.isDueToBeSeen) context.afterResponse(() => see(session, context));
      return row;
    });
  checks.set(context, check);
  return check;
}

/**
 * Marks the session as seen. The response does not wait for this write; after a failure the next request tries again.
 */
async function see({ id, user }: CookieSession, { connect, now }: AppLoadContext): Promise<void> {
  await connect().write(markSeen(id, { actor: user.email, at: now }));
}

/**
 * The signed-in user, if the session is valid now, according to the database.
 * @throws DatabaseUnavailableError
 */
export async function findUser(context: AppLoadContext): Promise<User | null> {
  return (await checkOf(context)) ? (context.session?.user ?? null) : null;
}

/**
 * Whether the signed-in user is an admin now, according to the database.
 * @throws DatabaseUnavailableError
 */
export async function isAdmin(context: AppLoadContext): Promise<boolean> {
  return (await checkOf(context))?.isAdmin === true;
}

/**
 * The number of the last change that the data read by this request includes; null for anyone but admins, and if the database
 * does not answer (docs/architecture.md, 'One live update').
 */
export async function readChangeNumber(context: AppLoadContext): Promise<number | null> {
  const check = await checkOf(context).catch(() => undefined);
  return check?.isAdmin ? check.changeNumber : null;
}

/**
 * The rows of the queries, for admins only. The session check and the queries leave as one database request
 * (docs/architecture.md, 'One read'), and no row reaches anyone but an admin.
 * @throws a redirect to `/` for anyone else, which offers to sign in and return, or a 403 if the request is a form post or a
 * data request; a 503 response if the database does not answer
 */
export async function readAsAdmin<Queries extends Query<unknown>[]>(
  request: Request,
  context: AppLoadContext,
  ...queries: Queries
): Promise<RowsOf<Queries>> {
  if (!context.session) throw refusal(request, context, false);
  const reads = Promise.all([isAdmin(context), ...queries.map((query) => context.db.read(query))]);
  const [admin, ...rows] = await reads.catch((error: unknown) => {
    if (error instanceof DatabaseUnavailableError) throw failure(context, 503);
    throw error;
  });
  if (!admin) throw refusal(request, context, (await checkOf(context)) !== undefined);
  return rows as RowsOf<Queries>;
}

/**
 * The rows of a further page of a response that is being streamed, for the admin that it was opened for. The session is checked
 * again, because it may have ended since, in the same request to the database.
 * @throws NotAuthorizedError, DatabaseUnavailableError
 */
export async function readNextAsAdmin<Rows>({ session, connect }: AppLoadContext, query: Query<Rows>): Promise<Rows> {
  const db = connect();
  const [valid, rows] = await Promise.all([db.read(validAdminSession(session?.id ?? "", new Date())), db.read(query)]);
  if (valid.length === 0) throw new NotAuthorizedError("The session has ended, or is not an admin's");
  return rows;
}

/**
 * Applies a change for admins only, and returns what `load` reads in the same request to the database: see `Database.writeAndLoad`. The
 * session check is part of the change, so that a write needs no read before it, and holds at the moment of writing (docs/architecture.md,
 * 'One write').
 * @throws a 403 response for anyone else, and the errors of `Database.write`
 */
export async function writeAsAdmin<Loaded>(
  request: Request,
  context: AppLoadContext,
  change: Change,
  load: (read: Database["read"]) => Promise<Loaded>,
): Promise<Loaded> {
  const { session, db, now } = context;
  if (!session) throw refusal(request, context, false);
  try {
    return await db.writeAndLoad({ ...change, authorized: isAdminSession(session.id, now) }, load);
  } catch (error) {
    if (!(error instanceof NotAuthorizedError)) throw error;
    // The session may have ended since it was read.
    checks.delete(context);
    throw refusal(request, context, (await findUser(context).catch(() => null)) !== null);
  }
}

/** The `load` of a change after which nothing is read. */
export const nothingElse = () => Promise.resolve();

/** Guards a route that reads nothing else; throws as `readAsAdmin` does. */
export async function requireAdmin(request: Request, context: AppLoadContext): Promise<void> {
  await readAsAdmin(request, context);
}

/** Whether a read or write failed because the database does not answer. */
export function isOutage(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError || (error instanceof Response && error.status === 503);
}

/**
 * The result of `read`, or null if the database does not answer and the page is the answer to a form post. The page then
 * shows the form again with what the user typed.
 */
export function readOrNullAfterPost<T>({ isPost }: AppLoadContext, read: Promise<T>): Promise<T | null> {
  return read.catch((error: unknown) => {
    if (isPost && isOutage(error)) return null;
    throw error;
  });
}

/** A response to throw, for which the page shows its error screen. The body is the id that the screen names. */
export function failure({ log }: AppLoadContext, status: 403 | 404 | 503, statusText = ""): Response {
  return new Response(log.id, { status, statusText });
}

function refusal(request: Request, context: AppLoadContext, isSignedIn: boolean): Response {
  if (request.method === "POST" || context.isDataRequest) {
    context.log.fail(isSignedIn ? "Refused: not an admin" : "Refused: signed out");
    return failure(context, 403, isSignedIn ? "" : SIGNED_OUT);
  }
  const { pathname, search } = new URL(request.url);
  const to = returnPath(pathname + search);
  return redirect(to ? `/?${new URLSearchParams({ to })}` : "/");
}

/**
 * Sends an admin on from the service form to the admin page that they wanted to open before they signed in.
 * @throws the redirect, if the address of the request names such a page
 */
export function returnToWantedPage({ url }: Request): void {
  const { pathname, searchParams } = new URL(url);
  const to = returnPath(searchParams.get("to"));
  if (pathname === "/" && to) throw redirect(to);
}
