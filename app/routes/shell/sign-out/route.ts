import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { removeSession } from "#app/auth/session.ts";
import { DatabaseUnavailableError } from "#db/errors.ts";
import { signOut, signOutEverywhere } from "#db/queries/shell/sessions.ts";

/** Ends the session, or with `everywhere` all sessions of its user, and redirects to `/`. Open tabs leave at once. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { session, db, hub, now } = context;
  const end = (await request.formData()).has("everywhere") ? signOutEverywhere : signOut;
  const headers = new Headers(await removeSession(context.sessionCookie));
  // The Back button must not restore pages of the office from the browser's caches.
  headers.set("Clear-Site-Data", '"cache"');
  if (!session) return redirect("/", { headers });
  try {
    await db.write(end(session.id, { actor: session.user.email, at: now }));
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    context.log.fail("Error signing out", error);
    return redirect("/?sign-in=not-ended", { headers });
  }
  context.afterResponse(hub.notify);
  return redirect("/", { headers });
}

export const loader = () => redirect("/");
