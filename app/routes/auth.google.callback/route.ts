import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { closePopup, isInPopup } from "#app/auth/popup.ts";
import { commitSignIn, withoutUser } from "#app/auth/session.ts";
import type { SignInOutcome } from "#app/auth/sign-in-channel.ts";

/** The callback of the identity provider: starts the session, then closes the popup or redirects to `/` (docs/product.md, 'Sign-in'). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const headers = new Headers();
  const outcome = await finishSignIn(request, context, headers);
  if (!isInPopup(request)) {
    headers.set("Location", outcome === "done" ? "/" : `/?sign-in=${outcome}`);
    return new Response(null, { status: 302, headers });
  }
  return closePopup(outcome, context.nonce, headers);
}

/** Completes the sign-in and appends the session cookie to `headers`. Logs a failure. */
async function finishSignIn(
  request: Request,
  { authenticator, sessions, now }: LoaderFunctionArgs["context"],
  headers: Headers,
): Promise<SignInOutcome> {
  if (new URL(request.url).searchParams.has("error")) return "cancelled";
  try {
    const user = await authenticator.authenticate("google", await withoutUser(request, sessions), {
      throwOnError: true,
    });
    headers.append("Set-Cookie", await commitSignIn(user, sessions, now));
    return "done";
  } catch (error) {
    if (error instanceof Response) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`Sign-in failed: ${reason}`);
    return reason === "unverified" ? "unverified" : "failed";
  }
}
