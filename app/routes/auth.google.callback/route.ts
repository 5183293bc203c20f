import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isPopup, popupAnswer, type SignInOutcome } from "#app/auth/popup.ts";
import { signedIn, signingIn } from "#app/auth/session.ts";

/** Where the identity provider returns to: opens the session, and closes the popup if there is one. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const headers = new Headers();
  const outcome = await finish(request, context, headers);
  if (!isPopup(request)) {
    headers.set("Location", outcome === "done" ? "/" : `/?sign-in=${outcome}`);
    return new Response(null, { status: 302, headers });
  }
  return popupAnswer(outcome, context.nonce, headers);
}

async function finish(
  request: Request,
  { signIn, sessions, now }: LoaderFunctionArgs["context"],
  headers: Headers,
): Promise<SignInOutcome> {
  if (new URL(request.url).searchParams.has("error")) return "cancelled";
  try {
    const user = await signIn.authenticate("google", await signingIn(request, sessions), { throwOnError: true });
    headers.append("Set-Cookie", await signedIn(user, sessions, now));
    return "done";
  } catch (error) {
    if (error instanceof Response) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`Sign-in failed: ${reason}`);
    return reason === "unverified" ? "unverified" : "failed";
  }
}
