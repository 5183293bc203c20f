import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isPopup, popupAnswer, type SignInOutcome } from "#app/auth/popup.ts";

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
  { signIn, sessions }: LoaderFunctionArgs["context"],
  headers: Headers,
): Promise<SignInOutcome> {
  if (new URL(request.url).searchParams.has("error")) return "cancelled";
  try {
    const user = await signIn.authenticate("google", request, { throwOnError: true });
    const session = await sessions.getSession();
    session.set("user", user);
    headers.append("Set-Cookie", await sessions.commitSession(session));
    return "done";
  } catch (error) {
    if (error instanceof Response) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`Sign-in failed: ${reason}`);
    return reason === "unverified" ? "unverified" : "failed";
  }
}
