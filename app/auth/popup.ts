/** Remembers, from the start of a sign-in to its return, that it runs in a popup. */
const NAME = "hayloft-popup";

export function popupMark(inPopup: boolean): string {
  return `${NAME}=1; Path=/auth; Max-Age=${inPopup ? 600 : 0}; HttpOnly; SameSite=Lax`;
}

export function isPopup(request: Request): boolean {
  return (request.headers.get("Cookie") ?? "").split("; ").includes(`${NAME}=1`);
}

/** The channel on which a popup tells the page that opened it how the sign-in went. */
export const SIGN_IN_CHANNEL = "hayloft-sign-in";

/** How a sign-in ended; also the value of `?sign-in=` where there is something to say. */
export type SignInOutcome = "done" | "cancelled" | "unverified" | "failed";

/** Tells the page that opened the popup, and closes it; a popup that cannot close itself goes on to the form. */
export function popupAnswer(outcome: SignInOutcome, nonce: string, headers = new Headers()): Response {
  headers.append("Set-Cookie", popupMark(false));
  headers.set("Content-Type", "text/html; charset=utf-8");
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Signing in</title>
<script nonce="${nonce}">new BroadcastChannel("${SIGN_IN_CHANNEL}").postMessage("${outcome}");window.close();setTimeout(()=>location.replace("/"),500)</script>
<p>You may close this window.</p></html>`;
  return new Response(page, { headers });
}
