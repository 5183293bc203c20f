import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { closePopup } from "#app/auth/popup.ts";
import { commitSession } from "#app/auth/session.ts";
import { languageOf } from "#app/domain/entries/texts/language.ts";
import { textsIn } from "#app/domain/entries/texts/texts.ts";
import type { SignInOutcome } from "#app/domain/shell/sign-in-channel.ts";
import { FIRST_SCREEN } from "#app/registry/screens.ts";
import { checkSession, startSession } from "#db/queries/shell/sessions.ts";

/**
 * The callback of the identity provider: starts the session, then closes the popup, or redirects to the page that the user
 * wanted to open, or an admin to the Overview (docs/product.md, 'Sign-in').
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const language = languageOf(request);
  // Each sign-in sends a request to the provider, which would rate-limit this site's client after too many.
  if (!(await context.isWithinRateLimit("sign-in"))) {
    context.log.fail("Sign-in refused");
    return new Response(textsIn(language).answers.signInLimited, {
      status: 429,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
  const attempt = await context.signIn.findAttempt(request);
  const headers = new Headers();
  const { outcome, isAdmin } = await finishSignIn(request, context, headers);
  headers.append("Set-Cookie", await context.signIn.forget());
  if (attempt?.isInPopup) return closePopup(outcome, { nonce: context.nonce, headers, language });
  const params = new URLSearchParams();
  if (attempt?.returnTo) params.set("to", attempt.returnTo);
  if (outcome !== "done") params.set("sign-in", outcome);
  const first = isAdmin ? FIRST_SCREEN : "/";
  headers.set("Location", params.size > 0 ? `/?${params}` : first);
  return new Response(null, { status: 302, headers });
}

type SignInEnd = { outcome: SignInOutcome; isAdmin: boolean };

/** Completes the sign-in and appends the session cookie to `headers`. Logs a failure. */
async function finishSignIn(request: Request, context: AppLoadContext, headers: Headers): Promise<SignInEnd> {
  if (new URL(request.url).searchParams.has("error")) return { outcome: "cancelled", isAdmin: false };
  try {
    const user = await context.signIn.finish(request);
    const id = crypto.randomUUID();
    await context.db.write(startSession({ id, email: user.email, replaces: context.session?.id }, context.now));
    for (const header of await commitSession({ id, user }, context.sessionCookie)) headers.append(...header);
    // If the database does not answer, the user is still signed in.
    const [session] = await context.db.read(checkSession(id, context.now)).catch(() => []);
    return { outcome: "done", isAdmin: session?.isAdmin === true };
  } catch (error) {
    if (error instanceof Response) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    context.log.fail("Sign-in refused", error);
    return { outcome: reason === "unverified" ? "unverified" : "failed", isAdmin: false };
  }
}
