import { SIGN_IN_CHANNEL, type SignInOutcome } from "#app/domain/shell/sign-in-channel.ts";

/**
 * The last page of a popup: reports the outcome to the page that opened the popup, and closes the popup. Browsers do not let
 * every window close itself, so after half a second the popup shows the service form instead.
 */
export function closePopup(outcome: SignInOutcome, nonce: string, headers: Headers): Response {
  headers.set("Content-Type", "text/html; charset=utf-8");
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Signing in</title>
<script nonce="${nonce}">try{new BroadcastChannel("${SIGN_IN_CHANNEL}").postMessage("${outcome}")}catch{}window.close();setTimeout(()=>location.replace("/"),500)</script>
<p>${outcome === "done" ? "You are signed in." : "Signing in did not work."} Close this window to go on.</p></html>`;
  return new Response(page, { headers });
}
