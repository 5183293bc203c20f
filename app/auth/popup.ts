import { SIGN_IN_CHANNEL, type SignInOutcome } from "./sign-in-channel.ts";

/** Set from the start of a sign-in to its callback if the sign-in runs in a popup. */
const COOKIE_NAME = "hayloft-popup";

/** Ten minutes to choose an account on the provider's page. */
const COOKIE_MAX_AGE_SECONDS = 600;

/** The Set-Cookie header value that marks the sign-in as running in a popup, or removes that mark. */
export function popupCookie(isInPopup: boolean): string {
  return `${COOKIE_NAME}=1; Path=/auth; Max-Age=${isInPopup ? COOKIE_MAX_AGE_SECONDS : 0}; HttpOnly; SameSite=Lax`;
}

/** Whether the request belongs to a sign-in that runs in a popup. */
export function isInPopup(request: Request): boolean {
  return (request.headers.get("Cookie") ?? "").split("; ").includes(`${COOKIE_NAME}=1`);
}

/**
 * The last page of a popup: reports the outcome to the page that opened the popup, and closes the popup. Browsers do not let
 * every window close itself, so after half a second the popup shows the service form instead.
 */
export function closePopup(outcome: SignInOutcome, nonce: string, headers = new Headers()): Response {
  headers.append("Set-Cookie", popupCookie(false));
  headers.set("Content-Type", "text/html; charset=utf-8");
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Signing in</title>
<script nonce="${nonce}">new BroadcastChannel("${SIGN_IN_CHANNEL}").postMessage("${outcome}");window.close();setTimeout(()=>location.replace("/"),500)</script>
<p>You may close this window.</p></html>`;
  return new Response(page, { headers });
}
